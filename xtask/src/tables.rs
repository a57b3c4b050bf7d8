//! docs/tables.md: smallest tables, found anew, certified, and checked by two programs; and their pictures.

use std::fs;

use serde_json::Value as Json;

use crate::certificates::{Certificates, compare};
use crate::shell::{root, text};

/// What is asked: the arguments of `unbeatable strategy`.
const QUESTIONS: &[&str] = &[
    "ttt",
    "ttt --role second",
    "ttt --role both",
    "ttt --open a3 --count full",
    "ttt --open b3 --count full",
    "ttt --open b2 --count full",
    "ttt --role second --count full",
    "ttt --role both --count full",
    "ttt --open a3 --count turns",
    "ttt --open b3 --count turns",
    "ttt --open b2 --count turns",
    "ttt --role second --count turns",
    "ttt --role both --count turns",
    "ttt --keep draw",
    "ttt --role second --keep draw",
    "ttt --role both --keep draw",
    "ttt --keep any",
    "ttt --role second --keep any",
    "ttt --role both --keep any",
    "ttt --keep strongest",
    "ttt --role second --keep strongest",
    "ttt --role both --keep strongest",
    "ttt --default win-block-first",
    "ttt --role second --default win-block-first",
    "ttt --role both --default win-block-first",
    "ttt --role both --default win-first",
    "ttt --role both --default first",
    "ttt+misere",
    "ttt+misere --role second",
    "ttt+misere --role both",
    "mnk:4x3x3",
    "mnk:4x3x3 --count full",
    "mnk:4x4x3",
    "nim:1,3,5,7 --role second",
    "nim:1,3,5,7 --role second --count full",
    "nim:1,3,5,7+misere --role second",
];

/// Smallest tables are listed, too, for games of up to so many classes.
const CLASSES_MAX: u64 = 1_000;

/// The second checker runs on games of up to so many classes: on others it takes minutes.
const CLASSES_MAX_AGAIN: u64 = 100_000;

/// What both checkers must count alike.
const COMPARED: [&str; 7] = [
    "rows",
    "played",
    "positions",
    "classes",
    "clauses",
    "steps",
    "sha256",
];

/// Pictures, by file.
const PICTURES: &[(&str, &str)] = &[
    ("ttt-first.svg", "strategy ttt"),
    ("ttt-second.svg", "strategy ttt --role second"),
];

const HEAD: &str = "\
# All smallest tables

A table holds one move for each position in which its player is to move, symmetric positions taken together, \
and is closed: whatever the opponent plays, it has the next move.
Chris Lomont asked in 2024 how small such tables can be, and how one would know ('Minimal Size Tic Tac Toe \
Trees').
This page is written by `cargo xtask tables`, never by hand: every command below was run with \
`--certificate FILE`, and the certificate checked by `unbeatable verify` and by `checker/verify.py`, which \
play the table against everything, write down what a smaller table would have to satisfy, and follow the \
proof that nothing does ([the format](certificates.md#tables), [what you must trust](what-you-must-trust.md)).

What is counted: with `--count rows`, which need not be said, positions for which there is a move; with \
`turns`, positions reached with the table's player to move, full boards included; with `full`, all that are \
reached.
*Reachable* are classes that can be reached by moves that the table may hold, for each role.
*Sets* are how many sets of counted positions are that small.
*Wins* and *loses* are the exact chances against a player who plays every legal move with the same \
probability; the rest is drawn.
*Seconds* are those of finding the table and writing the proof, on a two-core virtual machine; *steps* those of the \
proof; then the size of the certificate, and how long the two checkers took (`verify.py` takes minutes for 4x4x3, \
and is not asked).
";

/// Finds every table, and writes docs/tables.md and the pictures.
pub(crate) fn tables() -> Result<(), String> {
    let certificates = Certificates::new("tables")?;
    let mut page = HEAD.to_string();
    page += "\n| `unbeatable strategy …` | smallest | reachable | sets | wins | loses | seconds | steps | \
             bytes | `verify` s | `verify.py` s |\n| --- | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: \
             | ---: | ---: |\n";
    for (i, question) in QUESTIONS.iter().enumerate() {
        let row = row(&certificates, i, question).map_err(|why| format!("{question}: {why}"))?;
        print!("{row}");
        page += &row;
    }
    page += "\n## Pictures\n\nThe answer is marked in each board.\n";
    let docs = root().join("docs");
    for (file, asked) in PICTURES {
        let mut arguments: Vec<&str> = asked.split(' ').collect();
        let picture = text(&docs.join(file));
        arguments.extend(["-o", &picture]);
        certificates.ask(&arguments)?;
        page += &format!("\n`unbeatable {asked} -o {file}`\n\n![{asked}]({file})\n");
    }
    let file = docs.join("tables.md");
    fs::write(&file, page).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("docs/tables.md: {} tables", QUESTIONS.len());
    Ok(())
}

/// A row of the page: found, certified, checked.
fn row(certificates: &Certificates, number: usize, question: &str) -> Result<String, String> {
    let file = format!("{number}.cert");
    let mut arguments = vec!["strategy"];
    arguments.extend(question.split(' '));
    let certified = [&arguments[..], &["--certificate", &file]].concat();
    let found = certificates.ask(&certified)?;
    let size = found["size"].as_u64().ok_or("no answer")?;
    let classes = found["nodes"].as_u64().ok_or("a report without nodes")?;
    let checked = certificates.verify(&file)?;
    let mut again = String::new();
    if classes <= CLASSES_MAX_AGAIN {
        let second = certificates.verify_again(&file)?;
        compare(&checked, &second, &COMPARED)?;
        again = seconds(&second);
    }
    let mut sets = String::new();
    if classes <= CLASSES_MAX {
        let all = certificates.ask(&[&arguments[..], &["--all"]].concat())?;
        sets = all["all"]["count"].to_string();
    }
    let list = |of: &Json, name: &str| {
        let parts = of.as_array().into_iter().flatten();
        let texts = parts.map(|part| match &part[name] {
            Json::Object(chance) => chance["fraction"].as_str().unwrap_or_default().into(),
            number => number.to_string(),
        });
        texts.collect::<Vec<String>>().join("; ")
    };
    let reachable = list(&found["graph"], "classes");
    let [wins, loses] = ["win", "loss"].map(|name| list(&found["chances"], name));
    let (steps, bytes) = (&checked["steps"], &checked["bytes"]);
    let (found, checked) = (seconds(&found), seconds(&checked));
    Ok(format!(
        "| `{question}` | **{size}** | {reachable} | {sets} | {wins} | {loses} | {found} | {steps} | \
         {bytes} | {checked} | {again} |\n"
    ))
}

fn seconds(report: &Json) -> String {
    match report["seconds"].as_f64() {
        Some(seconds) if seconds < 10.0 => format!("{seconds:.3}"),
        Some(seconds) => format!("{seconds:.0}"),
        None => String::new(),
    }
}
