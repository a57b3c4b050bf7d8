//! A worker of a fleet, and its letters to and from the others.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use unbeatable_solve::layered::Halted;

use crate::mail::{Letter, Mail};
use crate::trouble::Trouble;

/// A worker has at most so many bytes of questions under way, or as many as a part of its room bears, and
/// a letter more.
const ASKED_BYTES_MAX: usize = 8 << 20;
const ASKED_PART: usize = 32;

/// A worker, which has its positions on a shelf, and the others' a letter away.
pub struct Member<'o> {
    mail: Mail,
    /// Another worker of this process has ended in trouble.
    over: &'o AtomicBool,
    /// Whether to stop.
    stop: &'o (dyn Fn() -> bool + Sync),
    /// The number of the next question.
    next: u64,
    /// Bytes of questions that are not answered yet, by number.
    asked: BTreeMap<u64, usize>,
    asked_bytes: usize,
    asked_bytes_max: usize,
    sent_bytes: u64,
}

impl<'o> Member<'o> {
    pub(crate) fn new(
        mail: Mail,
        over: &'o AtomicBool,
        stop: &'o (dyn Fn() -> bool + Sync),
    ) -> Self {
        Member {
            mail,
            over,
            stop,
            next: 0,
            asked: BTreeMap::new(),
            asked_bytes: 0,
            asked_bytes_max: ASKED_BYTES_MAX,
            sent_bytes: 0,
        }
    }

    /// This worker's number.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.mail.index()
    }

    /// How many workers there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.mail.count()
    }

    /// Bytes of letters that this worker has sent so far.
    #[must_use]
    pub fn sent_bytes(&self) -> u64 {
        self.sent_bytes
    }

    /// Tells everybody something short, and hears what everybody tells, in order.
    pub fn gather(&mut self, own: &[u8]) -> Result<Vec<Vec<u8>>, Trouble> {
        let mut told = vec![vec![]; self.count() as usize];
        told[self.index() as usize] = own.to_vec();
        for to in self.others() {
            self.ask(to, own.to_vec());
        }
        let mut hear = |question: &Letter| {
            told[question.from as usize] = question.bytes.clone();
            vec![]
        };
        self.end_round(&mut hear, &mut |_, _| {})?;
        Ok(told)
    }

    /// Waits until everybody is here.
    pub fn meet(&mut self) -> Result<(), Trouble> {
        self.gather(&[]).map(drop)
    }

    fn others(&self) -> impl Iterator<Item = u32> + use<> {
        let own = self.index();
        (0..self.count()).filter(move |&other| other != own)
    }

    /// Has no more questions under way than that room bears.
    pub(crate) fn keep_within(&mut self, bytes_max: usize) {
        self.asked_bytes_max = ASKED_BYTES_MAX.min(bytes_max / ASKED_PART);
    }

    /// Sends a question; returns its number.
    pub(crate) fn ask(&mut self, to: u32, bytes: Vec<u8>) -> u64 {
        let about = self.next;
        self.next += 1;
        self.asked.insert(about, bytes.len());
        self.asked_bytes += bytes.len();
        self.sent_bytes += bytes.len() as u64;
        self.mail.ask(to, about, bytes);
        about
    }

    /// Sees to letters that have arrived: `hear` answers questions, `settle` takes answers. As long as too
    /// many questions are under way, or `is_idle`, there is nothing else to do.
    pub(crate) fn tend(
        &mut self,
        hear: &mut dyn FnMut(&Letter) -> Vec<u8>,
        settle: &mut dyn FnMut(u64, &[u8]),
        is_idle: bool,
    ) -> Result<(), Trouble> {
        loop {
            let is_crowded = self.asked_bytes > self.asked_bytes_max;
            self.mail.step(is_crowded || is_idle);
            while let Some(question) = self.mail.question() {
                let answer = hear(&question);
                self.sent_bytes += answer.len() as u64;
                self.mail.answer(&question, answer);
            }
            while let Some(answer) = self.mail.answered() {
                let bytes = self.asked.remove(&answer.about);
                self.asked_bytes -= bytes.expect("an answer to a question that was asked");
                settle(answer.about, &answer.bytes);
            }
            // Whoever waits for the end of a round looks first whether it has come.
            let is_done = self.asked_bytes <= self.asked_bytes_max;
            if is_done && is_idle {
                return Ok(());
            }
            self.check()?;
            if is_done {
                return Ok(());
            }
        }
    }

    /// Whether to go on. Whoever works for long without letters asks now and then.
    pub fn check(&self) -> Result<(), Trouble> {
        match () {
            () if (self.stop)() => Err(Halted::Asked.into()),
            () if self.over.load(Relaxed) => Err(Trouble::Mate),
            () => lost(self.mail.is_cut_off()),
        }
    }

    /// The same of who waits for the end of a round: what came before a loss may be all that is needed.
    fn check_round(&self) -> Result<(), Trouble> {
        match self.mail.is_cut_off() {
            Some(_) => lost(self.mail.lost()),
            None => self.check(),
        }
    }

    /// Ends a round: all questions, everybody's, are answered.
    pub(crate) fn end_round(
        &mut self,
        hear: &mut dyn FnMut(&Letter) -> Vec<u8>,
        settle: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<(), Trouble> {
        self.mail.end_questions();
        loop {
            self.tend(hear, settle, true)?;
            if self.mail.is_round_over() && self.asked.is_empty() {
                break;
            }
            self.check_round()?;
        }
        // Lets the last answers go.
        self.tend(hear, settle, true)?;
        self.mail.next_round();
        Ok(())
    }
}

fn lost(who: Option<String>) -> Result<(), Trouble> {
    match who {
        Some(who) => Err(Trouble::Lost(who)),
        None => Ok(()),
    }
}
