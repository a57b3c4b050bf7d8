//! Ultimate tic-tac-toe against the clock: the suite of `testdata`, by the program as a user runs it.
//!
//! The public solver nelhage/ultimattt answers one question, whether the side to move wins; so that is
//! what is asked, with one thread and 512 MiB. Its times in the suite are of a noisy machine, its nodes
//! are not: a factor compares with those nodes at the rate that it had on the same machine.

use std::path::Path;

use super::question::TimedAnswer;
use super::suite::{SuitePosition, rows};
use crate::shell::build;

/// How many nodes a second the public solver visits.
const PEER_NODES_PER_SECOND: f64 = 550_000.0;

/// From how many of its nodes on a position counts: below, a process is hardly started.
const PEER_NODES_MIN: u64 = 1_000_000;

const MEMORY: &str = "512MiB";

/// Each question is asked this often, and the fastest time counts: whatever else runs on the machine
/// only ever adds to it.
const TIMES: usize = 3;

/// Asks about every position that counts, with `all` about every one with a value; prints nodes, times
/// of whole commands, and factors. An answer that is not the suite's is an error.
pub(super) fn race(all: bool) -> Result<(), String> {
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

fn ask(program: &Path, row: &SuitePosition) -> Result<TimedAnswer, String> {
    let run = TimedAnswer::ask_win(program, &row.position, &["--memory", MEMORY]);
    let run = run.map_err(|why| format!("{}: {why}", row.id))?;
    match run.answer == row.wins() {
        true => Ok(run),
        false => Err(format!(
            "{}: does the side to move win? {}, but the winner is {}",
            row.id, run.answer, row.winner
        )),
    }
}
