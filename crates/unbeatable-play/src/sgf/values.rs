//! What the values of properties mean.

use std::collections::BTreeSet;
use std::str::FromStr;

use unbeatable_core::Player;

use super::scan::Property;

/// Column from the left and row from the top, from 0.
pub(super) type Point = [u8; 2];

impl Property {
    /// Its values, without the space around them.
    pub(super) fn trimmed(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|value| value.trim())
    }

    /// Its value, if it has only one.
    fn only(&self) -> Option<&str> {
        self.trimmed().next().filter(|_| self.values.len() == 1)
    }

    /// A number.
    pub(super) fn number<T: FromStr>(&self) -> Option<T> {
        self.only()?.parse().ok()
    }

    /// Columns and rows: `9`, or `5:3`.
    pub(super) fn size(&self) -> Option<[u8; 2]> {
        let text = self.only()?;
        let (columns, rows) = text.split_once(':').unwrap_or((text, text));
        Some([columns.parse().ok()?, rows.parse().ok()?])
    }

    /// A colour.
    pub(super) fn player(&self) -> Option<Player> {
        match self.only()? {
            "B" => Some(Player::First),
            "W" => Some(Player::Second),
            _ => None,
        }
    }

    /// Where a stone is put; nowhere, if it is a pass.
    pub(super) fn place(&self) -> Option<Option<Point>> {
        match self.only()? {
            "" => Some(None),
            text => point(text).map(Some),
        }
    }

    /// Points and rectangles, such as `aa` and `aa:bb`: each point once, row by row.
    pub(super) fn points(&self) -> Option<Vec<Point>> {
        let mut points = BTreeSet::new();
        for text in self.trimmed() {
            let (from, to) = text.split_once(':').unwrap_or((text, text));
            let ([left, top], [right, bottom]) = (point(from)?, point(to)?);
            if left > right || top > bottom {
                return None;
            }
            points.extend((top..=bottom).flat_map(|y| (left..=right).map(move |x| [y, x])));
        }
        Some(points.into_iter().map(|[y, x]| [x, y]).collect())
    }
}

/// A point of two letters.
fn point(text: &str) -> Option<Point> {
    let place = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    match *text.as_bytes() {
        [x, y] => Some([place(x)?, place(y)?]),
        _ => None,
    }
}
