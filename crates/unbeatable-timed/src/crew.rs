//! Several threads that answer one question.
//!
//! Every thread searches from the root as if it were alone, and finds what the others have found in the
//! table. Far from the ends of games, threads tell each other where they are: a move that another thread
//! searches waits until the others are searched (Weill 1996: ABDADA; there the table says who is where).
//!
//! Noise in the order of moves, by which c4 parts its threads, took twice the nodes here. To call back a
//! thread from below a position that another one has settled took more nodes, not fewer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::table::RANK_END;

/// What threads that search together share, besides the table.
pub(crate) struct TimingCrew {
    posts: Vec<TimingPosts>,
    /// At this depth and above threads part.
    depth_max: u32,
    is_over: AtomicBool,
}

/// The mixed numbers of the positions that one thread is below, by depth; [`NOWHERE`] for none. On lines of
/// memory of its own, because it is written often.
#[repr(align(128))]
struct TimingPosts([AtomicU64; RANK_END as usize]);

/// No position: mixed numbers have fewer bits.
const NOWHERE: u64 = u64::MAX;

impl TimingCrew {
    /// So many threads, for a position with so many plies left. They part in the first half of them: what
    /// is behind takes less time than to talk about it.
    pub(crate) fn new(threads: usize, left: i32) -> Self {
        let posts = || TimingPosts(std::array::from_fn(|_| NOWHERE.into()));
        TimingCrew {
            posts: (0..threads).map(|_| posts()).collect(),
            depth_max: left.unsigned_abs() / 2,
            is_over: false.into(),
        }
    }

    /// The question is answered, or one of them was stopped.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }
}

/// One thread of a crew.
pub(crate) struct TimingMate {
    crew: Arc<TimingCrew>,
    number: usize,
}

impl TimingMate {
    pub(crate) fn new(crew: &Arc<TimingCrew>, number: usize) -> Self {
        TimingMate {
            crew: Arc::clone(crew),
            number,
        }
    }

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.crew.is_over.load(Relaxed)
    }

    /// Enters a position, if threads part there.
    #[inline]
    pub(crate) fn enter(&self, mixed: u64, depth: u32) -> bool {
        let parts = depth <= self.crew.depth_max;
        if parts {
            self.crew.posts[self.number].0[depth as usize].store(mixed, Relaxed);
        }
        parts
    }

    /// Leaves the position at a depth.
    pub(crate) fn leave(&self, depth: u32) {
        self.crew.posts[self.number].0[depth as usize].store(NOWHERE, Relaxed);
    }

    /// Whether another thread is below a position.
    pub(crate) fn is_busy(&self, mixed: u64, depth: u32) -> bool {
        let mut posts = self.crew.posts.iter().enumerate();
        depth <= self.crew.depth_max
            && posts.any(|(number, posts)| {
                number != self.number && posts.0[depth as usize].load(Relaxed) == mixed
            })
    }
}
