//! Positions as they are drawn.

use unbeatable_bench::erased::{ErasedGame, Move, Position};
use unbeatable_core::diagram::{CellShape, Diagram, Square};
use unbeatable_core::{Game, Notation, Player};
use unbeatable_draw::{Cell, Pile, Side, SignStyle, Tile, TileBoard, TileFrame};

/// A position as it is drawn, with the move that is the answer there, if there is one.
pub fn tile(game: &ErasedGame, pos: &Position, answer: Option<Move>, frame: TileFrame) -> Tile {
    let side = side(game.turn(pos));
    let board = match game.diagram(pos, answer) {
        None => TileBoard::Text(game.position_text(pos)),
        Some(Diagram::Grid {
            columns,
            squares,
            shape,
            block,
            // A picture of marks shows by itself who has a row of them.
            blocks: _,
            line: _,
        }) => TileBoard::Grid {
            columns,
            cells: cells(&squares, side),
            marks: match shape {
                CellShape::Points => SignStyle::Stones,
                CellShape::Hexagons => SignStyle::Hexagons,
                CellShape::Squares | CellShape::Falling => SignStyle::Crosses,
            },
            block,
        },
        Some(Diagram::Heaps(heaps)) => {
            let pile = |heap: unbeatable_core::diagram::Heap| Pile {
                stones: heap.stones,
                taken: heap.taken,
            };
            TileBoard::Piles(heaps.into_iter().map(pile).collect())
        }
    };
    Tile {
        board,
        caption: String::new(),
        frame,
    }
}

pub(super) fn side(player: Player) -> Side {
    match player {
        Player::First => Side::First,
        Player::Second => Side::Second,
    }
}

fn cells(squares: &[Square], turn: Side) -> Vec<Cell> {
    let is_lettered = |square: &Square| matches!(square, Square::Piece(..) | Square::Left);
    let has_letters = squares.iter().any(is_lettered);
    let cell = |square: &Square| match *square {
        Square::Empty | Square::Left => Cell::Empty,
        Square::Of(Player::First) => Cell::First,
        Square::Of(Player::Second) => Cell::Second,
        Square::Piece(of, letter) => Cell::Piece(of.map(side), letter),
        // Players without signs of their own put none here.
        Square::Marked if has_letters => Cell::Seen,
        Square::Marked => Cell::Answer(turn),
    };
    squares.iter().map(cell).collect()
}

/// A title, as it begins a line.
pub fn capital(title: &str) -> String {
    match title.get(..1) {
        Some(first) => first.to_uppercase() + &title[1..],
        None => String::new(),
    }
}
