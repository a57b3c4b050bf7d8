//! What the folder of a run holds: what it is about, and what jobs returned.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::FoundAt;
use unbeatable_bench::run_folder::{RUN, differs};
use unbeatable_report::AskError;

pub(super) const JOURNAL: &str = "journal";
pub(super) const JOBS: &str = "jobs";
pub(super) const PROOF: &str = "proof.cert";

/// What a folder is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ProofLabel {
    pub(super) schema: u32,
    pub(super) program: String,
    pub(super) game: String,
    pub(super) position: String,
    pub(super) at_least: f64,
}

/// A line of the journal: a job whose result was checked and used.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct JournalLine {
    pub(super) job: u64,
    pub(super) positions: Vec<FoundAt>,
    pub(super) nodes: u64,
    pub(super) cpu_seconds: f64,
    /// Whether the leaf was opened.
    pub(super) opened: bool,
}

/// Whether a file of that name is one that nobody needs: half of one, left by a process that was killed.
pub(super) fn is_scratch(name: &str) -> bool {
    name.starts_with(RUN) && name.ends_with(".part")
}

/// Refuses a folder that is about something else.
pub(super) fn same(path: &Path, found: &ProofLabel, wanted: &ProofLabel) -> Result<(), AskError> {
    let differ = |what, found: &str, wanted: &str| Err(differs(path, what, found, wanted));
    match () {
        () if (found.schema, &found.program) != (wanted.schema, &wanted.program) => {
            differ("version of the program", &found.program, &wanted.program)
        }
        () if found.game != wanted.game => differ("game", &found.game, &wanted.game),
        () if found.position != wanted.position => {
            differ("position", &found.position, &wanted.position)
        }
        () if found.at_least != wanted.at_least => differ(
            "question",
            &format!("--at-least {}", found.at_least),
            &format!("--at-least {}", wanted.at_least),
        ),
        () => Ok(()),
    }
}

/// The whole lines of a journal, and how many bytes they take.
pub(super) fn read_journal(path: &Path) -> io::Result<(Vec<JournalLine>, u64)> {
    let file = match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok((vec![], 0)),
        file => file?,
    };
    let (mut entries, mut whole) = (vec![], 0);
    let mut lines = BufReader::new(file);
    loop {
        let mut line = vec![];
        let bytes = lines.read_until(b'\n', &mut line)?;
        let entry = serde_json::from_slice(&line);
        match (line.last(), entry) {
            (Some(b'\n'), Ok(entry)) => entries.push(entry),
            // What follows a line that is damaged would be used in the wrong order; it is asked again.
            _ => return Ok((entries, whole)),
        }
        whole += bytes as u64;
    }
}

/// A number that no job in the folder has.
pub(super) fn next_job(jobs: &Path) -> io::Result<u64> {
    let mut next = 0;
    for entry in fs::read_dir(jobs)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let digits = name.split(['.', '-']).next().unwrap_or_default();
        next = next.max(digits.parse().map_or(0, |number: u64| number + 1));
    }
    Ok(next)
}
