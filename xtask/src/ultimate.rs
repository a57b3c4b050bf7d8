//! Ultimate tic-tac-toe against the clock: the suite of `testdata`, by the program as a user runs it.
//!
//! The public solver nelhage/ultimattt answers one question, whether the side to move wins; so that is
//! what is asked, with one thread and 512 MiB. Its times in the suite are of a noisy machine, its nodes
//! are not: a factor compares with those nodes at the rate that it had on the same machine.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::Value as Json;

use crate::steps::{cargo, command};

/// How many nodes a second the public solver visits.
const PEER_NODES_PER_SECOND: f64 = 550_000.0;

/// From how many of its nodes on a position counts: below, a process is hardly started.
const PEER_NODES_MIN: u64 = 1_000_000;

const MEMORY: &str = "512MiB";

/// Each question is asked this often, and the fastest time counts: whatever else runs on the machine
/// only ever adds to it.
const TIMES: usize = 3;

/// A position whose winner is known.
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) winner: String,
    /// `None` where the public solver took too long.
    peer_nodes: Option<u64>,
}

/// What one command said, and how long it took.
struct Run {
    nodes: u64,
    table_bytes: u64,
    seconds: f64,
}

/// Asks about every position that counts, with `all` about every one with a value; prints nodes, times
/// of whole commands, and factors. An answer that is not the suite's is an error.
pub(crate) fn race(all: bool) -> Result<(), String> {
    cargo(&["build", "--release", "--locked", "--package", "unbeatable"])?;
    let program = program("release")?;
    let program = program.to_string_lossy();
    let mut rows = rows()?;
    let counts = |row: &Row| row.peer_nodes.is_some_and(|nodes| nodes >= PEER_NODES_MIN);
    rows.retain(|row| all || counts(row));
    rows.sort_by_key(|row| row.peer_nodes.unwrap_or(u64::MAX));
    println!("  peer nodes       nodes    seconds  factor  table MiB  position");
    let (mut logarithms, mut slowdowns, mut counted, mut seconds) = (0.0, 0.0, 0, 0.0);
    for row in &rows {
        let mut runs: Vec<Run> = (0..TIMES)
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

/// Where cargo leaves the program that it builds with a profile.
pub(crate) fn program(profile: &str) -> Result<PathBuf, String> {
    let mut metadata = command(
        "cargo",
        &["metadata", "--no-deps", "--format-version", "1", "--locked"],
    );
    let output = metadata.output().map_err(|e| e.to_string())?;
    let metadata: Json = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    let target = metadata["target_directory"]
        .as_str()
        .ok_or("metadata without a target directory")?;
    let name = format!("unbeatable{}", std::env::consts::EXE_SUFFIX);
    Ok(PathBuf::from(target).join(profile).join(name))
}

/// A position of the suite.
pub(crate) fn position(id: &str) -> Result<String, String> {
    let text = include_str!("../../testdata/uttt-suite.csv");
    let rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    // The columns are checked by `rows`.
    let row = rows.into_iter().find(|cells| cells[0] == id);
    row.map(|cells| cells[2].into())
        .ok_or(format!("the suite has no position {id}"))
}

/// The rows of the suite whose winner is known.
pub(crate) fn rows() -> Result<Vec<Row>, String> {
    let text = include_str!("../../testdata/uttt-suite.csv");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().ok_or("an empty suite")?;
    let column = |name: &str| {
        let found = header.iter().position(|column| *column == name);
        found.ok_or(format!("the suite has no column {name}"))
    };
    let id = column("id")?;
    let (position, winner) = (column("position")?, column("winner")?);
    let peer_nodes = column("peer_sound_nodes")?;
    lines
        .filter(|cells| cells[winner] != "unknown")
        .map(|cells| {
            Ok(Row {
                id: cells[id].into(),
                position: cells[position].into(),
                winner: cells[winner].into(),
                peer_nodes: match cells[peer_nodes] {
                    "" => None,
                    nodes => Some(
                        nodes
                            .parse()
                            .map_err(|e| format!("{}: peer nodes: {e}", cells[id]))?,
                    ),
                },
            })
        })
        .collect()
}

/// Does the side to move win? Where O is to move, that is asked as 'does X get at least a draw?', whose
/// answer is the reverse.
fn ask(program: &str, row: &Row) -> Result<Run, String> {
    let (points, expected) = match row.position.starts_with('X') {
        true => ("1", row.winner == "X"),
        false => ("0", row.winner != "O"),
    };
    let arguments = [
        "solve",
        "uttt",
        &row.position,
        "--at-least",
        points,
        "--memory",
        MEMORY,
        "--json",
    ];
    let start = Instant::now();
    let output = command(program, &arguments)
        .output()
        .map_err(|e| e.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let report: Json = serde_json::from_slice(&output.stdout).map_err(|e| {
        let id = &row.id;
        format!("{id}: {e}: {}", String::from_utf8_lossy(&output.stderr))
    })?;
    let answer = &report["at_least"]["answer"];
    if answer.as_bool() != Some(expected) {
        return Err(format!(
            "{}: at least {points}? {answer}, but the winner is {}",
            row.id, row.winner
        ));
    }
    let number = |name: &str| {
        let number = report[name].as_u64();
        number.ok_or(format!("{}: a report without {name}", row.id))
    };
    Ok(Run {
        nodes: number("nodes")?,
        table_bytes: number("table_bytes")?,
        seconds,
    })
}
