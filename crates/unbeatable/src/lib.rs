//! Solves two-player games, proves what it found, and plays them perfectly.
//!
//! This is the library of the program `unbeatable`: the façade of the workbench, under the
//! program's own name. A game is named by a spec, asked a question, and answers with a report; all
//! of it is text and plain data.
//!
//! ```
//! use unbeatable::Ask;
//! use unbeatable::question::Solve;
//!
//! let report = unbeatable::game("ttt")?.solve(&Solve::default(), &())?;
//! let outcome = report.outcome.expect("tic-tac-toe is small enough to be solved");
//! assert_eq!(outcome.winner, None); // A draw.
//! # Ok::<(), unbeatable::AskError>(())
//! ```
//!
//! A game of your own implements the traits of [`core`] and is put on a [`Bench`]; `CONTRIBUTING.md`
//! walks through one.

pub use unbeatable_workbench::*;

/// The walk through a new game, compiled and run as it stands.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
