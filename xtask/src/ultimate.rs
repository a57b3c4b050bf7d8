//! Ultimate tic-tac-toe against the clock: the suite of `testdata`, by the program as a user runs it.
//!
//! The public solver nelhage/ultimattt answers one question, whether the side to move wins; so that is
//! what is asked, with one thread and 512 MiB. Its times in the suite are of a noisy machine, its nodes
//! are not: a factor compares with those nodes at the rate that it had on the same machine.

use std::path::Path;
use std::time::Instant;

use crate::shell::{self, build, root};

/// How many nodes a second the public solver visits.
const PEER_NODES_PER_SECOND: f64 = 550_000.0;

/// From how many of its nodes on a position counts: below, a process is hardly started.
const PEER_NODES_MIN: u64 = 1_000_000;

const MEMORY: &str = "512MiB";

/// Each question is asked this often, and the fastest time counts: whatever else runs on the machine
/// only ever adds to it.
const TIMES: usize = 3;

/// A position whose winner is known.
pub(crate) struct SuitePosition {
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) winner: String,
    /// `None` where the public solver took too long.
    peer_nodes: Option<u64>,
}

/// What one command said, and how long it took.
pub(crate) struct TimedAnswer {
    pub(crate) answer: bool,
    pub(crate) nodes: u64,
    table_bytes: u64,
    pub(crate) seconds: f64,
}

impl TimedAnswer {
    /// Asks whether the first player gets at least so many points in a game, from a position or from its start.
    pub(crate) fn ask(
        program: &Path,
        place: &[&str],
        points: &str,
        options: &[&str],
    ) -> Result<Self, String> {
        let goal = ["--at-least", points, "--json"];
        let start = Instant::now();
        let report = shell::ask(
            program,
            root(),
            &[&["solve"], place, &goal, options].concat(),
        )?;
        let seconds = start.elapsed().as_secs_f64();
        let number = |name: &str| report[name].as_u64().ok_or(format!("no {name}"));
        Ok(TimedAnswer {
            answer: report["at_least"]["answer"].as_bool().ok_or("no answer")?,
            nodes: number("nodes")?,
            table_bytes: number("table_bytes")?,
            seconds,
        })
    }
}

/// Asks about every position that counts, with `all` about every one with a value; prints nodes, times
/// of whole commands, and factors. An answer that is not the suite's is an error.
pub(crate) fn race(all: bool) -> Result<(), String> {
    let program = build("release")?;
    let mut rows = rows()?;
    let counts = |row: &SuitePosition| row.peer_nodes.is_some_and(|nodes| nodes >= PEER_NODES_MIN);
    rows.retain(|row| all || counts(row));
    rows.sort_by_key(|row| row.peer_nodes.unwrap_or(u64::MAX));
    println!("  peer nodes       nodes    seconds  factor  table MiB  position");
    let (mut logarithms, mut slowdowns, mut counted, mut seconds) = (0.0, 0.0, 0, 0.0);
    for row in &rows {
        let mut runs: Vec<TimedAnswer> = (0..TIMES)
            .map(|_| ask(&program, row))
            .collect::<Result<_, _>>()?;
        runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let (run, median) = (&runs[0], runs[TIMES / 2].seconds);
        let peer = row.peer_nodes.map_or("-".into(), |nodes| nodes.to_string());
        let factor = row
            .peer_nodes
            .map(|nodes| nodes as f64 / PEER_NODES_PER_SECOND / run.seconds);
        println!(
            "{peer:>12}{:>12}{:>11.3}{:>8}{:>11.1}  {}",
            run.nodes,
            run.seconds,
            factor.map_or("-".into(), |factor| format!("{factor:.1}")),
            run.table_bytes as f64 / f64::from(1 << 20),
            row.id
        );
        seconds += run.seconds;
        if let Some(factor) = factor.filter(|_| counts(row)) {
            logarithms += factor.ln();
            slowdowns += (median / run.seconds).ln();
            counted += 1;
        }
    }
    println!(
        "{} positions in {seconds:.1} s (the fastest of {TIMES} times each), every answer right",
        rows.len()
    );
    let mean = |logarithms: f64| (logarithms / f64::from(counted)).exp();
    println!(
        "geometric mean of the factors of the {counted} positions with at least {PEER_NODES_MIN} \
         peer nodes: {:.1} ({:.1} by the median times)",
        mean(logarithms),
        mean(logarithms - slowdowns)
    );
    Ok(())
}

/// A position of the suite.
pub(crate) fn position(id: &str) -> Result<String, String> {
    let row = all_rows()?.into_iter().find(|row| row.id == id);
    row.map(|row| row.position)
        .ok_or(format!("the suite has no position {id}"))
}

/// The rows of the suite whose winner is known.
pub(crate) fn rows() -> Result<Vec<SuitePosition>, String> {
    let mut rows = all_rows()?;
    rows.retain(|row| row.winner != "unknown");
    Ok(rows)
}

fn all_rows() -> Result<Vec<SuitePosition>, String> {
    let text = include_str!("../../testdata/uttt-suite.csv");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().ok_or("an empty suite")?;
    let column = |name: &str| {
        let found = header.iter().position(|column| *column == name);
        found.ok_or(format!("the suite has no column {name}"))
    };
    let [id, position, winner] = [column("id")?, column("position")?, column("winner")?];
    let peer_nodes = column("peer_sound_nodes")?;
    let nodes = |cells: &[&str]| match cells[peer_nodes] {
        "" => Ok(None),
        nodes => nodes
            .parse()
            .map(Some)
            .map_err(|e| format!("{}: peer nodes: {e}", cells[id])),
    };
    let row = |cells: Vec<&str>| {
        Ok(SuitePosition {
            id: cells[id].into(),
            position: cells[position].into(),
            winner: cells[winner].into(),
            peer_nodes: nodes(&cells)?,
        })
    };
    lines.map(row).collect()
}

/// Does the side to move win? Where O is to move, that is asked as 'does X get at least a draw?', whose
/// answer is the reverse.
fn ask(program: &Path, row: &SuitePosition) -> Result<TimedAnswer, String> {
    let (points, expected) = match row.position.starts_with('X') {
        true => ("1", row.winner == "X"),
        false => ("0", row.winner != "O"),
    };
    let run = TimedAnswer::ask(
        program,
        &["uttt", &row.position],
        points,
        &["--memory", MEMORY],
    );
    let run = run.map_err(|why| format!("{}: {why}", row.id))?;
    match run.answer == expected {
        true => Ok(run),
        false => Err(format!(
            "{}: at least {points}? {}, but the winner is {}",
            row.id, run.answer, row.winner
        )),
    }
}
