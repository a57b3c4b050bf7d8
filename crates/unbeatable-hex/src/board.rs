//! The board of Hex: cells, who is beside whom, and the four sides.

use unbeatable_core::Player;

/// A set of cells, one bit each, row by row from the upper left, lowest bit first.
///
/// ```text
///  0  1  2  3  4          hex:5x5. Each row stands half a cell to the right of the one above, so that a
///    5  6  7  8  9        cell touches two of the row above and two of the row below: 6 touches 1, 2,
///     10 11 12 13 14      5, 7, 10 and 11.
///       15 16 17 18 19
///         20 21 22 23 24  Bits from 121 on are free on every board.
/// ```
pub type CellSet = u128;

/// The largest number of columns, and of rows.
pub const SIDE_MAX: u8 = 11;

/// The cells of a set, lowest first.
pub fn each(mut cells: CellSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if cells == 0 {
            return None;
        }
        let lowest = cells.trailing_zeros() as u8;
        cells &= cells - 1;
        Some(lowest)
    })
}

/// A board of columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexBoard {
    columns: u8,
    rows: u8,
    /// All cells.
    full: CellSet,
    /// The cells of the first column, and of the last one.
    ends: [CellSet; 2],
}

impl HexBoard {
    /// A board of that size; `Err` says which sizes there are.
    pub fn new(columns: u8, rows: u8) -> Result<Self, &'static str> {
        if !(1..=SIDE_MAX).contains(&columns) || !(1..=SIDE_MAX).contains(&rows) {
            return Err("1 to 11 columns and 1 to 11 rows");
        }
        let first = (0..rows).fold(0, |set, row| set | 1 << (row * columns));
        Ok(HexBoard {
            columns,
            rows,
            full: u128::MAX >> (128 - u32::from(columns) * u32::from(rows)),
            ends: [first, first << (columns - 1)],
        })
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// How many cells there are.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.columns * self.rows
    }

    /// All cells.
    #[must_use]
    #[inline]
    pub fn full(&self) -> CellSet {
        self.full
    }

    /// The cells at the two sides that a player connects: Black top and bottom, White left and right.
    #[must_use]
    #[inline]
    pub fn sides(&self, player: Player) -> [CellSet; 2] {
        match player {
            Player::First => {
                let top = (1 << self.columns) - 1;
                [top, top << (self.count() - self.columns)]
            }
            Player::Second => self.ends,
        }
    }

    /// The cells that touch a set, perhaps with some of the set itself.
    #[must_use]
    #[inline]
    pub fn beside(&self, cells: CellSet) -> CellSet {
        let [first, last] = self.ends;
        let (not_first, not_last) = (cells & !first, cells & !last);
        // A row up is a step to the right as well, and a row down one to the left.
        let right = not_last << 1 | not_last >> (self.columns - 1);
        let left = not_first >> 1 | not_first << (self.columns - 1);
        (right | left | cells << self.columns | cells >> self.columns) & self.full
    }

    /// What can be reached from a set by steps on `ground`.
    #[must_use]
    #[inline]
    pub fn reached(&self, from: CellSet, ground: CellSet) -> CellSet {
        let mut reached = from & ground;
        loop {
            let next = reached | self.beside(reached) & ground;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether a player's stones connect the player's sides.
    #[must_use]
    #[inline]
    pub fn connects(&self, player: Player, stones: CellSet) -> bool {
        let [from, to] = self.sides(player);
        // Most stones are too few, or there is none at one of the sides.
        stones & from != 0 && stones & to != 0 && self.reached(from, stones) & to != 0
    }

    /// The board turned by half a circle.
    #[must_use]
    #[inline]
    pub fn turned(&self, cells: CellSet) -> CellSet {
        cells.reverse_bits() >> (128 - self.count())
    }

    /// The board reflected along its long diagonal, from the upper left to the lower right: columns become
    /// rows. Square boards only.
    #[must_use]
    pub fn reflected(&self, cells: CellSet) -> CellSet {
        debug_assert_eq!(self.columns, self.rows);
        each(cells).fold(0, |image, cell| {
            let (row, column) = (cell / self.columns, cell % self.columns);
            image | 1 << (column * self.columns + row)
        })
    }

    /// A cell's name: the letter of its column and the number of its row, from the top.
    #[must_use]
    pub fn name(&self, cell: u8) -> String {
        let (row, column) = (cell / self.columns, cell % self.columns);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    /// The cell of that name, in letters of either case.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<u8> {
        let mut letters = name.chars();
        let column = letters.next()?.to_ascii_lowercase();
        let column = u8::try_from(column).ok()?.checked_sub(b'a')?;
        let row: u8 = unbeatable_core::notation::number(letters.as_str())?;
        let is_there = column < self.columns && (1..=self.rows).contains(&row);
        is_there.then(|| (row - 1) * self.columns + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(u8, u8); 8] = [
        (5, 5),
        (1, 1),
        (1, 4),
        (4, 1),
        (2, 3),
        (11, 11),
        (7, 8),
        (2, 11),
    ];

    /// By rows and columns, one cell after the other.
    #[test]
    fn neighbours_are_those_of_the_picture() {
        for (columns, rows) in SIZES {
            let board = HexBoard::new(columns, rows).unwrap();
            for cell in 0..board.count() {
                let (row, column) = ((cell / columns) as i8, (cell % columns) as i8);
                let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
                let expected = steps.iter().fold(0, |set: CellSet, (down, right)| {
                    let (row, column) = (row + down, column + right);
                    let is_there =
                        (0..rows as i8).contains(&row) && (0..columns as i8).contains(&column);
                    match is_there {
                        true => set | 1 << (row * columns as i8 + column),
                        false => set,
                    }
                });
                assert_eq!(board.beside(1 << cell), expected, "{columns}x{rows} {cell}");
                assert_eq!(board.cell(&board.name(cell)), Some(cell));
            }
            assert_eq!(board.cell("a0"), None);
            assert_eq!(board.cell("z1"), None);
            assert_eq!(board.cell("a12"), None);
            assert_eq!(board.cell("é1"), None);
        }
        assert!(HexBoard::new(12, 3).is_err());
        assert!(HexBoard::new(3, 0).is_err());
    }

    #[test]
    fn symmetries_keep_neighbours() {
        for (columns, rows) in SIZES {
            let board = HexBoard::new(columns, rows).unwrap();
            for cell in 0..board.count() {
                let set = 1 << cell;
                assert_eq!(
                    board.turned(board.beside(set)),
                    board.beside(board.turned(set))
                );
                if columns == rows {
                    assert_eq!(
                        board.reflected(board.beside(set)),
                        board.beside(board.reflected(set))
                    );
                }
            }
            let [top, bottom] = board.sides(Player::First);
            assert_eq!(board.turned(top), bottom);
            if columns == rows {
                assert_eq!(board.reflected(top), board.sides(Player::Second)[0]);
            }
        }
    }
}
