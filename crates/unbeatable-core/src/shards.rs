//! A hash map in parts, which grow one by one.
//!
//! A map that grows copies itself, and both copies are there meanwhile: a large one keeps whoever looks
//! at a clock waiting for seconds, and needs three times its memory. Of this one a part grows at a time.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use crate::mixer::BuildMixer;

/// As many parts as keep the longest step short, and an empty map small.
const PARTS: usize = 64;

/// A hash map of positions, or of the like, that hashes alike on every run.
pub struct Shards<K, T> {
    parts: Vec<HashMap<K, T, BuildMixer>>,
    len: usize,
    /// Places of all parts, in use or not, and of the largest one.
    places: usize,
    places_most: usize,
}

impl<K: Copy + Eq + Hash, T> Default for Shards<K, T> {
    fn default() -> Self {
        Shards {
            parts: (0..PARTS).map(|_| HashMap::default()).collect(),
            len: 0,
            places: 0,
            places_most: 0,
        }
    }
}

impl<K: Copy + Eq + Hash, T> Shards<K, T> {
    /// The part of a key. Its bits are none that the maps themselves go by.
    #[inline]
    fn part(key: &K) -> usize {
        (BuildMixer::default().hash_one(key) >> 40) as usize % PARTS
    }

    /// What is kept under a key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: &K) -> Option<&T> {
        self.parts[Self::part(key)].get(key)
    }

    /// What is kept under a key, which is made first if nothing is, and whether it was.
    #[inline]
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> T) -> (&mut T, bool) {
        let part = &mut self.parts[Self::part(&key)];
        let (len, capacity) = (part.len(), part.capacity());
        if len == capacity && !part.contains_key(&key) {
            part.reserve(1);
            let places_now = places(part.capacity());
            self.places += places_now - places(capacity);
            self.places_most = self.places_most.max(places_now);
        }
        let mut is_new = false;
        let kept = part.entry(key).or_insert_with(|| {
            is_new = true;
            make()
        });
        self.len += usize::from(is_new);
        (kept, is_new)
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All keys with what is kept under them, in an order that is the same on every run.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &T)> {
        self.parts.iter().flatten()
    }

    /// Bytes taken.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        self.places * Self::PLACE_BYTES
    }

    /// Bytes taken at most while another key comes: a part may have to grow for it.
    #[must_use]
    #[inline]
    pub fn bytes_with_one_more(&self) -> usize {
        let bytes = (self.places + 2 * self.places_most.max(2)) * Self::PLACE_BYTES;
        // Allocators lose a little between parts.
        bytes + bytes / 16
    }

    const PLACE_BYTES: usize = size_of::<(K, T)>() + 1;
}

/// How many places a map has that holds so many: it is never more than 7/8 full.
fn places(capacity: usize) -> usize {
    match capacity {
        0 => 0,
        1..8 => capacity + 1,
        _ => capacity / 7 * 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn it_holds_what_a_map_holds() {
        let (mut shards, mut map) = (Shards::default(), BTreeMap::new());
        for i in 0..20_000u64 {
            let key = i * i % 7_919;
            let (kept, is_new) = shards.get_or_insert_with(key, || i);
            assert_eq!((*kept, is_new), {
                let is_new = !map.contains_key(&key);
                (*map.entry(key).or_insert(i), is_new)
            });
        }
        assert_eq!(shards.len(), map.len());
        assert_eq!(
            shards
                .iter()
                .map(|(k, t)| (*k, *t))
                .collect::<BTreeMap<_, _>>(),
            map
        );
        assert_eq!((shards.get(&1), shards.get(&7_919)), (map.get(&1), None));
    }

    /// What is counted is what the parts have, and it never jumps by more than a small part.
    #[test]
    fn growing_takes_little_memory() {
        let mut shards: Shards<u64, u64> = Shards::default();
        let (mut before, mut most) = (0, shards.bytes_with_one_more());
        for key in 0..200_000 {
            shards.get_or_insert_with(key, || key);
            let places: usize = shards
                .parts
                .iter()
                .map(|part| places(part.capacity()))
                .sum();
            assert_eq!(shards.places, places);
            let now = shards.bytes();
            assert!(now <= most, "{key}");
            assert!(now - before <= 4_096 + before / 16, "{key}");
            (before, most) = (now, shards.bytes_with_one_more());
        }
        // At least 7/16 full, as a map that has just grown.
        assert!(before <= 200_000 * 17 * 16 / 7 * 9 / 8, "{before}");
    }
}
