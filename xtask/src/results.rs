//! RESULTS.md: every claim proven anew, its certificate checked by two programs.

mod ledger;
mod questions;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use serde_json::Value as Json;

use crate::steps::{self, cargo, find_python, root};
use crate::ultimate::program;
use questions::{Known, Question};

/// Up to how many entries the second checker runs without being asked for: about half a minute.
const ENTRIES_MAX: u64 = 2_000_000;

/// Which rows to make, and how.
pub(crate) struct Options<'a> {
    /// Only what has this in its title or command; then rows are printed, and no file is written.
    pub(crate) only: Option<&'a str>,
    /// The second checker on every certificate, however large.
    pub(crate) slow: bool,
}

impl<'a> Options<'a> {
    /// `None` if there are others than these.
    pub(crate) fn parse(mut arguments: &[&'a str]) -> Option<Self> {
        let mut options = Options {
            only: None,
            slow: false,
        };
        loop {
            arguments = match arguments {
                [] => return Some(options),
                ["--slow", rest @ ..] => {
                    options.slow = true;
                    rest
                }
                ["--only", text, rest @ ..] => {
                    options.only = Some(text);
                    rest
                }
                _ => return None,
            };
        }
    }
}

/// A claim that was proven.
struct Row {
    question: Question,
    proven: String,
    solver: String,
    nodes: u64,
    solve_seconds: f64,
    extract_seconds: f64,
    entries: u64,
    positions: u64,
    bytes: u64,
    sha256: String,
    check_seconds: f64,
    /// `None` where the second checker did not run.
    second_seconds: Option<f64>,
}

/// Proves every claim and writes RESULTS.md. A value that is not the known one, a certificate that is
/// refused, and checkers that count differently are errors, and leave the file as it was.
pub(crate) fn results(options: &Options) -> Result<(), String> {
    let mut questions = questions::questions()?;
    if let Some(pattern) = options.only {
        let is_meant = |text: String| text.contains(pattern);
        questions.retain(|question| is_meant(question.title()) || is_meant(question.command()));
        if questions.is_empty() {
            return Err(format!("no question has '{pattern}' in it"));
        }
    }
    find_python()?;
    cargo(&["build", "--release", "--locked", "--package", "unbeatable"])?;
    let program = program("release")?;
    let target = program.ancestors().nth(2).ok_or("no target directory")?;
    let folder = target.join("certificates");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let bench = Bench {
        program,
        folder,
        slow: options.slow,
    };
    let rows = bench.prove_all(questions)?;
    if options.only.is_some() {
        print!("{}", ledger::table(&rows.iter().collect::<Vec<_>>()));
        return Ok(());
    }
    let file = root().join("RESULTS.md");
    let version = ledger::said(&bench.program.to_string_lossy(), &["--version"])?;
    let text = ledger::write(&rows, &version)?;
    fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("RESULTS.md: {} claims proven", rows.len());
    Ok(())
}

/// The programs, and where certificates go.
struct Bench {
    program: PathBuf,
    folder: PathBuf,
    slow: bool,
}

impl Bench {
    /// Proves all claims one after the other, while the second checker follows in a process beside.
    fn prove_all(&self, questions: Vec<Question>) -> Result<Vec<Row>, String> {
        let count = questions.len();
        let (send, receive) = mpsc::channel::<Row>();
        thread::scope(|scope| {
            let second = scope.spawn(move || {
                let (mut rows, mut wrong) = (Vec::new(), Vec::new());
                for mut row in receive {
                    if self.slow || row.entries <= ENTRIES_MAX {
                        match self.check_again(&row) {
                            Ok(seconds) => row.second_seconds = Some(seconds),
                            Err(why) => wrong.push(why),
                        }
                    }
                    rows.push(row);
                    ledger::tell(rows.len(), count, &rows[rows.len() - 1]);
                }
                rows.reverse();
                (rows, wrong)
            });
            // The longest come last: meanwhile the second checker, who is slower, catches up. What is
            // wrong is told at the end, all of it.
            let mut wrong = Vec::new();
            for question in questions.into_iter().rev() {
                match self.prove(question) {
                    Ok(row) => send.send(row).expect("the second checker waits for rows"),
                    Err(why) => wrong.push(why),
                }
            }
            drop(send);
            let (rows, more) = second
                .join()
                .expect("the second checker tells what is wrong");
            wrong.extend(more);
            match wrong.is_empty() {
                true => Ok(rows),
                false => Err(wrong.join("\nerror: ")),
            }
        })
    }

    /// Answers a question, writes its certificate, and checks it with the program.
    fn prove(&self, question: Question) -> Result<Row, String> {
        let wrong = |why: String| format!("{}: {why}", question.title());
        let mut arguments = question.arguments();
        arguments.push("--json".into());
        let report = self.ask(&self.program, &arguments).map_err(wrong)?;
        let written = &report["certificate"];
        let proven = in_words(&report).map_err(wrong)?;
        if let Some(known) = &question.known {
            compare(known, &report["outcome"]).map_err(wrong)?;
        }
        let arguments = ["verify".into(), question.file(), "--json".into()];
        let checked = self.ask(&self.program, &arguments).map_err(wrong)?;
        let checked = &checked["certificates"][0];
        accepted(checked, "the checker").map_err(wrong)?;
        for name in ["answers", "positions", "bytes", "sha256"] {
            same(name, &written[name], &checked[name]).map_err(wrong)?;
        }
        for name in ["game", "position", "bounds"] {
            same(name, &report[name], &checked[name]).map_err(wrong)?;
        }
        same("limit", &report["within"]["plies"], &checked["within"]).map_err(wrong)?;
        Ok(Row {
            proven,
            solver: text(&report, "solver").map_err(wrong)?,
            nodes: number(&report, "nodes").map_err(wrong)?,
            solve_seconds: seconds(&report).map_err(wrong)?,
            extract_seconds: seconds(written).map_err(wrong)?,
            entries: number(checked, "answers").map_err(wrong)?,
            positions: number(checked, "positions").map_err(wrong)?,
            bytes: number(checked, "bytes").map_err(wrong)?,
            sha256: text(checked, "sha256").map_err(wrong)?,
            check_seconds: seconds(checked).map_err(wrong)?,
            second_seconds: None,
            question,
        })
    }

    /// Checks the certificate of a row with the second checker; says how long it took.
    fn check_again(&self, row: &Row) -> Result<f64, String> {
        let wrong = |why: String| format!("{}: second checker: {why}", row.question.title());
        let checker = root().join("checker").join("verify.py");
        let arguments = [
            checker.to_string_lossy().into_owned(),
            row.question.file(),
            "--json".into(),
        ];
        let checked = self.ask(Path::new("python3"), &arguments).map_err(wrong)?;
        let checked = &checked["certificates"][0];
        accepted(checked, "it").map_err(wrong)?;
        let counts = [("answers", row.entries), ("positions", row.positions)];
        for (name, expected) in counts {
            same(name, &expected.into(), &checked[name]).map_err(wrong)?;
        }
        same("sha256", &row.sha256.as_str().into(), &checked["sha256"]).map_err(wrong)?;
        seconds(checked).map_err(wrong)
    }

    /// What a program answers in JSON, run where the certificates are.
    fn ask(&self, program: &Path, arguments: &[String]) -> Result<Json, String> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        steps::ask(program, &self.folder, &arguments)
    }
}

/// What a report of `solve` says was found; an error if that is nothing, or has no certificate.
fn in_words(report: &Json) -> Result<String, String> {
    let why = [&report["stopped"], &report["certificate"]["stopped"]];
    if let Some(why) = why.into_iter().find(|why| !why.is_null()) {
        return Err(format!("stopped: {why}"));
    }
    if let Some(answer) = report["within"]["answer"].as_bool() {
        // Limits are asked about where games begin, with the first player to move.
        let first = text(report, "turn")?;
        let wins = if answer { "wins" } else { "does not win" };
        return Ok(format!(
            "{first} {wins} within {} plies",
            number(&report["within"], "plies")?
        ));
    }
    let outcome = &report["outcome"];
    if outcome.is_null() {
        return Err("no value".into());
    }
    Ok(match outcome["winner"].as_str() {
        None => "draw".into(),
        Some(winner) => match outcome["margin"].as_f64() {
            None => format!("{winner} wins"),
            Some(margin) => format!("{winner} wins by {}", margin.abs()),
        },
    })
}

/// Whether an outcome is what is known.
fn compare(known: &Known, outcome: &Json) -> Result<(), String> {
    let winner = outcome["winner"].as_str().unwrap_or("draw");
    let margin = outcome["margin"].as_f64();
    let is_known = winner == known.winner && (known.margin.is_none() || known.margin == margin);
    let wrong = || format!("{outcome}, but {} is known to win", known.winner);
    is_known.then_some(()).ok_or_else(wrong)
}

fn accepted(checked: &Json, who: &str) -> Result<(), String> {
    match checked["verdict"].as_str() {
        Some("accepted") => Ok(()),
        _ => Err(format!("{who} does not accept: {}", checked["reason"])),
    }
}

fn same(name: &str, expected: &Json, found: &Json) -> Result<(), String> {
    // Whole points are written as 1 by one and as 1.0 by another.
    match expected == found || expected.as_f64().is_some_and(|n| found.as_f64() == Some(n)) {
        true => Ok(()),
        false => Err(format!("{name}: expected {expected}, found {found}")),
    }
}

fn number(report: &Json, name: &str) -> Result<u64, String> {
    let number = report[name].as_u64();
    number.ok_or(format!("a report without {name}"))
}

fn text(report: &Json, name: &str) -> Result<String, String> {
    let text = report[name].as_str().map(String::from);
    text.ok_or(format!("a report without {name}"))
}

fn seconds(report: &Json) -> Result<f64, String> {
    let seconds = report["seconds"].as_f64();
    seconds.ok_or("a report without seconds".into())
}
