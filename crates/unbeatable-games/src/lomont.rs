//! Numbers and symmetries of boards as Chris Lomont's 'Minimal Size Tic Tac Toe Trees' (2024)
//! defines them, for boards of any size.
//!
//! A board is a number in base 3: square 0 is the lowest digit, 1 stands for X, 2 for O. Lomont
//! writes tic-tac-toe boards so; the order of these numbers chooses the canonical form of all boards.

use unbeatable_core::bits::Bits;

/// How many numbers boards of 3x3 squares have: 3 to the power 9.
pub const NUMBERS: u64 = 19_683;

/// The number of a board with X's and O's stones. Panics where a number would not fit 64 bits.
#[must_use]
pub fn number([x, o]: [u64; 2]) -> u64 {
    let digits = |stones| {
        Bits(stones)
            .map(|square| 3u64.pow(u32::from(square)))
            .sum::<u64>()
    };
    digits(x) + 2 * digits(o)
}

/// X's and O's stones on the board of that number.
#[must_use]
pub fn stones(mut number: u64) -> [u64; 2] {
    let mut stones = [0; 2];
    let mut square = 0;
    while number > 0 {
        if let digit @ 1.. = number % 3 {
            stones[digit as usize - 1] |= 1 << square;
        }
        number /= 3;
        square += 1;
    }
    stones
}

/// Whether the number of one board is smaller than that of another, at any size.
#[must_use]
#[inline]
pub fn is_less([x, o]: [u64; 2], [other_x, other_o]: [u64; 2]) -> bool {
    let differs = (x ^ other_x) | (o ^ other_o);
    if differs == 0 {
        return false;
    }
    // The highest square on which they differ decides: . < X < O.
    let highest = 1 << (63 - differs.leading_zeros());
    other_o & highest != 0 || (other_x & highest != 0 && o & highest == 0)
}

/// Where symmetry `symmetry` takes a square. Its bits say what is done, in this order: bit 0 turns
/// the rows upside down, bit 1 the columns left to right, bit 2 (square boards only) swaps the two.
#[must_use]
pub const fn permute(symmetry: usize, columns: u8, rows: u8, square: u8) -> u8 {
    let (mut row, mut column) = (square / columns, square % columns);
    if symmetry & 1 != 0 {
        row = rows - 1 - row;
    }
    if symmetry & 2 != 0 {
        column = columns - 1 - column;
    }
    if symmetry & 4 != 0 {
        assert!(
            columns == rows,
            "only a square board can be flipped along its diagonal"
        );
        (row, column) = (column, row);
    }
    row * columns + column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_base_3_with_square_0_lowest() {
        assert_eq!(number([0b1, 0b10]), 1 + 2 * 3);
        assert_eq!(number([0, 0o777]), NUMBERS - 1);
        for n in 0..NUMBERS {
            assert_eq!(number(stones(n)), n);
        }
    }

    #[test]
    fn order_is_the_order_of_numbers() {
        for a in (0..NUMBERS).step_by(7) {
            for b in (0..NUMBERS).step_by(11) {
                assert_eq!(is_less(stones(a), stones(b)), a < b, "{a} and {b}");
            }
        }
    }

    #[test]
    fn permutations_are_the_eight_symmetries() {
        let images: std::collections::HashSet<Vec<u8>> = (0..8)
            .map(|i| (0..9).map(|s| permute(i, 3, 3, s)).collect())
            .collect();
        assert_eq!(images.len(), 8);
        assert!(
            images
                .iter()
                .all(|image| image[4] == 4 && image[0] % 2 == 0)
        );
        // Turned upside down, then along the diagonal: the top left corner goes to the top right.
        assert_eq!(permute(0b101, 3, 3, 0), 2);
    }
}
