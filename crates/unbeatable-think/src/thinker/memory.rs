//! What a thinker remembers: positions with their scores, which are guesses, and their bounds, which
//! are proven. A slot holds its whole position, so another one is never taken for it.

use unbeatable_core::Bounds;

/// How many slots share a bucket.
const BUCKET: usize = 4;

/// What a score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScoreKind {
    /// It is the score.
    Exact,
    /// The score is at least that.
    AtLeast,
    /// The score is at most that.
    AtMost,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remembered<V, M> {
    pub(super) score: i32,
    pub(super) kind: ScoreKind,
    /// How deep the search went that gave the score.
    pub(super) depth: u8,
    pub(super) bounds: Bounds<V>,
    /// The move that was best or that cut.
    pub(super) m: Option<M>,
}

#[derive(Clone, Copy)]
struct ScoreSlot<P, V, M> {
    position: P,
    remembered: Remembered<V, M>,
    generation: u8,
}

/// A table of a fixed size: whoever has a tenth of a second for a move has no time to grow one.
pub(super) struct ScoreMemory<P, V, M> {
    /// As many as a power of two, or none.
    buckets: Vec<[Option<ScoreSlot<P, V, M>>; BUCKET]>,
    generation: u8,
}

impl<P: Copy + Eq, V: Copy, M: Copy> ScoreMemory<P, V, M> {
    /// The largest table that takes no more than `bytes_max` bytes.
    pub(super) fn new(bytes_max: usize) -> Self {
        let fit = bytes_max / Self::bucket_bytes();
        let buckets = match fit {
            0 => 0,
            _ => 1 << fit.ilog2(),
        };
        ScoreMemory {
            buckets: vec![[const { None }; BUCKET]; buckets],
            generation: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets.len() * Self::bucket_bytes()
    }

    /// What was remembered before is replaced first from now on.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    #[inline]
    pub(super) fn find(&self, key: u64, position: &P) -> Option<&Remembered<V, M>> {
        let bucket = self.buckets.get(self.place(key))?;
        let entry = bucket.iter().flatten().find(|e| e.position == *position)?;
        Some(&entry.remembered)
    }

    /// Remembers a position in place of what was remembered of it, or of the oldest in its bucket, or,
    /// if all are new, of the one that was searched least deep.
    #[inline]
    pub(super) fn remember(&mut self, key: u64, position: P, remembered: Remembered<V, M>) {
        let (place, generation) = (self.place(key), self.generation);
        let Some(bucket) = self.buckets.get_mut(place) else {
            return;
        };
        let rank = |entry: &Option<ScoreSlot<P, V, M>>| match entry {
            Some(e) if e.position == position => (0, 0),
            None => (1, 0),
            Some(e) if e.generation != generation => (2, e.remembered.depth),
            Some(e) => (3, e.remembered.depth),
        };
        let slot = bucket.iter_mut().min_by_key(|entry| rank(entry));
        *slot.expect("a bucket has entries") = Some(ScoreSlot {
            position,
            remembered,
            generation,
        });
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & self.buckets.len().wrapping_sub(1)
    }

    const fn bucket_bytes() -> usize {
        size_of::<[Option<ScoreSlot<P, V, M>>; BUCKET]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Wdl;

    fn scored(score: i32, depth: u8) -> Remembered<Wdl, u8> {
        Remembered {
            score,
            kind: ScoreKind::Exact,
            depth,
            bounds: Bounds::UNKNOWN,
            m: None,
        }
    }

    #[test]
    fn positions_are_told_apart_and_the_old_go_first() {
        let mut memory: ScoreMemory<u64, Wdl, u8> =
            ScoreMemory::new(ScoreMemory::<u64, Wdl, u8>::bucket_bytes());
        let found = |memory: &ScoreMemory<u64, Wdl, u8>, position: u64| {
            memory.find(7, &position).map(|r| r.score)
        };
        for position in 0..4 {
            memory.remember(7, position, scored(position as i32, 9 - position as u8));
        }
        memory.remember(7, 2, scored(20, 1));
        assert_eq!((found(&memory, 2), found(&memory, 5)), (Some(20), None));
        memory.remember(7, 5, scored(50, 1));
        assert_eq!((found(&memory, 2), found(&memory, 5)), (None, Some(50)));
        memory.next_generation();
        memory.remember(7, 6, scored(60, 0));
        memory.remember(7, 8, scored(80, 9));
        // The one that was searched least deep of the old ones made room, each time.
        assert_eq!(
            [5, 3, 1, 0].map(|p| found(&memory, p)),
            [None, None, Some(1), Some(0)]
        );
        assert_eq!(found(&memory, 6), Some(60));
    }

    #[test]
    fn no_bytes_no_memory() {
        let mut memory: ScoreMemory<u64, Wdl, u8> = ScoreMemory::new(90);
        memory.remember(7, 1, scored(1, 1));
        assert!(memory.find(7, &1).is_none() && memory.bytes() == 0);
        let memory: ScoreMemory<u64, Wdl, u8> = ScoreMemory::new(10_000);
        assert!(memory.bytes() > 5_000 && memory.bytes() <= 10_000);
    }
}
