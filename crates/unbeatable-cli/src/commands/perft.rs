//! `perft`: move sequences by length.

use clap::Args;
use unbeatable_workbench::question::Perft;
use unbeatable_workbench::report::PerftReport;
use unbeatable_workbench::{Ask, Registry};

use crate::failure::{Exit, Failure};
use crate::method::{BudgetArgs, MovesArgs};
use crate::output::Console;
use crate::sgf_file::SgfArgs;
use crate::table::TextTable;
use crate::units::{many, thousands, with_speed, write_seconds};
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
Examples:
  unbeatable perft ttt 9
  unbeatable perft ttt 3 \"X../.O./...\"
  unbeatable perft mnk:4x4x4 6 --json

A check of move generators: two programs with the same rules have the same numbers.";

/// Walks all move sequences up to a depth and counts them by length.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct PerftArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them.
    game: String,

    /// The longest sequences to walk, 0 to 1000.
    #[arg(value_parser = crate::units::parse_depth)]
    depth: u32,

    /// The position to begin with, quoted; the start if left out.
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    sgf: SgfArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl PerftArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = games.game(&self.game)?;
        let setup = self.moves.setup(self.position);
        let setup = self.sgf.setup(setup, &game, console)?;
        let (depth, limits) = (self.depth, self.budget.limits());
        let question = Perft {
            setup,
            depth,
            limits,
        };
        let report = console.follow(|watch| game.perft(&question, watch))?;
        console.answer(&report, |report| show(report, game.title()))?;
        Ok(Exit::of(report.stopped.is_none(), report.stopped))
    }
}

/// The report as text.
pub(crate) fn show(report: &PerftReport, title: &str) -> String {
    let mut text = words::heading(title, &report.game, &report.position);
    text.push('\n');
    if let Some(stopped) = report.stopped {
        let (depth, stopped) = (report.depth, words::stopped(stopped));
        let sentence = format!("Not walked to depth {depth} ({stopped}).");
        text.title(sentence);
    }
    if !report.sequences.is_empty() {
        let name = match report.stopped {
            None => "depth",
            Some(_) => "finished depth",
        };
        let mut table = TextTable::new("rrr", [name, "sequences", "that end the game"]);
        for (depth, (&sequences, &ends)) in report.sequences.iter().zip(&report.ends).enumerate() {
            table.row([depth.to_string(), thousands(sequences), thousands(ends)]);
        }
        text.push_str(&format!("{table}\n"));
    }
    let cost = format!(
        "{} in {}",
        many(report.nodes, "node", "nodes"),
        write_seconds(report.seconds)
    );
    text.fact(
        "effort",
        with_speed(cost, report.nodes, report.seconds, "nodes"),
    );
    text
}
