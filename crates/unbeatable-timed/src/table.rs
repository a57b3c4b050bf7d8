//! What is remembered: bounds on how soon, in one number for each position.
//!
//! ```text
//!  63                              24 23    17 16    10 9     5 4     0
//! | rest of the position's number    | lower | upper | move  | work  |
//! ```
//!
//! A position's number is mixed by a bijection; some of its bits say where the slot is, and the slot keeps
//! the others. So no two positions are mistaken for each other, and threads can share slots without locks:
//! each is read and written as a whole. (c4 splits numbers by the remainder theorem to the same end.)

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};

use unbeatable_solve::cells::{CELLS, CellLine, Cells};

/// What is known of a position, as ranks for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The move that was best, by its place among those that were told; [`NO_MOVE`] if there is none.
    pub(crate) best: u8,
}

/// No move is known to be best.
pub(crate) const NO_MOVE: u8 = 31;

/// Ranks are less than this.
pub(crate) const RANK_END: i32 = 64;

/// A table begins with so many buckets, as a power of two.
const BEGIN_BITS: u32 = 12;

const PAYLOAD_BITS: u32 = 24;
const REST_BITS: u32 = 64 - PAYLOAD_BITS;

/// A bounded table from numbers to what is known of positions. It grows with what it holds, until threads
/// share it.
pub(crate) struct TimingTable {
    cells: Option<Cells<CellLine>>,
    /// 2 to the power of this is the number of buckets. It changes while one thread has the table.
    bucket_bits: AtomicU32,
    bucket_bits_max: u32,
    number_bits: u32,
    /// How many slots are in use, as long as it can grow.
    used: AtomicUsize,
    is_shared: AtomicBool,
}

/// Where a number belongs: its bucket, and what is left of it.
#[derive(Clone, Copy)]
struct SlotAddress {
    bucket: usize,
    rest: u64,
}

impl TimingTable {
    /// A table for numbers of so many bits that never takes more than `bytes_max`. With too few bytes it
    /// remembers nothing: a slot has no room for the rest of a number then.
    pub(crate) fn new(bytes_max: usize, number_bits: u32) -> Self {
        let buckets = bytes_max / (CELLS * 8);
        let bits_max = buckets.checked_ilog2().unwrap_or(0);
        let bits_min = number_bits.saturating_sub(REST_BITS).max(1);
        let mut table = TimingTable {
            cells: None,
            bucket_bits: bits_min.max(BEGIN_BITS.min(bits_max)).into(),
            bucket_bits_max: bits_max,
            number_bits,
            used: 0.into(),
            is_shared: false.into(),
        };
        if table.bucket_bits() <= bits_max {
            // The system gives memory when it is first touched.
            table.cells = Cells::new(1 << bits_max);
        }
        table
    }

    pub(crate) fn bytes(&self) -> usize {
        match self.cells {
            Some(_) => (CELLS * 8) << self.bucket_bits(),
            None => 0,
        }
    }

    #[inline]
    fn bucket_bits(&self) -> u32 {
        self.bucket_bits.load(Relaxed)
    }

    /// Takes all the memory there is at once: from now on threads may read and write side by side.
    pub(crate) fn share(&self) {
        if !self.is_shared.swap(true, Relaxed) && self.cells.is_some() {
            self.grow(self.bucket_bits_max);
        }
    }

    /// The number mixed: a bijection on numbers of so many bits.
    #[inline]
    pub(crate) fn mix(&self, number: u64) -> u64 {
        let bits = self.number_bits;
        let mask = u64::MAX >> (64 - bits);
        let mut mixed = number;
        mixed ^= mixed >> (bits / 2);
        mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        mixed ^= mixed >> (bits / 2);
        mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
        mixed ^ mixed >> (bits / 2)
    }

    #[inline]
    fn place(&self, mixed: u64) -> SlotAddress {
        let bucket_bits = self.bucket_bits();
        SlotAddress {
            bucket: (mixed & ((1 << bucket_bits) - 1)) as usize,
            rest: mixed >> bucket_bits,
        }
    }

    /// Begins to fetch what is known of a mixed number.
    #[inline]
    pub(crate) fn prefetch(&self, mixed: u64) {
        if let Some(cells) = &self.cells {
            cells.prefetch(self.place(mixed).bucket);
        }
    }

    /// What is known of a mixed number.
    #[inline]
    pub(crate) fn get(&self, mixed: u64) -> Option<Known> {
        let place = self.place(mixed);
        let bucket = &self.cells.as_ref()?.all()[place.bucket];
        let slots = bucket.0.iter().map(|slot| slot.load(Relaxed));
        let mut found = slots.filter(|slot| slot >> PAYLOAD_BITS == place.rest);
        // Ranks are never so low that a slot in use would be 0 below the rest.
        found
            .find(|slot| *slot << REST_BITS != 0)
            .map(|slot| Known {
                lower: (slot >> 17 & 127) as i32 - RANK_END,
                upper: (slot >> 10 & 127) as i32 - RANK_END,
                best: (slot >> 5 & 31) as u8,
            })
    }

    /// Remembers what is known after `nodes` nodes of work, in place of what was known before.
    #[inline]
    pub(crate) fn put(&self, mixed: u64, known: Known, nodes: u64) {
        let bucket_bits = self.bucket_bits();
        let can_grow = bucket_bits < self.bucket_bits_max;
        if can_grow && self.used.load(Relaxed) > (CELLS << bucket_bits) / 2 {
            self.grow(bucket_bits + 1);
        }
        let Some(cells) = &self.cells else {
            return;
        };
        let place = self.place(mixed);
        let bits = |rank: i32| (rank + RANK_END) as u64;
        let work = u64::from(nodes.max(1).ilog2().min(31));
        let slot = place.rest << PAYLOAD_BITS
            | bits(known.lower) << 17
            | bits(known.upper) << 10
            | u64::from(known.best) << 5
            | work;
        let bucket = &cells.all()[place.bucket];
        let (mut at, mut least) = (0, u64::MAX);
        for (i, old) in bucket.0.iter().enumerate() {
            let old = old.load(Relaxed);
            if old == 0 {
                // Threads that share a table would wait for each other's count, which nobody needs then.
                if can_grow {
                    self.used.store(self.used.load(Relaxed) + 1, Relaxed);
                }
                at = i;
                break;
            }
            if old >> PAYLOAD_BITS == place.rest {
                at = i;
                break;
            }
            // All full: the slot with the least work goes.
            if old & 31 < least {
                (at, least) = (i, old & 31);
            }
        }
        bucket.0[at].store(slot, Relaxed);
    }

    /// Enlarges the part of the memory that is in use: the slots of a bucket part among it and new ones.
    #[cold]
    fn grow(&self, bucket_bits: u32) {
        let Some(cells) = &self.cells else {
            return;
        };
        let old_bits = self.bucket_bits();
        let more_bits = bucket_bits - old_bits;
        for (i, near) in cells.all()[..1 << old_bits].iter().enumerate() {
            let slots = near.0.each_ref().map(|slot| slot.load(Relaxed));
            if slots[0] == 0 {
                // Slots are filled from the first on.
                continue;
            }
            near.0.iter().for_each(|slot| slot.store(0, Relaxed));
            for slot in slots.into_iter().filter(|slot| *slot != 0) {
                let rest = slot >> PAYLOAD_BITS;
                let part = (rest & ((1 << more_bits) - 1)) as usize;
                let moved = rest >> more_bits << PAYLOAD_BITS | slot & ((1 << PAYLOAD_BITS) - 1);
                let bucket = &cells.all()[i | part << old_bits];
                let free = bucket.0.iter().find(|slot| slot.load(Relaxed) == 0);
                let free = free.expect("a bucket's slots come from one bucket");
                free.store(moved, Relaxed);
            }
        }
        self.bucket_bits.store(bucket_bits, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn known(number: u64) -> Known {
        Known {
            lower: (number % 127) as i32 - 63,
            upper: (number % 41) as i32,
            best: (number % 32) as u8,
        }
    }

    /// Numbers that mixing made equal would be taken for one position.
    #[test]
    fn mixing_keeps_numbers_apart() {
        for bits in 2..=16 {
            let table = TimingTable::new(0, bits);
            let mixed: HashSet<u64> = (0..1 << bits).map(|number| table.mix(number)).collect();
            assert_eq!(mixed.len(), 1 << bits);
            assert!(mixed.iter().all(|mixed| mixed >> bits == 0));
        }
    }

    #[test]
    fn growth_keeps_what_is_known() {
        let table = TimingTable::new(64 << 20, 49);
        let begin = table.bytes();
        for number in 0..200_000 {
            table.put(table.mix(number), known(number), 1);
        }
        assert!(table.bytes() > begin && table.bytes() <= 64 << 20);
        let kept = (0..200_000).filter(|&number| {
            let found = table.get(table.mix(number));
            found.inspect(|found| assert_eq!(*found, known(number), "{number}"));
            found.is_some()
        });
        // Some buckets are full before the table is half full. By Poisson's law that costs one slot in a
        // hundred.
        let kept = kept.count();
        assert!(kept > 197_000, "a roomy table loses little: {kept}");
        assert!((200_000..400_000).all(|number| table.get(table.mix(number)).is_none()));
    }

    /// Growth at once is growth step by step.
    #[test]
    fn sharing_keeps_what_is_known() {
        let table = TimingTable::new(1 << 20, 49);
        for number in 0..10_000 {
            table.put(table.mix(number), known(number), 1);
        }
        let find = |number| table.get(table.mix(number));
        let before: Vec<_> = (0..10_000).map(find).collect();
        table.share();
        assert_eq!(table.bytes(), 1 << 20);
        assert_eq!((0..10_000).map(find).collect::<Vec<_>>(), before);
        assert!(before.iter().flatten().count() > 9_000);
    }

    /// All numbers of 16 bits share 64 buckets, or none: whoever is found is never somebody else.
    #[test]
    fn a_small_table_forgets_and_never_mistakes() {
        for bytes in [0, 1, 4096] {
            let table = TimingTable::new(bytes, 16);
            let mut kept = 0;
            for number in 0..1 << 16 {
                table.put(table.mix(number), known(number), number);
            }
            for number in 0..1 << 16 {
                if let Some(found) = table.get(table.mix(number)) {
                    assert_eq!(found, known(number));
                    kept += 1;
                }
            }
            assert_eq!(kept, bytes / 8);
        }
    }
}
