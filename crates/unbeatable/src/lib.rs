//! Solves two-player games, proves what it found, and plays them perfectly.
//!
//! A game of a [`Registry`] is named by a spec, asked a [`question`], and answers with a [`report`]; all of it
//! is text and plain data.
//!
//! ```
//! use unbeatable::question::Solve;
//! use unbeatable::{Ask, Registry};
//!
//! let games = Registry::standard();
//! let report = games.game("ttt")?.solve(&Solve::default(), &())?;
//! let outcome = report.outcome.expect("tic-tac-toe is small enough to be solved");
//! assert_eq!(outcome.winner, None); // A draw.
//! # Ok::<(), unbeatable::AskError>(())
//! ```
//!
//! A game of your own implements the traits of [`core`] and is added to a registry by an [`Entry`];
//! `CONTRIBUTING.md` walks through one. With the feature `program` it gets the command line as well:
//! `unbeatable::program(Registry::standard().with(ENTRY))` is a whole program.
//!
//! | feature | what it brings |
//! | --- | --- |
//! | `program` | the command line, as a function |
//! | `lab` | its command `serve`: the lab in a browser |
//! | `screen` | its command `play` on the whole screen |
//! | `png` | pictures as pixels |
//! | `fleet` | strong solutions by several workers, on one machine or many |

#[cfg(feature = "program")]
pub use unbeatable_cli::program;
pub use unbeatable_workbench::*;

/// The walk through a new game, compiled and run as it stands.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
