//! What a position looks like, for those who draw.

use std::ops::Range;

use crate::value::Player;

/// A position as simple shapes, perhaps with a move marked in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Diagram {
    /// Cells in columns and rows.
    Grid {
        /// How many stand side by side.
        columns: usize,
        /// What stands on each, row by row from the top; full rows.
        squares: Vec<Square>,
        /// What they are.
        shape: CellShape,
        /// How many columns and rows make a block; 0 if there are no blocks.
        block: usize,
        /// What has become of each block, row by row from the top; empty if there are no blocks.
        blocks: Vec<Block>,
        /// The squares of the lines that ended the game, by number; empty if none did.
        line: Vec<usize>,
    },
    /// Heaps of stones, in the order in which they are written.
    Heaps(Vec<Heap>),
}

/// What the cells of a board are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellShape {
    /// Squares with marks in them.
    Squares,
    /// Points where lines meet, with stones on them.
    Points,
    /// Squares of columns in which signs fall to the lowest one that is empty, so that a move is a column and
    /// columns have numbers.
    Falling,
    /// Hexagons with stones on them. Each row stands half a cell to the right of the one above it, rows have
    /// numbers from the top, the first player's sides are above and below, the second's left and right.
    Hexagons,
}

impl CellShape {
    /// Whether signs are stones rather than marks.
    #[must_use]
    pub fn has_stones(self) -> bool {
        matches!(self, CellShape::Points | CellShape::Hexagons)
    }
}

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    /// Nothing.
    Empty,
    /// A sign of that player.
    Of(Player),
    /// A piece that is shown by a letter, of a player or of nobody.
    Piece(Option<Player>, char),
    /// Here the marked move puts a sign. Nothing stands there yet, but in games from files.
    Marked,
    /// From here the marked move takes what stands there to the marked square.
    Left,
}

/// What stands around a grid, and beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    /// What columns are called, from the left.
    pub columns: Vec<String>,
    /// What rows are called, from the top.
    pub rows: Vec<String>,
    /// What is to be known of a position beside what stands on the squares.
    pub facts: Vec<String>,
}

/// What has become of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    /// Nothing yet.
    Open,
    /// That player won it.
    Won(Player),
    /// It is full, and nobody won it.
    Drawn,
}

/// A heap, its stones in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heap {
    /// How many there are.
    pub stones: usize,
    /// Which of them the marked move takes; an empty range is where it splits the heap.
    pub taken: Option<Range<usize>>,
}

/// What an analysis sees of a square, without search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight {
    /// Its number in the diagram: row by row from the top.
    pub square: usize,
    /// What is seen there.
    pub kind: HighlightKind,
}

/// What can be seen of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HighlightKind {
    /// That player would win the game there at once if he could play there now, whoever is to move.
    Wins(Player),
    /// It is a legal move behind which the opponent has won, or wins at once.
    Avoid,
    /// It is one of the moves that must be tried: if any move wins, one of them does.
    MustPlay,
    /// That player is known to win, and needs this square for it: what happens elsewhere changes nothing.
    Needed(Player),
}
