//! `rules`: what a file with the rules of a game says, and what is wrong with it.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use unbeatable_workbench::files;
use unbeatable_workbench::report::{RulesGameReport, RulesReport};

use crate::failure::{Exit, Failure};
use crate::output::Console;
use crate::style::{TITLE, paint};
use crate::table::paragraph;
use crate::units::thousands;

const AFTER_HELP: &str = "\
Examples:
  unbeatable rules games/tic-tac-toe.kif           is it a game, and how is that known?
  unbeatable rules mine.kif --format > new.kif     laid out well
  unbeatable solve mine.kif                        a game like any other

The language is GDL, the Game Description Language; docs/guide/src/game-file.md walks through a file.

Exit code 1: the file is refused, and what is wrong is printed.";

/// What a file with the rules of a game says, and what is wrong with it.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct RulesArgs {
    /// The file, which ends in .kif.
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// Print the rules, well laid out, with all comments.
    #[arg(long)]
    format: bool,
}

impl RulesArgs {
    pub(crate) fn run(self, console: &mut Console) -> Result<Exit, Failure> {
        let path = self.file.to_string_lossy();
        if self.format {
            let text = files::formatted(&path)?;
            return console.answer(&text, String::clone).map(Into::into);
        }
        let report = files::summary(&path)?;
        console.answer(&report, show)?;
        Ok(match report.game {
            Some(_) => Exit::Answered,
            None => Exit::Refused,
        })
    }
}

/// The report as text.
fn show(report: &RulesReport) -> String {
    let mut texts = vec![];
    match &report.game {
        Some(game) => texts.push(show_game(&report.file, game)),
        None => {
            let count = report.wrong.len();
            texts.extend(
                report
                    .wrong
                    .iter()
                    .map(|complaint| format!("{}\n", complaint.text)),
            );
            let what = if count == 1 {
                "complaint"
            } else {
                "complaints"
            };
            texts.push(format!("{}: refused, {count} {what}\n", report.file));
        }
    }
    for complaint in &report.odd {
        texts.push(format!("odd: {}\n", complaint.text));
    }
    texts.join("\n")
}

fn show_game(file: &str, game: &RulesGameReport) -> String {
    let [first, second] = &game.roles;
    let mut text = format!("{}\n\n", paint(TITLE, file));
    let mut line = |name: &str, words: String| {
        text.push_str(&paragraph(&format!("  {name:<11} "), &words));
    };
    line(
        "roles",
        format!("{first} and {second}; {first} moves first"),
    );
    line(
        "fluents",
        format!("{} can be true or not", thousands(game.fluents as u64)),
    );
    line(
        "moves",
        format!(
            "{} of {first}, {} of {second}",
            thousands(game.actions[0] as u64),
            thousands(game.actions[1] as u64)
        ),
    );
    line(
        "rules",
        format!(
            "{} without variables, {} wires and gates",
            thousands(game.ground_rules as u64),
            thousands(game.weight as u64)
        ),
    );
    line(
        "symmetries",
        match (game.symmetries, game.has_all_symmetries) {
            (1, true) => "none".into(),
            (1, false) => "none found within the limits".into(),
            (n, true) => format!("{n}, that which changes nothing among them"),
            (n, false) => {
                format!("{n}, that which changes nothing among them; there may be more")
            }
        },
    );
    line("alternates", game.alternates.clone());
    line("ends", game.ends.clone());
    let worth = match game.is_scored {
        false => "win, draw and loss".into(),
        true => format!("points; both get {} together", game.sum),
    };
    line("worth", worth);
    text
}
