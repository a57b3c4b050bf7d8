//! Solves two-player games, proves what it found, and plays them perfectly.
//!
//! ```
//! use unbeatable::question::Solve;
//! use unbeatable::{Ask, Registry};
//!
//! let games = Registry::standard();
//! let report = games.game("nim:3,4,5")?.solve(&Solve::default(), &())?;
//! match report.outcome {
//!     Some(outcome) => assert_eq!(outcome.winner.as_deref(), Some("First")),
//!     None => println!("not solved: {:?}", report.effort.stopped),
//! }
//! assert_eq!(report.best, ["3-2"]); // The only move that wins takes 2 from the heap of 3.
//! # Ok::<(), unbeatable::AskError>(())
//! ```
//!
//! A game of a [`Registry`] is named by a spec, asked a [`question`] through [`Ask`], and answers with a
//! [`report`]. All of it is text and plain data; reports are written as JSON and read back with serde. A
//! question that cannot be asked is an [`AskError`], which says which [`Argument`] is wrong. A limit that is
//! reached is no error: the report has what is proven so far, and says why it
//! [stopped](report::EffortReport::stopped).
//!
//! A game of your own implements the traits of [`core`] and is added to a registry by an [`Entry`];
//! `CONTRIBUTING.md` walks through one. With the feature `program` it gets the command line as well:
//! `unbeatable::program(Registry::standard().with(ENTRY))` is a whole program.
//!
//! What may grow: reports and errors get new fields, and enums that are `non_exhaustive` new variants.
//! Questions get new fields, whose defaults ask what was asked before. So read reports by the names of their
//! fields, take them apart with `..`, and end questions with `..Default::default()`. In JSON a field keeps
//! its name and its meaning as long as [`SCHEMA`](report::SCHEMA) does.
//!
//! | feature | what it brings |
//! | --- | --- |
//! | `program` | the command line, as a function, and its texts |
//! | `lab` | its command `serve`: the lab in a browser |
//! | `screen` | its command `play` on the whole screen |
//! | `png` | pictures as pixels |
//! | `fleet` | strong solutions by several workers, on one machine or many |

#[cfg(feature = "program")]
pub use unbeatable_cli::{Call, program, program_called, texts};
pub use unbeatable_workbench::*;

/// The walk through a new game, compiled and run as it stands.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
