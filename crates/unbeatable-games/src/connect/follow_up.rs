//! Follow-up in Connect Four: what a player gets who answers in the same column.
//!
//! Call a column odd if it has an odd number of empty squares. Let the opponent be to move.
//!
//! **An even number of odd columns.** Whenever the opponent plays the lowest empty square of a column that
//! was odd, the player fills the lowest square of another odd one; every other move he answers on top of
//! it. He can always do so, until the board is full. Of even columns the opponent gets the lowest empty
//! square and every second one above it; of odd ones the same from the second empty square on, and perhaps
//! the lowest. If these squares and the discs that he has hold no line, he cannot win. If moreover the
//! squares that the player is sure to get hold a line with the player's discs, the opponent loses.
//!
//! **An odd number of odd columns.** If the player has a winning square in an odd column at which he
//! arrives by answering there (the second empty square, the fourth and so on), he can answer in this column
//! as well, and in the others as above: the opponent runs out of other moves, or loses earlier. It holds if
//! the opponent has no line in what he gets on the way.
//!
//! The first is the rule of Claimeven for the whole board, with one of Baseinverse; the second is why
//! Zugzwang favours the first player on boards with an even number of squares (Allis 1988, 'A
//! knowledge-based approach of Connect-Four').

use unbeatable_core::bits::Bits;
use unbeatable_core::{Bounds, Wdl};

use crate::connect::{Connect, Discs};

/// What follow-up proves of an unfinished position, for the player to move. `landings` are those of the
/// position, `squares` the completions of the player who is not to move.
#[inline]
pub(crate) fn bounds(game: &Connect, pos: &Discs, landings: u64, squares: u64) -> Bounds<Wdl> {
    match most(game, pos, landings, squares) {
        None => Bounds::UNKNOWN,
        Some(0) => Bounds::at_most(Wdl::Draw),
        Some(_) => Bounds::exactly(Wdl::Loss),
    }
}

/// What the player to move gets at most, as the rank of a [timing](unbeatable_core::Timing): 0 for a draw,
/// and for a loss the less the sooner it comes.
#[inline]
pub(crate) fn most(game: &Connect, pos: &Discs, landings: u64, squares: u64) -> Option<i32> {
    // The lowest squares of even columns, every second one above them, and the same above odd ones.
    let lower = game.every_second_row();
    let empty = game.full() & !pos.discs;
    let odd = landings & !lower;
    if odd.count_ones().is_multiple_of(2) {
        if game.has_line(pos.mine | empty & lower | odd) {
            return None;
        }
        return Some(match game.has_line(pos.theirs() | empty & !lower & !odd) {
            // With the last ply, or with the one before it: it must be the opponent's.
            true => -1 - empty.count_ones() as i32 % 2,
            false => 0,
        });
    }
    for square in Bits(squares & empty & lower) {
        let column = game.column(square / (game.rows() + 1));
        let below = empty & !lower & column & ((1 << square) - 1);
        if column & odd != 0 && !game.has_line(pos.mine | (empty & lower | odd) & !column | below) {
            // What is above the square is still empty then.
            let above = empty & column & (u64::MAX << square);
            return Some(-(above.count_ones() as i32));
        }
    }
    None
}
