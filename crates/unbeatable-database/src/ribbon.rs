//! Static functions: short codewords for a fixed set of keys, found by any of them in one place, without
//! the keys (Dillinger and Walzer 2021, "Ribbon filter: practically smaller than Bloom and Xor").
//!
//! The codewords of all keys are the solution of linear equations over one vector of bits. Each bit of a
//! key's codeword is the parity of some of [`WIDTH`] bits in a row; where they begin, and which of them
//! are meant, is random, by the key:
//!
//! ```text
//! the vector       0 1 1 0 1 0 0 0 1 1 0 1 0 1 0 …
//! key              . . . 1 0 1 1 0 1 . . . . . . …     codeword's first bit: 0 ^ 0 ^ 0 ^ 1 = 1
//! (width 6)        . . . 1 1 0 0 1 0 . . . . . . …     codeword's second bit: 0 ^ 1 ^ 1 = 0
//! ```
//!
//! Equations that are so narrow are solved in one pass, and the more surely the wider they are: at 120
//! bits the vector is a few percent longer than all codewords together, where one that is found by
//! peeling a random hypergraph is 13 percent longer (Graf and Lemire 2022), and a key's bits are in one
//! or two lines of the cache, not in three. For keys outside the set a function has any answer.

use unbeatable_core::random::finalise;

/// So many bits of the vector are meant by an equation, at most; with the seven bits before them in
/// their byte they fit into 128.
pub(crate) const WIDTH: u32 = 120;

/// Vectors of single bits are longer than their equations by so many parts in 256. The longer the
/// codewords, the less evenly equations are spread, and the longer are vectors; by one part more for each
/// seed that had no solution. Another number would be another format: verification makes vectors once more.
const SPARE_FIRST: u64 = 5;

/// What is random about a key.
#[inline]
fn hashed(key: u64, seed: u32) -> u64 {
    finalise(key ^ finalise(u64::from(seed) + 1))
}

/// A key's equations: where they begin, and what all their coefficients come from.
#[derive(Clone, Copy)]
pub(crate) struct KeyEquations {
    start: u32,
    hash: u64,
}

impl KeyEquations {
    /// The equations of a key in a vector of so many bits.
    #[inline]
    pub(crate) fn new(key: u64, seed: u32, slots: u32) -> Self {
        KeyEquations::of(hashed(key, seed), slots)
    }

    /// The larger the hash, the farther to the right.
    #[inline]
    fn of(hash: u64, slots: u32) -> Self {
        let starts = u64::from(slots - WIDTH + 1);
        let start = (u128::from(hash) * u128::from(starts)) >> 64;
        KeyEquations {
            start: start as u32,
            hash,
        }
    }

    /// The coefficients of the equation for a bit of the codeword. The lowest one is always there.
    #[inline]
    fn coefficients(self, bit: u32) -> u128 {
        let from = self.hash.wrapping_add(u64::from(bit) << 1);
        let low = finalise(from ^ 0x9e37_79b9_7f4a_7c15);
        let high = finalise(from.wrapping_add(1) ^ 0x9e37_79b9_7f4a_7c15);
        (u128::from(high) << 64 | u128::from(low)) & (u128::MAX >> (128 - WIDTH)) | 1
    }

    /// The vector's bits from where the equations begin.
    #[inline]
    pub(crate) fn window(self, vector: &[u8]) -> u128 {
        let from = (self.start / 8) as usize;
        let bytes = vector[from..from + 16].try_into().expect("16 bytes");
        u128::from_le_bytes(bytes) >> (self.start % 8)
    }

    /// A bit of the codeword.
    #[inline]
    pub(crate) fn bit(self, window: u128, bit: u32) -> bool {
        (window & self.coefficients(bit)).count_ones() % 2 == 1
    }
}

/// A codeword: so many bits, the first one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Codeword {
    pub(crate) bits: u32,
    pub(crate) len: u32,
}

/// A function: with its seed and its length the vector answers for all keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ribbon {
    pub(crate) seed: u32,
    /// The length of the vector; 0 if no codeword has a bit.
    pub(crate) slots: u32,
    pub(crate) vector: Vec<u8>,
}

/// How many bytes a vector of so many bits has: the last window fits.
pub(crate) fn vector_bytes(slots: u32) -> usize {
    match slots {
        0 => 0,
        slots => ((slots - WIDTH) / 8 + 16) as usize,
    }
}

impl Ribbon {
    /// The function with these codewords; it depends on nothing else. Keys are different.
    pub(crate) fn new(codewords: &[(u64, Codeword)]) -> Self {
        let lengths = codewords.iter().map(|(_, code)| u64::from(code.len));
        let equations: u64 = lengths.clone().sum();
        let squares: u64 = lengths.map(|len| len * len).sum();
        if equations == 0 {
            return Ribbon {
                seed: 0,
                slots: 0,
                vector: vec![],
            };
        }
        let mut rows = RibbonRows::default();
        for seed in 0.. {
            let place = |&(key, code): &(u64, Codeword)| (hashed(key, seed), code);
            let mut hashes: Vec<(u64, Codeword)> = codewords.iter().map(place).collect();
            // From left to right the rows that an equation meets are few, and near.
            hashes.sort_unstable_by_key(|(hash, _)| *hash);
            let spare = SPARE_FIRST * squares / equations + u64::from(seed);
            let slots = equations + (equations * spare).div_ceil(256);
            let slots = u32::try_from(slots).expect("a shard is small");
            let slots = slots.max(WIDTH + 8);
            if rows.fill(&hashes, slots) {
                let vector = rows.solution();
                return Ribbon {
                    seed,
                    slots,
                    vector,
                };
            }
        }
        unreachable!("there are more than enough seeds")
    }
}

/// Equations in echelon form: that of slot i begins there, or there is none.
#[derive(Default)]
struct RibbonRows {
    coefficients: Vec<u128>,
    right: Vec<bool>,
}

impl RibbonRows {
    /// Whether all equations have a common solution.
    fn fill(&mut self, codewords: &[(u64, Codeword)], slots: u32) -> bool {
        self.coefficients.clear();
        self.coefficients.resize(slots as usize, 0);
        self.right.clear();
        self.right.resize(slots as usize, false);
        codewords.iter().all(|&(hash, code)| {
            let place = KeyEquations::of(hash, slots);
            (0..code.len).all(|bit| {
                let right = code.bits >> bit & 1 == 1;
                self.add(place.start as usize, place.coefficients(bit), right)
            })
        })
    }

    /// Whether the equation agrees with those that are there.
    #[inline]
    fn add(&mut self, mut slot: usize, mut coefficients: u128, mut right: bool) -> bool {
        loop {
            let there = self.coefficients[slot];
            if there == 0 {
                self.coefficients[slot] = coefficients;
                self.right[slot] = right;
                return true;
            }
            coefficients ^= there;
            right ^= self.right[slot];
            if coefficients == 0 {
                return !right;
            }
            let zeros = coefficients.trailing_zeros();
            coefficients >>= zeros;
            slot += zeros as usize;
        }
    }

    /// The vector: slots that no equation determines are 0.
    fn solution(&self) -> Vec<u8> {
        let slots = self.coefficients.len();
        let mut vector = vec![0; vector_bytes(slots as u32)];
        let mut behind = 0u128;
        for slot in (0..slots).rev() {
            let others = self.coefficients[slot] >> 1 & behind;
            let is_one = self.right[slot] ^ (others.count_ones() % 2 == 1);
            behind = behind << 1 | u128::from(is_one);
            vector[slot / 8] |= u8::from(is_one) << (slot % 8);
        }
        vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::random::Random;

    /// Codewords of up to so many bits, for random keys.
    fn codewords(count: usize, len_max: u64, random: &mut Random) -> Vec<(u64, Codeword)> {
        let mut keys: Vec<u64> = (0..count).map(|_| random.bits() >> 20).collect();
        keys.sort_unstable();
        keys.dedup();
        let codeword = |key| {
            let len = random.below(len_max + 1) as u32;
            let bits = random.below(1 << len) as u32;
            (key, Codeword { bits, len })
        };
        keys.into_iter().map(codeword).collect()
    }

    /// Every key has its codeword; the slots for each bit of a codeword.
    #[track_caller]
    fn check(codewords: &[(u64, Codeword)]) -> f64 {
        let ribbon = Ribbon::new(codewords);
        assert_eq!(ribbon, Ribbon::new(codewords));
        assert_eq!(ribbon.vector.len(), vector_bytes(ribbon.slots));
        let mut bits = 0;
        for &(key, code) in codewords.iter().filter(|(_, code)| code.len > 0) {
            let place = KeyEquations::new(key, ribbon.seed, ribbon.slots);
            let window = place.window(&ribbon.vector);
            let found = (0..code.len).map(|bit| u32::from(place.bit(window, bit)) << bit);
            assert_eq!(found.sum::<u32>(), code.bits);
            bits += code.len;
        }
        f64::from(ribbon.slots) / f64::from(bits)
    }

    #[test]
    fn every_key_has_its_codeword() {
        let mut random = Random::new(1);
        for count in (0..200).chain([1000, 5000, 20_000]) {
            for len_max in [0, 1, 2, 9, 20] {
                check(&codewords(count, len_max, &mut random));
            }
        }
    }

    #[test]
    fn vectors_are_hardly_longer_than_all_codewords() {
        let mut random = Random::new(2);
        for (count, len_max, limit) in [(1 << 15, 1, 1.05), (1 << 15, 2, 1.05), (1 << 14, 2, 1.04)]
        {
            let spare = check(&codewords(count, len_max, &mut random));
            assert!(spare < limit, "{spare}");
        }
    }

    #[test]
    fn keys_in_a_row_are_as_good_as_others() {
        let codewords: Vec<(u64, Codeword)> = (0..20_000)
            .map(|key| {
                (
                    key,
                    Codeword {
                        bits: key as u32 % 2,
                        len: 1,
                    },
                )
            })
            .collect();
        assert!(check(&codewords) < 1.05);
    }
}
