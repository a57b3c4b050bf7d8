//! A guess at good moves in Connect Four: those after which the mover has more winning squares, reachable
//! or not (Pons 2015, 'Solving Connect 4', part 10), and of these the one nearest to the middle.

use unbeatable_core::Guide;

use crate::connect::{Connect, Discs};

/// Prefers columns that make winning squares, then those in the middle.
#[derive(Clone, Copy, Debug)]
pub struct ColumnOrder;

impl Guide<Connect> for ColumnOrder {
    #[inline]
    fn promise(&self, game: &Connect, pos: &Discs, column: u8) -> i32 {
        let landing = game.landings(pos) & game.column(column);
        let squares = game.completions(pos.mine | landing) & !pos.discs;
        // Twice the distance to the middle, which may lie between two columns.
        let off = (2 * i32::from(column) + 1 - i32::from(game.columns())).abs();
        64 * squares.count_ones() as i32 - off
    }
}
