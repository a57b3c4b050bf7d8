//! Bounds as ranks, for the inner loop of alpha-beta.

use unbeatable_core::{Bounds, Value};

/// What a search proved: the rank of the value lies in `lower..=upper`.
///
/// That no value is worse than the worst or better than the best is not proven by search and stands
/// here as infinity, so that an open window stays open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

/// Beyond every rank; its negation too.
pub(crate) const INFINITY: i32 = i32::MAX;

impl RankBounds {
    /// Less than any search returns.
    pub(crate) const BELOW_ALL: Self = RankBounds {
        lower: i32::MIN,
        upper: i32::MIN,
    };

    /// What a search returns that was stopped: no value lies between these.
    pub(crate) const STOPPED: Self = RankBounds {
        lower: i32::MAX,
        upper: -i32::MAX,
    };

    pub(crate) const fn is_stopped(self) -> bool {
        self.lower > self.upper
    }

    /// Whether they say more than nothing.
    pub(crate) const fn is_something(self) -> bool {
        self.lower > -INFINITY || self.upper < INFINITY
    }

    pub(crate) const fn exactly(rank: i32) -> Self {
        RankBounds {
            lower: rank,
            upper: rank,
        }
    }

    pub(crate) fn from_bounds<V: Value>(Bounds { lower, upper }: Bounds<V>) -> Self {
        RankBounds {
            lower: if lower == V::WORST {
                -INFINITY
            } else {
                lower.rank().into()
            },
            upper: if upper == V::BEST {
                INFINITY
            } else {
                upper.rank().into()
            },
        }
    }

    pub(crate) fn to_bounds<V: Value>(self) -> Bounds<V> {
        let value = |rank: i32| {
            let rank = rank.clamp(V::WORST.rank().into(), V::BEST.rank().into());
            V::of_rank(rank.try_into().expect("clamped between two ranks"))
        };
        Bounds {
            lower: value(self.lower),
            upper: value(self.upper),
        }
    }

    pub(crate) const fn for_other_player(self) -> Self {
        RankBounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    #[track_caller]
    pub(crate) fn and(self, other: Self) -> Self {
        let both = RankBounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        };
        assert!(
            both.lower <= both.upper,
            "contradictory proofs: {self:?} and {other:?}"
        );
        both
    }

    pub(crate) const fn decides(self, alpha: i32, beta: i32) -> bool {
        self.lower >= beta || self.upper <= alpha || self.lower == self.upper
    }
}

/// Bounds as ranks, the worst and the best included.
pub(crate) fn ranks<V: Value>(Bounds { lower, upper }: Bounds<V>) -> RankBounds {
    RankBounds {
        lower: lower.rank().into(),
        upper: upper.rank().into(),
    }
}
