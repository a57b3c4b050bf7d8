//! What the rules alone say of a position, at a glance.

use unbeatable_core::{Layered, Settled, Wdl};

/// What a position is worth that is finished, or that a move wins at once; `None` for all others. Tables
/// leave such positions out: about half of all in Connect Four, and to look is cheaper than to store.
#[inline]
pub(crate) fn glance<G: Layered>(game: &G, pos: &G::Position) -> Option<Settled> {
    let turn = game.turn(pos);
    if let Some(outcome) = game.outcome(pos) {
        return Some(Settled::finished(outcome, turn));
    }
    let wins = |m| {
        let outcome = game.outcome(&game.play(pos, m));
        outcome.is_some_and(|outcome| outcome.value_for(turn) == Wdl::Win)
    };
    let is_won = game.moves(pos).any(wins);
    is_won.then(|| Settled::new(Wdl::Win, Some(1)).expect("one ply fits"))
}
