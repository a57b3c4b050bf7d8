//! RESULTS.md: every claim proven anew, its certificate checked by two programs.

mod ledger;
mod questions;

use std::fs;
use std::sync::mpsc;
use std::thread;

use serde_json::{Value as Json, json};

use crate::certificates::{Certificates, compare};
use crate::shell::{root, said};
use ledger::LedgerRow;
use questions::{LedgerQuestion, PublishedValue};

/// Up to how many entries the second checker runs without being asked for: about half a minute.
const ENTRIES_MAX: u64 = 2_000_000;

/// Proves every claim and writes RESULTS.md. A value that is not the known one, a certificate that is
/// refused, and checkers that count differently are errors, and leave the file as it was.
///
/// With a pattern: only claims that have it in their title or command, and their rows are printed. `is_slow`
/// lets the second checker check every certificate, however large.
pub(crate) fn results(pattern: Option<&str>, is_slow: bool) -> Result<(), String> {
    let mut questions = questions::questions()?;
    if let Some(pattern) = pattern {
        let is_meant = |text: String| text.contains(pattern);
        questions.retain(|question| is_meant(question.title()) || is_meant(question.command()));
        if questions.is_empty() {
            return Err(format!("no question has '{pattern}' in it"));
        }
    }
    let certificates = Certificates::new("certificates")?;
    let rows = prove_all(&certificates, questions, is_slow)?;
    if pattern.is_some() {
        print!("{}", ledger::table(&rows.iter().collect::<Vec<_>>()));
        return Ok(());
    }
    let file = root().join("RESULTS.md");
    let version = said(&certificates.program, &["--version"])?;
    let text = ledger::write(&rows, &version)?;
    fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("RESULTS.md: {} claims proven", rows.len());
    Ok(())
}

/// Proves all claims one after the other, while the second checker follows in a process beside.
fn prove_all(
    certificates: &Certificates,
    questions: Vec<LedgerQuestion>,
    is_slow: bool,
) -> Result<Vec<LedgerRow>, String> {
    let count = questions.len();
    let (send, receive) = mpsc::channel::<LedgerRow>();
    thread::scope(|scope| {
        let second = scope.spawn(move || {
            let (mut rows, mut wrong) = (Vec::new(), Vec::new());
            for mut row in receive {
                if is_slow || row.entries <= ENTRIES_MAX {
                    match check_again(certificates, &row) {
                        Ok(seconds) => row.second_seconds = Some(seconds),
                        Err(why) => wrong.push(format!("{}: {why}", row.question.title())),
                    }
                }
                rows.push(row);
                ledger::tell(rows.len(), count, &rows[rows.len() - 1]);
            }
            rows.reverse();
            (rows, wrong)
        });
        // The longest come last: meanwhile the second checker, which is slower, catches up. What is
        // wrong is told at the end, all of it.
        let mut wrong = Vec::new();
        for question in questions.into_iter().rev() {
            let title = question.title();
            match prove(certificates, question) {
                Ok(row) => send.send(row).expect("the second checker waits for rows"),
                Err(why) => wrong.push(format!("{title}: {why}")),
            }
        }
        drop(send);
        let second = second.join();
        let (rows, more) = second.expect("the second checker tells what is wrong");
        wrong.extend(more);
        match wrong.is_empty() {
            true => Ok(rows),
            false => Err(wrong.join("\nerror: ")),
        }
    })
}

/// Answers a question, writes its certificate, and checks it with the program.
fn prove(certificates: &Certificates, question: LedgerQuestion) -> Result<LedgerRow, String> {
    let arguments = question.arguments();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut report = certificates.ask(&arguments)?;
    let proven = in_words(&report)?;
    if let Some(known) = &question.known {
        compare_outcome(known, &report["outcome"])?;
    }
    let checked = certificates.verify(&question.file())?;
    let written = report["certificate"].take();
    compare(
        &written,
        &checked,
        &["answers", "positions", "bytes", "sha256"],
    )?;
    compare(&report, &checked, &["game", "position", "bounds"])?;
    if report["within"]["plies"] != checked["within"] {
        return Err(format!(
            "limit: expected {}, found {}",
            report["within"], checked["within"]
        ));
    }
    Ok(LedgerRow {
        proven,
        solver: text(&report, "solver")?,
        nodes: number(&report, "nodes")?,
        solve_seconds: seconds(&report)?,
        extract_seconds: seconds(&written)?,
        entries: number(&checked, "answers")?,
        positions: number(&checked, "positions")?,
        bytes: number(&checked, "bytes")?,
        sha256: text(&checked, "sha256")?,
        check_seconds: seconds(&checked)?,
        second_seconds: None,
        question,
    })
}

/// Checks the certificate of a row with the second checker; says how long it took.
fn check_again(certificates: &Certificates, row: &LedgerRow) -> Result<f64, String> {
    let checked = certificates.verify_again(&row.question.file())?;
    let expected = json!({
        "answers": row.entries,
        "positions": row.positions,
        "sha256": row.sha256,
    });
    compare(&expected, &checked, &["answers", "positions", "sha256"])?;
    seconds(&checked)
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
fn compare_outcome(known: &PublishedValue, outcome: &Json) -> Result<(), String> {
    let winner = outcome["winner"].as_str().unwrap_or("draw");
    let margin = outcome["margin"].as_f64();
    let is_known = winner == known.winner && (known.margin.is_none() || known.margin == margin);
    let wrong = || format!("{outcome}, but {} is known to win", known.winner);
    is_known.then_some(()).ok_or_else(wrong)
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
