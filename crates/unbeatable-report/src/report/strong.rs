//! Strong solutions and databases.

use serde::{Deserialize, Serialize};

use super::basics::{OutcomeReport, Stop};

/// What became of a strong solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StrongReport {
    /// See [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// The position from which all others are reached.
    pub position: String,
    /// Who moves there.
    pub turn: String,
    /// The players, the first one first.
    #[serde(skip)]
    pub players: [String; 2],
    /// The database; `None` if only a forecast was asked for.
    pub database: Option<DatabaseReport>,
    /// How large it looked, and how long, before it began.
    pub forecast: Option<ForecastReport>,
    /// Whether it went on from what an earlier run had left.
    pub resumed: bool,
    /// Classes that were found so far, if it was stopped.
    pub classes_found: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// Threads that worked.
    pub threads: usize,
    /// The fleet that this process was part of, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fleet: Option<FleetReport>,
    /// `None`, or why it stopped early.
    pub stopped: Option<Stop>,
}

/// A process among others that solved a game together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FleetReport {
    /// How many processes there were.
    pub processes: usize,
    /// Which of them this one was.
    pub process: usize,
    /// How many workers each had.
    pub workers: usize,
    /// Bytes of letters that workers of this process sent to others.
    pub sent_bytes: u64,
}

/// What a database holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DatabaseReport {
    /// Its folder.
    pub folder: String,
    /// What its root is worth.
    pub outcome: OutcomeReport,
    /// Plies from the root to the end; `None` for a draw. Known even where the table has no distances.
    pub distance: Option<u32>,
    /// Positions that can be reached from the root, or from one of its images, finished ones included.
    pub positions: u64,
    /// Positions that can be reached, symmetric ones counted once.
    pub classes: u64,
    /// The layers, the root's first.
    pub layers: Vec<LayerReport>,
    /// Whether it knows distances.
    pub distances: bool,
    /// Bytes of the table.
    pub table_bytes: u64,
    /// Bits of the table for each position, and for each class.
    pub bits_per_position: f64,
    /// See `bits_per_position`.
    pub bits_per_class: f64,
    /// Bytes of the archive, if it is kept.
    pub archive_bytes: Option<u64>,
    /// A number for all of it: it does not depend on how it was made.
    pub digest: String,
}

/// A layer of a database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LayerReport {
    /// Its number: moves since the start of the game.
    pub layer: u32,
    /// Positions.
    pub positions: u64,
    /// Classes.
    pub classes: u64,
    /// Finished positions among them.
    pub finished: u64,
    /// Positions that the first player wins, that are drawn, and that the second player wins.
    pub first_wins: u64,
    /// See `first_wins`.
    pub draws: u64,
    /// See `first_wins`.
    pub second_wins: u64,
}

/// How large a strong solution will be, and how long it will take.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ForecastReport {
    /// Positions.
    pub positions: f64,
    /// Classes.
    pub classes: f64,
    /// In one of twenty cases the numbers are off by more than this part of them.
    pub error: f64,
    /// Seconds in all, on this machine with so many threads.
    pub seconds: f64,
    /// Hardly less.
    pub seconds_low: f64,
    /// Hardly more.
    pub seconds_high: f64,
    /// Bytes on disk while it is made, and of an archive.
    pub disk_bytes: f64,
    /// Bytes of the table.
    pub table_bytes: f64,
    /// Positions by layer.
    pub layers: Vec<f64>,
}

/// Where a strong solution stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StrongProgress {
    /// What is being done: `finding` positions, `solving` them, making the `table`; or `verifying`.
    pub work: String,
    /// The layer in work.
    pub layer: u32,
    /// How much of it is done, from 0 to 1.
    pub layer_done: f64,
    /// Classes found so far.
    pub classes: u64,
    /// Classes in all, as far as can be told.
    pub classes_in_all: f64,
    /// Seconds that are left, as far as can be told.
    pub seconds_left: f64,
}

/// What a database says of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProbeReport {
    /// See [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The database's folder.
    pub database: String,
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// The position.
    pub position: String,
    /// Who moves.
    pub turn: String,
    /// Whether the game is over.
    #[serde(skip)]
    pub is_over: bool,
    /// What it is worth.
    pub outcome: OutcomeReport,
    /// Plies to the end, the winner hurrying and the loser holding out; `None` for a draw, and where the
    /// database has no distances.
    pub distance: Option<u32>,
    /// What each move leads to, best first.
    pub moves: Vec<ProbedMove>,
    /// A picture.
    #[serde(skip)]
    pub board: String,
}

/// A move, and what a database says of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProbedMove {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// What it leads to.
    pub outcome: OutcomeReport,
    /// Plies to the end, this move included.
    pub distance: Option<u32>,
}

/// What came of checking a database.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct DatabaseVerdict {
    /// The database's folder.
    pub folder: String,
    /// `accepted`, `refused`, or `open` if the check was stopped.
    pub verdict: String,
    /// Why it is refused.
    pub reason: Option<String>,
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// The position from which all others are reached.
    pub position: String,
    /// Positions that were checked.
    pub positions: u64,
    /// Classes that were checked.
    pub classes: u64,
    /// The digest of values and distances, if both were checked.
    pub digest: Option<String>,
    /// The digest of values.
    pub digest_of_values: Option<String>,
    /// Wall-clock time.
    pub seconds: f64,
    /// Why it was stopped.
    pub stopped: Option<Stop>,
}
