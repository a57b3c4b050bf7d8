//! Hex: Black connects top and bottom, White left and right; somebody always does.

use unbeatable_core::{Connection, Game, Outcome, Player, Wdl};

use crate::board::{CellSet, HexBoard, each};

mod entry;
mod notation;

/// The rule book: players put stones on empty cells in turn; who connects both sides of his colour wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hex {
    board: HexBoard,
    has_swap: bool,
}

/// Two sets of cells ([`CellSet`]), Black's stones and White's.
///
/// ```text
/// 127       126 .. 121   120 .. 0
/// swapped   free         cells         of `white`; in `black` bit 127 is never set
/// ```
///
/// Black has as many stones as White, or one more and White is to move; after a swap White has as many as
/// Black and is to move, or one more and Black is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HexStones {
    black: CellSet,
    white: CellSet,
}

/// The swap, once it has been played.
const SWAPPED: CellSet = 1 << 127;

impl HexStones {
    /// Stones of both colours, without a swap.
    #[must_use]
    pub fn new(black: CellSet, white: CellSet) -> Self {
        HexStones { black, white }
    }

    /// Stones of both colours, White's first one taken over by a swap.
    #[must_use]
    pub fn swapped(black: CellSet, white: CellSet) -> Self {
        let white = white | SWAPPED;
        HexStones { black, white }
    }

    /// Black's stones.
    #[must_use]
    #[inline]
    pub fn black(&self) -> CellSet {
        self.black
    }

    /// White's stones.
    #[must_use]
    #[inline]
    pub fn white(&self) -> CellSet {
        self.white & !SWAPPED
    }

    /// A player's stones.
    #[must_use]
    #[inline]
    pub fn of(&self, player: Player) -> CellSet {
        match player {
            Player::First => self.black(),
            Player::Second => self.white(),
        }
    }

    /// Whether White took over Black's first stone.
    #[must_use]
    #[inline]
    pub fn is_swapped(&self) -> bool {
        self.white & SWAPPED != 0
    }

    /// Who moves next.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Player {
        let stones = self.black().count_ones() + self.white().count_ones();
        match (stones + u32::from(self.is_swapped())) % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HexMove {
    /// A stone on a cell.
    Stone(u8),
    /// White takes over Black's first stone: it becomes White's, reflected along the long diagonal, so that
    /// it stands to White as it stood to Black.
    Swap,
}

impl Hex {
    /// Hex on a board, with the swap rule or without.
    ///
    /// Panics if there is a swap on a board that is not a square: a stone has no image there.
    #[must_use]
    pub fn new(board: HexBoard, has_swap: bool) -> Self {
        assert!(
            !has_swap || board.columns() == board.rows(),
            "a swap needs a square board"
        );
        Hex { board, has_swap }
    }

    /// The board.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &HexBoard {
        &self.board
    }

    /// Whether White may take over Black's first stone.
    #[must_use]
    #[inline]
    pub fn has_swap(&self) -> bool {
        self.has_swap
    }

    /// The cells without a stone.
    #[must_use]
    #[inline]
    pub fn empty(&self, pos: &HexStones) -> CellSet {
        self.board.full() & !(pos.black() | pos.white())
    }

    /// Whether White may swap now.
    #[must_use]
    #[inline]
    pub fn can_swap(&self, pos: &HexStones) -> bool {
        self.has_swap && pos.white == 0 && pos.black.count_ones() == 1
    }

    /// Whether nobody can swap any more: then what is connected on the board is connected for good.
    #[must_use]
    #[inline]
    pub fn is_settled(&self, pos: &HexStones) -> bool {
        !self.has_swap || pos.is_swapped() || pos.white() != 0
    }

    fn turned(&self, pos: &HexStones) -> HexStones {
        HexStones {
            black: self.board.turned(pos.black()),
            white: self.board.turned(pos.white()) | pos.white & SWAPPED,
        }
    }
}

impl Game for Hex {
    type Position = HexStones;
    type Move = HexMove;
    type Value = Wdl;

    const HAS_DRAWS: bool = false;

    fn start(&self) -> HexStones {
        HexStones { black: 0, white: 0 }
    }

    #[inline]
    fn turn(&self, pos: &HexStones) -> Player {
        pos.turn()
    }

    #[inline]
    fn outcome(&self, pos: &HexStones) -> Option<Outcome<Wdl>> {
        // Only the player who moved last can have connected.
        let last = pos.turn().other();
        let connects = self.board.connects(last, pos.of(last));
        connects.then(|| Outcome::win(last))
    }

    #[inline]
    fn moves(&self, pos: &HexStones) -> impl Iterator<Item = HexMove> {
        let swap = self.can_swap(pos).then_some(HexMove::Swap);
        each(self.empty(pos)).map(HexMove::Stone).chain(swap)
    }

    #[inline]
    fn play(&self, pos: &HexStones, m: HexMove) -> HexStones {
        match m {
            HexMove::Stone(cell) => {
                debug_assert!(self.empty(pos) >> cell & 1 == 1, "a stone on an empty cell");
                match pos.turn() {
                    Player::First => HexStones {
                        black: pos.black | 1 << cell,
                        ..*pos
                    },
                    Player::Second => HexStones {
                        white: pos.white | 1 << cell,
                        ..*pos
                    },
                }
            }
            HexMove::Swap => HexStones {
                black: 0,
                white: self.board.reflected(pos.black) | SWAPPED,
            },
        }
    }

    /// Half a turn of the board. The reflection exchanges players and turn with the sides, and Black moves
    /// first: no position of a game has such an image but its own start.
    fn images(&self, pos: &HexStones) -> impl Iterator<Item = HexStones> {
        [*pos, self.turned(pos)].into_iter()
    }

    /// The image with the smaller sets.
    #[inline]
    fn canonical(&self, pos: &HexStones) -> HexStones {
        let turned = self.turned(pos);
        match (turned.black, turned.white) < (pos.black, pos.white) {
            true => turned,
            false => *pos,
        }
    }
}

impl Connection for Hex {
    fn cells(&self) -> u8 {
        self.board.count()
    }

    fn beside(&self, cells: CellSet) -> CellSet {
        self.board.beside(cells)
    }

    fn sides(&self, player: Player) -> [CellSet; 2] {
        self.board.sides(player)
    }

    fn stones(&self, pos: &HexStones) -> Option<[CellSet; 2]> {
        self.is_settled(pos).then(|| [pos.black(), pos.white()])
    }

    fn stone(&self, cell: u8) -> HexMove {
        HexMove::Stone(cell)
    }
}
