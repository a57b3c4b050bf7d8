//! Paths of pixels from SVG's path data, as far as this crate writes it.

use tiny_skia::{Path, PathBuilder};

use crate::canvas::QUARTER;

/// The path that path data describes, if anything of it can be seen. Arcs are half circles whose ends are
/// side by side, drawn against the clock; what follows `z` begins with `M`.
pub(crate) fn outline(d: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut rest = d;
    while let Some(command) = rest.chars().next() {
        let is_command = |c: char| c.is_ascii_alphabetic();
        let end = rest[1..].find(is_command).map_or(rest.len(), |end| end + 1);
        add(&mut path, command, &numbers(&rest[1..end]));
        rest = &rest[end..];
    }
    path.finish()
}

/// Numbers between which there are spaces or signs.
fn numbers(text: &str) -> Vec<f32> {
    let text = text.replace('-', " -");
    let numbers = text.split_ascii_whitespace().map(str::parse);
    numbers.map(|number| number.expect("a number")).collect()
}

fn add(path: &mut PathBuilder, command: char, numbers: &[f32]) {
    let at = path.last_point().unwrap_or_default();
    let is_relative = command.is_ascii_lowercase();
    let [left, top] = if is_relative { [at.x, at.y] } else { [0.0; 2] };
    match (command.to_ascii_uppercase(), numbers) {
        ('M', &[x, y, ref more @ ..]) => {
            path.move_to(left + x, top + y);
            for corner in more.chunks(2) {
                path.line_to(corner[0], corner[1]);
            }
        }
        ('L', &[x, y]) => path.line_to(left + x, top + y),
        ('H', &[x]) => path.line_to(left + x, at.y),
        ('V', &[y]) => path.line_to(at.x, top + y),
        ('Q', &[x1, y1, x, y]) => path.quad_to(x1, y1, x, y),
        ('C', &[x1, y1, x2, y2, x, y]) => path.cubic_to(x1, y1, x2, y2, x, y),
        ('A', arcs) => {
            for arc in arcs.chunks(7) {
                add_half_circle(path, arc[5] / 2.0);
            }
        }
        ('Z', []) => path.close(),
        _ => unreachable!("no path of ours has {command} with {numbers:?}"),
    }
}

/// Half a circle from its left end below its middle, or with a negative radius from its right end above it.
fn add_half_circle(path: &mut PathBuilder, radius: f32) {
    let at = path.last_point().unwrap_or_default();
    let (middle, end, far) = (at.x + radius, at.x + 2.0 * radius, at.y + radius);
    let inner = QUARTER * radius;
    path.cubic_to(at.x, at.y + inner, middle - inner, far, middle, far);
    path.cubic_to(middle + inner, far, end, at.y + inner, end, at.y);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::GLYPHS;

    #[test]
    fn all_letters_have_paths() {
        for (letter, _, d) in GLYPHS {
            assert_eq!(outline(d).is_none(), d.is_empty(), "{letter}");
        }
    }

    #[test]
    fn circles_are_round() {
        let circle = outline("M2 5a3 3 0 1 0 6 0 3 3 0 1 0-6 0").expect("a circle");
        let bounds = circle.compute_tight_bounds().expect("it has an area");
        let sides = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        assert_eq!(sides, [2.0, 2.0, 8.0, 8.0]);
    }
}
