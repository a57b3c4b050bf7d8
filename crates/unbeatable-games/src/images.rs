//! Bitboards under the symmetries of a rectangle or square.

use unbeatable_core::bits::Bits;

use crate::lomont;

/// The images of bitboards under all symmetries of the board at once, by table.
///
/// The 4 symmetries of a rectangle, or the 8 of a square, are numbered as Lomont (2024) numbers his
/// permutations. One table row holds the images of one byte of a bitboard under each of them; the
/// image of a bitboard is the union over its bytes.
#[derive(Clone, Debug)]
pub struct Images {
    count: usize,
    /// `tables[i][b]`: the images of the bits `b << (8 * i)`.
    tables: Vec<Vec<[u64; 8]>>,
}

impl Images {
    /// The images of boards of that size.
    #[must_use]
    pub fn new(columns: u8, rows: u8) -> Self {
        let squares = columns * rows;
        let count = if columns == rows { 8 } else { 4 };
        let tables = (0..squares.div_ceil(8))
            .map(|i| {
                let bits = 8.min(squares - 8 * i);
                (0..1u64 << bits)
                    .map(|byte| {
                        std::array::from_fn(|symmetry| match symmetry < count {
                            false => 0,
                            true => Bits(byte << (8 * i)).fold(0, |image, square| {
                                image | 1 << lomont::permute(symmetry, columns, rows, square)
                            }),
                        })
                    })
                    .collect()
            })
            .collect();
        Images { count, tables }
    }

    /// How many symmetries there are, the identity included.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The images of a bitboard; entries from [`Images::count`] on are empty.
    #[must_use]
    #[inline]
    pub fn of(&self, stones: u64) -> [u64; 8] {
        let mut images = [0; 8];
        for (i, table) in self.tables.iter().enumerate() {
            let row = &table[(stones >> (8 * i) & 0xff) as usize];
            for (image, part) in images.iter_mut().zip(row) {
                *image |= part;
            }
        }
        images
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::random::Random;

    #[test]
    fn tables_agree_with_permutations_square_by_square() {
        let mut random = Random::new(5);
        for (columns, rows, symmetries) in [(3, 3, 8), (4, 3, 4), (1, 7, 4), (5, 5, 8), (8, 8, 8)] {
            let images = Images::new(columns, rows);
            assert_eq!(images.count(), symmetries);
            for _ in 0..100 {
                let stones = random.bits() & (u64::MAX >> (64 - columns * rows));
                for (i, image) in images.of(stones).into_iter().take(symmetries).enumerate() {
                    let moved: Vec<u8> = (0..columns * rows)
                        .filter(|&s| image >> lomont::permute(i, columns, rows, s) & 1 == 1)
                        .collect();
                    assert_eq!(moved, Bits(stones).collect::<Vec<_>>());
                }
            }
        }
    }
}
