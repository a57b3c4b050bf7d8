//! Strong solutions: the value of every position, layer by layer.
//!
//! Forward, a layer is expanded, and what is behind its moves is sorted and made distinct: that is the
//! next layer. Backward, a layer is settled from the next one. Two layers are in memory at a time, or parts
//! of them; the others are on a [`Shelf`], which may be a disk. A layer that is finished is a checkpoint:
//! whoever begins again goes on behind it.
//!
//! What is done to one position is the [`Kernel`]'s: three functions that know nothing of layers, shelves
//! and threads, so that others can drive them, too; [`Lists`], [`Runs`] and [`Part`] are what a driver needs
//! besides. Symmetric positions are one. The result does not
//! depend on the number of threads, nor on how much memory there is.
//!
//! Successors are found in sorted layers without hashing: moves of one [slot](Layered::slot) mostly keep
//! the order of numbers, so that each slot gives a sorted list to be merged, and on the way back a finger
//! that moves through the next layer.

use std::io;
use std::ops::ControlFlow;

use unbeatable_core::{Layered, Settled};

mod backward;
mod forecast;
mod forward;
mod kernel;
mod merge;
mod shelf;

pub use backward::Part;
pub use forecast::{Estimate, Forecast, forecast};
pub use forward::{Lists, Runs};
pub use kernel::Kernel;
pub use shelf::{Layer, Memory, Shelf, Sink, Source};

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
pub struct Standing {
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
    fn at(&self, now: &Standing) -> ControlFlow<()>;

    /// A layer was found: so many classes.
    fn found(&self, _layer: u32, _classes: u64) {}
}

/// Nobody follows.
impl Follower for () {
    fn at(&self, _: &Standing) -> ControlFlow<()> {
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

/// What a run found: how many classes each layer has, from the root's on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers {
    /// The layer of the root.
    pub first: u32,
    /// Classes by layer.
    pub classes: Vec<u64>,
    /// What the root is worth.
    pub root: Settled,
}

/// Finds all positions that can be reached from the kernel's root, and settles them. What is on the shelf
/// already is taken from there.
pub fn solve<G: Layered>(
    kernel: &Kernel<G>,
    room: Room,
    shelf: &impl Shelf,
    follower: &impl Follower,
) -> Result<Layers, Halted> {
    let classes = find(kernel, room, shelf, follower)?;
    let first = kernel.first_layer();
    let mut behind = 0;
    for (i, &here) in classes.iter().enumerate().rev() {
        let layer = first + i as u32;
        if !shelf.has_values(layer)? {
            backward::settle(kernel, layer, [here, behind], room, shelf, follower)?;
        }
        behind = here;
    }
    let mut root = vec![];
    shelf.take_values(first)?.next(&mut root)?;
    Ok(Layers {
        first,
        root: root.first().copied().unwrap_or(Settled::UNKNOWN),
        classes,
    })
}

/// Finds all positions that can be reached from the kernel's root, without settling them: classes by layer.
pub fn find<G: Layered>(
    kernel: &Kernel<G>,
    room: Room,
    shelf: &impl Shelf,
    follower: &impl Follower,
) -> Result<Vec<u64>, Halted> {
    let first = kernel.first_layer();
    if shelf.keys(first)?.is_none() {
        let mut sink = shelf.put_keys(first)?;
        sink.push(&[kernel.root()])?;
        sink.finish()?;
    }
    let mut classes = vec![];
    let mut layer = first;
    loop {
        let here = shelf.keys(layer)?.expect("a layer that was just written");
        classes.push(here);
        follower.found(layer, here);
        let next = match shelf.keys(layer + 1)? {
            Some(next) => next,
            None => forward::expand(kernel, layer, here, room, shelf, follower)?,
        };
        if next == 0 {
            return Ok(classes);
        }
        layer += 1;
    }
}
