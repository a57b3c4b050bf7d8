//! Eight lines at once: the win test that compares all lines of a board in one register of eight lanes.
//!
//! After Elhage, 'Efficient representation' (2020): eight lines times sixteen bits are 128 bits, one
//! register of most processors. Here it is ordinary arithmetic on one number of 128 bits, so it needs
//! neither a vector library nor `unsafe`. It is slower than the table of 64 bytes that
//! [`local_boards::has_line`](crate::ultimate::local_boards::has_line) reads, so the rules use that, and this is
//! the second opinion (`cargo bench -p unbeatable-games`).
//!
//! ```text
//!            127   112                            31    16 15     0
//! MASKS      |   0o124   |   ...   |     ...     |  0o070 |  0o007 |   lane i is line i
//! ```

use crate::ultimate::local_boards::LINES;

/// The lowest bit of each lane: multiplied with a set of squares, that set in every lane.
const EACH: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;

/// The highest bit of each lane. No line reaches it.
const TOP: u128 = EACH << 15;

/// The eight lines, the first in the lowest lane.
pub const MASKS: u128 = {
    let mut masks = 0;
    let mut i = 0;
    while i < LINES.len() {
        masks |= (LINES[i] as u128) << (16 * i);
        i += 1;
    }
    masks
};

/// Whether a set of squares holds a line.
#[must_use]
#[inline]
pub const fn has_line(set: u16) -> bool {
    let missing = MASKS & !(set as u128 * EACH);
    // The sum reaches the top of every lane in which a square is missing, and carries into no other.
    (missing + (TOP - EACH)) & TOP != TOP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ultimate::local_boards::{self, FULL};

    #[test]
    fn it_is_the_table_for_every_board() {
        for set in 0..=FULL {
            assert_eq!(has_line(set), local_boards::has_line(set), "{set:o}");
        }
    }
}
