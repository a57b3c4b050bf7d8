//! The player who plays any legal move: `random`.

use unbeatable_bench::erased::{Line, Move};
use unbeatable_core::random::Random;
use unbeatable_core::{Margin, Stopped, Watch};

use super::contestant::Chooser;

/// Plays any legal move.
pub struct RandomPlayer;

impl RandomPlayer {
    /// A legal move at the end of `line`, where the game is not over.
    pub fn choose(line: &Line, random: &mut Random) -> Move {
        random.pick(&line.moves())
    }
}

impl<'g> Chooser<'g> for RandomPlayer {
    fn choices(&self, line: &Line<'g>, _: &dyn Watch<Margin>) -> Result<Vec<Move>, Stopped> {
        Ok(line.moves())
    }
}
