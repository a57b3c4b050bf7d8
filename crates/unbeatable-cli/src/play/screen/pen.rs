//! Writes on the screen, and never beside it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use unbeatable_workbench::core::Player;

/// A part of the screen to write on.
pub(super) struct Pen<'b> {
    pub(super) buffer: &'b mut Buffer,
    pub(super) area: Rect,
    pub(super) is_coloured: bool,
}

impl Pen<'_> {
    /// Writes text from a place of the area on; what does not fit is left out.
    pub(super) fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        let (width, height) = (usize::from(self.area.width), usize::from(self.area.height));
        if x < width && y < height {
            let at = |from: u16, by: usize| from + by as u16;
            let (x, y, left) = (at(self.area.x, x), at(self.area.y, y), width - x);
            self.buffer.set_stringn(x, y, text, left, style);
        }
    }

    /// A part of this part.
    pub(super) fn within(&mut self, x: usize, y: usize, width: usize, height: usize) -> Pen<'_> {
        let small = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let wanted = Rect {
            x: self.area.x.saturating_add(small(x)),
            y: self.area.y.saturating_add(small(y)),
            width: small(width),
            height: small(height),
        };
        Pen {
            area: wanted.intersection(self.area),
            buffer: self.buffer,
            is_coloured: self.is_coloured,
        }
    }

    /// A colour, where there are colours.
    fn coloured(&self, color: Color) -> Style {
        match self.is_coloured {
            true => Style::new().fg(color),
            false => Style::new(),
        }
    }

    /// A side's signs.
    pub(super) fn of(&self, player: Player) -> Style {
        let color = match player {
            Player::First => Color::Cyan,
            Player::Second => Color::Magenta,
        };
        self.coloured(color).add_modifier(Modifier::BOLD)
    }

    /// A move that wins (1), draws (0) or loses (-1).
    pub(super) fn of_sign(&self, sign: Option<i8>) -> Style {
        match sign {
            Some(1..) => self.coloured(Color::Green).add_modifier(Modifier::BOLD),
            Some(0) => self.coloured(Color::Yellow),
            Some(_) => self.coloured(Color::Red),
            None => self.dim(),
        }
    }

    /// What matters less.
    pub(super) fn dim(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What can be typed.
    pub(super) fn typed(&self) -> Style {
        self.coloured(Color::Cyan)
    }

    /// Titles.
    pub(super) fn title(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is chosen.
    pub(super) fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }
}

/// Words in lines of that width, broken at spaces, or inside words that are longer than a line.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![];
    for paragraph in text.trim_end().split('\n') {
        let mut line = String::new();
        let mut length = 0;
        let indent = paragraph.chars().take_while(|c| *c == ' ').count();
        if indent > 0 && indent < width {
            line = " ".repeat(indent);
            length = indent;
        }
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let letters = word.chars().count();
            let has_words = !line.trim_start().is_empty();
            if has_words && length + 1 + letters > width {
                lines.push(std::mem::take(&mut line));
                length = 0;
            } else if has_words {
                line.push(' ');
                length += 1;
            }
            for letter in word.chars() {
                if length == width {
                    lines.push(std::mem::take(&mut line));
                    length = 0;
                }
                line.push(letter);
                length += 1;
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(
            wrap("incomprehensible", 5),
            ["incom", "prehe", "nsibl", "e"]
        );
        assert_eq!(wrap("a\n\n  b c\n", 80), ["a", "", "  b c"]);
        assert_eq!(wrap("", 0), [""]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }

    #[test]
    fn nothing_is_written_beside_the_screen() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let area = buffer.area;
        let mut pen = Pen {
            buffer: &mut buffer,
            area,
            is_coloured: true,
        };
        pen.put(2, 1, "long", Style::new());
        pen.put(9, 0, "x", Style::new());
        pen.put(0, 9, "x", Style::new());
        pen.within(3, 1, 100, 100).put(0, 0, "yz", Style::new());
        pen.within(70_000, 70_000, 1, 1)
            .put(0, 0, "x", Style::new());
        assert_eq!(buffer, Buffer::with_lines(["    ", "  ly"]));
    }
}
