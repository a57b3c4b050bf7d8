//! When to try the pass: the move orders of the 2x2 Go programs (Tromp 1999).

use unbeatable_core::{Guide, Margin, Numbers, Outcome};

use crate::go::{Go, Move, Stones};
use crate::go::{liberty_lead, reach};

/// The pass before all stones, or after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassOrder {
    /// It leads to the nearest end, so that there is a score to compare with.
    First,
    /// Board order.
    Last,
}

impl Guide<Go> for PassOrder {
    fn sorts(&self) -> bool {
        *self == PassOrder::First
    }

    fn promise(&self, _: &Go, _: &Stones, m: Move) -> i32 {
        i32::from(m == Move::Pass)
    }

    #[inline]
    fn guess(&self, go: &Go, pos: &Stones) -> Option<Margin> {
        Some(reach::guess(go, pos))
    }

    #[inline]
    fn numbers(&self, go: &Go, pos: &Stones, at_least: Outcome<Margin>) -> Numbers {
        liberty_lead::numbers(go, pos, at_least)
    }
}
