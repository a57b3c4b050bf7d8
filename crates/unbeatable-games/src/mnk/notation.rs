//! How k-in-a-row games, their positions and their moves are written.

use std::fmt::{self, Write};

use unbeatable_core::bits::Bits;
use unbeatable_core::diagram::{CellShape, Diagram};
use unbeatable_core::notation::number;
use unbeatable_core::rows::{Rows, letter, owner};
use unbeatable_core::spec::Piece;
use unbeatable_core::{Notation, ParseError, Player, Spec};

use crate::lomont;
use crate::mnk::{Board, Mnk};
use crate::turns::check_turns;

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
    for n in &mut numbers {
        let Some(piece) = pieces.next() else {
            return Err(size.wrong(size.text.chars().count(), SIZE_FORM));
        };
        let expected = "a number up to 64 (columns x rows x in-a-row)";
        *n = number(piece).ok_or_else(|| size.wrong(at, expected))?;
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
        self.as_rows().write(|square| self.owner(pos, square), f)
    }

    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        let stones = match text.strip_prefix('#') {
            Some(digits) => self.parse_number(digits).map_err(|e| e.shifted(1))?,
            None => self.as_rows().parse(text)?.map(|set| set as u64),
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
        let of = |square| self.owner(pos, square);
        // Only the player who moved last can have completed a line.
        let whole = self
            .lines()
            .iter()
            .filter(|&line| pos.theirs & line == *line);
        let line = whole.fold(0, |squares, line| squares | line);
        let is_in_line = |square: u8| line >> square & 1 == 1;
        Some(self.as_rows().diagram(of, marked, is_in_line))
    }

    fn write_board(
        &self,
        pos: &Board,
        mark: &dyn Fn(u8) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let file = |file: u8| format!(" {}  ", char::from(b'a' + file));
        let files: String = (0..self.columns).map(file).collect();
        let sign = |square| {
            let drawn = self.owner(pos, square).map(letter);
            drawn.or_else(|| mark(square)).unwrap_or(' ')
        };
        let label = |row| format!("{:2} ", self.rows - row);
        let rows = self.as_rows();
        rows.write_boxes(&format!("    {files}"), label, sign, f)
    }
}

impl Mnk {
    fn as_rows(&self) -> Rows {
        Rows {
            columns: self.columns,
            rows: self.rows,
            shape: CellShape::Squares,
        }
    }

    fn owner(&self, pos: &Board, square: u8) -> Option<Player> {
        owner(pos.by_player(), 1 << square)
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
        match number(digits) {
            Some(number) if number < lomont::NUMBERS => Ok(lomont::stones(number)),
            _ => Err(ParseError::new(0, "a number from 0 to 19682", digits)),
        }
    }

    /// The position with those stones, if play can reach it.
    fn possible(&self, stones: [u64; 2]) -> Result<Board, ParseError> {
        check_turns(stones, |set| self.has_line(set))?;
        let pos = Board::from_players(stones);
        let ends_now = |square: u8| !self.has_line(pos.theirs & !(1 << square));
        if self.has_line(pos.theirs) && !Bits(pos.theirs).any(ends_now) {
            let last = self.player_name(pos.turn().other());
            let found = format!("lines of {last} that no single stone completes");
            let expected = "a game that ended with its first line";
            return Err(ParseError::whole(expected, found));
        }
        Ok(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Game;
    use unbeatable_core::notation_checks::{check_specs, check_wrong_positions, rules};

    #[test]
    fn specs_are_complete_and_canonical() {
        check_specs::<Mnk>(&[
            ("mnk:3x3x3", "ttt"),
            ("mnk:3x3x3+misere", "ttt+misere"),
            ("mnk:4x3x3", "mnk:4x3x3"),
            ("mnk:08x8x5", "mnk:8x8x5"),
        ]);
    }

    /// Positions, and what is said of them.
    const IMPOSSIBLE: &str = "\
        ttt X.O => expected '/' after each row (3 rows of 3 squares) at character 4, found the end
        ttt X.O/... => expected '/' after each row (3 rows of 3 squares) at character 8, found the end
        ttt X.O/.Y./... => expected X, O or . (3 rows of 3 squares) at character 6, found 'Y./...'
        ttt X.O/.é./... => expected X, O or . (3 rows of 3 squares) at character 6, found 'é./...'
        ttt .../.../.../ => expected the end (3 rows of 3 squares) at character 12, found '/'
        ttt XXO/.X./... => expected as many X as O, or one X more, found 3 X and 1 O
        ttt XXX/OOO/... => expected at most one winner, who moved last, found lines of both players
        ttt XXX/OO./O.. => expected at most one winner, who moved last, found a line of X though O moved last
        mnk:4x4x3 XXX./OO.O/O..O/XXX. => expected a game that ended with its first line, found lines of X that no single stone completes
        ttt #19683 => expected a number from 0 to 19682 at character 2, found '19683'
        ttt #+1 => expected a number from 0 to 19682 at character 2, found '+1'
        mnk:4x4x3 #1 => expected rows of letters (only 3x3 boards have numbers) at character 2, found '1'";

    #[test]
    fn impossible_positions_are_refused() {
        check_wrong_positions::<Mnk>(IMPOSSIBLE);
    }

    #[test]
    fn positions_and_moves_read_as_people_write_them() {
        let ttt: Mnk = rules("ttt");
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
