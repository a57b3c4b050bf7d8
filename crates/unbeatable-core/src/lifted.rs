//! What is known of a game, carried over to the game with a limit.

use crate::analysis::{Analysis, Decided, Prospect, carried_over};
use crate::game::Game;
use crate::guide::{Guide, Numbers};
use crate::value::{Bounds, Outcome, Player, Wdl};
use crate::within::{Limited, Within};

/// What an analysis or a guide of a game says of the game with a limit.
///
/// That the first player cannot win at all carries over. That he can does not: it says nothing of when.
/// Nor do candidates: the best of several wins may not be the fastest. An analysis that knows more of
/// limits says it in [`Analysis::prospects_within`].
#[derive(Clone, Debug)]
pub struct Lifted<A>(pub A);

impl<G: Game, A: Analysis<G>> Analysis<Within<G>> for Lifted<A> {
    fn bounds(&self, game: &Within<G>, limited: &Limited<G::Position>) -> Bounds<Wdl> {
        carried_over(&self.0, game, limited)
    }

    fn weight(&self, game: &Within<G>) -> u32 {
        self.0.weight(game.inner())
    }

    fn prospects<D: Guide<Within<G>>>(
        &self,
        game: &Within<G>,
        guide: &D,
        limited: &Limited<G::Position>,
        at_least: Outcome<Wdl>,
        each: impl FnMut(Prospect<G::Move>),
    ) -> Option<Decided<G::Move>> {
        debug_assert!(
            at_least.value_for(Player::First) > Wdl::Loss,
            "every game ends at least as well as a loss: nobody asks"
        );
        self.0.prospects_within(game, guide, limited, each)
    }
}

impl<G: Game, D: Guide<G>> Guide<Within<G>> for Lifted<D> {
    fn sorts(&self) -> bool {
        self.0.sorts()
    }

    fn promise(&self, game: &Within<G>, limited: &Limited<G::Position>, m: G::Move) -> i32 {
        self.0.promise(game.inner(), &limited.pos, m)
    }

    fn numbers(
        &self,
        game: &Within<G>,
        limited: &Limited<G::Position>,
        _: Outcome<Wdl>,
    ) -> Numbers {
        let won = game.inner().range(Player::First).upper;
        let win = Outcome::from_value(won, Player::First);
        self.0.numbers(game.inner(), &limited.pos, win)
    }
}
