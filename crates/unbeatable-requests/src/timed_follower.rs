//! Who follows a search, with a clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use unbeatable_workbench::Follow;
use unbeatable_workbench::report::{ProgressReport, Stop};

/// Follows a search on behalf of whoever waits for it, and knows how long it has taken.
pub struct TimedFollower<'f> {
    waiting: &'f dyn Follow,
    limit: Duration,
    start: Instant,
    is_late: AtomicBool,
}

impl<'f> TimedFollower<'f> {
    /// The clock starts now.
    pub fn new(waiting: &'f dyn Follow, limit: Duration) -> TimedFollower<'f> {
        TimedFollower {
            waiting,
            limit,
            start: Instant::now(),
            is_late: AtomicBool::new(false),
        }
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// A follower for a question that takes no limit of its own: it looks at the clock for it.
    pub(crate) fn on_time(&self) -> OnTime<'_, 'f> {
        OnTime(self)
    }

    /// Why a search that did not come to its end was stopped.
    pub(crate) fn reason(&self) -> Stop {
        match self.is_late.load(Ordering::Relaxed) {
            true => Stop::Time,
            false => Stop::Interrupted,
        }
    }
}

impl Follow for TimedFollower<'_> {
    fn progress(&self, now: &ProgressReport) {
        self.waiting.progress(now);
    }

    fn is_interrupted(&self) -> bool {
        self.waiting.is_interrupted()
    }
}

/// Follows a question without a clock.
pub(crate) struct OnTime<'t, 'f>(&'t TimedFollower<'f>);

impl Follow for OnTime<'_, '_> {
    fn progress(&self, now: &ProgressReport) {
        self.0.progress(now);
    }

    fn is_interrupted(&self) -> bool {
        let is_late = self.0.start.elapsed() >= self.0.limit;
        if is_late {
            self.0.is_late.store(true, Ordering::Relaxed);
        }
        is_late || self.0.is_interrupted()
    }
}
