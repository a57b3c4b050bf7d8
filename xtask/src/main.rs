//! The project's own commands: `cargo xtask` lists them.

mod deps;
mod signature;
mod steps;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test        everything that must hold before a change lands (what CI runs)
  slow        the tests that are too slow for every change
  deps        the arrows between the crates are those of ARCHITECTURE.md
  signature   nodes of a fixed set of questions: the behaviour of the solvers";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => steps::test(),
        ["slow"] => steps::slow(),
        ["deps"] => deps::check(),
        ["signature"] => signature::print(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}
