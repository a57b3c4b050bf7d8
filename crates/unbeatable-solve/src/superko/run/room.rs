//! Memory: held while a thread searches, given back while somebody makes room.

use std::sync::PoisonError;

use unbeatable_core::{Analysis, Game, Guide, Stopped};

use super::super::crew::Halt;
use super::super::frames::Single;
use super::super::memory::{MemorySweep, Need, ProofMemory};
use super::{HELD, SuperkoRun};

impl<G: Game, A: Analysis<G>, D: Guide<G>> SuperkoRun<'_, '_, '_, G, A, D> {
    pub(super) fn hold(&mut self) {
        let memory = &self.search.memory.table;
        let held = memory.read().unwrap_or_else(PoisonError::into_inner);
        self.sweeps = held.sweeps;
        self.meter.table_bytes = held.bytes() + self.own_bytes();
        self.held = Some(held);
    }

    /// What this thread takes besides memory.
    fn own_bytes(&self) -> usize {
        self.place.path.bytes() + self.union.bytes()
    }

    pub(super) fn give_back(&mut self) {
        self.held = None;
    }

    /// Changes memory while nobody else has it. What was known of its places may be wrong afterwards.
    pub(super) fn change_memory<R>(
        &mut self,
        change: impl FnOnce(&mut ProofMemory<G::Position>) -> R,
    ) -> R {
        self.give_back();
        let lock = &self.search.memory.table;
        let act = || change(&mut lock.write().unwrap_or_else(PoisonError::into_inner));
        let result = match &self.mate {
            None => act(),
            Some(mate) => mate.wait(act),
        };
        self.hold();
        result
    }

    /// What one node adds to memory at most, besides a set.
    fn need(&self, moves: usize) -> Need {
        Need {
            proofs: moves + 1,
            listed: self.place.path.length() + moves + 32,
            threads: self.mate.as_ref().map_or(1, |mate| mate.threads()),
            own_bytes: self.own_bytes(),
        }
    }

    /// Makes room for what one node adds to memory, besides a set; sweeps it if it is full.
    #[inline]
    pub(super) fn make_room(&mut self, moves: usize) -> Result<(), Halt> {
        if let Some(mate) = &self.mate
            && mate.is_in_the_way()
        {
            self.step_aside()?;
        }
        let need = self.need(moves);
        loop {
            let memory = self.held.as_ref().expect(HELD);
            if memory.has_room(need, &mut self.stretch) {
                return Ok(());
            }
            self.make_more_room(moves, 0)?;
        }
    }

    /// Lets another thread make room.
    #[cold]
    fn step_aside(&mut self) -> Result<(), Halt> {
        let sweeps = self.sweeps;
        self.give_back();
        self.hold();
        self.goes_on(sweeps)
    }

    /// Says whether nobody else has swept memory since it had been swept that often.
    fn goes_on(&self, sweeps: u32) -> Result<(), Halt> {
        match self.sweeps == sweeps {
            true => Ok(()),
            false => Err(Halt::Swept),
        }
    }

    /// Makes room for what one node adds, and for a set of so many words, whatever it takes.
    #[cold]
    pub(super) fn make_more_room(&mut self, moves: usize, words: usize) -> Result<(), Halt> {
        let (game, need, sweeps) = (self.search.game, self.need(moves), self.sweeps);
        self.give_back();
        let lock = &self.search.memory.table;
        let grow = |run: &mut Self| {
            let mut memory = lock.write().unwrap_or_else(PoisonError::into_inner);
            if memory.sweeps != sweeps {
                return false;
            }
            let has_room = memory.grow(game, need, words) || {
                run.sweep(&mut memory);
                memory.grow(game, need, words)
            };
            !has_room
        };
        let mate = self.mate.take();
        let is_full = match &mate {
            None => grow(self),
            Some(mate) => mate.wait(|| grow(self)),
        };
        self.mate = mate;
        let known = self.sweeps;
        self.hold();
        if is_full {
            return Err(Stopped::Memory.into());
        }
        self.goes_on(known)
    }

    /// Sweeps memory, and gives everything that this thread holds its new number.
    #[cold]
    fn sweep(&mut self, memory: &mut ProofMemory<G::Position>) {
        let (game, frames) = (self.search.game, &self.search.memory.frames);
        let mut sweep = MemorySweep::new(game, frames, memory);
        let path = &mut self.place.path;
        *path = path.renumbered(frames, |mark| sweep.single(mark));
        for child in &mut self.children {
            child.proof = child.proof.map(|proof| sweep.proof(proof));
            // Proofs have new numbers, and places are others.
            child.looked = 0;
            child.seen = u32::MAX;
            child.mark = Single::NONE;
        }
        *memory = sweep.finish();
        self.sweeps = memory.sweeps;
        self.forget_stretches();
    }

    fn forget_stretches(&mut self) {
        self.stretch = 0..0;
        self.union.stretch = 0..0;
        self.union.clear();
    }

    /// Begins again at the root, after another thread has swept memory.
    pub(super) fn begin_again(&mut self) {
        self.forget_stretches();
        self.mark_path();
    }
}
