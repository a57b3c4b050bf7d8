//! `codingame`: ultimate tic-tac-toe as CodinGame's referee speaks it.

use std::time::Duration;

use clap::Args;
use unbeatable_workbench::codingame::{ContestSquare, square, text};
use unbeatable_workbench::core::notation::quoted;
use unbeatable_workbench::question::{Limits, Setup, Think};
use unbeatable_workbench::{Ask, Registry, Sitting};

use crate::failure::{Exit, Failure};
use crate::input::{Input, InputLines};
use crate::output::Console;
use crate::units;

const AFTER_HELP: &str = "\
Examples:
  unbeatable codingame                         the site's rules and times
  unbeatable codingame uttt --time 500ms       a draw without a line, more time
  printf '%s\\n' '-1 -1' 1 '4 4' | unbeatable codingame

Each turn it reads 'opponentRow opponentCol' (-1 -1 if nothing was played yet), the number of \
valid moves, and each of them as 'row col', rows and columns 0 to 8 from the top left; and \
answers with the 'row col' of its move. It ends with its input.

Without a line, the site counts boards: the default game is uttt+majority. A list of valid moves \
that is not what the rules say is noted on standard error, and a move of the list is played.";

/// Plays ultimate tic-tac-toe as CodinGame's referee asks for it.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct CodingameArgs {
    /// Ultimate tic-tac-toe, with its rules.
    #[arg(default_value = "uttt+majority")]
    game: String,

    /// Think this long about the first move; the site allows 1000 ms, in which the program also starts.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, default_value = "850ms")]
    first_time: Duration,

    /// Think this long about every other move; the site allows 100 ms.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, default_value = "88ms")]
    time: Duration,

    /// Keep the whole process under this size; the site allows 768 MiB.
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes, default_value = "512MiB")]
    #[arg(help_heading = "Budget")]
    memory: u64,
}

impl CodingameArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = games.game(&self.game)?;
        if game.spec().split([':', '+']).next() != Some("uttt") {
            let found = quoted(&self.game);
            return Err(format!(
                "game {found}: expected ultimate tic-tac-toe, such as uttt+majority"
            )
            .into());
        }
        let question = Think {
            setup: Setup::default(),
            // The longest thought decides how much is worth remembering.
            player: format!(
                "alpha-beta:{}ms",
                self.first_time.max(self.time).as_millis()
            ),
            limits: Limits {
                memory: Some(self.memory),
                ..Limits::default()
            },
        };
        let mut thinker = game.sit(&question)?;
        let mut referee = Referee {
            lines: InputLines::new(),
            read: 0,
        };
        let mut time = self.first_time;
        // Whether the game is still the one that the referee has in mind.
        let mut is_known = true;
        loop {
            let turn = match referee.turn()? {
                RefereeMessage::Turn(turn) => turn,
                RefereeMessage::End => return Ok(Exit::Answered),
                RefereeMessage::Interrupted => return Ok(Exit::Interrupted),
            };
            let mut answer = turn.valid[0];
            if is_known {
                is_known = follow(&mut thinker, &turn, console);
            }
            if is_known {
                let thought = thinker.think(Some(time), &console.watch());
                answer = thought
                    .map(|thought| square(&thought.m))
                    .filter(|square| turn.valid.contains(square))
                    .unwrap_or(answer);
                is_known = thinker.play(&text(answer)).is_ok();
            }
            let [row, column] = answer;
            console.print(&format!("{row} {column}\n"))?;
            time = self.time;
        }
    }
}

/// Plays the opponent's move, and compares the valid moves with ours; notes how they differ. Says
/// whether the game is still known.
fn follow(thinker: &mut Sitting, turn: &RefereeTurn, console: &Console) -> bool {
    if let Some(opponent @ [row, column]) = turn.opponent
        && thinker.play(&text(opponent)).is_err()
    {
        console.note(&format!(
            "the rules do not allow the opponent's move {row} {column}; from here on the first \
             valid move is played"
        ));
        return false;
    }
    let mut ours: Vec<ContestSquare> = thinker.moves().iter().map(|m| square(m)).collect();
    let mut theirs = turn.valid.clone();
    ours.sort_unstable();
    theirs.sort_unstable();
    theirs.dedup();
    if ours != theirs {
        let shared = theirs.iter().filter(|square| ours.contains(square)).count();
        console.note(&format!(
            "the valid moves are not those of the rules: {} listed, {} by the rules, {shared} in both",
            theirs.len(),
            ours.len()
        ));
    }
    true
}

/// What the referee says before a move.
struct RefereeTurn {
    /// Where the opponent moved; `None` at the beginning of the game.
    opponent: Option<ContestSquare>,
    /// At least one.
    valid: Vec<ContestSquare>,
}

/// What comes from the referee.
enum RefereeMessage {
    Turn(RefereeTurn),
    End,
    Interrupted,
}

/// The referee, on standard input.
struct Referee {
    lines: InputLines,
    /// How many lines were read.
    read: u64,
}

impl Referee {
    /// What the referee asks next.
    fn turn(&mut self) -> Result<RefereeMessage, Failure> {
        let line = match self.lines.next()? {
            Input::End => return Ok(RefereeMessage::End),
            Input::Interrupted => return Ok(RefereeMessage::Interrupted),
            Input::Line(line) => line,
        };
        self.read += 1;
        let expected = "the opponent's row and column, 0 to 8, or -1 -1";
        let [row, column] = self.numbers(&line, expected)?;
        let opponent = match (row, column) {
            (-1, -1) => None,
            _ => Some(self.on_board([row, column], &line, expected)?),
        };
        let Some(line) = self.inside("the number of valid moves")? else {
            return Ok(RefereeMessage::Interrupted);
        };
        let expected = "the number of valid moves, 1 to 81";
        let [count] = self.numbers(&line, expected)?;
        if !(1..=81).contains(&count) {
            return Err(self.wrong(&line, expected));
        }
        let mut valid = Vec::new();
        for _ in 0..count {
            let expected = "the row and column of a valid move, 0 to 8";
            let Some(line) = self.inside(expected)? else {
                return Ok(RefereeMessage::Interrupted);
            };
            let square = self.numbers(&line, expected)?;
            valid.push(self.on_board(square, &line, expected)?);
        }
        Ok(RefereeMessage::Turn(RefereeTurn { opponent, valid }))
    }

    /// A line inside of a turn, where the input must not end; `None` after Ctrl-C.
    fn inside(&mut self, expected: &str) -> Result<Option<Vec<u8>>, Failure> {
        match self.lines.next()? {
            Input::Line(line) => {
                self.read += 1;
                Ok(Some(line))
            }
            Input::Interrupted => Ok(None),
            Input::End => {
                let read = self.read;
                Err(format!(
                    "standard input ends after line {read}, in the middle of a turn: expected \
                     {expected}"
                )
                .into())
            }
        }
    }

    /// The numbers of a line, which must be so many.
    fn numbers<const N: usize>(&self, line: &[u8], expected: &str) -> Result<[i32; N], Failure> {
        let text = String::from_utf8_lossy(line);
        let numbers = text.split_whitespace().map(str::parse);
        let numbers: Option<Vec<i32>> = numbers.map(Result::ok).collect();
        let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
        numbers.ok_or_else(|| self.wrong(line, expected))
    }

    fn on_board(
        &self,
        square: [i32; 2],
        line: &[u8],
        expected: &str,
    ) -> Result<ContestSquare, Failure> {
        match square.iter().all(|n| (0..9).contains(n)) {
            true => Ok(square.map(|n| n as u8)),
            false => Err(self.wrong(line, expected)),
        }
    }

    fn wrong(&self, line: &[u8], expected: &str) -> Failure {
        let (read, found) = (self.read, quoted(&String::from_utf8_lossy(line)));
        Failure::Input(format!(
            "line {read} of standard input: expected {expected}, found {found}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_moves() {
        for (square_at, text_of) in [
            ([0, 0], "aa"),
            ([4, 4], "ee"),
            ([8, 8], "ii"),
            ([0, 8], "cc"),
            ([2, 3], "bg"),
            ([3, 2], "dc"),
        ] {
            assert_eq!(text(square_at), text_of);
            assert_eq!(square(text_of), square_at);
        }
    }
}
