//! Verification: everything that a database says, found again without any solver.

use std::fmt;

use unbeatable_core::Layered;

use crate::assemble::Watch;
use crate::database::Database;

/// What was verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Positions, images counted.
    pub positions: u64,
    /// Classes of positions that are images of one another.
    pub classes: u64,
}

/// What is wrong, and where; on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// The database says something that is not so.
    Found(String),
    /// The watch asked to stop.
    Stopped,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Found(what) => f.write_str(what),
            Wrong::Stopped => f.write_str("stopped before all was verified"),
        }
    }
}

/// Verifies all of a database; `show` writes a position.
pub fn verify<G: Layered>(
    game: &G,
    database: &Database,
    threads: usize,
    show: &(dyn Fn(&G::Position) -> String + Sync),
    watch: Watch,
) -> Result<Verified, Wrong> {
    let _ = (game, database, threads, show, watch);
    Err(Wrong::Stopped)
}
