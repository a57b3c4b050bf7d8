//! Strong solutions: the value of every position, layer by layer.
//!
//! Forward, a layer is expanded, and what is behind its moves is sorted and made distinct: that is the
//! next layer. Backward, a layer is settled from the next one. Two layers are in memory at a time, or parts
//! of them; the others are on a [`Shelf`], which may be a disk. A layer that is finished is a checkpoint:
//! whoever begins again goes on behind it.
//!
//! What is done to a position knows nothing of layers, shelves and threads, so that others can drive it, too:
//! see [`Kernel`]; [`Lists`], [`Runs`] and [`SettledPart`] are what a driver needs
//! besides. Symmetric positions are one. The result does not
//! depend on the number of threads, nor on how much memory there is.
//!
//! Successors are found in sorted layers without hashing: moves of one [group](unbeatable_core::Layered::move_group) mostly keep
//! the order of numbers, so that each group gives a sorted list to be merged, and on the way back a finger
//! that moves through the next layer.

use unbeatable_core::Settled;

mod backward;
mod follower;
mod forecast;
mod forward;
mod kernel;
mod merge;
mod shelf;

pub use backward::SettledPart;
pub use follower::{Follower, Halted, LayerStanding, Phase, Room};
pub use forecast::{Estimate, Forecast, forecast};
pub use forward::{Lists, Runs};
pub use kernel::{Kernel, TOGETHER, settle};
pub use shelf::{Layer, MemoryShelf, Shelf, Sink, Source};

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
pub fn solve(
    kernel: &Kernel,
    room: Room,
    shelf: &dyn Shelf,
    follower: &dyn Follower,
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
pub fn find(
    kernel: &Kernel,
    room: Room,
    shelf: &dyn Shelf,
    follower: &dyn Follower,
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
