//! What there is: games, solvers, orders, restrictions.

use serde::{Deserialize, Serialize};

/// What there is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GamesReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// Every game.
    pub games: Vec<GameReport>,
}

/// One game of a [`GamesReport`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// A spec of the game.
    pub spec: String,
    /// The general form of its specs.
    pub form: String,
    /// What people call it.
    pub title: String,
    /// The rules in a sentence or two.
    pub rules: String,
    /// An example position.
    pub example: String,
    /// An example of a move in that position.
    pub example_move: String,
    /// The heading under which it stands in a list of games; neighbours may share one.
    pub family: String,
    /// What to offer to somebody who does not write specs.
    pub presets: Vec<PresetReport>,
    /// From which move on the default opponent was unbeatable, on boards where that was measured.
    #[serde(default)]
    pub strengths: Vec<StrengthReport>,
}

/// From which move on the default opponent proved all of its moves, in games that it was seen to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StrengthReport {
    /// The game.
    pub spec: String,
    /// From this move of the game on, in nine of ten games, all were proven; 1 is the start. `None` if they
    /// were not before the end.
    pub from_move: Option<u32>,
    /// In how many games it was so.
    pub seen: u32,
    /// How many were played.
    pub games: u32,
}

/// A game to begin with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PresetReport {
    /// Its spec.
    pub spec: String,
    /// Its name in a list.
    pub name: String,
}

/// What there is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolversReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// Every solver.
    pub solvers: Vec<SolverReport>,
    /// Every move order.
    pub orders: Vec<OrderReport>,
    /// Every restriction.
    pub restrictions: Vec<RestrictionReport>,
}

/// One solver of a [`SolversReport`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolverReport {
    /// Its name for `--solver`.
    pub name: String,
    /// What it does, in a sentence.
    pub summary: String,
    /// Where it comes from.
    pub source: String,
    /// Which options it listens to.
    pub options: Vec<String>,
}

/// One move order of a [`SolversReport`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OrderReport {
    /// Its name for `--order`.
    pub name: String,
    /// What it does, in a sentence.
    pub summary: String,
}

/// One restriction of a [`SolversReport`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RestrictionReport {
    /// Its name for `--restrict`.
    pub name: String,
    /// What it does, in a sentence.
    pub summary: String,
}
