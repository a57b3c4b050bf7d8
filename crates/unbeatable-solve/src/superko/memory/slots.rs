//! The table of positions: cleared memory, in large pages where there are some.

use std::sync::atomic::AtomicU64;

use super::super::claimed::Claimed;
use crate::cells::sealed::Atomics;
use crate::cells::{Cells, Line64, prefetch};
use crate::distance::Distance;

/// What is remembered of a position; in Go 32 bytes.
#[repr(align(32))]
pub(super) struct MemorySlot<P> {
    pub(super) position: Claimed<P>,
    /// Of either side's goal; 0 where they are not known.
    pub(super) numbers: [AtomicU64; 2],
}

/// What a slot's word says.
#[derive(Clone, Copy)]
pub(super) struct SlotWord {
    /// The newest proof.
    pub(super) newest: u32,
    /// Which question the numbers are about.
    pub(super) asked: u16,
    /// One more than the log2 of the nodes spent; never 0.
    pub(super) work: u8,
}

impl SlotWord {
    #[inline]
    pub(super) fn of(word: u64) -> Self {
        SlotWord {
            newest: word as u32,
            asked: (word >> 32) as u16,
            work: (word >> 48) as u8,
        }
    }

    #[inline]
    pub(super) fn bits(self) -> u64 {
        u64::from(self.newest) | u64::from(self.asked) << 32 | u64::from(self.work) << 48
    }
}

pub(super) fn packed(numbers: Distance) -> u64 {
    u64::from(numbers.win) << 32 | u64::from(numbers.lose)
}

#[inline]
pub(super) fn unpacked(numbers: u64) -> Distance {
    Distance {
        win: (numbers >> 32) as u32,
        lose: numbers as u32,
    }
}

/// Two slots; in Go a cache line.
#[repr(C, align(64))]
struct SlotPair<P>([MemorySlot<P>; 2]);

impl<P: Copy + Send + Sync> Atomics for SlotPair<P> {
    #[cfg(target_family = "wasm")]
    fn cleared() -> Self {
        SlotPair([0, 0].map(|_| MemorySlot {
            position: Claimed::vacant(),
            numbers: [0, 0].map(AtomicU64::new),
        }))
    }
}
impl<P: Copy + Send + Sync> Line64 for SlotPair<P> {}

/// As many slots as a power of two, at least two.
pub(super) struct Slots<P> {
    pairs: Cells<SlotPair<P>>,
}

impl<P: Copy + Send + Sync> Slots<P> {
    /// So many vacant slots, or the least power of two that is no less; `None` if the system does not give
    /// the memory.
    pub(super) fn new(count: usize) -> Option<Self> {
        let pairs = Cells::new(count.next_power_of_two().div_ceil(2))?;
        Some(Slots { pairs })
    }

    /// What so many take.
    pub(super) fn bytes_of(count: usize) -> usize {
        count.div_ceil(2) * size_of::<SlotPair<P>>()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        2 * self.pairs.len()
    }

    pub(super) fn bytes(&self) -> usize {
        Self::bytes_of(self.len())
    }

    #[inline]
    pub(super) fn get(&self, i: usize) -> &MemorySlot<P> {
        &self.pairs.all()[i / 2].0[i % 2]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &MemorySlot<P>> {
        self.pairs.all().iter().flat_map(|pair| &pair.0)
    }

    /// Begins to fetch a slot from memory.
    #[inline]
    pub(super) fn prefetch(&self, i: usize) {
        prefetch(self.get(i));
    }
}
