//! Reports about pictures.

use serde::{Deserialize, Serialize};

use super::basics::{ByOutcome, Stop};

/// The answer to [`Draw`](crate::question::Draw).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DrawReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// What was drawn.
    pub of: String,
    /// What it is written as.
    pub format: String,
    /// The file that it was written to.
    pub file: Option<String>,
    /// How many bytes the picture has; `None` if there is none.
    pub bytes: Option<u64>,
    /// How many boards it shows.
    pub boards: Option<usize>,
    /// How many edges it shows, if it is of that kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<usize>,
    /// How many boards there are at each depth.
    pub by_depth: Option<Vec<usize>>,
    /// How many boards each player wins with perfect play, where that is known, by the players' names
    /// and `draw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_outcome: Option<ByOutcome>,
    /// How many boards show finished games.
    pub finished: Option<usize>,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `nodes`, `memory`, `depth` or `interrupted`.
    pub stopped: Option<Stop>,
    /// The picture itself.
    #[serde(skip)]
    pub picture: Option<Vec<u8>>,
}
