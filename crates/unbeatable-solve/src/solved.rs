//! What a solver returns.

use unbeatable_core::{Bounds, Effort, Game, Stopped};

/// Lines of best play are followed this far. A heap game can take tens of thousands of moves.
pub const LINE_MOVES_MAX: usize = 500;

/// What a finished or stopped search knows.
#[derive(Clone, Debug)]
pub struct Solved<G: Game> {
    /// All that is proven of the position's value, for the player to move.
    pub bounds: Bounds<G::Value>,
    /// Moves proven to be best; some once the value is exact and the game goes on.
    pub best: Vec<G::Move>,
    /// A move that is proven to be worth the lower bound at least; `None` while that is no more than
    /// the worst that can happen.
    pub witness: Option<G::Move>,
    /// Whether `best` lists all of them.
    pub best_complete: bool,
    /// A line of best play, legal from the position that was asked about; its beginning if it has more
    /// than [`LINE_MOVES_MAX`] moves.
    pub line: Vec<G::Move>,
    /// What was spent.
    pub effort: Effort,
    /// Bytes taken by tables.
    pub table_bytes: usize,
    /// Why the search stopped early, if it did.
    pub stopped: Option<Stopped>,
    /// What the bounds rest on.
    pub evidence: Evidence,
}

/// What a result rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// No step rests on a hash alone.
    Exact,
    /// Positions were told apart by hashes.
    Hashed,
}
