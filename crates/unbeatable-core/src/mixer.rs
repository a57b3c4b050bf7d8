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
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
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
}
