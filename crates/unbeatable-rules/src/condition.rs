//! Conditions of a position: when something may be done, when a game is over, who gets what.

use crate::circuit::Wire;
use crate::way::Ways;

/// What is true of a position.
#[derive(Debug)]
pub(crate) enum PositionTest<const W: usize> {
    /// One of these ways holds.
    Ways(Ways<W>),
    /// None of these ways holds.
    NoWay(Ways<W>),
    /// That wire is on.
    Gates(Wire),
}
