//! What the eight lines of boards need, all in one number.
//!
//! ```text
//!      63  56                      15   8 7    0
//!     | 0o124 |   ...   |   ...   | 0o070 | 0o007 |     byte i is line i of local_boards::LINES
//! ```
//!
//! A byte is the sum over three boards of what each needs, [`DEAD`] at most, so that it is less than 128
//! with waste added, and its top bit is free for comparisons.

use crate::ultimate::local_boards::LINES;

/// What a board needs that cannot be won: more than anybody has.
pub(super) const DEAD: u8 = 40;

const _: () = assert!(3 * DEAD as u32 + 1 < 128 && DEAD > 27);

/// One for every line.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The top bits.
pub(super) const TOPS: u64 = ONES << 7;

/// `THROUGH[b]`: one for every line through board `b`.
pub(super) const THROUGH: [u64; 9] = {
    let mut table = [0; 9];
    let mut line = 0;
    while line < LINES.len() {
        let mut board = 0;
        while board < 9 {
            if LINES[line] >> board & 1 == 1 {
                table[board] |= 1 << (8 * line);
            }
            board += 1;
        }
        line += 1;
    }
    table
};

/// The top bits of the lines that need no more than `limit`.
#[inline]
pub(super) fn within(needs: u64, limit: u32) -> u64 {
    assert!(limit < 128, "more moves than a game has");
    !(needs + u64::from(127 - limit) * ONES) & TOPS
}

/// Whether every line needs more than `limit`.
#[inline]
pub(super) fn all_exceed(needs: u64, limit: u32) -> bool {
    within(needs, limit) == 0
}

/// What each line needs.
#[inline]
pub(super) fn each(needs: u64) -> impl Iterator<Item = u32> {
    needs.to_le_bytes().into_iter().map(u32::from)
}
