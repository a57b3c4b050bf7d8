//! Threads that search together, on one table.
//!
//! Every thread searches from the root as if it were alone, and finds what the others have found in the
//! table. So that they do not all go the same way, each one posts the large positions that it is below.
//! To a thread that would go where another one is already, that way looks twice as far (with two others
//! three times), and it goes another way if that is nearer now: a virtual loss (Kaneko 2010). But that
//! is so only where the player to move seems to lose: there all his moves must be refuted, and threads
//! that part waste nothing. Where he seems to win, one move is enough, and the threads go the same way
//! together, to part behind it. (With the loss in all positions two threads took up to twice as many
//! nodes as one; so they take about as many, or fewer.)
//!
//! A thread reads the numbers of its moves again when it comes back from a long search, and looks from
//! time to time whether another one has settled a position that it is below: then it goes back there.
//! Nobody waits, except while the table doubles.
//!
//! What is proven is proven by whomever, so that values do not depend on the schedule. Node counts do.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, TryLockError};
use std::thread;
use std::time::Duration;

use super::children::{Child, ChildrenSummary};
use super::peers::{Halt, Peers};
use crate::posts::Posts;
use crate::proof_table::{Distance, Name, ProofTable, work_code};

/// Positions whose last search took fewer nodes are not posted: to part there would save less than it
/// costs to look.
const POSTED_NODES: u64 = 64;

/// Nodes between two looks around.
const LOOK_NODES: u64 = 1024;

/// After a search of so many nodes numbers are read again.
const REREAD_NODES: u64 = 256;

/// How many entries a thread takes before it counts them for all.
const COUNTED: usize = 256;

/// Between two tries to double the table while others still search.
const WAIT: Duration = Duration::from_micros(20);

/// What threads that search together share, besides the table.
pub(super) struct Crew {
    posts: Posts,
    is_over: AtomicBool,
    /// Whether the table is to double.
    is_crowded: AtomicBool,
    /// Held for reading by those who search, for writing by the one who doubles the table.
    searching: RwLock<()>,
}

impl Crew {
    pub(super) fn new(threads: usize) -> Self {
        Crew {
            posts: Posts::new(threads),
            is_over: AtomicBool::new(false),
            is_crowded: AtomicBool::new(false),
            searching: RwLock::new(()),
        }
    }

    /// The search is over: everybody leaves.
    pub(super) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    fn begin(&self) -> RwLockReadGuard<'_, ()> {
        self.searching
            .read()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thread of a crew.
pub(super) struct Mate<'c> {
    crew: &'c Crew,
    number: usize,
    look_next: u64,
    /// The posted positions, from the root on, with their depths.
    path: Vec<(Name, u32)>,
    /// Entries of the table taken and not yet counted.
    taken: usize,
    searching: Option<RwLockReadGuard<'c, ()>>,
}

impl<'c> Mate<'c> {
    pub(super) fn new(crew: &'c Crew, number: usize) -> Self {
        Mate {
            crew,
            number,
            look_next: 0,
            path: vec![],
            taken: 0,
            searching: Some(crew.begin()),
        }
    }

    /// How many other threads are below the position with this key, at `depth`.
    fn others_at(&self, key: u64, depth: u32) -> u64 {
        self.crew.posts.others_at(self.number, depth, key)
    }

    /// Stands still until the table has doubled, or doubles it when all stand still.
    #[cold]
    fn make_room(&mut self, table: &ProofTable) {
        self.searching = None;
        let crew = self.crew;
        // Whoever waited for the lock itself could get it when the table has doubled long ago, and
        // keep waiting for all others, who search again.
        while crew.is_crowded.load(Acquire) {
            match crew.searching.try_write() {
                Ok(_alone) => {
                    table.double(crew.posts.threads());
                    crew.is_crowded.store(false, Release);
                }
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
                Err(TryLockError::Poisoned(_)) => panic!("a thread died while the table doubled"),
            }
        }
        self.searching = Some(crew.begin());
    }
}

impl Peers for Mate<'_> {
    #[inline]
    fn look_around(&mut self, nodes: u64, table: &ProofTable) -> Result<(), Halt> {
        if nodes < self.look_next {
            return Ok(());
        }
        self.look_next = nodes + LOOK_NODES;
        if self.crew.is_over.load(Relaxed) {
            return Err(Halt::Over);
        }
        if self.crew.is_crowded.load(Relaxed) {
            self.make_room(table);
        }
        for &(name, depth) in &self.path {
            if table
                .get(name)
                .is_some_and(|known| known.distance.is_decided())
            {
                return Err(Halt::Back(depth));
            }
        }
        Ok(())
    }

    #[inline]
    fn choose<M>(
        &self,
        children: &[Child<M>],
        depth: u32,
        limits: Distance,
        alone: &ChildrenSummary,
    ) -> (usize, u32) {
        let nearest = &children[alone.nearest];
        let seems_won = alone.distance.win <= alone.distance.lose;
        if seems_won
            || nearest.work < work_code(POSTED_NODES)
            || self.others_at(nearest.name.key, depth) == 0
        {
            return (alone.nearest, alone.second);
        }
        let (mut chosen, mut least, mut second) = (alone.nearest, u64::MAX, u64::MAX);
        for (i, child) in children.iter().enumerate() {
            // A position that is as far as the limit is to be left, not searched.
            if child.distance.lose >= limits.win {
                continue;
            }
            let others = self.others_at(child.name.key, depth);
            let looks = u64::from(child.distance.lose) * (1 + others);
            if looks < least {
                (chosen, second, least) = (i, least, looks);
            } else if looks < second {
                second = looks;
            }
        }
        let second = second.max(children[chosen].distance.lose.into());
        (chosen, second.min(Distance::INFINITY.into()) as u32)
    }

    #[inline]
    fn enter(&mut self, name: Name, depth: u32, work: u8) {
        if work >= work_code(POSTED_NODES) {
            self.path.push((name, depth));
            self.crew.posts.put(self.number, depth, name.key);
        }
    }

    #[inline]
    fn leave(&mut self, depth: u32) {
        while let Some(&(_, posted)) = self.path.last()
            && posted >= depth
        {
            self.crew.posts.take(self.number, posted);
            self.path.pop();
        }
    }

    #[inline]
    fn had_time(&self, nodes: u64) -> bool {
        nodes >= REREAD_NODES
    }

    #[inline]
    fn took_slot(&mut self, table: &ProofTable) {
        self.taken += 1;
        if self.taken >= COUNTED {
            let is_crowded = table.count(self.taken);
            self.taken = 0;
            if is_crowded {
                self.crew.is_crowded.store(true, Relaxed);
                self.make_room(table);
            }
        }
    }
}
