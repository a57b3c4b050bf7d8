//! A table of proof and disproof numbers: fixed memory, shared without locks.
//!
//! A slot has 16 bytes, two words that are read and written one after the other without a lock
//! (`proof_table/slot.rs` says why that is safe). Four slots share a cache line; all places that a
//! position can have are in one line, and of the four the one with the least work behind it is replaced.
//! (`proof_table/word.rs` draws what a slot says.)
//!
//! The table begins small, where caches are fast and memory need not be cleared, and doubles in place
//! when it fills up, as far as it may. A bucket is the leading part of the key, so that doubling
//! splits every bucket in two, and both halves are at hand when it is read. Whoever reads or writes
//! meanwhile gets no wrong answer, but may miss what is being moved; so threads that search together
//! stand still for it, and it does not begin while somebody goes through all slots.

use std::sync::atomic::{self, AtomicUsize, Ordering::Relaxed};
use std::sync::{RwLock, TryLockError};
use std::thread;

mod saved_slots;
pub(crate) mod slot;
#[cfg(test)]
mod tests;
mod word;

use crate::cells::{Bucket, Cells, SLOTS};
pub use crate::distance::Distance;
use slot::ProofSlot;
pub use word::{Name, SECOND_KEY_BITS, SavedSlot, StoredDistance, work_code};
use word::{WORK_MASK, fits, is_decided};

/// Buckets double when this many of every eight slots are taken.
const CROWDED: usize = 4;

/// The smallest size that a table with room for more begins with, in buckets: 256 KiB.
const FIRST_BUCKETS: usize = 1 << 12;

/// Fewer buckets are split by one thread.
const ALONE_BUCKETS: usize = 1 << 14;

/// A table of proof and disproof numbers.
pub struct ProofTable {
    memory: Cells<Bucket>,
    /// Buckets in use.
    buckets: AtomicUsize,
    /// Buckets that are not empty.
    taken: AtomicUsize,
    /// Held for writing while the table doubles, for reading while it must not.
    doubling: RwLock<()>,
}

impl ProofTable {
    /// A table that takes at most that many bytes, or else the 64 of one bucket. If the system does not
    /// have that much, it may grow less; `None` if it has not even the first of it.
    #[must_use]
    pub fn new(bytes_max: usize) -> Option<Self> {
        let mut buckets = (bytes_max / size_of::<Bucket>()).max(1);
        let mut doublings = 0;
        while buckets / 2 >= FIRST_BUCKETS {
            buckets /= 2;
            doublings += 1;
        }
        let memory = loop {
            match Cells::new(buckets << doublings) {
                None if doublings > 0 => doublings -= 1,
                memory => break memory?,
            }
        };
        Some(ProofTable {
            memory,
            buckets: AtomicUsize::new(buckets),
            taken: AtomicUsize::new(0),
            doubling: RwLock::new(()),
        })
    }

    #[inline]
    fn buckets(&self) -> usize {
        self.buckets.load(Relaxed)
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets() * size_of::<Bucket>()
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets() as u128) >> 64) as usize
    }

    /// Begins to fetch what [`get`](Self::get) will look at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.memory.prefetch(self.bucket(key));
    }

    /// What is known of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, name: Name) -> Option<StoredDistance> {
        let bucket = &self.memory.all()[self.bucket(name.key)];
        for entry in &bucket.0 {
            match entry.read() {
                Some((key, word)) if key == name.key && fits(word, name.second_key) => {
                    return Some(StoredDistance::of(word));
                }
                _ => {}
            }
        }
        None
    }

    /// Notes what is known of a position, and how many nodes it took; an answer stays. Says whether an
    /// empty slot was taken for it: whoever writes counts them, and tells [`count`](Self::count).
    #[inline]
    pub fn put(&self, name: Name, distance: Distance, nodes: u64) -> bool {
        let word = SavedSlot::new(name, distance, nodes).word;
        let bucket = &self.memory.all()[self.bucket(name.key)];
        let mut least = u64::MAX;
        let mut place = &bucket.0[0];
        for entry in &bucket.0 {
            let work = match entry.read() {
                Some((key, held)) if key == name.key && fits(held, name.second_key) => {
                    // Another thread may have found the answer meanwhile.
                    if is_decided(held) && !distance.is_decided() {
                        return false;
                    }
                    (place, least) = (entry, WORK_MASK);
                    break;
                }
                Some((_, held)) => 1 + (held & WORK_MASK),
                // An empty one has the least of all.
                None => 0,
            };
            if work < least {
                (place, least) = (entry, work);
            }
        }
        place.write(name.key, word);
        least == 0
    }

    /// Notes that so many empty slots were taken. Says whether the table is crowded now and may
    /// [`double`](Self::double).
    #[inline]
    pub fn count(&self, taken: usize) -> bool {
        let taken = self.taken.fetch_add(taken, Relaxed) + taken;
        let buckets = self.buckets();
        taken * 8 >= buckets * (SLOTS * CROWDED) && buckets < self.memory.len()
    }

    /// The part of all slots, those that the table may still grow by included, that is not empty.
    #[must_use]
    pub fn fill(&self) -> f64 {
        self.taken.load(Relaxed) as f64 / (self.memory.len() * SLOTS) as f64
    }

    /// Doubles a crowded table, by so many threads: splits every bucket into two neighbours. Does nothing
    /// while it must not, or if another thread has just done it.
    pub fn double(&self, threads: usize) {
        let _alone = match self.doubling.try_write() {
            Ok(alone) => alone,
            Err(TryLockError::WouldBlock) => return,
            Err(TryLockError::Poisoned(_)) => panic!("a thread died while the table doubled"),
        };
        if !self.count(0) {
            return;
        }
        let mut end = self.buckets();
        self.buckets.store(end * 2, Relaxed);
        // The halves of the upper half of all buckets lie behind all that are not split yet, so that
        // these can be split in any order.
        while threads > 1 && end > ALONE_BUCKETS {
            let start = end.div_ceil(2);
            let part = (end - start).div_ceil(threads);
            thread::scope(|scope| {
                for first in (start..end).step_by(part) {
                    scope.spawn(move || (first..end.min(first + part)).for_each(|i| self.split(i)));
                }
            });
            end = start;
        }
        // From the last to the first, so that none is overwritten before it was read.
        (0..end).rev().for_each(|i| self.split(i));
    }

    /// Splits a bucket of the table before it doubled.
    fn split(&self, i: usize) {
        let held: [Option<(u64, u64)>; SLOTS] =
            std::array::from_fn(|j| self.memory.all()[i].0[j].read());
        let mut lengths = [0; 2];
        let halves = &self.memory.all()[2 * i..2 * i + 2];
        for (key, word) in held.into_iter().flatten() {
            // Halves of two slots, written by two threads at once, belong nowhere.
            let half = self.bucket(key).wrapping_sub(2 * i);
            if half < 2 {
                halves[half].0[lengths[half]].write(key, word);
                lengths[half] += 1;
            }
        }
        for (half, length) in halves.iter().zip(lengths) {
            half.0[length..].iter().for_each(ProofSlot::clear);
        }
    }
}
