//! What a contestant is: a program that can be asked for a move.

use std::sync::Arc;

use unbeatable_bench::erased::{Line, Move};
use unbeatable_core::{Margin, Player, Stopped, Watch};
use unbeatable_report::report::Grounds;

/// Why a game is over that a player gave up in good order.
pub const RESIGNS: &str = "resigns";

/// A program that can be asked for a move. Contestants are shared by the threads of a match.
pub enum Contestant<'g> {
    /// Goes by the position alone, with its history where that matters: its chances can be computed.
    Chooser(Arc<dyn Chooser<'g> + 'g>),
    /// Sits down for a game, and may remember it, or look at a clock.
    Sitter(Arc<dyn Sitter<'g> + 'g>),
}

// Derived, it would ask for `G: Clone`.
impl Clone for Contestant<'_> {
    fn clone(&self) -> Self {
        match self {
            Contestant::Chooser(chooser) => Contestant::Chooser(Arc::clone(chooser)),
            Contestant::Sitter(sitter) => Contestant::Sitter(Arc::clone(sitter)),
        }
    }
}

/// A player to whom the position is all that counts.
pub trait Chooser<'g>: Send + Sync {
    /// The moves among which the player chooses, each equally likely. An unfinished position has
    /// one. `Err` if the search behind it was stopped.
    fn choices(&self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<Vec<Move>, Stopped>;

    /// Whether it knows its choices without a search.
    fn is_quick(&self) -> bool {
        true
    }

    /// Whether it has a move there: for games whose moves were not all its own.
    fn knows(&self, _line: &Line<'g>) -> bool {
        true
    }
}

/// A player who sits down for one game at a time.
pub trait Sitter<'g>: Send + Sync {
    /// A seat for one game, as the player of that side. What it leaves to chance, the seed decides.
    fn sit(&self, side: Player, seed: u64) -> Box<dyn Seat<'g> + 'g>;
}

/// A player in one game.
pub trait Seat<'g>: Send {
    /// Its move at the end of `line`, where it is its turn. The line is that of the game; where moves
    /// were taken back, it is another one than before.
    fn choose(&mut self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<ChosenMove, NoMove>;

    /// Hears how the game ended: `line` may be unfinished if somebody forfeited it.
    fn over(&mut self, _line: &Line<'g>) {}
}

/// The move of a player, and why, if it says so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChosenMove {
    /// The move.
    pub m: Move,
    /// Why.
    pub grounds: Option<Grounds>,
}

impl From<Move> for ChosenMove {
    fn from(m: Move) -> Self {
        ChosenMove { m, grounds: None }
    }
}

/// Why a player gives no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoMove {
    /// The match was stopped.
    Stopped(Stopped),
    /// It loses the game: what happened, in one line.
    Forfeit(String),
}

impl From<Stopped> for NoMove {
    fn from(stopped: Stopped) -> Self {
        NoMove::Stopped(stopped)
    }
}
