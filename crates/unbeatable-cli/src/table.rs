//! Tables as text.

use std::fmt;
use std::io;
use std::sync::OnceLock;

use anstyle::Style;

use crate::style::{self, paint};

/// The widest line of a paragraph where standard output is no terminal. Fixed, so that outputs can
/// be compared.
const WIDTH_MAX: usize = 100;

/// The widest line of a paragraph on the narrowest terminal: below this, terminals wrap better.
const WIDTH_MIN: usize = 40;

/// What the last column of a table and the text of a paragraph keep, however far they are indented.
const TEXT_WIDTH_MIN: usize = 18;

/// The widest line of a paragraph: as wide as the terminal, within reason. Looked up once, so that
/// one answer is of one width.
pub(crate) fn line_width() -> usize {
    static WIDTH: OnceLock<usize> = OnceLock::new();
    *WIDTH.get_or_init(|| {
        let terminal = terminal_size::terminal_size_of(io::stdout());
        terminal.map_or(WIDTH_MAX, |(columns, _)| {
            usize::from(columns.0).clamp(WIDTH_MIN, WIDTH_MAX)
        })
    })
}

/// A table: a heading, then rows. The last column is wrapped to fit into
/// [`line_width`]; if the other columns alone are wider, so is the table.
pub(crate) struct TextTable {
    /// The side on which each column stands, and its name.
    columns: Vec<(char, String)>,
    rows: Vec<Vec<(String, Style)>>,
}

impl TextTable {
    /// An empty table. `sides` has a letter for each column: `l` for words, which stand at the left, `r`
    /// for numbers; those after the last name do not count. A column without a name has no heading.
    pub(crate) fn new<S: Into<String>>(
        sides: &str,
        names: impl IntoIterator<Item = S>,
    ) -> TextTable {
        let names = names.into_iter().map(Into::into);
        TextTable {
            columns: sides.chars().zip(names).collect(),
            rows: vec![],
        }
    }

    /// Adds a row without colours.
    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.styled_row(cells.into_iter().map(|cell| (cell, style::PLAIN)));
    }

    /// Adds a row.
    pub(crate) fn styled_row<S: Into<String>>(
        &mut self,
        cells: impl IntoIterator<Item = (S, Style)>,
    ) {
        let row: Vec<_> = cells
            .into_iter()
            .map(|(cell, style)| (cell.into(), style))
            .collect();
        assert_eq!(
            row.len(),
            self.columns.len(),
            "a row has one cell for each column"
        );
        self.rows.push(row);
    }

    /// How wide each column is.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.columns.iter().map(|(_, name)| width(name)).collect();
        for row in &self.rows {
            for (w, (cell, _)) in widths.iter_mut().zip(row) {
                *w = (*w).max(width(cell));
            }
        }
        let others: usize = widths.iter().rev().skip(1).map(|w| w + 2).sum();
        if let Some(last) = widths.last_mut() {
            let left = line_width().saturating_sub(others + 2);
            *last = (*last).min(left.max(TEXT_WIDTH_MIN));
        }
        widths
    }

    /// Writes one row, over as many lines as its last cell needs.
    fn write_row(
        &self,
        f: &mut fmt::Formatter,
        widths: &[usize],
        cells: &[(&str, Style)],
    ) -> fmt::Result {
        let Some(&(last, last_style)) = cells.last() else {
            return Ok(());
        };
        let wrapped = wrap(last, widths[cells.len() - 1]);
        for (i, part) in wrapped.iter().enumerate() {
            let mut line = String::from("  ");
            for (column, &(cell, style)) in cells.iter().enumerate() {
                let is_last = column + 1 == cells.len();
                let cell = match (is_last, i) {
                    (true, _) => part.as_str(),
                    (false, 0) => cell,
                    (false, _) => "",
                };
                let gap = " ".repeat(widths[column].saturating_sub(width(cell)));
                let shown = if cell.is_empty() {
                    String::new()
                } else {
                    paint(if is_last { last_style } else { style }, cell)
                };
                match self.columns[column].0 {
                    'l' => line.push_str(&format!("{shown}{gap}")),
                    _ => line.push_str(&format!("{gap}{shown}")),
                }
                line.push_str(if is_last { "" } else { "  " });
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let widths = self.widths();
        let names = self.columns.iter().map(|(_, name)| name.as_str());
        let heading: Vec<_> = names.map(|name| (name, style::DIM)).collect();
        if heading.iter().any(|(name, _)| !name.is_empty()) {
            self.write_row(f, &widths, &heading)?;
        }
        for row in &self.rows {
            let cells: Vec<_> = row
                .iter()
                .map(|(cell, style)| (cell.as_str(), *style))
                .collect();
            self.write_row(f, &widths, &cells)?;
        }
        Ok(())
    }
}

/// How many columns a text takes, its colours aside. Game notations are ASCII and our own signs are
/// narrow, so characters can be counted.
pub(crate) fn width(text: &str) -> usize {
    anstream::adapter::strip_str(text)
        .map(|part| part.chars().count())
        .sum()
}

/// The text in lines of at most `width_max` characters, broken between words; at least one line.
/// A longer word stands alone on its line, whole, so that it can be copied.
pub(crate) fn wrap(text: &str, width_max: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= width_max {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// The text as a paragraph: wrapped to [`line_width`], the first line after `first`, the others
/// indented as far.
pub(crate) fn paragraph(first: &str, text: &str) -> String {
    paragraph_within(first, text, line_width())
}

/// The text as a paragraph of at most so many columns.
pub(crate) fn paragraph_within(first: &str, text: &str, columns: usize) -> String {
    let left = columns.saturating_sub(width(first));
    let lines = wrap(text, left.max(TEXT_WIDTH_MIN));
    let gap = format!("\n{}", " ".repeat(width(first)));
    format!("{first}{}\n", lines.join(&gap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = TextTable::new("lr", ["move", "nodes"]);
        table.row(["a1", "1,000"]);
        table.row(["pass", "7"]);
        let text = anstream::adapter::strip_str(&table.to_string()).to_string();
        assert_eq!(text, "  move  nodes\n  a1    1,000\n  pass      7\n");
    }

    #[test]
    fn long_words_are_kept_whole() {
        assert_eq!(wrap("a bb ccccccc d", 4), ["a bb", "ccccccc", "d"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn paragraphs_hang() {
        let text = paragraph("- ", &"word ".repeat(30));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() == 2 && lines[1].starts_with("  word"), "{text}");
        assert!(lines.iter().all(|line| width(line) <= WIDTH_MAX), "{text}");
    }

    #[test]
    fn colours_take_no_room() {
        let painted = paint(style::TITLE, "two words");
        assert_eq!(width(&painted), 9);
        assert_eq!(wrap(&painted, 9).len(), 1);
    }
}
