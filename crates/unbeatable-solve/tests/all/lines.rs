//! Lines with a history, for tests of solvers to which it matters.

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Line};
use unbeatable_games::go::{Go, Move};

/// A line of random moves, stones rather than passes, that does not end the game.
pub(crate) fn random_line<'g>(go: &'g Go, random: &mut Random) -> Line<'g, Go> {
    let mut line = Line::new(go, go.start());
    for _ in 0..random.below(60) {
        let mut moves: Vec<Move> = go.moves(line.position()).collect();
        if go.passes(line.position()) > 0 || random.below(4) > 0 {
            moves.retain(|m| *m != Move::Pass);
        }
        while !moves.is_empty() {
            let i = random.below(moves.len() as u64) as usize;
            if line.play(moves.swap_remove(i)) {
                break;
            }
        }
    }
    line
}
