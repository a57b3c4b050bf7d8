//! `games`: the games there are.

use clap::Args;
use unbeatable_workbench::Registry;
use unbeatable_workbench::report::{GamesReport, StrengthReport};

use crate::failure::{Exit, Failure};
use crate::output::Console;
use crate::style::{DIM, TITLE, TYPED, paint};
use crate::table::paragraph;
use crate::words;

const AFTER_HELP: &str = "\
Examples:
  unbeatable games
  unbeatable games --json";

/// Lists the games, with a position and a move of each.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct GamesArgs {}

impl GamesArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        console.answer(&games.games(), show).map(Into::into)
    }
}

/// The report as text.
fn show(report: &GamesReport) -> String {
    let mut texts = vec![];
    for game in &report.games {
        let title = paint(TITLE, &words::capital(&game.title));
        let form = if game.form == game.spec {
            ""
        } else {
            &game.form
        };
        let mut text = format!(
            "{}  {title}  {}",
            paint(TYPED, &game.spec),
            paint(DIM, form)
        );
        text.truncate(text.trim_end().len());
        text.push('\n');
        text.push_str(&paragraph("    ", &game.rules));
        let example = format!("unbeatable analyze {} \"{}\"", game.spec, game.example);
        let example_move = format!("a move: {}", game.example_move);
        text.push_str(&format!(
            "    {}   {}\n",
            paint(TYPED, &example),
            paint(DIM, &example_move)
        ));
        if !game.strengths.is_empty() {
            text.push_str(&paragraph("    ", &opponent(&game.strengths)));
        }
        texts.push(text);
    }
    texts.join("\n")
}

/// From where on the default opponent was unbeatable: 'Unbeatable from the start in ttt; …'.
fn opponent(strengths: &[StrengthReport]) -> String {
    let mut froms: Vec<Option<u32>> = strengths
        .iter()
        .map(|strength| strength.from_move)
        .collect();
    froms.sort_by_key(|from| from.unwrap_or(u32::MAX));
    froms.dedup();
    let part = |from: &Option<u32>| {
        let is_there = |strength: &&StrengthReport| strength.from_move == *from;
        let specs = strengths.iter().filter(is_there);
        let specs: Vec<&str> = specs.map(|strength| strength.spec.as_str()).collect();
        let since = match from {
            Some(1) => "unbeatable from the start".into(),
            Some(from) => format!("unbeatable from about move {from} on"),
            None => "strong only".into(),
        };
        format!("{since}: {}", specs.join(" "))
    };
    let parts: Vec<String> = froms.iter().map(part).collect();
    format!("The opponent is {}.", parts.join("; "))
}
