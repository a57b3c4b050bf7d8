//! Hashing that is the same on every run.

use std::hash::{BuildHasherDefault, Hasher};

use crate::random::finalise;

/// Hashes positions faster than the standard library's hasher, which defends against attackers that
/// do not exist here, and the same way every time: a multiplication a word, and SplitMix64's finaliser
/// (Steele, Lea and Flood 2014) at the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixer(u64);

/// For maps and sets of positions.
pub type BuildMixer = BuildHasherDefault<Mixer>;

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        words_of(bytes).for_each(|word| self.write_u64(word));
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(26) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn finish(&self) -> u64 {
        finalise(self.0)
    }
}

/// Bytes as words, the last one filled up with zeros.
fn words_of(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

/// Hashes by another rule than [`Mixer`]: both halves of a product, joined, for every word. What the one
/// takes for equal, the other tells apart; so two numbers together name a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct SecondMixer(u64);

/// For [`Game::second_key`](crate::Game::second_key).
pub type BuildSecondMixer = BuildHasherDefault<SecondMixer>;

impl Hasher for SecondMixer {
    fn write(&mut self, bytes: &[u8]) {
        words_of(bytes).for_each(|word| self.write_u64(word));
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        // Digits of the square roots of 2 and 3: without a pattern.
        let product = u128::from(self.0 ^ n ^ 0x6a09_e667_f3bc_c909) * 0xbb67_ae85_84ca_a73b;
        self.0 = finalise(product as u64 ^ (product >> 64) as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    #[test]
    fn hashes_are_fixed_and_distinct() {
        let build = BuildMixer::default();
        assert_eq!(build.hash_one((1u64, 2u8)), build.hash_one((1u64, 2u8)));
        let hashes: HashSet<u64> = (0..100u8)
            .flat_map(|a| (0..100u8).map(move |b| BuildMixer::default().hash_one([a, b])))
            .collect();
        assert_eq!(hashes.len(), 10_000);
    }

    /// Positions of two words that differ in one bit of each: some have the same hash by `Mixer`,
    /// none by both.
    #[test]
    fn what_one_takes_for_equal_the_other_tells_apart() {
        let mut random = Random::new(4);
        let mut same = 0;
        for _ in 0..200 {
            let [a, b] = [random.bits(), random.bits()];
            let hashes = |pos: (u64, u64)| {
                let mixed = BuildMixer::default().hash_one(pos);
                (mixed, BuildSecondMixer::default().hash_one(pos))
            };
            let (key, second_key) = hashes((a, b));
            for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
                let (other_key, other_second_key) = hashes((a ^ 1 << i, b ^ 1 << j));
                same += u32::from(key == other_key);
                let low = |n: u64| n & 0x3_ffff;
                assert!(
                    key != other_key || low(second_key) != low(other_second_key),
                    "{i} {j}"
                );
            }
        }
        assert!(same > 100, "{same}: else this test shows nothing");
    }
}
