//! A position as it is shown: who moves, which moves there are, and what it looks like.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use unbeatable_core::Player;
use unbeatable_core::diagram::{Block, CellShape, Diagram, Square, Surroundings};

use super::basics::OutcomeReport;
use super::play::{ForbiddenReport, LegalMove, Place};

/// All there is to see of a position, without a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PositionReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    pub title: String,
    /// What the sides are called, the first player's first.
    pub sides: [String; 2],
    /// Whether games end with points, or just with a win, a draw or a loss.
    pub is_scored: bool,
    /// Where the moves that were given began.
    pub start: String,
    /// How many moves of a history that was told came before that. The moves that were given are numbered from
    /// there, for those who tell which position a forbidden move would repeat.
    #[serde(default)]
    pub earlier: usize,
    /// Where they led, with its history where that matters.
    pub position: String,
    /// Who moves, by name.
    pub turn: String,
    /// Who moves: 0 for the first player.
    pub mover: usize,
    /// How the game ended, or `None` while it goes on.
    pub outcome: Option<OutcomeReport>,
    /// The legal moves in board order; none if the game is over.
    pub moves: Vec<LegalMove>,
    /// The moves that look possible and are not, in board order.
    #[serde(default)]
    pub forbidden: Vec<ForbiddenReport>,
    /// The moves that were given, as they are written.
    pub played: Vec<PlayedReport>,
    /// Where the last of them was made, if it was made somewhere.
    pub last: Option<Place>,
    /// The position as shapes, if it has any.
    pub diagram: Option<DiagramReport>,
    /// What stands around the squares of the diagram, where that is not letters and numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surroundings: Option<SurroundingsReport>,
    /// Squares that an analysis has something to say about, without a search.
    pub highlights: Vec<HighlightReport>,
    /// The heaps' nimbers, where there is a formula.
    pub nimbers: Option<NimbersReport>,
    /// The position as text over several lines.
    pub board: String,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedReport {
    /// Who made it: 0 for the first player.
    pub side: usize,
    /// As it is written.
    #[serde(rename = "move")]
    pub m: String,
}

/// What stands around the squares of a diagram, and beside them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SurroundingsReport {
    /// What columns are called, from the left.
    pub columns: Vec<String>,
    /// What rows are called, from the top.
    pub rows: Vec<String>,
    /// What is to be known beside what stands on the squares.
    pub facts: Vec<String>,
}

/// A piece that is shown by a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LetterReport {
    /// Its square.
    pub square: usize,
    /// The letter.
    pub letter: char,
}

/// A position as shapes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DiagramReport {
    /// What stands there.
    #[serde(flatten)]
    pub shapes: ShapesReport,
    /// Where a move is shown in it, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Place>,
}

/// What stands in a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ShapesReport {
    /// Squares, or points where lines meet.
    Grid {
        /// How many stand side by side.
        columns: usize,
        /// What stands on each, row by row from the top: 0 for a sign of the first player.
        squares: Vec<Option<usize>>,
        /// Squares with pieces that are shown by letters, whosever they are.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        letters: Vec<LetterReport>,
        /// Whether signs are stones where lines meet, rather than marks in squares.
        has_points: bool,
        /// Whether signs fall to the lowest empty square of their column, so that a move is a column.
        falls: bool,
        /// Whether cells are hexagons with stones on them, each row half a cell to the right of the one above;
        /// the first player's sides are above and below.
        #[serde(default)]
        has_hexagons: bool,
        /// How many columns and rows make a block; 0 if there are no blocks.
        block: usize,
        /// What has become of each block, row by row from the top; empty if there are no blocks.
        blocks: Vec<BlockReport>,
        /// The squares of the lines that ended the game, by number.
        line: Vec<usize>,
    },
    /// Heaps of so many stones, in the order in which they are written.
    Heaps {
        /// How many stones each has.
        heaps: Vec<usize>,
    },
}

/// What has become of a block: `null`, 0 or 1 for its winner, or `"drawn"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockReport {
    /// Nothing yet.
    Open,
    /// That player won it: 0 for the first player.
    Won(usize),
    /// It is full, and nobody won it.
    Drawn,
}

/// A square that an analysis has something to say about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HighlightReport {
    /// Its number in the diagram.
    pub square: usize,
    /// `wins`: the side would win the game there at once. `avoid`: a move there lets the opponent win at
    /// once. `must-play`: if any move wins, one on such a square does. `needed`: the side is known to
    /// win, whatever happens on other squares.
    pub kind: String,
    /// Whom it is about, if it is about one side: 0 for the first player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<usize>,
}

/// The nimbers of a position of heaps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NimbersReport {
    /// Every heap, in the order in which they are written.
    pub heaps: Vec<HeapReport>,
    /// The exclusive or of their nimbers.
    pub sum: u32,
}

/// A heap and its nimber.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeapReport {
    /// How many stones it has.
    pub stones: usize,
    /// Its nimber.
    pub nimber: u32,
}

impl From<Diagram> for DiagramReport {
    fn from(diagram: Diagram) -> Self {
        let answer = marked(&diagram);
        let shapes = match diagram {
            Diagram::Grid {
                columns,
                squares,
                shape,
                block,
                blocks,
                line,
            } => ShapesReport::Grid {
                columns,
                letters: letters(&squares),
                squares: squares.into_iter().map(sign).collect(),
                has_points: shape == CellShape::Points,
                falls: shape == CellShape::Falling,
                has_hexagons: shape == CellShape::Hexagons,
                block,
                blocks: blocks.into_iter().map(BlockReport::from).collect(),
                line,
            },
            Diagram::Heaps(heaps) => ShapesReport::Heaps {
                heaps: heaps.into_iter().map(|heap| heap.stones).collect(),
            },
        };
        DiagramReport { shapes, answer }
    }
}

/// Where the marked move of a diagram is made, if there is one and it is made somewhere.
pub fn marked(diagram: &Diagram) -> Option<Place> {
    match diagram {
        Diagram::Grid { squares, .. } => {
            let place_of = |wanted: Square| squares.iter().position(|square| *square == wanted);
            let to = place_of(Square::Marked)?;
            Some(match place_of(Square::Left) {
                Some(from) => Place::Step(from, to),
                None => Place::Square(to),
            })
        }
        Diagram::Heaps(heaps) => {
            let mut heaps = heaps.iter().enumerate();
            heaps.find_map(|(i, heap)| {
                let taken = heap.taken.as_ref()?;
                Some(Place::Heap(i, [taken.start, taken.end]))
            })
        }
    }
}

/// Whose sign stands on a square.
fn sign(square: Square) -> Option<usize> {
    match square {
        Square::Of(player) => Some(player.index()),
        Square::Piece(player, _) => player.map(Player::index),
        Square::Empty | Square::Marked | Square::Left => None,
    }
}

/// The pieces that are shown by letters.
fn letters(squares: &[Square]) -> Vec<LetterReport> {
    let letter = |(square, of): (usize, &Square)| match *of {
        Square::Piece(_, letter) => Some(LetterReport { square, letter }),
        _ => None,
    };
    squares.iter().enumerate().filter_map(letter).collect()
}

impl From<Surroundings> for SurroundingsReport {
    fn from(surroundings: Surroundings) -> Self {
        SurroundingsReport {
            columns: surroundings.columns,
            rows: surroundings.rows,
            facts: surroundings.facts,
        }
    }
}

impl From<Block> for BlockReport {
    fn from(block: Block) -> Self {
        match block {
            Block::Open => BlockReport::Open,
            Block::Won(player) => BlockReport::Won(Player::index(player)),
            Block::Drawn => BlockReport::Drawn,
        }
    }
}

impl<'de> Deserialize<'de> for BlockReport {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Option::<Json>::deserialize(deserializer)? {
            None => Ok(BlockReport::Open),
            Some(Json::String(word)) if word == "drawn" => Ok(BlockReport::Drawn),
            Some(player) => serde_json::from_value(player)
                .map(BlockReport::Won)
                .map_err(D::Error::custom),
        }
    }
}

impl Serialize for BlockReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            BlockReport::Open => serializer.serialize_none(),
            BlockReport::Won(player) => serializer.serialize_u64(player as u64),
            BlockReport::Drawn => serializer.serialize_str("drawn"),
        }
    }
}
