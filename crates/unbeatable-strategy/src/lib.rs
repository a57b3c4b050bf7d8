//! Smallest perfect-play tables of small games, and why there are no smaller ones.
//!
//! A table is *closed*: whatever the opponent plays, it has the next move, too. To find the smallest is to
//! choose moves so that as few classes of positions as possible are reached, which is a MaxSAT problem
//! (Lomont 2024 asks an SMT solver). The clauses, and what a table is, are in
//! [`unbeatable_proof::table`], where the checker has them from.
//!
//! | module | what it says |
//! | --- | --- |
//! | `improve` | a small table, quickly |
//! | `sat` | a SAT solver that remembers how it came to its conclusions |
//! | `minimize` | the fewest, by cores |
//! | `refute` | why there are no fewer, step by step |
//! | [`smallest`](mod@smallest) | all of it put together |

mod improve;
mod minimize;
mod refute;
mod sat;
pub mod smallest;

pub use smallest::{All, Now, Smallest, TableLimits, all, prove, smallest};
