//! `htp`: a Hex engine for other programs.

use clap::Args;
use unbeatable_workbench::Registry;
use unbeatable_workbench::htp::{self, HtpEngine};

use super::gtp::converse;
use crate::failure::{Exit, Failure};
use crate::method::BudgetArgs;
use crate::output::Console;

const AFTER_HELP: &str = "\
Examples:
  unbeatable htp                               7x7, until the client says otherwise
  unbeatable htp hex:6x6+swap --limit 10s      with the swap rule, which the client keeps
  printf 'boardsize 5\\ngenmove b\\nshowboard\\n' | unbeatable htp

Speaks the Hex Text Protocol, which is the Go Text Protocol with cells of Hex, on standard input and \
output; list_commands lists what it answers. a1 is the upper left, letters are columns; Black moves first \
and connects top and bottom. genmove plays a move that is proven to win where one is found in time, else \
the best guess.

--limit and --memory are for one answer, --nodes for one of unbeatable-value and unbeatable-values. Without --limit, that is 5 seconds, or what the \
client's clock allows, which counts in any case. Players take turns: a colour that is not to move is \
refused.";

/// A Hex engine for clients such as HexGui.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct HtpArgs {
    /// Hex, with its first board. Most clients say which board they want.
    #[arg(default_value = "hex:7x7")]
    game: String,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl HtpArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let limits = self.budget.limits();
        let version = env!("UNBEATABLE_VERSION");
        let mut engine = HtpEngine::new(games, &self.game, limits, version)?;
        converse(console, |line, watch| {
            let answer = htp::answer(&mut engine, line, watch);
            (answer, engine.next())
        })
    }
}
