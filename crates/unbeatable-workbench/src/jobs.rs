//! Yes/no questions answered by many jobs: a proof-number tree in one process, whose leaves are searched by
//! others ([`tree`] says how the tree goes about it).
//!
//! Each job is a plain command, `unbeatable job FILE`, so that whoever can run a command and wait for it can
//! run it: this machine, another one, a scheduler. A process that has done a job is told the next one by its
//! standard input, if that reaches it, so that it goes on with what it remembers; if it has ended, another
//! one is started. All else travels by files of one folder:
//!
//! ```text
//! run.json                     the question, and the version of the program
//! journal                      what jobs returned, a line each, in the order in which it was used
//! jobs/000012.json             a job; .result.json what it found; -0.cert what proves it
//! jobs/000012.notes            what its process finds of large positions, for all others, while they search
//! proof.cert                   the whole proof, in the end
//! ```
//!
//! No result is believed. Numbers and notes only say where to go on; an answer counts when the checker of certificates
//! has accepted the one that came with it, for exactly that position and that claim. The tree's moves and
//! these certificates together are the whole proof.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use unbeatable_bench::erased::{ErasedGame, Line};

use self::tree::JobTree;
use serde::{Deserialize, Serialize};
use unbeatable_bench::erased::analysis::ErasedAnalysis;
use unbeatable_core::{Margin, Notation, Outcome, Player, Promise, Value};
use unbeatable_proof::Claim;
use unbeatable_proof::claim::ProofKind;
use unbeatable_solve::proof_table::Distance;

use unbeatable_ask::checkpoint::PROGRAM;
use unbeatable_report::report::JobReport;
use unbeatable_report::{Argument, AskError};

mod folder;
mod job;
mod joiner;
mod notes;
mod run;
mod runner;
pub mod tree;

pub(crate) use job::work;
pub(crate) use run::prove;

/// The version of these files. It grows when a run could not go on from older ones.
const SCHEMA: u32 = 1;

/// No job is longer: it has at most `SHOWN_AT_ONCE` positions.
const JOB_BYTES_MAX: u64 = 1 << 20;

/// A job, as its file has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct JobDescription {
    schema: u32,
    program: String,
    game: String,
    /// Does the first player get at least so many points, in each of these positions?
    at_least: f64,
    positions: Vec<String>,
    /// A position is left when it is farther than this from a win and from a loss of the player to move,
    /// but not before so many nodes.
    limits: [u32; 2],
    nodes_min: u64,
    /// All together take at most so many.
    nodes: u64,
    memory: u64,
    /// Whether symmetric positions are remembered as one.
    symmetry: bool,
    /// Positions that take at least so many nodes are noted for others.
    noted_nodes: u64,
}

/// What a job found, as its file has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct JobResult {
    schema: u32,
    program: String,
    /// In the order of the positions.
    positions: Vec<FoundAt>,
    nodes: u64,
    seconds: f64,
    /// Those of the processor; the same where the system does not tell.
    cpu_seconds: f64,
}

/// What a job found of one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct FoundAt {
    position: String,
    /// The answer, if there is one, and the file beside that proves it.
    answer: Option<bool>,
    certificate: Option<String>,
    /// Without an answer: the moves worth trying, with how far the player to move behind each one is from
    /// a win and from a loss.
    moves: Vec<(String, u32, u32)>,
}

/// A job that is to be done.
pub struct Job {
    file: PathBuf,
    order: JobDescription,
}

impl Job {
    /// Reads a job.
    pub fn read(file: &Path) -> Result<Self, AskError> {
        let name = file.display();
        let mut text = String::new();
        let read = File::open(file)
            .and_then(|file| file.take(JOB_BYTES_MAX + 1).read_to_string(&mut text));
        read.map_err(|e| Argument::Job.wrong(format!("job '{name}': {e}")))?;
        if text.len() as u64 > JOB_BYTES_MAX {
            return Err(Argument::Job.wrong(format!(
                    "job '{name}': expected a file that `unbeatable prove` wrote, of at most 1 MiB, found more"
                ),
            ));
        }
        let damaged = |e: &dyn std::fmt::Display| {
            Argument::Job.wrong(format!(
                "job '{name}' is damaged ({e}): expected a file that `unbeatable prove` wrote"
            ))
        };
        let any: serde_json::Value = serde_json::from_str(&text).map_err(|e| damaged(&e))?;
        let program = any["program"].as_str().unwrap_or("an unknown version");
        if program != PROGRAM || any["schema"] != SCHEMA {
            return Err(Argument::Job.wrong(format!(
                    "job '{name}' is of another version of the program: expected {PROGRAM}, found {program}"
                ),
            ));
        }
        let order = serde_json::from_value(any).map_err(|e| damaged(&e))?;
        let file = file.to_path_buf();
        Ok(Job { file, order })
    }

    /// The complete spec of the game that it is about.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.order.game
    }
}

/// Who brings the jobs of a process, one after the other.
pub trait Orders: Sync {
    /// Whether another job is wanted now: what is under way is left then, without a result.
    fn is_waiting(&self) -> bool;

    /// The next job; waits for it. `None` if there are no more.
    fn next(&self) -> Result<Option<Job>, AskError>;

    /// A job was done, and its result is there.
    fn done(&self, report: &JobReport);
}

/// A file beside a job's file: its name without `.json`, and then this.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(".json").unwrap_or(&name);
    file.with_file_name(format!("{stem}{ending}"))
}

/// What the player promises who is right about a statement that holds, or does not.
fn promise(game: &ErasedGame, at_least: Outcome<Margin>, holds: bool) -> Promise<Margin> {
    let asked = at_least.value_for(Player::First);
    match holds {
        true => Promise {
            player: Player::First,
            at_least: asked,
        },
        false => Promise {
            player: Player::Second,
            at_least: game.better(-asked),
        },
    }
}

/// The claim that a statement about the end of `line` holds, or does not.
fn claim(line: &Line, at_least: Outcome<Margin>, holds: bool) -> Claim {
    let Promise { player, at_least } = promise(line.game(), at_least, holds);
    let outcome = Outcome::from_value(at_least, player);
    let points = outcome.value_for(Player::First).points() + 0.0;
    Claim {
        proof: ProofKind::Strategy,
        game: line.game().identity(),
        position: line.game().line_text(line),
        within: None,
        at_least: holds.then_some(points),
        at_most: (!holds).then_some(points),
    }
}

/// Two numbers that somebody else wrote, as a distance.
fn distance(win: u32, lose: u32) -> Distance {
    match (win, lose) {
        (0, _) => Distance::WON,
        (_, 0) => Distance::LOST,
        _ => Distance {
            win: win.min(Distance::INFINITY - 1),
            lose: lose.min(Distance::INFINITY - 1),
        },
    }
}

/// The tree whose leaves are searched by jobs.
type ErasedJobTree<'g> = JobTree<'g, ErasedGame, ErasedAnalysis, ()>;
