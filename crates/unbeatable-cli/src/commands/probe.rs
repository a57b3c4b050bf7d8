//! `probe`: what a database says of a position.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::ProbeReport;
use unbeatable_workbench::{Ask, Registry};

use crate::batch;
use crate::failure::{Exit, Failure};
use crate::method::{LinesArgs, MovesArgs};
use crate::output::Console;
use crate::style::{self, TITLE, paint};
use crate::table::{TextTable, paragraph};
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
Examples:
  unbeatable strong connect:5x4 -o c54
  unbeatable probe c54                         its own position, here the start of the game
  unbeatable probe c54 \"3324\"                  a position, here by the columns that were played
  unbeatable probe c54 --moves \"3 3 2\" --json
  unbeatable probe c54 --batch lines.txt > answers.jsonl

A position that cannot be reached from the database's own is refused: it says nothing of such.";

/// What a database says of a position, and of every move.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ProbeArgs {
    /// The database, a folder that `unbeatable strong` made.
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folder: PathBuf,

    /// The position, quoted; the database's own if left out, which is the start of most.
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    /// Answer every line of this file, or of standard input (-): a position, or the moves from the start.
    /// A JSON object on each line says what came of it, in the order of the lines.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["position", "moves"])]
    batch: Option<PathBuf>,

    #[command(flatten)]
    lines: LinesArgs,
}

impl ProbeArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = unbeatable_workbench::database_game(games, &self.folder)?;
        if let Some(file) = self.batch {
            let (at_a_time, _) = self.lines.for_lines(Limits::default());
            let ready = || Ok(unbeatable_workbench::database_game(games, &self.folder)?);
            return batch::run(&file, at_a_time, console, ready, |game, text, _| {
                let report = game.probe(&self.folder, &batch::setup(game, text)?)?;
                Ok((report, Exit::Answered))
            });
        }
        let root = || unbeatable_workbench::database_root(&self.folder);
        let position = match self.position {
            None => Some(root()?),
            named => named,
        };
        let setup = self.moves.setup(position);
        let report = game.probe(&self.folder, &setup)?;
        console.answer(&report, show)?;
        Ok(Exit::Answered)
    }
}

/// The report as text.
pub(crate) fn show(report: &ProbeReport) -> String {
    let mut text = words::heading(&report.title, &report.game, &report.position);
    let board = style::paint_marks(&words::board(&report.board));
    if report.is_over {
        let over = words::over(Some(&report.outcome));
        return format!("{text}{board}{}\n", paint(TITLE, &over));
    }
    let sentence = paint(TITLE, &words::value(&report.outcome, report.distance));
    text.push_str(&paragraph(
        "",
        &format!("{} to move. {sentence}", report.turn),
    ));
    text.push_str(&board);
    let mut table = TextTable::new("ll", ["move", "leads to"]);
    for m in &report.moves {
        table.row([m.m.clone(), words::result(&m.outcome, m.distance)]);
    }
    text.push_str(&format!("{table}\n"));
    text.fact("database", &report.database);
    text
}
