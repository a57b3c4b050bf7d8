//! How a full memory becomes a smaller one.

use std::collections::HashMap;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Game, Mark};

use super::super::arena::Stretch;
use super::super::frames::{Frames, Single};
use super::super::sets::{EMPTY, SetStart, Union};
use super::slots::{MemorySlot, SlotWord};
use super::{END, List, NONE, Proof, ProofMemory};

/// A memory being copied into a smaller one: what cost most stays, and with it the marks that it needs,
/// in classes that are numbered anew.
pub(in super::super) struct MemorySweep<'f, P> {
    frames: &'f Frames,
    old: ProofMemory<P>,
    new: ProofMemory<P>,
    /// Where new proofs and sets are written.
    stretch: Stretch,
    union: Union,
    least: Vec<Mark>,
    /// The new number of each class.
    classes: Vec<u32>,
    /// The new place of each set and of each list.
    sets: HashMap<SetStart, SetStart, BuildMixer>,
    lists: HashMap<List, List, BuildMixer>,
}

impl<'f, P: Copy + Eq + Send + Sync> MemorySweep<'f, P> {
    /// Copies as much of `memory` as takes about an eighth of its limit.
    pub(in super::super) fn new<G: Game<Position = P>>(
        game: &G,
        frames: &'f Frames,
        memory: &mut ProofMemory<P>,
    ) -> Self {
        let mut new = ProofMemory::new(memory.bytes_max);
        new.asked = memory.asked;
        *new.now.get_mut() = *memory.now.get_mut();
        new.change_all();
        new.sweeps = memory.sweeps + 1;
        let mut old = std::mem::replace(memory, ProofMemory::new(0));
        let least = old.sets.least_marks();
        let mut sweep = MemorySweep {
            frames,
            classes: vec![u32::MAX; least.len()],
            least,
            old,
            new,
            stretch: 0..0,
            union: Union::default(),
            sets: HashMap::default(),
            lists: HashMap::default(),
        };
        sweep.copy_slots(game);
        sweep
    }

    fn copy_slots<G: Game<Position = P>>(&mut self, game: &G) {
        let mut costs = [0usize; 66];
        let mut counts = [0usize; 66];
        for slot in self.old.slots.iter() {
            if let Some((_, word)) = slot.position.get() {
                let work = usize::from(SlotWord::of(word).work);
                counts[work] += 1;
                costs[work] += self.cost(SlotWord::of(word));
            }
        }
        let (mut least_work, mut cost, mut count) = (66, 0, 0);
        while least_work > 1 && cost + costs[least_work - 1] <= self.old.bytes_max / 8 {
            least_work -= 1;
            cost += costs[least_work];
            count += counts[least_work];
        }
        assert!(
            self.new.grow_slots(game, count + 64, usize::MAX),
            "there is always room without a limit"
        );
        for i in 0..self.old.slots.len() {
            let Some((&position, word)) = self.old.slots.get(i).position.get() else {
                continue;
            };
            let word = SlotWord::of(word);
            if usize::from(word.work) < least_work {
                continue;
            }
            let mut proofs: Vec<Proof> = self.old.proofs_from(word.newest).collect();
            proofs.reverse();
            let mut newest = END;
            for proof in proofs {
                let proof = self.proof(proof);
                if !self.new.proofs.extend(&mut self.stretch, 1) {
                    let has_grown = self.new.proofs.grow(1, &mut usize::MAX.clone());
                    assert!(has_grown && self.new.proofs.extend(&mut self.stretch, 1));
                }
                let record = proof.record(newest);
                newest = self.new.proofs.write(&mut self.stretch, record);
            }
            let word = SlotWord { newest, ..word };
            let old = self.old.slots.get(i);
            self.new.take_over(game, &position, word.bits(), old);
            *self.new.used.get_mut() += 1;
        }
    }

    fn cost(&self, word: SlotWord) -> usize {
        let proofs = self.old.proofs_from(word.newest).map(|proof| {
            let listed = size_of_val(&self.old.list(proof.stood)[..]);
            size_of::<[u32; 6]>() + self.old.sets.set_bytes(proof.new) + listed
        });
        size_of::<MemorySlot<P>>() + proofs.sum::<usize>()
    }

    /// A mark, in its new class.
    pub(in super::super) fn single(&mut self, mark: Single) -> Single {
        if mark.is_none() {
            return mark;
        }
        let class = &mut self.classes[mark.class as usize];
        if *class == u32::MAX {
            *class = self.new.sets.class(self.least[mark.class as usize]);
        }
        Single {
            class: *class,
            ..mark
        }
    }

    /// A proof, about the new classes.
    pub(in super::super) fn proof(&mut self, proof: Proof) -> Proof {
        Proof {
            new: self.set(proof.new),
            newest: self.single(proof.newest),
            stood: self.list(proof.stood),
            ..proof
        }
    }

    fn set(&mut self, set: SetStart) -> SetStart {
        if set == EMPTY {
            return EMPTY;
        }
        if let Some(&copied) = self.sets.get(&set) {
            return copied;
        }
        let words: Vec<(u32, u64)> = self.old.sets.words(set).collect();
        for word in words {
            for mark in self.frames.marks(word) {
                let mark = self.single(mark);
                self.union.add(mark.word(self.frames));
            }
        }
        let copied = loop {
            match self.union.finish(&self.new.sets) {
                Some(copied) => break copied,
                None => {
                    let words = self.union.len();
                    assert!(self.new.sets.grow(words, 1, &mut usize::MAX.clone()));
                }
            }
        };
        self.sets.insert(set, copied);
        copied
    }

    fn list(&mut self, list: List) -> List {
        if list == NONE {
            return NONE;
        }
        if let Some(&copied) = self.lists.get(&list) {
            return copied;
        }
        let copied = self.new.keep_list(&self.old.list(list));
        self.lists.insert(list, copied);
        copied
    }

    /// The smaller memory.
    pub(in super::super) fn finish(self) -> ProofMemory<P> {
        self.new
    }
}
