//! Who goes together.

use std::time::Duration;

/// Workers that go together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FleetMembers {
    /// The addresses of all processes, in the same order for everybody. One alone needs none.
    pub hosts: Vec<String>,
    /// Which of them this process is.
    pub process: usize,
    /// How many workers each process has.
    pub workers: usize,
    /// How long the others are waited for.
    pub patience: Duration,
}

impl FleetMembers {
    /// So many workers in one process.
    #[must_use]
    pub fn alone(workers: usize) -> Self {
        FleetMembers {
            hosts: vec![],
            process: 0,
            workers,
            patience: Duration::ZERO,
        }
    }

    /// How many processes there are.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.hosts.len().max(1)
    }

    /// How many workers there are in all.
    #[must_use]
    pub fn count(&self) -> usize {
        self.processes() * self.workers
    }

    /// The workers of this process.
    #[must_use]
    pub fn own(&self) -> std::ops::Range<usize> {
        self.of(self.process)
    }

    /// The workers of a process.
    pub(crate) fn of(&self, process: usize) -> std::ops::Range<usize> {
        process * self.workers..(process + 1) * self.workers
    }
}
