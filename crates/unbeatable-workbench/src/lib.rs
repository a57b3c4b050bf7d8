//! The façade: every game, solver and player behind text and plain data.
//!
//! A client names a game of a [`Registry`] with a spec, asks it a question ([`question`]) and gets a report
//! ([`report`]), all of which are plain data.

pub mod ask;
pub mod claims;
pub mod jobs;

pub use ask::Ask;
pub use unbeatable_ask::checkpoint::checkpoint_game;
pub use unbeatable_ask::trees;
pub use unbeatable_ask::verification::{brought_rules, verify, verify_own};
pub use unbeatable_bench::Bench;
pub use unbeatable_bench::book::{book_game, is_book, verify_book};
pub use unbeatable_bench::databases::{database_game, database_root, verify_database};
pub use unbeatable_bench::registry::{Entry, Registry, game};
pub use unbeatable_bench::repertoire::{is_repertoire, repertoire_game, verify_repertoire};
/// The language of games, for those who bring their own.
pub use unbeatable_core as core;
pub use unbeatable_database::atomic_file;
/// Games from files.
pub use unbeatable_files as files;
pub use unbeatable_play::game::InPlay;
pub use unbeatable_play::seat::Sitting;
pub use unbeatable_play::{codingame, goban, gtp, htp, players, sgf};
pub use unbeatable_report::{Argument, AskError, Follow, question, report, units};
