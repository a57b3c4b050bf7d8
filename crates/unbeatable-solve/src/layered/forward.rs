//! From a layer to the next one.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use unbeatable_core::Behind;

use super::follower::{Follower, Halted, LayerStanding, Phase, Room};
use super::kernel::{Kernel, TOGETHER};
use super::merge::{merge_streams, merged};
use super::shelf::{Shelf, Source};

/// A part of a layer that one thread merges at a time, in numbers, roughly: as much as a quarter of the room
/// bears, with the lists that it is merged from.
fn part(room: Room) -> usize {
    (room.bytes_max / 4 / (16 * room.threads)).clamp(1 << 12, 1 << 20)
}

/// So many runs of a shelf are read side by side.
const RUNS_OPEN_MAX: usize = 32;

/// Expands a layer of so many classes, and puts the next one on the shelf, unless it is empty. Returns how
/// many classes that has.
pub(super) fn expand(
    kernel: &Kernel,
    layer: u32,
    classes: u64,
    room: Room,
    shelf: &dyn Shelf,
    follower: &dyn Follower,
) -> Result<u64, Halted> {
    // What earlier runs left that were killed.
    shelf.clear_runs()?;
    let source = Mutex::new(shelf.take_keys(layer)?);
    let runs = Runs::new(shelf, room);
    let done = AtomicU64::new(0);
    let tell = |done, of| {
        let phase = Phase::Forward;
        match follower.at(&LayerStanding {
            phase,
            layer,
            done,
            of,
        }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halted::Asked),
        }
    };
    let work = || -> Result<(), Halted> {
        let mut lists = Lists::new(kernel.game().move_group_count(), room);
        let mut block = vec![];
        let mut behind = Behind::default();
        while source.lock().expect(NO_PANIC).next(&mut block)? {
            for some in block.chunks(TOGETHER) {
                // What they are worth if they are finished, is for the way back.
                kernel.game().expand(some, &mut behind);
                lists.push(behind.moves());
            }
            if lists.is_full() {
                runs.add(lists.take())?;
            }
            tell(done.fetch_add(block.len() as u64, Relaxed), classes)?;
        }
        runs.add(lists.take())
    };
    in_threads(room.threads, work)?;
    runs.merge(layer + 1, room, &|| tell(classes, classes))
}

const NO_PANIC: &str = "no thread panics while it holds this";

/// Does the same in several threads, and returns the first failure.
pub(super) fn in_threads(
    threads: usize,
    work: impl Fn() -> Result<(), Halted> + Sync,
) -> Result<(), Halted> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut result = work();
        for other in others {
            let other = other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            result = result.and(other);
        }
        result
    })
}

/// What is behind the moves of sorted positions: a list for each group, sorted without sorting, and what
/// does not fit there.
pub struct Lists {
    groups: Vec<Vec<u64>>,
    strays: Vec<u64>,
    len: usize,
    len_max: usize,
}

impl Lists {
    /// For so many groups, as long as a thread's share of a quarter of the room bears.
    #[must_use]
    pub fn new(groups: usize, room: Room) -> Self {
        Lists {
            groups: vec![vec![]; groups],
            strays: vec![],
            len: 0,
            // Lists have room in which they grow, and while they are merged twice as much again.
            len_max: (room.bytes_max / 4 / (4 * 8 * room.threads)).clamp(1 << 12, 1 << 25),
        }
    }

    /// Whether it is time to take what there is.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.len >= self.len_max
    }

    /// With more numbers, each behind a move of its group.
    pub fn push(&mut self, moves: &[(usize, u64)]) {
        for &(group, number) in moves {
            let list = &mut self.groups[group];
            match list.last() {
                Some(&last) if number < last => self.strays.push(number),
                Some(&last) if number == last => continue,
                _ => list.push(number),
            }
            self.len += 1;
        }
    }

    /// All of it, sorted, each once; nothing is left.
    pub fn take(&mut self) -> Vec<u64> {
        self.strays.sort_unstable();
        self.strays.dedup();
        let lists = self.groups.iter().chain([&self.strays]);
        let mut run = merged(lists.map(Vec::as_slice).collect());
        run.shrink_to_fit();
        for list in &mut self.groups {
            list.clear();
        }
        self.strays.clear();
        self.len = 0;
        run
    }
}

/// Sorted parts of a layer that is being found, in memory as long as there is room, then on a shelf.
pub struct Runs<'s> {
    shelf: &'s dyn Shelf,
    kept: Mutex<KeptRuns>,
    bytes_max: usize,
}

#[derive(Default)]
struct KeptRuns {
    in_memory: Vec<Vec<u64>>,
    bytes: usize,
    shelved: usize,
}

impl<'s> Runs<'s> {
    /// None yet. Half of the room is for runs, a quarter for making them, a quarter for merging them.
    #[must_use]
    pub fn new(shelf: &'s dyn Shelf, room: Room) -> Self {
        Runs {
            shelf,
            kept: Mutex::new(KeptRuns::default()),
            bytes_max: room.bytes_max / 2,
        }
    }

    /// With one more: sorted, and nothing twice.
    pub fn add(&self, run: Vec<u64>) -> Result<(), Halted> {
        let mut kept = self.kept.lock().expect(NO_PANIC);
        let bytes = 8 * run.len();
        if kept.bytes + bytes <= self.bytes_max {
            kept.bytes += bytes;
            kept.in_memory.push(run);
            return Ok(());
        }
        let number = kept.shelved;
        kept.shelved += 1;
        drop(kept);
        let mut sink = self.shelf.put_run(number)?;
        sink.push(&run)?;
        sink.finish()?;
        Ok(())
    }

    /// Merges them all to a layer, and puts that on the shelf, unless it is empty. Returns how many classes
    /// it has. `tell` is asked now and then whether to go on.
    pub fn merge(
        self,
        layer: u32,
        room: Room,
        tell: &dyn Fn() -> Result<(), Halted>,
    ) -> Result<u64, Halted> {
        let runs = self.kept.into_inner().expect(NO_PANIC);
        let count = match runs.shelved {
            0 => merge_in_memory(&runs.in_memory, layer, room, self.shelf, tell)?,
            _ => merge_from_shelf(&runs, layer, self.shelf, tell)?,
        };
        self.shelf.clear_runs()?;
        Ok(count)
    }
}

/// Merges runs that are all in memory, by several threads, part by part.
fn merge_in_memory(
    runs: &[Vec<u64>],
    layer: u32,
    room: Room,
    shelf: &dyn Shelf,
    tell: &dyn Fn() -> Result<(), Halted>,
) -> Result<u64, Halted> {
    let all: usize = runs.iter().map(Vec::len).sum();
    if all == 0 {
        return Ok(0);
    }
    // Threads merge parts side by side, and wait for one another after each round.
    let parts = room.threads * all.div_ceil(room.threads * part(room));
    // Where parts begin: some numbers of all runs tell how they are spread.
    let step = all.div_ceil(64 * parts);
    let mut spread: Vec<u64> = runs
        .iter()
        .flat_map(|run| run.iter().step_by(step))
        .copied()
        .collect();
    spread.sort_unstable();
    let begin = |part: usize| match part {
        0 => 0,
        _ if part == parts => u64::MAX,
        _ => spread[part * spread.len() / parts],
    };
    let merge_part = |part: usize| {
        let [from, to] = [begin(part), begin(part + 1)];
        let slice = |run: &Vec<u64>, number| match number {
            u64::MAX => run.len(),
            _ => run.partition_point(|&n| n < number),
        };
        merged(
            runs.iter()
                .map(|run| &run[slice(run, from)..slice(run, to)])
                .collect(),
        )
    };
    let mut sink = shelf.put_keys(layer)?;
    let mut count = 0;
    for round in (0..parts).step_by(room.threads) {
        let round = round..parts.min(round + room.threads);
        let merged: Vec<Vec<u64>> = std::thread::scope(|scope| {
            let threads: Vec<_> = round.map(|i| scope.spawn(move || merge_part(i))).collect();
            let join = |thread: std::thread::ScopedJoinHandle<Vec<u64>>| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        for part in merged {
            sink.push(&part)?;
            count += part.len() as u64;
        }
        tell()?;
    }
    sink.finish()?;
    Ok(count)
}

/// Merges runs of which some are on the shelf, as a stream.
fn merge_from_shelf(
    runs: &KeptRuns,
    layer: u32,
    shelf: &dyn Shelf,
    tell: &dyn Fn() -> Result<(), Halted>,
) -> Result<u64, Halted> {
    // Files are not opened by the thousand: some runs are merged to one before the others.
    let mut shelved: VecDeque<usize> = (0..runs.shelved).collect();
    let mut next = runs.shelved;
    while shelved.len() > RUNS_OPEN_MAX {
        let some: Vec<usize> = shelved.drain(..RUNS_OPEN_MAX).collect();
        let mut sources = vec![];
        for &run in &some {
            sources.push(shelf.take_run(run)?);
        }
        let mut sink = shelf.put_run(next)?;
        merge_streams(&mut sources, &mut *sink, |_| tell())?;
        sink.finish()?;
        drop(sources);
        for run in some {
            shelf.clear_run(run)?;
        }
        shelved.push_back(next);
        next += 1;
    }
    let mut sources: Vec<Box<dyn Source<u64> + '_>> = vec![];
    for run in &runs.in_memory {
        sources.push(Box::new(Slice(run)));
    }
    for run in shelved {
        sources.push(shelf.take_run(run)?);
    }
    let mut sink = shelf.put_keys(layer)?;
    let count = merge_streams(&mut sources, &mut *sink, |_| tell())?;
    sink.finish()?;
    Ok(count)
}

/// A run in memory, as a source.
struct Slice<'a>(&'a [u64]);

impl Source<u64> for Slice<'_> {
    fn next(&mut self, items: &mut Vec<u64>) -> std::io::Result<bool> {
        let (now, later) = self.0.split_at(self.0.len().min(1 << 15));
        items.clear();
        items.extend_from_slice(now);
        self.0 = later;
        Ok(!items.is_empty())
    }
}
