//! What is said of tables.

use serde::{Deserialize, Serialize};

use super::basics::{OutcomeReport, Stop};
use super::certificate::CertificateReport;
use super::matches::Chance;
use super::position::DiagramReport;

/// A smallest table, or what is known of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StrategyReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// The position from which the table plays.
    pub position: String,
    /// Whom it plays: `first`, `second` or `both`.
    pub role: String,
    /// The moves with which it was allowed to open; empty for any.
    pub open: Vec<String>,
    /// What is counted: `full`, `turns` or `rows`.
    pub count: String,
    /// Which moves it may hold: `value`, `draw`, `any` or `strongest`.
    pub keep: String,
    /// What is played where it has no row.
    pub default: Option<String>,
    /// What the position is worth under perfect play; `null` if that is not known yet.
    pub outcome: Option<OutcomeReport>,
    /// How much is counted of a smallest table; `null` unless that is proven.
    pub size: Option<u32>,
    /// No table counts less.
    pub lower: u32,
    /// The table below counts so much; `null` if there is none yet.
    pub upper: Option<u32>,
    /// The classes that can be reached under the policy, role by role.
    pub graph: Vec<GraphReport>,
    /// The table, by depth.
    pub rows: Vec<RowReport>,
    /// What it gets against a player who plays every legal move with the same probability, role by role;
    /// none where fractions would be too long.
    pub chances: Vec<ChancesReport>,
    /// All smallest tables, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<AllReport>,
    /// The certificate, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateReport>,
    /// Positions that were looked at to find the classes, one of each.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `nodes`, `memory` or `interrupted`.
    pub stopped: Option<Stop>,
    /// The pictures that were asked for, or why there is none.
    #[serde(skip)]
    pub pictures: Vec<Result<Vec<u8>, String>>,
}

/// What a role can reach under its policy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GraphReport {
    /// Whom the table plays.
    pub role: String,
    /// Classes.
    pub classes: u64,
    /// Those with the table's owner to move, finished ones included.
    pub turns: u64,
    /// Moves that he may hold there, symmetric ones one by one.
    pub moves: u64,
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RowReport {
    /// The canonical position of the class.
    pub class: String,
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// Moves from the beginning to the class, at least.
    pub depth: u32,
    /// The number under which the literature lists the position, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The position as shapes with the move as their answer, if it has any.
    #[serde(skip)]
    pub diagram: Option<DiagramReport>,
    /// The position drawn over several lines, with the move marked.
    #[serde(skip)]
    pub board: String,
}

/// Exact chances.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ChancesReport {
    /// Whom the table plays.
    pub role: String,
    /// That it wins.
    pub win: Chance,
    /// That nobody does.
    pub draw: Chance,
    /// That it loses.
    pub loss: Chance,
}

/// All sets of counted classes that smallest tables have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AllReport {
    /// How many there are; `null` if there may be more.
    pub count: Option<u64>,
    /// How many were found.
    pub found: u64,
    /// The sets, each a list of canonical positions.
    pub sets: Vec<Vec<String>>,
    /// Why there may be more: `time`, `memory`, `interrupted`, or `many` if there are too many to list.
    pub stopped: Option<Stop>,
}
