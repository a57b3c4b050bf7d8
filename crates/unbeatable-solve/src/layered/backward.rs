//! From a layer that is settled to the one before it.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use unbeatable_core::{Behind, Settled};

use super::follower::{Follower, Halted, LayerStanding, Phase, Room};
use super::forward::in_threads;
use super::kernel::{self, Kernel, TOGETHER};
use super::shelf::{Shelf, Source};

/// Settles a layer from the one behind it; `sizes` are the numbers of classes of both.
///
/// If the layer behind does not fit into memory, it is taken part by part, and all positions of this layer
/// look at each part.
pub(super) fn settle(
    kernel: &Kernel,
    layer: u32,
    sizes: [u64; 2],
    room: Room,
    shelf: &dyn Shelf,
    follower: &dyn Follower,
) -> Result<(), Halted> {
    let [here, next] = sizes;
    // A byte for each position here; a number and a byte for each behind, or as many as there is room for.
    let bytes_here = usize::try_from(here).expect("a layer that could be written");
    let room_behind = room.bytes_max.saturating_sub(bytes_here) / 9;
    let is_narrow = bytes_here > room.bytes_max;
    if is_narrow || room_behind < PART_MIN.min(next as usize) {
        return Err(Halted::Memory(bytes_here + 9 * PART_MIN));
    }
    let values = Mutex::new(vec![Settled::UNKNOWN; bytes_here]);
    let count = room_behind.min(next as usize);
    let passes = next.div_ceil(room_behind.max(1) as u64).max(1);
    let done = AtomicU64::new(0);
    let mut rest = match next {
        0 => None,
        _ => Some((shelf.take_keys(layer + 1)?, shelf.take_values(layer + 1)?)),
    };
    let mut part = SettledPart::default();
    loop {
        let is_last = match &mut rest {
            Some((keys, values)) => part.take(&mut **keys, &mut **values, count)?,
            None => true,
        };
        let parents = Mutex::new((shelf.take_keys(layer)?, 0));
        let work = || -> Result<(), Halted> {
            let mut block = vec![];
            let mut settled = vec![];
            let mut behind = Behind::default();
            let mut fingers = vec![0; kernel.game().move_group_count()];
            loop {
                let at = {
                    let mut parents = parents.lock().expect(NO_PANIC);
                    if !parents.0.next(&mut block)? {
                        return Ok(());
                    }
                    let at = parents.1;
                    parents.1 += block.len();
                    at
                };
                settled.clear();
                settled.extend_from_slice(&values.lock().expect(NO_PANIC)[at..at + block.len()]);
                let all = block.chunks(TOGETHER).zip(settled.chunks_mut(TOGETHER));
                for (numbers, settled) in all {
                    kernel.game().expand(numbers, &mut behind);
                    for ((moves, end), so_far) in behind.positions().zip(settled) {
                        *so_far =
                            moves
                                .iter()
                                .fold((*so_far).max(end), |so_far, &(group, next)| {
                                    let found = part.find(&mut fingers[group], next);
                                    found.map_or(so_far, |behind| kernel::settle(so_far, behind))
                                });
                        assert!(
                            !is_last || *so_far != Settled::UNKNOWN,
                            "what is behind a position is in the next layer"
                        );
                    }
                }
                values.lock().expect(NO_PANIC)[at..at + block.len()].copy_from_slice(&settled);
                let now = LayerStanding {
                    phase: Phase::Backward,
                    layer,
                    done: done.fetch_add(block.len() as u64, Relaxed),
                    of: here * passes,
                };
                if follower.at(&now) == ControlFlow::Break(()) {
                    return Err(Halted::Asked);
                }
            }
        };
        in_threads(room.threads, work)?;
        if is_last {
            break;
        }
    }
    let mut sink = shelf.put_values(layer)?;
    sink.push(&values.into_inner().expect(NO_PANIC))?;
    sink.finish()?;
    Ok(())
}

const NO_PANIC: &str = "no thread panics while it holds this";

/// With room for fewer classes behind, passes would never end.
const PART_MIN: usize = 1 << 16;

/// A layer that is settled, or a part of it, to look positions up in.
#[derive(Default)]
pub struct SettledPart {
    /// Sorted.
    keys: Vec<u64>,
    values: Vec<Settled>,
    /// Every 1,024th of the keys: those that can be looked through without leaving the cache.
    fences: Vec<u64>,
    /// What was taken from the source already, and did not fit.
    ahead: Vec<u64>,
    ahead_values: Vec<Settled>,
    /// All keys from here, and below the next one, are in this part.
    from: u64,
    to: u64,
}

const FENCE: usize = 1 << 10;

/// Blocks of a shelf are hardly larger.
const BLOCK_MAX: usize = 1 << 17;

impl SettledPart {
    /// Goes on to the next part, of at most `count` classes; `true` if it is the last one.
    pub fn take(
        &mut self,
        keys: &mut dyn Source<u64>,
        values: &mut dyn Source<Settled>,
        count: usize,
    ) -> Result<bool, Halted> {
        self.from = self.to;
        self.keys.clear();
        self.values.clear();
        // As much as is needed and no more, which doubling would not keep to.
        self.keys.reserve_exact(count + BLOCK_MAX);
        self.values.reserve_exact(count + BLOCK_MAX);
        self.keys.append(&mut self.ahead);
        self.values.append(&mut self.ahead_values);
        let mut block = vec![];
        let mut is_over = false;
        while self.keys.len() <= count && !is_over {
            is_over = !keys.next(&mut block)?;
            self.keys.extend_from_slice(&block);
        }
        let mut block = vec![];
        while self.values.len() < self.keys.len() {
            if !values.next(&mut block)? {
                let error = "fewer values than numbers in a layer";
                return Err(std::io::Error::other(error).into());
            }
            self.values.extend_from_slice(&block);
        }
        if self.keys.len() > count {
            self.ahead = self.keys.split_off(count);
        }
        self.ahead_values = self.values.split_off(self.keys.len());
        self.to = self.ahead.first().copied().unwrap_or(u64::MAX);
        self.fences = self.keys.iter().copied().step_by(FENCE).collect();
        Ok(self.ahead.is_empty())
    }

    /// What the position of that number is worth, if it is in this part. The finger is where the last one
    /// of its kind was found, which tends to be before this one, and near.
    ///
    /// Panics if the position should be in this part and is not.
    #[inline]
    pub fn find(&self, finger: &mut usize, number: u64) -> Option<Settled> {
        let is_here = self.from <= number && (number < self.to || self.to == u64::MAX);
        if !is_here {
            return None;
        }
        let keys = &self.keys[..];
        // Gallop: 1, 2, 4, … steps forward, then halve.
        let mut step = 1;
        let mut low = *finger;
        let is_before = |i: usize| keys.get(i).is_some_and(|&key| key < number);
        if keys.get(low).is_some_and(|&key| key <= number) {
            while step < FENCE && is_before(low + step) {
                low += step;
                step *= 2;
            }
        } else {
            step = FENCE;
        }
        let range = match step < FENCE {
            true => low..keys.len().min(low + step + 1),
            false => {
                let fence = self.fences.partition_point(|&key| key <= number);
                let low = fence.checked_sub(1)? * FENCE;
                low..keys.len().min(low + FENCE)
            }
        };
        let found = range.start + keys[range].partition_point(|&key| key < number);
        *finger = found;
        assert!(
            keys.get(found) == Some(&number),
            "what is behind a position is in the next layer"
        );
        Some(self.values[found])
    }
}
