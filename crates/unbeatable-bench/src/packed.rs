//! Positions of games in layers, as numbers.

use unbeatable_core::{Layered, Notation, Numbered};

use crate::erased::Position;

/// A game in layers as numbers, whose positions have their types erased.
pub(crate) trait Packed: Numbered {
    /// The number of a position.
    fn number(&self, pos: &Position) -> u64;

    /// The position with a number.
    fn position(&self, number: u64) -> Position;
}

impl<G: Layered + Notation + 'static> Packed for G {
    fn number(&self, pos: &Position) -> u64 {
        self.pack(&pos.get())
    }

    fn position(&self, number: u64) -> Position {
        Position::new(self.unpack(number))
    }
}
