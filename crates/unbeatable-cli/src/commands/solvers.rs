//! `solvers`: the solvers, the move orders and the restrictions there are.

use clap::Args;
use unbeatable_workbench::Registry;
use unbeatable_workbench::report::SolversReport;

use crate::failure::{Exit, Failure};
use crate::output::Console;
use crate::style::{DIM, TITLE, TYPED, paint};
use crate::table::{TextTable, paragraph};

const AFTER_HELP: &str = "\
Examples:
  unbeatable solvers
  unbeatable solvers --json";

/// Lists the solvers, the move orders and the restrictions.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct SolversArgs {}

impl SolversArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        console.answer(&games.solvers(), show).map(Into::into)
    }
}

/// The report as text.
fn show(report: &SolversReport) -> String {
    let mut text = format!("{}\n", paint(TITLE, "Solvers, for --solver"));
    for solver in &report.solvers {
        text.push_str(&format!("\n  {}\n", paint(TYPED, &solver.name)));
        text.push_str(&paragraph("    ", &solver.summary));
        if !solver.options.is_empty() {
            let options: Vec<String> = solver.options.iter().map(|o| format!("--{o}")).collect();
            text.push_str(&paragraph(
                "    ",
                &format!("Options: {}", options.join(", ")),
            ));
        }
        text.push_str(&paint(DIM, paragraph("    ", &solver.source).trim_end()));
        text.push('\n');
    }
    text.push_str(&format!(
        "\n{}\n\n",
        paint(TITLE, "Move orders, for --order")
    ));
    let mut table = TextTable::new("ll", ["", ""]);
    for order in &report.orders {
        let name = (order.name.as_str(), TYPED);
        table.styled_row([name, (order.summary.as_str(), crate::style::PLAIN)]);
    }
    text.push_str(&table.to_string());
    let title = "Restrictions of the first player's choices, for --restrict";
    text.push_str(&format!("\n{}\n\n", paint(TITLE, title)));
    let mut table = TextTable::new("ll", ["", ""]);
    for restriction in &report.restrictions {
        let name = (restriction.name.as_str(), TYPED);
        table.styled_row([name, (restriction.summary.as_str(), crate::style::PLAIN)]);
    }
    text.push_str(&table.to_string());
    text
}
