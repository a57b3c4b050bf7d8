//! A move in limited time: what is proven counts, what is not is guessed. Generic over games.
//!
//! | module | algorithm |
//! | --- | --- |
//! | [`thinker`] | alpha-beta, deeper and deeper, with scores at the leaves |
//! | [`mcts`] | games played out at random, and a tree of what came of them |
//! | [`thought`] | what either of them returns |
//!
//! Neither names a game. Both are deterministic unless a watcher ends them.

pub mod mcts;
pub mod thinker;
pub mod thought;

pub use mcts::Mcts;
pub use thinker::{Patience, Thinker};
pub use thought::Thought;
