//! `gtp`: a Go engine for other programs.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::failure::{Exit, Failure};
use crate::gtp::{Engine, Next};
use crate::method::BudgetArgs;
use crate::output::Console;
use crate::progress;

const AFTER_HELP: &str = "\
Examples:
  unbeatable gtp                               5x5, until the client says otherwise
  unbeatable gtp go:4x3+ssk+komi=0.5           a board that is no square, and its rules
  unbeatable gtp go:4x4 --limit 10s --memory 2GiB
  gogui-twogtp -black \"unbeatable gtp\" -white \"gnugo --mode gtp\" -size 3 -games 10

Speaks the Go Text Protocol, version 2, on standard input and output; list_commands lists what it
answers. Where the value is found in time, genmove plays a move that is proven to be best, for the
true history of the game; else the best that is proven so far, else a guess.

--limit, --nodes and --memory are for one answer. Without --limit, that is 5 seconds, or what the
client's clock allows, which counts in any case.

A colour that moves out of turn gets the turn handed over; that is no pass. Two passes in a row end
the game: genmove then passes too, and a stone takes the game up again, as if there had been no
passes. final_score counts area, every stone alive.";

/// Longer lines are cut off: no command is that long.
const LINE_BYTES_MAX: usize = 1 << 16;

/// How soon Ctrl-C is noticed while nobody says anything.
const POLL: Duration = Duration::from_millis(100);

/// A Go engine for clients such as GoGui, Sabaki and gogui-twogtp.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct GtpArgs {
    /// Go, with its rules and its first board. Most clients say which board they want; the default is
    /// the largest square one.
    #[arg(default_value = "go:5x5")]
    game: String,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl GtpArgs {
    pub(crate) fn run(self, console: &mut Console) -> Result<Exit, Failure> {
        let mut engine = Engine::new(&self.game, self.budget.limits())?;
        let lines = lines();
        loop {
            let line = match lines.recv_timeout(POLL) {
                _ if progress::is_interrupted() => return Ok(Exit::Interrupted),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Answered),
                Ok(line) => line.map_err(|e| {
                    let what = format!("cannot read standard input: {e}");
                    Failure::Input(what)
                })?,
            };
            let watch = console.watch();
            let answer = engine.answer(&line, &watch);
            drop(watch);
            if let Some(text) = answer {
                console.print(&text)?;
            }
            match engine.next() {
                Next::Command => {}
                Next::Quit => return Ok(Exit::Answered),
                Next::Interrupted => return Ok(Exit::Interrupted),
            }
        }
    }
}

/// The lines of standard input, read by a thread of their own: whoever waits for them must not miss
/// Ctrl-C. No more after the end of the input.
fn lines() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        // Nobody waits for a line any more once the program is about to end.
        while let Some(line) = read_line(&mut input).transpose() {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next line without its end, cut off where it is too long; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut is_read = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            return Ok(is_read.then_some(line));
        }
        is_read = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let found = end.unwrap_or(bytes.len());
        let kept = found.min(LINE_BYTES_MAX - line.len());
        line.extend_from_slice(&bytes[..kept]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_cut_off() {
        let long = "x".repeat(3 * LINE_BYTES_MAX);
        let text = format!("a\n\n{long}\nb");
        let mut input = io::BufReader::with_capacity(1000, text.as_bytes());
        let mut next = || read_line(&mut input).expect("no error");
        assert_eq!(next(), Some(b"a".to_vec()));
        assert_eq!(next(), Some(vec![]));
        assert_eq!(next().map(|line| line.len()), Some(LINE_BYTES_MAX));
        assert_eq!(next(), Some(b"b".to_vec()));
        assert_eq!(next(), None);
    }
}
