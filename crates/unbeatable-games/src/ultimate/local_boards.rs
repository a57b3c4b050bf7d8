//! Tic-tac-toe boards as sets of nine squares, looked up in tables: what ultimate tic-tac-toe asks
//! of its nine local boards, and of the global board that they make.
//!
//! ```text
//! 0 1 2      bit s of a set is square s; an octal digit is a row, the top row the lowest:
//! 3 4 5      0o007 is the top row, 0o111 the left column, 0o124 the diagonal from the lower left
//! 6 7 8
//! ```
//!
//! All tables are made when the program is compiled; a set is always less than 512.

use crate::lomont;

/// All nine squares.
pub const FULL: u16 = 0o777;

/// How many sets of squares there are.
pub const SETS: usize = 512;

/// The eight lines: rows, columns, diagonals.
pub const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// One bit for each set of squares that holds a line.
pub const WINS: [u64; SETS / 64] = wins();

/// `COMPLETING[mine]`: the squares that would complete a line with `mine`; some may be the opponent's.
pub static COMPLETING: [u16; SETS] = completing();

/// `LIVE_LINES[theirs]`: bit `i` if `LINES[i]` holds none of `theirs`.
pub static LIVE_LINES: [u8; SETS] = live_lines();

/// How many symmetries a board has, the identity among them.
pub const SYMMETRIES: usize = 8;

/// `PERMUTED[i][s]`: where symmetry `i` takes square `s`, numbered as in [`lomont::permute`].
pub static PERMUTED: [[u8; 9]; SYMMETRIES] = permuted();

/// `IMAGES[i][set]`: the image of a set of squares under symmetry `i`.
pub static IMAGES: [[u16; SETS]; SYMMETRIES] = images();

/// How many ways there are to mark a board: each square is empty, one player's or the other's.
pub(super) const BOARDS: usize = 3usize.pow(9);

/// `TERNARY[set]`: the set's squares as digits of a number to base 3, square 0 the lowest.
static TERNARY: [u16; SETS] = ternary();

/// The number of a board with these marks: a digit to base 3 for a square, 0 if it is empty, 1 for a
/// mark of the player named first, 2 for one of the other.
#[inline]
pub(super) fn number([mine, theirs]: [u16; 2]) -> u16 {
    TERNARY[mine as usize] + 2 * TERNARY[theirs as usize]
}

/// The marks of the board with this number.
pub(super) const fn marks(number: usize) -> [u16; 2] {
    let mut marks = [0; 2];
    let (mut rest, mut square) = (number, 0);
    while square < 9 {
        if rest % 3 != 0 {
            marks[rest % 3 - 1] |= 1 << square;
        }
        rest /= 3;
        square += 1;
    }
    marks
}

/// Whether a set of squares holds a line.
#[must_use]
#[inline]
pub const fn has_line(set: u16) -> bool {
    WINS[set as usize / 64] >> (set % 64) & 1 == 1
}

const fn holds_line(set: u16) -> bool {
    let mut i = 0;
    while i < LINES.len() {
        if set & LINES[i] == LINES[i] {
            return true;
        }
        i += 1;
    }
    false
}

const fn wins() -> [u64; SETS / 64] {
    let mut wins = [0; SETS / 64];
    let mut set = 0;
    while set < SETS {
        if holds_line(set as u16) {
            wins[set / 64] |= 1 << (set % 64);
        }
        set += 1;
    }
    wins
}

const fn completing() -> [u16; SETS] {
    let mut table = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let mut i = 0;
        while i < LINES.len() {
            let missing = LINES[i] & !(set as u16);
            if missing.count_ones() == 1 {
                table[set] |= missing;
            }
            i += 1;
        }
        set += 1;
    }
    table
}

const fn live_lines() -> [u8; SETS] {
    let mut table = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let mut i = 0;
        while i < LINES.len() {
            if LINES[i] & set as u16 == 0 {
                table[set] |= 1 << i;
            }
            i += 1;
        }
        set += 1;
    }
    table
}

const fn permuted() -> [[u8; 9]; SYMMETRIES] {
    let mut table = [[0; 9]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut square = 0;
        while square < 9 {
            table[symmetry][square] = lomont::permute(symmetry, 3, 3, square as u8);
            square += 1;
        }
        symmetry += 1;
    }
    table
}

const fn images() -> [[u16; SETS]; SYMMETRIES] {
    let permuted = permuted();
    let mut table = [[0; SETS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut set = 1;
        while set < SETS {
            // A set is its lowest square and the rest, whose image is known by then.
            let lowest = set.trailing_zeros() as usize;
            let rest = table[symmetry][set & (set - 1)];
            table[symmetry][set] = rest | 1 << permuted[symmetry][lowest];
            set += 1;
        }
        symmetry += 1;
    }
    table
}

const fn ternary() -> [u16; SETS] {
    let mut table = [0; SETS];
    let mut set = 1usize;
    while set < SETS {
        let lowest = set.trailing_zeros();
        table[set] = table[set & (set - 1)] + 3u16.pow(lowest);
        set += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::Images;
    use crate::mnk::Mnk;

    /// Every table at every set, against k in a row at any size.
    #[test]
    fn tables_agree_with_tic_tac_toe() {
        let ttt = Mnk::tic_tac_toe();
        let images = Images::new(3, 3);
        let mut lines = LINES.map(u64::from);
        lines.sort_unstable();
        assert_eq!(lines, ttt.lines());
        for set in 0..=FULL {
            let (i, wide) = (usize::from(set), u64::from(set));
            assert_eq!(has_line(set), ttt.has_line(wide));
            let missing = !wide & u64::from(FULL);
            assert_eq!(u64::from(COMPLETING[i]), ttt.completions(wide) & missing);
            for (line, live) in LINES.iter().zip((0..8).map(|bit| LIVE_LINES[i] >> bit & 1)) {
                assert_eq!(live == 1, line & set == 0);
            }
            assert_eq!(images.of(wide), IMAGES.map(|table| u64::from(table[i])));
        }
    }
}
