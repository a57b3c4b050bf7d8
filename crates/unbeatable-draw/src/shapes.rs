//! What can be drawn.

use std::ops::Range;

/// Boards in rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// The first line.
    pub title: String,
    /// The second line; may be empty.
    pub subtitle: String,
    /// What the signs mean: each with its explanation.
    pub legend: Vec<(Sample, String)>,
    /// The rows, from above.
    pub rows: Vec<TileRow>,
}

/// Boards that belong together. As many stand side by side as the page is wide.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TileRow {
    /// What stands at the left, perhaps on several lines.
    pub label: String,
    /// The boards.
    pub tiles: Vec<Tile>,
}

/// A board with what is around it.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// The board.
    pub board: TileBoard,
    /// What stands below it; may be empty.
    pub caption: String,
    /// What it is put in.
    pub frame: TileFrame,
}

/// What can stand on a tile.
#[derive(Clone, PartialEq, Debug)]
pub enum TileBoard {
    /// Squares, points or hexagons.
    Grid {
        /// How many stand side by side.
        columns: usize,
        /// Each of them, row by row from the top; full rows.
        cells: Vec<Cell>,
        /// What the players' signs look like.
        marks: SignStyle,
        /// A thicker line before every so many columns and rows; 0 for none.
        block: usize,
    },
    /// Heaps of stones, from above.
    Piles(Vec<Pile>),
    /// Anything else.
    Text(String),
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Who moves first.
    First,
    /// Who moves second.
    Second,
}

/// What the players' signs look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignStyle {
    /// Crosses and circles in squares.
    Crosses,
    /// Black and white stones where lines meet.
    Stones,
    /// Black and white stones on hexagons, with bands along the sides in the colour of who connects them: the
    /// first player's above and below, the second player's left and right.
    Hexagons,
}

/// A square, point or hexagon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A sign of the first player.
    First,
    /// A sign of the second player.
    Second,
    /// A piece that is shown by a letter, of a player or of nobody.
    Piece(Option<Side>, char),
    /// The sign that this player is told to put here: bold, in a box.
    Answer(Side),
    /// Nothing, on the ground of the player who wins with a sign here.
    Worth(Side),
    /// Nothing, on a ground that is to be seen.
    Seen,
}

/// A heap of stones in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pile {
    /// How many there are.
    pub stones: usize,
    /// Which of them are to be taken. An empty range beyond 0 splits the heap there.
    pub taken: Option<Range<usize>>,
}

/// What a tile is put in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TileFrame {
    /// Its background.
    pub shade: Shade,
    /// Whether the border is thick, as for finished games.
    pub is_thick: bool,
}

/// A background.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shade {
    /// White.
    #[default]
    Plain,
    /// Filled: the first player wins.
    First,
    /// Hatched: the second player wins.
    Second,
}

/// Something that a legend explains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// A tile's frame.
    Frame(TileFrame),
    /// A cell of a grid.
    Cell(Cell, SignStyle),
    /// A stone that is to be taken.
    Taken,
}

/// Boards in layers, and edges between them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// The first line.
    pub title: String,
    /// The second line; may be empty.
    pub subtitle: String,
    /// What the signs mean: each with its explanation.
    pub legend: Vec<(Sample, String)>,
    /// What stands to the left of each layer.
    pub layers: Vec<String>,
    /// The boards.
    pub nodes: Vec<GraphNode>,
    /// What leads from one to another.
    pub edges: Vec<Edge>,
}

/// A board of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphNode {
    /// In which layer it stands, from 0.
    pub layer: usize,
    /// What DOT calls it, perhaps on several lines.
    pub text: String,
    /// What is drawn.
    pub tile: Tile,
}

/// What leads from one board to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The upper node's place in the list.
    pub from: usize,
    /// The lower node's place in the list.
    pub to: usize,
    /// What stands beside it; may be empty.
    pub label: String,
}
