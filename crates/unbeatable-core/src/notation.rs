//! Text in, text out.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::diagram::{Diagram, Surroundings};
use crate::forbidden::{Ban, ForbiddenMove};
use crate::game::Game;
use crate::line::Line;
use crate::value::Player;

/// How a game is written. Everything that is printed can be given back.
pub trait Notation: Game {
    /// The complete name of the rules, options in alphabetical order: `mnk:4x3x3+misere`.
    fn spec(&self) -> String;

    /// The text of the rules, if they are not part of the program but were read from a file.
    fn rules_text(&self) -> Option<&str> {
        None
    }

    /// What a player is called in this game.
    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "First",
            Player::Second => "Second",
        }
    }

    /// Writes a position on one line.
    fn write_position(&self, pos: &Self::Position, f: &mut dyn Write) -> fmt::Result;

    /// Reads what `write_position` writes. A position that no play can reach for a reason that a
    /// reader would see (too many stones, two winners) is an error too.
    fn parse_position(&self, text: &str) -> Result<Self::Position, ParseError>;

    /// Writes a move of `pos`.
    fn write_move(&self, pos: &Self::Position, m: Self::Move, f: &mut dyn Write) -> fmt::Result;

    /// Reads a move that is legal in `pos`.
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Self::Move, ParseError> {
        if self.outcome(pos).is_some() {
            let expected = "no move, because the game is over";
            return Err(ParseError::whole(expected, quoted(text)));
        }
        let found = self.moves(pos).find(|&m| self.move_text(pos, m) == text);
        found.ok_or_else(|| {
            let legal: Vec<String> = self.moves(pos).map(|m| self.move_text(pos, m)).collect();
            let expected = format!("a legal move ({})", some_of(&legal));
            ParseError::whole(expected, quoted(text))
        })
    }

    /// The number under which the literature lists the position, if it does.
    fn number(&self, _pos: &Self::Position) -> Option<u64> {
        None
    }

    /// Draws a position over several lines; `mark` may put a sign where a move would be played.
    fn write_board(
        &self,
        pos: &Self::Position,
        _mark: &dyn Fn(Self::Move) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        self.write_position(pos, f)?;
        f.write_char('\n')
    }

    /// What a position looks like, with one of its moves marked or none; `None` if there is no more to
    /// see than its text says. A move that changes no square (a pass) leaves no mark.
    fn diagram(&self, _pos: &Self::Position, _marked: Option<Self::Move>) -> Option<Diagram> {
        None
    }

    /// What stands around the grid of [`diagram`](Self::diagram), where that is not letters for columns and
    /// numbers for rows.
    fn surroundings(&self, _pos: &Self::Position) -> Option<Surroundings> {
        None
    }

    /// The position as text.
    fn position_text(&self, pos: &Self::Position) -> String {
        let mut text = String::new();
        self.write_position(pos, &mut text)
            .expect("writing to a string does not fail");
        text
    }

    /// The move as text.
    fn move_text(&self, pos: &Self::Position, m: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(pos, m, &mut text)
            .expect("writing to a string does not fail");
        text
    }

    /// A position together with what of its history matters, as text: what `parse_line` reads.
    fn line_text(&self, line: &Line<Self>) -> String
    where
        Self: Sized,
    {
        self.position_text(line.position())
    }

    /// Reads a position together with its history. Without one the position is the game's first.
    fn parse_line(&self, text: &str) -> Result<Line<'_, Self>, ParseError>
    where
        Self: Sized,
    {
        Ok(Line::new(self, self.parse_position(text)?))
    }

    /// The moves at the end of a line that look possible and are not, in board order; none if the game is
    /// over. Those that history forbids, and those that a rule does where a board would not show it.
    fn forbidden(&self, line: &Line<Self>) -> Vec<ForbiddenMove<Self::Move>>
    where
        Self: Sized,
    {
        if line.outcome().is_some() {
            return vec![];
        }
        let moves = self.moves(line.position());
        let banned = moves.filter_map(|m| {
            let ban = Ban::Repeats(line.repeated_by(m)?);
            Some(ForbiddenMove { m, ban })
        });
        banned.collect()
    }

    /// Moves played one after the other from the end of `line`, as text.
    fn moves_text(&self, line: &Line<Self>, moves: &[Self::Move]) -> Vec<String>
    where
        Self: Sized,
    {
        let mut line = line.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            texts.push(self.move_text(line.position(), m));
            assert!(line.play(m), "a reported line is legal");
        }
        texts
    }
}

/// A number of digits alone, if it is not too large.
#[must_use]
pub fn number<N: FromStr>(text: &str) -> Option<N> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// A list in words: `a, b and c`, with `last` before the last one.
#[must_use]
pub fn listed<T: AsRef<str>>(names: &[T], last: &str) -> String {
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.as_ref().into(),
        Some((end, rest)) => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", rest.join(", "), end.as_ref())
        }
    }
}

/// A short list of alternatives for an error message.
fn some_of(texts: &[String]) -> String {
    const SHOWN: usize = 12;
    match texts.len() {
        0..=SHOWN => texts.join(", "),
        n => format!("{}, … {n} in all", texts[..SHOWN].join(", ")),
    }
}

/// A text that is not what it should be: where, what was expected, and what was there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// How many characters stand before the trouble; `None` if the text is wrong as a whole.
    pub at: Option<usize>,
    /// What would have been right.
    pub expected: String,
    /// What is there instead.
    pub found: String,
}

impl ParseError {
    /// Expected `expected` after the first `at` characters of `text`.
    #[must_use]
    pub fn new(at: usize, expected: impl Into<String>, text: &str) -> Self {
        let rest = text.chars().skip(at).collect::<String>();
        let found = if rest.is_empty() {
            "the end".into()
        } else {
            quoted(&rest)
        };
        ParseError {
            at: Some(at),
            expected: expected.into(),
            found,
        }
    }

    /// The text is wrong as a whole: well written, but about something that cannot be.
    #[must_use]
    pub fn whole(expected: impl Into<String>, found: impl Into<String>) -> Self {
        ParseError {
            at: None,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// This error inside a longer text in which `offset` characters come before.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        self.at = self.at.map(|at| at + offset);
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "expected {}", self.expected)?;
        if let Some(at) = self.at {
            write!(f, " at character {}", at + 1)?;
        }
        write!(f, ", found {}", self.found)
    }
}

/// A text in quotes, on one line and not too long, for messages.
#[must_use]
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 24;
    let escaped: String = text
        .chars()
        .take(SHOWN + 1)
        .flat_map(char::escape_debug)
        .collect();
    let mut shown: String = escaped.chars().take(SHOWN).collect();
    if escaped.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("'{shown}'")
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where_and_what() {
        let e = ParseError::new(2, "a square", "X.é\u{7}");
        assert_eq!(
            e.to_string(),
            "expected a square at character 3, found 'é\\u{7}'"
        );
        let e = ParseError::new(3, "a square", "X.O").shifted(4);
        assert_eq!(
            e.to_string(),
            "expected a square at character 8, found the end"
        );
        let e = ParseError::whole("as many X as O", "3 X and 1 O");
        assert_eq!(e.to_string(), "expected as many X as O, found 3 X and 1 O");
        assert_eq!(listed(&["a", "b", "c"], "or"), "a, b or c");
        assert_eq!(listed(&["a"], "or"), "a");
        assert!(quoted(&"\u{200e}".repeat(5000)).chars().count() < 30);
        let long = ParseError::new(1, "less", &"x".repeat(5000));
        assert!(long.to_string().chars().count() < 80);
    }
}
