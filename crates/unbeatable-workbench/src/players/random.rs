//! The player who plays any legal move: `random`.

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Line, Stopped, Watch};

use super::Chooser;

/// Plays any legal move.
pub struct RandomPlayer;

impl RandomPlayer {
    /// The legal moves at the end of `line`: one at least, if the game is not over.
    pub(crate) fn moves<G: Game>(line: &Line<G>) -> Vec<G::Move> {
        let game = line.game();
        let moves = game.moves(line.position());
        match game.repetition().is_forbidden() {
            false => moves.collect(),
            true => {
                let mut next = line.clone();
                let is_allowed = |m: &G::Move| {
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
    pub(crate) fn choose<G: Game>(line: &Line<G>, random: &mut Random) -> G::Move {
        random.pick(&Self::moves(line))
    }
}

impl<'g, G: Game> Chooser<'g, G> for RandomPlayer {
    fn choices(
        &self,
        line: &Line<'g, G>,
        _: &dyn Watch<G::Value>,
    ) -> Result<Vec<G::Move>, Stopped> {
        Ok(Self::moves(line))
    }
}
