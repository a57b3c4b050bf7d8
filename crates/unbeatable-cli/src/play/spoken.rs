//! Positions in sentences, to be read aloud.

use unbeatable_workbench::core::Player;
use unbeatable_workbench::core::diagram::{Block, CellShape, Diagram, Heap, Square};
use unbeatable_workbench::report::{Place, PlayReport, forbidden_sentence};

use crate::units::many;

/// The whole position, a sentence a line.
pub(crate) fn board(view: &PlayReport) -> String {
    match &view.diagram {
        Some(Diagram::Grid {
            columns,
            squares,
            shape,
            block: 0,
            ..
        }) => rows(view, *columns, squares, *shape),
        Some(Diagram::Grid {
            columns,
            squares,
            block,
            blocks,
            ..
        }) => {
            let grid = Blocks {
                view,
                columns: *columns,
                squares,
                block: *block,
                blocks,
            };
            (0..blocks.len())
                .map(|at| grid.sentence(at, true))
                .collect()
        }
        Some(Diagram::Heaps(heaps)) => all_heaps(heaps),
        None => format!("{}\n", view.board.trim_end()),
    }
}

/// What is worth saying of the position after every move: all of it where that is short.
pub(crate) fn brief(view: &PlayReport) -> String {
    let Some(Diagram::Grid {
        columns,
        squares,
        block: block @ 1..,
        blocks,
        ..
    }) = &view.diagram
    else {
        return board(view);
    };
    let grid = Blocks {
        view,
        columns: *columns,
        squares,
        block: *block,
        blocks,
    };
    let said = |&at: &usize| blocks[at] != Block::Open || grid.is_next(at);
    let next: Vec<usize> = (0..blocks.len()).filter(|at| grid.is_next(*at)).collect();
    if let [_] = next[..] {
        let said = (0..blocks.len()).filter(said);
        return said.map(|at| grid.sentence(at, true)).collect();
    }
    // Where several boards are open to the mover, reading them all takes too long.
    let finished = (0..blocks.len()).filter(|&at| blocks[at] != Block::Open);
    let mut text: String = finished.map(|at| grid.sentence(at, false)).collect();
    if !next.is_empty() {
        let letters: Vec<String> = next.iter().map(|&at| letter(at).to_string()).collect();
        let letters = letters.join(", ");
        text.push_str(&format!(
            "To play in: any of the boards {letters}. The word board reads them.\n"
        ));
    }
    text
}

/// A grid's rows, numbered as moves number them, from below or from the top, and where no move may be made.
fn rows(view: &PlayReport, columns: usize, squares: &[Square], shape: CellShape) -> String {
    let count = squares.len() / columns;
    let row = |(i, row): (usize, &[Square])| {
        let number = match shape {
            CellShape::Hexagons => i + 1,
            CellShape::Squares | CellShape::Points | CellShape::Falling => count - i,
        };
        format!("Row {number}: {}.\n", signs(view, row))
    };
    let forbidden = forbidden_sentence(&view.forbidden).map(|text| text + "\n");
    let rows = squares.chunks(columns).enumerate().map(row);
    rows.chain(forbidden).collect()
}

/// Squares side by side.
fn signs(view: &PlayReport, squares: &[Square]) -> String {
    let sign = |square: &Square| match *square {
        Square::Of(player) => view.sides[player.index()].to_string(),
        Square::Piece(Some(player), letter) => {
            format!("{letter} of {}", view.sides[player.index()])
        }
        Square::Piece(None, letter) => letter.to_string(),
        Square::Empty | Square::Marked | Square::Left => "empty".into(),
    };
    match squares.iter().all(|square| *square == Square::Empty) {
        true => "empty".to_string(),
        false => squares.iter().map(sign).collect::<Vec<_>>().join(", "),
    }
}

fn all_heaps(heaps: &[Heap]) -> String {
    if heaps.is_empty() {
        return "No stones are left.\n".to_string();
    }
    let heap = |(i, heap): (usize, &Heap)| {
        let stones = many(heap.stones as u64, "stone", "stones");
        format!("Heap {}: {stones}.\n", i + 1)
    };
    heaps.iter().enumerate().map(heap).collect()
}

/// A grid that is made of blocks, each with a letter.
struct Blocks<'v> {
    view: &'v PlayReport,
    columns: usize,
    squares: &'v [Square],
    block: usize,
    blocks: &'v [Block],
}

impl Blocks<'_> {
    /// A block, and what stands in it if that is wanted.
    fn sentence(&self, at: usize, is_full: bool) -> String {
        let mut text = format!("Board {}", letter(at));
        match self.blocks[at] {
            Block::Open => {}
            Block::Won(player) => text.push_str(&format!(", won by {}", self.side(player))),
            Block::Drawn => text.push_str(", drawn"),
        }
        if self.is_next(at) {
            text.push_str(", to play in");
        }
        let rows = self.rows(at);
        let is_finished = self.blocks[at] != Block::Open && !self.is_next(at);
        if !is_full || is_finished {
            return text + ".\n";
        }
        match rows.concat().iter().all(|square| *square == Square::Empty) {
            true => text.push_str(": empty"),
            false => {
                for (row, squares) in rows.iter().enumerate() {
                    let name = match (row, rows.len()) {
                        (0, _) => "top",
                        (row, rows) if row + 1 == rows => "bottom",
                        _ => "middle",
                    };
                    let gap = if row == 0 { ": " } else { "; " };
                    text.push_str(&format!("{gap}{name} {}", signs(self.view, squares)));
                }
            }
        }
        text + ".\n"
    }

    fn rows(&self, at: usize) -> Vec<Vec<Square>> {
        let across = self.columns / self.block;
        let (top, left) = (at / across * self.block, at % across * self.block);
        let row = |row: usize| {
            let from = (top + row) * self.columns + left;
            self.squares[from..from + self.block].to_vec()
        };
        (0..self.block).map(row).collect()
    }

    /// Whether a move can be made in that block.
    fn is_next(&self, at: usize) -> bool {
        self.view.moves.iter().any(|m| match m.place {
            Some(Place::Square(square)) => block_of(square, self.columns, self.block) == at,
            _ => false,
        })
    }

    fn side(&self, player: Player) -> &'static str {
        self.view.sides[player.index()]
    }
}

/// The block that a square lies in.
pub(super) fn block_of(square: usize, columns: usize, block: usize) -> usize {
    let (row, column) = (square / columns, square % columns);
    row / block * (columns / block) + column / block
}

/// The letter of a block.
pub(super) fn letter(at: usize) -> char {
    char::from(b'a' + (at % 26) as u8)
}
