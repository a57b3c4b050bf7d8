//! Players, outcomes, values and bounds.
//!
//! An [`Outcome`] is a fact about a finished game and names players. A [`Value`] is what a position
//! is worth *to the player to move*. They are different types, so a forgotten sign does not compile;
//! [`Outcome::value_for`] and its inverse [`Outcome::from_value`] are the only crossing.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Neg;

/// One of the two players. Colours and letters are notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The player who moves first from the start position.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What a position is worth to the player to move: totally ordered and zero-sum.
pub trait Value: Copy + Ord + Hash + Neg<Output = Self> + Debug + Send + Sync + 'static {
    /// No value is smaller.
    const WORST: Self;
    /// No value is larger.
    const BEST: Self;
    /// Whether values are points (a margin), or just win, draw and loss.
    const SCORED: bool;

    /// The value as a number: ordered alike, neighbours one apart, `(-v).rank() == -v.rank()`.
    fn rank(self) -> i16;

    /// The value of that rank. Panics if there is none.
    fn of_rank(rank: i16) -> Self;

    /// The value as people write it: -1, 0, 1, or a margin in points (halves are possible).
    fn points(self) -> f64;

    /// The value that people write so, if there is one.
    fn from_points(points: f64) -> Option<Self>;
}

/// Loss, draw or win: tic-tac-toe, Nim, Hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The player to move loses.
    Loss = -1,
    /// Neither player can force a win.
    Draw = 0,
    /// The player to move wins.
    Win = 1,
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl Value for Wdl {
    const WORST: Self = Wdl::Loss;
    const BEST: Self = Wdl::Win;
    const SCORED: bool = false;

    fn rank(self) -> i16 {
        self as i16
    }

    fn of_rank(rank: i16) -> Self {
        match rank {
            -1 => Wdl::Loss,
            0 => Wdl::Draw,
            1 => Wdl::Win,
            _ => panic!("win, draw and loss have ranks -1, 0 and 1, not {rank}"),
        }
    }

    fn points(self) -> f64 {
        f64::from(self.rank())
    }

    fn from_points(points: f64) -> Option<Self> {
        [Wdl::Loss, Wdl::Draw, Wdl::Win]
            .into_iter()
            .find(|value| value.points() == points)
    }
}

/// My points minus yours, counted in half points so that komi may be a half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Margin {
    half_points: i16,
}

impl Margin {
    /// A margin of whole points. Panics beyond 16,383 points: no board is that large.
    #[must_use]
    pub const fn points(points: i16) -> Self {
        assert!(
            points.unsigned_abs() <= 16_383,
            "a margin is at most 16,383 points"
        );
        Margin {
            half_points: 2 * points,
        }
    }

    /// A margin of half points.
    #[must_use]
    pub const fn half_points(half_points: i16) -> Self {
        assert!(
            half_points != i16::MIN,
            "a margin is symmetric: its negation must exist"
        );
        Margin { half_points }
    }
}

impl Neg for Margin {
    type Output = Self;

    fn neg(self) -> Self {
        Margin {
            half_points: -self.half_points,
        }
    }
}

impl Value for Margin {
    const WORST: Self = Margin {
        half_points: -i16::MAX,
    };
    const BEST: Self = Margin {
        half_points: i16::MAX,
    };
    const SCORED: bool = true;

    fn rank(self) -> i16 {
        self.half_points
    }

    fn of_rank(rank: i16) -> Self {
        Margin::half_points(rank)
    }

    fn points(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    fn from_points(points: f64) -> Option<Self> {
        let half_points = 2.0 * points;
        let fits = half_points.fract() == 0.0 && half_points.abs() <= f64::from(i16::MAX);
        fits.then(|| Margin::half_points(half_points as i16))
    }
}

/// How a finished game ended. Absolute: it names players, never "me".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome<V> {
    worth_to_first: V,
}

impl Outcome<Wdl> {
    /// Nobody won.
    pub const DRAW: Self = Outcome {
        worth_to_first: Wdl::Draw,
    };

    /// `winner` won.
    #[must_use]
    pub const fn win(winner: Player) -> Self {
        Outcome {
            worth_to_first: match winner {
                Player::First => Wdl::Win,
                Player::Second => Wdl::Loss,
            },
        }
    }
}

impl Outcome<Margin> {
    /// The first player has this many points more than the second.
    #[must_use]
    pub const fn margin(first_minus_second: Margin) -> Self {
        Outcome {
            worth_to_first: first_minus_second,
        }
    }
}

impl<V: Value> Outcome<V> {
    /// What the outcome is worth to `player`.
    #[must_use]
    pub fn value_for(self, player: Player) -> V {
        match player {
            Player::First => self.worth_to_first,
            Player::Second => -self.worth_to_first,
        }
    }

    /// The outcome that is worth `value` to `player`: the inverse of [`Outcome::value_for`].
    #[must_use]
    pub fn from_value(value: V, player: Player) -> Self {
        match player {
            Player::First => Outcome {
                worth_to_first: value,
            },
            Player::Second => Outcome {
                worth_to_first: -value,
            },
        }
    }

    /// Who won, or `None` for a draw.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self.worth_to_first.rank() {
            1.. => Some(Player::First),
            0 => None,
            ..=-1 => Some(Player::Second),
        }
    }
}

/// All that is proven about a value: it lies in `lower..=upper`.
///
/// Exact results, one-sided results and "ran out of budget" are all bounds, and every solver returns
/// one. Two proofs about the same value are joined by [`Bounds::and`], which panics if they
/// contradict each other: no answer is better than a wrong one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds<V> {
    /// The value is at least this.
    pub lower: V,
    /// The value is at most this.
    pub upper: V,
}

impl<V: Value> Bounds<V> {
    /// Nothing is proven.
    pub const UNKNOWN: Self = Bounds {
        lower: V::WORST,
        upper: V::BEST,
    };

    /// The value is `v`.
    #[must_use]
    pub fn exactly(v: V) -> Self {
        Bounds { lower: v, upper: v }
    }

    /// The value is `v` or better.
    #[must_use]
    pub fn at_least(v: V) -> Self {
        Bounds {
            lower: v,
            upper: V::BEST,
        }
    }

    /// The value is `v` or worse.
    #[must_use]
    pub fn at_most(v: V) -> Self {
        Bounds {
            lower: V::WORST,
            upper: v,
        }
    }

    /// What they say of a game that has draws or not: without them, what is no win is a loss.
    #[must_use]
    pub fn with_draws(self, has_draws: bool) -> Self {
        if has_draws {
            return self;
        }
        let lower = self.lower.rank() + i16::from(self.lower.rank() == 0);
        let upper = self.upper.rank() - i16::from(self.upper.rank() == 0);
        Bounds {
            lower: V::of_rank(lower),
            upper: V::of_rank(upper),
        }
    }

    /// The value, if it is proven exactly.
    #[must_use]
    pub fn value(self) -> Option<V> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the value is proven exactly.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Whether `v` is still possible.
    #[must_use]
    pub fn contains(self, v: V) -> bool {
        self.lower <= v && v <= self.upper
    }

    /// What both proofs say together. Panics if they contradict each other.
    #[must_use]
    #[track_caller]
    pub fn and(self, other: Self) -> Self {
        let both = Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        };
        assert!(
            both.lower <= both.upper,
            "contradictory proofs: {self:?} and {other:?}"
        );
        both
    }
}

/// What the bounds say to the other player.
impl<V: Value> Neg for Bounds<V> {
    type Output = Self;

    fn neg(self) -> Self {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal<V> {
    /// Its value.
    Value,
    /// Yes or no: can the first player force this outcome or a better one?
    AtLeast(Outcome<V>),
}

impl<V: Value> Goal<V> {
    /// Whether `bounds`, seen by `turn`, answer the question.
    #[must_use]
    pub fn is_answered(self, bounds: Bounds<V>, turn: Player) -> bool {
        match self {
            Goal::Value => bounds.is_exact(),
            Goal::AtLeast(_) => self.answer(bounds, turn).is_some(),
        }
    }

    /// The answer to a yes/no question that `bounds`, seen by `turn`, give; `None` while open.
    #[must_use]
    pub fn answer(self, bounds: Bounds<V>, turn: Player) -> Option<bool> {
        let Goal::AtLeast(outcome) = self else {
            return None;
        };
        let for_first = match turn {
            Player::First => bounds,
            Player::Second => -bounds,
        };
        let wanted = outcome.value_for(Player::First);
        if for_first.lower >= wanted {
            Some(true)
        } else if for_first.upper < wanted {
            Some(false)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_dense_symmetric_and_ordered() {
        for v in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            assert_eq!(Wdl::of_rank(v.rank()), v);
            assert_eq!((-v).rank(), -v.rank());
        }
        assert!(Wdl::Loss < Wdl::Draw && Wdl::Draw < Wdl::Win);
        for h in [-i16::MAX, -3, 0, 1, i16::MAX] {
            assert_eq!(Margin::of_rank(h).rank(), h);
            assert_eq!((-Margin::half_points(h)).rank(), -h);
        }
        assert_eq!(Margin::points(-2).rank(), -4);
        assert_eq!(Value::points(Margin::half_points(-3)), -1.5);
        assert_eq!(Margin::from_points(-1.5), Some(Margin::half_points(-3)));
        assert_eq!(Margin::from_points(0.25), None);
        assert_eq!(Margin::from_points(f64::NAN), None);
        assert_eq!(Wdl::from_points(1.0), Some(Wdl::Win));
        assert_eq!(Wdl::from_points(0.5), None);
    }

    #[test]
    fn outcomes_name_players_and_values_do_not() {
        let won = Outcome::win(Player::Second);
        assert_eq!(won.value_for(Player::First), Wdl::Loss);
        assert_eq!(won.value_for(Player::Second), Wdl::Win);
        assert_eq!(won.winner(), Some(Player::Second));
        assert_eq!(Outcome::DRAW.winner(), None);
        for player in Player::BOTH {
            for v in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
                assert_eq!(Outcome::from_value(v, player).value_for(player), v);
            }
        }
        let two_and_a_half = Outcome::margin(Margin::half_points(5));
        assert_eq!(
            two_and_a_half.value_for(Player::Second),
            Margin::half_points(-5)
        );
    }

    #[test]
    fn bounds_join_and_turn_round() {
        let b = Bounds::at_least(Wdl::Draw).and(Bounds::at_most(Wdl::Draw));
        assert_eq!(b.value(), Some(Wdl::Draw));
        assert_eq!(-Bounds::at_least(Wdl::Draw), Bounds::at_most(Wdl::Draw));
        assert_eq!(Bounds::<Wdl>::UNKNOWN.value(), None);
        assert!(!Bounds::at_least(Wdl::Draw).contains(Wdl::Loss));
    }

    #[test]
    #[should_panic(expected = "contradictory proofs")]
    fn contradictions_stop_the_proof() {
        let _ = Bounds::exactly(Wdl::Win).and(Bounds::at_most(Wdl::Draw));
    }

    #[test]
    fn goals_are_asked_from_the_first_players_side() {
        let draws = Goal::AtLeast(Outcome::DRAW);
        assert_eq!(
            draws.answer(Bounds::at_least(Wdl::Draw), Player::First),
            Some(true)
        );
        assert_eq!(
            draws.answer(Bounds::at_least(Wdl::Draw), Player::Second),
            None
        );
        assert_eq!(
            draws.answer(Bounds::at_most(Wdl::Draw), Player::Second),
            Some(true)
        );
        assert_eq!(
            draws.answer(Bounds::exactly(Wdl::Win), Player::Second),
            Some(false)
        );
        assert!(!Goal::<Wdl>::Value.is_answered(Bounds::UNKNOWN, Player::First));
    }
}
