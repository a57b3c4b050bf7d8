//! Colours, used sparingly: whatever a colour says, the words beside it say too.

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;

/// Titles and headings.
pub(crate) const TITLE: Style = Style::new().bold();
/// What matters less than its neighbours.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Wins, agreement.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Draws, known errata.
pub(crate) const EVEN: Style = AnsiColor::Yellow.on_default();
/// Losses, disagreement.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// What can be typed.
pub(crate) const TYPED: Style = AnsiColor::Cyan.on_default();
/// No colour.
pub(crate) const PLAIN: Style = Style::new();

/// The text in that style.
pub(crate) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The style of a move that wins (1), draws (0) or loses (-1) for the player who makes it.
pub(crate) fn of_sign(sign: Option<i8>) -> Style {
    match sign {
        Some(1..) => GOOD,
        Some(0) => EVEN,
        Some(_) => BAD,
        None => DIM,
    }
}

/// The mark of such a move, as on the board.
pub(crate) fn mark_of_sign(sign: Option<i8>) -> char {
    match sign {
        Some(1..) => '+',
        Some(0) => '=',
        Some(_) => '-',
        None => '?',
    }
}

/// The board with its marks coloured: `+`, `=`, `-` and `?` where they stand alone, so that lines
/// drawn with the same characters stay as they are.
pub(crate) fn paint_marks(board: &str) -> String {
    let chars: Vec<char> = board.chars().collect();
    let is_blank = |i: Option<usize>| {
        i.and_then(|i| chars.get(i))
            .is_none_or(|c| c.is_whitespace())
    };
    let mut painted = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let sign = match c {
            '+' => Some(1),
            '=' => Some(0),
            '-' => Some(-1),
            '?' => None,
            _ => {
                painted.push(c);
                continue;
            }
        };
        if is_blank(i.checked_sub(1)) && is_blank(Some(i + 1)) {
            painted.push_str(&paint(of_sign(sign), &c.to_string()));
        } else {
            painted.push(c);
        }
    }
    painted
}

/// The colours of help texts.
pub(crate) const HELP: Styles = Styles::styled().header(TITLE).usage(TITLE).literal(TYPED);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_marks_are_painted() {
        let board = "X | + \n--+---\n- | O ";
        let painted = paint_marks(board);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), board);
        assert_eq!(
            painted.matches("\u{1b}[32m").count(),
            1,
            "one + in {painted:?}"
        );
        assert_eq!(
            painted.matches("\u{1b}[31m").count(),
            1,
            "one - in {painted:?}"
        );
    }
}
