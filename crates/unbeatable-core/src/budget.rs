//! How much a search may spend, what it has spent, and how to follow and stop it.

use std::ops::ControlFlow;

use crate::value::{Bounds, Outcome, Value};

/// What a search may spend. Nothing is unbounded without having been asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// At most this many positions are visited.
    pub nodes_max: u64,
    /// Tables take at most this many bytes.
    pub table_bytes_max: usize,
    /// At most this many threads search, at least one. With one, what a search does is the same in
    /// every run; with more, its answers are.
    pub threads: usize,
}

impl Budget {
    /// As many nodes as it takes, tables of up to 1 GiB, one thread.
    pub const DEFAULT: Self = Budget {
        nodes_max: u64::MAX,
        table_bytes_max: 1 << 30,
        threads: 1,
    };
}

impl Default for Budget {
    fn default() -> Self {
        Budget::DEFAULT
    }
}

/// What a search has spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Positions visited, finished ones included.
    pub nodes: u64,
    /// Finished positions among them.
    pub ends: u64,
    /// The depth of the deepest unfinished one; the root has depth 0.
    pub depth_max: u32,
}

/// Both together.
impl std::ops::Add for Effort {
    type Output = Effort;

    fn add(self, other: Effort) -> Effort {
        Effort {
            nodes: self.nodes + other.nodes,
            ends: self.ends + other.ends,
            depth_max: self.depth_max.max(other.depth_max),
        }
    }
}

/// Why a search stopped before it had its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// It had visited as many positions as it was allowed to.
    Nodes,
    /// What it has to remember would not fit into its memory.
    Memory,
    /// Its [`Watch`] asked it to.
    Asked,
    /// A count grew too large for its numbers.
    Overflow,
    /// It went deeper than it can go.
    Depth,
}

/// Where a running search stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress<V> {
    /// What was spent so far.
    pub effort: Effort,
    /// What is proven of the root's value so far, for the player to move there.
    pub bounds: Bounds<V>,
    /// Bytes held by tables.
    pub table_bytes: usize,
    /// The yes/no question that is being searched, where a solver asks such: does the game end at
    /// least as well for the first player as this?
    pub asking: Option<Outcome<V>>,
}

/// Follows a running search, and may stop it.
pub trait Watch<V: Value>: Sync {
    /// Called every so many thousand nodes. To break is to ask the search to stop: it returns soon,
    /// with the bounds that it has proven.
    fn progress(&self, now: &Progress<V>) -> ControlFlow<()>;
}

/// Nobody watches; the search runs to its end or its budget's.
impl<V: Value> Watch<V> for () {
    fn progress(&self, _: &Progress<V>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
