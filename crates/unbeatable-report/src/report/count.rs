//! How many there are.

use serde::{Deserialize, Serialize};

use super::basics::{ByOutcome, Stop};
/// The answer to [`Count`](crate::question::Count).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CountReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// What was counted.
    pub of: String,
    /// How many there are; `None` if the count was stopped.
    pub count: Option<u128>,
    /// Finished ones by outcome, by the players' names and `draw`; only where there are no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_outcome: Option<ByOutcome>,
    /// How many there are at each depth; if the count was stopped, at those that were finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_depth: Option<Vec<u128>>,
    /// Calls that a recursive search would make, repeats included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub examined: Option<u128>,
    /// The largest number of a position, where the literature numbers them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_hash: Option<u64>,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `nodes`, `memory`, `overflow` or `interrupted`.
    pub stopped: Option<Stop>,
}

/// The answer to [`Perft`](crate::question::Perft).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PerftReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// The depth asked for.
    pub depth: u32,
    /// Sequences of exactly `d` moves, for each `d` from 0; if the walk was stopped, up to the last
    /// depth that was finished.
    pub sequences: Vec<u64>,
    /// Those among them that end the game.
    pub ends: Vec<u64>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `nodes` or `interrupted`.
    pub stopped: Option<Stop>,
}
