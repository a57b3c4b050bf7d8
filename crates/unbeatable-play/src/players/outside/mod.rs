//! Players outside of this program, asked through their standard input and output: `gtp:COMMAND` and
//! `codingame:COMMAND`. What they do wrong loses them the game, not the match.

mod codingame;
mod engines;
mod gtp;
pub mod process;

use std::sync::Arc;
use std::time::Duration;
use unbeatable_bench::erased::{ErasedGame, Position};
use unbeatable_core::Game;

use unbeatable_core::Notation;

use super::contestant::Contestant;
use crate::sgf::go_rules;

use codingame::CodingamePlayer;
pub use codingame::parse as bots_answer;
use engines::Engines;
use gtp::GtpPlayer;
use process::Program;
pub use process::{kill_all, last_words};

/// How an engine wants to be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    /// The Go Text Protocol.
    Gtp,
    /// That of CodinGame's referee of ultimate tic-tac-toe.
    Codingame,
}

impl Protocol {
    /// The protocol of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "gtp" => Some(Protocol::Gtp),
            "codingame" => Some(Protocol::Codingame),
            _ => None,
        }
    }

    /// Sees that the protocol is for that game, and that the command can be read.
    pub(super) fn check(self, game: &ErasedGame, command: &str) -> Result<(), String> {
        let spec = game.spec();
        let (expected, title) = match self {
            Protocol::Gtp => ("go", "Go"),
            Protocol::Codingame => ("uttt", "ultimate tic-tac-toe"),
        };
        if spec.split([':', '+']).next() != Some(expected) {
            return Err(format!(
                "such engines play {title} ({expected}), not {spec}"
            ));
        }
        Program::parse(command).map(|_| ())
    }

    /// The player whom that command starts, for games from `root` on. It is started here, for its first
    /// game, so that a program that cannot be is found before anybody plays.
    pub(super) fn player<'g>(
        self,
        game: &'g ErasedGame,
        root: &Position,
        command: &str,
        move_time: Duration,
    ) -> Result<Contestant<'g>, String> {
        if self == Protocol::Codingame && *root != game.start() {
            return Err(
                "CodinGame's referee begins with the empty board; expected no position and no moves"
                    .into(),
            );
        }
        let engines = Arc::new(Engines::new(Program::parse(command)?)?);
        Ok(Contestant::Sitter(match self {
            Protocol::Gtp => {
                let go = go_rules(&game.spec(), "expected go");
                Arc::new(GtpPlayer {
                    go: go.map_err(|e| e.to_string())?,
                    engines,
                    move_time,
                })
            }
            Protocol::Codingame => Arc::new(CodingamePlayer { engines, move_time }),
        }))
    }
}

/// The words of a command; for tests.
pub fn command_words(command: &str) -> Result<Vec<String>, String> {
    Program::parse(command).map(Program::words)
}
