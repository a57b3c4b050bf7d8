//! Who follows a search: the connection that asked for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use unbeatable_workbench::Follow;
use unbeatable_workbench::report::{ProgressReport, Stop};

use crate::searches::SearchTurns;

/// Follows a search on its own thread.
pub(crate) struct SearchFollower {
    searches: Arc<SearchTurns>,
    is_left: Arc<AtomicBool>,
    limit: Duration,
    start: Instant,
    is_late: AtomicBool,
    progress: watch::Sender<Option<ProgressReport>>,
}

/// Whoever waits for the answer. When it is dropped, the search is to stop.
pub(crate) struct SearchWaiter {
    is_left: Arc<AtomicBool>,
    /// Where the search stands; only the latest, for those who read slowly.
    pub(crate) progress: watch::Receiver<Option<ProgressReport>>,
}

impl SearchFollower {
    /// The two ends: one for the search, one for whoever waits. The clock starts now.
    pub(crate) fn new(
        searches: Arc<SearchTurns>,
        limit: Duration,
    ) -> (SearchFollower, SearchWaiter) {
        let is_left = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = watch::channel(None);
        let following = SearchFollower {
            searches,
            is_left: Arc::clone(&is_left),
            limit,
            start: Instant::now(),
            is_late: AtomicBool::new(false),
            progress: sender,
        };
        let waiting = SearchWaiter {
            is_left,
            progress: receiver,
        };
        (following, waiting)
    }

    /// Whether nobody waits any more.
    pub(crate) fn is_left(&self) -> bool {
        self.is_left.load(Ordering::Relaxed) || self.searches.is_closing()
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// A follower for a question that takes no limit of its own: it looks at the clock for it.
    pub(crate) fn on_time(&self) -> OnTime<'_> {
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

impl Follow for SearchFollower {
    fn progress(&self, now: &ProgressReport) {
        // Nobody may be there to hear it.
        let _ = self.progress.send(Some(now.clone()));
    }

    fn is_interrupted(&self) -> bool {
        self.is_left()
    }
}

/// Follows a question without a clock.
pub(crate) struct OnTime<'f>(&'f SearchFollower);

impl Follow for OnTime<'_> {
    fn progress(&self, now: &ProgressReport) {
        self.0.progress(now);
    }

    fn is_interrupted(&self) -> bool {
        let is_late = self.0.start.elapsed() >= self.0.limit;
        if is_late {
            self.0.is_late.store(true, Ordering::Relaxed);
        }
        is_late || self.0.is_left()
    }
}

impl Drop for SearchWaiter {
    fn drop(&mut self) {
        self.is_left.store(true, Ordering::Relaxed);
    }
}
