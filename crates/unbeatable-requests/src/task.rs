//! What is to be done for a request.

use std::time::Duration;

use serde::Serialize;
use unbeatable_workbench::question::Limits;

use crate::failure::Failure;
use crate::timed_follower::TimedFollower;

/// What is answered: text, mostly JSON, or why not.
pub type JsonAnswer = Result<String, Failure>;

/// What is to be done for a request.
pub enum Task {
    /// Nothing: the answer is there.
    Told(JsonAnswer),
    /// What takes no search, but perhaps more than a moment.
    Brief(Box<dyn FnOnce() -> JsonAnswer + Send>),
    /// A search.
    Timed(TimedQuestion),
    /// What is kept under a key once it was made: whoever wants it while another makes it had better wait. Then
    /// this says what is left to do.
    Kept(String, Box<dyn FnOnce() -> Task + Send>),
}

/// A question that is understood, and takes time.
pub struct TimedQuestion {
    /// How long it may take.
    pub limit: Duration,
    /// What answers it.
    pub ask: Box<dyn FnOnce(&TimedFollower<'_>) -> JsonAnswer + Send>,
}

impl Task {
    pub(crate) fn brief(act: impl FnOnce() -> JsonAnswer + Send + 'static) -> Task {
        Task::Brief(Box::new(act))
    }

    pub(crate) fn timed(
        limits: &Limits,
        ask: impl FnOnce(&TimedFollower<'_>) -> JsonAnswer + Send + 'static,
    ) -> Task {
        Task::Timed(TimedQuestion {
            limit: limits.time.unwrap_or(Duration::MAX),
            ask: Box::new(ask),
        })
    }
}

/// A report as text.
pub(crate) fn written(report: &impl Serialize) -> JsonAnswer {
    Ok(serde_json::to_string(report).expect("reports have text keys, so they are JSON"))
}
