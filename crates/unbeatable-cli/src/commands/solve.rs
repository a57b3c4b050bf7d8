//! `solve`: what a position is worth.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use unbeatable_workbench::question::Solve;
use unbeatable_workbench::report::{CertificateReport, CheckpointReport, SolveReport, Stop};
use unbeatable_workbench::sgf::Variation;
use unbeatable_workbench::{Ask, Registry};

use crate::batch;
use crate::checkpoint_args::CheckpointArgs;
use crate::failure::{Exit, Failure};
use crate::method::{BudgetArgs, MethodArgs, ThreadsArgs};
use crate::output::Console;
use crate::sgf_file::StartArgs;
use crate::units::{many, write_bytes, write_seconds};
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
Examples:
  unbeatable solve ttt
  unbeatable solve ttt \"X../.O./..X\"
  unbeatable solve mnk:4x4x4 --limit 60s --memory 1GiB
  unbeatable solve ttt --solver minimax --json
  unbeatable solve ttt --solver alpha-beta --plain --order natural
  unbeatable solve mnk:4x4x3 --at-least 1      does the first player win?
  unbeatable solve mnk:4x4x3 --within 9        does the first player win that fast?
  unbeatable solve uttt:play-on --within 43    found with fewer choices for X: --restrict centre
  unbeatable solve uttt \"$POSITION\" --memory 4GiB
  unbeatable solve uttt \"$POSITION\" --checkpoint run.checkpoint --every 5m
  unbeatable solve --resume run.checkpoint --checkpoint run.checkpoint
  unbeatable solve nim:3,5,7                   by a formula, without search
  unbeatable solve games/chomp-4x3.kif         a game whose rules are in a file
  unbeatable solve ttt --certificate ttt.cert  a proof for `unbeatable verify`
  unbeatable solve --sgf game.sgf --move 2 --save-sgf solved.sgf
  unbeatable solve connect:5x5 --batch lines.txt > answers.jsonl

Exit code 3: a budget ran out first; what is proven by then is printed all the same, and kept in the \
checkpoint if there is one. So it is after Ctrl-C and SIGTERM (exit code 130).";

/// The value under perfect play, best moves, a line, and what it cost.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct SolveArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them. A file that ends in .kif has the rules
    /// of one. A record (--sgf) tells it by itself.
    #[arg(required_unless_present_any = ["resume", "sgf"])]
    game: Option<String>,

    #[command(flatten)]
    start: StartArgs,

    /// Answer every line of this file, or of standard input (-): a position, or the moves from the start.
    /// A JSON object on each line says what came of it, in the order of the lines; budgets are for each.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["position", "moves", "sgf", "save_sgf", "certificate", "checkpoint", "resume"])]
    batch: Option<PathBuf>,

    /// Ask only whether the first player gets at least this: 1 a win, 0 a draw, or points.
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    at_least: Option<String>,

    /// Ask only whether the first player wins within this many plies of the position.
    #[arg(
        long,
        value_name = "PLIES",
        allow_negative_numbers = true,
        conflicts_with = "at_least"
    )]
    within: Option<String>,

    /// Let the first player try only what this restriction allows, or `none`; `unbeatable solvers`
    /// lists them. A win found so is a win; if none is found, that is no answer.
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    restrict: Option<String>,

    /// Count the positions of the proof, by df-pn.
    #[arg(long)]
    proof_size: bool,

    /// Write a certificate of the answer to this file, for `unbeatable verify`.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    certificate: Option<PathBuf>,

    #[command(flatten)]
    budget: BudgetArgs,

    #[command(flatten)]
    threads: ThreadsArgs,

    #[command(flatten)]
    keep: CheckpointArgs,

    #[command(flatten)]
    method: MethodArgs,
}

impl SolveArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let spec = self.start.spec(self.keep.game(self.game)?, console)?;
        let question = Solve {
            method: self.method.method(),
            at_least: self.at_least,
            within: self.within,
            restrict: self.restrict,
            proof_size: self.proof_size,
            certificate: self.certificate,
            ..Solve::default()
        };
        if let Some(file) = self.batch {
            let (at_a_time, limits) = self.threads.for_lines(self.budget.limits());
            let question = Solve { limits, ..question };
            let ready = || Ok(self.start.game(games, &spec)?);
            return batch::run(&file, at_a_time, console, ready, |game, text, follow| {
                let setup = batch::setup(game, text)?;
                let report = game.solve(
                    &Solve {
                        setup,
                        ..question.clone()
                    },
                    follow,
                )?;
                let exit = Exit::of(is_answered(&report), report.effort.stopped);
                Ok((report, exit))
            });
        }
        let start = self.start.start(games, &spec, console)?;
        let question = self.keep.keep(Solve {
            setup: start.setup,
            limits: self.threads.limits(self.budget.limits()),
            ..question
        });
        let report = console.follow(|watch| start.game.solve(&question, watch))?;
        let (solver, used) = (&report.asked.solver, report.effort.threads);
        self.threads.note(solver, used, console);
        let answered = console.answer(&report, show);
        // A reader who has seen enough (`| head`) still wants the file.
        if let Some(save) = start.save {
            save.write(&question.setup, &comment(&report), &variations(&report))?;
        }
        answered?;
        let exit = Exit::of(is_answered(&report), report.effort.stopped);
        let Some(missing) = report.certificate.filter(|found| found.stopped.is_some()) else {
            return Ok(exit);
        };
        // The answer is there, but what was asked for beside it is not.
        match (missing.stopped, missing.reason) {
            (Some(Stop::Unconfirmed), _) => Ok(Exit::Refused),
            (_, Some(reason)) => {
                let file = missing.file;
                Err(format!("certificate {file}: {reason}").into())
            }
            (stopped, None) => Ok(Exit::of(false, stopped)),
        }
    }
}

/// Whether the question that was asked has its answer.
fn is_answered(report: &SolveReport) -> bool {
    match (&report.at_least, &report.within) {
        (Some(asked), _) => asked.answer.is_some(),
        (_, Some(asked)) => asked.answer.is_some(),
        (None, None) => report.outcome.is_some(),
    }
}

/// The report as text.
pub(crate) fn show(report: &SolveReport) -> String {
    let asked = &report.asked;
    let mut text = words::heading(&asked.title, &asked.game, &asked.position);
    if !report.asked.is_over {
        text.push_str(&format!("{} to move\n", report.asked.turn));
    }
    text.push_str(&words::board(&report.board));
    text.title(sentence(report));
    if !report.best.is_empty() {
        let mut moves = words::moves(&report.best);
        moves.push_str(if report.best_complete {
            ""
        } else {
            " (there may be others)"
        });
        text.fact(best_name(report), moves);
    }
    if !report.line.is_empty() {
        text.fact("line", words::moves(&report.line));
    }
    // A search that was stopped says nothing about its restriction.
    if let Some(restriction) = &report.restriction
        && (is_answered(report) || report.effort.stopped.is_none())
    {
        let found = match is_answered(report) {
            true => format!("{restriction} was enough to prove it"),
            false => format!("{restriction} was not enough, which proves nothing"),
        };
        text.fact("restriction", found);
    }
    match report.proof_positions {
        None => {}
        Some(None) => text.fact("proof", "too many positions to count"),
        Some(Some(positions)) => {
            let positions = many(positions, "position", "positions");
            text.fact("proof", format!("{positions} that were searched"));
        }
    }
    text.push_str(&words::effort(
        &report.effort,
        &report.asked.solver,
        &report.asked.options,
    ));
    if let Some(certificate) = &report.certificate {
        text.fact("certificate", certified(certificate));
    }
    text.push_str(&kept(report));
    text
}

/// What became of the certificate.
fn certified(report: &CertificateReport) -> String {
    let (file, seconds) = (&report.file, write_seconds(report.seconds));
    match (report.bytes, report.answers) {
        (Some(bytes), Some(answers)) => {
            let (bytes, entries) = (write_bytes(bytes), many(answers, "entry", "entries"));
            format!("{file}, {bytes}, {entries}, in {seconds}; unbeatable verify {file} checks it")
        }
        _ if report.stopped == Some(Stop::Unconfirmed) => format!(
            "none: what the search believed could not be played out, so do not trust its answer; {file} \
             is not written"
        ),
        _ if report.reason.is_some() => format!("none; {file} is not written"),
        _ => {
            let stopped = words::stopped(report.stopped);
            format!("none ({stopped}, after {seconds}); {file} is not written")
        }
    }
}

/// What the search went on from, and what goes on from it.
fn kept(report: &SolveReport) -> String {
    let mut text = String::new();
    if let Some(resumed) = &report.resumed {
        let nodes = many(resumed.nodes, "node", "nodes");
        let seconds = write_seconds(resumed.seconds);
        let earlier = format!(
            "from {}; {nodes} and {seconds} are earlier runs'",
            resumed.file
        );
        text.fact("resumed", earlier);
    }
    if let Some(CheckpointReport { file, bytes, .. }) = &report.checkpoint
        && report.effort.stopped.is_some()
    {
        let kept = match bytes {
            Some(bytes) => format!("{file}, {}; --resume {file} goes on", write_bytes(*bytes)),
            None => format!("{file} could not be written in the end; what it had before stays"),
        };
        text.fact("checkpoint", kept);
    }
    text
}

/// What a saved game says about the position: the answer, how to ask again, and what it cost.
fn comment(report: &SolveReport) -> String {
    words::comment(&sentence(report), &report.asked, &report.effort)
}

/// The line of best play.
fn variations(report: &SolveReport) -> Vec<Variation> {
    vec![Variation {
        moves: report.line.clone(),
        comment: String::new(),
    }]
}

/// What the best moves of a report are called.
fn best_name(report: &SolveReport) -> &'static str {
    match (report.best_complete, report.best.len()) {
        (true, 1) => "only best",
        (true, _) => "all best",
        (false, 1) => "a best move",
        (false, _) => "best moves",
    }
}

/// The answer in a sentence.
pub(crate) fn sentence(report: &SolveReport) -> String {
    if report.asked.is_over {
        return words::over(report.outcome.as_ref());
    }
    if let Some(asked) = &report.at_least {
        let goal = words::goal(asked.points, report.asked.is_scored);
        return yes_or_no(report, &goal, asked.answer, asked.settled_by.as_ref());
    }
    if let Some(asked) = &report.within {
        let goal = format!("a win within {}", many(asked.plies, "ply", "plies"));
        return yes_or_no(report, &goal, asked.answer, asked.settled_by.as_ref());
    }
    match &report.outcome {
        Some(outcome) => words::value_in(outcome, report.distance, report.distance_bounds),
        None => {
            let known = words::open(report.bounds, &report.asked.players, report.asked.is_scored);
            let known = known.unwrap_or_else(|| "nothing is proven yet".to_string());
            format!("{} ({}).", words::capital(&known), stopped(report))
        }
    }
}

/// The answer to a yes/no question about what the first player can force, and the move that settles it.
fn yes_or_no(
    report: &SolveReport,
    goal: &str,
    answer: Option<bool>,
    settled_by: Option<&String>,
) -> String {
    let [first, second] = &report.asked.players;
    match (answer, settled_by) {
        (Some(true), Some(m)) => format!("Yes: {first} can force {goal} (with {m})."),
        (Some(true), None) => format!("Yes: {first} can force {goal}."),
        (Some(false), Some(m)) => format!("No: {first} cannot force {goal} ({second} plays {m})."),
        (Some(false), None) => format!("No: {first} cannot force {goal}."),
        (None, _) => {
            let stopped = stopped(report);
            format!("Open whether {first} can force {goal} ({stopped}).")
        }
    }
}

/// Why the search ended without an answer.
fn stopped(report: &SolveReport) -> String {
    if let (Some(restriction), None) = (&report.restriction, report.effort.stopped) {
        return format!("the restriction {restriction} is not enough");
    }
    words::stopped(report.effort.stopped)
}
