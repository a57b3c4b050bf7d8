//! What a solver knows, move by move.

use crate::budget::Stopped;
use crate::game::Game;
use crate::line::Line;
use crate::value::{Outcome, Player, Value};

/// What a player makes sure of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise<V> {
    /// Who does.
    pub player: Player,
    /// What he gets at least, as he sees it.
    pub at_least: V,
}

impl<V: Value> Promise<V> {
    /// Whether a game that ended so keeps it.
    #[must_use]
    #[inline]
    pub fn is_kept_by(self, outcome: Outcome<V>) -> bool {
        outcome.value_for(self.player) >= self.at_least
    }
}

/// Plays for a player who has been promised something, and keeps the promise: for whoever writes down a
/// strategy. Nobody has to believe it; a strategy is checked by playing it out.
pub trait Oracle<'g, G: Game> {
    /// A move that keeps the promise, at the end of `line`, where the game is not over and the player is
    /// to move. `None` if there is none that it can find, though it should: what it believed was wrong.
    ///
    /// It may prefer a move to a position of which `is_known` says that nothing is left to be shown.
    fn choose(
        &mut self,
        line: &Line<'g, G>,
        is_known: &dyn Fn(G::Move, &G::Position) -> bool,
    ) -> Result<Option<G::Move>, Stopped>;

    /// Positions visited so far.
    fn nodes(&self) -> u64;
}
