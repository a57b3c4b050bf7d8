//! `count`: how many there are.

use clap::Args;
use unbeatable_workbench::question::{Count, CountOf, Limits};
use unbeatable_workbench::report::{ByOutcome, CountReport};
use unbeatable_workbench::{Ask, Registry};

use crate::failure::{Exit, Failure};
use crate::method::{BudgetArgs, MovesArgs};
use crate::names::one_of;
use crate::output::Console;
use crate::sgf_file::SgfArgs;
use crate::style::{TITLE, paint};
use crate::table::{TextTable, paragraph};
use crate::units::{self, many, percent, thousands, write_seconds};
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
What can be counted, from the position on:
  games      finished move sequences
  tree       all move sequences, the empty one and finished ones included
  positions  distinct positions, finished ones included
  classes    the same, symmetric positions counted once

Examples:
  unbeatable count ttt --of games              255,168 games, by outcome
  unbeatable count ttt --of tree               549,946 move sequences
  unbeatable count ttt --of classes            765 positions, symmetric ones counted once
  unbeatable count mnk:4x3x3 --of positions --json";

/// Exact counts of games, positions, and move sequences.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct CountArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them. A record (--sgf) tells it by itself.
    #[arg(required_unless_present = "sgf")]
    game: Option<String>,

    /// The position to count from, quoted; the start if left out.
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    sgf: SgfArgs,

    /// What to count.
    #[arg(long, value_name = "WHAT", value_parser = one_of(&ALL, CountOf::name))]
    of: CountOf,

    #[command(flatten)]
    budget: BudgetArgs,

    /// Threads that count, 1 to 1024: games where repetition is forbidden [default: 1], and positions in layers
    /// [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = units::parse_threads, help_heading = "Budget")]
    threads: Option<usize>,
}

/// What can be counted, in the order of the help text.
const ALL: [CountOf; 4] = [
    CountOf::Games,
    CountOf::Tree,
    CountOf::Positions,
    CountOf::Classes,
];

impl CountArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = games.game(&self.sgf.spec(self.game, console)?)?;
        let limits = Limits {
            threads: self.threads,
            ..self.budget.limits()
        };
        let setup = self.moves.setup(self.position);
        let setup = self.sgf.setup(setup, &game, console)?;
        let question = Count {
            setup,
            of: self.of,
            limits,
        };
        let report = console.follow(|watch| game.count(&question, watch))?;
        console.answer(&report, |report| show(report, game.title()))?;
        Ok(Exit::of(report.count.is_some(), report.stopped))
    }
}

/// The report as text.
pub(crate) fn show(report: &CountReport, title: &str) -> String {
    let mut text = words::heading(title, &report.game, &report.position);
    let one = report.count == Some(1);
    let noun = match (report.of.as_str(), one) {
        ("tree", true) => "move sequence, the empty one and finished ones included",
        ("tree", false) => "move sequences, the empty one and finished ones included",
        ("positions", true) => "position that can be reached",
        ("positions", false) => "positions that can be reached",
        ("classes", true) => "position that can be reached, symmetric ones counted once",
        ("classes", false) => "positions that can be reached, symmetric ones counted once",
        ("games", true) => "finished game",
        ("games", false) => "finished games",
        (other, _) => other,
    };
    match report.count {
        Some(count) => {
            let count = paint(TITLE, &thousands(count));
            text.push_str(&format!("\n{}", paragraph("", &format!("{count} {noun}"))));
        }
        None => {
            let stopped = words::stopped(report.stopped);
            let sentence = format!("Not counted to the end ({stopped}).");
            text.push_str(&format!("\n{}", paragraph("", &paint(TITLE, &sentence))));
        }
    }
    if let Some(by_outcome) = &report.by_outcome {
        text.push_str(&outcomes(by_outcome));
    }
    if let Some(by_depth) = report.by_depth.as_ref().filter(|depths| !depths.is_empty()) {
        text.push_str(&depths(by_depth, &report.of, report.count.is_some()));
    }
    text.push('\n');
    if let Some(examined) = report.examined {
        let calls = format!(
            "a recursive search would make {}, repeats included",
            many(examined, "call", "calls")
        );
        text.fact("examined", calls);
    }
    if let Some(hash) = report.largest_hash {
        text.fact("largest", format!("position number {}", thousands(hash)));
    }
    text.fact("time", write_seconds(report.seconds));
    text
}

/// Finished ones by outcome, with their shares.
fn outcomes(ByOutcome(by_outcome): &ByOutcome) -> String {
    let total: u128 = by_outcome.iter().map(|(_, count)| count).sum();
    let mut table = TextTable::new("lrr", ["finished", "count", "share"]);
    for (name, count) in by_outcome {
        let share = words::share(*count as f64, total as f64);
        table.row([words::label(name), thousands(*count), percent(share)]);
    }
    format!("\n{table}")
}

/// How many there are at each depth, or at those that were finished.
fn depths(by_depth: &[u128], of: &str, is_complete: bool) -> String {
    let name = if is_complete {
        "depth"
    } else {
        "finished depth"
    };
    let mut table = TextTable::new("rr", [name, of]);
    // Games take a while to end: the depths before the first one have nothing to say, except that
    // they were finished.
    for (depth, &count) in by_depth
        .iter()
        .enumerate()
        .skip_while(|(_, count)| is_complete && **count == 0)
    {
        table.row([depth.to_string(), thousands(count)]);
    }
    format!("\n{table}")
}
