//! How ultimate tic-tac-toe, its positions and its moves are written.

use std::fmt::{self, Write};

use unbeatable_core::bits::Bits;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Notation, ParseError, Player, Spec};

use crate::local_boards::{FULL, LINES, LIVE_LINES, has_line};
use crate::ultimate::{Move, Parts, Position, Ultimate};

impl Ultimate {
    /// The rules that a spec names: `uttt`, `uttt:play-on`.
    pub fn from_spec(spec: Spec) -> Result<Self, ParseError> {
        spec.no_more_options("no option, because this game has none,")?;
        match spec.size {
            None => Ok(Ultimate::STANDARD),
            Some(size) if size.text == "play-on" => Ok(Ultimate::PLAY_ON),
            Some(size) => Err(size.wrong(0, "play-on (the older rules), or no size")),
        }
    }
}

/// The letters of X and O.
const LETTERS: [char; 2] = ['X', 'O'];

/// The letter of a local board, or of a square.
fn letter(number: u8) -> char {
    char::from(b'a' + number)
}

fn name(player: Player) -> char {
    LETTERS[player.index()]
}

/// Whose line a local board holds.
fn lines(local: [u16; 2]) -> [bool; 2] {
    local.map(has_line)
}

impl Notation for Ultimate {
    fn spec(&self) -> String {
        match self.plays_on() {
            false => "uttt".into(),
            true => "uttt:play-on".into(),
        }
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["X", "O"][player.index()]
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{};", name(pos.turn()))?;
        for board in 0..9 {
            f.write_char(status(pos, board))?;
        }
        for board in 0..9 {
            f.write_char(if board == 0 { ';' } else { '/' })?;
            let local = Player::BOTH.map(|player| pos.local(player, board));
            for square in 0..9 {
                f.write_char(sign(local, square).unwrap_or('.'))?;
            }
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let written = Written::parse(self, text)?;
        for board in 0..9 {
            match self.plays_on() {
                false => written.check_board(board)?,
                true => written.check_board_played_on(board)?,
            }
        }
        written.check_end(self)?;
        if written.is_whole(self) {
            written.check_counts()?;
            written.check_last_move(self)?;
        }
        Ok(Position::from_parts(&written.parts(self)))
    }

    fn write_move(&self, _: &Position, m: Move, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{}{}", letter(m.board()), letter(m.square()))
    }

    /// Nine boards, each under its letter and what there is to say of it. Where a board is won and
    /// closed, only its lines are drawn.
    fn write_board(
        &self,
        pos: &Position,
        mark: &dyn Fn(Move) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        for band in 0..3 {
            if band > 0 {
                writeln!(f, "{}", ["───────────"; 3].join("┼"))?;
            }
            let boards = 3 * band..3 * band + 3;
            let titles: Vec<String> = boards.clone().map(|board| title(pos, board)).collect();
            writeln!(f, "{}", titles.join("│").trim_end())?;
            for row in 0..3 {
                let rows: Vec<String> = boards
                    .clone()
                    .map(|board| drawn_row(pos, board, row, mark))
                    .collect();
                writeln!(f, "{}", rows.join("│").trim_end())?;
            }
        }
        Ok(())
    }
}

/// What the second part of a position says of a board.
fn status(pos: &Position, board: u8) -> char {
    let has = |boards: u16| boards >> board & 1 == 1;
    let owner = Player::BOTH.into_iter().find(|&p| has(pos.won(p)));
    match (owner, pos.sent_to() == Some(board)) {
        (None, true) => '@',
        (None, false) if has(pos.drawn()) => '#',
        (None, false) => '.',
        (Some(owner), false) => name(owner),
        (Some(owner), true) => name(owner).to_ascii_lowercase(),
    }
}

fn sign(local: [u16; 2], square: u8) -> Option<char> {
    let has = |player: &usize| local[*player] >> square & 1 == 1;
    (0..2).find(has).map(|player| LETTERS[player])
}

/// A board's letter and what there is to say of it, eleven columns wide.
fn title(pos: &Position, board: u8) -> String {
    let what = match status(pos, board) {
        '.' => "",
        '#' => "drawn",
        '@' => "to play",
        'X' => "X won",
        'O' => "O won",
        'x' => "X, play",
        _ => "O, play",
    };
    format!(" {:<10}", format!("{} {what}", letter(board)))
}

/// A row of a local board, eleven columns wide.
fn drawn_row(pos: &Position, board: u8, row: u8, mark: &dyn Fn(Move) -> Option<char>) -> String {
    let mut local = Player::BOTH.map(|player| pos.local(player, board));
    let is_closed = pos.closed() >> board & 1 == 1;
    for player in Player::BOTH {
        if is_closed && pos.won(player) >> board & 1 == 1 && has_line(local[player.index()]) {
            let own = local[player.index()];
            let whole = LINES.into_iter().filter(|line| own & line == *line);
            local = [0; 2];
            local[player.index()] = whole.fold(0, |set, line| set | line);
        }
    }
    let blank = if is_closed { ' ' } else { '·' };
    let mut text = String::from(" ");
    for square in 3 * row..3 * row + 3 {
        let drawn = sign(local, square);
        let marked = || (!is_closed).then(|| mark(Move::new(board, square)))?;
        let shown = drawn.or_else(marked).unwrap_or(blank);
        text.extend([' ', shown, ' ']);
    }
    text.push(' ');
    text
}

/// A position as it is written, before it is known to make sense.
struct Written<'t> {
    text: &'t str,
    turn: Player,
    status: [char; 9],
    local: [[u16; 9]; 2],
}

/// Where the statuses of the boards begin, and where their marks do.
const STATUS_AT: usize = 2;
const MARKS_AT: usize = 12;

/// Where a board's marks begin.
fn marks_at(board: u8) -> usize {
    MARKS_AT + 10 * usize::from(board)
}

impl<'t> Written<'t> {
    fn parse(game: &Ultimate, text: &'t str) -> Result<Self, ParseError> {
        let mut letters = text.chars();
        let mut at = 0;
        let mut next = |allowed: &str, expected: &dyn Fn() -> String| {
            let found = letters.next().filter(|&c| allowed.contains(c));
            at += 1;
            found.ok_or_else(|| ParseError::new(at - 1, expected(), text))
        };
        let turn = next("XO", &|| "X or O to move".into())?;
        next(";", &|| "';' after the player to move".into())?;
        let mut status = ['.'; 9];
        let (allowed, in_words) = match game.plays_on() {
            false => (".XO#@", "., X, O, # or @"),
            true => (".XO#@xo", "., X, O, #, @, x or o"),
        };
        for board in 0..9u8 {
            let expected = || format!("{in_words} for board {}", letter(board));
            status[usize::from(board)] = next(allowed, &expected)?;
        }
        let mut local = [[0; 9]; 2];
        for board in 0..9u8 {
            match board {
                0 => next(";", &|| "';' after the nine boards".into())?,
                _ => next("/", &|| format!("'/' after board {}", letter(board - 1)))?,
            };
            for square in 0..9u8 {
                let (b, s) = (letter(board), letter(square));
                let expected = || format!("X, O or . in square {s} of board {b}");
                let found = next("XO.", &expected)?;
                if let Some(player) = LETTERS.iter().position(|&c| c == found) {
                    local[player][usize::from(board)] |= 1 << square;
                }
            }
        }
        if letters.next().is_some() {
            return Err(ParseError::new(at, "the end after board i", text));
        }
        let turn = Player::BOTH[usize::from(turn == 'O')];
        let written = Written {
            text,
            turn,
            status,
            local,
        };
        let mut to_play = (0..9).filter(|&board| written.is_to_play(board));
        match (to_play.next(), to_play.next()) {
            (Some(first), Some(second)) => {
                let first = letter(first);
                let expected = format!("one board to play in, which is board {first} already,");
                Err(written.wrong_status(second, expected))
            }
            _ => Ok(written),
        }
    }

    fn is_to_play(&self, board: u8) -> bool {
        matches!(self.status[usize::from(board)], '@' | 'x' | 'o')
    }

    fn owner(&self, board: u8) -> Option<Player> {
        match self.status[usize::from(board)] {
            'X' | 'x' => Some(Player::First),
            'O' | 'o' => Some(Player::Second),
            _ => None,
        }
    }

    fn local(&self, board: u8) -> [u16; 2] {
        self.local.map(|boards| boards[usize::from(board)])
    }

    /// The boards that a player has won.
    fn won(&self, player: Player) -> u16 {
        let own = (0..9).filter(|&board| self.owner(board) == Some(player));
        own.fold(0, |set, board| set | 1 << board)
    }

    fn closed(&self, game: &Ultimate) -> u16 {
        let is_closed = |board: &u8| match game.plays_on() {
            false => !matches!(self.status[usize::from(*board)], '.' | '@'),
            true => {
                let [x, o] = self.local(*board);
                x | o == FULL
            }
        };
        (0..9)
            .filter(is_closed)
            .fold(0, |set, board| set | 1 << board)
    }

    fn is_over(&self, game: &Ultimate) -> bool {
        let has_won = |player| has_line(self.won(player));
        Player::BOTH.into_iter().any(has_won) || self.closed(game) == FULL
    }

    fn sent_to(&self) -> Option<u8> {
        (0..9).find(|&board| self.is_to_play(board))
    }

    /// Whether all marks must be there: those in closed boards may be left out, and under the older
    /// rules a board is closed by its marks.
    fn is_whole(&self, game: &Ultimate) -> bool {
        game.plays_on() || self.closed(game) == 0
    }

    fn parts(&self, game: &Ultimate) -> Parts {
        Parts {
            local: self.local,
            won: Player::BOTH.map(|player| self.won(player)),
            closed: self.closed(game),
            sent_to: self.sent_to(),
            turn: self.turn,
        }
    }

    fn wrong_status(&self, board: u8, expected: String) -> ParseError {
        ParseError {
            at: Some(STATUS_AT + usize::from(board)),
            expected,
            found: quoted(&self.status[usize::from(board)].to_string()),
        }
    }

    fn wrong_marks(&self, board: u8, expected: String) -> ParseError {
        let marks = self.text.chars().skip(marks_at(board)).take(9);
        ParseError {
            at: Some(marks_at(board)),
            expected,
            found: quoted(&marks.collect::<String>()),
        }
    }

    /// The error that `board` has another owner than its marks say.
    fn wrong_owner(&self, board: u8, owner: char) -> ParseError {
        let b = letter(board);
        let expected = format!("{owner} for board {b}, where {owner} has three in a row,");
        self.wrong_status(board, expected)
    }

    /// Standard rules: the marks of a closed board may be left out, but must not contradict its status.
    fn check_board(&self, board: u8) -> Result<(), ParseError> {
        let local @ [x, o] = self.local(board);
        let b = letter(board);
        let wrong = |expected| Err(self.wrong_marks(board, expected));
        let lined = match lines(local) {
            [true, true] => {
                return wrong(format!("three in a row of one player at most in board {b}"));
            }
            [false, false] => None,
            [has_x, _] => Some(Player::BOTH[usize::from(!has_x)]),
        };
        let owner = self.owner(board);
        match (owner, lined) {
            (_, Some(player)) if owner != lined => {
                return Err(self.wrong_owner(board, name(player)));
            }
            (Some(player), Some(_)) => {
                let own = local[player.index()];
                if !Bits(own.into()).any(|square| !has_line(own & !(1 << square))) {
                    let p = name(player);
                    return wrong(format!("lines that one last {p} completes in board {b}"));
                }
            }
            (Some(player), None) => {
                if LIVE_LINES[usize::from(local[player.other().index()])] == 0 {
                    let (p, q) = (name(player), name(player.other()));
                    return wrong(format!("a line without {q} in board {b}, which {p} won,"));
                }
            }
            (None, _) if self.status[usize::from(board)] == '#' => {
                if !can_be_drawn(local) {
                    return wrong(format!("marks of a drawn board in board {b}"));
                }
            }
            (None, _) if x | o == FULL => {
                let expected = format!("# for board {b}, which is full without three in a row,");
                return Err(self.wrong_status(board, expected));
            }
            (None, _) => {}
        }
        Ok(())
    }

    /// The older rules: every mark is there, and a won board may hold any lines beside its owner's.
    fn check_board_played_on(&self, board: u8) -> Result<(), ParseError> {
        let local @ [x, o] = self.local(board);
        let b = letter(board);
        let is_full = x | o == FULL;
        match (self.owner(board), self.status[usize::from(board)]) {
            (None, status) => match lines(local) {
                [true, true] => {
                    let expected =
                        format!("its owner, X or O, for board {b}, where both have lines,");
                    return Err(self.wrong_status(board, expected));
                }
                [true, false] => return Err(self.wrong_owner(board, 'X')),
                [false, true] => return Err(self.wrong_owner(board, 'O')),
                [false, false] if is_full && status != '#' => {
                    let expected =
                        format!("# for board {b}, which is full without three in a row,");
                    return Err(self.wrong_status(board, expected));
                }
                [false, false] if !is_full && status == '#' => {
                    let expected = format!(". or @ for board {b}, which has an empty square,");
                    return Err(self.wrong_status(board, expected));
                }
                [false, false] => {}
            },
            (Some(owner), _) => {
                let p = name(owner);
                if !has_line(local[owner.index()]) {
                    let expected = format!("three {p} in a row in board {b}, which {p} won,");
                    return Err(self.wrong_marks(board, expected));
                }
                if is_full && self.is_to_play(board) {
                    let expected = format!("{p} for board {b}, which is full,");
                    return Err(self.wrong_status(board, expected));
                }
            }
        }
        Ok(())
    }

    /// Whoever has three boards in a row moved last, and then nobody plays anywhere.
    fn check_end(&self, game: &Ultimate) -> Result<(), ParseError> {
        let wrong = |at, expected: String, found: String| {
            Err(ParseError {
                at: Some(at),
                expected,
                found,
            })
        };
        let statuses = quoted(&self.status.iter().collect::<String>());
        let winner = match Player::BOTH.map(|player| has_line(self.won(player))) {
            [true, true] => {
                let expected = "three boards in a row of one player at most".into();
                return wrong(STATUS_AT, expected, statuses);
            }
            [false, false] => None,
            [has_x, _] => Some(Player::BOTH[usize::from(!has_x)]),
        };
        if let Some(player) = winner {
            let (p, won) = (name(player), self.won(player));
            if player == self.turn {
                let q = name(player.other());
                let expected = format!("{q} to move, because {p} has three boards in a row,");
                return wrong(0, expected, quoted(&p.to_string()));
            }
            if !Bits(won.into()).any(|board| !has_line(won & !(1 << board))) {
                let expected = format!("rows of boards that one last board of {p} completes");
                return wrong(STATUS_AT, expected, statuses);
            }
        }
        match self.sent_to() {
            Some(board) if self.is_over(game) => {
                let expected = "no board to play in, because the game is over,".into();
                Err(self.wrong_status(board, expected))
            }
            _ => Ok(()),
        }
    }

    /// X moved first, and then they took turns.
    fn check_counts(&self) -> Result<(), ParseError> {
        let [x, o] = self
            .local
            .map(|boards| boards.map(u16::count_ones).iter().sum::<u32>());
        let (fits, expected) = match self.turn {
            Player::First => (x == o, "as many X as O, because X is to move"),
            Player::Second => (x == o + 1, "one X more than O, because O is to move"),
        };
        match fits {
            true => Ok(()),
            false => Err(ParseError::whole(expected, format!("{x} X and {o} O"))),
        }
    }

    /// The last mark sent the mover to the board to play in, or to a closed one.
    fn check_last_move(&self, game: &Ultimate) -> Result<(), ParseError> {
        let marks = |player: usize| self.local[player].iter().fold(0, |set, &local| set | local);
        let closed = self.closed(game);
        let Some(board) = self.sent_to() else {
            let is_first_move = marks(0) | marks(1) == 0;
            let last = marks(self.turn.other().index());
            if is_first_move || self.is_over(game) || last & closed != 0 {
                return Ok(());
            }
            let sign = if game.plays_on() { "@, x or o" } else { "@" };
            let expected = format!("a board to play in ({sign}), because none sent to is closed,");
            return Err(ParseError {
                at: Some(STATUS_AT),
                expected,
                found: quoted(&self.status.iter().collect::<String>()),
            });
        };
        if marks(self.turn.other().index()) >> board & 1 == 0 {
            let (b, p) = (letter(board), name(self.turn.other()));
            let expected =
                format!("a board to play in other than {b}, because no {p} is in a square {b},");
            return Err(self.wrong_status(board, expected));
        }
        Ok(())
    }
}

/// Whether marks can be added until the board is full, without three in a row.
fn can_be_drawn([x, o]: [u16; 2]) -> bool {
    (0..=FULL).any(|all_x| {
        let fits = all_x & o == 0 && all_x & x == x;
        fits && !has_line(all_x) && !has_line(FULL & !all_x)
    })
}
