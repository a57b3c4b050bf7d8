//! Positions of which all has been walked that is behind them, and what their proofs need.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Pieces, Repetition};

use super::marks::{MarkNumber, MarkSet, MarkWord, Standing};

/// What the history before a position must be like, so that what is proven of it holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Needs {
    /// Marks that must not stand there: his moves make them.
    pub(super) new: MarkSet,
    /// Marks that must: they forbid moves of the other player.
    pub(super) old: MarkSet,
}

impl Needs {
    /// How much they take, in words.
    pub(super) fn words(&self) -> usize {
        self.new.words().len() + self.old.words().len()
    }

    /// Adds what was needed by what comes behind a move that leaves `mark`: that need not have stood before.
    pub(super) fn absorb(&mut self, behind: &Needs, mark: Option<MarkNumber>) {
        self.new.absorb(behind.new.words().iter().copied(), None);
        self.old.absorb(behind.old.words().iter().copied(), mark);
    }
}

/// Positions of which all has been walked that is behind them.
pub(super) struct KeptPositions<P> {
    proofs: Proofs<P>,
    pub(super) count: u64,
}

enum Proofs<P> {
    /// Without histories: each with the answer that led to it.
    ForAll(HashMap<P, u64, BuildMixer>),
    /// With what each proof needs.
    ForSome(ProofsForSome<P>),
}

/// Proofs with what they need, in the order in which they were kept.
struct ProofsForSome<P> {
    /// The first proof of each position, and the last.
    ends: HashMap<P, [u32; 2], BuildMixer>,
    proofs: Pieces<KeptProof>,
    words: Pieces<MarkWord>,
}

/// What proves a position.
#[derive(Clone, Copy)]
pub(super) struct KeptProof {
    /// The answer that led to it.
    pub(super) number: u64,
    /// Where its words begin: the new ones, then the old ones.
    first: u64,
    counts: [u32; 2],
    /// The next proof of its position.
    next: u32,
}

/// No further proof.
const END: u32 = u32::MAX;

impl<P: Copy + Eq + Hash> KeptPositions<P> {
    pub(super) fn new(repetition: Repetition) -> Self {
        KeptPositions {
            proofs: match repetition {
                Repetition::Impossible => Proofs::ForAll(HashMap::default()),
                Repetition::Forbidden { .. } => Proofs::ForSome(ProofsForSome {
                    ends: HashMap::default(),
                    proofs: Pieces::default(),
                    words: Pieces::default(),
                }),
            },
            count: 0,
        }
    }

    /// What they take, at most.
    pub(super) fn bytes(&self) -> usize {
        match &self.proofs {
            Proofs::ForAll(proofs) => table_bytes::<(P, u64)>(proofs.capacity()),
            Proofs::ForSome(some) => {
                let ends = table_bytes::<(P, [u32; 2])>(some.ends.capacity());
                ends + some.proofs.bytes() + some.words.bytes()
            }
        }
    }

    /// How much more they take when one more is kept, besides what it needs.
    pub(super) fn growth(&self) -> usize {
        let (len, capacity) = match &self.proofs {
            Proofs::ForAll(proofs) => (proofs.len(), proofs.capacity()),
            Proofs::ForSome(some) => (some.ends.len(), some.ends.capacity()),
        };
        match len == capacity {
            true => table_bytes::<(P, u64)>(capacity),
            false => 0,
        }
    }

    pub(super) fn keep(&mut self, pos: P, needs: &Needs, number: u64) {
        self.count += 1;
        match &mut self.proofs {
            Proofs::ForAll(proofs) => {
                proofs.insert(pos, number);
            }
            Proofs::ForSome(some) => some.keep(pos, needs, number),
        }
    }

    /// Whether anything is kept of a position.
    pub(super) fn knows(&self, pos: &P) -> bool {
        match &self.proofs {
            Proofs::ForAll(proofs) => proofs.contains_key(pos),
            Proofs::ForSome(some) => some.ends.contains_key(pos),
        }
    }

    /// What proves a position behind the history in which those marks stand: the answer that led to it, and what
    /// it needs.
    pub(super) fn find(&self, pos: &P, standing: &Standing) -> Option<(u64, Needs)> {
        match &self.proofs {
            Proofs::ForAll(proofs) => Some((*proofs.get(pos)?, Needs::default())),
            Proofs::ForSome(some) => {
                let proof = some.find(pos, standing)?;
                Some((proof.number, some.needs(&proof)))
            }
        }
    }

    /// Whether there is such a proof.
    pub(super) fn proves(&self, pos: &P, standing: &Standing) -> bool {
        match &self.proofs {
            Proofs::ForAll(proofs) => proofs.contains_key(pos),
            Proofs::ForSome(some) => some.find(pos, standing).is_some(),
        }
    }
}

impl<P: Copy + Eq + Hash> ProofsForSome<P> {
    fn keep(&mut self, pos: P, needs: &Needs, number: u64) {
        let this = u32::try_from(self.proofs.len()).expect("memory ends before numbers do");
        let first = self.words.len() as u64;
        let sets = [&needs.new, &needs.old];
        for word in sets.iter().flat_map(|set| set.words()) {
            self.words.push(*word);
        }
        self.proofs.push(KeptProof {
            number,
            first,
            counts: sets.map(|set| set.words().len() as u32),
            next: END,
        });
        let [_, last] = self.ends.entry(pos).or_insert([this, this]);
        if *last != this {
            self.proofs[*last as usize].next = this;
            *last = this;
        }
    }

    fn words_of(&self, proof: &KeptProof) -> [Range<usize>; 2] {
        let first = proof.first as usize;
        let [new, old] = proof.counts.map(|count| count as usize);
        [first..first + new, first + new..first + new + old]
    }

    /// The first that holds.
    fn find(&self, pos: &P, standing: &Standing) -> Option<KeptProof> {
        let [mut at, _] = *self.ends.get(pos)?;
        while at != END {
            let proof = self.proofs[at as usize];
            let [mut new, mut old] = self.words_of(&proof);
            if new.all(|i| self.words[i].is_new(standing))
                && old.all(|i| self.words[i].stands(standing))
            {
                return Some(proof);
            }
            at = proof.next;
        }
        None
    }

    fn needs(&self, proof: &KeptProof) -> Needs {
        let mut needs = Needs::default();
        let [new, old] = self.words_of(proof);
        needs.new.absorb(new.map(|i| self.words[i]), None);
        needs.old.absorb(old.map(|i| self.words[i]), None);
        needs
    }
}

/// Bytes of a hash table with room for so many entries, and of the one half as large from which it grew.
fn table_bytes<E>(capacity: usize) -> usize {
    (capacity * 8 / 7).next_power_of_two() * (size_of::<E>() + 1) * 3 / 2
}
