//! One board in its frame.

use crate::canvas::{CELL, Canvas, num};
use crate::hexagons;
use crate::letters;
use crate::shapes::{Cell, Pile, Sample, Shade, Side, SignStyle, Tile, TileBoard, TileFrame};

/// How far a board stays from its frame.
const PAD: f32 = 3.0;
/// How large captions and boards of text are.
const TEXT: f32 = 5.5;
/// From one line of text to the next.
const LEADING: f32 = 7.0;
/// Longer heaps are drawn as numbers.
const STONES_DRAWN: usize = 24;
/// Boards of text are broken into lines of at most so many letters.
const LINE_LETTERS: usize = 24;

/// How wide and high the largest tile is, its frame included, and how much captions add to its height.
pub(crate) fn largest<'a>(tiles: impl Iterator<Item = &'a Tile>) -> ([f32; 2], f32) {
    let mut largest = ([CELL, CELL], 0.0);
    for tile in tiles {
        let [width, height] = board_size(&tile.board);
        let [widest, highest] = largest.0;
        largest.0 = [
            widest.max(width + 2.0 * PAD),
            highest.max(height + 2.0 * PAD),
        ];
        if !tile.caption.is_empty() {
            largest.1 = LEADING;
        }
    }
    largest
}

fn board_size(board: &TileBoard) -> [f32; 2] {
    match board {
        TileBoard::Grid {
            columns,
            cells,
            marks,
            ..
        } => {
            let rows = cells.len().div_ceil((*columns).max(1));
            if *marks == SignStyle::Hexagons {
                return hexagons::extent(*columns, rows);
            }
            [*columns as f32 * CELL, rows as f32 * CELL]
        }
        TileBoard::Piles(piles) => {
            let widths = piles.iter().map(|pile| match pile.stones {
                0..=STONES_DRAWN => pile.stones as f32 * CELL,
                many => letters::width(&many.to_string(), CELL),
            });
            let width = widths.fold(3.0 * CELL, f32::max);
            [width, piles.len().max(1) as f32 * CELL]
        }
        TileBoard::Text(text) => {
            let lines = lines(text);
            let widths = lines.iter().map(|line| letters::width(line, TEXT));
            [widths.fold(CELL, f32::max), lines.len() as f32 * LEADING]
        }
    }
}

/// A text in short lines, broken behind a sign that is not a letter where there is one.
fn lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut rest: Vec<char> = line.chars().collect();
        while rest.len() > LINE_LETTERS {
            let is_end = |c: &char| !c.is_alphanumeric() && *c != '.';
            let end = rest[..LINE_LETTERS].iter().rposition(is_end);
            let after = rest.split_off(end.map_or(LINE_LETTERS, |end| end + 1));
            lines.push(rest.iter().collect());
            rest = after;
        }
        lines.push(rest.iter().collect());
    }
    lines
}

/// Draws a tile whose frame has this size; its upper left corner is at the origin.
pub(crate) fn draw(canvas: &mut Canvas, tile: &Tile, [width, height]: [f32; 2]) {
    draw_frame(canvas, tile.frame, [width, height]);
    let [board_width, board_height] = board_size(&tile.board);
    let (x, y) = ((width - board_width) / 2.0, (height - board_height) / 2.0);
    canvas.open_at(x, y);
    match &tile.board {
        TileBoard::Grid {
            columns,
            cells,
            marks,
            block,
        } => draw_grid(canvas, *columns, cells, *marks, *block),
        TileBoard::Piles(piles) => draw_piles(canvas, piles),
        TileBoard::Text(text) => {
            for (row, line) in lines(text).iter().enumerate() {
                let at = [board_width / 2.0, row as f32 * LEADING + TEXT];
                canvas.centred(line, at, TEXT);
            }
        }
    }
    canvas.close();
    if !tile.caption.is_empty() {
        let at = [width / 2.0, height + TEXT + 0.5];
        canvas.centred(&tile.caption, at, TEXT);
    }
}

fn draw_frame(canvas: &mut Canvas, frame: TileFrame, size: [f32; 2]) {
    let class = match (frame.shade, frame.is_thick) {
        (Shade::Plain, false) => "plain frame",
        (Shade::Plain, true) => "plain over",
        (Shade::First, false) => "first frame",
        (Shade::First, true) => "first over",
        (Shade::Second, false) => "second frame",
        (Shade::Second, true) => "second over",
    };
    canvas.frame(class, size);
}

fn draw_grid(canvas: &mut Canvas, columns: usize, cells: &[Cell], marks: SignStyle, block: usize) {
    let rows = cells.len().div_ceil(columns.max(1));
    let (grid, thick) = match marks {
        SignStyle::Crosses => square_lines(columns, rows, block),
        SignStyle::Stones => (point_lines(columns, rows), String::new()),
        SignStyle::Hexagons => {
            let [first, second] = hexagons::bands(columns, rows);
            canvas.shared_path("black", first);
            canvas.shared_path("white", second);
            (hexagons::outlines(columns, rows), String::new())
        }
    };
    for (class, d) in [("grid", grid), ("thick", thick)] {
        canvas.shared_path(class, d);
    }
    // One path for all signs of a kind keeps sheets of hundreds of boards small.
    let all = |wanted: Cell, outline: fn(f32, f32) -> String| -> String {
        let found = cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| **cell == wanted);
        let drawn = found.map(|(at, _)| {
            let (column, row) = (at % columns, at / columns);
            let [x, y] = match marks {
                SignStyle::Hexagons => hexagons::middle(column, row).map(|x| x - CELL / 2.0),
                _ => [column, row].map(|at| at as f32 * CELL),
            };
            outline(x, y)
        });
        drawn.collect()
    };
    let ground = match marks {
        SignStyle::Hexagons => hexagons::filled,
        _ => square,
    };
    for (class, side) in [("first", Side::First), ("second", Side::Second)] {
        canvas.path(class, all(Cell::Worth(side), ground));
        canvas.path("box", all(Cell::Answer(side), ground));
    }
    canvas.path("box", all(Cell::Seen, ground));
    let [first, second, first_answer, second_answer] = classes(marks);
    let outlines: [fn(f32, f32) -> String; 2] = match marks {
        SignStyle::Crosses => [cross, circle],
        SignStyle::Stones => [disc, disc],
        SignStyle::Hexagons => [small_disc, small_disc],
    };
    canvas.path(first, all(Cell::First, outlines[0]));
    canvas.path(second, all(Cell::Second, outlines[1]));
    canvas.path(first_answer, all(Cell::Answer(Side::First), outlines[0]));
    canvas.path(second_answer, all(Cell::Answer(Side::Second), outlines[1]));
    draw_pieces(canvas, columns, cells);
}

/// Draws pieces as letters, on the ground of the player whose they are.
fn draw_pieces(canvas: &mut Canvas, columns: usize, cells: &[Cell]) {
    for (at, cell) in cells.iter().enumerate() {
        let Cell::Piece(of, letter) = *cell else {
            continue;
        };
        let [x, y] = [at % columns, at / columns].map(|at| at as f32 * CELL);
        match of {
            Some(Side::First) => canvas.path("first frame", disc(x, y)),
            Some(Side::Second) => canvas.path("second frame", disc(x, y)),
            None => {}
        }
        canvas.centred(&letter.to_string(), [x + CELL / 2.0, y + 7.0], TEXT);
    }
}

/// The classes of the first player's signs, the second player's, and of their answers.
fn classes(marks: SignStyle) -> [&'static str; 4] {
    match marks {
        SignStyle::Crosses => ["x", "o", "bx", "bo"],
        SignStyle::Stones | SignStyle::Hexagons => ["black", "white", "black", "white"],
    }
}

/// The lines between squares, thin and thick.
fn square_lines(columns: usize, rows: usize, block: usize) -> (String, String) {
    let (width, height) = (num(columns as f32 * CELL), num(rows as f32 * CELL));
    let mut lines = (String::new(), String::new());
    let mut add = |at: usize, line: String| match block > 0 && at.is_multiple_of(block) {
        true => lines.1.push_str(&line),
        false => lines.0.push_str(&line),
    };
    for column in 1..columns {
        add(column, format!("M{} 0V{height}", num(column as f32 * CELL)));
    }
    for row in 1..rows {
        add(row, format!("M0 {}H{width}", num(row as f32 * CELL)));
    }
    lines
}

/// The lines that meet at points.
fn point_lines(columns: usize, rows: usize) -> String {
    let middle = |at: usize| (at as f32 + 0.5) * CELL;
    let end = |many: usize| num(middle(many.saturating_sub(1)));
    let down = (0..columns).map(|c| format!("M{} {}V{}", num(middle(c)), CELL / 2.0, end(rows)));
    let across = (0..rows).map(|r| format!("M{} {}H{}", CELL / 2.0, num(middle(r)), end(columns)));
    down.chain(across).collect()
}

// Whole numbers keep sheets of hundreds of boards small.
fn cross(x: f32, y: f32) -> String {
    format!("M{} {}l6 6m0-6l-6 6", num(x + 2.0), num(y + 2.0))
}

fn circle(x: f32, y: f32) -> String {
    let (x, y) = (num(x + 2.0), num(y + 5.0));
    format!("M{x} {y}a3 3 0 1 0 6 0 3 3 0 1 0-6 0")
}

fn disc(x: f32, y: f32) -> String {
    let (x, y) = (num(x + 1.0), num(y + 5.0));
    format!("M{x} {y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z")
}

fn small_disc(x: f32, y: f32) -> String {
    let (x, y) = (num(x + 1.5), num(y + 5.0));
    format!("M{x} {y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z")
}

fn square(x: f32, y: f32) -> String {
    format!("M{} {}h9v9h-9z", num(x + 0.5), num(y + 0.5))
}

fn stone(x: f32, y: f32) -> String {
    let (x, y) = (num(x + 1.7), num(y + 5.0));
    format!("M{x} {y}a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0z")
}

fn slash(x: f32, y: f32) -> String {
    format!("M{} {}l7 -7", num(x + 1.5), num(y + 8.5))
}

fn draw_piles(canvas: &mut Canvas, piles: &[Pile]) {
    if piles.is_empty() {
        canvas.centred("empty", [1.5 * CELL, 7.0], TEXT);
    }
    let (mut kept, mut taken, mut slashes) = (String::new(), String::new(), String::new());
    for (row, pile) in piles.iter().enumerate() {
        let y = row as f32 * CELL;
        if pile.stones > STONES_DRAWN {
            canvas.text(&pile.stones.to_string(), [0.0, y + 8.5], CELL, false);
            continue;
        }
        for at in 0..pile.stones {
            let x = at as f32 * CELL;
            match pile.taken.as_ref().is_some_and(|taken| taken.contains(&at)) {
                false => kept.push_str(&stone(x, y)),
                true => {
                    taken.push_str(&stone(x, y));
                    slashes.push_str(&slash(x, y));
                }
            }
        }
        if let Some(split) = pile.taken.as_ref().filter(|taken| taken.is_empty()) {
            let x = num(split.start as f32 * CELL);
            slashes.push_str(&format!("M{x} {}v10", num(y)));
        }
    }
    canvas.path("stone", kept);
    canvas.path("taken", taken);
    canvas.path("slash", slashes);
}

/// The side of a sample.
pub(crate) const SAMPLE: f32 = CELL;

/// Draws a sample at the origin.
pub(crate) fn draw_sample(canvas: &mut Canvas, sample: Sample) {
    match sample {
        Sample::Frame(frame) => draw_frame(canvas, frame, [SAMPLE, SAMPLE]),
        // A hexagon with its bands would be larger than a sample.
        Sample::Cell(cell, SignStyle::Hexagons) => {
            draw_grid(canvas, 1, &[cell], SignStyle::Stones, 0);
        }
        Sample::Cell(cell, marks) => draw_grid(canvas, 1, &[cell], marks, 0),
        Sample::Taken => {
            canvas.path("taken", stone(0.0, 0.0));
            canvas.path("slash", slash(0.0, 0.0));
        }
    }
}
