//! What a run may take, and why it ends early.

use std::thread::available_parallelism;

use unbeatable_report::question::Limits;
use unbeatable_report::{Argument, AskError};
use unbeatable_solve::layered::Room;

/// What a run takes, unless told otherwise.
const MEMORY: u64 = 2 << 30;

/// Why a run ended early.
pub(super) enum Halt {
    /// Time was up, or somebody asked.
    Stopped,
    /// Something is wrong.
    Wrong(AskError),
}

impl From<AskError> for Halt {
    fn from(error: AskError) -> Self {
        Halt::Wrong(error)
    }
}

/// What so many threads take beside layers, in bytes.
pub(super) fn beside(threads: usize) -> usize {
    (24 << 20) + (8 << 20) * threads
}

/// Threads and bytes that a run may take. What it takes beside its layers, buffers of every thread among
/// them, is left out.
pub(super) fn room(limits: &Limits) -> Result<Room, AskError> {
    const LEAST_BYTES: u64 = 8 << 20;
    let all = || available_parallelism().map_or(1, usize::from);
    let threads = limits.threads.unwrap_or_else(all);
    let memory = limits.memory.unwrap_or(MEMORY);
    let beside = beside(threads) as u64;
    if memory < beside + LEAST_BYTES {
        return Err(Argument::Memory.wrong(format!(
            "there is too little memory for {threads} threads: expected --memory {}MiB or more",
            (beside + LEAST_BYTES) >> 20
        )));
    }
    Ok(Room {
        threads,
        bytes_max: usize::try_from(memory - beside).unwrap_or(usize::MAX),
    })
}
