//! What a run may take, who follows it, and why it ends early.

use std::io;
use std::ops::ControlFlow;

/// What a run may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Threads that work.
    pub threads: usize,
    /// Bytes that layers may take in memory.
    pub bytes_max: usize,
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The layer is expanded: the next one is found.
    Forward,
    /// The layer is settled.
    Backward,
}

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerStanding {
    /// What is being done.
    pub phase: Phase,
    /// To this layer.
    pub layer: u32,
    /// How much of it is done, in classes; where memory is short, in passes over them.
    pub done: u64,
    /// Of how much.
    pub of: u64,
}

/// Follows a run, and may stop it.
pub trait Follower: Sync {
    /// Where it stands; called after every block of some ten thousand classes, by any thread.
    fn at(&self, now: &LayerStanding) -> ControlFlow<()>;

    /// A layer was found: so many classes.
    fn found(&self, _layer: u32, _classes: u64) {}
}

/// Nobody follows.
impl Follower for () {
    fn at(&self, _: &LayerStanding) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Why a run ended early. The layers that were finished are on the shelf.
#[derive(Debug)]
pub enum Halted {
    /// The follower had enough.
    Asked,
    /// There is too little memory for what must be held of a layer: so many bytes are needed.
    Memory(usize),
    /// The shelf failed.
    Shelf(io::Error),
}

impl From<io::Error> for Halted {
    fn from(error: io::Error) -> Self {
        Halted::Shelf(error)
    }
}
