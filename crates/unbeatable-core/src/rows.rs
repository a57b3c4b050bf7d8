//! Boards of columns and rows in writing and in pictures: rows of letters, from the upper left on.

use std::fmt::{self, Write};

use crate::diagram::{CellShape, Diagram, Square};
use crate::notation::ParseError;
use crate::value::Player;

/// A board of columns and rows. Its squares are numbered row by row from the upper left.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// How many columns.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
    /// What they are made of.
    pub shape: CellShape,
}

/// Whose stones, First's or Second's, hold a bit.
#[inline]
#[must_use]
pub fn owner<S: Into<u128>>(stones: [S; 2], bit: S) -> Option<Player> {
    let ([first, second], bit) = (stones.map(S::into), bit.into());
    match (first & bit, second & bit) {
        (0, 0) => None,
        (_, 0) => Some(Player::First),
        _ => Some(Player::Second),
    }
}

/// The letter of a player.
#[must_use]
pub fn letter(player: Player) -> char {
    ['X', 'O'][player.index()]
}

impl Rows {
    /// Writes whose stone each square has.
    pub fn write(&self, of: impl Fn(u8) -> Option<Player>, f: &mut dyn Write) -> fmt::Result {
        for square in 0..self.columns * self.rows {
            if square > 0 && square % self.columns == 0 {
                f.write_char('/')?;
            }
            f.write_char(of(square).map_or('.', letter))?;
        }
        Ok(())
    }

    /// How many characters that takes.
    #[must_use]
    pub fn length(&self) -> usize {
        usize::from(self.columns * self.rows + self.rows - 1)
    }

    /// X's and O's stones, from rows of letters at the beginning of a text.
    pub fn parse_front(&self, text: &str) -> Result<[u128; 2], ParseError> {
        let mut stones = [0u128; 2];
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
    pub fn parse(&self, text: &str) -> Result<[u128; 2], ParseError> {
        let stones = self.parse_front(text)?;
        match text.chars().nth(self.length()) {
            None => Ok(stones),
            Some(_) => Err(ParseError::new(self.length(), self.form("the end"), text)),
        }
    }

    fn form(&self, what: &str) -> String {
        let s = if self.rows == 1 { "" } else { "s" };
        let places = match self.shape {
            CellShape::Points => "points",
            CellShape::Hexagons => "cells",
            CellShape::Squares | CellShape::Falling => "squares",
        };
        format!("{what} ({} row{s} of {} {places})", self.rows, self.columns)
    }

    /// What the board looks like with a square marked or none, and with the squares of a line that ended the
    /// game.
    pub fn diagram(
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
            shape: self.shape,
            block: 0,
            blocks: vec![],
            line: (0..self.columns * self.rows)
                .filter(|&square| is_in_line(square))
                .map(usize::from)
                .collect(),
        }
    }

    /// Draws a box for each square with a sign in it, below a heading and with a label before each row.
    pub fn write_boxes(
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
