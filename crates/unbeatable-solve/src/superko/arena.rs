//! Records that are written once and read by all threads: proofs, and the words of sets.
//!
//! Each thread writes into a stretch of its own, which it takes from the arena; so writing waits for
//! nobody. Whoever reads a record has found its number where its writer put it with `Release` after
//! writing, in a [`Claimed`](super::claimed::Claimed) word.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicUsize};

/// A thread takes so many records at a time, or an eighth of those that are left: few threads waste little
/// where a stretch ends, and none takes what others need.
const STRETCH: usize = 1 << 12;

/// The least room of an arena.
const RECORDS_MIN: usize = 64;

/// Records of `N` numbers.
pub(super) struct RecordArena<const N: usize> {
    records: Vec<[AtomicU32; N]>,
    /// The first that no thread has taken.
    next: AtomicUsize,
}

/// Records that one thread has taken and not written yet.
pub(super) type Stretch = Range<usize>;

impl<const N: usize> RecordArena<N> {
    pub(super) const fn new() -> Self {
        RecordArena {
            records: vec![],
            next: AtomicUsize::new(0),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<[AtomicU32; N]>()
    }

    #[inline]
    pub(super) fn get(&self, i: u32) -> [u32; N] {
        let record = &self.records[i as usize];
        std::array::from_fn(|j| record[j].load(Relaxed))
    }

    /// One number of a record.
    #[inline]
    pub(super) fn part(&self, i: u32, j: usize) -> &AtomicU32 {
        &self.records[i as usize][j]
    }

    /// Those records.
    #[inline]
    pub(super) fn range(&self, range: Range<usize>) -> &[[AtomicU32; N]] {
        &self.records[range]
    }

    /// Writes the next record of a stretch; its number.
    #[inline]
    pub(super) fn write(&self, stretch: &mut Stretch, record: [u32; N]) -> u32 {
        let i = stretch.next().expect("room was made before");
        for (part, number) in self.records[i].iter().zip(record) {
            part.store(number, Relaxed);
        }
        // Numbers of records have 32 bits; `grow` sees to that.
        i as u32
    }

    /// Sees to it that a stretch has that many records, if the arena has them.
    #[inline]
    pub(super) fn extend(&self, stretch: &mut Stretch, need: usize) -> bool {
        stretch.len() >= need || self.extend_slowly(stretch, need)
    }

    #[cold]
    fn extend_slowly(&self, stretch: &mut Stretch, need: usize) -> bool {
        let more = |next: usize| {
            let begin = match stretch.end == next {
                true => stretch.start,
                false => next,
            };
            let left = self.records.len() - next;
            let wanted = (begin + need - next).max(STRETCH.min(left / 8));
            (wanted <= left).then_some((begin, next + wanted))
        };
        let taken = self
            .next
            .fetch_update(Relaxed, Relaxed, |next| more(next).map(|(_, end)| end));
        match taken.map(more) {
            Ok(Some((begin, end))) => {
                *stretch = begin..end;
                true
            }
            _ => false,
        }
    }

    /// Makes room for `more` records that nobody has taken, twice as many as there were if that is more, if
    /// it takes no more than `left` bytes besides what is there.
    pub(super) fn grow(&mut self, more: usize, left: &mut usize) -> bool {
        let (next, length) = (*self.next.get_mut(), self.records.len());
        if length - next >= more {
            return true;
        }
        let wanted = (next + more).max((2 * length).min(u32::MAX as usize));
        let wanted = wanted.max(RECORDS_MIN);
        let bytes = wanted * size_of::<[AtomicU32; N]>();
        if *left < bytes || next + more > u32::MAX as usize {
            return false;
        }
        self.records.reserve_exact(wanted - length);
        self.records
            .resize_with(wanted, || std::array::from_fn(|_| AtomicU32::new(0)));
        *left -= bytes;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_record_belongs_to_two() {
        let mut arena: RecordArena<2> = RecordArena::new();
        let (mut left, mut stretches) = (usize::MAX, [0..0, 0..0, 0..0]);
        let mut written = vec![];
        for round in 0..1_000u32 {
            let stretch = &mut stretches[round as usize % 3];
            let need = round as usize % 100;
            if !arena.extend(stretch, need) {
                assert!(arena.grow(3 * 100, &mut left));
                assert!(arena.extend(stretch, need));
            }
            for i in 0..need as u32 {
                let record = [round, i];
                written.push((arena.write(stretch, record), record));
            }
        }
        for &(i, record) in &written {
            assert_eq!(arena.get(i), record);
        }
        written.sort_unstable();
        assert!(written.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn a_stretch_goes_on_where_nobody_came_between() {
        let mut arena: RecordArena<1> = RecordArena::new();
        assert!(arena.grow(200, &mut usize::MAX.clone()));
        let mut stretch = 0..0;
        assert!(arena.extend(&mut stretch, 10));
        assert_eq!(stretch, 0..25, "an eighth");
        assert!(arena.extend(&mut stretch, 26));
        assert_eq!(stretch, 0..25 + 21);
        assert!(arena.extend(&mut stretch, 200));
        assert!(!arena.extend(&mut stretch, 201));
        assert_eq!(stretch, 0..200);
    }
}
