//! Threads that search many positions of one game and share what they remember.

use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use unbeatable_core::{Budget, Goal, Margin, Progress, Stopped, Watch};
use unbeatable_report::report::BookProgress;

use crate::bench::Bench;
use crate::clock::Clock;
use crate::erased::{Line, Solved};
use crate::searches::Session;
use crate::solvers::Chosen;

/// Why a position has no answer.
pub(crate) enum Unsettled {
    Stopped(Stopped),
    Unwritten(io::Error),
}

/// Who searches many positions, on several threads, and how far they are.
pub(crate) struct Searchers<'g> {
    bench: &'g Bench,
    clock: &'g Clock<'g>,
    /// What is done already, and what is to be done as far as is known.
    pub(crate) done: AtomicUsize,
    pub(crate) all: usize,
    nodes: AtomicU64,
}

/// What is done with one of many items, by a session.
type Work<'g, 'w, T> = dyn Fn(&T, &mut dyn Session<'g>) -> Result<(), Unsettled> + Sync + 'w;

impl<'g> Searchers<'g> {
    pub(crate) fn new(bench: &'g Bench, clock: &'g Clock<'g>) -> Self {
        Searchers {
            bench,
            clock,
            done: 0.into(),
            all: 0,
            nodes: 0.into(),
        }
    }

    /// A session for each thread. Solvers that cannot share a memory have one.
    pub(crate) fn sessions(
        &self,
        chosen: Chosen,
        budget: Budget,
    ) -> Vec<Box<dyn Session<'g> + 'g>> {
        let alone = Budget {
            threads: 1,
            ..budget
        };
        let mut sessions = vec![self.bench.searches.session(chosen, None, alone)];
        for _ in 1..budget.threads {
            sessions.extend(sessions[0].another());
        }
        sessions
    }

    /// What the end of a line is worth.
    pub(crate) fn solve(
        &self,
        session: &mut dyn Session<'g>,
        line: &Line<'g>,
    ) -> Result<Solved, Unsettled> {
        let solved = session.prove(line, Goal::Value, self);
        self.nodes.fetch_add(solved.effort.nodes, Relaxed);
        match solved.stopped {
            Some(stopped) => Err(Unsettled::Stopped(stopped)),
            None => Ok(solved),
        }
    }

    /// Works on all items; says why it was stopped, if it was.
    pub(crate) fn each<T: Sync>(
        &self,
        sessions: &mut [Box<dyn Session<'g> + 'g>],
        items: &[T],
        work: &Work<'g, '_, T>,
    ) -> io::Result<Option<Stopped>> {
        let next = AtomicUsize::new(0);
        let run = |session: &mut dyn Session<'g>| -> Result<(), Unsettled> {
            while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
                let answer = work(item, session);
                if answer.is_err() {
                    // The others end, too.
                    next.store(items.len(), Relaxed);
                    return answer;
                }
                self.done.fetch_add(1, Relaxed);
            }
            Ok(())
        };
        let answers: Vec<Result<(), Unsettled>> = thread::scope(|scope| {
            let run = &run;
            let (first, others) = sessions.split_first_mut().expect("somebody searches");
            let others: Vec<_> = (others.iter_mut())
                .map(|session| scope.spawn(move || run(&mut **session)))
                .collect();
            // Some searches need the deep stack of this thread.
            let mut answers = vec![run(&mut **first)];
            for other in others {
                let joined = other.join();
                answers.push(joined.unwrap_or_else(|cause| resume_unwind(cause)));
            }
            answers
        });
        let mut why = None;
        for answer in answers {
            match answer {
                Ok(()) => {}
                Err(Unsettled::Stopped(stopped)) => why = Some(stopped),
                Err(Unsettled::Unwritten(e)) => return Err(e),
            }
        }
        Ok(why)
    }

    /// What all searches visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// How many items are done.
    pub(crate) fn done(&self) -> u64 {
        self.done.load(Relaxed) as u64
    }
}

impl Watch<Margin> for Searchers<'_> {
    fn progress(&self, now: &Progress<Margin>) -> ControlFlow<()> {
        self.clock.report_book(
            self.nodes() + now.effort.nodes,
            now.table_bytes,
            BookProgress {
                done: self.done(),
                all: self.all as u64,
            },
        );
        match self.clock.must_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
