//! A table of proof and disproof numbers: fixed memory, shared without locks.
//!
//! An entry has 16 bytes, two words that are read and written one after the other without a lock
//! (`proof_table/entry.rs` says why that is safe). Four entries share a cache line; all places that a
//! position can have are in one line, and of the four the one with the least work behind it is replaced.
//!
//! ```text
//!              63                                            46 45   38 37        19 18         0
//! word 0      | key XOR word 1                                                                   |
//! word 1      | check, its lowest 18 bits                      | work  | lose        | win         |
//! ```
//!
//! An entry of zeros is empty: nothing is both won and lost. Key and check are 82 bits; that is what
//! a position is told apart from others by, so that what rests on this table is hashed, not exact.
//!
//! The table begins small, where caches are fast and memory need not be cleared, and doubles in place
//! when it fills up, as far as it may. A bucket is the leading part of the key, so that doubling
//! splits every bucket in two, and both halves are at hand when it is read. Whoever reads or writes
//! meanwhile gets no wrong answer, but may miss what is being moved; so threads that search together
//! stand still for it, and it does not begin while somebody goes through all entries.

use std::sync::atomic::{self, AtomicUsize, Ordering::Relaxed};
use std::sync::{RwLock, TryLockError};
use std::thread;

mod entry;
mod keeping;
mod slots;

use entry::Entry;
pub use keeping::{Entries, Kept};
use slots::Slots;

/// How far a player is from reaching an aim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance {
    /// How many positions must be proven, at least, to prove that the player to move reaches the aim;
    pub win: u32,
    /// and that the player does not.
    pub lose: u32,
}

impl Distance {
    /// There is no way.
    pub const INFINITY: u32 = 1 << 31;
    /// The player to move reaches the aim.
    pub const WON: Self = Distance {
        win: 0,
        lose: Self::INFINITY,
    };
    /// The player to move misses it.
    pub const LOST: Self = Distance {
        win: Self::INFINITY,
        lose: 0,
    };

    /// Whether it is one or the other.
    #[must_use]
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.win == 0 || self.lose == 0
    }
}

/// What names a position in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// Its leading bits choose the bucket.
    pub key: u64,
    /// The lowest [`CHECK_BITS`] count.
    pub check: u64,
}

/// How many bits of the check are kept.
pub const CHECK_BITS: u32 = 18;
const NUMBER_BITS: u32 = 19;
const WORK_SHIFT: u32 = 2 * NUMBER_BITS;
const CHECK_SHIFT: u32 = 64 - CHECK_BITS;

/// Numbers below this are kept exactly; above, to 15 leading bits, rounded down.
const EXACT: u32 = 1 << 15;
const INFINITE_CODE: u64 = (1 << NUMBER_BITS) - 1;

#[inline]
fn encode(number: u32) -> u64 {
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
fn decode(code: u64) -> u32 {
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

const WORK_MASK: u64 = 0xff << WORK_SHIFT;

/// Four entries in one cache line.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct Bucket([Entry; ENTRIES]);

const ENTRIES: usize = 4;

/// Buckets double when this many of every eight entries are taken.
const CROWDED: usize = 4;

/// The smallest size that a table with room for more begins with, in buckets: 256 KiB.
const FIRST_BUCKETS: usize = 1 << 12;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// How far it is, to the player to move there.
    pub distance: Distance,
    /// What the search took that found it, as a code that grows with the nodes ([`work_code`]).
    pub work: u8,
}

/// Fewer buckets are split by one thread.
const ALONE_BUCKETS: usize = 1 << 14;

/// A table of proof and disproof numbers.
pub struct ProofTable {
    slots: Slots,
    /// Buckets in use.
    buckets: AtomicUsize,
    /// Entries that are not empty.
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
        let slots = loop {
            match Slots::new(buckets << doublings) {
                None if doublings > 0 => doublings -= 1,
                slots => break slots?,
            }
        };
        Some(ProofTable {
            slots,
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
        self.slots.prefetch(self.bucket(key));
    }

    /// What is known of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, name: Name) -> Option<Known> {
        let bucket = &self.slots.all()[self.bucket(name.key)];
        for entry in &bucket.0 {
            match entry.read() {
                Some((key, word)) if key == name.key && fits(word, name.check) => {
                    let distance = Distance {
                        win: decode(word),
                        lose: decode(word >> NUMBER_BITS),
                    };
                    let work = (word >> WORK_SHIFT) as u8;
                    return Some(Known { distance, work });
                }
                _ => {}
            }
        }
        None
    }

    /// Notes what is known of a position, and how many nodes it took; an answer stays. Says whether an empty entry was
    /// taken for it: whoever writes counts them, and tells [`count`](Self::count).
    #[inline]
    pub fn put(&self, name: Name, distance: Distance, nodes: u64) -> bool {
        let word = Kept::new(name, distance, nodes).word;
        let bucket = &self.slots.all()[self.bucket(name.key)];
        let mut least = u64::MAX;
        let mut place = &bucket.0[0];
        for entry in &bucket.0 {
            let work = match entry.read() {
                Some((key, held)) if key == name.key && fits(held, name.check) => {
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

    /// Notes that so many empty entries were taken. Says whether the table is crowded now and may
    /// [`double`](Self::double).
    #[inline]
    pub fn count(&self, taken: usize) -> bool {
        let taken = self.taken.fetch_add(taken, Relaxed) + taken;
        let buckets = self.buckets();
        taken * 8 >= buckets * (ENTRIES * CROWDED) && buckets < self.slots.len()
    }

    /// The part of all entries, those that the table may still grow by included, that is not empty.
    #[must_use]
    pub fn fill(&self) -> f64 {
        self.taken.load(Relaxed) as f64 / (self.slots.len() * ENTRIES) as f64
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
        let held: [Option<(u64, u64)>; ENTRIES] =
            std::array::from_fn(|j| self.slots.all()[i].0[j].read());
        let mut lengths = [0; 2];
        let halves = &self.slots.all()[2 * i..2 * i + 2];
        for (key, word) in held.into_iter().flatten() {
            // Halves of two entries, written by two threads at once, belong nowhere.
            let half = self.bucket(key).wrapping_sub(2 * i);
            if half < 2 {
                halves[half].0[lengths[half]].write(key, word);
                lengths[half] += 1;
            }
        }
        for (half, length) in halves.iter().zip(lengths) {
            half.0[length..].iter().for_each(Entry::clear);
        }
    }
}

#[inline]
fn is_decided(word: u64) -> bool {
    word & INFINITE_CODE == 0 || word >> NUMBER_BITS & INFINITE_CODE == 0
}

#[inline]
fn fits(word: u64, check: u64) -> bool {
    word >> CHECK_SHIFT == check & ((1 << CHECK_BITS) - 1)
}

#[cfg(test)]
mod tests;
