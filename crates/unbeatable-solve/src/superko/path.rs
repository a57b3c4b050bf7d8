//! The marks that stand in the history of the position being searched, ready to be compared with sets.

use super::frames::{Frame, Frames, Single};
use super::memory::Proof;
use super::sets::Sets;

/// So many words are told apart at a glance, within the nearest cache.
const GLANCE: usize = 1 << 12;

/// The marks that stand.
#[derive(Clone)]
pub(super) struct Path {
    /// In the order in which they were left.
    marks: Vec<Single>,
    /// As bits of the words of sets.
    bits: Vec<u64>,
    /// How many marks have words with that remainder.
    glance: Vec<u16>,
}

impl Path {
    pub(super) fn new() -> Self {
        Path {
            marks: vec![],
            bits: vec![],
            glance: vec![0; GLANCE],
        }
    }

    pub(super) fn length(&self) -> usize {
        self.marks.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.capacity() * 8
    }

    pub(super) fn push(&mut self, frames: &Frames, mark: Single) {
        let (index, bits) = mark.word(frames);
        let i = index as usize;
        if i >= self.bits.len() {
            self.bits.resize((i + 1).next_power_of_two(), 0);
        }
        self.bits[i] |= bits;
        let seen = &mut self.glance[i % GLANCE];
        *seen = seen
            .checked_add(1)
            .expect("lines are too short for that many marks to fall together");
        self.marks.push(mark);
    }

    pub(super) fn pop(&mut self, frames: &Frames) {
        let mark = self.marks.pop().expect("what is taken back was left");
        let (index, bits) = mark.word(frames);
        let i = index as usize;
        self.bits[i] &= !bits;
        self.glance[i % GLANCE] -= 1;
    }

    /// The marks of this path, in classes that are numbered anew.
    pub(super) fn renumbered(
        &self,
        frames: &Frames,
        renumber: impl FnMut(Single) -> Single,
    ) -> Self {
        let mut path = Path::new();
        for mark in self.marks.iter().copied().map(renumber) {
            path.push(frames, mark);
        }
        path
    }

    #[inline]
    fn meets(&self, index: u32, bits: impl FnOnce() -> u64) -> bool {
        let i = index as usize;
        self.glance[i % GLANCE] != 0
            && self
                .bits
                .get(i)
                .is_some_and(|on| *on != 0 && on & bits() != 0)
    }

    /// Whether a mark stands here that the proof, seen in `frame`, needs to be new.
    #[inline]
    pub(super) fn meets_new(
        &self,
        sets: &Sets,
        frames: &Frames,
        proof: &Proof,
        frame: impl Fn() -> Frame,
    ) -> bool {
        let mut words = sets.words(proof.new);
        if words.any(|(index, bits)| {
            self.meets(index, || {
                frames.map(bits, frames.then(proof.frame, frame()))
            })
        }) {
            return true;
        }
        if proof.newest.is_none() {
            return false;
        }
        let (index, bits) = proof.newest.word(frames);
        self.meets(index, || frames.map(bits, frame()))
    }
}
