//! Searches: a few at a time, some more in a queue, and none for which nobody waits.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::{self, JoinError};
use unbeatable_requests::{Code, Failure, JsonAnswer, SearchCounts};

use crate::options::ServeOptions;
use crate::queue::{Asker, Queue, Taken};

/// How many bodies there may be at a time; large ones count as several.
const BODIES: usize = 16;

/// All searches of a server.
pub(crate) struct SearchTurns {
    queue: Mutex<Queue<oneshot::Sender<SearchTurn>>>,
    waiting_max: usize,
    /// For what takes no search, but more than a moment.
    moments: Arc<Semaphore>,
    /// For bodies, while they are read and until they are answered.
    bodies: Arc<Semaphore>,
    /// How many wait for a moment.
    waiting_briefly: Arc<AtomicUsize>,
    answered: AtomicU64,
    stopped: AtomicU64,
    is_closing: AtomicBool,
}

/// The right to run one search.
pub(crate) struct SearchTurn {
    searches: Arc<SearchTurns>,
    taken: Taken,
}

/// A place in the queue, given up when it is dropped.
pub(crate) struct QueueTicket {
    searches: Arc<SearchTurns>,
    number: u64,
}

impl SearchTurns {
    pub(crate) fn new(options: &ServeOptions) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        SearchTurns {
            queue: Mutex::new(Queue::new(options.searches_max)),
            waiting_max: options.waiting_max,
            moments: Arc::new(Semaphore::new(2 * cores)),
            bodies: Arc::new(Semaphore::new(BODIES)),
            waiting_briefly: Arc::default(),
            answered: AtomicU64::new(0),
            stopped: AtomicU64::new(0),
            is_closing: AtomicBool::new(false),
        }
    }

    /// How many threads all of this takes.
    pub(crate) fn threads_max(options: &ServeOptions) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        options.turns_max() + 2 * cores
    }

    /// A place in the queue if there is room, and what brings its turn, perhaps at once. No address takes more
    /// than half the room.
    pub(crate) fn enter(
        self: &Arc<Self>,
        asker: Asker,
    ) -> Result<(QueueTicket, oneshot::Receiver<SearchTurn>), Failure> {
        let (tell, told) = oneshot::channel();
        let mut queue = self.queue();
        let number = queue.enter(asker, tell);
        let turns = queue.let_go();
        let (own, all) = (queue.waiting(Some(asker.address)), queue.waiting(None));
        let is_full = all > self.waiting_max || own > self.waiting_max.div_ceil(2);
        if is_full && turns.is_empty() {
            queue.leave(number);
            let others = all - 1;
            return Err(busy(&format!("too many searches wait already ({others})")));
        }
        drop(queue);
        self.give(turns);
        let searches = Arc::clone(self);
        Ok((QueueTicket { searches, number }, told))
    }

    /// Gives turns to those they are for. The queue must not be held: a turn whose taker has left comes back.
    fn give(self: &Arc<Self>, turns: Vec<(Taken, oneshot::Sender<SearchTurn>)>) {
        for (taken, tell) in turns {
            let searches = Arc::clone(self);
            let _ = tell.send(SearchTurn { searches, taken });
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue<oneshot::Sender<SearchTurn>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Room for a body that takes so many of [`BODIES`], if there is any.
    pub(crate) fn room_for_bodies(&self, parts: u32) -> Result<OwnedSemaphorePermit, Failure> {
        let room = Arc::clone(&self.bodies).try_acquire_many_owned(parts);
        room.map_err(|_| busy("too much is being sent already"))
    }

    /// Does something that takes no search, on a thread where that disturbs nobody.
    pub(crate) async fn at_once(
        &self,
        act: impl FnOnce() -> JsonAnswer + Send + 'static,
    ) -> JsonAnswer {
        let place = BriefPlace(Arc::clone(&self.waiting_briefly));
        if place.0.fetch_add(1, Ordering::Relaxed) >= self.waiting_max {
            return Err(busy("too many requests wait already"));
        }
        let permit = Arc::clone(&self.moments).acquire_owned().await;
        drop(place);
        let permit = permit.expect("nobody closes the semaphore");
        let answer = task::spawn_blocking(move || {
            let _permit = permit;
            act()
        });
        answer.await.unwrap_or_else(|e| Err(broken(&e)))
    }

    pub(crate) fn counts(&self) -> SearchCounts {
        let (running, waiting) = {
            let queue = self.queue();
            (queue.running(), queue.waiting(None))
        };
        SearchCounts {
            running,
            waiting,
            answered: self.answered.load(Ordering::Relaxed),
            stopped: self.stopped.load(Ordering::Relaxed),
        }
    }

    /// From now on every search is to stop.
    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }
}

fn busy(why: &str) -> Failure {
    Failure::new(Code::Busy, format!("{why}; try again in a few seconds"))
}

/// A place among those who wait for a moment, given up when it is dropped.
struct BriefPlace(Arc<AtomicUsize>);

impl Drop for BriefPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is said of a search that panicked; the message itself is on standard error.
pub(crate) fn broken(_: &JoinError) -> Failure {
    Failure::new(
        Code::Internal,
        "a broken promise of the program, which standard error tells more about",
    )
}

impl SearchTurn {
    /// Counts the search as one that was answered, or one for which nobody waited any more.
    pub(crate) fn count(&self, is_stopped: bool) {
        let count = match is_stopped {
            true => &self.searches.stopped,
            false => &self.searches.answered,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for SearchTurn {
    fn drop(&mut self) {
        let mut queue = self.searches.queue();
        queue.end(self.taken);
        let turns = queue.let_go();
        drop(queue);
        self.searches.give(turns);
    }
}

impl QueueTicket {
    /// How many wait in front of it.
    pub(crate) fn ahead(&self) -> usize {
        self.searches.queue().ahead(self.number)
    }
}

impl Drop for QueueTicket {
    fn drop(&mut self) {
        self.searches.queue().leave(self.number);
    }
}
