//! How Go, its positions with their history, and its moves are written.

use std::fmt::{self, Write};

use unbeatable_core::bits::Bits;
use unbeatable_core::diagram::{CellShape, Diagram};
use unbeatable_core::notation::{number, quoted};
use unbeatable_core::rows::{self, Rows};
use unbeatable_core::spec::Piece;
use unbeatable_core::{Ban, ForbiddenMove, Game, Line, Notation, ParseError, Player, Spec};

use crate::go::{Go, KOMI_MAX, Move, Stones, Superko};

const SIZE_FORM: &str = "a size such as :4x3 (columns x rows)";
const OPTIONS: &str = "+komi=N, +nssk, +ssk or +suicide, the options of this game,";

impl Go {
    /// The rules that a spec names: `go:4x3`, with `+komi=N`, `+suicide`, and `+ssk` or `+nssk`.
    pub fn from_spec(mut spec: Spec) -> Result<Self, ParseError> {
        let suicide = spec.take_flag("suicide")?;
        let flavours = spec.options.clone();
        let superko = match (spec.take_flag("ssk")?, spec.take_flag("nssk")?) {
            (false, false) => Superko::Positional,
            (true, false) => Superko::Situational,
            (false, true) => Superko::Natural,
            (true, true) => {
                let mut both = flavours.iter().filter(|o| o.name.text.ends_with("ssk"));
                let second = both.nth(1).expect("both were there").name;
                return Err(second.wrong(0, "one superko rule, +ssk or +nssk"));
            }
        };
        let komi = match spec.take_value("komi")? {
            None => 0,
            Some(value) => half_points(value)?,
        };
        spec.no_more_options(OPTIONS)?;
        let Some(size) = spec.size else {
            let end = spec.name.at + spec.name.text.chars().count();
            return Err(ParseError::new(0, SIZE_FORM, "").shifted(end));
        };
        let [columns, rows] = two_numbers(size)?;
        Go::new(columns, rows, superko, suicide, komi).map_err(|e| size.wrong(0, e))
    }
}

/// A number of points with halves allowed, in half points.
fn half_points(value: Piece) -> Result<i16, ParseError> {
    let is_decimal = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let points: Option<f64> = match value.text.chars().all(is_decimal) {
        true => value.text.parse().ok(),
        false => None,
    };
    match points.map(|points| 2.0 * points) {
        Some(n) if n.fract() == 0.0 && n.abs() <= 2.0 * f64::from(KOMI_MAX) => Ok(n as i16),
        _ => {
            let expected = format!("a number of points up to {KOMI_MAX}, halves allowed");
            Err(value.wrong(0, expected))
        }
    }
}

fn two_numbers(size: Piece) -> Result<[u8; 2], ParseError> {
    let Some((columns, rows)) = size.text.split_once('x') else {
        return Err(size.wrong(0, "columns x rows, such as 4x3"));
    };
    let wrong = |at| size.wrong(at, "a number up to 30 (columns x rows)");
    let at = columns.chars().count() + 1;
    Ok([
        number(columns).ok_or_else(|| wrong(0))?,
        number(rows).ok_or_else(|| wrong(at))?,
    ])
}

impl Notation for Go {
    fn spec(&self) -> String {
        let mut spec = format!("go:{}x{}", self.columns, self.rows);
        if self.komi != 0 {
            spec += &format!("+komi={}", f64::from(self.komi) / 2.0);
        }
        spec += match self.superko {
            Superko::Positional => "",
            Superko::Situational => "+ssk",
            Superko::Natural => "+nssk",
        };
        if self.suicide {
            spec += "+suicide";
        }
        spec
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["Black", "White"][player.index()]
    }

    fn write_position(&self, pos: &Stones, f: &mut dyn Write) -> fmt::Result {
        self.as_rows().write(|point| self.owner(pos, point), f)?;
        f.write_str([";B", ";W"][self.turn(pos).index()])?;
        for _ in 0..self.passes(pos) {
            f.write_str(";pass")?;
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Stones, ParseError> {
        let (pos, end) = self.parse_front(text)?;
        match text.chars().nth(end) {
            None => Ok(pos),
            Some(_) => Err(ParseError::new(end, "the end of the position", text)),
        }
    }

    fn write_move(&self, _: &Stones, m: Move, f: &mut dyn Write) -> fmt::Result {
        match m {
            Move::Pass => f.write_str("pass"),
            Move::Stone(point) => f.write_str(&self.point_name(point)),
        }
    }

    /// Reads letters of either case, as the Go Text Protocol does.
    fn parse_move(&self, pos: &Stones, text: &str) -> Result<Move, ParseError> {
        let wrong = |expected: String| ParseError::whole(expected, quoted(text));
        if self.outcome(pos).is_some() {
            return Err(wrong("no move, because the game is over".into()));
        }
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let Some(point) = self.point(text) else {
            let corners = [self.points() - self.columns, self.columns - 1];
            let [first, last] = corners.map(|p| self.point_name(p));
            return Err(wrong(format!("a point from {first} to {last}, or pass")));
        };
        if (self.black(pos) | self.white(pos)) >> point & 1 == 1 {
            return Err(wrong("an empty point, or pass".into()));
        }
        let m = Move::Stone(point);
        match self.moves(pos).any(|legal| legal == m) {
            true => Ok(m),
            false => Err(wrong("a stone with a liberty (no suicide), or pass".into())),
        }
    }

    fn diagram(&self, pos: &Stones, marked: Option<Move>) -> Option<Diagram> {
        let marked = match marked {
            Some(Move::Stone(point)) => Some(point),
            Some(Move::Pass) | None => None,
        };
        let of = |point| self.owner(pos, point);
        Some(self.as_rows().diagram(of, marked, |_| false))
    }

    /// Every empty point on which the player to move may not play.
    fn forbidden(&self, line: &Line<Self>) -> Vec<ForbiddenMove<Move>> {
        if line.outcome().is_some() {
            return vec![];
        }
        let pos = line.position();
        let (occupied, legal) = (self.black(pos) | self.white(pos), self.legal_points(pos));
        let ban = |point: u8| match legal >> point & 1 {
            0 => Some(Ban::Rule(SUICIDE)),
            _ => line.repeated_by(Move::Stone(point)).map(Ban::Repeats),
        };
        let empty = Bits(u64::from(self.board & !occupied));
        let banned = empty.filter_map(|point| {
            let ban = ban(point)?;
            let m = Move::Stone(point);
            Some(ForbiddenMove { m, ban })
        });
        banned.collect()
    }

    fn write_board(
        &self,
        pos: &Stones,
        mark: &dyn Fn(Move) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        for row in 0..self.rows {
            write!(f, "{:2}", self.rows - row)?;
            for point in row * self.columns..(row + 1) * self.columns {
                let drawn = self.owner(pos, point).map(rows::letter);
                let sign = drawn.or_else(|| mark(Move::Stone(point)));
                write!(f, " {}", sign.unwrap_or('.'))?;
            }
            f.write_char('\n')?;
        }
        f.write_str("  ")?;
        for column in 0..self.columns {
            write!(f, " {}", letter(column))?;
        }
        if let Some(sign) = mark(Move::Pass) {
            write!(f, "   pass {sign}")?;
        }
        f.write_char('\n')
    }

    /// The position, and behind `;history=` what stood before it. Positional superko: boards. Else
    /// all earlier positions, each with its turn, and `:p` if a pass led to it.
    fn line_text(&self, line: &Line<Self>) -> String {
        let mut text = self.position_text(line.position());
        let mut entries = Vec::new();
        if self.superko == Superko::Positional {
            let boards = line.positions().enumerate();
            let boards = boards.filter(|(i, pos)| *i == 0 || self.passes(pos) == 0);
            entries.extend(boards.map(|(_, pos)| self.rows_text(pos)));
            entries.pop();
        } else {
            let earlier = line.positions().take(line.plies());
            entries.extend(earlier.map(|pos| {
                let turn = [":b", ":w"][self.turn(pos).index()];
                let pass = if self.passes(pos) > 0 { ":p" } else { "" };
                self.rows_text(pos) + turn + pass
            }));
        }
        if !entries.is_empty() {
            text += HISTORY;
            text += &entries.join("|");
        }
        text
    }

    /// Reads the position and plays its history again: one legal stone from each board to the next,
    /// with the passes that there must have been.
    fn parse_line(&self, text: &str) -> Result<Line<'_, Self>, ParseError> {
        let (last, end) = self.parse_front(text)?;
        let rest: String = text.chars().skip(end).collect();
        if rest.is_empty() {
            return Ok(self.begin(&last));
        }
        let Some(history) = rest.strip_prefix(HISTORY) else {
            let expected = "';history=' or the end of the position";
            return Err(ParseError::new(end, expected, text));
        };
        let at = end + HISTORY.len();
        let mut line: Option<Line<Self>> = None;
        let mut entry_at = at;
        for entry in history.split('|') {
            let shift = |e: ParseError| e.shifted(entry_at);
            let pos = self.parse_entry(entry).map_err(shift)?;
            match &mut line {
                None => line = Some(self.begin(&pos)),
                Some(line) => self.step(line, &pos, entry).map_err(shift)?,
            }
            entry_at += entry.chars().count() + 1;
        }
        let mut line = line.expect("split gives at least one piece");
        let whole: String = text.chars().take(end).collect();
        self.step(&mut line, &last, &whole)?;
        match line.position() == &last {
            true => Ok(line),
            false => {
                let found = quoted(&whole);
                let expected =
                    format!("{} after that history", self.position_text(line.position()));
                Err(ParseError::whole(expected, found))
            }
        }
    }
}

const HISTORY: &str = ";history=";

const SUICIDE: &str = "suicide: the stone would have no liberty";

/// The letter of a column: A, B, … without I.
fn letter(column: u8) -> char {
    char::from(b'A' + column + u8::from(column >= 8))
}

impl Go {
    /// `A1` is the lower left corner.
    #[must_use]
    pub fn point_name(&self, point: u8) -> String {
        let (row, column) = (point / self.columns, point % self.columns);
        format!("{}{}", letter(column), self.rows - row)
    }

    /// The point of that name, in letters of either case.
    #[must_use]
    pub fn point(&self, name: &str) -> Option<u8> {
        (0..self.points()).find(|&p| self.point_name(p).eq_ignore_ascii_case(name))
    }

    fn as_rows(&self) -> Rows {
        Rows {
            columns: self.columns,
            rows: self.rows,
            shape: CellShape::Points,
        }
    }

    fn owner(&self, pos: &Stones, point: u8) -> Option<Player> {
        rows::owner(
            [self.black(pos), self.white(pos)].map(u64::from),
            1 << point,
        )
    }

    fn rows_text(&self, pos: &Stones) -> String {
        let mut text = String::new();
        self.as_rows()
            .write(|point| self.owner(pos, point), &mut text)
            .expect("writing to a string does not fail");
        text
    }

    /// The position whose rows stand at the beginning of `text`.
    fn parse_board(&self, text: &str) -> Result<Stones, ParseError> {
        let stones = self.as_rows().parse_front(text)?;
        let [black, white] = stones.map(|set| set as u32);
        match self.dead_chain(black, white) {
            None => Ok(self
                .position(black, white, Player::First)
                .expect("every chain has a liberty")),
            Some(chain) => {
                let points: Vec<String> = Bits(chain.into()).map(|p| self.point_name(p)).collect();
                let colour = self.player_name(match black & chain != 0 {
                    true => Player::First,
                    false => Player::Second,
                });
                let found = format!("{colour} without one on {}", points.join(", "));
                Err(ParseError::whole("a liberty for every chain", found))
            }
        }
    }

    /// The position at the beginning of `text`, without its history, and how many characters it took.
    fn parse_front(&self, text: &str) -> Result<(Stones, usize), ParseError> {
        let board = self.parse_board(text)?;
        let mut at = self.as_rows().length();
        let mut rest = text.get(at..).expect("rows are ASCII");
        let (turn, after) = match (rest.strip_prefix(";B"), rest.strip_prefix(";W")) {
            (Some(after), _) => (Player::First, after),
            (_, Some(after)) => (Player::Second, after),
            _ => {
                let expected = "';B' or ';W', who is to move,";
                return Err(ParseError::new(at, expected, text));
            }
        };
        rest = after;
        at += ";B".len();
        let mut passes = 0;
        while let Some(after) = rest.strip_prefix(";pass") {
            if passes == 2 {
                let expected = "at most two passes, which end the game,";
                return Err(ParseError::new(at, expected, text));
            }
            passes += 1;
            rest = after;
            at += ";pass".len();
        }
        Ok((self.with(&board, turn, passes), at))
    }

    /// An earlier position: `BOARD`, or with its turn and `:p` for a pass where that matters.
    fn parse_entry(&self, text: &str) -> Result<Stones, ParseError> {
        let board = self.parse_board(text)?;
        let at = self.as_rows().length();
        let rest = text.get(at..).expect("rows are ASCII");
        let expected = match (self.superko, rest) {
            (Superko::Positional, "") => return Ok(board),
            (Superko::Positional, _) => "'|' and the next board, or the end",
            (_, ":b" | ":w" | ":b:p" | ":w:p") => {
                let turn = match rest.starts_with(":b") {
                    true => Player::First,
                    false => Player::Second,
                };
                return Ok(self.with(&board, turn, rest.ends_with(":p").into()));
            }
            _ => "':b' or ':w', who was to move, and ':p' if a pass led there",
        };
        Err(ParseError::new(at, expected, text))
    }

    /// A line that begins with the board of `pos`. Passes that led there were made on that board, so
    /// they are part of the line: under situational superko they leave something.
    fn begin(&self, pos: &Stones) -> Line<'_, Self> {
        let passes = self.passes(pos);
        let turn = match passes {
            1 => self.turn(pos).other(),
            _ => self.turn(pos),
        };
        let mut line = Line::new(self, self.with(pos, turn, 0));
        for _ in 0..passes {
            assert!(line.play(Move::Pass), "passes never repeat");
        }
        line
    }

    /// Plays on to `next`, which `text` describes. Where a history tells boards only, the passes that
    /// there must have been are played too.
    fn step(&self, line: &mut Line<Self>, next: &Stones, text: &str) -> Result<(), ParseError> {
        let before = self.rows_text(line.position());
        let wrong = |expected: String| Err(ParseError::whole(expected, quoted(text)));
        let tells_all = self.superko != Superko::Positional;
        let must_pass = self.is_same_board(next, line.position()) && self.passes(next) > 0;
        if !must_pass {
            let mut is_played = self.step_by_stone(line, next);
            if is_played.is_none() && !tells_all && self.passes(line.position()) == 0 {
                let _ = line.play(Move::Pass);
                is_played = self.step_by_stone(line, next);
            }
            match is_played {
                None if self.is_same_board(next, line.position()) => {
                    return wrong(format!("a board that differs from {before} before it"));
                }
                None => return wrong(format!("one stone after {before}")),
                Some(false) => {
                    return wrong("a board that did not stand before (superko)".into());
                }
                Some(true) => {}
            }
        }
        while self.passes(line.position()) < self.passes(next) && line.outcome().is_none() {
            assert!(line.play(Move::Pass), "passes never repeat");
        }
        let now = line.position();
        match tells_all
            && (self.turn(now), self.passes(now).min(1))
                != (self.turn(next), self.passes(next).min(1))
        {
            true => {
                let expected = format!("{} to move there", self.player_name(self.turn(now)));
                wrong(expected)
            }
            false => Ok(()),
        }
    }

    /// Plays the stone that leads to the board of `next`. `None` if there is no such stone, `false` if
    /// history forbids it.
    fn step_by_stone(&self, line: &mut Line<Self>, next: &Stones) -> Option<bool> {
        if line.outcome().is_some() {
            return None;
        }
        let pos = *line.position();
        let leads = |m: &Move| *m != Move::Pass && self.is_same_board(&self.play(&pos, *m), next);
        let m = self.moves(&pos).find(leads)?;
        Some(line.play(m))
    }
}
