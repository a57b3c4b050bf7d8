//! What is remembered of components: vectors of numbers, for threads to share.
//!
//! ```text
//! shard, by the upper bits of a key's hash, behind a lock of its own
//!   slots, from the place on that the lower bits say   set, node | where its vector begins
//!   numbers of 32 bits, and of 64 bits                 vector, vector, ...
//! ```
//!
//! Memory is what takes the time: one look finds most slots, and most numbers fit into 32 bits.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use unbeatable_core::mixer::BuildMixer;

use crate::set::NodeSet;

/// So many locks: far more than threads.
const SHARDS: usize = 1 << 6;

/// A component, and the node by which it is entered.
pub(crate) type VectorKey<S> = (S, u8);

/// Vectors by their keys.
pub(crate) struct VectorMemory<S> {
    shards: Vec<Mutex<VectorShard<S>>>,
    /// Bytes taken by all of them.
    bytes: AtomicUsize,
}

/// The vectors of some keys.
pub(crate) struct VectorShard<S> {
    /// A power of two of them, at most three quarters of them taken.
    slots: Vec<VectorSlot<S>>,
    taken: usize,
    numbers: Pool<u64>,
    /// Vectors whose numbers fit into 32 bits, which most do.
    small_numbers: Pool<u32>,
}

#[derive(Clone, Copy)]
struct VectorSlot<S> {
    /// Empty in an empty slot: no component is.
    set: S,
    node: u8,
    is_small: bool,
    /// The place of its first number.
    at: u32,
}

/// A remembered vector.
pub(crate) enum Vector<'m> {
    Small(&'m [u32]),
    Large(&'m [u64]),
}

impl<S: NodeSet> VectorMemory<S> {
    pub(crate) fn new() -> Self {
        VectorMemory {
            shards: (0..SHARDS)
                .map(|_| Mutex::new(VectorShard::new()))
                .collect(),
            bytes: AtomicUsize::new(0),
        }
    }

    /// Where the vector of a key belongs, and the hash by which it is found there.
    pub(crate) fn shard(&self, key: VectorKey<S>) -> (MutexGuard<'_, VectorShard<S>>, u64) {
        let hash = BuildMixer::default().hash_one(key);
        let shard = &self.shards[(hash >> 56) as usize % SHARDS];
        // Whoever panicked left no half of anything: what is not in a slot is not remembered.
        (shard.lock().unwrap_or_else(PoisonError::into_inner), hash)
    }

    /// Remembers the vector of a key, unless another thread just did.
    pub(crate) fn remember(&self, key: VectorKey<S>, numbers: &[u64]) {
        let (mut shard, hash) = self.shard(key);
        if shard.find(key, hash).is_some() {
            return;
        }
        let before = shard.bytes();
        shard.put(key, hash, numbers);
        let more = shard.bytes() - before;
        if more > 0 {
            self.bytes.fetch_add(more, Relaxed);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }
}

impl<S: NodeSet> VectorShard<S> {
    fn new() -> Self {
        VectorShard {
            slots: vec![],
            taken: 0,
            numbers: Pool { blocks: vec![] },
            small_numbers: Pool { blocks: vec![] },
        }
    }

    /// The vector of a key.
    #[inline]
    pub(crate) fn find(&self, key: VectorKey<S>, hash: u64) -> Option<Vector<'_>> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = &self.slots[self.slot(key, hash)];
        let (at, length) = (slot.at as usize, slot.set.size() as usize);
        match (slot.set == S::EMPTY, slot.is_small) {
            (true, _) => None,
            (false, true) => Some(Vector::Small(self.small_numbers.get(at, length))),
            (false, false) => Some(Vector::Large(self.numbers.get(at, length))),
        }
    }

    /// The slot of a key, or the empty one where it belongs.
    #[inline]
    fn slot(&self, (set, node): VectorKey<S>, hash: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut place = hash as usize & last;
        loop {
            let slot = &self.slots[place];
            if slot.set == S::EMPTY || slot.set == set && slot.node == node {
                return place;
            }
            place = (place + 1) & last;
        }
    }

    fn put(&mut self, key: VectorKey<S>, hash: u64, numbers: &[u64]) {
        if 4 * (self.taken + 1) > 3 * self.slots.len() {
            self.grow();
        }
        self.taken += 1;
        let is_small = numbers.iter().all(|&n| u32::try_from(n).is_ok());
        let at = match is_small {
            true => {
                let small = numbers.iter().map(|&n| n as u32);
                self.small_numbers.put(small, numbers.len())
            }
            false => self.numbers.put(numbers.iter().copied(), numbers.len()),
        };
        let place = self.slot(key, hash);
        self.slots[place] = VectorSlot {
            set: key.0,
            node: key.1,
            is_small,
            at: at.try_into().expect("a shard has less than 16 GiB"),
        };
    }

    fn grow(&mut self) {
        let empty = VectorSlot {
            set: S::EMPTY,
            node: 0,
            is_small: true,
            at: 0,
        };
        let larger = vec![empty; (2 * self.slots.len()).max(16)];
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.set != S::EMPTY {
                let key = (slot.set, slot.node);
                let place = self.slot(key, BuildMixer::default().hash_one(key));
                self.slots[place] = slot;
            }
        }
    }

    fn bytes(&self) -> usize {
        // While they grow, old and new slots are there together.
        let slots = 3 * self.slots.len() / 2 * size_of::<VectorSlot<S>>();
        slots + self.numbers.bytes() + self.small_numbers.bytes()
    }
}

/// Numbers, kept in blocks so that nothing is ever moved.
struct Pool<T> {
    blocks: Vec<Vec<T>>,
}

impl<T> Pool<T> {
    /// So many numbers are in a block.
    const BLOCK: usize = 1 << 12;

    /// Keeps some numbers; says where.
    fn put(&mut self, numbers: impl IntoIterator<Item = T>, length: usize) -> usize {
        let is_full = |block: &Vec<T>| block.len() + length > Self::BLOCK;
        if self.blocks.last().is_none_or(is_full) {
            self.blocks.push(Vec::with_capacity(Self::BLOCK));
        }
        let before = (self.blocks.len() - 1) * Self::BLOCK;
        let block = self.blocks.last_mut().expect("a block was just made");
        let at = before + block.len();
        block.extend(numbers);
        at
    }

    #[inline]
    fn get(&self, at: usize, length: usize) -> &[T] {
        let (block, offset) = (at / Self::BLOCK, at % Self::BLOCK);
        &self.blocks[block][offset..offset + length]
    }

    fn bytes(&self) -> usize {
        self.blocks.len() * Self::BLOCK * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_found_again_and_bytes_are_counted() {
        let memory: VectorMemory<u64> = VectorMemory::new();
        // Every third one has a number that needs more than 32 bits.
        let vector = |set: u64, node: u8| -> Vec<u64> {
            let large = if set.is_multiple_of(3) { 1 << 40 } else { 0 };
            (0..set.size().into())
                .map(|i| large + 1_000 * set + 10 * i + u64::from(node))
                .collect()
        };
        for set in 1..3_000u64 {
            for node in set.bits() {
                memory.remember((set, node), &vector(set, node));
                // Another thread's, which is the same; here it is not, to see that it changes nothing.
                memory.remember((set, node), &vec![7; set.size() as usize]);
            }
        }
        for set in 1..3_000u64 {
            for node in 0..12 {
                let (shard, hash) = memory.shard((set, node));
                let found = shard.find((set, node), hash).map(|found| match found {
                    Vector::Small(numbers) => numbers.iter().map(|&n| n.into()).collect(),
                    Vector::Large(numbers) => numbers.to_vec(),
                });
                assert_eq!(found, set.has(node).then(|| vector(set, node)));
            }
        }
        let shards = memory
            .shards
            .iter()
            .map(|shard| shard.lock().expect("nobody panicked").bytes());
        assert_eq!(memory.bytes(), shards.sum());
    }
}
