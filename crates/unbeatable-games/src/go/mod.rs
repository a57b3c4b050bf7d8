//! Go on small boards: area scoring, superko, two passes end the game.
//!
//! The rules are Tromp and Taylor's (1995), except that suicide is forbidden unless the spec allows
//! it, and that the superko rule can be chosen. Boards have up to 30 points, as many as the largest
//! board ever solved (van der Werf and Winands 2009); then a board and its turn fit into 62 bits, and
//! marks in the history are exact.

use unbeatable_core::bits::Bits;
use unbeatable_core::random::finalise;
use unbeatable_core::{Bounds, Game, Margin, Outcome, Player, Repetition, Trace};

use crate::images::Images;

mod chains;
mod entry;
pub mod liberties;
mod liberty_lead;
mod notation;
pub mod pass_order;
mod reach;
pub mod safety;
mod tactics;

/// The rule book of Go on one board size.
#[derive(Clone, Debug)]
pub struct Go {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    pub(crate) superko: Superko,
    pub(crate) suicide: bool,
    /// White's bonus, in half points.
    pub(crate) komi: i16,
    /// All points.
    pub(crate) board: u32,
    /// All points but those of the leftmost column.
    not_leftmost: u32,
    points: u8,
    /// The bits of a position that a superko mark consists of.
    marked: u64,
    /// The bit that says whose turn it is.
    turn: u64,
    images: Images,
    /// What the rules say about every board, where boards are few.
    known: Option<Vec<BoardFacts>>,
}

/// What the rules say about one board with one player to move.
#[derive(Clone, Copy, Debug)]
struct BoardFacts {
    /// The position after a stone on each point.
    after: [Stones; KNOWN_POINTS_MAX as usize],
    /// Where a stone is legal, as far as history allows it.
    legal: u8,
    area: i8,
}

/// Boards of up to this many points are looked up: all of 2x2 takes 28 KiB, all of 2x3 448 KiB.
const KNOWN_POINTS_MAX: u8 = 6;

/// Which stones repeat. Passes never do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Superko {
    /// A stone may not recreate a board that stood before.
    Positional,
    /// A stone may not recreate a board with the same player to move; the start and what passes
    /// made count.
    Situational,
    /// A stone may not recreate a board that the same player made before by a stone.
    Natural,
}

/// A position, without its history, in one word; on a board of `n` points:
///
/// ```text
///   bit  .. 2n+1     2n     2n-1 .. n   n-1 .. 0
///        passes      turn   white       black
/// ```
///
/// Bit `row * columns + column` of `black` and `white` is a point, rows from the top:
///
/// ```text
///     A B C
///   3 0 1 2
///   2 3 4 5     3 columns x 3 rows
///   1 6 7 8
/// ```
///
/// So the lowest `2n` bits are the board, and one more is the situation: what superko rules forbid to
/// repeat, and an index where boards are few. Every chain has a liberty. `passes` is how many there
/// were in a row just before: 2 end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones(u64);

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on a point.
    Stone(u8),
    /// No stone.
    Pass,
}

/// Boards have at most this many points.
pub const POINTS_MAX: u8 = 30;

/// Columns have letters, and no letter is I.
pub const COLUMNS_MAX: u8 = 25;

/// Komi is at most this many points, either way.
pub const KOMI_MAX: i16 = 1000;

impl Go {
    /// Go on a board of that size, with `komi` in half points; says what is wrong with it if it
    /// cannot be.
    pub fn new(
        columns: u8,
        rows: u8,
        superko: Superko,
        suicide: bool,
        komi: i16,
    ) -> Result<Self, String> {
        if columns == 0 || rows == 0 {
            return Err("at least one column and one row".into());
        }
        if columns > COLUMNS_MAX {
            return Err(format!("at most {COLUMNS_MAX} columns"));
        }
        if u16::from(columns) * u16::from(rows) > POINTS_MAX.into() {
            return Err(format!("at most {POINTS_MAX} points"));
        }
        if komi.unsigned_abs() > 2 * KOMI_MAX.unsigned_abs() {
            return Err(format!("a komi of at most {KOMI_MAX} points"));
        }
        let points = columns * rows;
        let leftmost = (0..rows).fold(0, |column, row| column | 1 << (row * columns));
        let board = u32::MAX >> (32 - points);
        let mut go = Go {
            columns,
            rows,
            superko,
            suicide,
            komi,
            board,
            not_leftmost: board & !leftmost,
            points,
            marked: match superko {
                Superko::Positional => (1 << (2 * points)) - 1,
                Superko::Situational | Superko::Natural => (2 << (2 * points)) - 1,
            },
            turn: 1 << (2 * points),
            images: Images::new(columns, rows),
            known: None,
        };
        if points <= KNOWN_POINTS_MAX {
            go.known = Some(go.know_all());
        }
        Ok(go)
    }

    /// What the rules say about every board that fits, legal or not.
    fn know_all(&self) -> Vec<BoardFacts> {
        let nothing = BoardFacts {
            after: [self.start(); KNOWN_POINTS_MAX as usize],
            legal: 0,
            area: 0,
        };
        let boards = 1 << (2 * self.points);
        let mut all = vec![nothing; 2 * boards as usize];
        for board in 0..boards {
            let (black, white) = (board & self.board, board >> self.points);
            for turn in Player::BOTH {
                if let Some(pos) = self.position(black, white, turn) {
                    let known = &mut all[self.situation(&pos) as usize];
                    known.legal = self.legal_points(&pos) as u8;
                    known.area = self.area(&pos) as i8;
                    for point in Bits(known.legal.into()) {
                        known.after[usize::from(point)] = self.put(&pos, point);
                    }
                }
            }
        }
        all
    }

    /// The position with those stones, whether or not every chain has a liberty.
    #[inline]
    fn stones(&self, black: u32, white: u32, turn: Player, passes: u8) -> Stones {
        let board = u64::from(white) << self.points | u64::from(black);
        let turn = self.turn * turn.index() as u64;
        Stones(board | turn | (2 * self.turn * u64::from(passes)))
    }

    /// Black's stones.
    #[must_use]
    #[inline]
    pub fn black(&self, pos: &Stones) -> u32 {
        pos.0 as u32 & self.board
    }

    /// White's stones.
    #[must_use]
    #[inline]
    pub fn white(&self, pos: &Stones) -> u32 {
        (pos.0 >> self.points) as u32 & self.board
    }

    #[inline]
    pub(crate) fn colour(&self, pos: &Stones, player: Player) -> u32 {
        match player {
            Player::First => self.black(pos),
            Player::Second => self.white(pos),
        }
    }

    /// How many passes there were in a row just before.
    #[must_use]
    #[inline]
    pub fn passes(&self, pos: &Stones) -> u8 {
        (pos.0 >> (2 * self.points + 1)) as u8
    }

    /// The board and whose turn it is, as a number.
    #[inline]
    fn situation(&self, pos: &Stones) -> u64 {
        pos.0 & (2 * self.turn - 1)
    }

    /// The board as a number.
    #[inline]
    fn board_of(&self, pos: &Stones) -> u64 {
        pos.0 & (self.turn - 1)
    }

    /// Whether the same stones stand on the same points.
    #[must_use]
    pub fn is_same_board(&self, a: &Stones, b: &Stones) -> bool {
        self.board_of(a) == self.board_of(b)
    }

    /// The board of `pos`, with `turn` to move after that many passes.
    #[must_use]
    pub fn with(&self, pos: &Stones, turn: Player, passes: u8) -> Stones {
        self.stones(self.black(pos), self.white(pos), turn, passes)
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> [u8; 2] {
        [self.columns, self.rows]
    }

    /// White's bonus, in half points.
    #[must_use]
    pub fn komi(&self) -> i16 {
        self.komi
    }

    /// Which stones repeat.
    #[must_use]
    pub fn superko(&self) -> Superko {
        self.superko
    }

    /// Whether a stone may take its own chain's last liberty.
    #[must_use]
    pub fn allows_suicide(&self) -> bool {
        self.suicide
    }

    /// How many points the board has.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.points
    }

    /// The position after a legal stone.
    fn put(&self, pos: &Stones, point: u8) -> Stones {
        let (mover, other) = (self.turn(pos), self.turn(pos).other());
        let (mine, theirs) = (self.colour(pos, mover), self.colour(pos, other));
        let (mine, theirs) = self
            .place(mine, theirs, point)
            .expect("a move is one of the position's legal moves");
        match mover {
            Player::First => self.stones(mine, theirs, other, 0),
            Player::Second => self.stones(theirs, mine, other, 0),
        }
    }

    /// The position with those stones, if every chain has a liberty.
    #[must_use]
    pub fn position(&self, black: u32, white: u32, turn: Player) -> Option<Stones> {
        let fits = black & white == 0 && (black | white) & !self.board == 0;
        let is_legal = fits && self.dead_chain(black, white).is_none();
        is_legal.then(|| self.stones(black, white, turn, 0))
    }
}

impl Game for Go {
    type Position = Stones;
    type Move = Move;
    type Value = Margin;

    const HAS_HISTORY: bool = true;

    fn start(&self) -> Stones {
        self.stones(0, 0, Player::First, 0)
    }

    #[inline]
    fn turn(&self, pos: &Stones) -> Player {
        match pos.0 & self.turn {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    #[inline]
    fn outcome(&self, pos: &Stones) -> Option<Outcome<Margin>> {
        (pos.0 >= 4 * self.turn).then(|| {
            let area = match &self.known {
                None => self.area(pos),
                Some(known) => known[self.situation(pos) as usize].area.into(),
            };
            Outcome::margin(Margin::half_points(2 * area - self.komi))
        })
    }

    /// Points row by row from the top, then the pass.
    #[inline(always)]
    fn moves(&self, pos: &Stones) -> impl Iterator<Item = Move> {
        let legal = match &self.known {
            None => self.legal_points(pos),
            Some(known) => known[self.situation(pos) as usize].legal.into(),
        };
        // One loop, not one after the other: the pass stands behind the last point.
        let pass = self.points;
        Bits(u64::from(legal) | 1 << pass).map(move |point| match point == pass {
            true => Move::Pass,
            false => Move::Stone(point),
        })
    }

    #[inline]
    fn play(&self, pos: &Stones, m: Move) -> Stones {
        match (m, &self.known) {
            // Adds one to the passes and turns the turn over.
            (Move::Pass, _) => Stones((pos.0 ^ self.turn) + 2 * self.turn),
            (Move::Stone(point), None) => self.put(pos, point),
            (Move::Stone(point), Some(known)) => {
                known[self.situation(pos) as usize].after[usize::from(point)]
            }
        }
    }

    fn range(&self, player: Player) -> Bounds<Margin> {
        let points = 2 * i16::from(self.points());
        let black = Bounds {
            lower: Margin::half_points(-points - self.komi),
            upper: Margin::half_points(points - self.komi),
        };
        match player {
            Player::First => black,
            Player::Second => -black,
        }
    }

    /// The symmetries of the board; without komi also with the colours exchanged.
    #[inline]
    fn images(&self, pos: &Stones) -> impl Iterator<Item = Stones> {
        let both = [self.black(pos), self.white(pos)];
        let both = both.map(|stones| self.images.of(stones.into()));
        let (turn, passes) = (self.turn(pos), self.passes(pos));
        let count = self.images.count();
        let reversals = if self.komi == 0 { 2 } else { 1 };
        (0..reversals * count).map(move |i| {
            let (reversal, i) = (i / count, i % count);
            let [black, white] = [both[reversal][i], both[1 - reversal][i]].map(|b| b as u32);
            let turn = match reversal {
                0 => turn,
                _ => turn.other(),
            };
            self.stones(black, white, turn, passes)
        })
    }

    /// The least image as a number. If colours may be exchanged, Black is to move there.
    #[inline]
    fn canonical(&self, pos: &Stones) -> Stones {
        let both = [self.black(pos), self.white(pos)];
        let [black, white] = both.map(|stones| self.images.of(stones.into()));
        let exchanges = self.komi == 0 && pos.0 & self.turn != 0;
        let (low, high, rest) = match exchanges {
            true => (white, black, pos.0 ^ self.turn),
            false => (black, white, pos.0),
        };
        let least = (0..self.images.count())
            .map(|i| high[i] << self.points | low[i])
            .min()
            .expect("a position is its own first image");
        Stones(rest & !(self.turn - 1) | least)
    }

    fn board(&self, pos: &Stones) -> Stones {
        Stones(self.board_of(pos))
    }

    fn key(&self, pos: &Stones) -> u64 {
        finalise(pos.0)
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        let players = u32::from(self.superko != Superko::Positional);
        Repetition::Forbidden {
            mark_bits: 2 * u32::from(self.points()) + players,
        }
    }

    #[inline]
    fn trace(&self, pos: &Stones) -> Trace {
        let mark = pos.0 & self.marked;
        match pos.0 < 2 * self.turn {
            true => Trace::Once(mark),
            false if self.superko == Superko::Situational => Trace::Leaves(mark),
            // The board of a pass stands in the history already, or does not count.
            false => Trace::Nothing,
        }
    }

    fn first_trace(&self, pos: &Stones) -> Trace {
        match self.superko {
            Superko::Natural => Trace::Nothing,
            _ => Trace::Leaves(pos.0 & self.marked),
        }
    }
}
