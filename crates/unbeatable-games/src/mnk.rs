//! K in a row on a board of columns and rows (m,n,k-games); tic-tac-toe is 3x3x3.

use std::fmt::{self, Write};

use unbeatable_core::bits::Bits;
use unbeatable_core::spec::Piece;
use unbeatable_core::{Game, Notation, Outcome, ParseError, Player, Spec, Wdl};

use crate::images::Images;
use crate::lomont;

/// The rule book: players put stones on empty squares in turn; who first has `length` of them in a
/// row, column or diagonal wins (misère: loses); a full board without a line is a draw.
#[derive(Clone, Debug)]
pub struct Mnk {
    columns: u8,
    rows: u8,
    length: u8,
    misere: bool,
    full: u64,
    directions: [Direction; 4],
    lines: Vec<u64>,
    /// One bit for each set of squares that holds a line; empty for boards too large for that.
    lined: Vec<u64>,
    images: Images,
}

/// Boards of up to this many squares look lines up in a table of at most 8 KiB.
const LINED_SQUARES_MAX: u8 = 16;

/// A way in which lines run: right, down, down and right, down and left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Direction {
    /// From one square of a line to the next; 0 where no line fits.
    stride: u8,
    /// Squares from which a whole line fits on the board, so that runs never wrap round an edge.
    starts: u64,
}

/// Two bitboards, one bit a square: row by row from the top left, lowest bit first.
///
/// ```text
///  0  1  2  3      mnk:4x3x3; the stones of the player to move are `mine`, the others `theirs`.
///  4  5  6  7      X moves first, so X is to move where the number of stones is even.
///  8  9 10 11
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Stones of the player to move.
    pub mine: u64,
    /// Stones of the player who moved last.
    pub theirs: u64,
}

impl Board {
    /// All stones.
    #[must_use]
    pub fn stones(&self) -> u64 {
        self.mine | self.theirs
    }

    /// X's stones and O's stones.
    #[must_use]
    pub fn by_player(&self) -> [u64; 2] {
        match self.turn() {
            Player::First => [self.mine, self.theirs],
            Player::Second => [self.theirs, self.mine],
        }
    }

    fn turn(&self) -> Player {
        match self.stones().count_ones() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    fn from_players(stones: [u64; 2]) -> Self {
        let [x, o] = stones;
        match (x | o).count_ones() % 2 {
            0 => Board { mine: x, theirs: o },
            _ => Board { mine: o, theirs: x },
        }
    }
}

impl Mnk {
    /// The rules of a `columns` x `rows` board on which `length` in a row decide; `Err` says which
    /// of the numbers is impossible.
    pub fn new(columns: u8, rows: u8, length: u8, misere: bool) -> Result<Self, &'static str> {
        if columns == 0 || columns > 26 {
            return Err("1 to 26 columns");
        }
        if rows == 0 || u32::from(columns) * u32::from(rows) > 64 {
            return Err("1 to 64 squares");
        }
        if length == 0 || length > columns.max(rows) {
            return Err("a line that fits on the board");
        }
        let full = u64::MAX >> (64 - columns * rows);
        let directions = STEPS.map(|step| {
            let starts = (0..columns * rows)
                .filter(|&s| line_from(columns, rows, length, s, step).is_some())
                .fold(0, |set, s| set | 1 << s);
            let stride = if starts == 0 {
                0
            } else {
                i16::from(columns) * step.1 + step.0
            };
            Direction {
                stride: stride as u8,
                starts,
            }
        });
        let mut lines: Vec<u64> = STEPS
            .iter()
            .flat_map(|&step| {
                (0..columns * rows).filter_map(move |s| line_from(columns, rows, length, s, step))
            })
            .collect();
        lines.sort_unstable();
        lines.dedup();
        let mut game = Mnk {
            columns,
            rows,
            length,
            misere,
            full,
            directions,
            lines,
            lined: vec![],
            images: Images::new(columns, rows),
        };
        if columns * rows <= LINED_SQUARES_MAX {
            let has_line = |stones: &u64| game.has_line_by_shifts(*stones);
            let mut lined = vec![0; (1usize << (columns * rows)).div_ceil(64)];
            for stones in (0..=full).filter(has_line) {
                lined[stones as usize / 64] |= 1 << (stones % 64);
            }
            game.lined = lined;
        }
        Ok(game)
    }

    /// Tic-tac-toe.
    #[must_use]
    pub fn tic_tac_toe() -> Self {
        Mnk::new(3, 3, 3, false).expect("tic-tac-toe is possible")
    }

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

    /// Whether completing a line loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// How many stones make a line.
    #[must_use]
    pub fn length(&self) -> u8 {
        self.length
    }

    /// Every line, as a set of squares.
    #[must_use]
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// The empty squares.
    #[must_use]
    #[inline]
    pub fn empty(&self, pos: &Board) -> u64 {
        self.full & !pos.stones()
    }

    /// Whether `stones` hold a whole line.
    #[must_use]
    #[inline]
    pub fn has_line(&self, stones: u64) -> bool {
        if self.lined.is_empty() {
            return self.has_line_by_shifts(stones);
        }
        self.lined[stones as usize / 64] >> (stones % 64) & 1 == 1
    }

    #[inline]
    fn has_line_by_shifts(&self, stones: u64) -> bool {
        let mut found = 0;
        for Direction { stride, starts } in self.directions {
            // After i steps a bit is set where i + 1 stones begin.
            let mut run = stones;
            for _ in 1..self.length {
                run = stones & (run >> stride);
            }
            found |= run & starts;
        }
        found != 0
    }

    /// Squares, empty or not, that would complete a line if they were added to `stones`.
    #[must_use]
    #[inline]
    pub fn completions(&self, stones: u64) -> u64 {
        let mut found = 0;
        for Direction { stride, starts } in self.directions {
            // For each place in the line: all stones before it, all behind it, and a hole there.
            // A line fits from every start, so no shift below carries a bit round an edge.
            for hole in 0..self.length {
                let mut run = starts;
                for i in 0..self.length {
                    if i != hole {
                        run &= stones >> (stride * i);
                    }
                }
                found |= run << (stride * hole);
            }
        }
        found
    }

    /// The name of a square: file letter from the left, row number from the bottom.
    #[must_use]
    pub fn square_name(&self, square: u8) -> String {
        let file = char::from(b'a' + square % self.columns);
        format!("{file}{}", self.rows - square / self.columns)
    }
}

/// Right, down, down and right, down and left, as (columns, rows).
const STEPS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The line of squares from `square` in direction `step`, if it fits.
fn line_from(columns: u8, rows: u8, length: u8, square: u8, step: (i16, i16)) -> Option<u64> {
    let (column, row) = (i16::from(square % columns), i16::from(square / columns));
    (0..i16::from(length)).try_fold(0u64, |line, i| {
        let (c, r) = (column + i * step.0, row + i * step.1);
        let fits = (0..i16::from(columns)).contains(&c) && (0..i16::from(rows)).contains(&r);
        fits.then(|| line | 1 << (r * i16::from(columns) + c))
    })
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

impl Game for Mnk {
    type Position = Board;
    type Move = u8;
    type Value = Wdl;

    fn start(&self) -> Board {
        Board { mine: 0, theirs: 0 }
    }

    fn turn(&self, pos: &Board) -> Player {
        pos.turn()
    }

    #[inline]
    fn outcome(&self, pos: &Board) -> Option<Outcome<Wdl>> {
        // Only the player who moved last can have completed a line.
        if self.has_line(pos.theirs) {
            let mover = pos.turn();
            return Some(Outcome::win(if self.misere {
                mover
            } else {
                mover.other()
            }));
        }
        (pos.stones() == self.full).then_some(Outcome::DRAW)
    }

    #[inline]
    fn moves(&self, pos: &Board) -> impl Iterator<Item = u8> {
        Bits(self.empty(pos))
    }

    #[inline]
    fn play(&self, pos: &Board, m: u8) -> Board {
        debug_assert!(
            self.empty(pos) >> m & 1 == 1,
            "a stone goes on an empty square"
        );
        Board {
            mine: pos.theirs,
            theirs: pos.mine | 1 << m,
        }
    }

    fn images(&self, pos: &Board) -> impl Iterator<Item = Board> {
        let mine = self.images.of(pos.mine);
        let theirs = self.images.of(pos.theirs);
        (0..self.images.count()).map(move |i| Board {
            mine: mine[i],
            theirs: theirs[i],
        })
    }

    /// The image whose number in base 3 is the smallest, as Lomont (2024) chooses it.
    fn canonical(&self, pos: &Board) -> Board {
        let [x, o] = pos.by_player().map(|stones| self.images.of(stones));
        let mut least = 0;
        for i in 1..self.images.count() {
            if lomont::is_less([x[i], o[i]], [x[least], o[least]]) {
                least = i;
            }
        }
        Board::from_players([x[least], o[least]])
    }

    #[inline]
    fn key(&self, pos: &Board) -> u64 {
        unbeatable_core::random::finalise(pos.mine ^ pos.theirs.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl Notation for Mnk {
    fn spec(&self) -> String {
        let option = if self.misere { "+misere" } else { "" };
        match (self.columns, self.rows, self.length) {
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
    use unbeatable_core::laws;

    fn rules(spec: &str) -> Mnk {
        Mnk::from_spec(Spec::parse(spec).unwrap()).unwrap()
    }

    #[test]
    fn boards_of_all_shapes_keep_the_laws() {
        for (spec, images) in [
            ("ttt", 7),
            ("ttt+misere", 7),
            ("mnk:4x3x3", 3),
            ("mnk:4x4x4", 7),
            ("mnk:5x5x4+misere", 7),
            ("mnk:1x5x2", 3),
            ("mnk:26x2x9", 3),
            ("mnk:8x8x5", 7),
            ("mnk:1x1x1", 7),
        ] {
            let tally = laws::check(&rules(spec), 200, 1).unwrap_or_else(|e| panic!("{spec}: {e}"));
            assert_eq!(tally.games, 200);
            assert_eq!(tally.images, tally.distinct * images, "{spec}");
        }
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

    /// Runs by shifting against the list of lines, square by square.
    #[test]
    fn runs_and_completions_agree_with_the_lines() {
        let mut random = unbeatable_core::random::Random::new(3);
        for spec in [
            "ttt",
            "mnk:4x3x3",
            "mnk:5x5x4",
            "mnk:8x8x5",
            "mnk:26x2x2",
            "mnk:3x5x5",
        ] {
            let game = rules(spec);
            for _ in 0..2_000 {
                let stones = random.bits() & (random.bits() | random.bits()) & game.full;
                let expected = game.lines.iter().any(|line| stones & line == *line);
                assert_eq!(game.has_line(stones), expected, "{spec} {stones:#x}");
                let completed = |s: &u8| game.lines.iter().any(|&line| line & !stones == 1 << s);
                let completions: Vec<u8> = Bits(game.full & !stones).filter(completed).collect();
                let found: Vec<u8> = Bits(game.completions(stones) & !stones).collect();
                assert_eq!(found, completions, "{spec} {stones:#x}");
            }
        }
        assert_eq!(rules("ttt").lines.len(), 8);
        assert_eq!(rules("mnk:4x4x4").lines.len(), 10);
        assert_eq!(rules("mnk:5x5x4").lines.len(), 28);
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

    #[test]
    fn completing_a_line_wins_or_loses() {
        let line = "XXX/OO./...";
        for (spec, winner) in [("ttt", Player::First), ("ttt+misere", Player::Second)] {
            let game = rules(spec);
            let pos = game.parse_position(line).unwrap();
            assert_eq!(game.outcome(&pos), Some(Outcome::win(winner)), "{spec}");
        }
    }
}
