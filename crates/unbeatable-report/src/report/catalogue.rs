//! What there is: games, solvers, orders, restrictions.

use serde::Serialize;

/// What there is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GamesReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// Every game.
    pub games: Vec<GameReport>,
}

/// One game of a [`GamesReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameReport {
    /// A spec of the game.
    pub spec: &'static str,
    /// The general form of its specs.
    pub form: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The rules in a sentence or two.
    pub rules: &'static str,
    /// An example position.
    pub example: &'static str,
    /// An example of a move in that position.
    pub example_move: &'static str,
    /// The heading under which it stands in a list of games; neighbours may share one.
    pub family: &'static str,
    /// What to offer to somebody who does not write specs.
    pub presets: Vec<PresetReport>,
}

/// A game to begin with.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PresetReport {
    /// Its spec.
    pub spec: &'static str,
    /// Its name in a list.
    pub name: &'static str,
}

/// What there is.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolverReport {
    /// Its name for `--solver`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Which options it listens to.
    pub options: &'static [&'static str],
}

/// One move order of a [`SolversReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OrderReport {
    /// Its name for `--order`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
}

/// One restriction of a [`SolversReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RestrictionReport {
    /// Its name for `--restrict`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
}
