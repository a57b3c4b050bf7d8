//! Sets of marks: what a proof needs to be new.
//!
//! Marks are numbered by class as they are met, so the marks of one part of a search lie together, and
//! a set is a list of words of 64 bits ([`frames`](super::frames) draws one). Sets are never changed;
//! proofs share them, each perhaps in a frame of its own.
//!
//! ```text
//!   words: | length | word, bits | word, bits | … | length | word, bits | …
//!            ^ a set                                ^ the next
//! ```

use std::collections::HashMap;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Game, Mark};

use super::frames::{Frame, Frames, Single};

/// A set of marks: where it begins.
pub(super) type SetStart = u32;

/// The set without marks.
pub(super) const EMPTY: SetStart = 0;

/// All sets of a search, and the classes of their marks.
pub(super) struct Sets {
    classes: HashMap<Mark, u32, BuildMixer>,
    words: Vec<[u32; 3]>,
    /// The union that is being made: the bits of each word, and which words have some.
    union: Vec<u64>,
    touched: Vec<u32>,
}

impl Sets {
    pub(super) fn new() -> Self {
        Sets {
            classes: HashMap::default(),
            words: vec![[0; 3]],
            union: vec![],
            touched: vec![],
        }
    }

    /// The class and lane of the mark that a position leaves.
    pub(super) fn mark<G: Game>(&mut self, game: &G, frames: &Frames, pos: &G::Position) -> Single {
        let (least, lane) = frames.class_of(game, pos);
        let class = self.class(least);
        Single { class, lane }
    }

    /// The class whose least mark is `least`.
    pub(super) fn class(&mut self, least: Mark) -> u32 {
        let next = self.classes.len() as u32;
        *self.classes.entry(least).or_insert(next)
    }

    /// The least mark of every class, by number.
    pub(super) fn least_marks(&self) -> Vec<Mark> {
        let mut least = vec![0; self.classes.len()];
        for (&mark, &class) in &self.classes {
            least[class as usize] = mark;
        }
        least
    }

    /// The words of a set.
    #[inline]
    pub(super) fn words(&self, set: SetStart) -> impl ExactSizeIterator<Item = (u32, u64)> {
        let start = set as usize;
        let length = self.words[start][0] as usize;
        self.words[start + 1..=start + length]
            .iter()
            .map(|&word| unpacked(word))
    }

    /// Adds bits to the union that is being made.
    #[inline]
    pub(super) fn add(&mut self, (index, bits): (u32, u64)) {
        let i = index as usize;
        if i >= self.union.len() {
            self.union.resize((i + 1).next_power_of_two(), 0);
        }
        if self.union[i] == 0 {
            self.touched.push(index);
        }
        self.union[i] |= bits;
    }

    /// Adds the image of a set.
    #[inline]
    pub(super) fn add_set(&mut self, frames: &Frames, set: SetStart, frame: Frame) {
        let start = set as usize;
        for i in start + 1..=start + self.words[start][0] as usize {
            let (index, bits) = unpacked(self.words[i]);
            self.add((index, frames.map(bits, frame)));
        }
    }

    /// The union of all that was added, as a new set.
    pub(super) fn unite(&mut self) -> SetStart {
        if self.touched.is_empty() {
            return EMPTY;
        }
        let set = self.words.len() as SetStart;
        self.words.push([self.touched.len() as u32, 0, 0]);
        for &index in &self.touched {
            let bits = std::mem::take(&mut self.union[index as usize]);
            self.words.push([index, bits as u32, (bits >> 32) as u32]);
        }
        self.touched.clear();
        set
    }

    /// Makes room for one more set of any size and for one more class, if that takes no more than
    /// `left` bytes.
    pub(super) fn make_room(&mut self, left: &mut usize) -> bool {
        // A union has no more words than there are.
        let classes = self.classes.len();
        let need = classes + 2;
        let union = (classes + 1).next_power_of_two();
        if self.classes.capacity() == classes {
            let bytes = 4 * self.class_bytes() + (1 << 12);
            if *left < bytes {
                return false;
            }
            self.classes.reserve(1);
            *left -= bytes;
        }
        if self.touched.capacity() < union {
            let bytes = union * 4;
            if *left < bytes {
                return false;
            }
            self.touched.reserve_exact(union);
            *left -= bytes;
        }
        reserve(&mut self.words, need, left)
    }

    fn class_bytes(&self) -> usize {
        // A class takes 16 bytes and a control byte in at most 8/7 as many places.
        self.classes.capacity() * 20
    }

    pub(super) fn bytes(&self) -> usize {
        self.class_bytes()
            + self.words.capacity() * 12
            + self.union.capacity() * 8
            + self.touched.capacity() * 4
    }

    /// How many bytes a set takes.
    pub(super) fn set_bytes(&self, set: SetStart) -> usize {
        12 * (1 + self.words(set).len())
    }
}

fn unpacked([index, low, high]: [u32; 3]) -> (u32, u64) {
    (index, u64::from(high) << 32 | u64::from(low))
}

/// Makes room for `more` items, twice as much as there was if that is more, if it takes no more than
/// `left` bytes besides what is there.
pub(super) fn reserve<T>(items: &mut Vec<T>, more: usize, left: &mut usize) -> bool {
    let (length, capacity) = (items.len(), items.capacity());
    if capacity - length >= more {
        return true;
    }
    let wanted = (length + more).max(2 * capacity).max(64);
    let bytes = wanted * size_of::<T>();
    // Places are numbers of 32 bits.
    if *left < bytes || length + more > u32::MAX as usize {
        return false;
    }
    items.reserve_exact(wanted - length);
    *left -= bytes;
    true
}
