//! What [`local_boards`](crate::ultimate::local_boards) looks up for one board, for all boards of a word of marks
//! at once: five local boards of nine bits each, as [`Position`](super::Position) lays them out.
//!
//! A line of a board is its squares and the same word shifted twice, wherever three of the board's own
//! squares are compared; the constants below pick these out, so no bit of a neighbour, and none above
//! the boards, is ever read.

use crate::ultimate::local_boards::FULL;

/// Square 0 of each of five boards: multiplied with a set of squares, that set in every board.
pub const EACH: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;

/// The square of each board that sends to that board itself: moves 0, 10, 20, ..., 80.
pub const TO_ITSELF: [u64; 2] = [
    1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40,
    1 << 5 | 1 << 15 | 1 << 25 | 1 << 35,
];

/// These squares of every board.
const fn in_each(squares: u16) -> u64 {
    squares as u64 * EACH
}

/// In every board, the squares that complete a line with the marks of `word`; some may be occupied.
///
/// A square that is set already is among them if two lines cross there, or its own line is complete.
#[must_use]
#[inline]
pub const fn completing(word: u64) -> u64 {
    const COLUMNS: [u64; 3] = [in_each(0o111), in_each(0o222), in_each(0o444)];
    const ROWS: [u64; 3] = [in_each(0o007), in_each(0o070), in_each(0o700)];
    const DIAGONAL: [u64; 3] = [in_each(0o001), in_each(0o020), in_each(0o400)];
    const ACROSS: [u64; 3] = [in_each(0o004), in_each(0o020), in_each(0o100)];
    beside::<1>(word, COLUMNS)
        | beside::<3>(word, ROWS)
        | beside::<4>(word, DIAGONAL)
        | beside::<2>(word, ACROSS)
}

/// The squares of `ends` whose two companions at distances of `STEP` are set: the first squares of the
/// lines have them above, the last below, the middle ones on both sides.
#[inline]
const fn beside<const STEP: u32>(word: u64, [first, middle, last]: [u64; 3]) -> u64 {
    let (above, below) = (word >> STEP, word << STEP);
    (above & word >> (2 * STEP) & first)
        | (above & below & middle)
        | (below & word << (2 * STEP) & last)
}

/// In every board, one square of each line that is set completely: the first of the line.
#[must_use]
#[inline]
pub const fn lines(word: u64) -> u64 {
    (word & word >> 1 & word >> 2 & in_each(0o111))
        | (word & word >> 3 & word >> 6 & in_each(0o007))
        | (word & word >> 4 & word >> 8 & in_each(0o001))
        | (word & word >> 2 & word >> 4 & in_each(0o004))
}

/// The boards in which some square is set, of five.
#[inline]
const fn boards_of_word(word: u64) -> u16 {
    const LOW: u64 = in_each(0o377);
    const TOP: u64 = in_each(0o400);
    // The sum reaches the top square if any of the others is set.
    let tops = (((word & LOW) + LOW) | word) & TOP;
    // Square 8 of board b moves to bit 44 + b: by 36, 28, 20, 12, 4. No two products meet.
    const GATHER: u64 = 1 << 36 | 1 << 28 | 1 << 20 | 1 << 12 | 1 << 4;
    (tops.wrapping_mul(GATHER) >> 44) as u16 & 31
}

/// The boards, of nine, in which some square is set; what stands above the boards does not count.
#[must_use]
#[inline]
pub const fn boards([low, high]: [u64; 2]) -> u16 {
    (boards_of_word(low) | boards_of_word(high) << 5) & FULL
}

/// The squares of both.
#[must_use]
#[inline]
pub const fn both(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0] & b[0], a[1] & b[1]]
}

/// The squares of the first that are not in the second.
#[must_use]
#[inline]
pub const fn without(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0] & !b[0], a[1] & !b[1]]
}

/// The squares of a board, of nine.
#[must_use]
#[inline]
pub const fn board(words: [u64; 2], board: u8) -> u16 {
    let (word, shift) = super::position::place(board);
    (words[word] >> shift) as u16 & FULL
}

/// These squares of one board, of nine.
#[must_use]
#[inline]
pub const fn at(board: u8, squares: u16) -> [u64; 2] {
    let (word, shift) = super::position::place(board);
    let mut words = [0; 2];
    words[word] = (squares as u64) << shift;
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ultimate::local_boards::{COMPLETING, has_line};
    use unbeatable_core::random::Random;

    /// Compares both words with the tables, board by board.
    #[track_caller]
    fn check(words: [u64; 2]) {
        let done = words.map(completing);
        let whole = words.map(lines);
        let mut used = 0;
        for b in 0..9 {
            let set = board(words, b);
            let missing = FULL & !set;
            assert_eq!(board(done, b) & missing, COMPLETING[usize::from(set)]);
            assert_eq!(board(whole, b) != 0, has_line(set));
            used |= u16::from(set != 0) << b;
            assert_eq!(board(at(b, set), b), set);
        }
        assert_eq!(boards(words), used);
    }

    #[test]
    fn words_agree_with_tables() {
        for set in 0..=FULL {
            for b in 0..9 {
                check(at(b, set));
                let rest = at(b, FULL);
                check(without([in_each(FULL); 2], without(rest, at(b, set))));
            }
            check([in_each(set); 2]);
        }
        let mut random = Random::new(3);
        for _ in 0..100_000 {
            let thin = random.bits() & random.bits();
            check([random.bits(), random.bits()]);
            check([thin, random.bits() & random.bits() & random.bits()]);
        }
    }

    #[test]
    fn squares_that_send_to_their_own_board() {
        for b in 0..9 {
            assert_eq!(board(TO_ITSELF, b), 1 << b);
        }
    }
}
