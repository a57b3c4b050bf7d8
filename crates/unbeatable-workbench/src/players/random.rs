//! The player who plays any legal move: `random`.

use unbeatable_bench::erased::{Line, Move};
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Margin, Stopped, Watch};

use super::Chooser;

/// Plays any legal move.
pub struct RandomPlayer;

impl RandomPlayer {
    /// The legal moves at the end of `line`: one at least, if the game is not over.
    pub(crate) fn moves(line: &Line) -> Vec<Move> {
        let game = line.game();
        let moves = game.moves(line.position());
        match game.repetition().is_forbidden() {
            false => moves.collect(),
            true => {
                let mut next = line.clone();
                let is_allowed = |m: &Move| {
                    let is_played = next.play(*m);
                    if is_played {
                        next.undo();
                    }
                    is_played
                };
                moves.filter(is_allowed).collect()
            }
        }
    }

    /// One of them.
    pub(crate) fn choose(line: &Line, random: &mut Random) -> Move {
        random.pick(&Self::moves(line))
    }
}

impl<'g> Chooser<'g> for RandomPlayer {
    fn choices(&self, line: &Line<'g>, _: &dyn Watch<Margin>) -> Result<Vec<Move>, Stopped> {
        Ok(Self::moves(line))
    }
}
