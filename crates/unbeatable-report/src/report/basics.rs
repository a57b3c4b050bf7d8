//! What many reports have in common.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value as Json};

/// The version of all reports' fields. It grows when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// Why there is no answer: the input or the call is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorReport {
    /// The version of these fields.
    pub schema: u32,
    /// What is wrong, where, and what was expected.
    pub error: String,
}

impl ErrorReport {
    /// That this is wrong.
    #[must_use]
    pub fn new(error: String) -> Self {
        ErrorReport {
            schema: SCHEMA,
            error,
        }
    }
}

/// Why an answer is not complete. A report says which of these can be meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Stop {
    /// The time was over.
    Time,
    /// All nodes were spent.
    Nodes,
    /// There was no memory left.
    Memory,
    /// The search went too deep.
    Depth,
    /// A number became too large.
    Overflow,
    /// Whoever asked did not want to wait any longer.
    Interrupted,
    /// There are too many to list.
    Many,
    /// There is nothing to be proven: the rules alone say so.
    Nothing,
    /// The file cannot be written.
    Unwritable,
    /// What the search believed could not be played out, so that its answer is not to be trusted.
    Unconfirmed,
}

impl Stop {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Time => "time",
            Stop::Nodes => "nodes",
            Stop::Memory => "memory",
            Stop::Depth => "depth",
            Stop::Overflow => "overflow",
            Stop::Interrupted => "interrupted",
            Stop::Many => "many",
            Stop::Nothing => "nothing",
            Stop::Unwritable => "unwritable",
            Stop::Unconfirmed => "unconfirmed",
        }
    }
}

/// A number of points, written as a whole number where it is one.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Points(pub f64);

impl Serialize for Points {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How a game ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OutcomeReport {
    /// The winner's name in that game; `None` for a draw.
    pub winner: Option<String>,
    /// First player's points minus second player's; only where there are points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Points>,
}

/// What is proven, from the first player's side: -1, 0, 1 where there are no points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoundsReport {
    /// The first player gets at least this.
    pub lower: Points,
    /// The first player gets at most this.
    pub upper: Points,
}

/// What was spent on an answer, and what it rests on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EffortReport {
    /// Positions visited, finished ones included.
    pub nodes: u64,
    /// Finished ones among them.
    pub ends: u64,
    /// The depth of the deepest unfinished one.
    pub depth_max: u32,
    /// Wall-clock time.
    pub seconds: f64,
    /// Bytes taken by tables.
    pub table_bytes: u64,
    /// Threads that searched.
    pub threads: usize,
    /// `exact` where no step rests on a hash alone, else `hashed`.
    pub evidence: String,
    /// `null`, `time`, `nodes`, `memory` or `interrupted`.
    pub stopped: Option<Stop>,
}

/// What was asked about, and who answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AskedReport {
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// What the players are called, the first one first.
    #[serde(skip)]
    pub players: [String; 2],
    /// Whether games end with points, or just with a win, a draw or a loss.
    #[serde(skip)]
    pub is_scored: bool,
    /// The position that was asked about.
    pub position: String,
    /// Whether the game is over there.
    #[serde(skip)]
    pub is_over: bool,
    /// Who moves, by name.
    pub turn: String,
    /// The solver that answered.
    pub solver: String,
    /// Its settings, as given or chosen.
    pub options: Map<String, Json>,
}

/// How many there are of each outcome, by the players' names and `draw`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByOutcome(pub Vec<(String, u128)>);

impl Serialize for ByOutcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, count)| (name, count)))
    }
}

impl<'de> Deserialize<'de> for ByOutcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = ByOutcome;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number for each outcome")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByOutcome, A::Error> {
                let rows = std::iter::from_fn(|| map.next_entry().transpose());
                rows.collect::<Result<_, _>>().map(ByOutcome)
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
