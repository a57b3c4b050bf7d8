//! Marks of a history, numbered as a walk meets them, and sets of them.
//!
//! The marks that one part of a walk makes are met one after the other, so their numbers lie together, and a
//! set is a short list of words:
//!
//! ```text
//!   word    index u32 | bits u64      bit b of it stands for the mark with the number 64 * index + b
//! ```

use std::collections::HashMap;

use unbeatable_core::Mark;
use unbeatable_core::mixer::BuildMixer;

/// A mark, by number.
pub(super) type MarkNumber = u32;

/// The numbers of marks, and which of these stand in the history.
#[derive(Default)]
pub(super) struct MarkNumbers {
    numbers: HashMap<Mark, MarkNumber, BuildMixer>,
    standing: Vec<u64>,
}

impl MarkNumbers {
    pub(super) fn number(&mut self, mark: Mark) -> MarkNumber {
        let next = self.numbers.len();
        let next = MarkNumber::try_from(next).expect("memory ends before numbers do");
        *self.numbers.entry(mark).or_insert(next)
    }

    /// The number of a mark that was met before.
    pub(super) fn known(&self, mark: Mark) -> Option<MarkNumber> {
        self.numbers.get(&mark).copied()
    }

    /// Leaves a mark in the history. Says whether it did not stand there before.
    pub(super) fn leave(&mut self, number: MarkNumber) -> bool {
        let (index, bit) = place(number);
        if index as usize >= self.standing.len() {
            self.standing.resize(index as usize + 1, 0);
        }
        let word = &mut self.standing[index as usize];
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes a mark out of the history.
    pub(super) fn take_back(&mut self, number: MarkNumber) {
        let (index, bit) = place(number);
        self.standing[index as usize] &= !bit;
    }

    /// Whether a mark stands there.
    pub(super) fn has(&self, number: MarkNumber) -> bool {
        let (index, bit) = place(number);
        self.standing
            .get(index as usize)
            .is_some_and(|word| word & bit != 0)
    }

    /// What stands there, and one mark more.
    pub(super) fn standing(&self, more: Option<MarkNumber>) -> Standing<'_> {
        Standing {
            words: &self.standing,
            more: more.map_or((0, 0), place),
        }
    }

    /// What they take, at most.
    pub(super) fn bytes(&self) -> usize {
        let entry = size_of::<(Mark, MarkNumber)>() + 1;
        // A table that grows has the one half as large beside it.
        self.numbers.capacity() * 2 * entry + self.standing.capacity() * 8
    }
}

/// Which marks stand in a history.
#[derive(Clone, Copy)]
pub(super) struct Standing<'m> {
    words: &'m [u64],
    /// One more, in its word.
    more: (u32, u64),
}

impl Standing<'_> {
    #[inline]
    fn word(&self, index: u32) -> u64 {
        let word = self.words.get(index as usize).map_or(0, |word| *word);
        match self.more {
            (of, bit) if of == index => word | bit,
            _ => word,
        }
    }
}

/// 64 marks with numbers in a row, of which some are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MarkWord {
    index: u32,
    bits: [u32; 2],
}

impl MarkWord {
    fn new(index: u32, bits: u64) -> Self {
        MarkWord {
            index,
            bits: [bits as u32, (bits >> 32) as u32],
        }
    }

    #[inline]
    fn bits(self) -> u64 {
        u64::from(self.bits[1]) << 32 | u64::from(self.bits[0])
    }

    /// Whether none of its marks stands.
    #[inline]
    pub(super) fn is_new(self, standing: &Standing) -> bool {
        standing.word(self.index) & self.bits() == 0
    }

    /// Whether all of its marks stand.
    #[inline]
    pub(super) fn stands(self, standing: &Standing) -> bool {
        !standing.word(self.index) & self.bits() == 0
    }

    /// Without one mark.
    #[inline]
    fn without(self, but: Option<MarkNumber>) -> Self {
        match but.map(place) {
            Some((index, bit)) if index == self.index => Self::new(index, self.bits() & !bit),
            _ => self,
        }
    }
}

#[inline]
fn place(number: MarkNumber) -> (u32, u64) {
    (number / 64, 1 << (number % 64))
}

/// A set of marks: words in order, none of them empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MarkSet {
    words: Vec<MarkWord>,
    /// Words that are being added, empty otherwise.
    missing: Vec<MarkWord>,
}

impl MarkSet {
    pub(super) fn words(&self) -> &[MarkWord] {
        &self.words
    }

    pub(super) fn insert(&mut self, number: MarkNumber) {
        let (index, bit) = place(number);
        self.absorb([MarkWord::new(index, bit)], None);
    }

    /// Adds marks, in words in order, all but one.
    pub(super) fn absorb(
        &mut self,
        words: impl IntoIterator<Item = MarkWord>,
        but: Option<MarkNumber>,
    ) {
        let mut from = 0;
        for word in words {
            let word = word.without(but);
            if word.bits() == 0 {
                continue;
            }
            from = self.gallop(from, word.index);
            match self.words.get_mut(from) {
                Some(mine) if mine.index == word.index => {
                    *mine = MarkWord::new(word.index, mine.bits() | word.bits());
                }
                _ => self.missing.push(word),
            }
        }
        self.merge();
    }

    /// The first place from `from` on whose word's index is at least that. Most often it is near.
    #[inline]
    fn gallop(&self, from: usize, index: u32) -> usize {
        let is_before = |i: usize| self.words.get(i).is_some_and(|word| word.index < index);
        if !is_before(from) {
            return from;
        }
        let mut stride = 1;
        while is_before(from + stride) {
            stride *= 2;
        }
        let (low, high) = (from + stride / 2, self.words.len().min(from + stride));
        low + self.words[low..high].partition_point(|word| word.index < index)
    }

    /// Puts the missing words in their places, from the last on, so that none is overwritten.
    fn merge(&mut self) {
        let mut at = self.words.len() + self.missing.len();
        let mut last = self.words.len();
        self.words.extend_from_slice(&self.missing);
        while let Some(word) = self.missing.last() {
            at -= 1;
            match last.checked_sub(1) {
                Some(before) if self.words[before].index > word.index => {
                    self.words[at] = self.words[before];
                    last = before;
                }
                _ => {
                    self.words[at] = *word;
                    self.missing.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use unbeatable_core::random::Random;

    fn numbers_in(set: &MarkSet) -> Vec<MarkNumber> {
        let numbers = |word: &MarkWord| {
            let (index, bits) = (word.index, word.bits());
            assert_ne!(bits, 0);
            let is_in = move |b: &u32| bits >> b & 1 == 1;
            (0..64u32).filter(is_in).map(move |b| index * 64 + b)
        };
        set.words.iter().flat_map(numbers).collect()
    }

    #[test]
    fn sets_hold_what_was_put_in_and_nothing_else() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let mut draw = || -> BTreeSet<MarkNumber> {
                let (count, most) = (random.below(200), 1 + random.below(5_000));
                (0..count).map(|_| random.below(most) as u32).collect()
            };
            let (a, b) = (draw(), draw());
            let set_of = |numbers: &BTreeSet<MarkNumber>| {
                let mut set = MarkSet::default();
                numbers.iter().rev().for_each(|&number| set.insert(number));
                assert_eq!(numbers_in(&set), Vec::from_iter(numbers.iter().copied()));
                set
            };
            let (mut set, other) = (set_of(&a), set_of(&b));
            let but = b.iter().nth(b.len() / 2).copied();
            set.absorb(other.words().iter().copied(), but);
            let rest = b.iter().filter(|&&number| Some(number) != but);
            let both: BTreeSet<MarkNumber> = a.iter().chain(rest).copied().collect();
            assert_eq!(numbers_in(&set), Vec::from_iter(both));
        }
    }

    #[test]
    fn words_see_which_marks_stand() {
        let mut numbers = MarkNumbers::default();
        for mark in 100..300 {
            assert_eq!(numbers.known(mark), None);
            assert_eq!(numbers.number(mark), mark as u32 - 100);
            assert_eq!(numbers.known(mark), Some(mark as u32 - 100));
        }
        assert!(numbers.leave(70));
        assert!(!numbers.leave(70));
        let word = |bits| MarkWord::new(1, bits);
        let check = |numbers: &MarkNumbers, more, word: MarkWord, is_new, stands| {
            let standing = numbers.standing(more);
            assert_eq!(word.is_new(&standing), is_new, "{word:?}");
            assert_eq!(word.stands(&standing), stands, "{word:?}");
        };
        check(&numbers, None, word(1 << 5), true, false);
        check(&numbers, None, word(1 << 6), false, true);
        check(&numbers, None, word(3 << 5), false, false);
        check(&numbers, Some(69), word(3 << 5), false, true);
        check(&numbers, Some(5), word(1 << 5), true, false);
        // What lies behind all that ever stood, does not.
        check(&numbers, None, MarkWord::new(9, 1), true, false);
        check(&numbers, Some(9 * 64), MarkWord::new(9, 1), false, true);
        numbers.take_back(70);
        check(&numbers, None, word(1 << 6), true, false);
    }
}
