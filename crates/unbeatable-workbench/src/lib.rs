//! The façade: every game, solver and player behind text and plain data.
//!
//! A client names a game with a spec ([`game()`]), asks it a question ([`question`]) and gets a report
//! ([`report`]), all of which are plain data.

mod analyzing;
pub mod any_game;
mod asked;
mod certifying;
mod checkpoint;
pub mod claims;
pub mod codingame;
mod counting;
mod drawing;
pub mod goban;
pub mod jobs;
mod keeping;
mod matches;
pub mod players;
mod playing;
mod proving;
mod restricting;
#[doc(hidden)]
pub mod seams;
pub mod sgf;
mod showing;
mod sitting;
mod solving;
mod tabulating;
pub mod trees;
pub mod verifying;

pub use unbeatable_report::{question, report, units};

pub use any_game::{AnyPlay, AnyThinker, Ask, AskError, Follow};
pub use keeping::checkpoint_game;
pub use registry::{game, games, solvers};
pub use unbeatable_bench::databases::{database_game, database_root, verify_database};
pub use unbeatable_bench::{Bench, registry};
/// The language of games, for those who bring their own.
pub use unbeatable_core as core;
pub use verifying::verify;
