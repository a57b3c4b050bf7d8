//! The peers of a search: those who search with it, as it sees them.

use unbeatable_core::Stopped;

use super::children::{Child, ChildrenSummary};
use crate::proof_table::{Distance, Name, ProofTable};

/// Why a thread leaves a position without having settled it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The search stops.
    Stopped(Stopped),
    /// Another thread has answered the question, or stopped.
    Over,
    /// Another thread has settled the position at this depth, which this one is below.
    Back(u32),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Halt::Stopped(stopped)
    }
}

/// The others that search with one thread, as it sees them.
pub(super) trait Peers {
    /// Looks what the others have done: whether to leave.
    fn look_around(&mut self, nodes: u64, table: &ProofTable) -> Result<(), Halt>;

    /// Which of the open `children` at `depth` to search, and how near the next best is, when `alone`
    /// is what one thread would go by.
    fn choose<M>(
        &self,
        children: &[Child<M>],
        depth: u32,
        limits: Distance,
        alone: &ChildrenSummary,
    ) -> (usize, u32);

    /// Posts that a child at `depth` is going to be searched, if its last search took so much work.
    fn enter(&mut self, name: Name, depth: u32, work: u8);

    /// Takes back the posts at `depth` and deeper.
    fn leave(&mut self, depth: u32);

    /// Whether others may have found something while so many nodes were searched.
    fn had_time(&self, nodes: u64) -> bool;

    /// Notes that an empty slot of the table was taken.
    fn took_slot(&mut self, table: &ProofTable);

    /// Notes what was found of a position, by so many nodes.
    #[inline]
    fn found(&mut self, _: Name, _: Distance, _: u64) {}
}

/// Nobody else.
impl Peers for () {
    #[inline]
    fn look_around(&mut self, _: u64, _: &ProofTable) -> Result<(), Halt> {
        Ok(())
    }

    #[inline]
    fn choose<M>(
        &self,
        _: &[Child<M>],
        _: u32,
        _: Distance,
        alone: &ChildrenSummary,
    ) -> (usize, u32) {
        (alone.nearest, alone.second)
    }

    #[inline]
    fn enter(&mut self, _: Name, _: u32, _: u8) {}

    #[inline]
    fn leave(&mut self, _: u32) {}

    #[inline]
    fn had_time(&self, _: u64) -> bool {
        false
    }

    #[inline]
    fn took_slot(&mut self, table: &ProofTable) {
        if table.count(1) {
            table.double(1);
        }
    }
}
