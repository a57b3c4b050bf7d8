//! Time limits and interruptions: the one place where searches meet the clock.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use unbeatable_core::{Budget, Effort, Outcome, Player, Progress, Stopped, Value, Watch};

use unbeatable_report::Follow;
use unbeatable_report::question::Limits;
use unbeatable_report::report::{
    BookProgress, BoundsReport, Points, ProgressReport, ProvingReport, Stop, StrongProgress,
    TableProgress,
};

/// How often a follower hears of a running search.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// What the process takes beside its tables: code, stacks, buffers.
const BESIDE_TABLES_BYTES: u64 = 24 << 20;

/// What all runs of a search so far took, and what they proved.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Positions visited.
    pub nodes: u64,
    /// Finished ones among them.
    pub ends: u64,
    /// The depth of the deepest unfinished one.
    pub depth_max: u32,
    /// Wall-clock time.
    pub seconds: f64,
    /// From the first player's side; `None` before anything is proven.
    pub bounds: Option<[f64; 2]>,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchStanding {
    /// What was spent in this run.
    pub effort: Effort,
    /// What is proven, from the first player's side.
    pub bounds: Option<BoundsReport>,
}

/// Runs while a question is answered.
pub struct Clock<'f> {
    follow: &'f dyn Follow,
    start: Instant,
    time: Option<Duration>,
    turn: Option<Player>,
    /// What earlier runs spent, of a search that goes on from a checkpoint.
    pub before: Spent,
    standing: Mutex<SearchStanding>,
    last_report: Mutex<Instant>,
    /// Answers of a certificate so far.
    answers: AtomicU64,
    timed_out: AtomicBool,
    interrupted: AtomicBool,
}

impl<'f> Clock<'f> {
    /// Starts now. `turn` moves in the position whose value is searched for; a count has no value.
    pub fn start(limits: &Limits, follow: &'f dyn Follow, turn: Option<Player>) -> Self {
        let start = Instant::now();
        Clock {
            follow,
            start,
            time: limits.time,
            turn,
            before: Spent::default(),
            standing: Mutex::default(),
            last_report: Mutex::new(start),
            answers: AtomicU64::new(0),
            timed_out: AtomicBool::new(false),
            interrupted: AtomicBool::new(false),
        }
    }

    /// Seconds since the start, and those of earlier runs.
    pub fn seconds(&self) -> f64 {
        self.before.seconds + self.start.elapsed().as_secs_f64()
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Where the search stood when it last told.
    pub fn standing(&self) -> SearchStanding {
        *self.standing.lock().expect("no watcher panics")
    }

    /// What this run and those before it have spent and proven.
    pub fn in_all(&self, standing: SearchStanding) -> Spent {
        let SearchStanding { effort, bounds } = standing;
        let before = self.before;
        let now = bounds.map(|bounds| [bounds.lower.0, bounds.upper.0]);
        Spent {
            nodes: before.nodes + effort.nodes,
            ends: before.ends + effort.ends,
            depth_max: before.depth_max.max(effort.depth_max),
            seconds: self.seconds(),
            bounds: match (before.bounds, now) {
                (Some(a), Some(b)) => Some([a[0].max(b[0]), a[1].min(b[1])]),
                (a, b) => a.or(b),
            },
        }
    }

    /// Counts an answer of a certificate that is being written.
    pub fn count_answer(&self) {
        self.answers.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether it is time to stop; remembers why.
    pub fn must_stop(&self) -> bool {
        if self.follow.is_interrupted() {
            self.interrupted.store(true, Ordering::Relaxed);
        }
        if self.time.is_some_and(|time| self.start.elapsed() >= time) {
            self.timed_out.store(true, Ordering::Relaxed);
        }
        self.interrupted.load(Ordering::Relaxed) || self.timed_out.load(Ordering::Relaxed)
    }

    /// Tells the follower how far a count or a walk has come, if it is time to.
    pub fn report(&self, effort: Effort, bounds: Option<BoundsReport>, table_bytes: usize) {
        self.report_with(effort, bounds, table_bytes, || None);
    }

    /// Tells the follower, if it is time to.
    fn tell(&self, now: impl FnOnce() -> ProgressReport) {
        // While one thread reports, no other waits for it.
        let Ok(mut last) = self.last_report.try_lock() else {
            return;
        };
        if last.elapsed() < REPORT_EVERY {
            return;
        }
        *last = Instant::now();
        self.follow.progress(&now());
    }

    /// Tells the follower where a search for proofs stands; `proving` adds what only such a search knows.
    fn report_with(
        &self,
        effort: Effort,
        bounds: Option<BoundsReport>,
        table_bytes: usize,
        proving: impl FnOnce() -> Option<ProvingReport>,
    ) {
        self.tell(|| {
            let spent = self.in_all(SearchStanding { effort, bounds });
            let seconds = self.start.elapsed().as_secs_f64();
            ProgressReport {
                seconds: spent.seconds,
                nodes: spent.nodes,
                nodes_per_second: (effort.nodes as f64 / seconds).round(),
                ends: spent.ends,
                depth_max: spent.depth_max,
                bounds,
                table_bytes: table_bytes as u64,
                proving: proving(),
                table: None,
                strong: None,
                book: None,
                certificate_answers: match self.answers.load(Ordering::Relaxed) {
                    0 => None,
                    answers => Some(answers),
                },
            }
        });
    }

    /// Tells the follower what is known of the smallest table, if it is time to.
    pub fn report_table(&self, nodes: u64, table: TableProgress) {
        self.tell(|| ProgressReport {
            seconds: self.seconds(),
            nodes,
            nodes_per_second: 0.0,
            ends: 0,
            depth_max: 0,
            bounds: None,
            table_bytes: 0,
            proving: None,
            certificate_answers: None,
            table: Some(table),
            strong: None,
            book: None,
        });
    }

    /// Tells the follower where a strong solution stands, if it is time to.
    pub fn report_strong(&self, strong: StrongProgress) {
        self.tell(|| ProgressReport {
            seconds: self.seconds(),
            nodes: strong.classes,
            nodes_per_second: 0.0,
            ends: 0,
            depth_max: 0,
            bounds: None,
            table_bytes: 0,
            proving: None,
            certificate_answers: None,
            table: None,
            strong: Some(strong),
            book: None,
        });
    }

    /// Tells the follower where a book stands, if it is time to.
    pub fn report_book(&self, nodes: u64, table_bytes: usize, book: BookProgress) {
        self.tell(|| ProgressReport {
            seconds: self.seconds(),
            nodes,
            nodes_per_second: (nodes as f64 / self.start.elapsed().as_secs_f64()).round(),
            ends: 0,
            depth_max: 0,
            bounds: None,
            table_bytes: table_bytes as u64,
            proving: None,
            certificate_answers: None,
            table: None,
            strong: None,
            book: Some(book),
        });
    }

    /// Tells the follower of a search, if it is time to, with what `proving` knows; breaks if it is
    /// time to stop.
    pub fn watch<V: Value>(
        &self,
        now: &Progress<V>,
        proving: impl FnOnce() -> Option<ProvingReport>,
    ) -> ControlFlow<()> {
        let bounds = self.turn.map(|turn| bounds_report(now.bounds, turn));
        *self.standing.lock().expect("no watcher panics") = SearchStanding {
            effort: now.effort,
            bounds,
        };
        self.report_with(now.effort, bounds, now.table_bytes, proving);
        if self.must_stop() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Why a search stopped, for reports.
    pub fn reason(&self, stopped: Option<Stopped>) -> Option<Stop> {
        Some(match stopped? {
            Stopped::Nodes => Stop::Nodes,
            Stopped::Memory => Stop::Memory,
            Stopped::Overflow => Stop::Overflow,
            Stopped::Depth => Stop::Depth,
            Stopped::Asked if self.interrupted.load(Ordering::Relaxed) => Stop::Interrupted,
            Stopped::Asked => Stop::Time,
        })
    }
}

impl<V: Value> Watch<V> for Clock<'_> {
    fn progress(&self, now: &Progress<V>) -> ControlFlow<()> {
        self.watch(now, || None)
    }
}

/// Ends a search when its time is up, or when the watch behind it has had enough.
pub struct Deadline<'w, V: Value> {
    at: Option<Instant>,
    behind: &'w dyn Watch<V>,
    is_asked: AtomicBool,
}

impl<'w, V: Value> Deadline<'w, V> {
    /// So long from now on; without a time, only the watch behind it ends the search.
    pub fn after(time: Option<Duration>, behind: &'w dyn Watch<V>) -> Self {
        Deadline {
            at: time.and_then(|time| Instant::now().checked_add(time)),
            behind,
            is_asked: AtomicBool::new(false),
        }
    }

    /// Whether it was the watch behind it that had enough.
    pub fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed)
    }
}

impl<V: Value> Watch<V> for Deadline<'_, V> {
    fn progress(&self, now: &Progress<V>) -> ControlFlow<()> {
        if self.behind.progress(now).is_break() {
            self.is_asked.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        match self.at {
            Some(at) if Instant::now() >= at => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// What a process may take beside its code, if there is a limit.
pub fn bytes_left(limits: &Limits) -> Option<u64> {
    let memory = limits.memory?;
    Some(memory.saturating_sub(BESIDE_TABLES_BYTES))
}

/// Limits with half of the memory that tables may take, for two who search in turn and remember.
pub fn half(limits: &Limits) -> Limits {
    Limits {
        memory: limits
            .memory
            .map(|bytes| bytes.midpoint(BESIDE_TABLES_BYTES.min(bytes))),
        ..limits.clone()
    }
}

/// What solvers may spend so that the whole process keeps to `limits`.
pub fn budget(limits: &Limits) -> Budget {
    let mut budget = Budget::DEFAULT;
    if let Some(nodes) = limits.nodes {
        budget.nodes_max = nodes;
    }
    if let Some(memory) = limits.memory {
        let bytes = memory.saturating_sub(BESIDE_TABLES_BYTES);
        budget.table_bytes_max = bytes.try_into().unwrap_or(usize::MAX);
    }
    if let Some(threads) = limits.threads {
        budget.threads = threads;
    }
    budget
}

/// Bounds for `turn`, from the first player's side.
pub fn bounds_report<V: Value>(bounds: unbeatable_core::Bounds<V>, turn: Player) -> BoundsReport {
    let points = |value: V| {
        let for_first = Outcome::from_value(value, turn).value_for(Player::First);
        // Not -0.
        Points(for_first.points() + 0.0)
    };
    let (a, b) = (points(bounds.lower), points(bounds.upper));
    match turn {
        Player::First => BoundsReport { lower: a, upper: b },
        Player::Second => BoundsReport { lower: b, upper: a },
    }
}
