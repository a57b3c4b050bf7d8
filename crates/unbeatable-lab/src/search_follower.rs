//! Who follows a search: the connection that asked for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;
use unbeatable_workbench::Follow;
use unbeatable_workbench::report::ProgressReport;

use crate::searches::SearchTurns;

/// Follows a search on its own thread.
pub(crate) struct SearchFollower {
    searches: Arc<SearchTurns>,
    is_left: Arc<AtomicBool>,
    progress: watch::Sender<Option<ProgressReport>>,
}

/// Whoever waits for the answer. When it is dropped, the search is to stop.
pub(crate) struct SearchWaiter {
    is_left: Arc<AtomicBool>,
    /// Where the search stands; only the latest, for those who read slowly.
    pub(crate) progress: watch::Receiver<Option<ProgressReport>>,
}

impl SearchFollower {
    /// The two ends: one for the search, one for whoever waits.
    pub(crate) fn new(searches: Arc<SearchTurns>) -> (SearchFollower, SearchWaiter) {
        let is_left = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = watch::channel(None);
        let following = SearchFollower {
            searches,
            is_left: Arc::clone(&is_left),
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

impl Drop for SearchWaiter {
    fn drop(&mut self) {
        self.is_left.store(true, Ordering::Relaxed);
    }
}
