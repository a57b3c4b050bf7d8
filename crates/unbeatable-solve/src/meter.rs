//! Counting nodes, keeping budgets, telling watchers.

use std::ops::ControlFlow;

use unbeatable_core::{Bounds, Budget, Effort, Progress, Stopped, Value, Watch};

/// Searches that recurse go no deeper: a ply takes a few hundred bytes of stack and of lines. The
/// longest games that end by their rules alone, Nim's, have 65,535 moves; superko games may go on for
/// millions.
pub(crate) const DEPTH_MAX: u32 = 70_000;

/// How many nodes pass between two looks at the watcher.
const PULSE_NODES: u64 = 1 << 14;

/// How many moves may be looked at between two looks at the watcher, if few of them become nodes.
const PULSE_MOVES: usize = 1 << 20;

/// Watches a search that is a part of a longer one: the watcher behind it goes on seeing the whole.
pub struct Part<'w, V: Value> {
    watch: &'w dyn Watch<V>,
    before: Effort,
    bounds: Bounds<V>,
}

impl<'w, V: Value> Part<'w, V> {
    /// A part that begins when `before` was spent and `bounds` were proven of the whole's root.
    #[must_use]
    pub fn new(watch: &'w dyn Watch<V>, before: Effort, bounds: Bounds<V>) -> Self {
        Part {
            watch,
            before,
            bounds,
        }
    }
}

impl<V: Value> Watch<V> for Part<'_, V> {
    fn progress(&self, now: &Progress<V>) -> ControlFlow<()> {
        let effort = Effort {
            nodes: self.before.nodes + now.effort.nodes,
            ends: self.before.ends + now.effort.ends,
            depth_max: self.before.depth_max.max(now.effort.depth_max),
        };
        self.watch.progress(&Progress {
            effort,
            bounds: self.bounds,
            table_bytes: now.table_bytes,
        })
    }
}

/// The running account of a search.
pub struct Meter<'w, V: Value> {
    /// What was spent.
    pub effort: Effort,
    /// What is proven of the root so far.
    pub bounds: Bounds<V>,
    /// Bytes held by tables.
    pub table_bytes: usize,
    nodes_max: u64,
    nodes_next: u64,
    /// Moves looked at since the watcher was last asked because of moves.
    moves: usize,
    watch: &'w dyn Watch<V>,
}

impl<'w, V: Value> Meter<'w, V> {
    /// Nothing spent yet.
    #[must_use]
    pub fn new(budget: &Budget, watch: &'w dyn Watch<V>) -> Self {
        Meter {
            effort: Effort::default(),
            bounds: Bounds::UNKNOWN,
            table_bytes: 0,
            nodes_max: budget.nodes_max,
            // The first node is a look at the watcher too: it may have had enough already.
            nodes_next: 0,
            moves: 0,
            watch,
        }
    }

    /// Counts a position that is about to be visited, or says why it must not be.
    #[inline]
    pub fn node(&mut self) -> Result<(), Stopped> {
        if self.effort.nodes >= self.nodes_next {
            self.pulse()?;
        }
        self.effort.nodes += 1;
        Ok(())
    }

    /// Notes that so many moves of a position are looked at, which need not become nodes: a position
    /// may have tens of thousands, and a watcher must not wait for thousands of such positions.
    #[inline]
    pub fn look(&mut self, moves: usize) -> Result<(), Stopped> {
        self.moves += moves;
        if self.moves >= PULSE_MOVES {
            self.moves = 0;
            return self.tell();
        }
        Ok(())
    }

    /// Counts the position just visited as finished.
    #[inline]
    pub fn end(&mut self) {
        self.effort.ends += 1;
    }

    /// Notes that the position just visited is unfinished and stands at `depth`.
    #[inline]
    pub fn unfinished(&mut self, depth: u32) {
        self.effort.depth_max = self.effort.depth_max.max(depth);
    }

    /// Joins a proof about the root to what is known of it.
    pub fn prove(&mut self, bounds: Bounds<V>) {
        self.bounds = self.bounds.and(bounds);
    }

    #[cold]
    fn pulse(&mut self) -> Result<(), Stopped> {
        if self.effort.nodes >= self.nodes_max {
            return Err(Stopped::Nodes);
        }
        self.nodes_next = (self.effort.nodes + PULSE_NODES).min(self.nodes_max);
        self.tell()
    }

    #[cold]
    fn tell(&mut self) -> Result<(), Stopped> {
        let now = Progress {
            effort: self.effort,
            bounds: self.bounds,
            table_bytes: self.table_bytes,
        };
        match self.watch.progress(&now) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Asked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn moves_that_become_no_nodes_tell_the_watcher_too() {
        let notes = Notes(Mutex::new(vec![]));
        let mut meter = Meter::new(&Budget::DEFAULT, &notes);
        meter.node().unwrap();
        let asked = || notes.0.lock().unwrap().len();
        for _ in 1..PULSE_MOVES / 4 {
            meter.look(4).unwrap();
        }
        assert_eq!(asked(), 1, "for the first node");
        meter.look(4).unwrap();
        assert_eq!(asked(), 2);
        assert_eq!(meter.look(PULSE_MOVES), Err(Stopped::Asked));
    }
    use unbeatable_core::Wdl;

    /// Notes the nodes at each call, and breaks at the third.
    struct Notes(Mutex<Vec<u64>>);

    impl Watch<Wdl> for Notes {
        fn progress(&self, now: &Progress<Wdl>) -> ControlFlow<()> {
            let mut notes = self.0.lock().unwrap();
            notes.push(now.effort.nodes);
            match notes.len() {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    fn run(nodes_max: u64, watch: &Notes) -> (Stopped, u64) {
        let budget = Budget {
            nodes_max,
            ..Budget::DEFAULT
        };
        let mut meter = Meter::new(&budget, watch);
        loop {
            if let Err(stopped) = meter.node() {
                return (stopped, meter.effort.nodes);
            }
        }
    }

    #[test]
    fn budgets_are_exact_and_watchers_are_told() {
        let check = |nodes_max, stopped, nodes, notes: &[u64]| {
            let watch = Notes(Mutex::new(vec![]));
            assert_eq!(run(nodes_max, &watch), (stopped, nodes));
            assert_eq!(*watch.0.lock().unwrap(), notes);
        };
        let [first, second] = [1, 2].map(|i| i * PULSE_NODES);
        check(0, Stopped::Nodes, 0, &[]);
        check(1, Stopped::Nodes, 1, &[0]);
        check(first, Stopped::Nodes, first, &[0]);
        check(first + 1, Stopped::Nodes, first + 1, &[0, first]);
        check(u64::MAX, Stopped::Asked, second, &[0, first, second]);
    }

    #[test]
    fn parts_add_up_and_keep_the_bounds_of_the_whole() {
        struct Seen(Mutex<Vec<(u64, Bounds<Wdl>)>>);
        impl Watch<Wdl> for Seen {
            fn progress(&self, now: &Progress<Wdl>) -> ControlFlow<()> {
                self.0.lock().unwrap().push((now.effort.nodes, now.bounds));
                ControlFlow::Continue(())
            }
        }
        let seen = Seen(Mutex::new(vec![]));
        let before = Effort {
            nodes: 7,
            ..Effort::default()
        };
        let part = Part::new(&seen, before, Bounds::at_least(Wdl::Draw));
        let mut meter = Meter::new(&Budget::DEFAULT, &part);
        meter.prove(Bounds::exactly(Wdl::Loss));
        meter.node().unwrap();
        assert_eq!(*seen.0.lock().unwrap(), [(7, Bounds::at_least(Wdl::Draw))]);
    }
}
