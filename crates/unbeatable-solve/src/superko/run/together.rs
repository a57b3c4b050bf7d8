//! A question, answered by one thread or by several together.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::thread;

use unbeatable_core::{Analysis, Effort, Game, Guide, Stopped};

use super::super::crew::{Halt, SuperkoCrew, SuperkoMate};
use super::super::memory::Proof;
use super::child::OpenNumbers;
use super::{SuperkoNode, SuperkoRun};
use crate::distance::Distance;
use crate::meter::Meter;

/// Where another thread is already, looks farther by this part: a little is enough to part at almost
/// every fork, and a thread that goes where it is much farther finds what nobody needs. On 3x6 two threads
/// take 1.0 times the nodes of one with an eighth, 1.2 with a half, 1.5 with all.
const ONE_OVER_DETOUR: u64 = 8;

/// Stack for each further thread, deep enough for the longest lines; what is not touched costs nothing.
const STACK_BYTES: usize = 1 << 28;

impl<G: Game, A: Analysis<G>, D: Guide<G>> SuperkoRun<'_, '_, '_, G, A, D> {
    /// Answers the question about the unfinished position where the line ends now.
    pub(super) fn answer(&mut self, pos: &G::Position) -> Result<Proof, Stopped> {
        let alone = |run: &mut Self| match run.root(pos) {
            Ok(proof) => Ok(proof),
            Err(Halt::Stopped(stopped)) => Err(stopped),
            Err(halt) => panic!("a thread that is alone was told {halt:?}"),
        };
        let threads = self.search.budget.threads;
        if threads <= 1 {
            return alone(self);
        }
        let whole = self.meter.narrow(self.search.options.alone_nodes);
        let answer = alone(self);
        let needs_more = self.meter.widen(whole);
        match answer {
            Err(Stopped::Nodes) if needs_more => self.answer_together(pos, threads),
            answer => answer,
        }
    }

    fn answer_together(&mut self, pos: &G::Position, threads: usize) -> Result<Proof, Stopped> {
        let crew = Arc::new(SuperkoCrew::new(threads));
        let account = self.meter.share();
        let (search, goal, place) = (self.search, self.goal, self.place.clone());
        let work = |number: usize| {
            let meter: Meter<'_, G::Value> = Meter::joined(&account);
            let mut run = SuperkoRun::at(search, place.clone(), goal, meter);
            run.begin_again();
            run.mate = Some(SuperkoMate::new(&crew, number));
            let found = run.root(pos);
            (found.map(|proof| (proof, run.winner)), run.meter.effort)
        };
        let (answers, efforts) = thread::scope(|scope| {
            let work = &work;
            // A system that gives no more threads has to do with those it gave.
            let spawn = |number| {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, move || work(number)).ok()
            };
            let others: Vec<_> = (1..threads).map_while(spawn).collect();
            self.mate = Some(SuperkoMate::new(&crew, 0));
            let found = catch_unwind(AssertUnwindSafe(|| self.root(pos)));
            // The others may wait for it until they see that the search is over; whatever happened here.
            self.mate = None;
            self.give_back();
            let found = found.unwrap_or_else(|cause| resume_unwind(cause));
            let mut answers = vec![found.map(|proof| (proof, self.winner))];
            let mut efforts: Vec<Effort> = vec![];
            for other in others {
                let (answer, effort) = other.join().unwrap_or_else(|cause| resume_unwind(cause));
                answers.push(answer);
                efforts.push(effort);
            }
            (answers, efforts)
        });
        self.hold();
        self.begin_again();
        self.meter.end_share(&efforts);
        let mut stopped = None;
        for answer in answers {
            match answer {
                Ok((proof, winner)) => {
                    self.winner = winner;
                    return Ok(proof);
                }
                Err(Halt::Stopped(why)) => stopped = stopped.or(Some(why)),
                Err(Halt::Over) => {}
                Err(halt @ (Halt::Back(_) | Halt::Swept)) => {
                    panic!("nobody is above the root to be told {halt:?}")
                }
            }
        }
        Err(stopped.expect("the first thread that leaves knows why"))
    }

    /// Which of the open children to search, and how near the next best is: the best one, unless another
    /// thread is there already and the player to move seems to lose.
    #[inline]
    pub(super) fn part(
        &self,
        node: &SuperkoNode<G::Position>,
        limits: Distance,
        now: Distance,
        alone: &OpenNumbers,
    ) -> (usize, u32) {
        match &self.mate {
            Some(mate) if now.win > now.lose => self.part_from(mate, node, limits, alone),
            _ => (alone.best, alone.second),
        }
    }

    fn part_from(
        &self,
        mate: &SuperkoMate<G::Position>,
        node: &SuperkoNode<G::Position>,
        limits: Distance,
        alone: &OpenNumbers,
    ) -> (usize, u32) {
        let others_at = |i: usize| {
            let child = &self.children[i];
            let work = self.memory().work(child.place, &child.canon);
            mate.others_at(node.depth, self.search.game.key(&child.canon), work)
        };
        if others_at(alone.best) == 0 {
            return (alone.best, alone.second);
        }
        let (mut chosen, mut least, mut second) = (alone.best, u64::MAX, u64::MAX);
        for i in node.first..self.children.len() {
            let child = &self.children[i];
            // A position that is as far as the limit is to be left, not searched.
            if child.proof.is_some() || child.numbers.lose >= limits.win {
                continue;
            }
            let lose = u64::from(child.numbers.lose);
            let looks = lose + lose * others_at(i) / ONE_OVER_DETOUR;
            if looks < least {
                (chosen, second, least) = (i, least, looks);
            } else if looks < second {
                second = looks;
            }
        }
        let second = second.max(self.children[chosen].numbers.lose.into());
        (chosen, second.min(super::INFINITY.into()) as u32)
    }
}
