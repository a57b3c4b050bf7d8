//! Players in limited time beside solvers: what they call proven must be true.
//!
//! All of it is one program: each would compile the solvers for its games once more.

#[path = "../../../unbeatable-solve/tests/all/lines.rs"]
mod lines;
mod mcts;
mod thinker;
mod truth;
