//! How soon a game ends: values that order wins by speed, and what can be seen of them without search.
//!
//! A search that asks how soon has a narrower question at every position than one that asks who wins: what
//! cannot come in time need not be searched. [`Foresight`] is what a game tells such a search.

use std::ops::Neg;

use crate::analysis::Analysis;
use crate::layered::Layered;
use crate::value::{Bounds, Value, Wdl};

/// What a position is worth to the player to move when it matters how soon: the winner hurries, the loser
/// delays.
///
/// As a number it is 0 for a draw, more for a win, the more the sooner, and less for a loss. A game that ends
/// with ply `last`, counted from its start, and that cannot take more than `max` plies, is worth
/// `max + 1 - last` to its winner.
///
/// ```text
/// connect:7x6, max = 42     -41   ..   -1     0     1     2   ..   36
///                        lost on 2  lost on 42 draw won on 42, 41 .. 7
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timing(i16);

impl Timing {
    /// A draw.
    pub const DRAW: Self = Timing(0);

    /// Won with ply `last` of at most `max`.
    #[must_use]
    pub const fn won(last: u32, max: u32) -> Self {
        assert!(last <= max && max < i16::MAX as u32, "a ply of the game");
        Timing((max + 1 - last) as i16)
    }

    /// What a game that ends so is worth, with ply `last` of at most `max` if somebody wins.
    #[must_use]
    pub const fn ended(value: Wdl, last: u32, max: u32) -> Self {
        match value {
            Wdl::Win => Self::won(last, max),
            Wdl::Draw => Self::DRAW,
            Wdl::Loss => Timing(-Self::won(last, max).0),
        }
    }

    /// Who wins, without how soon.
    #[must_use]
    pub const fn outcome(self) -> Wdl {
        match self.0 {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            ..0 => Wdl::Loss,
        }
    }

    /// The last ply of a game of at most `max`; `None` for a draw.
    #[must_use]
    pub const fn last_ply(self, max: u32) -> Option<u32> {
        match self.0 {
            0 => None,
            rank => Some(max + 1 - rank.unsigned_abs() as u32),
        }
    }

    /// The value that is worth that much.
    #[must_use]
    pub const fn of(rank: i32) -> Self {
        assert!(rank.unsigned_abs() < i16::MAX as u32, "a ply of the game");
        Timing(rank as i16)
    }
}

impl Neg for Timing {
    type Output = Self;

    fn neg(self) -> Self {
        Timing(-self.0)
    }
}

impl Value for Timing {
    const WORST: Self = Timing(-i16::MAX);
    const BEST: Self = Timing(i16::MAX);
    const SCORED: bool = false;

    fn rank(self) -> i16 {
        self.0
    }

    fn of_rank(rank: i16) -> Self {
        Timing(rank)
    }

    fn points(self) -> f64 {
        self.outcome().points()
    }

    fn from_points(points: f64) -> Option<Self> {
        (points == 0.0).then_some(Timing::DRAW)
    }
}

/// A position behind moves that are forced, where the search has to go on.
#[derive(Clone, Copy, Debug)]
pub struct Ahead<P> {
    /// The position.
    pub pos: P,
    /// How many forced moves lead there.
    pub forced: u32,
    /// What is known of its [timing](Timing), for the player to move there, as ranks.
    pub lower: i32,
    /// See `lower`.
    pub upper: i32,
}

/// What is seen of an unfinished position.
#[derive(Clone, Copy, Debug)]
pub enum TimingSight<P> {
    /// A rank that decides the window it was asked with: the value, or a lower bound that is not below the
    /// window, or an upper bound that is not above it.
    Settled(i32),
    /// The search goes on there.
    Open(Ahead<P>),
}

/// What is seen of positions when it matters how soon. It proves, as an [`Analysis`] does, and is tested as one.
pub trait Foresight<G: Layered>: Analysis<G> {
    /// The position as a number: positions with the same one are worth as much as each other.
    #[inline]
    fn number(&self, game: &G, pos: &G::Position) -> u64 {
        game.fold(game.pack(pos))
    }

    /// All numbers are less than 2 to the power of this.
    fn number_bits(&self, game: &G) -> u32;

    /// How promising a move looks, compared with the others of an unfinished position. It orders the moves of
    /// the position that a search was asked about.
    fn promise(&self, _game: &G, _pos: &G::Position, _m: G::Move) -> i32 {
        0
    }

    /// What is written down of an unfinished position: its rank for the player to move. A search asks this
    /// of the position that it was asked about and of those behind its moves, and not on its way.
    fn written(&self, _game: &G, _pos: &G::Position) -> Option<i32> {
        None
    }

    /// What an unfinished position is worth at least to the player to move, by what is written down of the
    /// positions before it: no move gives more than the position is worth in which it is made.
    fn floor(&self, _game: &G, _pos: &G::Position) -> Option<i32> {
        None
    }

    /// What is seen of an unfinished position, under a window of ranks for the player to move.
    #[inline]
    fn look(&self, game: &G, pos: &G::Position, alpha: i32, beta: i32) -> TimingSight<G::Position> {
        look_by_bounds(self, game, pos, alpha, beta)
    }

    /// Looks behind the moves of a position that is open, in any order, and tells what is seen there, for the
    /// player to move *there*, under a window for the player to move here; with how promising the move looks.
    ///
    /// `Some` rank if it is at least `beta`: then not all moves need to have been told. Moves may be left out
    /// that are worth no more than the lower bound that is known.
    #[inline]
    fn look_behind(
        &self,
        game: &G,
        ahead: &Ahead<G::Position>,
        alpha: i32,
        beta: i32,
        each: impl FnMut(i32, TimingSight<G::Position>),
    ) -> Option<i32> {
        look_behind_each(self, game, ahead, alpha, beta, each)
    }
}

/// What an analysis sees by its bounds alone: see [`Foresight::look`].
#[inline]
pub fn look_by_bounds<G: Layered>(
    know: &(impl Analysis<G> + ?Sized),
    game: &G,
    pos: &G::Position,
    alpha: i32,
    beta: i32,
) -> TimingSight<G::Position> {
    let left = (game.layer_max() - game.layer(pos)) as i32;
    // Nothing ends before the next ply.
    let (mut lower, mut upper) = (-left, left);
    let Bounds {
        lower: least,
        upper: most,
    } = know.bounds(game, pos);
    match least {
        Wdl::Win => lower = lower.max(1),
        Wdl::Draw => lower = lower.max(0),
        Wdl::Loss => {}
    }
    match most {
        Wdl::Win => {}
        Wdl::Draw => upper = upper.min(0),
        Wdl::Loss => upper = upper.min(-1),
    }
    if lower >= beta || lower == upper {
        return TimingSight::Settled(lower);
    }
    if upper <= alpha {
        return TimingSight::Settled(upper);
    }
    let ahead = Ahead {
        pos: *pos,
        forced: 0,
        lower,
        upper,
    };
    TimingSight::Open(ahead)
}

/// Looks at the position behind each move: see [`Foresight::look_behind`].
#[inline]
pub fn look_behind_each<G: Layered>(
    know: &(impl Foresight<G> + ?Sized),
    game: &G,
    ahead: &Ahead<G::Position>,
    alpha: i32,
    beta: i32,
    mut each: impl FnMut(i32, TimingSight<G::Position>),
) -> Option<i32> {
    for m in game.moves(&ahead.pos) {
        let next = game.play(&ahead.pos, m);
        let sight = match game.outcome(&next) {
            Some(outcome) => {
                let left = (game.layer_max() + 1 - game.layer(&next)) as i32;
                let value = outcome.value_for(game.turn(&next));
                TimingSight::Settled(left * i32::from(value.rank()))
            }
            None => know.look(game, &next, -beta, -alpha),
        };
        if let TimingSight::Settled(rank) = sight
            && -rank >= beta
        {
            return Some(-rank);
        }
        each(0, sight);
    }
    None
}
