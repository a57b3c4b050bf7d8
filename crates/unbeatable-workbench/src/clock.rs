//! Time limits and interruptions: the one place where searches meet the clock.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use unbeatable_core::{Budget, Effort, Outcome, Player, Progress, Stopped, Value, Watch};

use crate::any_game::Follow;
use crate::question::Limits;
use crate::report::{BoundsReport, Points, ProgressReport};

/// How often a follower hears of a running search.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// What the process takes beside its tables: code, stacks, buffers.
const BESIDE_TABLES_BYTES: u64 = 24 << 20;

/// Runs while a question is answered.
pub(crate) struct Clock<'f> {
    follow: &'f dyn Follow,
    start: Instant,
    time: Option<Duration>,
    turn: Option<Player>,
    last_report: Mutex<Instant>,
    timed_out: AtomicBool,
    interrupted: AtomicBool,
}

impl<'f> Clock<'f> {
    /// Starts now. `turn` moves in the position whose value is searched for; a count has no value.
    pub(crate) fn start(limits: &Limits, follow: &'f dyn Follow, turn: Option<Player>) -> Self {
        let start = Instant::now();
        Clock {
            follow,
            start,
            time: limits.time,
            turn,
            last_report: Mutex::new(start),
            timed_out: AtomicBool::new(false),
            interrupted: AtomicBool::new(false),
        }
    }

    /// Seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Whether it is time to stop; remembers why.
    pub(crate) fn must_stop(&self) -> bool {
        if self.follow.is_interrupted() {
            self.interrupted.store(true, Ordering::Relaxed);
        }
        if self.time.is_some_and(|time| self.start.elapsed() >= time) {
            self.timed_out.store(true, Ordering::Relaxed);
        }
        self.interrupted.load(Ordering::Relaxed) || self.timed_out.load(Ordering::Relaxed)
    }

    /// Tells the follower how far a count or a walk has come, if it is time to.
    pub(crate) fn report(&self, effort: Effort, bounds: Option<BoundsReport>, table_bytes: usize) {
        let mut last = self.last_report.lock().expect("no follower panics");
        if last.elapsed() < REPORT_EVERY {
            return;
        }
        *last = Instant::now();
        self.follow.progress(&ProgressReport {
            seconds: self.seconds(),
            nodes: effort.nodes,
            ends: effort.ends,
            depth_max: effort.depth_max,
            bounds,
            table_bytes: table_bytes as u64,
        });
    }

    /// The name of the reason for which a search stopped.
    pub(crate) fn reason(&self, stopped: Option<Stopped>) -> Option<&'static str> {
        Some(match stopped? {
            Stopped::Nodes => "nodes",
            Stopped::Memory => "memory",
            Stopped::Overflow => "overflow",
            Stopped::Depth => "depth",
            Stopped::Asked if self.interrupted.load(Ordering::Relaxed) => "interrupted",
            Stopped::Asked => "time",
        })
    }
}

impl<V: Value> Watch<V> for Clock<'_> {
    fn progress(&self, now: &Progress<V>) -> ControlFlow<()> {
        let bounds = self.turn.map(|turn| bounds_report(now.bounds, turn));
        self.report(now.effort, bounds, now.table_bytes);
        if self.must_stop() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// What solvers may spend so that the whole process keeps to `limits`.
pub(crate) fn budget(limits: &Limits) -> Budget {
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
pub(crate) fn bounds_report<V: Value>(
    bounds: unbeatable_core::Bounds<V>,
    turn: Player,
) -> BoundsReport {
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
