//! The commands, one file each: what they read, ask and show.

pub(crate) mod analyze;
pub(crate) mod book;
pub(crate) mod codingame;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod games;
pub(crate) mod gtp;
pub(crate) mod htp;
pub(crate) mod job;
pub(crate) mod man;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod play_match;
pub(crate) mod probe;
pub(crate) mod prove;
pub(crate) mod reproduce;
pub(crate) mod rules;
#[cfg(feature = "lab")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod solvers;
pub(crate) mod strategy;
pub(crate) mod strong;
pub(crate) mod verify;

use clap::CommandFactory;
use unbeatable_workbench::Registry;

use crate::cli::{Cli, Command};
use crate::failure::{Exit, Failure};
use crate::help;
use crate::output::Console;
use crate::tour;

/// Does what the command line asks for, with these games.
pub(crate) fn run(cli: Cli, games: &Registry) -> Result<Exit, Failure> {
    let mut console = Console::new(&cli.output);
    let console = &mut console;
    match cli.command {
        None => tour::run(games, console),
        Some(Command::Solve(args)) => args.run(games, console),
        Some(Command::Analyze(args)) => args.run(games, console),
        Some(Command::Count(args)) => args.run(games, console),
        Some(Command::Perft(args)) => args.run(games, console),
        Some(Command::Draw(args)) => args.run(games, console),
        Some(Command::Strategy(args)) => args.run(games, console),
        Some(Command::Strong(args)) => args.run(games, console),
        Some(Command::Book(args)) => args.run(games, console),
        Some(Command::Prove(args)) => args.run(games, console),
        Some(Command::Job(args)) => args.run(games, console),
        Some(Command::Probe(args)) => args.run(games, console),
        Some(Command::Verify(args)) => args.run(games, console),
        Some(Command::Match(args)) => args.run(games, console),
        Some(Command::Play(args)) => args.run(games, console),
        #[cfg(feature = "lab")]
        Some(Command::Serve(args)) => args.run(games, console),
        Some(Command::Gtp(args)) => args.run(console),
        Some(Command::Htp(args)) => args.run(games, console),
        Some(Command::Codingame(args)) => args.run(games, console),
        Some(Command::Rules(args)) => args.run(console),
        Some(Command::Games(args)) => args.run(games, console),
        Some(Command::Solvers(args)) => args.run(games, console),
        Some(Command::Reproduce(args)) => args.run(console),
        Some(Command::Completions(args)) => args.run(games, Cli::command(), console),
        Some(Command::Man(args)) => {
            args.run(help::wrapped(Cli::command(), help::WIDTH_MAX), console)
        }
    }
}
