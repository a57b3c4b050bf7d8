//! `gtp`: a Go engine for other programs.

use clap::Args;
use unbeatable_workbench::Follow;
use unbeatable_workbench::gtp::{self, AfterResponse, GtpEngine};

use crate::failure::{Exit, Failure};
use crate::input::{Input, InputLines};
use crate::method::BudgetArgs;
use crate::output::Console;

const AFTER_HELP: &str = "\
Examples:
  unbeatable gtp                               5x5, until the client says otherwise
  unbeatable gtp go:4x3+ssk+komi=0.5           a board that is no square, and its rules
  unbeatable gtp go:4x4 --limit 10s --memory 2GiB
  gogui-twogtp -black \"unbeatable gtp\" -white \"gnugo --mode gtp\" -size 3 -games 10

Speaks the Go Text Protocol, version 2, on standard input and output; list_commands lists what it \
answers. Where the value is found in time, genmove plays a move that is proven to be best, for the \
true history of the game; else the best that is proven so far, else a guess.

--limit, --nodes and --memory are for one answer. Without --limit, that is 5 seconds, or what the \
client's clock allows, which counts in any case.

A colour that moves out of turn gets the turn handed over; that is no pass. Two passes in a row end \
the game: genmove then passes too, and a stone takes the game up again, as if there had been no \
passes. final_score counts area, every stone alive.";

/// A Go engine for clients such as GoGui, Sabaki and gogui-twogtp.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct GtpArgs {
    /// Go, with its rules and its first board. Most clients say which board they want; the default is
    /// the largest square one.
    #[arg(default_value = "go:5x5")]
    game: String,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl GtpArgs {
    pub(crate) fn run(self, console: &mut Console) -> Result<Exit, Failure> {
        let limits = self.budget.limits();
        let mut engine = GtpEngine::new(&self.game, limits, env!("UNBEATABLE_VERSION"))?;
        converse(console, |line, watch| {
            let answer = gtp::answer(&mut engine, line, watch);
            (answer, engine.next())
        })
    }
}

/// Answers one line after the other, until the client ends it.
pub(crate) fn converse(
    console: &mut Console,
    mut answer: impl FnMut(&[u8], &dyn Follow) -> (Option<String>, AfterResponse),
) -> Result<Exit, Failure> {
    let lines = InputLines::new();
    loop {
        let line = match lines.next()? {
            Input::Line(line) => line,
            Input::End => return Ok(Exit::Answered),
            Input::Interrupted => return Ok(Exit::Interrupted),
        };
        let watch = console.watch();
        let (text, next) = answer(&line, &watch);
        drop(watch);
        if let Some(text) = text {
            console.print(&text)?;
        }
        match next {
            AfterResponse::Command => {}
            AfterResponse::Quit => return Ok(Exit::Answered),
            AfterResponse::Interrupted => return Ok(Exit::Interrupted),
        }
    }
}
