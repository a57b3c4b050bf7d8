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

use crate::board::{CellSet, HexBoard, each};

/// The bits of the two sides among the neighbours of a cell, behind those of all cells.
const SIDES: [CellSet; 2] = [1 << 121, 1 << 122];
const CELLS: CellSet = (1 << 121) - 1;

/// The graph of one player.
#[derive(Clone)]
struct ShannonGraph {
    /// By cell, those joined with it. Of cells that are not empty it means nothing.
    joined: [CellSet; 121],
}

impl ShannonGraph {
    fn new(board: &HexBoard, player: Player, mine: CellSet, empty: CellSet) -> Self {
        let mut graph = ShannonGraph { joined: [0; 121] };
        for cell in each(empty) {
            graph.joined[usize::from(cell)] = board.beside(1 << cell) & empty;
        }
        let mut rest = mine;
        for (at, side) in board.sides(player).into_iter().zip(SIDES) {
            let body = board.reached(at, rest);
            rest &= !body;
            for cell in each((at | board.beside(body)) & empty) {
                graph.joined[usize::from(cell)] |= side;
            }
        }
        while rest != 0 {
            let group = board.reached(rest & rest.wrapping_neg(), rest);
            rest &= !group;
            let around = board.beside(group) & empty;
            for cell in each(around) {
                graph.joined[usize::from(cell)] |= around & !(1 << cell);
            }
        }
        graph
    }

    #[inline]
    fn of(&self, cell: u8) -> CellSet {
        self.joined[usize::from(cell)]
    }

    /// The player's stone on a cell.
    fn contract(&mut self, cell: u8) {
        let around = self.of(cell);
        for other in each(around & CELLS) {
            let joined = &mut self.joined[usize::from(other)];
            *joined = (*joined | around) & !(1 << cell | 1 << other);
        }
    }

    /// The opponent's stone on a cell.
    fn delete(&mut self, cell: u8) {
        for other in each(self.of(cell) & CELLS) {
            self.joined[usize::from(other)] &= !(1 << cell);
        }
    }

    /// Whether the neighbours of a cell are all joined with each other.
    #[inline]
    fn is_dead(&self, cell: u8) -> bool {
        let around = self.of(cell);
        around & (SIDES[0] | SIDES[1]) != SIDES[0] | SIDES[1]
            && each(around & CELLS).all(|other| around & !(1 << other) & !self.of(other) == 0)
    }

    /// Whether a cell would be dead in this player's graph if the player had `stone`.
    #[inline]
    fn is_dead_with(&self, cell: u8, stone: u8) -> bool {
        let with = self.of(stone);
        let joined = |other: u8| {
            let own = self.of(other);
            match with >> other & 1 {
                1 => (own | with) & !(1 << stone | 1 << other),
                _ => own,
            }
        };
        let around = joined(cell);
        around & (SIDES[0] | SIDES[1]) != SIDES[0] | SIDES[1]
            && each(around & CELLS).all(|other| around & !(1 << other) & !joined(other) == 0)
    }

    /// Whether a cell would be dead in this player's graph if the opponent had `stone`.
    #[inline]
    fn is_dead_without(&self, cell: u8, stone: u8) -> bool {
        let around = self.of(cell) & !(1 << stone);
        around & (SIDES[0] | SIDES[1]) != SIDES[0] | SIDES[1]
            && each(around & CELLS).all(|other| around & !(1 << other) & !self.of(other) == 0)
    }
}

/// A position without its dead and captured cells.
#[derive(Clone)]
pub struct Filled {
    /// Stones of Black and of White, with those that they may as well have.
    pub stones: [CellSet; 2],
    /// What is left.
    pub empty: CellSet,
    /// What is dead. Black's stones have it, too.
    dead: CellSet,
    graphs: [ShannonGraph; 2],
}

impl Filled {
    /// Fills in what is dead or captured.
    #[must_use]
    pub fn new(board: &HexBoard, stones: [CellSet; 2]) -> Self {
        let empty = board.full() & !(stones[0] | stones[1]);
        let mut filled = Filled {
            stones,
            empty,
            dead: 0,
            graphs: Player::BOTH
                .map(|player| ShannonGraph::new(board, player, stones[player.index()], empty)),
        };
        filled.fill(empty);
        filled
    }

    /// The position with one more stone.
    #[must_use]
    pub fn with(&self, player: Player, cell: u8) -> Self {
        let mut filled = self.clone();
        let around = filled.graphs[0].of(cell) | filled.graphs[1].of(cell);
        filled.give(player, cell);
        filled.fill(around & CELLS);
        filled
    }

    fn give(&mut self, player: Player, cell: u8) {
        self.stones[player.index()] |= 1 << cell;
        self.empty &= !(1 << cell);
        self.graphs[player.index()].contract(cell);
        self.graphs[player.other().index()].delete(cell);
    }

    /// Fills in around cells whose neighbours have changed.
    fn fill(&mut self, changed: CellSet) {
        // What a cell is depends on its neighbours' neighbours.
        let mut open = self.near(self.near(changed));
        while open & self.empty != 0 {
            let cell = (open & self.empty).trailing_zeros() as u8;
            open &= !(1 << cell);
            if self.graphs.iter().any(|graph| graph.is_dead(cell)) {
                let around = self.near(1 << cell);
                // It is all one who has it.
                self.dead |= 1 << cell;
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
                let with = each(self.near(1 << cell) & self.empty & !(1 << cell))
                    .find(|&other| is_killed(cell, other) && is_killed(other, cell));
                if let Some(other) = with {
                    let around = self.near(1 << cell | 1 << other);
                    self.give(player, cell);
                    self.give(player, other);
                    open |= self.near(around);
                    break;
                }
            }
        }
    }

    /// Cells and those joined with them, in either graph.
    fn near(&self, cells: CellSet) -> CellSet {
        each(cells & self.empty).fold(cells, |near, cell| {
            near | (self.graphs[0].of(cell) | self.graphs[1].of(cell)) & CELLS
        })
    }

    /// The cells that are dead here, or that a player has or may as well have.
    #[must_use]
    pub fn free(&self, player: Player) -> CellSet {
        self.dead | self.stones[player.index()]
    }
}
