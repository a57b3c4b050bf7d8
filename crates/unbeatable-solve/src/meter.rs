//! Counting nodes, keeping budgets, telling watchers.

use std::ops::ControlFlow;

use unbeatable_core::{Bounds, Budget, Effort, Progress, Stopped, Value, Watch};

/// How many nodes pass between two looks at the watcher.
const PULSE_NODES: u64 = 1 << 14;

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
            nodes_next: PULSE_NODES.min(budget.nodes_max),
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
        check(0, Stopped::Nodes, 0, &[]);
        check(1, Stopped::Nodes, 1, &[]);
        check(PULSE_NODES, Stopped::Nodes, PULSE_NODES, &[]);
        check(
            PULSE_NODES + 1,
            Stopped::Nodes,
            PULSE_NODES + 1,
            &[PULSE_NODES],
        );
        let [first, second, third] = [1, 2, 3].map(|i| i * PULSE_NODES);
        check(u64::MAX, Stopped::Asked, third, &[first, second, third]);
    }
}
