//! A worker of a fleet, and its letters to and from the others.

use std::collections::BTreeMap;
use std::time::Duration;

use unbeatable_solve::layered::Halted;

use crate::link::Links;
use crate::mail::{Letter, LetterKind, Mail};
use crate::trouble::Trouble;

/// A worker has at most so many bytes of questions under way, or as many as a part of its room bears, and
/// a letter more.
const ASKED_BYTES_MAX: usize = 8 << 20;
const ASKED_PART: usize = 32;

/// Whoever has nothing to do looks up so often, even if nothing comes.
const NAP: Duration = Duration::from_millis(50);

/// A worker, which has its positions on a shelf, and the others' a letter away.
pub struct Member<'o> {
    mail: Mail<'o>,
    links: &'o Links<'o>,
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
        mail: Mail<'o>,
        links: &'o Links,
        stop: &'o (dyn Fn() -> bool + Sync),
    ) -> Self {
        Member {
            mail,
            links,
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
        self.mail.index
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
        for to in self.mail.others() {
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
        self.mail.send(LetterKind::Question, to, about, bytes);
        about
    }

    /// Sees to letters that have arrived: `hear` answers questions, `settle` takes answers. As long as too
    /// many questions are under way, or `is_idle`, there is nothing else to do than to wait for some.
    ///
    /// In trouble, too, all that came before has been seen to.
    pub(crate) fn tend(
        &mut self,
        hear: &mut dyn FnMut(&Letter) -> Vec<u8>,
        settle: &mut dyn FnMut(u64, &[u8]),
        is_idle: bool,
    ) -> Result<(), Trouble> {
        loop {
            let checked = self.check();
            let is_waiting = is_idle || self.asked_bytes > self.asked_bytes_max;
            let mut patience = match is_waiting && checked.is_ok() {
                true => NAP,
                false => Duration::ZERO,
            };
            while let Some(letter) = self.mail.take(patience) {
                self.see_to(letter, hear, settle);
                patience = Duration::ZERO;
            }
            if checked.is_err() || self.asked_bytes <= self.asked_bytes_max {
                return checked;
            }
        }
    }

    fn see_to(
        &mut self,
        letter: Letter,
        hear: &mut dyn FnMut(&Letter) -> Vec<u8>,
        settle: &mut dyn FnMut(u64, &[u8]),
    ) {
        match letter.kind {
            LetterKind::Question => {
                let answer = hear(&letter);
                self.sent_bytes += answer.len() as u64;
                let (to, about) = (letter.from, letter.about);
                self.mail.send(LetterKind::Answer, to, about, answer);
            }
            LetterKind::Answer => {
                let bytes = self.asked.remove(&letter.about);
                self.asked_bytes -= bytes.expect("an answer to a question that was asked");
                settle(letter.about, &letter.bytes);
            }
            LetterKind::EndOfRound => {}
        }
    }

    /// Whether to go on. Whoever works for long without letters asks now and then.
    pub fn check(&self) -> Result<(), Trouble> {
        match (self.stop)() {
            true => Err(Halted::Asked.into()),
            false => self.links.check(),
        }
    }

    /// Ends a round: all questions, everybody's, are answered.
    pub(crate) fn end_round(
        &mut self,
        hear: &mut dyn FnMut(&Letter) -> Vec<u8>,
        settle: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<(), Trouble> {
        self.mail.end_questions();
        let mut tended = Ok(());
        while !self.mail.is_round_over() || !self.asked.is_empty() {
            // What came before a loss may have been all that was needed.
            tended?;
            tended = self.tend(hear, settle, true);
        }
        self.mail.next_round();
        Ok(())
    }
}
