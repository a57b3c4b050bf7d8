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
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::random::finalise;
use unbeatable_core::{Game, Mark};

use super::arena::{RecordArena, Stretch};
use super::frames::{Frame, Frames, Single};

/// A set of marks: where it begins.
pub(super) type SetStart = u32;

/// The set without marks.
pub(super) const EMPTY: SetStart = 0;

/// The numbers of classes are kept in so many parts, each with a lock, so that threads do not wait.
const PARTS: usize = 64;

/// What a class takes, at most: 16 bytes and a control byte in at most twice 8/7 as many places.
const CLASS_BYTES: usize = 40;

/// All sets of a search, and the classes of their marks.
pub(super) struct Sets {
    classes: [Mutex<HashMap<Mark, u32, BuildMixer>>; PARTS],
    class_count: AtomicU32,
    words: RecordArena<3>,
}

impl Sets {
    pub(super) fn new() -> Self {
        let mut words = RecordArena::new();
        assert!(words.grow(1, &mut usize::MAX.clone()));
        let mut first = 0..0;
        words.extend(&mut first, 1);
        assert_eq!(words.write(&mut first, [0; 3]), EMPTY);
        Sets {
            classes: std::array::from_fn(|_| Mutex::default()),
            class_count: AtomicU32::new(0),
            words,
        }
    }

    /// The class and lane of the mark that a position leaves.
    pub(super) fn mark<G: Game>(&self, game: &G, frames: &Frames, pos: &G::Position) -> Single {
        let (least, lane) = frames.class_of(game, pos);
        let class = self.class(least);
        Single { class, lane }
    }

    /// The class whose least mark is `least`.
    pub(super) fn class(&self, least: Mark) -> u32 {
        let part = &self.classes[finalise(least) as usize % PARTS];
        let mut classes = part.lock().expect("no thread panics while it holds this");
        *classes
            .entry(least)
            .or_insert_with(|| self.class_count.fetch_add(1, Relaxed))
    }

    /// The least mark of every class, by number.
    pub(super) fn least_marks(&mut self) -> Vec<Mark> {
        let mut least = vec![0; *self.class_count.get_mut() as usize];
        for part in &mut self.classes {
            let classes = part
                .get_mut()
                .expect("no thread panics while it holds this");
            for (&mark, &class) in classes.iter() {
                least[class as usize] = mark;
            }
        }
        least
    }

    /// The words of a set.
    #[inline]
    pub(super) fn words(&self, set: SetStart) -> impl ExactSizeIterator<Item = (u32, u64)> {
        let start = set as usize + 1;
        let length = self.words.part(set, 0).load(Relaxed) as usize;
        let words = self.words.range(start..start + length).iter();
        words.map(|[index, low, high]| {
            let bits = u64::from(high.load(Relaxed)) << 32 | u64::from(low.load(Relaxed));
            (index.load(Relaxed), bits)
        })
    }

    /// Makes room for a set of so many words, for each of so many threads, if that takes no more than
    /// `left` bytes.
    pub(super) fn grow(&mut self, words: usize, threads: usize, left: &mut usize) -> bool {
        self.words.grow(threads * (words + 1), left)
    }

    pub(super) fn bytes(&self) -> usize {
        CLASS_BYTES * self.class_count.load(Relaxed) as usize + self.words.bytes()
    }

    /// How many bytes a set takes.
    pub(super) fn set_bytes(&self, set: SetStart) -> usize {
        12 * (1 + self.words(set).len())
    }
}

/// A union that one thread is making.
#[derive(Default)]
pub(super) struct Union {
    /// The bits of each word,
    bits: Vec<u64>,
    /// and which words have some.
    touched: Vec<u32>,
    /// Where it is going to be written.
    pub(super) stretch: Stretch,
}

impl Union {
    /// Adds bits.
    #[inline]
    pub(super) fn add(&mut self, (index, bits): (u32, u64)) {
        let i = index as usize;
        if i >= self.bits.len() {
            self.bits.resize((i + 1).next_power_of_two(), 0);
        }
        if self.bits[i] == 0 {
            self.touched.push(index);
        }
        self.bits[i] |= bits;
    }

    /// Adds the image of a set.
    #[inline]
    pub(super) fn add_set(&mut self, sets: &Sets, frames: &Frames, set: SetStart, frame: Frame) {
        for (index, bits) in sets.words(set) {
            self.add((index, frames.map(bits, frame)));
        }
    }

    /// How many words it has.
    pub(super) fn len(&self) -> usize {
        self.touched.len()
    }

    /// All that was added, as a new set, if there is room for it. The union is empty then.
    pub(super) fn finish(&mut self, sets: &Sets) -> Option<SetStart> {
        if self.touched.is_empty() {
            return Some(EMPTY);
        }
        if !sets.words.extend(&mut self.stretch, 1 + self.touched.len()) {
            return None;
        }
        let length = self.touched.len() as u32;
        let set = sets.words.write(&mut self.stretch, [length, 0, 0]);
        for &index in &self.touched {
            let bits = std::mem::take(&mut self.bits[index as usize]);
            let word = [index, bits as u32, (bits >> 32) as u32];
            sets.words.write(&mut self.stretch, word);
        }
        self.touched.clear();
        Some(set)
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        for index in self.touched.drain(..) {
            self.bits[index as usize] = 0;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.capacity() * 8 + self.touched.capacity() * 4
    }
}
