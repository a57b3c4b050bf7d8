//! Squares of ultimate tic-tac-toe as CodinGame's referee names them.

/// A square of the whole board: row and column, 0 to 8 from the top left.
pub type ContestSquare = [u8; 2];

/// The move in that square as the game writes it: board, then square.
#[must_use]
pub fn text([row, column]: ContestSquare) -> String {
    let letter = |row: u8, column: u8| char::from(b'a' + 3 * row + column);
    let board = letter(row / 3, column / 3);
    let square = letter(row % 3, column % 3);
    format!("{board}{square}")
}

/// The square of a move. Panics if the text is no move.
#[must_use]
pub fn square(text: &str) -> ContestSquare {
    let [board, square] = *text.as_bytes() else {
        panic!("a move of ultimate tic-tac-toe is two letters, not {text}")
    };
    let (board, square) = (board - b'a', square - b'a');
    [3 * (board / 3) + square / 3, 3 * (board % 3) + square % 3]
}
