//! `completions`: what a shell needs to complete commands and options.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::failure::{Exit, Failure};
use crate::output::Console;

const AFTER_HELP: &str = "\
Examples:
  unbeatable completions bash > ~/.local/share/bash-completion/completions/unbeatable
  unbeatable completions zsh > ~/.zfunc/_unbeatable
  unbeatable completions fish > ~/.config/fish/completions/unbeatable.fish";

/// Prints a shell's completion script.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(self, console: &mut Console) -> Result<Exit, Failure> {
        let mut script = vec![];
        clap_complete::generate(self.shell, &mut Cli::command(), "unbeatable", &mut script);
        console
            .print(&String::from_utf8_lossy(&script))
            .map(Into::into)
    }
}
