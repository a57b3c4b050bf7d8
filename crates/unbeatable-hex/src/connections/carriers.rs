//! The few best carriers of each pair of points.

use crate::word::Word;

/// Lists of carriers, one for each pair of points. Of two carriers in a list none is within the other; the
/// smallest come first, and of more than `max` the largest go. Each carrier has a mark for either point of the
/// pair.
///
/// Most lists are empty, and most others have one or two: they lie one after the other, each with room for a
/// few more, and a list that grows out of its room moves to the end.
#[derive(Clone)]
pub(super) struct Carriers<W> {
    lists: Vec<CarrierList>,
    sets: Vec<W>,
    /// How many cells each has.
    sizes: Vec<u8>,
    /// By list, what all carriers that were ever added have in common.
    common: Vec<W>,
    max: u8,
}

#[derive(Clone, Copy, Default)]
struct CarrierList {
    /// Where it begins.
    start: u32,
    len: u8,
    room: u8,
    /// Which carriers are marked, bit by bit: for the first point of the pair, and for the second.
    marked: [u32; 2],
}

/// The room that a list begins with.
const ROOM: u8 = 2;

impl<W: Word> Carriers<W> {
    /// Empty lists. At most 31 carriers in one.
    pub(super) fn new(lists: usize, max: u8) -> Self {
        assert!(max < 32, "marks are bits of a word");
        Carriers {
            lists: vec![CarrierList::default(); lists],
            common: vec![!W::EMPTY; lists],
            sets: Vec::with_capacity(lists),
            sizes: Vec::with_capacity(lists),
            max,
        }
    }

    #[inline]
    pub(super) fn all(&self, list: usize) -> &[W] {
        let CarrierList { start, len, .. } = self.lists[list];
        &self.sets[start as usize..][..usize::from(len)]
    }

    #[inline]
    pub(super) fn is_empty(&self, list: usize) -> bool {
        self.lists[list].len == 0
    }

    /// Whether one of a list is within a set: then a larger one is no news.
    #[inline]
    pub(super) fn has_within(&self, list: usize, carrier: W) -> bool {
        self.all(list).iter().any(|set| set.is_within(carrier))
    }

    /// Adds a carrier of that size without marks, unless one within it is there; those that it is within go.
    /// Whether it was added.
    #[inline]
    pub(super) fn add(&mut self, list: usize, carrier: W, size: u8) -> bool {
        let CarrierList {
            start, len, room, ..
        } = self.lists[list];
        let (start, count) = (start as usize, usize::from(len));
        // A full list takes only what is smaller than its largest.
        if len == self.max && self.sizes[start + count - 1] <= size {
            return false;
        }
        let sets = &self.sets[start..start + count];
        let sizes = &self.sizes[start..start + count];
        // One that is no larger may be within it; it may be within a larger one.
        let mut at = 0;
        while at < count && sizes[at] <= size {
            if sets[at].is_within(carrier) {
                return false;
            }
            at += 1;
        }
        if sets[at..].iter().any(|set| carrier.is_within(*set)) {
            self.keep(list, |set| !carrier.is_within(set));
        }
        let len = self.lists[list].len;
        if len < self.max {
            if len == room {
                self.make_room(list);
            }
            self.lists[list].len += 1;
        }
        let CarrierList { start, len, .. } = self.lists[list];
        let sets = &mut self.sets[start as usize..][..usize::from(len)];
        let sizes = &mut self.sizes[start as usize..][..usize::from(len)];
        for i in (at + 1..usize::from(len)).rev() {
            (sets[i], sizes[i]) = (sets[i - 1], sizes[i - 1]);
        }
        (sets[at], sizes[at]) = (carrier, size);
        self.common[list] &= carrier;
        let below = (1 << at) - 1;
        let marked = &mut self.lists[list].marked;
        *marked = marked.map(|marked| marked & below | (marked & !below) << 1);
        true
    }

    /// A list moves to the end, with twice the room.
    fn make_room(&mut self, list: usize) {
        let CarrierList {
            start, len, room, ..
        } = self.lists[list];
        let (start, len) = (start as usize, usize::from(len));
        self.lists[list].start = self.sets.len() as u32;
        let room = (room * 2).clamp(ROOM, self.max);
        self.lists[list].room = room;
        self.sets.extend_from_within(start..start + len);
        self.sizes.extend_from_within(start..start + len);
        let end = self.sets.len() + usize::from(room) - len;
        self.sets.resize(end, W::EMPTY);
        self.sizes.resize(end, 0);
    }

    /// Takes over those of a list of others that stay, with their marks, into an empty list. Whether all do.
    #[inline]
    pub(super) fn put(
        &mut self,
        list: usize,
        others: &Self,
        other: usize,
        stays: impl Fn(W) -> bool,
    ) -> bool {
        let start = self.sets.len();
        let sets = others.all(other);
        let mut marked = others.lists[other].marked;
        // Nearly always all do: so all are looked at, without a jump for each.
        if sets.iter().fold(true, |all, &set| all & stays(set)) {
            let first = others.lists[other].start as usize;
            self.sets.extend_from_slice(sets);
            self.sizes
                .extend_from_slice(&others.sizes[first..][..sets.len()]);
            self.common[list] = others.common[other];
        } else {
            let mut still = [0; 2];
            for (i, &set) in sets.iter().enumerate() {
                if stays(set) {
                    for (new, old) in still.iter_mut().zip(marked) {
                        *new |= (old >> i & 1) << (self.sets.len() - start);
                    }
                    self.sets.push(set);
                    self.sizes.push(others.get(other, i).1);
                    self.common[list] &= set;
                }
            }
            marked = still;
        }
        let len = (self.sets.len() - start) as u8;
        self.lists[list] = CarrierList {
            start: start as u32,
            len,
            room: len,
            marked,
        };
        usize::from(len) == sets.len()
    }

    /// The points of a pair change places.
    #[inline]
    pub(super) fn turn_marks(&mut self, list: usize) {
        self.lists[list].marked.reverse();
    }

    /// Takes the marks for a point of a pair away.
    #[inline]
    pub(super) fn unmark(&mut self, list: usize, point: usize) {
        self.lists[list].marked[point] = 0;
    }

    /// Keeps some of a list.
    #[inline]
    pub(super) fn keep(&mut self, list: usize, mut stays: impl FnMut(W) -> bool) {
        let CarrierList {
            start, len, marked, ..
        } = self.lists[list];
        let sets = &mut self.sets[start as usize..][..usize::from(len)];
        let sizes = &mut self.sizes[start as usize..][..usize::from(len)];
        let mut kept = 0;
        let mut still = [0; 2];
        for i in 0..sets.len() {
            if stays(sets[i]) {
                (sets[kept], sizes[kept]) = (sets[i], sizes[i]);
                for (new, old) in still.iter_mut().zip(marked) {
                    *new |= (old >> i & 1) << kept;
                }
                kept += 1;
            }
        }
        let list = &mut self.lists[list];
        (list.len, list.marked) = (kept as u8, still);
    }

    /// Marks a carrier for a point of the pair, if it is still there and has no such mark.
    #[inline]
    pub(super) fn mark(&mut self, list: usize, point: usize, carrier: W) -> bool {
        let Some(at) = self.all(list).iter().position(|&set| set == carrier) else {
            return false;
        };
        let marked = &mut self.lists[list].marked[point];
        let is_new = *marked >> at & 1 == 0;
        *marked |= 1 << at;
        is_new
    }

    /// Carrier `i` of a list, and its size.
    #[inline]
    pub(super) fn get(&self, list: usize, i: usize) -> (W, u8) {
        let at = self.lists[list].start as usize + i;
        (self.sets[at], self.sizes[at])
    }

    /// Whether all carriers of a list have a cell in common for sure.
    #[inline]
    pub(super) fn have_common(&self, list: usize) -> bool {
        !self.common[list].is_empty()
    }

    /// Which carriers of a list are marked for a point of the pair, bit by bit.
    #[inline]
    pub(super) fn marked(&self, list: usize, point: usize) -> u32 {
        let CarrierList { len, marked, .. } = self.lists[list];
        // One that had to go may have left its mark.
        marked[point] & ((1 << len) - 1)
    }

    /// How many a list has.
    #[inline]
    pub(super) fn len(&self, list: usize) -> usize {
        self.lists[list].len.into()
    }
}
