//! Many questions at once: `--batch`.
//!
//! Every line is a question, every line of the answer a JSON object, in the order of the questions. Threads
//! answer side by side, each with a game of its own; what they answer early waits for its turn to be printed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::thread;

use serde::Serialize;
use unbeatable_workbench::core::{Game, Notation};
use unbeatable_workbench::question::Setup;
use unbeatable_workbench::report::{ProgressReport, SCHEMA};
use unbeatable_workbench::{AskError, Bench, Follow};

use crate::failure::{Exit, Failure};
use crate::input::{Input, InputLines};
use crate::output::Console;
use crate::progress;
use crate::whole_file::is_standard;

/// How many answers may wait for a line before them that takes long.
const WAITING_MAX: u64 = 4096;

/// What is said of a line: which it is, and its answer as anybody else would get it.
#[derive(Serialize)]
struct BatchAnswer<'l, R> {
    batch: BatchLine<'l>,
    #[serde(flatten)]
    answer: R,
}

/// A line of a batch.
#[derive(Serialize)]
struct BatchLine<'l> {
    line: u64,
    input: &'l str,
}

/// What is said of a line that asks nothing.
#[derive(Serialize)]
struct Wrong {
    schema: u32,
    error: String,
}

/// What became of a line.
struct FinishedLine {
    number: u64,
    text: String,
    /// `None` for a line that asks nothing.
    exit: Option<Exit>,
}

/// Whoever follows the questions of a batch: nobody but Ctrl-C, and whoever stopped reading.
struct Nobody<'b>(&'b AtomicBool);

impl Follow for Nobody<'_> {
    fn progress(&self, _: &ProgressReport) {}

    fn is_interrupted(&self) -> bool {
        progress::is_interrupted() || self.0.load(Ordering::Relaxed)
    }
}

/// The questions of a batch, and how far their answers are printed.
struct Batch {
    lines: Mutex<(InputLines, u64)>,
    printed: Mutex<u64>,
    has_printed: Condvar,
    /// Nothing more is to be asked.
    is_over: AtomicBool,
}

impl Batch {
    /// The next line and its number.
    fn next(&self) -> Result<Option<(u64, String)>, Failure> {
        let mut lines = self.lines.lock().expect("reading does not panic");
        if self.is_over.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let line = match lines.0.next()? {
            Input::Line(line) => line,
            Input::End | Input::Interrupted => return Ok(None),
        };
        lines.1 += 1;
        let number = lines.1;
        drop(lines);
        let mut printed = self.printed.lock().expect("printing does not panic");
        while number > *printed + WAITING_MAX && !self.is_over.load(Ordering::Relaxed) {
            printed = (self.has_printed.wait(printed)).expect("printing does not panic");
        }
        let text = String::from_utf8_lossy(&line);
        Ok(Some((number, text.trim().to_string())))
    }

    /// So many answers are printed: whoever is far ahead may go on.
    fn print(&self, answers: u64) {
        *self.printed.lock().expect("printing does not panic") = answers;
        self.has_printed.notify_all();
    }

    /// Nothing more is asked, and nobody waits for room any more.
    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        let _printed = self.printed.lock().expect("printing does not panic");
        self.has_printed.notify_all();
    }
}

/// Answers every line of a file, or of standard input (-), some at a time. `ready` makes what one thread
/// asks; `answer` asks it.
pub(crate) fn run<A, R: Serialize>(
    file: &Path,
    at_a_time: usize,
    console: &mut Console,
    ready: impl Fn() -> Result<A, Failure> + Sync,
    answer: impl Fn(&A, &str, &dyn Follow) -> Result<(R, Exit), AskError> + Sync,
) -> Result<Exit, Failure> {
    let lines = match is_standard(file) {
        true => InputLines::new(),
        false => {
            let name = file.display();
            let opened = File::open(file).map_err(|e| format!("cannot read {name}: {e}"))?;
            InputLines::of(move || BufReader::new(opened))
        }
    };
    let batch = &Batch {
        lines: Mutex::new((lines, 0)),
        printed: Mutex::new(0),
        has_printed: Condvar::new(),
        is_over: AtomicBool::new(false),
    };
    // While somebody watches, Ctrl-C ends the questions and not the program.
    let watch = console.watch();
    let (sender, receiver) = mpsc::channel::<Result<FinishedLine, Failure>>();
    let one_thread = |sender: mpsc::Sender<Result<FinishedLine, Failure>>| {
        let work = || {
            let asked = ready()?;
            while let Some((number, text)) = batch.next()? {
                let found = one(number, &text, || {
                    answer(&asked, &text, &Nobody(&batch.is_over))
                });
                if sender.send(Ok(found)).is_err() {
                    break;
                }
            }
            Ok(())
        };
        if let Err(failure) = work() {
            let _ = sender.send(Err(failure));
        }
    };
    let ended = thread::scope(|scope| {
        for _ in 0..at_a_time {
            let sender = sender.clone();
            scope.spawn(|| one_thread(sender));
        }
        drop(sender);
        let ended = print_all(batch, &receiver, console);
        batch.end();
        ended
    });
    drop(watch);
    ended
}

/// Prints the answers in the order of their lines, as soon as they can be.
fn print_all(
    batch: &Batch,
    answers: &mpsc::Receiver<Result<FinishedLine, Failure>>,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let mut waiting = BTreeMap::new();
    let mut printed = 0;
    let (mut wrong, mut first_wrong) = (0_u64, None);
    let mut ended = Exit::Answered;
    for found in answers {
        let found = found?;
        waiting.insert(found.number, found);
        while let Some(found) = waiting.remove(&(printed + 1)) {
            console.print(&found.text)?;
            printed += 1;
            batch.print(printed);
            match found.exit {
                Some(exit) => ended = worst(ended, exit),
                None => {
                    wrong += 1;
                    first_wrong = first_wrong.or(Some(printed));
                }
            }
        }
    }
    assert!(waiting.is_empty(), "every line that was read is answered");
    if progress::is_interrupted() {
        return Ok(Exit::Interrupted);
    }
    match (wrong, first_wrong) {
        (_, None) => Ok(ended),
        (1, Some(line)) => {
            Err(format!("line {line} of {printed} is wrong: its answer says why").into())
        }
        (_, Some(line)) => Err(format!(
            "{wrong} of {printed} lines are wrong, the first of them line {line}: their answers say why"
        )
        .into()),
    }
}

/// The answer to one line, as a line.
fn one<R: Serialize>(
    number: u64,
    text: &str,
    answer: impl FnOnce() -> Result<(R, Exit), AskError>,
) -> FinishedLine {
    let (text, exit) = match answer() {
        Ok((answer, exit)) => (json(number, text, answer), Some(exit)),
        Err(AskError { message, .. }) => {
            let wrong = Wrong {
                schema: SCHEMA,
                error: message,
            };
            (json(number, text, wrong), None)
        }
    };
    FinishedLine { number, text, exit }
}

fn json(line: u64, input: &str, answer: impl Serialize) -> String {
    let batch = BatchLine { line, input };
    let line = BatchAnswer { batch, answer };
    let mut text = serde_json::to_string(&line)
        .expect("reports have text keys and finite numbers, so they are JSON");
    text.push('\n');
    text
}

/// What a batch ends with: the worst of its lines.
fn worst(a: Exit, b: Exit) -> Exit {
    let badness = |exit: Exit| match exit {
        Exit::Answered => 0,
        Exit::Stopped => 1,
        Exit::Refused => 2,
        Exit::Interrupted => 3,
    };
    std::cmp::max_by_key(a, b, |exit| badness(*exit))
}

/// What a line says: a position, or else moves from the start.
pub(crate) fn setup(bench: &Bench, text: &str) -> Result<Setup, AskError> {
    let game = &bench.game;
    if text.is_empty() {
        let what = "expected a position or moves, found an empty line";
        return Err(AskError::new(what));
    }
    let moves = text.split([' ', ',']).filter(|text| !text.is_empty());
    let moves: Vec<String> = moves.map(String::from).collect();
    let begins_with_a_move = || {
        let first = moves.first();
        first.is_some_and(|text| game.parse_move(&game.start(), text).is_ok())
    };
    // A text that is neither is taken for a position: what is wrong with it is told then.
    Ok(
        match game.parse_line(text).is_err() && begins_with_a_move() {
            true => Setup {
                position: None,
                moves,
            },
            false => Setup {
                position: Some(text.to_string()),
                moves: vec![],
            },
        },
    )
}

/// How many lines are answered at a time if nobody says: as many as there are cores.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
