//! `completions`: what a shell needs to complete commands and options.

use clap::{Args, Command, ValueHint};
use clap_complete::Shell;
use unbeatable_workbench::Registry;
use unbeatable_workbench::report::SolversReport;

use crate::failure::{Exit, Failure};
use crate::names::KnownNames;
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
    /// `program` is the grammar of the whole command line.
    pub(crate) fn run(
        self,
        games: &Registry,
        program: Command,
        console: &mut Console,
    ) -> Result<Exit, Failure> {
        let mut script = vec![];
        let mut command = without_files(with_names(program, &games.solvers()));
        clap_complete::generate(self.shell, &mut command, "unbeatable", &mut script);
        console
            .print(&String::from_utf8_lossy(&script))
            .map(Into::into)
    }
}

/// The command, with the names of what there is where one is expected.
fn with_names(command: Command, known: &SolversReport) -> Command {
    command
        .mut_args(|argument| match argument.get_id().as_str() {
            "solver" => argument.value_parser(KnownNames::solvers(known)),
            "order" => argument.value_parser(KnownNames::orders(known)),
            "restrict" => argument.value_parser(KnownNames::restrictions(known)),
            _ => argument,
        })
        .mut_subcommands(|command| with_names(command, known))
}

/// The command with no argument that completes to the names of files, unless it says that it is one.
fn without_files(command: Command) -> Command {
    command
        .mut_args(|argument| {
            let is_file = argument.get_value_hint() == ValueHint::FilePath;
            match argument.get_action().takes_values() && !is_file {
                true => argument.value_hint(ValueHint::Other),
                false => argument,
            }
        })
        .mut_subcommands(without_files)
}
