//! What each move is worth, and what a thinker makes of a position.

use serde::{Deserialize, Serialize};

use super::basics::{AskedReport, BoundsReport, EffortReport, OutcomeReport, Stop};
use super::play::ForbiddenReport;

/// The answer to [`Analyze`](crate::question::Analyze).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalyzeReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// What was asked about, and who answered.
    #[serde(flatten)]
    pub asked: AskedReport,
    /// What perfect play leads to; `None` while unproven.
    pub outcome: Option<OutcomeReport>,
    /// All that is proven of the position.
    pub bounds: BoundsReport,
    /// Plies to the end under perfect play, where known.
    pub distance: Option<u32>,
    /// The least and the most that it can be, while it is known who wins but not how soon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_bounds: Option<[u32; 2]>,
    /// Every legal move, best first.
    pub moves: Vec<MoveReport>,
    /// The moves that look possible and are not, in board order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<ForbiddenReport>,
    /// What it cost.
    #[serde(flatten)]
    pub effort: EffortReport,
    /// What a teacher would say about the position, a sentence each.
    pub remarks: Vec<String>,
    /// What a teacher would write on the blackboard, line by line; empty where there is no formula.
    pub explanation: Vec<String>,
    /// The position as a picture, moves marked `+` (wins), `=` (draws), `-` (loses), `?` (open),
    /// and `×` where none may be made.
    #[serde(skip)]
    pub board: String,
}

/// One move of an [`AnalyzeReport`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it leads to; `None` while unproven.
    pub outcome: Option<OutcomeReport>,
    /// Plies to the end including this move; `None` for draws or where unknown.
    pub distance: Option<u32>,
    /// The least and the most that it can be, while it is known who wins but not how soon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_bounds: Option<[u32; 2]>,
    /// Why: a refutation, a line, or the rule that decided it.
    pub why: Option<String>,
    /// What is proven, from the first player's side.
    pub bounds: BoundsReport,
    /// How good it looks to the player who makes it, while it is not decided: the share of points in games
    /// against itself, a draw one half. A guess, within what is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<f64>,
    /// 1 if the move wins for the player who makes it, 0 draws, -1 loses; `None` while unproven.
    #[serde(skip)]
    pub sign: Option<i8>,
}

/// What came of thinking about a move.
#[derive(Clone, PartialEq, Debug)]
pub struct ThoughtReport {
    /// The move.
    pub m: String,
    /// How good the position looks to the player to move: from -10,000 to 10,000 if that is a guess,
    /// beyond if it is proven.
    pub score: i32,
    /// What is proven of its value, from the first player's side.
    pub bounds: BoundsReport,
    /// The depth that was searched completely.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `nodes` or `interrupted`.
    pub stopped: Option<Stop>,
}
