//! How Connect Four, its positions and its moves are written.

use std::collections::HashSet;
use std::fmt::{self, Write};

use unbeatable_core::bits::Bits;
use unbeatable_core::diagram::{CellShape, Diagram};
use unbeatable_core::notation::number;
use unbeatable_core::rows::{Rows, letter, owner};
use unbeatable_core::spec::Piece;
use unbeatable_core::{Game, Notation, ParseError, Player, Spec};

use crate::connect::{Connect, Discs};
use crate::turns::check_turns;

/// How many in a row win if the spec does not say.
const LENGTH: u8 = 4;

const SIZE_FORM: &str = "a size such as :7x6 (columns x rows)";
const LENGTH_FORM: &str = "a number of discs that fit in a row, such as +k=5";

impl Connect {
    /// The rules that a spec names: `connect:7x6`, which `connect` stands for, with `+k=5` if other than
    /// four in a row win.
    pub fn from_spec(mut spec: Spec) -> Result<Self, ParseError> {
        let small = spec.take_value("k")?;
        let large = spec.take_value("K")?;
        if let (Some(_), Some(again)) = (small, large) {
            return Err(again.wrong(0, "a length once, as +k or as +K"));
        }
        spec.no_more_options("+k=LENGTH, the only option of this game,")?;
        let (columns, rows) = match spec.size {
            Some(size) => two_numbers(size)?,
            None => (7, 6),
        };
        if let Err(wrong) = Connect::new(columns, rows, 1) {
            return Err(spec.size.unwrap_or(spec.name).wrong(0, wrong));
        }
        match small.or(large) {
            Some(piece) => {
                let length = number(piece.text).ok_or_else(|| piece.wrong(0, LENGTH_FORM))?;
                Connect::new(columns, rows, length).map_err(|wrong| piece.wrong(0, wrong))
            }
            None => Connect::new(columns, rows, LENGTH).map_err(|_| {
                let expected = "a board on which four in a row fit, or +k=LENGTH for fewer";
                spec.size.unwrap_or(spec.name).wrong(0, expected)
            }),
        }
    }
}

fn two_numbers(size: Piece) -> Result<(u8, u8), ParseError> {
    let Some((columns, rows)) = size.text.split_once('x') else {
        let digits = size.text.chars().take_while(char::is_ascii_digit).count();
        return Err(size.wrong(digits, SIZE_FORM));
    };
    let behind = columns.chars().count() + 1;
    let expected = "a number up to 63 (columns x rows)";
    if let Some((rows, _)) = rows.split_once('x') {
        let at = behind + rows.chars().count();
        return Err(size.wrong(at, "the end (columns x rows; +k=5 for longer lines)"));
    }
    let columns = number(columns).ok_or_else(|| size.wrong(0, expected))?;
    let rows = number(rows).ok_or_else(|| size.wrong(behind, expected))?;
    Ok((columns, rows))
}

impl Notation for Connect {
    fn spec(&self) -> String {
        let (columns, rows) = (self.columns(), self.rows());
        match self.length() {
            LENGTH => format!("connect:{columns}x{rows}"),
            length => format!("connect:{columns}x{rows}+k={length}"),
        }
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["X", "O"][player.index()]
    }

    fn write_position(&self, pos: &Discs, f: &mut dyn Write) -> fmt::Result {
        self.as_rows().write(|square| self.owner(pos, square), f)
    }

    /// Reads rows of letters, and the columns of all moves since the start, one digit each.
    fn parse_position(&self, text: &str) -> Result<Discs, ParseError> {
        match text.chars().next() {
            None => Ok(self.start()),
            Some('0'..='9') => self.parse_sequence(text),
            Some(_) => self.possible(self.parse_rows(text)?),
        }
    }

    fn write_move(&self, _: &Discs, column: u8, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{}", column + 1)
    }

    fn diagram(&self, pos: &Discs, marked: Option<u8>) -> Option<Diagram> {
        let of = |square| self.owner(pos, square);
        let landing = marked.map_or(0, |column| self.landings(pos) & self.column(column));
        let is_marked = |square: &u8| self.square(*square) == landing;
        let marked = (0..self.columns() * self.rows()).find(is_marked);
        let line = self.whole_lines(pos.theirs());
        let is_in_line = |square: u8| line & self.square(square) != 0;
        Some(self.as_rows().diagram(of, marked, is_in_line))
    }

    fn write_board(
        &self,
        pos: &Discs,
        mark: &dyn Fn(u8) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let numbers: String = (1..=self.columns()).map(|n| format!(" {n:<2} ")).collect();
        let landings = self.landings(pos);
        let sign = |square| {
            let lands = landings & self.square(square) != 0;
            let marked = || mark(square % self.columns()).filter(|_| lands);
            let drawn = self.owner(pos, square).map(letter);
            drawn.or_else(marked).unwrap_or(' ')
        };
        let rows = self.as_rows();
        rows.write_boxes(&format!(" {numbers}"), |_| " ".into(), sign, f)
    }
}

impl Connect {
    /// The square of a column, rows counted from below.
    pub(crate) fn bit(&self, column: u8, row: u8) -> u64 {
        1 << (column * (self.rows() + 1) + row)
    }

    fn as_rows(&self) -> Rows {
        Rows {
            columns: self.columns(),
            rows: self.rows(),
            shape: CellShape::Falling,
        }
    }

    /// The square with that number, row by row from the upper left.
    fn square(&self, number: u8) -> u64 {
        let (row, column) = (number / self.columns(), number % self.columns());
        self.bit(column, self.rows() - 1 - row)
    }

    /// Whose disc is on the square with that number.
    fn owner(&self, pos: &Discs, number: u8) -> Option<Player> {
        owner(pos.by_player(), self.square(number))
    }

    /// The position after moves from the start, a digit each: its column, from 1 on.
    fn parse_sequence(&self, text: &str) -> Result<Discs, ParseError> {
        if self.columns() > 9 {
            let expected = "rows of X, O and . (a sequence of moves takes at most 9 columns)";
            return Err(ParseError::new(0, expected, text));
        }
        let mut pos = self.start();
        for (at, digit) in text.chars().enumerate() {
            let wrong = |expected: String| Err(ParseError::new(at, expected, text));
            if self.outcome(&pos).is_some() {
                return wrong("the end, because the game is over,".into());
            }
            let column = match digit.to_digit(10) {
                Some(number) if (1..=self.columns().into()).contains(&number) => number as u8 - 1,
                _ => return wrong(format!("a column from 1 to {}", self.columns())),
            };
            if self.landings(&pos) & self.column(column) == 0 {
                return wrong("a column with room".into());
            }
            pos = self.play(&pos, column);
        }
        Ok(pos)
    }

    /// X's and O's discs from rows of letters, top row first.
    fn parse_rows(&self, text: &str) -> Result<[u64; 2], ParseError> {
        let discs = self.as_rows().parse(text)?.map(|set| set as u64);
        let all = discs[0] | discs[1];
        let is_above = |square: &u8| square + self.columns() < self.columns() * self.rows();
        let floats = |square: &u8| is_above(square) && all >> (square + self.columns()) & 1 == 0;
        if let Some(square) = Bits(all).find(floats) {
            let at = usize::from(square + square / self.columns());
            return Err(ParseError::new(at, "no disc above an empty square", text));
        }
        Ok(discs.map(|set| Bits(set).fold(0, |set, square| set | self.square(square))))
    }

    /// The position with those discs, each on another or at the bottom, if play can reach it.
    fn possible(&self, discs: [u64; 2]) -> Result<Discs, ParseError> {
        check_turns(discs, |set| self.has_line(set))?;
        let pos = Discs::from_players(discs);
        // Without a line there was none on the way either, whatever the order of the moves.
        let mut before = vec![pos];
        if self.has_line(pos.theirs()) {
            let tops = pos.theirs() & !(pos.discs >> 1);
            let last_discs = Bits(tops).map(|square| 1 << square);
            let unfinished = last_discs.filter(|disc| !self.has_line(pos.theirs() ^ disc));
            before = unfinished
                .map(|disc| Discs {
                    mine: pos.theirs() ^ disc,
                    discs: pos.discs ^ disc,
                })
                .collect();
            if before.is_empty() {
                let last = self.player_name(pos.turn().other());
                let found = format!("lines of {last} that no disc on top completes");
                let expected = "a game that ended with its first line";
                return Err(ParseError::whole(expected, found));
            }
        }
        match before.iter().any(fills_in_turn(self)) {
            true => Ok(pos),
            false => Err(ParseError::whole(
                "discs that X and O let fall in turn",
                "no order in which they could have",
            )),
        }
    }
}

/// Fillings that are looked at in search of an order: all there are on the usual boards. On larger ones
/// a position without an order may take more, and then passes.
const FILLINGS_MAX: usize = 1 << 16;

/// Whether an order of moves fills the empty board up to a position, if there may be lines on the way.
fn fills_in_turn(game: &Connect) -> impl Fn(&Discs) -> bool {
    |pos| {
        let players = pos.by_player();
        let mut open = vec![0u64];
        let mut seen = HashSet::from([0u64]);
        while let Some(discs) = open.pop() {
            if discs == pos.discs || seen.len() > FILLINGS_MAX {
                return true;
            }
            let filled = Discs { mine: 0, discs };
            let turn = filled.turn();
            for square in Bits(game.landings(&filled) & players[turn.index()]) {
                let next = discs | 1 << square;
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::laws;
    use unbeatable_core::notation_checks::{
        check_specs, check_wrong_positions, check_wrong_specs, rules,
    };

    #[test]
    fn boards_of_all_sizes_keep_the_laws() {
        for spec in [
            "connect",
            "connect:4x4",
            "connect:5x4+k=3",
            "connect:9x6",
            "connect:10x5",
            "connect:1x63",
            "connect:32x1",
            "connect:1x1+k=1",
        ] {
            laws::check(&rules::<Connect>(spec), 200, 1).unwrap_or_else(|e| panic!("{spec}: {e}"));
        }
    }

    /// Specs, and what is said of them.
    const WRONG_SPECS: &str = "\
        connect:7 => expected a size such as :7x6 (columns x rows) at character 10, found the end
        connect:7x6x4 => expected the end (columns x rows; +k=5 for longer lines) at character 12, found 'x4'
        connect:7x => expected a number up to 63 (columns x rows) at character 11, found the end
        connect:0x6 => expected 1 to 32 columns and 1 to 63 rows at character 9, found '0x6'
        connect:8x8 => expected at most 64 squares, with one more in each column than it has rows at character 9, found '8x8'
        connect:3x3 => expected a board on which four in a row fit, or +k=LENGTH for fewer at character 9, found '3x3'
        connect+k=8 => expected a line that fits on the board at character 11, found '8'
        connect+k=four => expected a number of discs that fit in a row, such as +k=5 at character 11, found 'four'
        connect+k=5+K=5 => expected a length once, as +k or as +K at character 15, found '5'
        connect+misere => expected +k=LENGTH, the only option of this game, at character 9, found 'misere'";

    /// Positions, and what is said of them.
    const IMPOSSIBLE: &str = "\
        connect:4x4 ..../..../.... => expected '/' after each row (4 rows of 4 squares) at character 15, found the end
        connect:4x4 ..../..../.Y../.... => expected X, O or . (4 rows of 4 squares) at character 12, found 'Y../....'
        connect:4x4 ..../..../..../..../ => expected the end (4 rows of 4 squares) at character 20, found '/'
        connect:4x4 ..../..../.X../.... => expected no disc above an empty square at character 12, found 'X../....'
        connect:4x4 ..../..../..../XX.. => expected as many X as O, or one X more, found 2 X and 0 O
        connect:4x4 ..../..../OOOO/XXXX => expected at most one winner, who moved last, found lines of both players
        connect:4x4 ..../O.../OOO./XXXX => expected at most one winner, who moved last, found a line of X though O moved last
        connect:4x4 ..../..../X.../O... => expected discs that X and O let fall in turn, found no order in which they could have
        connect:4x4+k=3 ..../..../OOX./XXXO => expected a game that ended with its first line, found lines of X that no disc on top completes";

    /// Moves from the start, and what is said of them.
    const WRONG_SEQUENCES: &str = "\
        connect 48 => expected a column from 1 to 7 at character 2, found '8'
        connect 40 => expected a column from 1 to 7 at character 2, found '0'
        connect 4. => expected a column from 1 to 7 at character 2, found '.'
        connect 4444444 => expected a column with room at character 7, found '4'
        connect 12121212 => expected the end, because the game is over, at character 8, found '2'
        connect:10x5 12 => expected rows of X, O and . (a sequence of moves takes at most 9 columns) at character 1, found '12'";

    #[test]
    fn specs_are_complete_and_canonical() {
        check_specs::<Connect>(&[
            ("connect", "connect:7x6"),
            ("connect+k=4", "connect:7x6"),
            ("connect:07x6+K=5", "connect:7x6+k=5"),
            ("connect:3x3+k=3", "connect:3x3+k=3"),
        ]);
        check_wrong_specs::<Connect>(WRONG_SPECS);
    }

    #[test]
    fn impossible_positions_are_refused() {
        check_wrong_positions::<Connect>(IMPOSSIBLE);
        // The last disc may complete two lines at once, and which one it was may matter: O was second.
        let game: Connect = rules("connect:4x4+k=3");
        assert!(game.parse_position("..../X.../XOO./XXXO").is_err());
        assert!(game.parse_position("..../X.../XO../XOXO").is_ok());
    }

    #[test]
    fn sequences_lead_to_positions() {
        let game: Connect = rules("connect");
        let pos = game.parse_position("4453").unwrap();
        assert_eq!(
            game.position_text(&pos),
            "......./......./......./......./...O.../..OXX.."
        );
        assert_eq!(game.parse_position(""), Ok(game.start()));
        check_wrong_positions::<Connect>(WRONG_SEQUENCES);
    }
}
