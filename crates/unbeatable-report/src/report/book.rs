//! Books: every position up to some ply.

use serde::{Deserialize, Serialize};

use super::basics::{OutcomeReport, Stop};

/// The answer to [`MakeBook`](crate::question::MakeBook).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BookReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// The file.
    pub file: String,
    /// How many plies it goes.
    pub plies: u32,
    /// Its unfinished positions, symmetric ones counted once, ply by ply.
    pub classes: Vec<u64>,
    /// How many positions of the last ply had to be searched, in all runs.
    pub searched: u64,
    /// How many of them are searched by now.
    pub done: u64,
    /// How many of these were found by earlier runs.
    pub resumed: u64,
    /// What the start is worth, once the book is whole.
    pub outcome: Option<OutcomeReport>,
    /// Plies from the start to the end; `None` for a draw, or while the book is unfinished.
    pub distance: Option<u32>,
    /// The length of the file, once it is written.
    pub bytes: Option<u64>,
    /// Positions visited in this run.
    pub nodes: u64,
    /// Wall-clock time of this run.
    pub seconds: f64,
    /// Threads that searched.
    pub threads: usize,
    /// Whether it is a repertoire: a best move for each position that its owner can meet. `classes` counts
    /// these, and `searched` those that are met so far.
    #[serde(default)]
    pub is_repertoire: bool,
    /// Why it was stopped.
    pub stopped: Option<Stop>,
}

/// What came of checking a book.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BookVerdict {
    /// The file.
    pub file: String,
    /// `accepted`, `refused`, or `open` if the check was stopped.
    pub verdict: String,
    /// Why it is refused.
    pub reason: Option<String>,
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// How many plies it goes.
    pub plies: u32,
    /// Positions that are what those behind them make them, symmetric ones counted once.
    pub classes: u64,
    /// Positions of the last ply.
    pub last: u64,
    /// How many of them were searched again.
    pub searched: u64,
    /// The length of the file.
    pub bytes: u64,
    /// Whether it is a repertoire: `classes` are the positions that have a move, and so are `last`.
    #[serde(default)]
    pub is_repertoire: bool,
    /// Wall-clock time.
    pub seconds: f64,
    /// Why it was stopped.
    pub stopped: Option<Stop>,
}
