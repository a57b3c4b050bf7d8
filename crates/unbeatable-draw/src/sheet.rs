//! Boards in rows.

use crate::canvas::{Canvas, num};
use crate::page::{MARGIN, PageHead, labels_width};
use crate::shapes::{Sheet, TileRow};
use crate::tile;

/// Height by width of A4 and its kin: a sheet is printed at the width of a page.
const PAGE: f32 = 1.414;
/// A page is at least as wide, so that a single board does not fill a wall.
const WIDTH_MIN: f32 = 320.0;
/// Between two tiles.
const GAP: f32 = 4.0;
/// The smallest label.
const LABEL_MIN: f32 = 7.0;

/// Draws the sheet. Rows are broken so that it is about as high as a page of paper, or wider than that.
#[must_use]
pub fn draw_sheet(sheet: &Sheet) -> Canvas {
    let layout = SheetLayout::best(sheet);
    let mut canvas = Canvas::default();
    let head = PageHead::from(sheet);
    let mut y = head.draw(Some(&mut canvas), layout.width, layout.label_size);
    for row in &sheet.rows {
        layout.draw_row(&mut canvas, row, y);
        y += layout.row_height(row);
    }
    canvas.finish([layout.width, y + MARGIN], &sheet.title)
}

/// Where everything goes, for a given number of columns.
struct SheetLayout {
    columns: usize,
    tile_size: [f32; 2],
    caption_height: f32,
    label_size: f32,
    label_width: f32,
    width: f32,
}

impl SheetLayout {
    /// As few columns as fit on a page.
    fn best(sheet: &Sheet) -> SheetLayout {
        let most = sheet.rows.iter().map(|row| row.tiles.len()).max();
        let most = most.unwrap_or(0).max(1);
        let fits = |columns: &usize| {
            let layout = SheetLayout::new(sheet, *columns);
            layout.height(sheet) <= PAGE * layout.width
        };
        // What a page of the least width has room for costs nothing. Wider pages are lower, so that the
        // first one that fits can be found by halving.
        let is_free = |columns: &usize| SheetLayout::new(sheet, *columns).width <= WIDTH_MIN;
        let free = (1..=most).take_while(is_free).last().unwrap_or(1);
        let (mut below, mut columns) = (free - 1, most);
        while columns - below > 1 {
            let middle = usize::midpoint(below, columns);
            match fits(&middle) {
                true => columns = middle,
                false => below = middle,
            }
        }
        SheetLayout::new(sheet, columns)
    }

    fn new(sheet: &Sheet, columns: usize) -> SheetLayout {
        let tiles = sheet.rows.iter().flat_map(|row| &row.tiles);
        let (tile_size, caption_height) = tile::largest(tiles);
        let tiles_width = columns as f32 * (tile_size[0] + GAP) - GAP;
        let label_size = f32::max(LABEL_MIN, tiles_width.max(WIDTH_MIN) / 70.0);
        let label_width = labels_width(sheet.rows.iter().map(|row| &row.label), label_size);
        SheetLayout {
            columns,
            tile_size,
            caption_height,
            label_size,
            label_width,
            width: f32::max(WIDTH_MIN, tiles_width + label_width + 2.0 * MARGIN),
        }
    }

    fn line_height(&self) -> f32 {
        self.tile_size[1] + self.caption_height + GAP
    }

    fn row_height(&self, row: &TileRow) -> f32 {
        let lines = row.tiles.len().div_ceil(self.columns) as f32;
        let labels = row.label.lines().count() as f32 * self.label_size * 1.35;
        f32::max(lines * self.line_height(), labels) + self.label_size * 0.8
    }

    fn height(&self, sheet: &Sheet) -> f32 {
        let rows: f32 = sheet.rows.iter().map(|row| self.row_height(row)).sum();
        PageHead::from(sheet).draw(None, self.width, self.label_size) + rows + MARGIN
    }

    fn draw_row(&self, canvas: &mut Canvas, row: &TileRow, y: f32) {
        let (left, right) = (num(MARGIN), num(self.width - MARGIN));
        canvas.path("rule", format!("M{left} {}H{right}", num(y)));
        let top = y + self.label_size * 0.6;
        for (i, line) in row.label.lines().enumerate() {
            let below = top + self.label_size * (0.9 + 1.35 * i as f32);
            canvas.text(line, [MARGIN, below], self.label_size, i == 0);
        }
        for (i, tile) in row.tiles.iter().enumerate() {
            let (column, line) = (i % self.columns, i / self.columns);
            let x = MARGIN + self.label_width + column as f32 * (self.tile_size[0] + GAP);
            canvas.open_at(x, top + line as f32 * self.line_height());
            tile::draw(canvas, tile, self.tile_size);
            canvas.close();
        }
    }
}
