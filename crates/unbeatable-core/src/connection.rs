//! Games that are won by who connects two sides of a board with stones.

use crate::game::Game;
use crate::value::Player;

/// A game in which players put stones on empty cells in turn, and stones stay; who first has a chain of them
/// from one of two sides to the other wins, and somebody always does. Sets of cells are bits, cell 0 the lowest.
///
/// It says of its rules what [`Game`] says too, in other words: a checker of connections trusts it.
pub trait Connection: Game {
    /// How many cells there are, at most 120 or so: two more numbers are for sides.
    fn cells(&self) -> u8;

    /// The cells that touch some of these, perhaps with some of them.
    fn beside(&self, cells: u128) -> u128;

    /// The cells at the two sides that a player connects.
    fn sides(&self, player: Player) -> [u128; 2];

    /// The stones of both players, if from this position on nothing is played but stones.
    fn stones(&self, pos: &Self::Position) -> Option<[u128; 2]>;

    /// The stone on that cell, as a move.
    fn stone(&self, cell: u8) -> Self::Move;
}
