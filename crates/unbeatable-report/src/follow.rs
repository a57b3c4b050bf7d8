//! Who follows a running question, and what is wrong with one that cannot be asked.

use std::fmt;

use crate::report::{GameRecord, ProgressReport, ScoreReport};

/// Follows a running question from outside, and may interrupt it.
pub trait Follow: Sync {
    /// Where the search stands; called a few times a second.
    fn progress(&self, now: &ProgressReport);

    /// Something went wrong that does not end the question, in one line.
    fn warn(&self, _what: &str) {}

    /// Something that the asker may want to know before waiting for the answer, in one line.
    fn advise(&self, _what: &str) {}

    /// Where a match stands, in place of `progress`.
    fn score(&self, _now: &ScoreReport) {}

    /// A game of a match is over; called in the order of their numbers, if the match is to tell.
    fn game(&self, _record: &GameRecord) {}

    /// Whether to stop as soon as possible, with what is proven so far.
    fn is_interrupted(&self) -> bool;
}

/// Nobody follows.
impl Follow for () {
    fn progress(&self, _: &ProgressReport) {}

    fn is_interrupted(&self) -> bool {
        false
    }
}

/// A question that cannot be asked: what is wrong with it, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskError(pub String);

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AskError {}
