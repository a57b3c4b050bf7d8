//! Walking over the bits of a board.

/// The set bits of a word, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Bits {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_first() {
        assert_eq!(Bits(0b1001_0010).collect::<Vec<_>>(), [1, 4, 7]);
        assert_eq!(Bits(u64::MAX).len(), 64);
        assert_eq!(Bits(1 << 63).next(), Some(63));
        assert_eq!(Bits(0).next(), None);
    }
}
