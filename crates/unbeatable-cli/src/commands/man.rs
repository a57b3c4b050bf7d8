//! `man`: manual pages.

use clap::{Args, Command};
use clap_mangen::Man;

use crate::failure::{Exit, Failure};
use crate::output::Console;

const AFTER_HELP: &str = "\
Examples:
  unbeatable man | man -l -
  unbeatable man solve > ~/.local/share/man/man1/unbeatable-solve.1";

/// What the pages name as their origin.
const SOURCE: &str = concat!("unbeatable ", env!("CARGO_PKG_VERSION"));

/// Prints the manual page of the program, or of one of its commands.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ManArgs {
    /// The command; the program as a whole if left out.
    command: Option<String>,
}

impl ManArgs {
    /// `program` is the grammar of the whole command line.
    pub(crate) fn run(self, mut program: Command, console: &mut Console) -> Result<Exit, Failure> {
        program.build();
        let page = match &self.command {
            None => Man::new(program).source(SOURCE),
            Some(name) => {
                // `help` is clap's own, and has nothing to say on a page.
                let commands = || program.get_subcommands().filter(|c| c.get_name() != "help");
                let names: Vec<&str> = commands().map(Command::get_name).collect();
                let names = names.join(", ");
                let command = commands().find(|c| c.get_name() == name);
                let command = command.cloned().ok_or_else(|| {
                    Failure::Input(format!("unknown command '{name}', expected one of {names}"))
                })?;
                let title = format!("unbeatable-{name}");
                Man::new(command).title(title).source(SOURCE)
            }
        };
        let mut roff = vec![];
        page.render(&mut roff)?;
        console
            .print(&with_examples(&String::from_utf8_lossy(&roff)))
            .map(Into::into)
    }
}

/// The page with its last section named after what is in it, and its lines left as they are.
fn with_examples(roff: &str) -> String {
    roff.replace(".SH EXTRA\n", ".SH EXAMPLES\n.nf\n")
}
