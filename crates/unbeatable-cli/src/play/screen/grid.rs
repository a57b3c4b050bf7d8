//! Boards of squares, points or hexagons.

use ratatui::style::{Modifier, Style};
use unbeatable_workbench::core::Player;
use unbeatable_workbench::core::diagram::{Block, CellShape, Square};

use super::pen::Pen;
use crate::play::spoken::{block_of, letter};
use crate::style::mark_of_sign;

/// What is shown on a grid.
pub(super) struct Grid<'d> {
    pub(super) columns: usize,
    pub(super) squares: &'d [Square],
    pub(super) shape: CellShape,
    /// How many columns and rows make a block; 0 if there are no blocks.
    pub(super) block: usize,
    pub(super) blocks: &'d [Block],
    /// Squares on which a move can be made.
    pub(super) legal: Vec<usize>,
    /// Squares on which none can be made, though they are empty.
    pub(super) forbidden: Vec<usize>,
    /// Squares with what a move there is worth.
    pub(super) hints: Vec<(usize, Option<i8>)>,
    /// The square that is chosen.
    pub(super) chosen: Option<usize>,
    /// The square of the last move.
    pub(super) last: Option<usize>,
    /// The squares of a line that ended the game.
    pub(super) line: &'d [usize],
    /// What the sides are called.
    pub(super) sides: [&'static str; 2],
}

/// How large a grid is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    /// Columns and rows of the screen for a square.
    cell: [usize; 2],
    /// Columns and rows between two squares of a block.
    gap: [usize; 2],
    /// Columns and rows more between two blocks.
    apart: [usize; 2],
    /// Whether lines are drawn between squares, and around them all if there are no blocks.
    has_lines: bool,
    /// Whether rows have numbers and columns letters.
    has_labels: bool,
    /// Whether each block has a line of its own that says what has become of it.
    has_titles: bool,
}

/// Columns for the number of a row.
const LABEL: usize = 3;

/// Squares, from large to small.
const SQUARES: &[Size] = &[
    Size::new([5, 3], [1, 1], true).labelled(),
    Size::new([3, 1], [1, 1], true).labelled(),
    Size::new([1, 1], [1, 0], false).labelled(),
    Size::new([1, 1], [1, 0], false),
];

/// Points.
const POINTS: &[Size] = &[
    Size::new([1, 1], [3, 1], true).labelled(),
    Size::new([1, 1], [1, 0], true).labelled(),
    Size::new([1, 1], [1, 0], true),
];

/// Hexagons. Each line of the screen stands a column to the right of the one above it: rows that are two lines
/// apart have cells that are four columns apart, so that each stands half a cell to the right.
const HEXAGONS: &[Size] = &[
    Size::new([1, 1], [3, 1], false).labelled(),
    Size::new([1, 1], [1, 0], false).labelled(),
    Size::new([1, 1], [1, 0], false),
];

/// Squares in blocks.
const BLOCKS: &[Size] = &[
    Size::new([3, 1], [1, 1], true).titled([0, 0]),
    Size::new([3, 1], [0, 0], false).titled([1, 1]),
    Size::new([1, 1], [1, 0], false).apart([2, 1]),
];

impl Size {
    const fn new(cell: [usize; 2], gap: [usize; 2], has_lines: bool) -> Size {
        Size {
            cell,
            gap,
            apart: [0, 0],
            has_lines,
            has_labels: false,
            has_titles: false,
        }
    }

    const fn labelled(mut self) -> Size {
        self.has_labels = true;
        self
    }

    const fn apart(mut self, apart: [usize; 2]) -> Size {
        self.apart = apart;
        self
    }

    const fn titled(mut self, apart: [usize; 2]) -> Size {
        self.has_titles = true;
        self.apart(apart)
    }
}

impl Grid<'_> {
    fn rows(&self) -> usize {
        self.squares.len() / self.columns
    }

    fn has_points(&self) -> bool {
        self.shape == CellShape::Points
    }

    fn has_hexagons(&self) -> bool {
        self.shape == CellShape::Hexagons
    }

    /// The ways to draw it, from large to small.
    pub(super) fn sizes(&self) -> &'static [Size] {
        match (self.block, self.shape) {
            (1.., _) => BLOCKS,
            (0, CellShape::Points) => POINTS,
            (0, CellShape::Hexagons) => HEXAGONS,
            (0, CellShape::Squares | CellShape::Falling) => SQUARES,
        }
    }

    /// Whether a frame is drawn around all squares.
    fn has_frame(&self, size: Size) -> bool {
        size.has_lines && self.block == 0 && !self.has_points()
    }

    /// How far to the right a line of the screen stands.
    fn shift(&self, y: usize) -> usize {
        if self.has_hexagons() { y } else { 0 }
    }

    /// The screen's column of a square's first column, in a line that is not shifted.
    fn x(&self, size: Size, column: usize) -> usize {
        let label = if size.has_labels { LABEL } else { 1 };
        let blocks = column.checked_div(self.block).unwrap_or(0);
        label
            + usize::from(self.has_frame(size))
            + column * (size.cell[0] + size.gap[0])
            + blocks * size.apart[0]
    }

    /// The screen's row of a square's first row.
    fn y(&self, size: Size, row: usize) -> usize {
        let blocks = row.checked_div(self.block).unwrap_or(0);
        let titles = if size.has_titles { blocks + 1 } else { 0 };
        // Aslant, letters below are far from the cells above: those have letters of their own.
        let letters = usize::from(self.has_hexagons() && size.has_labels);
        usize::from(self.has_frame(size))
            + row * (size.cell[1] + size.gap[1])
            + blocks * size.apart[1]
            + titles
            + letters
    }

    /// How many columns and rows of the screen it takes.
    pub(super) fn extent(&self, size: Size) -> [usize; 2] {
        let frame = usize::from(self.has_frame(size));
        // A column beside the last one: the mark of what is chosen may stand there.
        let last = self.y(size, self.rows() - 1);
        let width = self.x(size, self.columns - 1) + size.cell[0] + frame.max(1) + self.shift(last);
        let height = last + size.cell[1] + frame;
        [width, height + usize::from(size.has_labels)]
    }

    pub(super) fn paint(&self, size: Size, pen: &mut Pen) {
        match (self.block, self.has_points()) {
            (1.., _) => self.paint_blocks(size, pen),
            (0, false) if size.has_lines => self.paint_frame(size, pen),
            _ => {}
        }
        if size.has_labels {
            self.paint_labels(size, pen);
        }
        for square in 0..self.squares.len() {
            self.paint_square(size, square, pen);
        }
    }

    fn paint_labels(&self, size: Size, pen: &mut Pen) {
        let rows = self.rows();
        let below = self.extent(size)[1] - 1;
        // The colours tell who connects which sides.
        let (of_rows, of_columns, lines): (Style, Style, &[usize]) = match self.has_hexagons() {
            true => (pen.of(Player::Second), pen.of(Player::First), &[0, below]),
            false => (pen.dim(), pen.dim(), &[below]),
        };
        for row in 0..rows {
            let y = self.y(size, row) + size.cell[1] / 2;
            let number = match self.has_hexagons() {
                true => row + 1,
                false => rows - row,
            };
            pen.put(self.shift(y), y, &format!("{number:>2}"), of_rows);
        }
        for (column, &y) in (0..self.columns).flat_map(|c| lines.iter().map(move |y| (c, y))) {
            let x = self.x(size, column) + size.cell[0] / 2 + self.shift(y);
            let name = match self.shape == CellShape::Falling {
                true => (column + 1).to_string(),
                false => file(column, self.has_points()).to_string(),
            };
            pen.put(x, y, &name, of_columns);
        }
    }

    /// Lines between and around squares.
    fn paint_frame(&self, size: Size, pen: &mut Pen) {
        let dim = pen.dim();
        let (columns, rows) = (self.columns, self.rows());
        let line = |left: &str, middle: &str, right: &str| {
            let piece = "─".repeat(size.cell[0]);
            format!("{left}{}{right}", vec![piece; columns].join(middle))
        };
        let x = self.x(size, 0) - 1;
        for row in 0..=rows {
            let y = row * (size.cell[1] + 1);
            let text = match row {
                0 => line("┌", "┬", "┐"),
                _ if row == rows => line("└", "┴", "┘"),
                _ => line("├", "┼", "┤"),
            };
            pen.put(x, y, &text, dim);
            for inside in 1..=size.cell[1] {
                for column in 0..=columns {
                    if row < rows {
                        pen.put(x + column * (size.cell[0] + 1), y + inside, "│", dim);
                    }
                }
            }
        }
    }

    /// Lines between blocks, and what has become of each.
    fn paint_blocks(&self, size: Size, pen: &mut Pen) {
        let dim = pen.dim();
        let (across, down) = (self.columns / self.block, self.rows() / self.block);
        let [width, height] = self.extent(size);
        if size.has_lines {
            self.paint_inner_lines(size, pen);
        }
        let before = |x: usize| x - if size.apart[0] == 2 { 2 } else { 1 };
        let lines_x: Vec<usize> = (1..across)
            .map(|b| before(self.x(size, b * self.block)))
            .collect();
        let title = usize::from(size.has_titles);
        let lines_y: Vec<usize> = (1..down)
            .map(|b| self.y(size, b * self.block) - 1 - title)
            .collect();
        for &x in &lines_x {
            for y in 0..height {
                pen.put(x, y, "┃", dim);
            }
        }
        for &y in &lines_y {
            pen.put(1, y, &"━".repeat(width.saturating_sub(2)), dim);
            for &x in &lines_x {
                pen.put(x, y, "╋", dim);
            }
        }
        if size.has_titles {
            for at in 0..self.blocks.len() {
                let x = self.x(size, at % across * self.block);
                let y = self.y(size, at / across * self.block) - 1;
                let (what, style) = self.title(at, pen);
                pen.put(x, y, &format!("{} {what}", letter(at)), style);
            }
        }
    }

    fn paint_inner_lines(&self, size: Size, pen: &mut Pen) {
        let dim = pen.dim();
        for square in 0..self.squares.len() {
            let (row, column) = (square / self.columns, square % self.columns);
            let (x, y) = (self.x(size, column), self.y(size, row));
            let (is_last_x, is_last_y) =
                ((column + 1) % self.block == 0, (row + 1) % self.block == 0);
            if !is_last_x {
                pen.put(x + size.cell[0], y, "│", dim);
            }
            if !is_last_y {
                pen.put(x, y + 1, &"─".repeat(size.cell[0]), dim);
            }
            if !is_last_x && !is_last_y {
                pen.put(x + size.cell[0], y + 1, "┼", dim);
            }
        }
    }

    /// What a block's title says.
    fn title(&self, at: usize, pen: &Pen) -> (String, Style) {
        match (self.blocks[at], self.is_next(at)) {
            (Block::Open, true) => ("to play".into(), pen.title()),
            (Block::Open, false) => (String::new(), pen.dim()),
            (Block::Drawn, _) => ("drawn".into(), pen.dim()),
            (Block::Won(player), is_next) => {
                let side = self.sides[player.index()];
                let what = if is_next { "play" } else { "won" };
                (format!("{side} {what}"), pen.of(player))
            }
        }
    }

    /// Whether a move can be made in that block.
    fn is_next(&self, at: usize) -> bool {
        let is_there = |&square: &usize| block_of(square, self.columns, self.block) == at;
        self.legal.iter().any(is_there)
    }

    fn paint_square(&self, size: Size, square: usize, pen: &mut Pen) {
        let (row, column) = (square / self.columns, square % self.columns);
        let y = self.y(size, row);
        let x = self.x(size, column) + self.shift(y);
        let (middle_x, middle_y) = (x + size.cell[0] / 2, y + size.cell[1] / 2);
        if self.has_points() && size.has_lines {
            self.paint_point(size, row, column, pen);
        }
        match self.squares[square] {
            Square::Of(player) => {
                let mut style = pen.of(player);
                if self.last == Some(square) {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
                if self.line.contains(&square) {
                    style = style.add_modifier(Modifier::REVERSED);
                }
                if size.cell[1] >= 3 {
                    for (i, line) in large(player).iter().enumerate() {
                        pen.put(middle_x - 1, middle_y - 1 + i, line, style);
                    }
                } else {
                    let sign = sign(player, self.shape.has_stones()).to_string();
                    pen.put(middle_x, middle_y, &sign, style);
                }
            }
            Square::Piece(of, letter) => {
                let mut style = of.map_or_else(Style::new, |player| pen.of(player));
                if self.last == Some(square) {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
                pen.put(middle_x, middle_y, &letter.to_string(), style);
            }
            Square::Empty | Square::Marked | Square::Left => {
                if let Some((mark, style)) = self.mark(size, square, pen) {
                    pen.put(middle_x, middle_y, &mark.to_string(), style);
                }
            }
        }
        if self.chosen == Some(square) {
            let chosen = pen.chosen();
            let reach = (size.cell[0] / 2).max(1);
            pen.put(middle_x - reach, middle_y, "[", chosen);
            pen.put(middle_x + reach, middle_y, "]", chosen);
            if size.cell[0] > 1 && self.squares[square] == Square::Empty {
                let mark = self.mark(size, square, pen).map_or(' ', |(mark, _)| mark);
                let gap = " ".repeat(reach - 1);
                pen.put(
                    middle_x - reach + 1,
                    middle_y,
                    &format!("{gap}{mark}{gap}"),
                    chosen,
                );
            }
        }
    }

    /// The crossing of lines at a point, and the lines to the right and down.
    fn paint_point(&self, size: Size, row: usize, column: usize, pen: &mut Pen) {
        let (x, y) = (self.x(size, column), self.y(size, row));
        let dim = pen.dim();
        let (is_last_x, is_last_y) = (column + 1 == self.columns, row + 1 == self.rows());
        let crossing = match (column == 0, is_last_x, row == 0, is_last_y) {
            (true, true, ..) | (_, _, true, true) => "┼",
            (true, _, true, _) => "┌",
            (_, true, true, _) => "┐",
            (_, _, true, _) => "┬",
            (true, _, _, true) => "└",
            (_, true, _, true) => "┘",
            (_, _, _, true) => "┴",
            (true, ..) => "├",
            (_, true, ..) => "┤",
            _ => "┼",
        };
        // The mark of what is chosen, to the left, is already there.
        pen.put(x, y, crossing, dim);
        if !is_last_x {
            let from = match self.chosen == Some(row * self.columns + column) {
                true => x + 2,
                false => x + 1,
            };
            let until = x + 1 + size.gap[0];
            pen.put(from, y, &"─".repeat(until.saturating_sub(from)), dim);
        }
        for below in 1..=size.gap[1] {
            if !is_last_y {
                pen.put(x, y + below, "│", dim);
            }
        }
    }

    /// What stands on an empty square: what a move there is worth, or that it can be made, where that is
    /// not the same for all empty squares, or what has become of its block.
    fn mark(&self, size: Size, square: usize, pen: &Pen) -> Option<(char, Style)> {
        if let Some((_, sign)) = self.hints.iter().find(|(at, _)| *at == square) {
            return Some((mark_of_sign(*sign), pen.of_sign(*sign)));
        }
        if self.forbidden.contains(&square) {
            return Some(('×', pen.dim()));
        }
        if self.block == 0 {
            return (!size.has_lines).then_some(('·', pen.dim()));
        }
        let is_legal = self.legal.contains(&square);
        match self.blocks[block_of(square, self.columns, self.block)] {
            _ if is_legal => Some(('·', Style::new())),
            Block::Won(player) if !size.has_titles => {
                let small = sign(player, false).to_ascii_lowercase();
                Some((small, pen.of(player)))
            }
            Block::Drawn if !size.has_titles => Some(('#', pen.dim())),
            _ => None,
        }
    }
}

/// A side's sign, told apart without colours.
pub(super) fn sign(player: Player, has_points: bool) -> char {
    match (player, has_points) {
        (Player::First, false) => 'X',
        (Player::Second, false) => 'O',
        (Player::First, true) => '●',
        (Player::Second, true) => '○',
    }
}

/// A side's sign on three lines.
fn large(player: Player) -> [&'static str; 3] {
    match player {
        Player::First => ["╲ ╱", " ╳ ", "╱ ╲"],
        Player::Second => ["╭─╮", "│ │", "╰─╯"],
    }
}

/// The letter of a column, as moves have it: points leave out I.
fn file(column: usize, has_points: bool) -> char {
    let letters: &[u8] = match has_points {
        true => b"ABCDEFGHJKLMNOPQRSTUVWXYZ",
        false => b"abcdefghijklmnopqrstuvwxyz",
    };
    letters
        .get(column)
        .map_or(' ', |letter| char::from(*letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    /// The lines of a board, as they are painted.
    fn painted(grid: &Grid, size: Size) -> Vec<String> {
        let [width, height] = grid.extent(size);
        let area = Rect::new(0, 0, width as u16, height as u16);
        let mut buffer = Buffer::empty(area);
        let mut pen = Pen {
            buffer: &mut buffer,
            area,
            is_coloured: false,
        };
        grid.paint(size, &mut pen);
        let lines = buffer.content().chunks(width);
        let text = |cells: &[ratatui::buffer::Cell]| -> String {
            cells.iter().map(|cell| cell.symbol()).collect()
        };
        lines.map(|cells| text(cells).trim_end().into()).collect()
    }

    #[test]
    fn hexagons_stand_aslant() {
        let mut squares = [Square::Empty; 9];
        squares[0] = Square::Of(Player::First);
        squares[8] = Square::Of(Player::Second);
        let grid = Grid {
            columns: 3,
            squares: &squares,
            shape: CellShape::Hexagons,
            block: 0,
            blocks: &[],
            legal: (1..8).collect(),
            forbidden: vec![],
            hints: vec![(5, Some(1))],
            chosen: Some(4),
            last: Some(8),
            line: &[],
            sides: ["Black", "White"],
        };
        let large = [
            "   a   b   c",
            "  1 ●   ·   ·",
            "",
            "    2 ·  [·]  +",
            "",
            "      3 ·   ·   ○",
            "         a   b   c",
        ];
        assert_eq!(painted(&grid, HEXAGONS[0]), large);
        let small = [
            "   a b c",
            "  1 ● · ·",
            "   2 ·[·]+",
            "    3 · · ○",
            "       a b c",
        ];
        assert_eq!(painted(&grid, HEXAGONS[1]), small);
        assert_eq!(
            painted(&grid, HEXAGONS[2]),
            [" ● · ·", "  ·[·]+", "   · · ○"]
        );
    }
}
