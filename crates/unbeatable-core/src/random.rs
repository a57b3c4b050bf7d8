//! A small seeded generator: the same seed gives the same numbers on every machine.

/// SplitMix64 (Steele, Lea and Flood 2014): one word of seed, one addition and a finaliser a number.
#[derive(Clone, Debug)]
pub struct Random {
    word: u64,
}

impl Random {
    /// A generator for `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Random { word: seed }
    }

    /// An independent generator for the `index`-th of many tasks, whoever runs them, in any order.
    #[must_use]
    pub fn for_task(seed: u64, index: u64) -> Self {
        Random::new(finalise(seed ^ finalise(index)))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.word = self.word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        finalise(self.word)
    }

    /// A number in `0..n`, each equally likely (Lemire 2019, with rejection). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below 0");
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            // The division that tells which products to leave out is seldom needed.
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// One of `items`, each equally likely. Panics if there is none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}

/// SplitMix64's finaliser: a bijection on 64 bits that flips about half of them for any change.
#[must_use]
pub const fn finalise(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_numbers_of_seed_0_are_the_published_ones() {
        let mut random = Random::new(0);
        assert_eq!(random.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.bits(), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn below_is_even() {
        let mut random = Random::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(
            counts.iter().all(|&c| c.abs_diff(10_000) < 500),
            "{counts:?}"
        );
    }
}
