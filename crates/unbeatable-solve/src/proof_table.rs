//! A table of proof and disproof numbers: fixed memory, shared without locks.
//!
//! An entry has 16 bytes, two words that are read and written one after the other without a lock. The
//! first is the key XOR the second, so that an entry of which another thread has replaced one half fits
//! no key (Hyatt and Mann 2002). Four entries share a cache line; all places that a position can have
//! are in one line, and of the four the one with the least work behind it is replaced.
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
//! splits every bucket in two, and both halves are at hand when it is read.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

mod slots;

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
#[inline]
fn encode_work(nodes: u64) -> u64 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let quarter = if log >= 2 { nodes >> (log - 2) & 3 } else { 0 };
    u64::from(4 * log) + quarter
}

const WORK_MASK: u64 = 0xff << WORK_SHIFT;

/// Four entries in one cache line.
#[repr(C, align(64))]
#[derive(Debug)]
pub struct Bucket([[AtomicU64; 2]; ENTRIES]);

const ENTRIES: usize = 4;

/// Buckets double when this many of every eight entries are taken.
const CROWDED: usize = 4;

/// The smallest size that a table with room for more begins with, in buckets: 256 KiB.
const FIRST_BUCKETS: usize = 1 << 12;

/// A table of proof and disproof numbers.
pub struct ProofTable {
    slots: Slots,
    /// Buckets in use, and how many times they may double yet.
    buckets: usize,
    doublings: u32,
    /// Entries that are not empty.
    taken: usize,
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
            buckets,
            doublings,
            taken: 0,
        })
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets * size_of::<Bucket>()
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    /// Begins to fetch what [`get`](Self::get) will look at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.slots.prefetch(self.bucket(key));
    }

    /// What is known of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, name: Name) -> Option<Distance> {
        let bucket = &self.slots.all()[self.bucket(name.key)];
        for [first, second] in &bucket.0 {
            let word = second.load(Relaxed);
            if first.load(Relaxed) ^ word == name.key && fits(word, name.check) {
                return Some(Distance {
                    win: decode(word),
                    lose: decode(word >> NUMBER_BITS),
                });
            }
        }
        None
    }

    /// Notes what is known of a position, and how many nodes it took.
    #[inline]
    pub fn put(&mut self, name: Name, distance: Distance, nodes: u64) {
        if self.taken * 8 >= self.buckets * (ENTRIES * CROWDED) && self.doublings > 0 {
            self.double();
        }
        let word = encode(distance.win)
            | encode(distance.lose) << NUMBER_BITS
            | encode_work(nodes) << WORK_SHIFT
            | name.check << CHECK_SHIFT;
        let bucket = &self.slots.all()[self.bucket(name.key)];
        let mut least = u64::MAX;
        let mut place = &bucket.0[0];
        for entry in &bucket.0 {
            let held = entry[1].load(Relaxed);
            if held != 0 && entry[0].load(Relaxed) ^ held == name.key && fits(held, name.check) {
                (place, least) = (entry, WORK_MASK);
                break;
            }
            // An empty one has the least of all.
            let work = if held == 0 { 0 } else { 1 + (held & WORK_MASK) };
            if work < least {
                (place, least) = (entry, work);
            }
        }
        self.taken += usize::from(least == 0);
        place[0].store(name.key ^ word, Relaxed);
        place[1].store(word, Relaxed);
    }

    /// Splits every bucket into two neighbours. From the last to the first, so that none is overwritten
    /// before it was read.
    fn double(&mut self) {
        let before = self.buckets;
        self.buckets *= 2;
        self.doublings -= 1;
        for i in (0..before).rev() {
            let mut halves = [[[0; 2]; ENTRIES]; 2];
            let mut lengths = [0; 2];
            for entry in &self.slots.all()[i].0 {
                let [first, second] = [entry[0].load(Relaxed), entry[1].load(Relaxed)];
                if second == 0 {
                    continue;
                }
                let half = self.bucket(first ^ second) - 2 * i;
                halves[half][lengths[half]] = [first, second];
                lengths[half] += 1;
            }
            for (half, entries) in halves.iter().enumerate() {
                for (place, entry) in self.slots.all()[2 * i + half].0.iter().zip(entries) {
                    place[0].store(entry[0], Relaxed);
                    place[1].store(entry[1], Relaxed);
                }
            }
        }
    }
}

#[inline]
fn fits(word: u64, check: u64) -> bool {
    word != 0 && word >> CHECK_SHIFT == check & ((1 << CHECK_BITS) - 1)
}

#[cfg(test)]
mod tests;
