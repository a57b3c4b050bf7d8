//! A worker's letters to and from the others, in rounds.
//!
//! Letters between two workers arrive in the order in which they were sent. So whoever has asked all its
//! questions of a round sends everybody a letter that says so: a round is over for a worker when it has
//! that letter of all others. A fast worker may be a round ahead; what it asks behind that letter is kept
//! until its round has come. Answers need no rounds: whoever asked waits for them.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

/// What is written in a letter is no longer: of a layer it is at most a tenth of this.
pub(crate) const LETTER_BYTES_MAX: usize = 1 << 28;

/// What a letter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LetterKind {
    Question,
    Answer,
    /// Its writer asks nothing more in this round.
    EndOfRound,
}

/// What travels from one worker to another.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Letter {
    pub(crate) kind: LetterKind,
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// The number of the question that it is, or answers.
    pub(crate) about: u64,
    pub(crate) bytes: Vec<u8>,
}

/// A worker's letters.
pub(crate) struct Mail<'o> {
    /// This worker's number.
    pub(crate) index: u32,
    /// Where letters to each worker go.
    post: &'o [Sender<Letter>],
    inbox: Receiver<Letter>,
    round: u64,
    /// How many rounds each worker has ended, this one too, as far as is known here.
    ended: Vec<u64>,
    /// Questions of this round that came too early.
    kept: VecDeque<Letter>,
    /// Questions of the next round.
    ahead: VecDeque<Letter>,
}

impl<'o> Mail<'o> {
    pub(crate) fn new(index: u32, post: &'o [Sender<Letter>], inbox: Receiver<Letter>) -> Self {
        Mail {
            index,
            post,
            inbox,
            round: 0,
            ended: vec![0; post.len()],
            kept: VecDeque::new(),
            ahead: VecDeque::new(),
        }
    }

    /// How many workers there are.
    pub(crate) fn count(&self) -> u32 {
        self.post.len() as u32
    }

    /// All workers but this one.
    pub(crate) fn others(&self) -> impl Iterator<Item = u32> + use<> {
        let own = self.index;
        (0..self.count()).filter(move |&other| other != own)
    }

    /// Sends a letter; questions are of this round.
    pub(crate) fn send(&self, kind: LetterKind, to: u32, about: u64, bytes: Vec<u8>) {
        assert!(bytes.len() <= LETTER_BYTES_MAX, "shorter letters");
        let letter = Letter {
            kind,
            from: self.index,
            to,
            about,
            bytes,
        };
        // Whoever does not take it any more has ended, or is lost, and then all hear of it.
        drop(self.post[to as usize].send(letter));
    }

    /// The next letter of this round that has arrived, or arrives in so much time.
    pub(crate) fn take(&mut self, patience: Duration) -> Option<Letter> {
        if let Some(question) = self.kept.pop_front() {
            return Some(question);
        }
        loop {
            let letter = self.inbox.recv_timeout(patience).ok()?;
            let ended = &mut self.ended[letter.from as usize];
            match letter.kind {
                LetterKind::Question if *ended > self.round => {
                    self.ahead.push_back(letter);
                    continue;
                }
                LetterKind::EndOfRound => *ended += 1,
                LetterKind::Question | LetterKind::Answer => {}
            }
            return Some(letter);
        }
    }

    /// This worker asks nothing more in this round.
    pub(crate) fn end_questions(&mut self) {
        for to in self.others() {
            self.send(LetterKind::EndOfRound, to, 0, vec![]);
        }
        self.ended[self.index as usize] += 1;
    }

    /// Whether all questions of this round to this worker have been taken.
    pub(crate) fn is_round_over(&self) -> bool {
        self.kept.is_empty() && self.ended.iter().all(|&ended| ended > self.round)
    }

    /// Goes on to the next round.
    ///
    /// Panics if this one is not over.
    pub(crate) fn next_round(&mut self) {
        assert!(self.is_round_over(), "every question was answered");
        self.kept.append(&mut self.ahead);
        self.round += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn questions_are_kept_until_their_round_has_come() {
        let (post, inboxes): (Vec<_>, Vec<_>) = (0..3).map(|_| channel()).unzip();
        let mut all: Vec<Mail> = (0..)
            .zip(inboxes)
            .map(|(index, inbox)| Mail::new(index, &post, inbox))
            .collect();
        let [slow, fast, other] = &mut all[..] else {
            panic!("there are three");
        };
        for about in 0..2 {
            fast.send(LetterKind::Question, 0, about, vec![]);
            fast.end_questions();
        }
        fast.send(LetterKind::Answer, 0, 7, vec![]);
        other.send(LetterKind::Question, 0, 2, vec![]);
        let taken = |slow: &mut Mail| {
            let taken = std::iter::from_fn(|| slow.take(Duration::ZERO));
            let said: Vec<_> = taken.map(|letter| (letter.kind, letter.about)).collect();
            said
        };
        let end = (LetterKind::EndOfRound, 0);
        let expected = [(LetterKind::Question, 0), end, end, (LetterKind::Answer, 7)];
        assert_eq!(
            taken(slow),
            [&expected[..], &[(LetterKind::Question, 2)]].concat()
        );
        slow.end_questions();
        assert!(!slow.is_round_over());
        other.end_questions();
        assert_eq!(taken(slow), [end]);
        assert!(slow.is_round_over());
        slow.next_round();
        assert!(!slow.is_round_over());
        assert_eq!(taken(slow), [(LetterKind::Question, 1)]);
    }
}
