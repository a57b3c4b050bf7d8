//! Threads that search together, with one memory.
//!
//! Every thread searches from the root as if it were alone, and finds in memory what the others have
//! found. They part as those of [`df_pn`](crate::df_pn) do: to a thread that would go where another one
//! is already, that way looks farther, but only where the player to move seems to lose, and so all
//! moves must be refuted (a virtual loss, Kaneko 2010; there it is said why only there).
//!
//! A thread looks from time to time whether another one has proven a position that it is below. Then
//! it goes back there; if the proof does not hold behind its own history, it searches on from there.
//!
//! Memory is held for reading by all who search, and given back for a moment to whoever makes room. After
//! a sweep the numbers of all marks, sets and proofs are others: those who wait begin again at
//! the root, and memory leads them back to where they were.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use unbeatable_core::{Game, Stopped};

use super::memory::{ProofMemory, SlotIndex};
use crate::posts::Posts;

/// Positions with less work behind them are not posted, in [`ProofMemory::work`]: 64 nodes. To part
/// there would save less than it costs to look.
const POSTED_WORK: u8 = 7;

/// Nodes between two looks around.
const LOOK_NODES: u64 = 1024;

/// Why a thread leaves a position without having proven it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The search stops.
    Stopped(Stopped),
    /// Another thread has answered the question, or stopped.
    Over,
    /// Another thread has proven something of the position at this depth, which this one is below.
    Back(u32),
    /// Another thread has swept memory: begin again.
    Swept,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Halt::Stopped(stopped)
    }
}

/// What threads that search together share, besides memory.
pub(super) struct SuperkoCrew {
    posts: Posts,
    is_over: AtomicBool,
    /// How many wait for all others to give memory back.
    waiting: AtomicUsize,
}

impl SuperkoCrew {
    pub(super) fn new(threads: usize) -> Self {
        SuperkoCrew {
            posts: Posts::new(threads),
            is_over: AtomicBool::new(false),
            waiting: AtomicUsize::new(0),
        }
    }
}

/// One thread of a crew.
pub(super) struct SuperkoMate<P> {
    crew: Arc<SuperkoCrew>,
    number: usize,
    look_next: u64,
    /// The posted positions that it is below, from the root on.
    below: Vec<PostedPosition<P>>,
}

/// A position that a thread is below.
#[derive(Clone, Copy)]
struct PostedPosition<P> {
    canon: P,
    place: SlotIndex,
    depth: u32,
    /// The rank that its player is to reach.
    goal: i32,
    /// Its newest proof when the thread went there.
    newest: u32,
}

impl<P> Drop for SuperkoMate<P> {
    /// Whoever leaves, even by a panic, ends the search for all.
    fn drop(&mut self) {
        self.crew.is_over.store(true, Relaxed);
    }
}

impl<P: Copy + Eq + Send + Sync> SuperkoMate<P> {
    pub(super) fn new(crew: &Arc<SuperkoCrew>, number: usize) -> Self {
        SuperkoMate {
            crew: Arc::clone(crew),
            number,
            look_next: 0,
            below: vec![],
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.crew.posts.threads()
    }

    /// Whether another thread waits for memory to be given back.
    #[inline]
    pub(super) fn is_in_the_way(&self) -> bool {
        self.crew.waiting.load(Relaxed) > 0
    }

    /// What it does while all others give memory back.
    pub(super) fn wait<R>(&self, action: impl FnOnce() -> R) -> R {
        self.crew.waiting.fetch_add(1, Relaxed);
        let result = action();
        self.crew.waiting.fetch_sub(1, Relaxed);
        result
    }

    /// Whether to leave, after so many nodes.
    #[inline]
    pub(super) fn look_around<G: Game<Position = P>>(
        &mut self,
        game: &G,
        memory: &ProofMemory<P>,
        nodes: u64,
    ) -> Result<(), Halt> {
        if nodes < self.look_next {
            return Ok(());
        }
        self.look_next = nodes + LOOK_NODES;
        if self.crew.is_over.load(Relaxed) {
            return Err(Halt::Over);
        }
        for posted in &mut self.below {
            posted.place = memory.find_again(game, &posted.canon, posted.place);
            let is_new = memory.newest_proof(posted.place, &posted.canon) != posted.newest;
            let mut proofs = memory.proofs(posted.place, &posted.canon);
            let newest = proofs.next().filter(|_| is_new);
            if newest.is_some_and(|proof| proof.decides(posted.goal)) {
                return Err(Halt::Back(posted.depth));
            }
        }
        Ok(())
    }

    /// How many other threads are below a position at `depth`, if its last search took long enough to post it.
    #[inline]
    pub(super) fn others_at(&self, depth: u32, key: u64, work: u8) -> u64 {
        match work >= POSTED_WORK {
            true => self.crew.posts.others_at(self.number, depth, key),
            false => 0,
        }
    }

    /// Posts that a position at `depth` is going to be searched, if its last search took long enough.
    #[inline]
    pub(super) fn enter<G: Game<Position = P>>(
        &mut self,
        game: &G,
        memory: &ProofMemory<P>,
        (canon, place): (P, SlotIndex),
        depth: u32,
        goal: i32,
    ) {
        if memory.work(place, &canon) >= POSTED_WORK {
            self.crew.posts.put(self.number, depth, game.key(&canon));
            self.below.push(PostedPosition {
                canon,
                place,
                depth,
                goal,
                newest: memory.newest_proof(place, &canon),
            });
        }
    }

    /// Takes back the post at `depth`, if there is one.
    #[inline]
    pub(super) fn leave(&mut self, depth: u32) {
        if self
            .below
            .last()
            .is_some_and(|posted| posted.depth == depth)
        {
            self.crew.posts.take(self.number, depth);
            self.below.pop();
        }
    }
}
