//! Counting nodes, keeping budgets, telling watchers.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use unbeatable_core::{Bounds, Budget, Effort, Outcome, Progress, Stopped, Value, Watch};

/// Searches that recurse go no deeper: a ply takes a few hundred bytes of stack and of lines. The
/// longest games that end by their rules alone, Nim's, have 65,535 moves; superko games may go on for
/// millions.
pub(crate) const DEPTH_MAX: u32 = 70_000;

/// How many nodes pass between two looks at the watcher, at most.
const PULSE_NODES: u64 = 1 << 10;

/// How much work passes between two looks at the watcher, at most, besides the last step: moves that
/// were listed, entries that were moved. A unit takes from a few nanoseconds to a few microseconds.
pub(crate) const PULSE_WORK: usize = 1 << 14;

/// Watches a search that is a part of a longer one: the watcher behind it goes on seeing the whole.
pub struct PartWatch<'w, V: Value> {
    watch: &'w dyn Watch<V>,
    before: Effort,
    bounds: Bounds<V>,
}

impl<'w, V: Value> PartWatch<'w, V> {
    /// A part that begins when `before` was spent and `bounds` were proven of the whole's root.
    #[must_use]
    pub fn new(watch: &'w dyn Watch<V>, before: Effort, bounds: Bounds<V>) -> Self {
        PartWatch {
            watch,
            before,
            bounds,
        }
    }
}

impl<V: Value> Watch<V> for PartWatch<'_, V> {
    fn progress(&self, now: &Progress<V>) -> ControlFlow<()> {
        self.watch.progress(&Progress {
            effort: self.before + now.effort,
            bounds: self.bounds,
            ..*now
        })
    }
}

/// Nodes that threads which search together may take, handed out in rounds.
pub struct Account {
    /// What is handed out already, and how much there is.
    nodes: AtomicU64,
    nodes_max: u64,
    /// How many a round has.
    round: u64,
}

impl Account {
    /// So many nodes more, or none if all are handed out.
    fn take(&self) -> Option<u64> {
        let before = self.nodes.fetch_add(self.round, Relaxed);
        let left = self
            .nodes_max
            .checked_sub(before)
            .filter(|&left| left > 0)?;
        Some(left.min(self.round))
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
    /// The yes/no question that is being searched, if there is one: see [`Progress::asking`].
    pub asking: Option<Outcome<V>>,
    nodes_max: u64,
    nodes_next: u64,
    pulse_nodes: u64,
    /// Work that is left until the watcher is asked.
    work_left: usize,
    watch: &'w dyn Watch<V>,
    /// Shared with other threads while they search together.
    account: Option<Arc<Account>>,
}

impl<'w, V: Value> Meter<'w, V> {
    /// Nothing spent yet.
    #[must_use]
    pub fn new(budget: &Budget, watch: &'w dyn Watch<V>) -> Self {
        Meter {
            effort: Effort::default(),
            bounds: Bounds::UNKNOWN,
            table_bytes: 0,
            asking: None,
            nodes_max: budget.nodes_max,
            // The first node is a look at the watcher too: it may have had enough already.
            nodes_next: 0,
            pulse_nodes: PULSE_NODES,
            work_left: PULSE_WORK,
            watch,
            account: None,
        }
    }

    /// From now on this meter shares what is left of its nodes with others.
    #[must_use]
    pub fn share(&mut self) -> Arc<Account> {
        let account = Arc::new(Account {
            nodes: AtomicU64::new(self.effort.nodes),
            nodes_max: self.nodes_max,
            round: self.pulse_nodes,
        });
        self.account = Some(account.clone());
        self.nodes_next = 0;
        account
    }

    /// The meter of another thread that takes its nodes from there. The first one tells the watcher.
    #[must_use]
    pub fn joined(account: &Arc<Account>) -> Meter<'static, V> {
        Meter {
            account: Some(account.clone()),
            ..Meter::new(&Budget::DEFAULT, &())
        }
    }

    /// Ends [`share`](Self::share), and adds what the others spent.
    pub fn end_share(&mut self, others: &[Effort]) {
        self.account = None;
        self.nodes_next = 0;
        self.effort = others.iter().fold(self.effort, |all, &other| all + other);
    }

    /// What a part of the search comes to that takes at most so many nodes; `None` if it needs more.
    pub(crate) fn at_most<R>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut Self) -> Result<R, Stopped>,
    ) -> Option<Result<R, Stopped>> {
        let whole = self.narrow(nodes);
        let result = search(self);
        let is_spent = self.widen(whole);
        let needs_more = is_spent && matches!(result, Err(Stopped::Nodes));
        (!needs_more).then_some(result)
    }

    /// From now on so many nodes may be taken at most; returns what [`widen`](Self::widen) needs.
    pub fn narrow(&mut self, nodes: u64) -> u64 {
        let whole = self.nodes_max;
        self.nodes_max = whole.min(self.effort.nodes + nodes);
        self.nodes_next = self.nodes_next.min(self.nodes_max);
        whole
    }

    /// Ends [`narrow`](Self::narrow), and says whether all of its nodes were taken and there are more.
    pub fn widen(&mut self, whole: u64) -> bool {
        let is_spent = self.effort.nodes == self.nodes_max && self.nodes_max < whole;
        self.nodes_max = whole;
        is_spent
    }

    /// How many nodes are left.
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.nodes_max - self.effort.nodes
    }

    /// Counts what a part of the search took that had a meter of its own, and tells the watcher.
    pub fn part(&mut self, effort: Effort) -> Result<(), Stopped> {
        self.effort = self.effort + effort;
        self.tell()
    }

    /// The meter with this many nodes between two looks at the watcher: fewer where the answer must not be
    /// late by milliseconds.
    #[must_use]
    pub fn watched_every(self, nodes: u64) -> Self {
        Meter {
            pulse_nodes: nodes,
            ..self
        }
    }

    /// The meter for nodes of that weight ([`Analysis::weight`](unbeatable_core::Analysis::weight)): the heavier
    /// they are, the fewer pass between two looks at the watcher.
    #[must_use]
    pub fn weighing(self, weight: u32) -> Self {
        let pulse_nodes = (self.pulse_nodes / u64::from(weight)).max(1);
        self.watched_every(pulse_nodes)
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

    /// Notes that so much was done, or says why no more must be done. Nodes are not all alike: a
    /// position may have tens of thousands of moves, a table millions of entries to move when it grows,
    /// and a watcher must not wait for that.
    #[inline]
    pub fn work(&mut self, units: usize) -> Result<(), Stopped> {
        match self.work_left.checked_sub(units) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => self.tell(),
        }
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
        if let Some(account) = &self.account {
            self.nodes_next = self.effort.nodes + account.take().ok_or(Stopped::Nodes)?;
            return self.tell();
        }
        if self.effort.nodes >= self.nodes_max {
            return Err(Stopped::Nodes);
        }
        self.nodes_next = (self.effort.nodes + self.pulse_nodes).min(self.nodes_max);
        self.tell()
    }

    #[cold]
    fn tell(&mut self) -> Result<(), Stopped> {
        self.work_left = PULSE_WORK;
        let mut effort = self.effort;
        if let Some(account) = &self.account {
            effort.nodes = account.nodes.load(Relaxed).min(account.nodes_max);
        }
        let now = Progress {
            effort,
            bounds: self.bounds,
            table_bytes: self.table_bytes,
            asking: self.asking,
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

    #[test]
    fn work_that_becomes_no_nodes_tells_the_watcher_too() {
        let notes = Notes(Mutex::new(vec![]));
        let mut meter = Meter::new(&Budget::DEFAULT, &notes);
        meter.node().unwrap();
        let asked = || notes.0.lock().unwrap().len();
        for _ in 0..PULSE_WORK / 4 {
            meter.work(4).unwrap();
        }
        assert_eq!(asked(), 1, "for the first node");
        meter.work(4).unwrap();
        assert_eq!(asked(), 2);
        assert_eq!(meter.work(PULSE_WORK + 1), Err(Stopped::Asked));
    }

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
    fn heavy_nodes_are_watched_closely() {
        let check = |weight, told: &[u64]| {
            let notes = Notes(Mutex::new(vec![]));
            let mut meter = Meter::new(&Budget::DEFAULT, &notes).weighing(weight);
            while meter.node().is_ok() {}
            assert_eq!(*notes.0.lock().unwrap(), told, "{weight}");
        };
        check(1, &[0, PULSE_NODES, 2 * PULSE_NODES]);
        check(100, &[0, PULSE_NODES / 100, 2 * (PULSE_NODES / 100)]);
        check(u32::MAX, &[0, 1, 2]);
    }

    /// Threads that share an account take all of it between them and no more.
    #[test]
    fn shared_nodes_are_handed_out_once() {
        for nodes_max in [0, 10, PULSE_NODES, 3 * PULSE_NODES + 5] {
            let budget = Budget {
                nodes_max,
                ..Budget::DEFAULT
            };
            let mut meter: Meter<Wdl> = Meter::new(&budget, &());
            if nodes_max > 10 {
                meter.node().unwrap();
            }
            let account = meter.share();
            let mut other: Meter<Wdl> = Meter::joined(&account);
            let mut ended = 0;
            while ended < 2 {
                ended = [&mut meter, &mut other]
                    .map(|meter| u32::from(meter.node() == Err(Stopped::Nodes)))
                    .iter()
                    .sum();
            }
            meter.end_share(&[other.effort]);
            assert_eq!(meter.effort.nodes, nodes_max);
            assert_eq!(meter.node(), Err(Stopped::Nodes));
        }
    }

    #[test]
    fn a_part_may_need_more_than_it_gets() {
        let budget = Budget {
            nodes_max: 30_000,
            ..Budget::DEFAULT
        };
        let mut meter: Meter<Wdl> = Meter::new(&budget, &());
        let mut take = |most, nodes| {
            let part = meter.at_most(most, |meter| (0..nodes).try_for_each(|_| meter.node()));
            (part, meter.effort.nodes)
        };
        assert_eq!(take(20_000, 19_000), (Some(Ok(())), 19_000));
        assert_eq!(take(1_000, 1_001), (None, 20_000));
        assert_eq!(take(0, 1), (None, 20_000));
        let stopped = Some(Err(Stopped::Nodes));
        assert_eq!(take(20_000, 20_000), (stopped, 30_000));
        assert_eq!(take(5, 5), (stopped, 30_000));
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
        let part = PartWatch::new(&seen, before, Bounds::at_least(Wdl::Draw));
        let mut meter = Meter::new(&Budget::DEFAULT, &part);
        meter.prove(Bounds::exactly(Wdl::Loss));
        meter.node().unwrap();
        assert_eq!(*seen.0.lock().unwrap(), [(7, Bounds::at_least(Wdl::Draw))]);
    }
}
