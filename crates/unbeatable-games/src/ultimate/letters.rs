//! The letters of players, boards and squares.

use unbeatable_core::Player;

/// The letters of X and O.
pub(super) const LETTERS: [char; 2] = ['X', 'O'];

/// The letter of a local board, or of a square.
pub(super) fn letter(number: u8) -> char {
    char::from(b'a' + number)
}

/// The letter of a player.
pub(super) fn name(player: Player) -> char {
    LETTERS[player.index()]
}
