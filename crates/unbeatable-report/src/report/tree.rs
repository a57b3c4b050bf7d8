//! A node of a tree and the nodes right below it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::basics::{BoundsReport, OutcomeReport, Points, Stop};
use super::play::Place;
use super::position::DiagramReport;

/// The answer to [`Look`](crate::question::Look).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TreeReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// Which tree: `game`, `search` or `certificate`.
    pub of: String,
    /// The complete spec of the rules.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// The solver that searched; `None` where none did.
    pub solver: Option<String>,
    /// Its settings, as given or chosen.
    pub options: Map<String, Json>,
    /// What the sides are called, the first player's first.
    pub sides: [String; 2],
    /// How many nodes were written down; `None` for a game.
    pub nodes: Option<u64>,
    /// Whether that is all of them.
    pub is_complete: bool,
    /// If not, why: `time`, `nodes`, `memory`, `depth` or `interrupted`.
    pub stopped: Option<Stop>,
    /// What is proven of the root; `None` for a game.
    pub bounds: Option<BoundsReport>,
    /// What a certificate claims.
    pub claim: Option<ClaimedReport>,
    /// The node.
    pub node: ShownReport,
    /// The nodes right below it that were asked for.
    pub children: Vec<NodeReport>,
}

/// What a certificate claims of the first player's result.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClaimedReport {
    /// He gets at least this.
    pub at_least: Option<Points>,
    /// He gets at most this.
    pub at_most: Option<Points>,
    /// The plies within which he has to win, if there is a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
}

/// The node that was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownReport {
    /// What is said of every node.
    #[serde(flatten)]
    pub node: NodeReport,
    /// The moves from the root to it.
    pub moves: Vec<String>,
    /// The position, with its history where that matters.
    pub position: String,
    /// Where the last of them was made, if it was made somewhere.
    pub last: Option<Place>,
    /// The position as shapes, if it has any.
    pub diagram: Option<DiagramReport>,
}

/// What is said of every node.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NodeReport {
    /// The way from the root to it, by the numbers of children.
    pub path: Vec<usize>,
    /// The move that led there; `None` where none did.
    #[serde(rename = "move")]
    pub m: Option<String>,
    /// Who moves there, by name.
    pub turn: String,
    /// Who moves there: 0 for the first player.
    pub mover: usize,
    /// How the game ended there, or `None` if it goes on.
    pub outcome: Option<OutcomeReport>,
    /// The window in which it was searched; `None` if it was in none.
    pub window: Option<WindowReport>,
    /// What was proven there; `None` where nothing was to be proven.
    pub bounds: Option<BoundsReport>,
    /// What became of it.
    pub status: String,
    /// How many nodes there are at and below it; `None` for a game.
    pub nodes: Option<u64>,
    /// How many children can be listed.
    pub children_total: usize,
    /// The way to the node behind which all is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<Vec<usize>>,
    /// Whose strategy begins there: `lower` is the first player's, who gets at least what is claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
    /// How deep a search goes that begins there, if it deepens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_limit: Option<u32>,
}

/// A window from the first player's side: only what lies between matters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct WindowReport {
    /// What is no more than this does not matter; `None` is minus infinity.
    pub lower: Option<Points>,
    /// What is no less than this does not matter; `None` is infinity.
    pub upper: Option<Points>,
}
