//! Positions as they are written, and whether they make sense.

use unbeatable_core::bits::Bits;
use unbeatable_core::notation::quoted;
use unbeatable_core::{ParseError, Player};

use crate::ultimate::letters::{LETTERS, letter, name};
use crate::ultimate::local_boards::{FULL, LIVE_LINES, has_line};
use crate::ultimate::{Parts, Ultimate};

/// A position as it is written, before it is known to make sense.
pub(super) struct WrittenPosition<'t> {
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

impl<'t> WrittenPosition<'t> {
    /// Reads the form of a position.
    pub(super) fn parse(game: &Ultimate, text: &'t str) -> Result<Self, ParseError> {
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
        let written = WrittenPosition {
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

    /// The error of a position that cannot come up, where a reader would see why.
    pub(super) fn check(&self, game: &Ultimate) -> Result<(), ParseError> {
        for board in 0..9 {
            match game.plays_on() {
                false => self.check_board(board)?,
                true => self.check_board_played_on(board)?,
            }
        }
        self.check_end(game)?;
        if self.is_whole(game) {
            self.check_counts()?;
            self.check_last_move(game)?;
        }
        Ok(())
    }

    /// What the position consists of.
    pub(super) fn parts(&self, game: &Ultimate) -> Parts {
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
                    return wrong(format!(
                        "marks in board {b} that can be filled up to a draw"
                    ));
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
        let last = self.turn.other();
        let marks = self
            .local
            .map(|boards| boards.iter().fold(0, |set, &local| set | local));
        let (sends_to, p) = (marks[last.index()], name(last));
        match self.sent_to() {
            Some(board) if marks == [0; 2] => {
                let expected = "a free choice before the first move";
                Err(self.wrong_status(board, expected.into()))
            }
            Some(board) if sends_to >> board & 1 == 0 => {
                let b = letter(board);
                let expected =
                    format!("another board to play in, because no {p} is in a square {b},");
                Err(self.wrong_status(board, expected))
            }
            None if marks != [0; 2] && !self.is_over(game) && sends_to & self.closed(game) == 0 => {
                let sign = if game.plays_on() { "@, x or o" } else { "@" };
                let expected =
                    format!("a board to play in ({sign}), because no {p} sent to a closed one,");
                let found = quoted(&self.status.iter().collect::<String>());
                Err(ParseError {
                    at: Some(STATUS_AT),
                    expected,
                    found,
                })
            }
            _ => Ok(()),
        }
    }
}

/// Whose line a local board holds.
fn lines(local: [u16; 2]) -> [bool; 2] {
    local.map(has_line)
}

/// Whether marks can be added until the board is full, without three in a row.
fn can_be_drawn([x, o]: [u16; 2]) -> bool {
    (0..=FULL).any(|all_x| {
        let fits = all_x & o == 0 && all_x & x == x;
        fits && !has_line(all_x) && !has_line(FULL & !all_x)
    })
}
