//! Boards of hexagons. A cell stands on a corner, and each row half a cell to the right of the one above it.

use crate::canvas::{CELL, num};

/// Half the width of a cell.
const HALF: f32 = CELL / 2.0;
/// A quarter of its height.
const QUARTER: f32 = HALF * 0.577_350_26;
/// How far the bands along the sides reach beyond the cells, at most.
const BAND: f32 = 2.5;
/// Around the bands.
const ROOM: f32 = 0.5;

/// How wide and high all cells are.
fn cells_extent(columns: usize, rows: usize) -> [f32; 2] {
    let across = (2 * columns + rows.saturating_sub(1)) as f32;
    [across * HALF, (3 * rows + 1) as f32 * QUARTER]
}

/// How wide and high a board is with its bands.
pub(crate) fn extent(columns: usize, rows: usize) -> [f32; 2] {
    cells_extent(columns, rows).map(|length| length + 2.0 * (BAND + ROOM))
}

/// The middle of a cell.
pub(crate) fn middle(column: usize, row: usize) -> [f32; 2] {
    let (x, y) = (2 * column + row + 1, 3 * row + 2);
    [
        BAND + ROOM + x as f32 * HALF,
        BAND + ROOM + y as f32 * QUARTER,
    ]
}

/// All cells.
pub(crate) fn outlines(columns: usize, rows: usize) -> String {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| middle(column, row)));
    cells.map(|cell| hexagon(cell, 1.0)).collect()
}

/// What lies in the lines of the cell whose largest square begins there.
pub(crate) fn filled(x: f32, y: f32) -> String {
    hexagon([x + HALF, y + HALF], 0.92)
}

/// A hexagon around a point, so much larger than a cell.
fn hexagon([x, y]: [f32; 2], scale: f32) -> String {
    let (half, quarter) = (HALF * scale, QUARTER * scale);
    path(&[
        [x, y - 2.0 * quarter],
        [x + half, y - quarter],
        [x + half, y + quarter],
        [x, y + 2.0 * quarter],
        [x - half, y + quarter],
        [x - half, y - quarter],
    ])
}

fn path(corners: &[[f32; 2]]) -> String {
    let corners = corners
        .iter()
        .map(|[x, y]| format!("{} {}", num(*x), num(*y)));
    format!("M{}z", corners.collect::<Vec<_>>().join(" "))
}

/// The bands along the sides that the first player connects, above and below, and along those of the second.
/// The edge of a blunt corner is either's, so they meet in its middle.
pub(crate) fn bands(columns: usize, rows: usize) -> [String; 2] {
    let corner = |x: usize, y: usize| [x as f32 * HALF, y as f32 * QUARTER];
    let top: Vec<[f32; 2]> = (0..columns)
        .flat_map(|c| [corner(2 * c, 1), corner(2 * c + 1, 0)])
        .collect();
    let right: Vec<[f32; 2]> = (0..rows)
        .flat_map(|r| [1, 3].map(|below| corner(2 * columns + r, 3 * r + below)))
        .collect();
    let (steep, flat) = (BAND * 0.866_025_4, BAND / 2.0);
    let blunt = [(2.0 * columns as f32 - 0.5) * HALF, QUARTER / 2.0];
    let blunt_out = [blunt[0] + steep / 2.0, blunt[1] - BAND * 0.75];
    let top_out = top.iter().enumerate().map(|(i, [x, y])| match i {
        0 => [x - steep, y - flat],
        _ => [*x, y - BAND],
    });
    let right_out = right
        .iter()
        .enumerate()
        .map(|(i, [x, y])| match i + 1 == right.len() {
            true => [x + steep, y + flat],
            false => [x + steep, y - flat],
        });
    let mut above = top.clone();
    above.extend([blunt, blunt_out]);
    above.extend(top_out.rev());
    let mut beside = vec![blunt];
    beside.extend(&right);
    beside.extend(right_out.rev());
    beside.push(blunt_out);
    let [width, height] = extent(columns, rows);
    // The sides that face each other are equal, turned by half a circle.
    [above, beside].map(|side| {
        let here: Vec<[f32; 2]> = side.iter().map(|at| at.map(|x| x + BAND + ROOM)).collect();
        let turned: Vec<[f32; 2]> = here.iter().map(|[x, y]| [width - x, height - y]).collect();
        path(&here) + &path(&turned)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of all shapes of a path.
    fn corners(d: &str) -> Vec<[f32; 2]> {
        let numbers: Vec<f32> = d
            .split(['M', 'z', ' '])
            .filter_map(|number| number.parse().ok())
            .collect();
        numbers.chunks(2).map(|at| [at[0], at[1]]).collect()
    }

    fn distance([x, y]: [f32; 2], [to_x, to_y]: [f32; 2]) -> f32 {
        (x - to_x).hypot(y - to_y)
    }

    #[test]
    fn neighbours_are_as_far_from_each_other_as_cells_are_wide() {
        for (column, row) in [(3, 2), (1, 2), (2, 1), (2, 3), (3, 1), (1, 3)] {
            let far = distance(middle(2, 2), middle(column, row));
            assert!((far - CELL).abs() < 1e-3, "{column} {row}: {far}");
        }
        assert!(distance(middle(2, 2), middle(1, 1)) > 1.5 * CELL);
    }

    #[test]
    fn bands_lie_around_all_cells() {
        for (columns, rows) in [(1, 1), (3, 3), (5, 2), (2, 6)] {
            let [width, height] = extent(columns, rows);
            let [first, second] = bands(columns, rows).map(|d| corners(&d));
            assert_eq!(first.len(), 2 * (4 * columns + 2));
            assert_eq!(second.len(), 2 * (4 * rows + 2));
            let cells = corners(&outlines(columns, rows));
            for &[x, y] in first.iter().chain(&second).chain(&cells) {
                assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y));
            }
            // All outer corners of cells are corners of bands.
            for cell in &cells {
                let near = |at: &&[f32; 2]| distance(**at, *cell) < 0.02;
                let shared = cells.iter().filter(near).count();
                let is_outer = shared < 3;
                let is_beside = first.iter().chain(&second).any(|at| near(&at));
                assert!(!is_outer || is_beside, "{columns}x{rows}: {cell:?}");
            }
        }
    }
}
