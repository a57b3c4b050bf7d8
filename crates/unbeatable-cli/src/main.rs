//! The program `unbeatable`, with the games of this project.

use std::process::ExitCode;

use unbeatable_workbench::Registry;

fn main() -> ExitCode {
    unbeatable_cli::program(Registry::standard())
}
