//! Prefix codes: frequent values have short codewords (Huffman 1952), and only the lengths are written
//! down (Schwartz and Kallick 1964).

use crate::ribbon::Codeword;

/// No codeword is longer: the rarest of 2^16 keys has one of at most 23 bits (Fibonacci's numbers).
const LEN_MAX: u32 = 32;

/// A prefix code for bytes: its symbols from the shortest codeword to the longest, and the lengths. A
/// code of one symbol has a codeword of no bits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PrefixCode {
    /// Symbols with lengths, by length, then by symbol.
    symbols: Vec<(u8, u8)>,
}

impl PrefixCode {
    /// The best code for symbols that are so frequent. Of several equally good ones the format has this one.
    pub(crate) fn new(counts: &[u64; 256]) -> Self {
        // Trees that are to be joined: how frequent, which symbols with how many bits.
        type Tree = (u64, Vec<(u8, u8)>);
        let leaf = |(symbol, &count): (usize, &u64)| (count, vec![(0, symbol as u8)]);
        let leaves = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let mut trees: Vec<Tree> = leaves.map(leaf).collect();
        while trees.len() > 1 {
            // The two rarest ones last; of equally rare ones the order is that of their symbols.
            trees.sort_by(|one, other| other.cmp(one));
            let (rare, one) = trees.pop().expect("at least two trees");
            let (also_rare, other) = trees.pop().expect("at least two trees");
            let symbols = one.into_iter().chain(other);
            let symbols = symbols.map(|(bits, symbol)| (bits + 1, symbol)).collect();
            trees.push((rare + also_rare, symbols));
        }
        let mut lengths = trees.pop().map(|(_, symbols)| symbols).unwrap_or_default();
        lengths.sort_unstable();
        PrefixCode {
            symbols: lengths
                .into_iter()
                .map(|(bits, symbol)| (symbol, bits))
                .collect(),
        }
    }

    /// Whether no codeword has a bit.
    pub(crate) fn is_constant(&self) -> bool {
        self.symbols.len() < 2
    }

    /// The codeword of each symbol that has one. Codewords of a length are consecutive numbers, the
    /// first bit the highest, in the order of symbols.
    pub(crate) fn codewords(&self) -> [Option<Codeword>; 256] {
        let mut codewords = [None; 256];
        let mut next = 0u64;
        let mut len_before = 0;
        for &(symbol, len) in &self.symbols {
            next <<= len - len_before;
            len_before = len;
            let len = u32::from(len);
            let bits = if len == 0 {
                0
            } else {
                next.reverse_bits() >> (64 - len)
            };
            let bits = u32::try_from(bits).expect("codewords have at most 32 bits");
            codewords[usize::from(symbol)] = Some(Codeword { bits, len });
            next += 1;
        }
        codewords
    }

    /// The symbol whose codeword `bit` says, bit by bit; `None` if it is nobody's.
    #[inline]
    pub(crate) fn decode(&self, mut bit: impl FnMut(u32) -> bool) -> Option<u8> {
        let mut code = 0u64;
        let mut first = 0u64;
        let mut len = 0;
        let mut i = 0;
        loop {
            // All symbols of this length, then one bit more.
            while let Some(&(symbol, bits)) = self.symbols.get(i) {
                if u32::from(bits) != len {
                    break;
                }
                if code == first {
                    return Some(symbol);
                }
                first += 1;
                i += 1;
            }
            if i == self.symbols.len() {
                return None;
            }
            code = code << 1 | u64::from(bit(len));
            first <<= 1;
            len += 1;
        }
    }

    /// As bytes: how many symbols, and each with its length.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.push(self.symbols.len() as u8);
        out.extend(
            self.symbols
                .iter()
                .flat_map(|&(symbol, bits)| [symbol, bits]),
        );
    }

    /// Reads what `write` writes from the front of `bytes`; `None` if that is no code.
    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (&count, rest) = bytes.split_first()?;
        let (symbols, rest) = rest.split_at_checked(2 * usize::from(count))?;
        let symbols: Vec<(u8, u8)> = symbols.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let is_sorted = symbols.is_sorted_by_key(|&(symbol, bits)| (bits, symbol));
        // Whether the codewords are all there are: one half, one quarter, and so on make one.
        let share = |&(_, bits): &(u8, u8)| (1u64 << LEN_MAX).checked_shr(bits.into());
        let shares: Option<u64> = symbols.iter().map(share).sum();
        let is_short = symbols.iter().all(|&(_, bits)| u32::from(bits) <= LEN_MAX);
        let is_complete = symbols.is_empty() || is_short && shares == Some(1 << LEN_MAX);
        *bytes = rest;
        (is_sorted && is_complete).then_some(PrefixCode { symbols })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::random::Random;

    /// All symbols come back, also from the bytes of the code; the bits of all of them together.
    #[track_caller]
    fn check(counts: &[u64; 256]) -> u64 {
        let code = PrefixCode::new(counts);
        let mut bytes = vec![];
        code.write(&mut bytes);
        let mut rest = &bytes[..];
        assert_eq!(PrefixCode::read(&mut rest).as_ref(), Some(&code));
        assert!(rest.is_empty());
        let codewords = code.codewords();
        let mut bits = 0;
        for (symbol, &count) in counts.iter().enumerate() {
            assert_eq!(codewords[symbol].is_some(), count > 0);
            if let Some(codeword) = codewords[symbol] {
                let found = code.decode(|bit| codeword.bits >> bit & 1 == 1);
                assert_eq!(found, Some(symbol as u8));
                bits += count * u64::from(codeword.len);
            }
        }
        bits
    }

    fn counts(of: &[(usize, u64)]) -> [u64; 256] {
        let mut counts = [0; 256];
        for &(symbol, count) in of {
            counts[symbol] = count;
        }
        counts
    }

    #[test]
    fn frequent_symbols_have_short_codewords() {
        assert_eq!(check(&counts(&[])), 0);
        assert_eq!(check(&counts(&[(128, 7)])), 0);
        assert_eq!(check(&counts(&[(1, 7), (255, 1)])), 8);
        assert_eq!(check(&counts(&[(1, 2), (128, 3), (255, 7)])), 7 + 2 * 5);
        assert_eq!(
            check(&counts(&[(1, 8), (2, 4), (3, 2), (4, 1), (5, 1)])),
            8 + 8 + 6 + 8
        );
        assert_eq!(PrefixCode::new(&[0; 256]).decode(|_| true), None);
    }

    #[test]
    fn codes_come_within_a_bit_of_the_entropy() {
        let mut random = Random::new(3);
        for symbols in 2..=100 {
            let mut counts = [0; 256];
            for _ in 0..symbols {
                counts[random.below(256) as usize] = 1 + (random.bits() >> random.below(60) >> 4);
            }
            let counts = counts.map(|count: u64| count.min(1 << 20));
            let all = counts.iter().sum::<u64>() as f64;
            let occurring = counts.iter().filter(|count| **count > 0);
            let share = |&count: &u64| count as f64 * (all / count as f64).log2();
            let entropy: f64 = occurring.map(share).sum();
            let bits = check(&counts) as f64;
            assert!(bits >= entropy - 1e-6 * all && bits <= entropy + all);
        }
    }

    #[test]
    fn lengths_that_make_no_code_are_refused() {
        for bytes in [
            &[][..],
            &[1],
            &[1, 5, 1],
            &[2, 5, 1, 6, 2],
            &[2, 6, 1, 5, 1],
            &[2, 5, 0, 6, 0],
            &[1, 5, 99],
        ] {
            assert_eq!(PrefixCode::read(&mut &bytes[..]), None, "{bytes:?}");
        }
    }
}
