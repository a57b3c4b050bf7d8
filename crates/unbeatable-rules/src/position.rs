//! Positions and moves of a file.

use std::fmt::{self, Debug};

use unbeatable_core::Player;

use crate::way::FluentBits;

/// A position: what is true, who moves next, and whether it is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    pub(crate) bits: FluentBits<W>,
    pub(crate) turn: Player,
    pub(crate) stage: Stage,
}

/// Where a position stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// The player whose turn it is moves.
    Open,
    /// The rules give the other player another turn: the one whose turn it is here passes.
    Pass,
    /// It is over; the rank of its value for the first player.
    Over(i16),
}

impl<const W: usize> Debug for Position<W> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:x?} {:?} {:?}", self.bits, self.turn, self.stage)
    }
}

/// A move: the number of an action of the role that moves, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action(pub(crate) u16);

impl Action {
    /// The rules give the other player another turn.
    pub const PASS: Action = Action(u16::MAX);
}
