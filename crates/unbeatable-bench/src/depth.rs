//! A stack that is deep enough.

use std::sync::Mutex;

use unbeatable_core::BrokenRules;
use unbeatable_report::{Argument, AskError};

/// Runs a question as [`deep`] does. Rules from outside that break a promise meanwhile make it an error.
pub fn deep_asked<T: Send>(
    question: impl FnOnce() -> Result<T, AskError> + Send,
) -> Result<T, AskError> {
    let answer = BrokenRules::caught(|| deep(question));
    answer.unwrap_or_else(|broken| Err(Argument::Game.wrong(broken.to_string())))
}

/// Runs a question on a thread whose stack is deep enough for the longest games: solvers recurse once
/// a ply. The stack is only reserved; pages that are never touched cost nothing. Where even that much
/// address space cannot be had, a smaller stack has to do, and at last the one that there is.
pub fn deep<T: Send>(question: impl FnOnce() -> T + Send) -> T {
    const STACKS_BYTES: [usize; 3] = [1 << 29, 1 << 26, 1 << 23];
    let question = Mutex::new(Some(question));
    let ask = || {
        let question = question.lock().expect("nobody panics here").take();
        question.expect("it is asked once")()
    };
    std::thread::scope(|scope| {
        let threads = STACKS_BYTES.into_iter().find_map(|bytes| {
            let builder = std::thread::Builder::new().stack_size(bytes);
            builder.spawn_scoped(scope, ask).ok()
        });
        match threads {
            Some(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => ask(),
        }
    })
}
