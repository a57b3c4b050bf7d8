//! What a slot of the table says, in two words.
//!
//! ```text
//!              63                                            46 45   38 37        19 18         0
//! word 0      | key XOR word 1                                                                   |
//! word 1      | second key, its lowest 18 bits                 | work  | lose        | win         |
//! ```
//!
//! A slot of zeros is empty: nothing is both won and lost. Both keys are 82 bits; that is what
//! a position is told apart from others by, so that what rests on this table is hashed, not exact.

use crate::distance::Distance;

/// What names a position in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// Its leading bits choose the bucket.
    pub key: u64,
    /// The lowest [`SECOND_KEY_BITS`] count.
    pub second_key: u64,
}

/// How many bits of the second key are kept.
pub const SECOND_KEY_BITS: u32 = 18;
const NUMBER_BITS: u32 = 19;
pub(super) const WORK_SHIFT: u32 = 2 * NUMBER_BITS;
pub(super) const SECOND_KEY_SHIFT: u32 = 64 - SECOND_KEY_BITS;

/// Numbers below this are kept exactly; above, to 15 leading bits, rounded down.
pub(super) const EXACT: u32 = 1 << 15;
pub(super) const INFINITE_CODE: u64 = (1 << NUMBER_BITS) - 1;

#[inline]
pub(super) fn encode(number: u32) -> u64 {
    if number < EXACT {
        return number.into();
    }
    if number >= Distance::INFINITY {
        return INFINITE_CODE;
    }
    let shift = 17 - number.leading_zeros();
    u64::from((shift << 14) + (number >> shift))
}

#[inline]
pub(super) fn decode(code: u64) -> u32 {
    let code = (code & INFINITE_CODE) as u32;
    if code < EXACT {
        return code;
    }
    if u64::from(code) == INFINITE_CODE {
        return Distance::INFINITY;
    }
    // Leading parts run from 2^14 to 2^15, so that the shift stands above them, less one.
    let shift = (code >> 14) - 1;
    (code - (shift << 14)) << shift
}

/// Work on a scale of quarters of a doubling, so that 8 bits go a long way.
#[must_use]
#[inline]
pub fn work_code(nodes: u64) -> u8 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let quarter = if log >= 2 { nodes >> (log - 2) & 3 } else { 0 };
    (4 * log) as u8 + quarter as u8
}

pub(super) const WORK_MASK: u64 = 0xff << WORK_SHIFT;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredDistance {
    /// How far it is, to the player to move there.
    pub distance: Distance,
    /// What the search took that found it, as a code that grows with the nodes ([`work_code`]).
    pub work: u8,
}

impl StoredDistance {
    /// What the second word of a slot says.
    #[inline]
    pub(super) fn of(word: u64) -> Self {
        let distance = Distance {
            win: decode(word),
            lose: decode(word >> NUMBER_BITS),
        };
        let work = (word >> WORK_SHIFT) as u8;
        StoredDistance { distance, work }
    }
}

/// A slot as it is kept. It means the same in a table of any size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedSlot {
    /// The key that it belongs to.
    pub key: u64,
    /// Second key, work and numbers, as they stand in the table; never 0.
    pub word: u64,
}

impl SavedSlot {
    /// What is known of a position, by so many nodes.
    #[must_use]
    #[inline]
    pub fn new(name: Name, distance: Distance, nodes: u64) -> Self {
        let word = encode(distance.win)
            | encode(distance.lose) << NUMBER_BITS
            | u64::from(work_code(nodes)) << WORK_SHIFT
            | name.second_key << SECOND_KEY_SHIFT;
        SavedSlot {
            key: name.key,
            word,
        }
    }
}

#[inline]
pub(super) fn is_decided(word: u64) -> bool {
    word & INFINITE_CODE == 0 || word >> NUMBER_BITS & INFINITE_CODE == 0
}

#[inline]
pub(super) fn fits(word: u64, second_key: u64) -> bool {
    word >> SECOND_KEY_SHIFT == second_key & ((1 << SECOND_KEY_BITS) - 1)
}
