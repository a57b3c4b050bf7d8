//! The few best carriers of each pair of points.

use super::word::Word;

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
            sets: Vec::with_capacity(lists),
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

    /// Adds a carrier without marks, unless one within it is there; those that it is within go. Whether it was
    /// added.
    #[inline]
    pub(super) fn add(&mut self, list: usize, carrier: W) -> bool {
        if self.has_within(list, carrier) {
            return false;
        }
        self.keep(list, |set| !carrier.is_within(set));
        let size = carrier.len();
        let CarrierList { len, room, .. } = self.lists[list];
        if len == self.max {
            if self.all(list)[usize::from(len) - 1].len() <= size {
                return false;
            }
        } else {
            if len == room {
                self.make_room(list);
            }
            self.lists[list].len += 1;
        }
        let CarrierList { start, len, .. } = self.lists[list];
        let sets = &mut self.sets[start as usize..][..usize::from(len)];
        let mut at = sets.len() - 1;
        while at > 0 && sets[at - 1].len() > size {
            sets[at] = sets[at - 1];
            at -= 1;
        }
        sets[at] = carrier;
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
        let end = self.sets.len() + usize::from(room) - len;
        self.sets.resize(end, W::EMPTY);
    }

    /// Takes over a list of carriers that are marked alike, into an empty one.
    #[inline]
    pub(super) fn put(&mut self, list: usize, carriers: impl Iterator<Item = (W, [bool; 2])>) {
        let start = self.sets.len();
        let mut marked = [0; 2];
        for (i, (carrier, marks)) in carriers.enumerate() {
            self.sets.push(carrier);
            for (marked, mark) in marked.iter_mut().zip(marks) {
                *marked |= u32::from(mark) << i;
            }
        }
        let len = (self.sets.len() - start) as u8;
        self.lists[list] = CarrierList {
            start: start as u32,
            len,
            room: len,
            marked,
        };
    }

    /// Keeps some of a list.
    #[inline]
    pub(super) fn keep(&mut self, list: usize, mut stays: impl FnMut(W) -> bool) {
        let CarrierList {
            start, len, marked, ..
        } = self.lists[list];
        let sets = &mut self.sets[start as usize..][..usize::from(len)];
        let mut kept = 0;
        let mut still = [0; 2];
        for i in 0..sets.len() {
            if stays(sets[i]) {
                sets[kept] = sets[i];
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

    /// Carrier `i` of a list, with its marks for both points.
    #[inline]
    pub(super) fn get(&self, list: usize, i: usize) -> (W, [bool; 2]) {
        let marks = self.lists[list].marked.map(|marked| marked >> i & 1 == 1);
        (self.all(list)[i], marks)
    }

    /// How many a list has.
    #[inline]
    pub(super) fn len(&self, list: usize) -> usize {
        self.lists[list].len.into()
    }
}
