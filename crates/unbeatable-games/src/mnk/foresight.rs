//! How soon a game of k in a row ends, as far as that is seen without search: what is known of the outcome.

use unbeatable_core::{Foresight, Layered};

use crate::mnk::potential::Potential;
use crate::mnk::strategy_stealing::StrategyStealing;
use crate::mnk::threats::Threats;
use crate::mnk::{Board, Mnk};

impl Foresight<Mnk> for (Threats, (Potential, StrategyStealing)) {
    /// X's stones below and O's stones above, as many bits for each as there are squares.
    #[inline]
    fn number(&self, game: &Mnk, pos: &Board) -> u64 {
        let folded = game.fold(game.pack(pos));
        (folded & u64::from(u32::MAX)) | folded >> 32 << game.layer_max()
    }

    fn number_bits(&self, game: &Mnk) -> u32 {
        2 * game.layer_max()
    }
}
