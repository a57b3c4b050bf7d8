//! Inferior cells: dead ones, which change nothing; captured ones, which one player may as well have; and
//! dominated ones, which need not be tried.
//!
//! Each player's chances are a graph (Shannon's switching game): its vertices are the empty cells and the
//! player's two sides, and two are joined if they touch or touch one group of the player's stones. The
//! player wins who joins the sides. A stone of his own contracts a vertex, which joins all its neighbours
//! with each other; one of the opponent deletes it.
//!
//! *Dead*: the neighbours of a cell in one player's graph are all joined with each other. Then a path that
//! goes through the cell is no path less without it, so the cell decides nothing, for either player:
//! somebody always connects, so what does not help the one does not hurt the other.
//!
//! *Captured*: of two cells, each is dead once the player has the other. Then the player answers in the pair
//! whatever the opponent plays there, and what the opponent got is dead: both may be given to the player.
//!
//! *Dominated*: once the player has one cell, another is dead, or captured with a third. Then the first
//! cell is at least as good a move as the second, because the second may be given to the player as well.
//!
//! Hayward and van Rijswijck, 'Hex and combinatorics' (2006), and Björnsson, Hayward, Johanson and van
//! Rijswijck, 'Dead cell analysis in Hex and the Shannon game' (2006), have the theory. They match patterns
//! around a cell; here the graph says it, which also sees what stones farther away join.

use unbeatable_core::Player;

use crate::board::{CellSet, HexBoard};
use crate::word::Word;

/// Both sides of a player.
const BOTH_SIDES: u8 = 0b11;

/// The graph of one player.
#[derive(Clone)]
struct ShannonGraph<W> {
    /// By cell, what is joined with it. Of cells that are not empty it means nothing.
    joined: [Neighbours<W>; 121],
}

/// Cells and sides that a cell is joined with.
#[derive(Clone, Copy)]
struct Neighbours<W> {
    cells: W,
    /// A bit for each side.
    sides: u8,
}

impl<W: Word> Neighbours<W> {
    const NONE: Self = Neighbours {
        cells: W::EMPTY,
        sides: 0,
    };

    /// Whether all are joined with each other, if `joined` says what each cell is joined with. The two sides
    /// never are.
    #[inline]
    fn are_joined(self, joined: impl Fn(u8) -> Self) -> bool {
        self.sides != BOTH_SIDES
            && self.cells.each().all(|cell| {
                let around = joined(cell);
                (self.cells & !W::one(cell)).is_within(around.cells)
                    && self.sides & !around.sides == 0
            })
    }
}

impl<W: Word> ShannonGraph<W> {
    fn new(board: &HexBoard, player: Player, mine: CellSet, empty: CellSet) -> Self {
        let mut joined = [Neighbours::NONE; 121];
        for cell in empty.each() {
            joined[usize::from(cell)].cells = W::of(board.beside(1 << cell) & empty);
        }
        let mut rest = mine;
        for (i, at) in board.sides(player).into_iter().enumerate() {
            let body = board.reached(at, rest);
            rest &= !body;
            for cell in ((at | board.beside(body)) & empty).each() {
                joined[usize::from(cell)].sides |= 1 << i;
            }
        }
        while rest != 0 {
            let group = board.reached(rest & rest.wrapping_neg(), rest);
            rest &= !group;
            let around = board.beside(group) & empty;
            for cell in around.each() {
                joined[usize::from(cell)].cells |= W::of(around & !(1 << cell));
            }
        }
        ShannonGraph { joined }
    }

    #[inline]
    fn of(&self, cell: u8) -> Neighbours<W> {
        self.joined[usize::from(cell)]
    }

    /// The player's stone on a cell.
    fn contract(&mut self, cell: u8) {
        let around = self.of(cell);
        for other in around.cells.each() {
            let joined = &mut self.joined[usize::from(other)];
            joined.cells = (joined.cells | around.cells) & !(W::one(cell) | W::one(other));
            joined.sides |= around.sides;
        }
    }

    /// The opponent's stone on a cell.
    fn delete(&mut self, cell: u8) {
        for other in self.of(cell).cells.each() {
            self.joined[usize::from(other)].cells &= !W::one(cell);
        }
    }

    /// Whether the neighbours of a cell are all joined with each other.
    #[inline]
    fn is_dead(&self, cell: u8) -> bool {
        self.of(cell).are_joined(|other| self.of(other))
    }

    /// Whether a cell would be dead in this player's graph if the player had `stone`.
    #[inline]
    fn is_dead_with(&self, cell: u8, stone: u8) -> bool {
        let with = self.of(stone);
        let joined = |other: u8| {
            let mut own = self.of(other);
            if with.cells.has(other) {
                own.cells = (own.cells | with.cells) & !(W::one(stone) | W::one(other));
                own.sides |= with.sides;
            }
            own
        };
        joined(cell).are_joined(joined)
    }

    /// Whether a cell would be dead in this player's graph if the opponent had `stone`.
    #[inline]
    fn is_dead_without(&self, cell: u8, stone: u8) -> bool {
        let mut around = self.of(cell);
        around.cells &= !W::one(stone);
        around.are_joined(|other| self.of(other))
    }
}

/// A position without its dead and captured cells.
#[derive(Clone)]
pub struct Filled<W> {
    /// Stones of Black and of White, with those that they may as well have.
    stones: [W; 2],
    /// What is left.
    empty: W,
    /// What is dead. Black's stones have it, too.
    dead: W,
    graphs: [ShannonGraph<W>; 2],
}

impl<W: Word> Filled<W> {
    /// Fills in what is dead or captured.
    #[must_use]
    pub fn new(board: &HexBoard, stones: [CellSet; 2]) -> Self {
        let empty = board.full() & !(stones[0] | stones[1]);
        let mut filled = Filled {
            stones: stones.map(W::of),
            empty: W::of(empty),
            dead: W::EMPTY,
            graphs: Player::BOTH
                .map(|player| ShannonGraph::new(board, player, stones[player.index()], empty)),
        };
        filled.fill(W::of(empty));
        filled
    }

    /// The position with one more stone.
    #[must_use]
    pub fn with(&self, player: Player, cell: u8) -> Self {
        let mut filled = self.clone();
        let around = filled.beside(cell);
        filled.give(player, cell);
        filled.fill(around);
        filled
    }

    /// Stones of Black and of White, with those that they may as well have.
    #[must_use]
    pub fn stones(&self) -> [CellSet; 2] {
        self.stones.map(W::cells)
    }

    /// The cells that are neither a stone's nor given to anybody.
    #[must_use]
    pub fn empty(&self) -> CellSet {
        self.empty.cells()
    }

    fn give(&mut self, player: Player, cell: u8) {
        self.stones[player.index()] |= W::one(cell);
        self.empty &= !W::one(cell);
        self.graphs[player.index()].contract(cell);
        self.graphs[player.other().index()].delete(cell);
    }

    /// Fills in around cells whose neighbours have changed.
    fn fill(&mut self, changed: W) {
        // What a cell is depends on its neighbours' neighbours.
        let mut open = self.near(self.near(changed));
        while open.meets(self.empty) {
            let cell = (open & self.empty).lowest();
            open &= !W::one(cell);
            if self.graphs.iter().any(|graph| graph.is_dead(cell)) {
                let around = self.near(W::one(cell));
                // It is all one who has it.
                self.dead |= W::one(cell);
                self.give(Player::First, cell);
                open |= self.near(around);
                continue;
            }
            for player in Player::BOTH {
                let mine = &self.graphs[player.index()];
                let theirs = &self.graphs[player.other().index()];
                let is_killed = |cell, stone| {
                    mine.is_dead_with(cell, stone) || theirs.is_dead_without(cell, stone)
                };
                let with = (self.beside(cell).each())
                    .find(|&other| is_killed(cell, other) && is_killed(other, cell));
                if let Some(other) = with {
                    let around = self.near(W::one(cell) | W::one(other));
                    self.give(player, cell);
                    self.give(player, other);
                    open |= self.near(around);
                    break;
                }
            }
        }
    }

    /// The empty cells that an empty cell is joined with, in either graph.
    #[inline]
    fn beside(&self, cell: u8) -> W {
        self.graphs[0].of(cell).cells | self.graphs[1].of(cell).cells
    }

    /// Cells and those joined with them, in either graph.
    fn near(&self, cells: W) -> W {
        (cells & self.empty)
            .each()
            .fold(cells, |near, cell| near | self.beside(cell))
    }

    /// A player's stones with what the player captures, without what is dead.
    #[must_use]
    pub fn captured(&self, player: Player) -> CellSet {
        (self.stones[player.index()] & !self.dead).cells()
    }

    /// The cells that are dead here, or that a player has or may as well have.
    #[must_use]
    pub fn free(&self, player: Player) -> CellSet {
        (self.dead | self.stones[player.index()]).cells()
    }
}
