//! `prove`: a yes/no question, answered by many jobs.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use unbeatable_workbench::question::{Limits, Prove};
use unbeatable_workbench::report::ProveReport;
use unbeatable_workbench::{Ask, Registry};

use crate::call;
use crate::failure::{Exit, Failure};
use crate::method::MovesArgs;
use crate::output::Console;
use crate::units::{self, many, thousands, write_bytes, write_seconds};
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
Examples:
  unbeatable prove mnk:4x4x3 --at-least 1 -o m443
  unbeatable verify m443/proof.cert            the whole proof, checked
  unbeatable prove uttt \"$POSITION\" --at-least 0 -o run --workers 2
  unbeatable prove uttt \"$POSITION\" --at-least 0 -o run --workers 64 --through 'srun -n1 --exclusive'
  unbeatable prove uttt \"$POSITION\" --at-least 0 -o run --workers 4 --through 'ssh host'

A job is a command, `unbeatable job FILE`; what --through names is put in front of it. It must run the \
command, wait for its end, and see the same folder under the same name.

No job is believed: what it proves comes with a certificate, which is checked. One that is lost, or lies, \
is told and asked again. A run that was stopped or killed goes on if the same command is given again.";

/// Answers a yes/no question by many jobs, here or through a scheduler, and proves it.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ProveArgs {
    /// The game, such as uttt; `unbeatable games` lists them.
    game: String,

    /// The position, quoted; the start if left out.
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    /// Does the first player get at least this? 1 a win, 0 a draw, or points.
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    at_least: String,

    /// The folder of the run: a new one, or one in which the same run was begun.
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: PathBuf,

    /// How many jobs run at a time, 1 to 1024 [default: one for each core].
    #[arg(long, value_name = "N", value_parser = units::parse_threads)]
    workers: Option<usize>,

    /// Put this command in front of each job's, to run it elsewhere [default: nothing, and it runs here].
    #[arg(long, value_name = "COMMAND")]
    through: Option<String>,

    /// How many nodes a job takes at most: 500k, 16M [default: 16M, some ten seconds].
    #[arg(long, value_name = "COUNT", value_parser = units::parse_nodes)]
    job_nodes: Option<u64>,

    /// Take a job that does not come back for so long for lost, and ask again.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, default_value = "10m")]
    wait: Duration,

    /// Keep each job under this size: 512MiB, 8GiB [default: 2GiB].
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes, help_heading = "Budget")]
    memory: Option<u64>,

    /// Stop after this time; the same command goes on from there.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, help_heading = "Budget")]
    limit: Option<Duration>,
}

impl ProveArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = games.game(&self.game)?;
        let words = ["--quiet", "--progress", "none", "job", "--more"];
        let program = call::again()?.into_iter().chain(words.map(String::from));
        let question = Prove {
            setup: self.moves.setup(self.position),
            at_least: self.at_least,
            folder: self.output,
            program: program.collect(),
            through: self.through,
            workers: self.workers,
            job_nodes: self.job_nodes,
            patience: Some(self.wait),
            limits: Limits {
                time: self.limit,
                memory: self.memory,
                ..Limits::default()
            },
        };
        let report = console.follow(|watch| game.prove(&question, watch))?;
        console.answer(&report, show)?;
        Ok(Exit::of(report.answer.is_some(), report.stopped))
    }
}

/// The report as text.
fn show(report: &ProveReport) -> String {
    let mut text = words::heading(&report.title, &report.game, &report.position);
    text.push_str(&format!("{} to move\n\n", report.turn));
    let goal = words::goal(report.at_least, report.is_scored);
    let [first, _] = &report.players;
    let sentence = match report.answer {
        Some(true) => format!("Yes: {first} can force {goal}."),
        Some(false) => format!("No: {first} cannot force {goal}."),
        None => {
            let stopped = words::stopped(report.stopped);
            format!("Whether {first} can force {goal} is not proven yet ({stopped}).")
        }
    };
    text.title(sentence);
    let jobs = report.jobs;
    let mut told = vec![format!("{} asked", thousands(jobs.asked))];
    for (count, what) in [
        (jobs.resumed, "of earlier runs"),
        (jobs.lost, "lost"),
        (jobs.refused, "refused"),
    ] {
        if count > 0 {
            told.push(format!("{} {what}", thousands(count)));
        }
    }
    text.fact("jobs", told.join(", "));
    let nodes = many(report.nodes, "node", "nodes");
    let seconds = write_seconds(report.cpu_seconds);
    let effort = format!(
        "{nodes}, {seconds} of processors, {} at a time",
        many(report.workers as u64, "job", "jobs")
    );
    text.fact("effort", effort);
    text.fact("time", write_seconds(report.seconds));
    match &report.certificate {
        Some(found) if found.bytes.is_some() => {
            let (file, bytes) = (&found.file, write_bytes(found.bytes.unwrap_or_default()));
            let proof = format!("{file}, {bytes}; unbeatable verify {file} checks it");
            text.fact("certificate", proof);
        }
        Some(found) => {
            let stopped = words::stopped(found.stopped);
            text.fact("certificate", format!("none ({stopped})"));
        }
        None if report.answer.is_some() => {
            text.fact("certificate", "none: the rules alone say so");
        }
        None => {
            let next = "the same command goes on from here";
            text.fact("next", next);
        }
    }
    text
}
