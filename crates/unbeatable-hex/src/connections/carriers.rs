//! The few best carriers of a pair of points.

use super::word::Word;

/// A few carriers, none within another, the smallest first. Each has a mark for either point of the pair.
#[derive(Clone, Copy)]
pub(super) struct Carriers<W, const N: usize> {
    len: u8,
    /// Which of them are marked, bit by bit: for the first point of the pair, and for the second.
    marked: [u32; 2],
    sets: [W; N],
}

impl<W: Word, const N: usize> Carriers<W, N> {
    pub(super) const NONE: Self = Carriers {
        len: 0,
        marked: [0; 2],
        sets: [W::EMPTY; N],
    };

    #[inline]
    pub(super) fn all(&self) -> &[W] {
        &self.sets[..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether one of them is within a set: then a larger one is no news.
    #[inline]
    pub(super) fn has_within(&self, carrier: W) -> bool {
        self.all().iter().any(|set| set.is_within(carrier))
    }

    /// Adds a carrier without marks, unless one within it is there; those that it is within go. Of too many
    /// the largest goes. Whether it was added.
    #[inline]
    pub(super) fn add(&mut self, carrier: W) -> bool {
        if self.has_within(carrier) {
            return false;
        }
        self.keep(|set| !carrier.is_within(set));
        let size = carrier.len();
        let mut at = usize::from(self.len);
        if at == N {
            if self.sets[N - 1].len() <= size {
                return false;
            }
            at -= 1;
        } else {
            self.len += 1;
        }
        while at > 0 && self.sets[at - 1].len() > size {
            self.sets[at] = self.sets[at - 1];
            at -= 1;
        }
        self.sets[at] = carrier;
        let below = (1 << at) - 1;
        self.marked = self
            .marked
            .map(|marked| marked & below | (marked & !below) << 1);
        true
    }

    /// Keeps some of them.
    #[inline]
    pub(super) fn keep(&mut self, mut stays: impl FnMut(W) -> bool) {
        let mut kept = 0;
        let mut marked = [0; 2];
        for i in 0..usize::from(self.len) {
            if stays(self.sets[i]) {
                self.sets[kept] = self.sets[i];
                for (new, old) in marked.iter_mut().zip(self.marked) {
                    *new |= (old >> i & 1) << kept;
                }
                kept += 1;
            }
        }
        (self.len, self.marked) = (kept as u8, marked);
    }

    /// Marks a carrier for a point of the pair, if it is still there and has no such mark.
    #[inline]
    pub(super) fn mark(&mut self, point: usize, carrier: W) -> bool {
        let Some(at) = self.all().iter().position(|&set| set == carrier) else {
            return false;
        };
        let is_new = self.marked[point] >> at & 1 == 0;
        self.marked[point] |= 1 << at;
        is_new
    }

    /// Takes all marks for a point of the pair away.
    #[inline]
    pub(super) fn unmark(&mut self, point: usize) {
        self.marked[point] = 0;
    }

    /// The points of the pair have changed places.
    #[inline]
    pub(super) fn exchange_marks(&mut self) {
        self.marked.reverse();
    }

    /// Carrier `i`, if it has a mark for a point of the pair.
    #[inline]
    pub(super) fn marked(&self, point: usize, i: usize) -> Option<W> {
        (self.marked[point] >> i & 1 == 1).then(|| self.sets[i])
    }
}
