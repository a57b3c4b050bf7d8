//! Restrictions: a smaller search for the first player's success.
//!
//! To prove that the first player reaches something, one move at each of his turns is enough; so a
//! search may leave out others unseen, as long as all of the second player's moves stay. What it proves
//! for the first player is proven. That it finds nothing proves nothing: the moves left out may be the
//! ones that succeed. So what a search under a restriction says against the first player must be
//! dropped, and whoever uses [`Restricted`] has to do that.

use std::sync::Arc;

use crate::analysis::{Analysis, Decided, Guide, Prospect};
use crate::game::Game;
use crate::value::{Bounds, Outcome, Player};
use crate::within::{Lifted, Limited, Within};

/// A restriction of the first player's choices, with a name.
pub trait Restriction<G: Game>: Send + Sync {
    /// Its name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// What it is, in a sentence without a capital and a full stop.
    fn summary(&self) -> &'static str;

    /// Whether it is worth a try at `pos` without being asked for.
    fn suits(&self, game: &G, pos: &G::Position) -> bool;

    /// Whether the first player, who is to move, tries the legal move `m` in the unfinished `pos`.
    ///
    /// Positions that are the same to the analysis it is used with (because one is an image of the
    /// other, or because they have the same [`Prospect::key`]) must be restricted in the same way, so
    /// that what is proven of one under the restriction can be played in the other under it.
    fn allows(&self, game: &G, pos: &G::Position, m: G::Move) -> bool;
}

/// The same for the game with a limit.
impl<G: Game> Restriction<Within<G>> for Lifted<Arc<dyn Restriction<G>>> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    fn suits(&self, game: &Within<G>, limited: &Limited<G::Position>) -> bool {
        self.0.suits(game.inner(), &limited.pos)
    }

    fn allows(&self, game: &Within<G>, limited: &Limited<G::Position>, m: G::Move) -> bool {
        self.0.allows(game.inner(), &limited.pos, m)
    }
}

/// What an analysis knows, for a search in which the first player's choices are restricted.
///
/// It proves what the analysis proves, but leaves out moves of the first player: if none is left, the
/// position counts as missed by him, which is *not true of the game*.
pub struct Restricted<'a, G, A> {
    /// The analysis.
    pub know: &'a A,
    /// The restriction.
    pub restriction: &'a dyn Restriction<G>,
}

impl<G: Game, A: Analysis<G>> Analysis<G> for Restricted<'_, G, A> {
    fn bounds(&self, game: &G, pos: &G::Position) -> Bounds<G::Value> {
        self.know.bounds(game, pos)
    }

    fn prospects<D: Guide<G>>(
        &self,
        game: &G,
        guide: &D,
        pos: &G::Position,
        at_least: Outcome<G::Value>,
        mut each: impl FnMut(Prospect<G::Move>),
    ) -> Option<Decided<G::Move>> {
        let mut is_open = false;
        let decided = self.know.prospects(game, guide, pos, at_least, |seen| {
            if self.tries(game, pos, seen.m) {
                is_open = true;
                each(seen);
            }
        });
        decided.or((!is_open).then_some(Decided::Missed))
    }
}

impl<G: Game, A> Restricted<'_, G, A> {
    fn tries(&self, game: &G, pos: &G::Position, m: G::Move) -> bool {
        game.turn(pos) == Player::Second || self.restriction.allows(game, pos, m)
    }
}
