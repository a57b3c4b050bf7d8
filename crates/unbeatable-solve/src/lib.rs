//! The solvers: one file for each algorithm, generic over games.
//!
//! | module | algorithm |
//! | --- | --- |
//! | [`mod@minimax`] | every move sequence, nothing remembered |
//! | [`alpha_beta`] | windows, and optionally a table, symmetry, analyses, null windows, deepening |
//! | [`pn`] | yes/no goals by proof numbers, best first, on a tree in memory |
//! | [`df_pn`] | the same depth first, with a table; for games without repetition |
//! | [`superko`] | yes/no goals by proof numbers; proofs that say what they depend on in the history |
//! | [`mod@backward`] | every reachable position, once, with values and distances |
//! | [`layered`] | every reachable position layer by layer, on disk if need be, on all cores |
//! | [`mod@formula`] | what an analysis knows without search |
//! | [`solver`] | how every one of them is asked, one question after the other |
//! | [`search`] | what those have in common that remember |
//! | [`count`] | how many sequences, positions, classes |
//! | [`solved`] | what a solver returns |
//! | [`table`] | a bounded table that compares whole positions |
//! | [`cells`] | the memory of tables that threads share |
//! | [`proof_table`] | a bounded table of proof numbers, shared without locks |
//! | [`visits`] | what a search visits, written down |
//! | [`meter`] | nodes counted, budgets kept, watchers told |
//!
//! Solvers name no game. With one thread they are deterministic: the same question visits the same
//! number of positions on every machine. They stop at their budget with the bounds proven so far.

pub mod alpha_beta;
pub mod backward;
pub mod cells;
pub mod count;
pub mod df_pn;
mod distance;
pub mod formula;
pub mod layered;
pub mod meter;
pub mod minimax;
pub mod pn;
mod posts;
pub mod proof_table;
mod questions;
mod rank_bounds;
pub mod search;
pub mod solved;
pub mod solver;
pub mod superko;
pub mod table;
pub mod visits;

pub use alpha_beta::{AlphaBeta, Fail, Window};
pub use backward::{Solution, SolvedPosition, backward};
pub use formula::formula;
pub use minimax::minimax;
pub use search::Search;
pub use solved::{Evidence, PliesLeft, Solved};
pub use solver::Solver;
pub use visits::{Ending, Visit, Visits};
