//! Letters between workers, carried by timely dataflow.
//!
//! There are two posts: questions, which come in rounds, and answers. A worker that has asked all its
//! questions of a round says so; timely then knows when nobody's are under way any more. A fast worker may
//! be a round ahead, so questions are kept by round until their round has come. Answers need no rounds:
//! whoever asked waits for them.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use timely::WorkerConfig;
use timely::communication::{Allocator, Push};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::Message;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::link::Links;

/// Whoever has nothing to do looks up so often, even if nothing comes.
const NAP: Duration = Duration::from_millis(50);

/// What travels from one worker to another.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Letter {
    pub(crate) to: u32,
    pub(crate) from: u32,
    /// The number of the question that it is, or answers.
    pub(crate) about: u64,
    #[serde(with = "serde_bytes")]
    pub(crate) bytes: Vec<u8>,
}

type Builder = CapacityContainerBuilder<Vec<Letter>>;
type Inbox = Rc<RefCell<BTreeMap<u64, VecDeque<Letter>>>>;

struct Post {
    input: InputHandle<u64, Builder>,
    inbox: Inbox,
    probe: ProbeHandle<u64>,
}

impl Post {
    fn new(worker: &mut Worker) -> Self {
        let inbox = Inbox::default();
        let filled = inbox.clone();
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, letters) = scope.new_input_with_builder::<Builder>();
            let arrived = letters.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                DistributorPact(|_| Postman),
                "letters",
                |_, _| {
                    move |input, _| {
                        input.for_each(|time, letters| {
                            let mut inbox = filled.borrow_mut();
                            let round = inbox.entry(*time.time()).or_default();
                            round.extend(letters.drain(..));
                        });
                    }
                },
            );
            (input, arrived.probe().0)
        });
        Post {
            input,
            inbox,
            probe,
        }
    }

    fn send(&mut self, letter: Letter) {
        self.input.send_batch(&mut vec![letter]);
    }

    fn take(&mut self, round: u64) -> Option<Letter> {
        self.inbox.borrow_mut().get_mut(&round)?.pop_front()
    }
}

/// Brings each letter where it says, at once: they are large.
struct Postman;

impl Distributor<Vec<Letter>> for Postman {
    fn partition<T: Clone, P: Push<Message<T, Vec<Letter>>>>(
        &mut self,
        letters: &mut Vec<Letter>,
        time: &T,
        pushers: &mut [P],
    ) {
        for letter in letters.drain(..) {
            let to = letter.to as usize;
            Message::push_at(&mut vec![letter], time.clone(), &mut pushers[to]);
            // Wakes whoever waits for it.
            pushers[to].done();
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Vec<Letter>>>>(&mut self, _: &T, _: &mut [P]) {}
}

/// A worker's letters.
pub(crate) struct Mail {
    worker: Worker,
    questions: Post,
    answers: Post,
    round: u64,
    links: Arc<Links>,
    /// After a loss: all that came before has been taken in.
    has_seen_to_it: bool,
}

impl Mail {
    pub(crate) fn new(allocator: Allocator, links: Arc<Links>) -> Self {
        // Without a clock it never sleeps.
        let timer = Some(Instant::now());
        let mut worker = Worker::new(WorkerConfig::default(), allocator, timer);
        Mail {
            questions: Post::new(&mut worker),
            answers: Post::new(&mut worker),
            worker,
            round: 0,
            links,
            has_seen_to_it: false,
        }
    }

    /// This worker's number.
    pub(crate) fn index(&self) -> u32 {
        self.worker.index() as u32
    }

    /// How many workers there are.
    pub(crate) fn count(&self) -> u32 {
        self.worker.peers() as u32
    }

    /// Sends a question of this round.
    pub(crate) fn ask(&mut self, to: u32, about: u64, bytes: Vec<u8>) {
        let from = self.index();
        self.questions.send(Letter {
            to,
            from,
            about,
            bytes,
        });
    }

    /// Answers a question.
    pub(crate) fn answer(&mut self, question: &Letter, bytes: Vec<u8>) {
        let from = self.index();
        self.answers.send(Letter {
            to: question.from,
            from,
            about: question.about,
            bytes,
        });
    }

    /// A question of this round that has arrived.
    pub(crate) fn question(&mut self) -> Option<Letter> {
        self.questions.take(self.round)
    }

    /// An answer that has arrived.
    pub(crate) fn answered(&mut self) -> Option<Letter> {
        self.answers.take(0)
    }

    /// Lets letters come and go; with nothing else to do, waits a little for them.
    pub(crate) fn step(&mut self, is_idle: bool) {
        // Whatever came before a connection was lost is here, and is looked at first.
        if self.links.lost().is_some() {
            for _ in 0..1_000 {
                self.worker.step();
            }
            self.has_seen_to_it = true;
        } else if is_idle {
            self.worker.step_or_park(Some(NAP));
        }
        self.worker.step();
    }

    /// Who is lost, if somebody is and what had arrived before has been seen to.
    pub(crate) fn lost(&self) -> Option<String> {
        match self.has_seen_to_it {
            true => self.links.lost(),
            false => None,
        }
    }

    /// Who is lost, if somebody is, whatever else has arrived.
    pub(crate) fn is_cut_off(&self) -> Option<String> {
        self.links.lost()
    }

    /// This worker asks nothing more in this round.
    pub(crate) fn end_questions(&mut self) {
        self.questions.input.advance_to(self.round + 1);
    }

    /// Whether all questions of this round, everybody's, have arrived where they should.
    pub(crate) fn is_round_over(&self) -> bool {
        !self.questions.probe.less_than(&(self.round + 1))
    }

    /// Goes on to the next round.
    ///
    /// Panics if a question of this one was not looked at.
    pub(crate) fn next_round(&mut self) {
        let rest = self.questions.inbox.borrow_mut().remove(&self.round);
        assert!(
            rest.is_none_or(|rest| rest.is_empty()),
            "every question was answered"
        );
        self.round += 1;
    }
}
