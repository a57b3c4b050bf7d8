//! Solves two-player games, proves what it found, and plays them perfectly.
//!
//! This is the library of the program `unbeatable`: the façade of the workbench, under the
//! program's own name. A game is named by a spec, asked a question, and answers with a report; all
//! of it is text and plain data.
//!
//! ```
//! use unbeatable::question::Solve;
//!
//! let report = unbeatable::game("ttt")?.solve(&Solve::default(), &())?;
//! let outcome = report.outcome.expect("tic-tac-toe is small enough to be solved");
//! assert_eq!(outcome.winner, None); // A draw.
//! # Ok::<(), unbeatable::AskError>(())
//! ```
//!
//! To add a game or a solver, work with the crates below: `unbeatable-core` (the language of
//! games), `unbeatable-games` (rules), `unbeatable-solve` (searches).

pub use unbeatable_workbench::*;
