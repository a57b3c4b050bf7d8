//! What a position is worth.

use serde::{Deserialize, Deserializer, Serialize};

use super::basics::{AskedReport, BoundsReport, EffortReport, OutcomeReport, Points};
use super::certificate::CertificateReport;
/// The answer to [`Solve`](crate::question::Solve).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolveReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// What was asked about, and who answered.
    #[serde(flatten)]
    pub asked: AskedReport,
    /// What perfect play leads to; `None` while unproven.
    pub outcome: Option<OutcomeReport>,
    /// All that is proven.
    pub bounds: BoundsReport,
    /// Plies to the end, the winner hurrying and the loser delaying; `None` for draws or where unknown.
    pub distance: Option<u32>,
    /// The least and the most that it can be, while it is known who wins but not how soon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_bounds: Option<[u32; 2]>,
    /// The yes/no question, if one was asked: the points and the answer (`None` while open).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<AtLeastReport>,
    /// The question about a limit, if one was asked: the plies and the answer (`None` while open).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<WithinReport>,
    /// The restriction of the first player's choices under which the answer was found; if one was asked
    /// for, whether or not it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restriction: Option<String>,
    /// How many positions the proof takes that no analysis decides at sight, if that was asked: classes
    /// of positions that the search does not tell apart. `null` if they were too many to count.
    #[serde(default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_positions: Option<Option<u64>>,
    /// Proven best moves.
    pub best: Vec<String>,
    /// Whether `best` lists all of them.
    pub best_complete: bool,
    /// A move that is proven to be worth the mover's bound at least, also while the value is open.
    #[serde(skip)]
    pub witness: Option<String>,
    /// A line of perfect play from the position.
    pub line: Vec<String>,
    /// What it cost, in all runs if it went on from a checkpoint.
    #[serde(flatten)]
    pub effort: EffortReport,
    /// The checkpoint that the search was kept in, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointReport>,
    /// The checkpoint that it went on from, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<ResumedReport>,
    /// The certificate of the answer, if one was asked for and the question is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateReport>,
    /// The position as a picture of several lines, for terminals.
    #[serde(skip)]
    pub board: String,
}

/// Reads a field that is there, though perhaps `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u64>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A file that keeps what a search remembers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CheckpointReport {
    /// The file.
    pub file: String,
    /// Entries of the last checkpoint that this run wrote there; `None` if it wrote none.
    pub entries: Option<u64>,
    /// Its length.
    pub bytes: Option<u64>,
}

/// A checkpoint that a search went on from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResumedReport {
    /// The file.
    pub file: String,
    /// Positions that the runs before had visited.
    pub nodes: u64,
    /// The time that they took.
    pub seconds: f64,
}

/// A question about a limit and its answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WithinReport {
    /// The plies asked about, from the position on.
    pub plies: u32,
    /// Whether the first player can force a win within them; `None` while open.
    pub answer: Option<bool>,
    /// The move that settles it: the first player's that wins in time, or the second's that lasts.
    /// `None` if it is the other one's turn, or where none is known.
    #[serde(rename = "move")]
    pub settled_by: Option<String>,
}

/// A yes/no question and its answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AtLeastReport {
    /// The points asked about, from the first player's side.
    pub points: Points,
    /// Whether the first player can force them; `None` while open.
    pub answer: Option<bool>,
    /// The move that settles it: the first player's that forces them, or the second's that does not
    /// let them be forced. `None` if it is the other one's turn, or where none is known.
    #[serde(rename = "move")]
    pub settled_by: Option<String>,
}
