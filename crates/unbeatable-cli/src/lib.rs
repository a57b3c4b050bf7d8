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
mod call;
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
pub mod texts;
mod tour;
mod units;
mod whole_file;
mod words;

use std::process::ExitCode;

use unbeatable_workbench::Registry;
use unbeatable_workbench::core::BrokenRules;
use unbeatable_workbench::report::ErrorReport;

use crate::failure::Failure;
use crate::output::Console;

pub use crate::call::Call;

/// Reads the command line, asks these games, writes the answer: all that a program does.
#[must_use]
pub fn program(games: Registry) -> ExitCode {
    run(games).into()
}

/// Does what a call asks for, once in a process, and returns the exit code: the program inside another one.
#[must_use]
pub fn program_called(games: Registry, call: Call) -> u8 {
    call::note(call);
    run(games)
}

/// Does what the command line asks for, and returns the exit code.
fn run(games: Registry) -> u8 {
    let ended = match cli::parse() {
        Ok(cli) => {
            // Who reads progress as JSON reads nothing else there.
            let reads_json = cli.output.progress == progress::ProgressMode::Json;
            progress::catch_interrupts(cli.output.quiet || reads_json);
            let games = games.opening(unbeatable_workbench::files::OPENER);
            // Most questions make an error of it themselves.
            BrokenRules::caught(|| commands::run(cli, &games))
                .unwrap_or_else(|broken| Err(Failure::Input(broken.to_string())))
        }
        Err(error) if error.use_stderr() => Err(cli::usage(&error)),
        // `--help` and `--version` are answers.
        Err(error) => Console::for_help()
            .print(&error.render().ansi().to_string())
            .map(Into::into),
    };
    match ended {
        Ok(exit) => exit.code(),
        Err(failure) => {
            // Who reads JSON is told in JSON, too. If that cannot be written, a line and the exit code can.
            let wants_json = output::wants_error(call::arguments());
            if let (true, Failure::Input(text)) = (wants_json, &failure) {
                let _ = Console::for_help().print_json(&ErrorReport::new(text.clone()));
            }
            failure.report()
        }
    }
}
