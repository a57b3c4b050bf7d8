//! Boards of columns and rows in writing and in pictures: rows of letters, from the upper left on.

use std::fmt::{self, Write};

use unbeatable_core::diagram::{Diagram, Square};
use unbeatable_core::{ParseError, Player};

/// A board of columns and rows. Its squares are numbered row by row from the upper left.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    /// Whether stones stand on points, as in Go.
    pub(crate) has_points: bool,
    /// Whether they fall to the bottom.
    pub(crate) falls: bool,
}

/// Whose stones, First's or Second's, hold a bit.
#[inline]
pub(crate) fn owner([first, second]: [u64; 2], bit: u64) -> Option<Player> {
    match (first & bit, second & bit) {
        (0, 0) => None,
        (_, 0) => Some(Player::First),
        _ => Some(Player::Second),
    }
}

/// The letter of a player.
pub(crate) fn letter(player: Player) -> char {
    ['X', 'O'][player.index()]
}

impl Rows {
    /// Writes whose stone each square has.
    pub(crate) fn write(
        &self,
        of: impl Fn(u8) -> Option<Player>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        for square in 0..self.columns * self.rows {
            if square > 0 && square % self.columns == 0 {
                f.write_char('/')?;
            }
            f.write_char(of(square).map_or('.', letter))?;
        }
        Ok(())
    }

    /// How many characters that takes.
    pub(crate) fn length(&self) -> usize {
        usize::from(self.columns * self.rows + self.rows - 1)
    }

    /// X's and O's stones, from rows of letters at the beginning of a text.
    pub(crate) fn parse_front(&self, text: &str) -> Result<[u64; 2], ParseError> {
        let mut stones = [0; 2];
        let mut letters = text.chars();
        let wrong = |at: u8, what| Err(ParseError::new(at.into(), self.form(what), text));
        for square in 0..self.columns * self.rows {
            let at = square + square / self.columns;
            if square > 0 && square % self.columns == 0 && letters.next() != Some('/') {
                return wrong(at - 1, "'/' after each row");
            }
            match letters.next() {
                Some('X') => stones[0] |= 1 << square,
                Some('O') => stones[1] |= 1 << square,
                Some('.') => {}
                _ => return wrong(at, "X, O or ."),
            }
        }
        Ok(stones)
    }

    /// X's and O's stones, from rows of letters.
    pub(crate) fn parse(&self, text: &str) -> Result<[u64; 2], ParseError> {
        let stones = self.parse_front(text)?;
        match text.chars().nth(self.length()) {
            None => Ok(stones),
            Some(_) => Err(ParseError::new(self.length(), self.form("the end"), text)),
        }
    }

    fn form(&self, what: &str) -> String {
        let s = if self.rows == 1 { "" } else { "s" };
        let places = if self.has_points { "points" } else { "squares" };
        format!("{what} ({} row{s} of {} {places})", self.rows, self.columns)
    }

    /// What the board looks like with a square marked or none, and with the squares of a line that ended the
    /// game.
    pub(crate) fn diagram(
        &self,
        of: impl Fn(u8) -> Option<Player>,
        marked: Option<u8>,
        is_in_line: impl Fn(u8) -> bool,
    ) -> Diagram {
        let square = |square: u8| match of(square) {
            Some(player) => Square::Of(player),
            None if marked == Some(square) => Square::Marked,
            None => Square::Empty,
        };
        Diagram::Grid {
            columns: self.columns.into(),
            squares: (0..self.columns * self.rows).map(square).collect(),
            has_points: self.has_points,
            falls: self.falls,
            block: 0,
            blocks: vec![],
            line: (0..self.columns * self.rows)
                .filter(|&square| is_in_line(square))
                .map(usize::from)
                .collect(),
        }
    }

    /// Draws a box for each square with a sign in it, below a heading and with a label before each row.
    pub(crate) fn write_boxes(
        &self,
        heading: &str,
        label: impl Fn(u8) -> String,
        sign: impl Fn(u8) -> char,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let margin = " ".repeat(label(0).len());
        let bars = vec!["───"; self.columns.into()];
        writeln!(f, "{heading}\n{margin}┌{}┐", bars.join("┬"))?;
        for row in 0..self.rows {
            if row > 0 {
                writeln!(f, "{margin}├{}┤", bars.join("┼"))?;
            }
            f.write_str(&label(row))?;
            for square in row * self.columns..(row + 1) * self.columns {
                write!(f, "│ {} ", sign(square))?;
            }
            f.write_str("│\n")?;
        }
        writeln!(f, "{margin}└{}┘", bars.join("┴"))
    }
}

/// The error of stones that X and O cannot have put in turn until one of them had a line.
pub(crate) fn check_turns(
    [x, o]: [u64; 2],
    has_line: impl Fn(u64) -> bool,
) -> Result<(), ParseError> {
    let (xs, os) = (x.count_ones(), o.count_ones());
    let ([mine, theirs], [mover, last]) = match xs.checked_sub(os) {
        Some(0) => ([x, o], ["X", "O"]),
        Some(1) => ([o, x], ["O", "X"]),
        _ => {
            let found = format!("{xs} X and {os} O");
            return Err(ParseError::whole("as many X as O, or one X more", found));
        }
    };
    let found = match (has_line(mine), has_line(theirs)) {
        (false, _) => return Ok(()),
        (true, true) => "lines of both players".into(),
        (true, false) => format!("a line of {mover} though {last} moved last"),
    };
    let expected = "at most one winner, who moved last";
    Err(ParseError::whole(expected, found))
}
