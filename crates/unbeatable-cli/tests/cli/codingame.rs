//! `codingame`: whole games with a referee who has rules of his own.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use crate::run::{Ran, program, refuse};

/// Row and column, 0 to 8 from the top left.
type Square = (usize, usize);

/// The whole board as the referee sees it: who marked which square, and who won which local board.
#[derive(Default)]
struct Referee {
    marks: [[Option<usize>; 9]; 9],
    won: [[Option<usize>; 3]; 3],
    last: Option<Square>,
}

/// Whether a player has three in a row.
fn has_row(at: impl Fn(usize, usize) -> bool) -> bool {
    let line = |i: usize| (0..3).all(|j| at(i, j)) || (0..3).all(|j| at(j, i));
    (0..3).any(line) || (0..3).all(|i| at(i, i)) || (0..3).all(|i| at(i, 2 - i))
}

impl Referee {
    fn is_full(&self, row: usize, column: usize) -> bool {
        (0..9).all(|i| self.marks[3 * row + i / 3][3 * column + i % 3].is_some())
    }

    fn is_closed(&self, row: usize, column: usize) -> bool {
        self.won[row][column].is_some() || self.is_full(row, column)
    }

    fn valid(&self) -> Vec<Square> {
        let sent = self.last.map(|(row, column)| (row % 3, column % 3));
        let sent = sent.filter(|&(row, column)| !self.is_closed(row, column));
        let all = (0..81).map(|i| (i / 9, i % 9));
        all.filter(|&(row, column)| {
            let board = (row / 3, column / 3);
            self.marks[row][column].is_none()
                && !self.is_closed(board.0, board.1)
                && sent.is_none_or(|sent| sent == board)
        })
        .collect()
    }

    fn play(&mut self, player: usize, (row, column): Square) {
        assert!(self.valid().contains(&(row, column)), "{row} {column}");
        self.marks[row][column] = Some(player);
        let (top, left) = (row / 3, column / 3);
        let is_own = |i: usize, j: usize| self.marks[3 * top + i][3 * left + j] == Some(player);
        if has_row(is_own) {
            self.won[top][left] = Some(player);
        }
        self.last = Some((row, column));
    }

    /// Who won, by a row of boards or by their number; `None` while the game goes on.
    fn winner(&self) -> Option<Option<usize>> {
        let has_won = |player: &usize| has_row(|i, j| self.won[i][j] == Some(*player));
        if let Some(player) = (0..2).find(has_won) {
            return Some(Some(player));
        }
        let owned = |player| {
            let all = self.won.iter().flatten();
            all.filter(|owner| **owner == Some(player)).count()
        };
        let best = match owned(0).cmp(&owned(1)) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        self.valid().is_empty().then_some(best)
    }
}

fn ask(input: &mut ChildStdin, last: Option<Square>, valid: &[Square]) {
    let mut text = match last {
        None => "-1 -1\n".to_string(),
        Some((row, column)) => format!("{row} {column}\n"),
    };
    text += &format!("{}\n", valid.len());
    for (row, column) in valid {
        text += &format!("{row} {column}\n");
    }
    input.write_all(text.as_bytes()).expect("it reads");
}

fn answer(output: &mut BufReader<ChildStdout>) -> Square {
    let mut line = String::new();
    output.read_line(&mut line).expect("it answers");
    let (row, column) = line.trim_end().split_once(' ').expect("row and column");
    let number = |text: &str| text.parse().expect("a number");
    (number(row), number(column))
}

/// A game in which the program is player `seat`, against random moves. Says who won.
fn game(seat: usize, seed: u64) -> Option<usize> {
    let arguments = ["codingame", "--first-time", "100ms", "--time", "60ms"];
    let mut command = program(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("it reads");
    let mut output = BufReader::new(child.stdout.take().expect("it writes"));
    let mut referee = Referee::default();
    let mut random = seed;
    let winner = (0..)
        .find_map(|ply| {
            let valid = referee.valid();
            let m = if ply % 2 == seat {
                let start = Instant::now();
                ask(&mut input, referee.last, &valid);
                let m = answer(&mut output);
                // Other tests run at the same time; a search without a limit would take forever.
                assert!(start.elapsed() < Duration::from_secs(60), "{ply}");
                m
            } else {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                valid[(random >> 33) as usize % valid.len()]
            };
            referee.play(ply % 2, m);
            referee.winner()
        })
        .expect("games end");
    drop(input);
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    winner
}

#[test]
fn whole_games_on_both_seats() {
    let games = [(0, 1), (1, 2), (0, 3), (1, 4)];
    let won = games.map(|(seat, seed)| game(seat, seed) == Some(seat));
    assert!(won.iter().filter(|won| **won).count() >= 3, "{won:?}");
}

/// All that is sent, then the end of the input.
fn session(sent: &str) -> Ran {
    let mut command = program(["codingame", "--first-time", "20ms", "--time", "20ms"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("it reads");
    // After an error nobody reads any more.
    let _ = input.write_all(sent.as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends").into()
}

#[test]
fn the_input_may_end_between_turns() {
    let ran = session("");
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (Some(0), "", "")
    );
}

#[track_caller]
fn check_refused(sent: &str, expected: &str) {
    let ran = session(sent);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert_eq!(ran.err, format!("error: {expected}\n"));
}

#[test]
fn bad_input_is_one_clear_line() {
    check_refused(
        "-1 -1\n",
        "standard input ends after line 1, in the middle of a turn: expected the number of valid \
         moves",
    );
    check_refused(
        "4 4\n2\n3 3\n",
        "standard input ends after line 3, in the middle of a turn: expected the row and column of \
         a valid move, 0 to 8",
    );
    let opponent = "expected the opponent's row and column, 0 to 8, or -1 -1";
    for line in ["four four", "4", "4 4 4", "9 0", "-1 0", "", "4.0 4"] {
        let what = format!("line 1 of standard input: {opponent}, found '{line}'");
        check_refused(&format!("{line}\n1\n0 0\n"), &what);
    }
    for count in ["0", "82", "-1", "x", "99999999999"] {
        let what = format!(
            "line 2 of standard input: expected the number of valid moves, 1 to 81, found '{count}'"
        );
        check_refused(&format!("-1 -1\n{count}\n"), &what);
    }
    check_refused(
        "-1 -1\n1\n4 9\n",
        "line 3 of standard input: expected the row and column of a valid move, 0 to 8, found '4 9'",
    );
}

#[test]
fn lists_that_are_not_the_rules_are_noted_and_obeyed() {
    let ran = session("-1 -1\n2\n0 5\n8 8\n");
    assert_eq!(ran.code, Some(0));
    assert!(
        ["0 5\n", "8 8\n"].contains(&ran.out.as_str()),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.err,
        "note: the valid moves are not those of the rules: 2 listed, 81 by the rules, 2 in both\n"
    );
    // A move that the rules do not allow, then another turn.
    let ran = session("4 4\n1\n0 0\n8 8\n2\n7 7\n6 6\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "0 0\n7 7\n"));
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    // An opponent's move that the rules do not allow.
    let ran = session("4 4\n8\n3 3\n3 4\n3 5\n4 3\n4 5\n5 3\n5 4\n5 5\n4 4\n1\n2 2\n");
    assert_eq!((ran.code, ran.out.lines().last()), (Some(0), Some("2 2")));
    assert_eq!(
        ran.err,
        "note: the rules do not allow the opponent's move 4 4; from here on the first valid move is \
         played\n"
    );
}

#[test]
fn other_games_are_refused() {
    refuse(["codingame", "ttt"], "expected ultimate tic-tac-toe");
    refuse(["codingame", "uttt+misere"], "+majority");
    refuse(
        ["codingame", "--time", "soon"],
        "expected a number and a unit",
    );
}
