//! Restrictions: a smaller search for the first player's success.
//!
//! To prove that the first player reaches something, one move at each of his turns is enough; so a
//! search may leave out others unseen, as long as all of the second player's moves stay. What it proves
//! for the first player is proven. That it finds nothing proves nothing: the moves left out may be the
//! ones that succeed. So what a search under a restriction says against the first player must be
//! dropped, and whoever searches under one has to do that.

use std::sync::Arc;

use crate::analysis::{Analysis, Decided, Prospect};
use crate::game::Game;
use crate::guide::Guide;
use crate::lifted::Lifted;
use crate::value::{Outcome, Player};
use crate::within::{Limited, Within};

/// A restriction of the first player's choices, with a name.
pub trait Restriction<G: Game>: Send + Sync {
    /// Its name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Whether it is worth a try at `pos` without being asked for.
    fn suits(&self, game: &G, pos: &G::Position) -> bool;

    /// Whether the first player, who is to move, tries the legal move `m` in the unfinished `pos`.
    ///
    /// Positions that are the same to the analysis it is used with (because one is an image of the
    /// other, or because they have the same [`Prospect::key`]) must be restricted in the same way, so
    /// that what is proven of one under the restriction can be played in the other under it.
    fn allows(&self, game: &G, pos: &G::Position, m: G::Move) -> bool;
}

/// A restriction of the game restricts the game with a limit, too.
impl<G: Game> Restriction<Within<G>> for Lifted<Arc<dyn Restriction<G>>> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn suits(&self, game: &Within<G>, limited: &Limited<G::Position>) -> bool {
        self.0.suits(game.inner(), &limited.pos)
    }

    fn allows(&self, game: &Within<G>, limited: &Limited<G::Position>, m: G::Move) -> bool {
        self.0.allows(game.inner(), &limited.pos, m)
    }
}

/// [`Analysis::prospects`] for a search in which the first player's choices may be restricted.
///
/// Under a restriction it proves what the analysis proves, but leaves out moves of the first player: if none
/// is left, the position counts as missed by the first player, which is *not true of the game*.
#[inline]
pub fn restricted_prospects<G: Game, A: Analysis<G>, D: Guide<G>>(
    restriction: Option<&dyn Restriction<G>>,
    (game, know, guide): (&G, &A, &D),
    pos: &G::Position,
    at_least: Outcome<G::Value>,
    mut each: impl FnMut(Prospect<G::Move>),
) -> Option<Decided<G::Move>> {
    let restriction = restriction.filter(|_| game.turn(pos) == Player::First);
    let mut is_open = false;
    let decided = know.prospects(game, guide, pos, at_least, |seen| {
        if restriction.is_none_or(|restriction| restriction.allows(game, pos, seen.m)) {
            is_open = true;
            each(seen);
        }
    });
    decided.or((!is_open).then_some(Decided::Missed))
}
