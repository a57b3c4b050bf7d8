//! A word whose bits are cells: 64 are enough for 8x8, 128 for every board.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::board::CellSet;

/// A set of cells in a word of some width.
pub trait Word:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Send
    + Sync
{
    /// No cell.
    const EMPTY: Self;

    /// The set, if it fits.
    fn of(cells: CellSet) -> Self;

    /// One cell.
    fn one(cell: u8) -> Self;

    /// As the board has it.
    fn cells(self) -> CellSet;

    /// How many cells.
    fn len(self) -> usize;

    /// The lowest cell of some.
    fn lowest(self) -> u8;

    /// All but the lowest cell of some.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Its cells, lowest first.
    #[inline]
    fn each(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let lowest = self.lowest();
            self = self.without_lowest();
            Some(lowest)
        })
    }

    /// Whether a cell is in it.
    #[inline]
    fn has(self, cell: u8) -> bool {
        self.meets(Self::one(cell))
    }

    /// Whether there is none.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether all cells of this set are in the other.
    #[inline]
    fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// Whether the sets have a cell in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn of(cells: CellSet) -> Self {
                cells as $word
            }

            #[inline]
            fn one(cell: u8) -> Self {
                1 << cell
            }

            #[inline]
            fn cells(self) -> CellSet {
                self as CellSet
            }

            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & (self - 1)
            }
        }
    };
}

word!(u64);
word!(u128);
