//! Connect Four on any board: discs fall to the bottom of a column.

use unbeatable_core::{Game, Layered, Outcome, Player, Wdl};

pub mod column_order;
mod entry;
mod follow_up;
mod foresight;
mod notation;
pub mod winning_squares;

/// The rule book: players let discs fall into columns in turn; who first has `length` of them in a row,
/// column or diagonal wins; a full board without a line is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect {
    columns: u8,
    rows: u8,
    length: u8,
    /// The lowest square of each column.
    bottom: u64,
    /// All squares of the board.
    full: u64,
    /// Squares with an odd number of squares above them.
    even: u64,
}

/// Two bitboards, one bit a square: column by column from the left, upwards, lowest bit first. Above
/// each column a bit stays free, so that lines never run from one column into the next (Tromp's
/// Fhourstones; Herzberg's four directions of shifts).
///
/// ```text
///  6 13 20 27 34 41 48      connect:7x6; this row is never occupied
///  5 12 19 26 33 40 47
///  4 11 18 25 32 39 46      the discs of the player to move are `mine`, of both players `discs`;
///  3 10 17 24 31 38 45      X moves first, so X is to move where the number of discs is even
///  2  9 16 23 30 37 44
///  1  8 15 22 29 36 43
///  0  7 14 21 28 35 42
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discs {
    /// Discs of the player to move.
    pub mine: u64,
    /// All discs.
    pub discs: u64,
}

impl Discs {
    /// Discs of the player who moved last.
    #[must_use]
    #[inline]
    pub fn theirs(&self) -> u64 {
        self.discs ^ self.mine
    }

    #[inline]
    pub(crate) fn turn(&self) -> Player {
        match self.discs.count_ones() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    /// X's discs and O's discs.
    #[must_use]
    #[inline]
    pub fn by_player(&self) -> [u64; 2] {
        match self.turn() {
            Player::First => [self.mine, self.theirs()],
            Player::Second => [self.theirs(), self.mine],
        }
    }

    pub(crate) fn from_players([x, o]: [u64; 2]) -> Self {
        let discs = x | o;
        match discs.count_ones() % 2 {
            0 => Discs { mine: x, discs },
            _ => Discs { mine: o, discs },
        }
    }
}

impl Connect {
    /// The rules of a board of `columns` x `rows` on which `length` in a row win; `Err` says which of the
    /// numbers is impossible.
    pub fn new(columns: u8, rows: u8, length: u8) -> Result<Self, &'static str> {
        if columns == 0 || columns > 32 || rows == 0 || rows > 63 {
            return Err("1 to 32 columns and 1 to 63 rows");
        }
        if u32::from(columns) * (u32::from(rows) + 1) > 64 {
            return Err("at most 64 squares, with one more in each column than it has rows");
        }
        if length == 0 || length > columns.max(rows) {
            return Err("a line that fits on the board");
        }
        let bottom = (0..columns).fold(0, |set, c| set | 1 << (c * (rows + 1)));
        // Each column's lowest bit times a column of ones.
        let full = bottom * ((1 << rows) - 1);
        let second = (0..rows).filter(|row| (rows - row).is_multiple_of(2));
        Ok(Connect {
            columns,
            rows,
            length,
            bottom,
            full,
            even: second.fold(0, |set, row| set | bottom << row),
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

    /// How many discs make a line.
    #[must_use]
    pub fn length(&self) -> u8 {
        self.length
    }

    /// All squares of the board.
    #[must_use]
    #[inline]
    pub fn full(&self) -> u64 {
        self.full
    }

    /// The second row from above and every second one below it: from there up, columns have an even number
    /// of squares.
    #[must_use]
    #[inline]
    pub fn every_second_row(&self) -> u64 {
        self.even
    }

    /// The squares that a disc would fall to, one in each column that has room.
    #[must_use]
    #[inline]
    pub fn landings(&self, pos: &Discs) -> u64 {
        pos.discs.wrapping_add(self.bottom) & self.full
    }

    /// All squares of a column.
    #[must_use]
    #[inline]
    pub fn column(&self, column: u8) -> u64 {
        ((1 << self.rows) - 1) << (column * (self.rows + 1))
    }

    /// From a square to the next one of a line: up, right, right and down, right and up. Less than 64:
    /// in a single column there is only up.
    #[must_use]
    #[inline]
    pub fn strides(&self) -> [u8; 4] {
        match self.columns {
            1 => [1; 4],
            _ => [1, self.rows + 1, self.rows, self.rows + 2],
        }
    }

    /// Whether `discs` hold a whole line.
    #[must_use]
    #[inline]
    pub fn has_line(&self, discs: u64) -> bool {
        if self.length != 4 {
            // After i steps a bit is set where i + 1 discs begin.
            let run = |stride| (1..self.length).fold(discs, |run, _| discs & (run >> stride));
            return self.strides().map(run) != [0; 4];
        }
        // Shifts by numbers that are known beforehand take a third of the time.
        match self.rows {
            4 if self.columns > 1 => four::is_there([1, 5, 4, 6], discs),
            5 if self.columns > 1 => four::is_there([1, 6, 5, 7], discs),
            6 if self.columns > 1 => four::is_there([1, 7, 6, 8], discs),
            _ => four::is_there(self.strides(), discs),
        }
    }

    /// The squares of all whole lines of `discs`.
    pub(crate) fn whole_lines(&self, discs: u64) -> u64 {
        let of = |stride: u8| {
            let begins = (1..self.length).fold(discs, |run, _| discs & (run >> stride));
            (0..self.length).fold(0, |squares, i| squares | begins << (stride * i))
        };
        self.strides()
            .map(of)
            .into_iter()
            .fold(0, |all, one| all | one)
    }

    /// The squares that would complete a line of `discs`, whatever is on them and below them.
    #[must_use]
    #[inline]
    pub fn completions(&self, discs: u64) -> u64 {
        let found = match (self.length, self.rows) {
            (4, 4) if self.columns > 1 => four::completions([1, 5, 4, 6], discs),
            (4, 5) if self.columns > 1 => four::completions([1, 6, 5, 7], discs),
            (4, 6) if self.columns > 1 => four::completions([1, 7, 6, 8], discs),
            (4, _) => four::completions(self.strides(), discs),
            _ => {
                let by = |stride| self.completions_by(stride, discs);
                self.strides()
                    .map(by)
                    .into_iter()
                    .fold(0, |all, some| all | some)
            }
        };
        found & self.full
    }

    /// The squares that would complete a line in one direction, for lines of any length.
    fn completions_by(&self, stride: u8, discs: u64) -> u64 {
        // Squares with at least so many discs behind them in a row.
        let mut behind = [u64::MAX; 64];
        let mut shifted = discs;
        for i in 1..usize::from(self.length) {
            shifted <<= stride;
            behind[i] = behind[i - 1] & shifted;
        }
        let mut found = 0;
        let mut ahead = u64::MAX;
        shifted = discs;
        for i in (0..usize::from(self.length)).rev() {
            found |= behind[i] & ahead;
            shifted >>= stride;
            ahead &= shifted;
        }
        found
    }

    /// The board seen from behind.
    #[must_use]
    #[inline]
    pub fn mirrored(&self, discs: u64) -> u64 {
        let height = self.rows + 1;
        let column = u64::MAX >> (64 - height);
        let mut mirrored = 0;
        let mut rest = discs;
        for _ in 1..self.columns {
            mirrored = (mirrored | (rest & column)) << height;
            rest >>= height;
        }
        mirrored | rest
    }
}

/// Lines of four.
mod four {
    #[inline(always)]
    pub(super) fn is_there(strides: [u8; 4], discs: u64) -> bool {
        let mut found = 0;
        for stride in strides {
            let pairs = discs & (discs >> stride);
            found |= pairs & (pairs >> stride >> stride);
        }
        found != 0
    }

    #[inline(always)]
    pub(super) fn completions(strides: [u8; 4], discs: u64) -> u64 {
        let mut found = 0;
        for stride in strides {
            let (above, below) = (discs << stride, discs >> stride);
            let two_above = above & (above << stride);
            let two_below = below & (below >> stride);
            // Three discs on one side, or two there and one here.
            found |= two_above & (two_above << stride | below);
            found |= two_below & (two_below >> stride | above);
        }
        found
    }
}

impl Game for Connect {
    type Position = Discs;
    /// A column, from the left.
    type Move = u8;
    type Value = Wdl;

    fn start(&self) -> Discs {
        Discs { mine: 0, discs: 0 }
    }

    #[inline]
    fn turn(&self, pos: &Discs) -> Player {
        pos.turn()
    }

    #[inline]
    fn outcome(&self, pos: &Discs) -> Option<Outcome<Wdl>> {
        // Only the player who moved last can have completed a line.
        if self.has_line(pos.theirs()) {
            return Some(Outcome::win(pos.turn().other()));
        }
        (pos.discs == self.full).then_some(Outcome::DRAW)
    }

    #[inline]
    fn moves(&self, pos: &Discs) -> impl Iterator<Item = u8> {
        let landings = self.landings(pos);
        (0..self.columns).filter(move |&column| landings & self.column(column) != 0)
    }

    #[inline]
    fn play(&self, pos: &Discs, column: u8) -> Discs {
        let landing = self.landings(pos) & self.column(column);
        debug_assert!(landing != 0, "a disc falls into a column with room");
        Discs {
            mine: pos.theirs(),
            discs: pos.discs | landing,
        }
    }

    fn images(&self, pos: &Discs) -> impl Iterator<Item = Discs> {
        let mirrored = Discs {
            mine: self.mirrored(pos.mine),
            discs: self.mirrored(pos.discs),
        };
        [*pos, mirrored].into_iter()
    }

    /// The image whose number is the smaller one.
    #[inline]
    fn canonical(&self, pos: &Discs) -> Discs {
        let packed = self.pack(pos);
        match self.mirrored(packed) < packed {
            true => Discs {
                mine: self.mirrored(pos.mine),
                discs: self.mirrored(pos.discs),
            },
            false => *pos,
        }
    }

    #[inline]
    fn key(&self, pos: &Discs) -> u64 {
        unbeatable_core::random::finalise(self.pack(pos))
    }
}

/// Layers are numbers of discs. In a number, each column has X's discs, and a one above its top:
///
/// ```text
///   6  5  4  3  2  1  0      a column of connect:7x6 with X at the bottom, then O, then X
///   0  0  0  1  1  0  1
/// ```
///
/// A disc of O adds the lowest bit that is free to a column, a disc of X twice that; so moves in a
/// column keep the order.
impl Layered for Connect {
    fn layer(&self, pos: &Discs) -> u32 {
        pos.discs.count_ones()
    }

    fn layer_max(&self) -> u32 {
        u32::from(self.columns) * u32::from(self.rows)
    }

    #[inline]
    fn pack(&self, pos: &Discs) -> u64 {
        let [x, _] = pos.by_player();
        x | pos.discs.wrapping_add(self.bottom)
    }

    #[inline]
    fn unpack(&self, packed: u64) -> Discs {
        // The highest one of each column spreads downwards; what it had below is discs.
        let mut below = packed & (self.full | self.full << 1);
        let mut step = 1;
        while step <= self.rows {
            below |= (below & !self.lowest(step)) >> step;
            step *= 2;
        }
        let discs = (below & !self.bottom) >> 1;
        let x = packed & discs;
        Discs::from_players([x, discs ^ x])
    }

    fn move_groups(&self) -> usize {
        self.columns.into()
    }

    #[inline]
    fn move_group(&self, m: u8) -> usize {
        m.into()
    }

    fn predecessors(&self, pos: &Discs, mut each: impl FnMut(Discs)) {
        for column in 0..self.columns {
            let discs = pos.discs & self.column(column);
            let top = discs & !(discs >> 1);
            let theirs = pos.theirs();
            if theirs & top != 0 && !self.has_line(theirs ^ top) && !self.has_line(pos.mine) {
                each(Discs {
                    mine: theirs ^ top,
                    discs: pos.discs ^ top,
                });
            }
        }
    }

    #[inline]
    fn fold(&self, packed: u64) -> u64 {
        packed.min(self.mirrored(packed))
    }
}

impl Connect {
    /// The lowest `count` bits of each column.
    #[inline]
    fn lowest(&self, count: u8) -> u64 {
        self.bottom.wrapping_mul((1 << count) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use unbeatable_core::layered;
    use unbeatable_core::random::Random;

    const SIZES: [(u8, u8, u8); 10] = [
        (7, 6, 4),
        (4, 4, 4),
        (5, 4, 4),
        (6, 5, 5),
        (8, 7, 4),
        (1, 63, 4),
        (2, 31, 5),
        (32, 1, 3),
        (1, 1, 1),
        (9, 6, 3),
    ];

    #[test]
    fn boards_of_all_sizes_keep_the_laws_of_layers() {
        for (columns, rows, length) in SIZES {
            let game = Connect::new(columns, rows, length).unwrap();
            layered::check(&game, 50, 2).unwrap_or_else(|e| panic!("{game:?}: {e}"));
        }
    }

    /// A square completes a line exactly if there is one with a disc on it.
    #[test]
    fn completions_are_lines_that_lack_a_disc() {
        let mut random = Random::new(3);
        for (columns, rows, _) in SIZES {
            for length in 1..=columns.max(rows) {
                let game = Connect::new(columns, rows, length).unwrap();
                for i in 0..40 {
                    let sets = [0; 3].map(|_| random.bits() & game.full());
                    let discs = match i % 3 {
                        0 => sets[0] & sets[1],
                        1 => sets[0],
                        _ => sets[0] | sets[1] | sets[2],
                    };
                    let completed = (0..64).map(|i| 1 << i).filter(|square| {
                        square & game.full() != 0 && {
                            let rest = discs & !square;
                            game.has_line(rest | square) && !game.has_line(rest)
                        }
                    });
                    let completed = completed.fold(0, |set, square| set | square);
                    let found = game.completions(discs);
                    // A line may be there already beside the square.
                    if !game.has_line(discs) {
                        assert_eq!(found & !discs, completed, "{game:?} {discs:b}");
                    }
                    assert_eq!(found & completed, completed, "{game:?} {discs:b}");
                }
            }
        }
    }

    /// Tromp's numbers of positions (OEIS A212693 has those of 7x6 by layer).
    #[test]
    fn positions_are_as_many_as_published() {
        for (columns, rows, positions) in [(4, 4, 161_029), (5, 4, 3_945_711)] {
            let game = Connect::new(columns, rows, 4).unwrap();
            let mut layer = HashSet::from([game.start()]);
            let mut found = 0;
            while !layer.is_empty() {
                found += layer.len();
                let unfinished = layer.iter().filter(|pos| game.outcome(pos).is_none());
                let next = |pos| game.moves(pos).map(move |m| game.play(pos, m));
                layer = unfinished.flat_map(next).collect();
            }
            assert_eq!(found, positions, "{columns}x{rows}");
        }
    }
}
