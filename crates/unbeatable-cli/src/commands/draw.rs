//! `draw`: pictures.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use unbeatable_workbench::question::{Draw, DrawOf, Format};
use unbeatable_workbench::report::{ByOutcome, DrawReport};
use unbeatable_workbench::{Ask, Registry};

use crate::failure::{Exit, Failure};
use crate::method::{BudgetArgs, MovesArgs};
use crate::names::one_of;
use crate::output::Console;
use crate::sgf_file::SgfArgs;
use crate::style::{TITLE, paint};
use crate::table::{TextTable, paragraph};
use crate::units::{self, many, thousands, write_bytes, write_seconds};
use crate::whole_file::WholeFile;
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
What can be drawn, from the position on:
  classes    positions by depth, of symmetric ones one
  positions  positions by depth
  graph      classes with the moves between them
  tree       all move sequences, as a tree
  board      the position alone: who wins with each move; in Hex also what matters

A filled board is won by the first player, a hatched one by the second, with perfect play; a thick \
frame is a finished game.

Examples:
  unbeatable draw ttt -o ttt.png                             the 765 classes of tic-tac-toe
  unbeatable draw ttt \"XOX/.O./.X.\" --of tree -o tree.svg    how a game may end
  unbeatable draw nim:1,2,3 --of graph --format dot          for Graphviz
  unbeatable draw mnk:4x3x3 --depth 3 > boards.svg
  unbeatable draw hex:5x5 --of board -o map.svg              the openings of 5x5 that win";

/// Pictures: all positions by depth, game trees, graphs; SVG, PNG or DOT.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct DrawArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them. A record (--sgf) tells it by itself.
    #[arg(required_unless_present = "sgf")]
    game: Option<String>,

    /// The position to begin with, quoted; the start if left out.
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    sgf: SgfArgs,

    /// What to draw.
    #[arg(long, value_name = "WHAT", default_value = "classes", value_parser = one_of(&ALL, DrawOf::name))]
    of: DrawOf,

    /// Boards at this depth are the last, 0 to 1000 [default: all].
    #[arg(long, value_name = "N", value_parser = units::parse_depth)]
    depth: Option<u32>,

    /// Do not show who wins: nothing is solved, which large games would take too long for.
    #[arg(long)]
    no_values: bool,

    /// Refuse pictures of more boards, up to 100000.
    #[arg(long, value_name = "N", default_value = "5000", value_parser = units::parse_boards)]
    boards: usize,

    /// Write the picture to this file; the end of its name (.svg, .png, .dot) says how.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// How to write the picture [default: svg, or as the file's name ends].
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&FORMATS, Format::name))]
    format: Option<Format>,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// What can be drawn, in the order of the help text.
const ALL: [DrawOf; 5] = [
    DrawOf::Classes,
    DrawOf::Positions,
    DrawOf::Graph,
    DrawOf::Tree,
    DrawOf::Board,
];

const FORMATS: [Format; 3] = [Format::Svg, Format::Png, Format::Dot];

/// The format of that name.
fn format_named(name: &str) -> Option<Format> {
    FORMATS.into_iter().find(|format| format.name() == name)
}

/// How to write a picture: as asked for, or as the file's name says, or as SVG.
fn format(asked: Option<Format>, file: Option<&Path>) -> Result<Format, Failure> {
    let Some(file) = file.filter(|_| asked.is_none()) else {
        return Ok(asked.unwrap_or(Format::Svg));
    };
    let end = file.extension().unwrap_or_default().to_string_lossy();
    format_named(&end.to_ascii_lowercase()).ok_or_else(|| {
        let name = file.display();
        Failure::Input(format!(
            "file '{name}': expected a name that ends in .svg, .png or .dot, or --format"
        ))
    })
}

impl DrawArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = games.game(&self.sgf.spec(self.game, console)?)?;
        let format = format(self.format, self.output.as_deref())?;
        if console.json && self.output.is_none() {
            return Err(
                "--json: expected -o FILE for the picture, because the report goes to \
                        standard output"
                    .into(),
            );
        }
        if format == Format::Png && self.output.is_none() && std::io::stdout().is_terminal() {
            return Err("png: expected -o FILE, because a terminal shows no pictures".into());
        }
        let file = self.output.map(WholeFile::ready).transpose()?;
        let setup = self.moves.setup(self.position);
        let question = Draw {
            setup: self.sgf.setup(setup, &game, console)?,
            of: self.of,
            depth: self.depth,
            has_values: !self.no_values,
            boards_max: self.boards,
            format,
            limits: self.budget.limits(),
        };
        let mut report = console.follow(|watch| game.draw(&question, watch))?;
        let picture = report.picture.take();
        match (&picture, &file) {
            (Some(picture), Some(file)) => {
                file.replace(picture)?;
                report.file = Some(file.name());
                console.answer(&report, |report| show(report, game.title()))?;
            }
            (Some(picture), None) => console.print_bytes(picture)?,
            (None, None) => console.note(&no_picture(&report)),
            (None, Some(_)) => console.answer(&report, |report| show(report, game.title()))?,
        }
        Ok(Exit::of(picture.is_some(), report.stopped))
    }
}

/// Why there is no picture, and what may help.
fn no_picture(report: &DrawReport) -> String {
    let stopped = words::stopped(report.stopped);
    format!("no picture ({stopped}); --no-values draws without solving the game")
}

/// The report as text.
fn show(report: &DrawReport, title: &str) -> String {
    let mut text = words::heading(title, &report.game, &report.position);
    let sentence = match (&report.file, report.boards) {
        (Some(file), Some(boards)) => {
            let boards = many(boards as u64, "board", "boards");
            format!("{} in {file}", paint(TITLE, &boards))
        }
        _ => words::capital(&format!("{}.", no_picture(report))),
    };
    text.push_str(&format!("\n{}", paragraph("", &sentence)));
    if let Some(ByOutcome(by_outcome)) = &report.by_outcome {
        let mut table = TextTable::new("lr", ["value", "boards"]);
        for (name, count) in by_outcome {
            table.row([words::label(name), thousands(*count)]);
        }
        text.push_str(&format!("\n{table}"));
    }
    if let Some(by_depth) = &report.by_depth {
        let mut table = TextTable::new("rr", ["depth", "boards"]);
        for (depth, &count) in by_depth.iter().enumerate() {
            table.row([depth.to_string(), thousands(count as u64)]);
        }
        text.push_str(&format!("\n{table}"));
    }
    text.push('\n');
    if let Some(finished) = report.finished {
        text.fact("finished", thousands(finished as u64));
    }
    if let Some(edges) = report.edges {
        text.fact("edges", thousands(edges as u64));
    }
    if let Some(bytes) = report.bytes {
        text.fact("size", write_bytes(bytes));
    }
    text.fact("time", write_seconds(report.seconds));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_asked_for_or_seen_in_names() {
        let seen = |asked, file: &str| format(asked, Some(Path::new(file))).ok();
        assert_eq!(seen(None, "a.b/x.PNG"), Some(Format::Png));
        assert_eq!(seen(Some(Format::Dot), "x.png"), Some(Format::Dot));
        assert_eq!(seen(None, "x"), None);
        assert_eq!(format(None, None).ok(), Some(Format::Svg));
    }
}
