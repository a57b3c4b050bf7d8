//! `book`: every position up to some ply, or those that a player meets.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args, ValueHint};
use unbeatable_workbench::question::{Limits, MakeBook};
use unbeatable_workbench::report::BookReport;
use unbeatable_workbench::{Ask, Registry};

use crate::failure::{Exit, Failure};
use crate::output::Console;
use crate::units::{self, many, thousands, write_bytes, write_seconds};
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
Examples:
  unbeatable book connect:5x5 -o c55.book --plies 4
  unbeatable verify c55.book
  unbeatable analyze connect:5x5 --book c55.book
  unbeatable book connect:6x6 -o c66.moves --plies 6 --repertoire
  unbeatable match connect:6x6 --first best --second mcts:1s --book c66.moves

What is found is written to FILE.part at once. A run that was stopped goes on when the same command is given \
again, with any number of threads.

The positions of the last ply are searched; those before them are what their successors make them. Of a \
repertoire, all are searched that no book has. `unbeatable verify FILE` checks both.";

/// Writes a book: who wins, and how soon, in every position up to some ply.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct BookArgs {
    /// The game, such as connect:6x5, mnk:4x4x4 or ttt.
    game: String,

    /// The file.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,

    /// Positions after up to so many plies; of a repertoire, moves before so many.
    #[arg(long, value_name = "N")]
    plies: u32,

    /// Write a repertoire: a best move for each position that a player can meet in its first plies who plays
    /// these moves. It goes deeper for less; players look into it.
    #[arg(long)]
    repertoire: bool,

    /// Stop after this time, and keep what is found: 500ms, 60s, 1.5h, 2d.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    #[arg(help_heading = "Budget")]
    limit: Option<Duration>,

    /// Keep the whole process under this size: 512MiB, 4GiB [default: 1GiB]. More is faster.
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes)]
    #[arg(help_heading = "Budget")]
    memory: Option<u64>,

    /// Threads that search, 1 to 1024 [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = units::parse_threads)]
    #[arg(help_heading = "Budget")]
    threads: Option<usize>,
}

impl BookArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = games.game(&self.game)?;
        let cores = || available_parallelism().map_or(1, usize::from);
        let question = MakeBook {
            plies: self.plies,
            is_repertoire: self.repertoire,
            file: self.output,
            limits: Limits {
                time: self.limit,
                nodes: None,
                memory: self.memory,
                threads: Some(self.threads.unwrap_or_else(cores)),
            },
        };
        let report = console.follow(|watch| game.book(&question, watch))?;
        console.answer(&report, show)?;
        Ok(Exit::of(report.stopped.is_none(), report.stopped))
    }
}

/// The report as text.
fn show(report: &BookReport) -> String {
    let mut text = words::game_heading(&report.title, &report.game);
    let sentence = match &report.outcome {
        Some(outcome) => words::value(outcome, report.distance),
        None if report.classes.is_empty() => {
            let stopped = words::stopped(report.stopped);
            match report.is_repertoire {
                true => format!("No position has a move yet ({stopped})."),
                false => format!("Its positions are not listed yet ({stopped})."),
            }
        }
        None => {
            let (done, all) = (thousands(report.done), thousands(report.searched));
            let stopped = words::stopped(report.stopped);
            format!("{done} of {all} positions are searched ({stopped}).")
        }
    };
    text.push('\n');
    text.title(sentence);
    if report.classes.is_empty() {
        return text;
    }
    let positions = many(report.classes.iter().sum::<u64>(), "position", "positions");
    let plies = many(report.plies, "ply", "plies");
    let (name, what) = match report.is_repertoire {
        true => ("repertoire", format!("with a move in the first {plies}")),
        false => ("book", format!("after up to {plies}")),
    };
    text.fact(
        "positions",
        format!("{positions} {what}, symmetric ones counted once"),
    );
    match report.bytes {
        Some(bytes) => text.fact(name, format!("{}, {}", report.file, write_bytes(bytes))),
        None => text.fact(
            "kept",
            format!("{}.part; the same command goes on", report.file),
        ),
    }
    if report.resumed > 0 {
        let resumed = many(report.resumed, "position", "positions");
        text.fact("resumed", format!("{resumed} were found by earlier runs"));
    }
    let effort = format!(
        "{} in {} on {}",
        many(report.nodes, "node", "nodes"),
        write_seconds(report.seconds),
        many(report.threads as u64, "thread", "threads")
    );
    text.fact("effort", effort);
    text
}
