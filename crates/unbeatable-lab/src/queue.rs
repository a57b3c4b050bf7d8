//! Who waits for a turn to search, and whose turn is next.
//!
//! There are a few ordinary turns. The next one goes
//! 1. to a [small](Asker::is_small) question before others;
//! 2. of those, to an address that has the fewest running;
//! 3. of those, to the address that has waited longest: since it asked, or since it got its last turn.
//!
//! So that nobody waits for ever, whoever has been there longest is passed over [`PASSES_MAX`] times in a
//! row at most. When all ordinary turns are taken, there is one more, for a small question or for an address
//! that has nothing running: neither waits for the end of a long search, unless another of its kind runs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

/// How often in a row turns go to others than whoever has been there longest.
const PASSES_MAX: u32 = 8;

/// Where a question comes from, and of what kind it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    pub(crate) address: IpAddr,
    /// Whether it cannot take long.
    pub(crate) is_small: bool,
}

/// Questions in a queue, each with what tells it that its turn has come.
pub(crate) struct Queue<T> {
    /// Ordinary turns that nobody has.
    turns: usize,
    /// Whether nobody has the extra one.
    has_extra: bool,
    /// Counts arrivals and turns: what happened later has a higher number.
    now: u64,
    /// By the number of arrival.
    waiting: BTreeMap<u64, QueuedAsker<T>>,
    /// How many are running, of addresses that have any.
    running: HashMap<IpAddr, usize>,
    /// How many turns in a row went to others than whoever had been there longest.
    passes: u32,
}

struct QueuedAsker<T> {
    asker: Asker,
    /// When it came, or when its address got its last turn.
    since: u64,
    tell: T,
}

/// A turn that is taken, to be given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Taken {
    address: IpAddr,
    is_extra: bool,
}

impl<T> Queue<T> {
    /// With so many ordinary turns.
    pub(crate) fn new(turns: usize) -> Self {
        Queue {
            turns,
            has_extra: true,
            now: 0,
            waiting: BTreeMap::new(),
            running: HashMap::new(),
            passes: 0,
        }
    }

    /// A place behind those who wait already: its number.
    pub(crate) fn enter(&mut self, asker: Asker, tell: T) -> u64 {
        self.now += 1;
        let since = self.now;
        self.waiting
            .insert(since, QueuedAsker { asker, since, tell });
        since
    }

    /// Forgets whoever gave up its place, if it still has one.
    pub(crate) fn leave(&mut self, number: u64) {
        self.waiting.remove(&number);
    }

    /// Takes turns for all who need not wait any more, and says for whom.
    pub(crate) fn let_go(&mut self) -> Vec<(Taken, T)> {
        std::iter::from_fn(|| self.next()).collect()
    }

    /// Takes the next turn, if there is one for somebody who waits.
    fn next(&mut self) -> Option<(Taken, T)> {
        let is_extra = self.turns == 0;
        let number = match is_extra {
            true if self.has_extra => {
                self.first(|asker| asker.is_small || !self.running.contains_key(&asker.address))?
            }
            true => return None,
            false => self.fair()?,
        };
        match is_extra {
            true => self.has_extra = false,
            false => self.turns -= 1,
        }
        let QueuedAsker { asker, tell, .. } = self.waiting.remove(&number).expect("it waits");
        let address = asker.address;
        *self.running.entry(address).or_default() += 1;
        self.now += 1;
        for other in self.waiting.values_mut() {
            if other.asker.address == address {
                other.since = self.now;
            }
        }
        Some((Taken { address, is_extra }, tell))
    }

    /// Whose ordinary turn it is.
    fn fair(&mut self) -> Option<u64> {
        let oldest = *self.waiting.keys().next()?;
        let number = match self.passes < PASSES_MAX {
            true => self.first(|_| true)?,
            false => oldest,
        };
        self.passes = match number == oldest {
            true => 0,
            false => self.passes + 1,
        };
        Some(number)
    }

    /// Who is first among some.
    fn first(&self, is_meant: impl Fn(&Asker) -> bool) -> Option<u64> {
        let meant = self
            .waiting
            .iter()
            .filter(|(_, waiting)| is_meant(&waiting.asker));
        let first = meant.min_by_key(|(number, _)| self.rank(**number));
        first.map(|(number, _)| *number)
    }

    /// The lower, the sooner.
    fn rank(&self, number: u64) -> impl Ord + use<T> {
        let QueuedAsker { asker, since, .. } = &self.waiting[&number];
        let running = self.running.get(&asker.address).copied();
        (Reverse(asker.is_small), running, *since, number)
    }

    /// Gives a turn back.
    pub(crate) fn end(&mut self, taken: Taken) {
        match taken.is_extra {
            true => self.has_extra = true,
            false => self.turns += 1,
        }
        let running = self.running.get_mut(&taken.address).expect("it ran");
        *running -= 1;
        if *running == 0 {
            self.running.remove(&taken.address);
        }
    }

    /// How many go before one who waits, as it looks now.
    pub(crate) fn ahead(&self, number: u64) -> usize {
        if !self.waiting.contains_key(&number) {
            return 0;
        }
        let rank = self.rank(number);
        let others = self.waiting.keys();
        others.filter(|other| self.rank(**other) < rank).count()
    }

    /// How many wait, of one address or of all.
    pub(crate) fn waiting(&self, address: Option<IpAddr>) -> usize {
        let of = |waiting: &&QueuedAsker<T>| address.is_none_or(|of| of == waiting.asker.address);
        self.waiting.values().filter(of).count()
    }

    /// How many have a turn.
    pub(crate) fn running(&self) -> usize {
        self.running.values().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: bool = true;
    const LONG: bool = false;

    fn asker(host: u8, is_small: bool) -> Asker {
        let address = IpAddr::from([10, 0, 0, host]);
        Asker { address, is_small }
    }

    fn names(turns: &[(Taken, &'static str)]) -> Vec<&'static str> {
        turns.iter().map(|(_, name)| *name).collect()
    }

    /// Ends the search that runs, again and again: the order in which a server with one turn answers.
    fn one_by_one(queue: &mut Queue<&'static str>, running: Taken) -> Vec<&'static str> {
        queue.end(running);
        let next = std::iter::from_fn(|| {
            let (taken, name) = queue.next()?;
            queue.end(taken);
            Some(name)
        });
        next.collect()
    }

    /// A queue with one turn, which host 1 has. The extra turn is taken, too.
    fn busy() -> (Queue<&'static str>, Taken) {
        let mut queue = Queue::new(1);
        queue.enter(asker(1, LONG), "first");
        queue.enter(asker(99, LONG), "extra");
        let turns = queue.let_go();
        assert_eq!(names(&turns), ["first", "extra"]);
        assert_eq!((queue.running(), queue.waiting(None)), (2, 0));
        (queue, turns[0].0)
    }

    #[test]
    fn addresses_take_turns() {
        let (mut queue, running) = busy();
        for (host, name) in [
            (1, "a1"),
            (1, "a2"),
            (1, "a3"),
            (2, "b1"),
            (2, "b2"),
            (3, "c1"),
        ] {
            queue.enter(asker(host, LONG), name);
        }
        let order = one_by_one(&mut queue, running);
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn who_has_fewer_running_goes_first() {
        let mut queue = Queue::new(3);
        for name in ["a1", "a2", "a3", "a4", "a5"] {
            queue.enter(asker(1, LONG), name);
        }
        let turns = queue.let_go();
        assert_eq!(names(&turns), ["a1", "a2", "a3"]);
        // Another finds the extra turn free, but has no second one of that kind.
        queue.enter(asker(2, LONG), "b1");
        assert_eq!(names(&queue.let_go()), ["b1"]);
        let last = queue.enter(asker(2, LONG), "b2");
        assert_eq!(names(&queue.let_go()), [""; 0]);
        assert_eq!((queue.ahead(last), queue.waiting(None)), (0, 3));
        queue.end(turns[0].0);
        assert_eq!(names(&queue.let_go()), ["b2"]);
    }

    #[test]
    fn small_questions_do_not_wait_behind_long_ones() {
        let (mut queue, running) = busy();
        let long = queue.enter(asker(2, LONG), "long");
        queue.enter(asker(1, SMALL), "small of the busy one");
        let small = queue.enter(asker(2, SMALL), "small");
        assert_eq!((queue.ahead(small), queue.ahead(long)), (0, 2));
        let order = one_by_one(&mut queue, running);
        assert_eq!(order, ["small of the busy one", "small", "long"]);
    }

    #[test]
    fn the_extra_turn_is_for_small_questions_and_newcomers() {
        let mut queue = Queue::new(1);
        for name in ["a1", "a2"] {
            queue.enter(asker(1, LONG), name);
        }
        assert_eq!(names(&queue.let_go()), ["a1"]);
        queue.enter(asker(1, SMALL), "small");
        let turns = queue.let_go();
        assert_eq!(names(&turns), ["small"]);
        queue.enter(asker(2, LONG), "newcomer");
        assert_eq!(names(&queue.let_go()), [""; 0]);
        queue.end(turns[0].0);
        assert_eq!(names(&queue.let_go()), ["newcomer"]);
        assert_eq!(queue.waiting(Some(asker(1, LONG).address)), 1);
    }

    #[test]
    fn nobody_is_passed_over_for_ever() {
        let (mut queue, mut running) = busy();
        queue.enter(asker(1, LONG), "long");
        let mut passes = 0;
        loop {
            queue.enter(asker(2, SMALL), "small");
            queue.end(running);
            let (taken, name) = queue.next().expect("a turn is free");
            if name == "long" {
                break;
            }
            passes += 1;
            running = taken;
        }
        assert_eq!(passes, PASSES_MAX);
    }

    #[test]
    fn who_leaves_is_forgotten() {
        let (mut queue, running) = busy();
        let left = queue.enter(asker(2, LONG), "left");
        queue.enter(asker(3, LONG), "right");
        queue.leave(left);
        assert_eq!(queue.ahead(left), 0);
        assert_eq!(one_by_one(&mut queue, running), ["right"]);
        queue.leave(left);
    }
}
