//! The program: reads the command line, asks the workbench, writes the answer.

mod cli;
mod commands;
mod failure;
mod gtp;
mod help;
mod input;
mod keep;
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

use crate::output::Console;

fn main() -> ExitCode {
    let ended = match cli::parse() {
        Ok(cli) => {
            // Who reads progress as JSON reads nothing else there.
            let reads_json = cli.output.progress == progress::Progress::Json;
            progress::catch_interrupts(cli.output.quiet || reads_json);
            commands::run(cli)
        }
        Err(error) if error.use_stderr() => Err(cli::usage(&error)),
        // `--help` and `--version` are answers.
        Err(error) => Console::for_help()
            .print(&error.render().ansi().to_string())
            .map(Into::into),
    };
    match ended {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(),
    }
}
