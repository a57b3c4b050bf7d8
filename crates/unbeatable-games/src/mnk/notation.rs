//! How k-in-a-row games, their positions and their moves are written.

use std::fmt::{self, Write};

use unbeatable_core::bits::Bits;
use unbeatable_core::diagram::{Diagram, Square};
use unbeatable_core::spec::Piece;
use unbeatable_core::{Notation, ParseError, Player, Spec};

use crate::lomont;
use crate::mnk::{Board, Mnk};

impl Mnk {
    /// The rules that a spec names: `ttt`, `mnk:4x3x3`, each with `+misere`.
    pub fn from_spec(mut spec: Spec) -> Result<Self, ParseError> {
        let misere = spec.take_flag("misere")?;
        spec.no_more_options("+misere, the only option of this game,")?;
        match (spec.name.text, spec.size) {
            ("ttt", None) => Ok(Mnk::new(3, 3, 3, misere).expect("tic-tac-toe is possible")),
            ("ttt", Some(size)) => Err(size.wrong(0, "no size (other boards are mnk:CxRxK)")),
            (_, Some(size)) => {
                let [columns, rows, length] = three_numbers(size)?;
                Mnk::new(columns, rows, length, misere).map_err(|e| size.wrong(0, e))
            }
            (name, None) => {
                let end = spec.name.at + name.chars().count();
                Err(ParseError::new(0, SIZE_FORM, "").shifted(end))
            }
        }
    }
}

const SIZE_FORM: &str = "a size such as :4x3x3 (columns x rows x in-a-row)";

fn three_numbers(size: Piece) -> Result<[u8; 3], ParseError> {
    let mut numbers = [0; 3];
    let mut at = 0;
    let mut pieces = size.text.split('x');
    for number in &mut numbers {
        let Some(piece) = pieces.next() else {
            return Err(size.wrong(size.text.chars().count(), SIZE_FORM));
        };
        let is_number = !piece.is_empty() && piece.bytes().all(|b| b.is_ascii_digit());
        *number = match piece.parse() {
            Ok(n) if is_number => n,
            _ => return Err(size.wrong(at, "a number up to 64 (columns x rows x in-a-row)")),
        };
        at += piece.chars().count() + 1;
    }
    match pieces.next() {
        None => Ok(numbers),
        Some(_) => Err(size.wrong(at - 1, "the end (columns x rows x in-a-row)")),
    }
}

impl Notation for Mnk {
    fn spec(&self) -> String {
        let option = if self.is_misere() { "+misere" } else { "" };
        match (self.columns, self.rows, self.length()) {
            (3, 3, 3) => format!("ttt{option}"),
            (columns, rows, length) => format!("mnk:{columns}x{rows}x{length}{option}"),
        }
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["X", "O"][player.index()]
    }

    fn write_position(&self, pos: &Board, f: &mut dyn Write) -> fmt::Result {
        let [x, o] = pos.by_player();
        for square in 0..self.columns * self.rows {
            if square > 0 && square % self.columns == 0 {
                f.write_char('/')?;
            }
            f.write_char(match (x >> square & 1, o >> square & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '.',
            })?;
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        let stones = match text.strip_prefix('#') {
            Some(digits) => self.parse_number(digits).map_err(|e| e.shifted(1))?,
            None => self.parse_rows(text)?,
        };
        self.possible(stones)
    }

    fn write_move(&self, _: &Board, m: u8, f: &mut dyn Write) -> fmt::Result {
        f.write_str(&self.square_name(m))
    }

    /// Lomont's number, which he gives to boards of 3x3 squares.
    fn number(&self, pos: &Board) -> Option<u64> {
        ((self.columns, self.rows) == (3, 3)).then(|| lomont::number(pos.by_player()))
    }

    fn diagram(&self, pos: &Board, marked: Option<u8>) -> Option<Diagram> {
        let [x, o] = pos.by_player();
        let square = |square: u8| match (x >> square & 1, o >> square & 1) {
            (1, _) => Square::Of(Player::First),
            (_, 1) => Square::Of(Player::Second),
            _ if marked == Some(square) => Square::Marked,
            _ => Square::Empty,
        };
        Some(Diagram::Grid {
            columns: self.columns.into(),
            squares: (0..self.columns * self.rows).map(square).collect(),
            has_points: false,
            falls: false,
            block: 0,
            blocks: vec![],
        })
    }

    fn write_board(
        &self,
        pos: &Board,
        mark: &dyn Fn(u8) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let [x, o] = pos.by_player();
        let columns = usize::from(self.columns);
        f.write_str("    ")?;
        for file in 0..self.columns {
            write!(f, " {}  ", char::from(b'a' + file))?;
        }
        writeln!(f, "\n   ┌{}┐", vec!["───"; columns].join("┬"))?;
        for row in 0..self.rows {
            if row > 0 {
                writeln!(f, "   ├{}┤", vec!["───"; columns].join("┼"))?;
            }
            write!(f, "{:2} ", self.rows - row)?;
            for square in row * self.columns..(row + 1) * self.columns {
                let sign = match (x >> square & 1, o >> square & 1) {
                    (1, _) => 'X',
                    (_, 1) => 'O',
                    _ => mark(square).unwrap_or(' '),
                };
                write!(f, "│ {sign} ")?;
            }
            f.write_str("│\n")?;
        }
        writeln!(f, "   └{}┘", vec!["───"; columns].join("┴"))
    }
}

impl Mnk {
    /// X's and O's stones from rows of letters.
    fn parse_rows(&self, text: &str) -> Result<[u64; 2], ParseError> {
        let mut stones = [0; 2];
        let mut letters = text.chars().enumerate();
        for square in 0..self.columns * self.rows {
            if square > 0 && square % self.columns == 0 {
                match letters.next() {
                    Some((_, '/')) => {}
                    other => {
                        let at = other.map_or(text.chars().count(), |(at, _)| at);
                        return Err(ParseError::new(
                            at,
                            self.rows_form("'/' after each row"),
                            text,
                        ));
                    }
                }
            }
            match letters.next() {
                Some((_, 'X')) => stones[0] |= 1 << square,
                Some((_, 'O')) => stones[1] |= 1 << square,
                Some((_, '.')) => {}
                other => {
                    let at = other.map_or(text.chars().count(), |(at, _)| at);
                    return Err(ParseError::new(at, self.rows_form("X, O or ."), text));
                }
            }
        }
        match letters.next() {
            None => Ok(stones),
            Some((at, _)) => Err(ParseError::new(at, self.rows_form("the end"), text)),
        }
    }

    fn rows_form(&self, what: &str) -> String {
        let s = if self.rows == 1 { "" } else { "s" };
        format!("{what} ({} row{s} of {} squares)", self.rows, self.columns)
    }

    /// X's and O's stones from Lomont's number, without its `#`.
    fn parse_number(&self, digits: &str) -> Result<[u64; 2], ParseError> {
        if (self.columns, self.rows) != (3, 3) {
            return Err(ParseError::new(
                0,
                "rows of letters (only 3x3 boards have numbers)",
                digits,
            ));
        }
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match digits.parse() {
            Ok(number) if is_number && number < lomont::NUMBERS => Ok(lomont::stones(number)),
            _ => Err(ParseError::new(0, "a number from 0 to 19682", digits)),
        }
    }

    /// The position with those stones, if play can reach it.
    fn possible(&self, [x, o]: [u64; 2]) -> Result<Board, ParseError> {
        let (xs, os) = (x.count_ones(), o.count_ones());
        if xs != os && xs != os + 1 {
            let found = format!("{xs} X and {os} O");
            return Err(ParseError::whole("as many X as O, or one X more", found));
        }
        let pos = Board::from_players([x, o]);
        let last = self.player_name(pos.turn().other());
        if self.has_line(pos.mine) {
            let mover = self.player_name(pos.turn());
            let found = match self.has_line(pos.theirs) {
                true => "lines of both players".into(),
                false => format!("a line of {mover} though {last} moved last"),
            };
            return Err(ParseError::whole(
                "at most one winner, who moved last",
                found,
            ));
        }
        let ends_now = |square: u8| !self.has_line(pos.theirs & !(1 << square));
        if self.has_line(pos.theirs) && !Bits(pos.theirs).any(ends_now) {
            let found = format!("lines of {last} that no single stone completes");
            return Err(ParseError::whole(
                "a game that ended with its first line",
                found,
            ));
        }
        Ok(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Game;

    fn rules(spec: &str) -> Mnk {
        Mnk::from_spec(Spec::parse(spec).unwrap()).unwrap()
    }

    #[test]
    fn specs_are_complete_and_canonical() {
        for (given, printed) in [
            ("mnk:3x3x3", "ttt"),
            ("mnk:3x3x3+misere", "ttt+misere"),
            ("mnk:4x3x3", "mnk:4x3x3"),
            ("mnk:08x8x5", "mnk:8x8x5"),
        ] {
            assert_eq!(rules(given).spec(), printed);
        }
    }

    #[track_caller]
    fn check_error(spec: &str, position: &str, message: &str) {
        let error = rules(spec).parse_position(position).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let rows = "(3 rows of 3 squares)";
        check_error(
            "ttt",
            "X.O",
            &format!("expected '/' after each row {rows} at character 4, found the end"),
        );
        check_error(
            "ttt",
            "X.O/...",
            &format!("expected '/' after each row {rows} at character 8, found the end"),
        );
        check_error(
            "ttt",
            "X.O/.Y./...",
            &format!("expected X, O or . {rows} at character 6, found 'Y./...'"),
        );
        check_error(
            "ttt",
            "X.O/.é./...",
            &format!("expected X, O or . {rows} at character 6, found 'é./...'"),
        );
        check_error(
            "ttt",
            ".../.../.../",
            &format!("expected the end {rows} at character 12, found '/'"),
        );
        check_error(
            "ttt",
            "XXO/.X./...",
            "expected as many X as O, or one X more, found 3 X and 1 O",
        );
        check_error(
            "ttt",
            "XXX/OOO/...",
            "expected at most one winner, who moved last, found lines of both players",
        );
        check_error(
            "ttt",
            "XXX/OO./O..",
            "expected at most one winner, who moved last, found a line of X though O moved last",
        );
        check_error(
            "mnk:4x4x3",
            "XXX./OO.O/O..O/XXX.",
            "expected a game that ended with its first line, found lines of X that no single stone completes",
        );
        check_error(
            "ttt",
            "#19683",
            "expected a number from 0 to 19682 at character 2, found '19683'",
        );
        check_error(
            "ttt",
            "#+1",
            "expected a number from 0 to 19682 at character 2, found '+1'",
        );
        check_error(
            "mnk:4x4x3",
            "#1",
            "expected rows of letters (only 3x3 boards have numbers) at character 2, found '1'",
        );
    }

    #[test]
    fn positions_and_moves_read_as_people_write_them() {
        let ttt = rules("ttt");
        let pos = ttt.parse_position("X.O/.X./..O").unwrap();
        assert_eq!(ttt.turn(&pos), Player::First);
        assert_eq!(ttt.parse_move(&pos, "b1"), Ok(7));
        assert_eq!(ttt.square_name(0), "a3");
        let error = ttt.parse_move(&pos, "a3").unwrap_err().to_string();
        assert_eq!(
            error,
            "expected a legal move (b3, a2, c2, a1, b1), found 'a3'"
        );
        let pos = ttt.parse_position("#17141").unwrap();
        assert_eq!(ttt.number(&pos), Some(17_141));
        assert_eq!(ttt.canonical(&pos), pos);
        // A last stone may complete two lines at once.
        assert!(ttt.parse_position("XXX/XOO/XOO").is_ok());
    }
}
