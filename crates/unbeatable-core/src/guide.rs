//! Guesses: what to try first. They order the work and can make a search slow, never wrong.

use crate::game::Game;
use crate::value::Outcome;

/// The best score a guess may give: that of a game which is as good as won.
pub const SCORE_MAX: i32 = 10_000;

/// Guesses that order the work. Whatever they say, results stay right.
pub trait Guide<G: Game>: Sync {
    /// Whether moves are to be sorted at all; if not, they are tried in board order.
    fn sorts(&self) -> bool {
        true
    }

    /// How promising `m` looks to the player to move. Larger is tried first; equals in board order.
    fn promise(&self, game: &G, pos: &G::Position, m: G::Move) -> i32;

    /// What an unfinished position may be worth to the player to move.
    fn guess(&self, _game: &G, _pos: &G::Position) -> Option<G::Value> {
        None
    }

    /// How good an unfinished position looks to the player to move, from `-SCORE_MAX` to
    /// [`SCORE_MAX`]: 0 is even, larger is better. `None` if there is no opinion.
    ///
    /// For players who cannot search to the end. Unlike `guess` it is finer than a value.
    fn score(&self, _game: &G, _pos: &G::Position) -> Option<i32> {
        None
    }

    /// How hard it looks to prove, and to disprove, that the unfinished `pos` ends at least as well
    /// for the first player as `at_least`: the numbers with which proof-number search begins.
    fn numbers(&self, _game: &G, _pos: &G::Position, _at_least: Outcome<G::Value>) -> Numbers {
        Numbers::UNKNOWN
    }
}

/// How many positions must still be proven, at least, to prove a statement, and to disprove it; in
/// units of [`Numbers::UNIT`], so that a guess can be finer than a whole position. Never 0 here: that
/// would be a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// To prove it.
    pub proof: u32,
    /// To disprove it.
    pub disproof: u32,
}

impl Numbers {
    /// One position of which nothing is known.
    pub const UNIT: u32 = 16;

    /// Nothing is known.
    pub const UNKNOWN: Self = Numbers {
        proof: Self::UNIT,
        disproof: Self::UNIT,
    };
}

/// Board order.
impl<G: Game> Guide<G> for () {
    fn sorts(&self) -> bool {
        false
    }

    fn promise(&self, _: &G, _: &G::Position, _: G::Move) -> i32 {
        0
    }
}

/// A guide, or board order: for those who choose when a program runs.
impl<G: Game, D: Guide<G>> Guide<G> for Option<D> {
    #[inline]
    fn sorts(&self) -> bool {
        self.as_ref().is_some_and(Guide::sorts)
    }

    #[inline]
    fn promise(&self, game: &G, pos: &G::Position, m: G::Move) -> i32 {
        match self {
            Some(guide) => guide.promise(game, pos, m),
            None => ().promise(game, pos, m),
        }
    }

    #[inline]
    fn guess(&self, game: &G, pos: &G::Position) -> Option<G::Value> {
        self.as_ref().and_then(|guide| guide.guess(game, pos))
    }

    #[inline]
    fn score(&self, game: &G, pos: &G::Position) -> Option<i32> {
        self.as_ref().and_then(|guide| guide.score(game, pos))
    }

    #[inline]
    fn numbers(&self, game: &G, pos: &G::Position, at_least: Outcome<G::Value>) -> Numbers {
        match self {
            Some(guide) => guide.numbers(game, pos, at_least),
            None => ().numbers(game, pos, at_least),
        }
    }
}
