//! K in a row on a board of columns and rows (m,n,k-games); tic-tac-toe is 3x3x3.

use unbeatable_core::bits::Bits;
use unbeatable_core::{Game, Layered, Outcome, Player, Wdl};

use crate::images::Images;
use crate::lomont;

mod entry;
mod foresight;
mod notation;
pub mod open_lines;
pub mod potential;
pub mod strategy_stealing;
pub mod threats;

/// The rule book: players put stones on empty squares in turn; who first has `length` of them in a
/// row, column or diagonal wins (misère: loses); a full board without a line is a draw.
#[derive(Clone, Debug)]
pub struct Mnk {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    length: u8,
    misere: bool,
    full: u64,
    directions: [Direction; 4],
    lines: Vec<u64>,
    /// One bit for each set of squares that holds a line; empty for boards too large for that.
    lined: Vec<u64>,
    images: Images,
}

/// Boards of up to this many squares look lines up in a table of at most 8 KiB.
const LINED_SQUARES_MAX: u8 = 16;

/// A way in which lines run: right, down, down and right, down and left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Direction {
    /// From one square of a line to the next; 0 where no line fits.
    stride: u8,
    /// Squares from which a whole line fits on the board, so that runs never wrap round an edge.
    starts: u64,
}

/// Two bitboards, one bit a square: row by row from the top left, lowest bit first.
///
/// ```text
///  0  1  2  3      mnk:4x3x3; the stones of the player to move are `mine`, the others `theirs`.
///  4  5  6  7      X moves first, so X is to move where the number of stones is even.
///  8  9 10 11
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Stones of the player to move.
    pub mine: u64,
    /// Stones of the player who moved last.
    pub theirs: u64,
}

impl Board {
    /// All stones.
    #[must_use]
    pub fn stones(&self) -> u64 {
        self.mine | self.theirs
    }

    /// X's stones and O's stones.
    #[must_use]
    pub fn by_player(&self) -> [u64; 2] {
        match self.turn() {
            Player::First => [self.mine, self.theirs],
            Player::Second => [self.theirs, self.mine],
        }
    }

    pub(crate) fn turn(&self) -> Player {
        match self.stones().count_ones() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    pub(crate) fn from_players(stones: [u64; 2]) -> Self {
        let [x, o] = stones;
        match (x | o).count_ones() % 2 {
            0 => Board { mine: x, theirs: o },
            _ => Board { mine: o, theirs: x },
        }
    }
}

impl Mnk {
    /// The rules of a `columns` x `rows` board on which `length` in a row decide; `Err` says which
    /// of the numbers is impossible.
    pub fn new(columns: u8, rows: u8, length: u8, misere: bool) -> Result<Self, &'static str> {
        if columns == 0 || columns > 26 {
            return Err("1 to 26 columns");
        }
        if rows == 0 || u32::from(columns) * u32::from(rows) > 64 {
            return Err("1 to 64 squares");
        }
        if length == 0 || length > columns.max(rows) {
            return Err("a line that fits on the board");
        }
        let full = u64::MAX >> (64 - columns * rows);
        let directions = STEPS.map(|step| {
            let starts = (0..columns * rows)
                .filter(|&s| line_from(columns, rows, length, s, step).is_some())
                .fold(0, |set, s| set | 1 << s);
            let stride = if starts == 0 {
                0
            } else {
                i16::from(columns) * step.1 + step.0
            };
            Direction {
                stride: stride as u8,
                starts,
            }
        });
        let mut lines: Vec<u64> = STEPS
            .iter()
            .flat_map(|&step| {
                (0..columns * rows).filter_map(move |s| line_from(columns, rows, length, s, step))
            })
            .collect();
        lines.sort_unstable();
        lines.dedup();
        let mut game = Mnk {
            columns,
            rows,
            length,
            misere,
            full,
            directions,
            lines,
            lined: vec![],
            images: Images::new(columns, rows),
        };
        if columns * rows <= LINED_SQUARES_MAX {
            let has_line = |stones: &u64| game.has_line_by_shifts(*stones);
            let mut lined = vec![0; (1usize << (columns * rows)).div_ceil(64)];
            for stones in (0..=full).filter(has_line) {
                lined[stones as usize / 64] |= 1 << (stones % 64);
            }
            game.lined = lined;
        }
        Ok(game)
    }

    /// Tic-tac-toe.
    #[must_use]
    pub fn tic_tac_toe() -> Self {
        Mnk::new(3, 3, 3, false).expect("tic-tac-toe is possible")
    }

    /// Whether completing a line loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// How many stones make a line.
    #[must_use]
    pub fn length(&self) -> u8 {
        self.length
    }

    /// Every line, as a set of squares.
    #[must_use]
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// The empty squares.
    #[must_use]
    #[inline]
    pub fn empty(&self, pos: &Board) -> u64 {
        self.full & !pos.stones()
    }

    /// Whether `stones` hold a whole line.
    #[must_use]
    #[inline]
    pub fn has_line(&self, stones: u64) -> bool {
        if self.lined.is_empty() {
            return self.has_line_by_shifts(stones);
        }
        self.lined[stones as usize / 64] >> (stones % 64) & 1 == 1
    }

    #[inline]
    fn has_line_by_shifts(&self, stones: u64) -> bool {
        let mut found = 0;
        for Direction { stride, starts } in self.directions {
            // After i steps a bit is set where i + 1 stones begin.
            let mut run = stones;
            for _ in 1..self.length {
                run = stones & (run >> stride);
            }
            found |= run & starts;
        }
        found != 0
    }

    /// Squares, empty or not, that would complete a line if they were added to `stones`.
    #[must_use]
    #[inline]
    pub fn completions(&self, stones: u64) -> u64 {
        let mut found = 0;
        for Direction { stride, starts } in self.directions {
            // For each place in the line: all stones before it, all behind it, and a hole there.
            // A line fits from every start, so no shift below carries a bit round an edge.
            for hole in 0..self.length {
                let mut run = starts;
                for i in 0..self.length {
                    if i != hole {
                        run &= stones >> (stride * i);
                    }
                }
                found |= run << (stride * hole);
            }
        }
        found
    }

    /// The name of a square: file letter from the left, row number from the bottom.
    #[must_use]
    pub fn square_name(&self, square: u8) -> String {
        let file = char::from(b'a' + square % self.columns);
        format!("{file}{}", self.rows - square / self.columns)
    }
}

/// Right, down, down and right, down and left, as (columns, rows).
const STEPS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The line of squares from `square` in direction `step`, if it fits.
fn line_from(columns: u8, rows: u8, length: u8, square: u8, step: (i16, i16)) -> Option<u64> {
    let (column, row) = (i16::from(square % columns), i16::from(square / columns));
    (0..i16::from(length)).try_fold(0u64, |line, i| {
        let (c, r) = (column + i * step.0, row + i * step.1);
        let fits = (0..i16::from(columns)).contains(&c) && (0..i16::from(rows)).contains(&r);
        fits.then(|| line | 1 << (r * i16::from(columns) + c))
    })
}

impl Game for Mnk {
    type Position = Board;
    type Move = u8;
    type Value = Wdl;

    fn start(&self) -> Board {
        Board { mine: 0, theirs: 0 }
    }

    fn turn(&self, pos: &Board) -> Player {
        pos.turn()
    }

    #[inline]
    fn outcome(&self, pos: &Board) -> Option<Outcome<Wdl>> {
        // Only the player who moved last can have completed a line.
        if self.has_line(pos.theirs) {
            let mover = pos.turn();
            return Some(Outcome::win(if self.misere {
                mover
            } else {
                mover.other()
            }));
        }
        (pos.stones() == self.full).then_some(Outcome::DRAW)
    }

    #[inline]
    fn moves(&self, pos: &Board) -> impl Iterator<Item = u8> {
        Bits(self.empty(pos))
    }

    #[inline]
    fn play(&self, pos: &Board, m: u8) -> Board {
        debug_assert!(
            self.empty(pos) >> m & 1 == 1,
            "a stone goes on an empty square"
        );
        Board {
            mine: pos.theirs,
            theirs: pos.mine | 1 << m,
        }
    }

    fn images(&self, pos: &Board) -> impl Iterator<Item = Board> {
        let mine = self.images.of(pos.mine);
        let theirs = self.images.of(pos.theirs);
        (0..self.images.count()).map(move |i| Board {
            mine: mine[i],
            theirs: theirs[i],
        })
    }

    /// The image whose number in base 3 is the smallest, as Lomont (2024) chooses it.
    fn canonical(&self, pos: &Board) -> Board {
        let [x, o] = pos.by_player().map(|stones| self.images.of(stones));
        let mut least = 0;
        for i in 1..self.images.count() {
            if lomont::is_less([x[i], o[i]], [x[least], o[least]]) {
                least = i;
            }
        }
        Board::from_players([x[least], o[least]])
    }

    #[inline]
    fn key(&self, pos: &Board) -> u64 {
        unbeatable_core::random::finalise(pos.mine ^ pos.theirs.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// Boards of up to this many squares have positions that are numbers.
pub const PACKED_SQUARES_MAX: u32 = 32;

/// Layers are numbers of stones. A number has X's stones below and O's stones above; only for boards of
/// up to [`PACKED_SQUARES_MAX`] squares.
///
/// ```text
/// 63            32 31             0
/// |    O's stones |    X's stones |
/// ```
///
/// A stone adds a bit to numbers that do not have it, which keeps their order.
impl Layered for Mnk {
    fn layer(&self, pos: &Board) -> u32 {
        pos.stones().count_ones()
    }

    fn layer_max(&self) -> u32 {
        self.full.count_ones()
    }

    fn is_packed(&self) -> bool {
        self.layer_max() <= PACKED_SQUARES_MAX
    }

    #[inline]
    fn pack(&self, pos: &Board) -> u64 {
        debug_assert!(self.is_packed(), "a board whose positions are numbers");
        let [x, o] = pos.by_player();
        x | o << 32
    }

    #[inline]
    fn unpack(&self, packed: u64) -> Board {
        let x = packed & u64::from(u32::MAX) & self.full;
        Board::from_players([x, packed >> 32 & self.full & !x])
    }

    fn move_groups(&self) -> usize {
        self.full.count_ones() as usize
    }

    #[inline]
    fn move_group(&self, m: u8) -> usize {
        m.into()
    }

    fn predecessors(&self, pos: &Board, mut each: impl FnMut(Board)) {
        if self.has_line(pos.mine) {
            return;
        }
        for square in Bits(pos.theirs) {
            let before = pos.theirs & !(1 << square);
            if !self.has_line(before) {
                each(Board {
                    mine: before,
                    theirs: pos.mine,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::notation_checks::rules;
    use unbeatable_core::{Notation, laws, layered};

    #[test]
    fn boards_of_all_shapes_keep_the_laws() {
        for (spec, images) in [
            ("ttt", 7),
            ("ttt+misere", 7),
            ("mnk:4x3x3", 3),
            ("mnk:4x4x4", 7),
            ("mnk:5x5x4+misere", 7),
            ("mnk:1x5x2", 3),
            ("mnk:26x2x9", 3),
            ("mnk:8x8x5", 7),
            ("mnk:1x1x1", 7),
        ] {
            let game: Mnk = rules(spec);
            let tally = laws::check(&game, 200, 1).unwrap_or_else(|e| panic!("{spec}: {e}"));
            assert_eq!(tally.games, 200);
            assert_eq!(tally.images, tally.distinct * images, "{spec}");
            if game.is_packed() {
                layered::check(&game, 50, 2).unwrap_or_else(|e| panic!("{spec}: {e}"));
            }
        }
    }

    /// Runs by shifting against the list of lines, square by square.
    #[test]
    fn runs_and_completions_agree_with_the_lines() {
        let mut random = unbeatable_core::random::Random::new(3);
        for spec in [
            "ttt",
            "mnk:4x3x3",
            "mnk:5x5x4",
            "mnk:8x8x5",
            "mnk:26x2x2",
            "mnk:3x5x5",
        ] {
            let game: Mnk = rules(spec);
            for _ in 0..2_000 {
                let stones = random.bits() & (random.bits() | random.bits()) & game.full;
                let expected = game.lines.iter().any(|line| stones & line == *line);
                assert_eq!(game.has_line(stones), expected, "{spec} {stones:#x}");
                let completed = |s: &u8| game.lines.iter().any(|&line| line & !stones == 1 << s);
                let completions: Vec<u8> = Bits(game.full & !stones).filter(completed).collect();
                let found: Vec<u8> = Bits(game.completions(stones) & !stones).collect();
                assert_eq!(found, completions, "{spec} {stones:#x}");
            }
        }
        assert_eq!(rules::<Mnk>("ttt").lines.len(), 8);
        assert_eq!(rules::<Mnk>("mnk:4x4x4").lines.len(), 10);
        assert_eq!(rules::<Mnk>("mnk:5x5x4").lines.len(), 28);
    }

    #[test]
    fn completing_a_line_wins_or_loses() {
        let line = "XXX/OO./...";
        for (spec, winner) in [("ttt", Player::First), ("ttt+misere", Player::Second)] {
            let game: Mnk = rules(spec);
            let pos = game.parse_position(line).unwrap();
            assert_eq!(game.outcome(&pos), Some(Outcome::win(winner)), "{spec}");
        }
    }
}
