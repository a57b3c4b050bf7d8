//! Where a running question stands.

use serde::{Deserialize, Serialize};

use super::basics::{BoundsReport, Points};
use super::strong::StrongProgress;
/// Where a running search stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProgressReport {
    /// Wall-clock time since the question was asked.
    pub seconds: f64,
    /// Positions visited.
    pub nodes: u64,
    /// How many of them a second.
    pub nodes_per_second: f64,
    /// Finished ones among them.
    pub ends: u64,
    /// The depth of the deepest unfinished one.
    pub depth_max: u32,
    /// What is proven so far, from the first player's side; `None` where there is nothing to prove.
    pub bounds: Option<BoundsReport>,
    /// Bytes taken by tables.
    pub table_bytes: u64,
    /// How the question stands that is being searched; `None` where a solver cannot tell.
    #[serde(flatten)]
    pub proving: Option<ProvingReport>,
    /// Answers of the certificate so far, while one is being written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate_answers: Option<u64>,
    /// What is known of the smallest table, while it is searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableProgress>,
    /// Where a strong solution stands, while one is made or checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strong: Option<StrongProgress>,
    /// Where a book stands, while one is made or checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<BookProgress>,
}

/// Where a book stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookProgress {
    /// Positions that are searched.
    pub done: u64,
    /// Positions that are to be searched.
    pub all: u64,
}

/// What is known of the smallest table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableProgress {
    /// No table counts less.
    pub lower: u32,
    /// There is one that counts so much.
    pub upper: u32,
}

/// How a yes/no question stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProvingReport {
    /// Does the first player get at least this?
    pub at_least: Points,
    /// How many positions must still be proven, at least, for a yes; `null` if there is none.
    pub proof: Option<f64>,
    /// And for a no.
    pub disproof: Option<f64>,
    /// The part of the table's entries that is taken.
    pub table_fill: f64,
    /// The moves that look nearest to a proof, for both sides.
    pub line: Vec<String>,
    /// A rough guess of how long this question will still take; `None` without a basis for one.
    pub seconds_left: Option<f64>,
}
