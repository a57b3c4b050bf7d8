//! The command line of unbeatable as a function: a program of games is one call.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use unbeatable_workbench::Registry;
//!
//! fn main() -> ExitCode {
//!     unbeatable_cli::program(Registry::standard())
//! }
//! ```

// What only these need is left where it is.
#![cfg_attr(not(all(feature = "lab", feature = "screen")), allow(dead_code))]

mod batch;
mod checkpoint_args;
mod cli;
mod commands;
mod failure;
mod help;
mod input;
mod method;
mod names;
mod output;
mod play;
mod progress;
mod sgf_file;
mod spinner;
mod style;
mod table;
mod tour;
mod units;
mod whole_file;
mod words;

use std::process::ExitCode;

use unbeatable_workbench::Registry;
use unbeatable_workbench::report::ErrorReport;

use crate::failure::Failure;
use crate::output::Console;

/// Reads the command line, asks these games, writes the answer: all that a program does.
#[must_use]
pub fn program(games: Registry) -> ExitCode {
    let ended = match cli::parse() {
        Ok(cli) => {
            // Who reads progress as JSON reads nothing else there.
            let reads_json = cli.output.progress == progress::ProgressMode::Json;
            progress::catch_interrupts(cli.output.quiet || reads_json);
            let games = games.opening(unbeatable_workbench::files::OPENER);
            commands::run(cli, &games)
        }
        Err(error) if error.use_stderr() => Err(cli::usage(&error)),
        // `--help` and `--version` are answers.
        Err(error) => Console::for_help()
            .print(&error.render().ansi().to_string())
            .map(Into::into),
    };
    match ended {
        Ok(exit) => exit.into(),
        Err(failure) => {
            // Who reads JSON is told in JSON, too. If that cannot be written, a line and the exit code can.
            let wants_json = output::wants_error(std::env::args_os().skip(1));
            if let (true, Failure::Input(text)) = (wants_json, &failure) {
                let _ = Console::for_help().print_json(&ErrorReport::new(text.clone()));
            }
            failure.report()
        }
    }
}
