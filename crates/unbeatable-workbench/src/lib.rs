//! The façade: every game, solver and player behind text and plain data.
//!
//! Inside, everything is generic over the game; types end here. A client names a game with a spec
//! ([`game()`]), asks it a question ([`question`]) and gets a report ([`report`]), all of which are
//! plain data. Clocks and stop flags live here too: solvers below know neither.

mod analyzing;
pub mod any_game;
pub mod bench;
mod certifying;
mod checkpoint;
pub mod claims;
mod clock;
pub mod codingame;
mod consulting;
mod counting;
mod drawing;
pub mod goban;
pub mod jobs;
mod keeping;
mod matches;
mod method;
mod place;
pub mod players;
mod playing;
mod proving;
pub mod question;
pub mod registry;
pub mod report;
mod restricting;
mod run_folder;
#[doc(hidden)]
pub mod seams;
mod session;
pub mod sgf;
mod showing;
mod sitting;
mod solving;
mod strong;
mod tabulating;
pub mod trees;
pub mod units;
pub mod verifying;
mod within;

pub use any_game::{AnyGame, AnyPlay, AnyThinker, AskError, Follow};
pub use bench::Bench;
pub use keeping::checkpoint_game;
pub use registry::{game, games, solvers};
pub use strong::{database_game, database_root, verify_database};
/// The language of games, for those who bring their own.
pub use unbeatable_core as core;
pub use verifying::verify;
