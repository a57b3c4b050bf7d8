//! The tree of a proof-number search: what is stored, and how what is solved makes room.
//!
//! The tree is a row of slots. The children of a node are a block: a header, then one slot each.
//!
//! ```text
//!   slot   header  root   header  child  child  child   header  child  child
//!        +-------+------+-------+------+------+------+-------+------+------+
//!   link | -     | 2    | 1     | 0    | 6    | 0    | 4     | 0    | 0    |   4 bytes
//!   win  | 1     |      | 3     |      |      |      | 2     |      |      |   4 bytes
//!   lose | sweep |      | sweep |      |      |      | sweep |      |      |   4 bytes
//!   m    | -     | -    | -     | m    | m    | m    | -     | m    | m    |   a move
//!        +-------+------+-------+------+------+------+-------+------+------+
//!   index  0       1      2       3      4      5      6       7      8
//!
//!   node     link: its children's header, 0 if it has none; win, lose: its numbers
//!   header   link: the parent; win: how many children; lose: the last sweep that found the parent
//! ```
//!
//! Moves of up to four bytes make it 16 bytes a node. Positions are not stored: the search knows that
//! of the node where it is, and plays its way down from there. Nodes do not know their parents,
//! because a search goes up only where it came down; blocks do, because blocks move.
//!
//! A solved node drops its children: its link becomes 0, and nothing else happens. New blocks are put
//! at the end, so parents always stand before their children; when the end is reached, one sweep from
//! left to right finds the blocks whose parent still links to them and moves them together.

use std::ops::Range;

use unbeatable_core::Numbers;

use crate::distance::Distance;

/// Where a node stands.
pub(super) type NodeIndex = u32;

/// Where the root stands.
const ROOT: NodeIndex = 1;

/// Slots are added so many at a time, and never copied to grow.
const CHUNK: usize = 1 << 14;

/// A sweep of a tree that cannot grow must make at least one slot in so many free, or the search
/// would do little else.
const FREE_PART: usize = 16;

#[derive(Clone, Copy)]
struct NodeSlot<M> {
    link: u32,
    win: u32,
    lose: u32,
    m: M,
}

/// The tree, and the way from its root to the node where the search is.
pub struct PnTree<M> {
    /// All full but the last one in use; none ever has to grow.
    chunks: Vec<Vec<NodeSlot<M>>>,
    /// How many slots there are, and how many fit into the memory that is allowed.
    len: usize,
    len_max: usize,
    /// How many slots the last sweep left.
    swept_len: usize,
    /// How many sweeps there were.
    pub(super) sweeps: u32,
    /// The nodes on the way, the root first.
    path: Vec<NodeIndex>,
}

impl<M: Copy> PnTree<M> {
    /// A tree that never takes more than `bytes_max` bytes.
    pub(super) fn new(bytes_max: usize) -> Self {
        let (slot, header) = (size_of::<NodeSlot<M>>(), size_of::<Vec<NodeSlot<M>>>());
        let full = bytes_max / (CHUNK * slot + header);
        let rest = bytes_max % (CHUNK * slot + header);
        let len_max = full * CHUNK + rest.saturating_sub(header) / slot;
        // Places are 32 bits.
        let len_max = len_max.min(u32::MAX as usize);
        PnTree {
            chunks: Vec::with_capacity(len_max.div_ceil(CHUNK)),
            len: 0,
            len_max,
            swept_len: 0,
            sweeps: 0,
            path: vec![],
        }
    }

    /// Bytes taken now.
    pub(super) fn bytes(&self) -> usize {
        self.chunks.capacity() * size_of::<Vec<NodeSlot<M>>>()
            + self.room() * size_of::<NodeSlot<M>>()
    }

    /// Begins a new tree: a root with nothing known of it. Any move may fill the place of the one that
    /// led there. Says `false` if not even that fits.
    pub(super) fn plant(&mut self, m: M) -> bool {
        self.chunks.iter_mut().for_each(Vec::clear);
        (self.len, self.swept_len) = (0, 0);
        self.path.clear();
        self.path.push(ROOT);
        if !self.make_room(1) {
            return false;
        }
        let unknown = Distance {
            win: Numbers::UNIT,
            lose: Numbers::UNIT,
        };
        self.push_block(0, &[(m, unknown)]);
        true
    }

    /// Where the search is.
    #[inline]
    pub(super) fn here(&self) -> NodeIndex {
        *self.path.last().expect("the way begins at the root")
    }

    /// How far the search is from the root.
    pub(super) fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// Goes to a child of the node where the search is; its move.
    #[inline]
    pub(super) fn descend(&mut self, child: NodeIndex) -> M {
        self.path.push(child);
        self.slot(child).m
    }

    /// Goes to the parent. Says `false` at the root.
    #[inline]
    pub(super) fn ascend(&mut self) -> bool {
        let is_below = self.path.len() > 1;
        if is_below {
            self.path.pop();
        }
        is_below
    }

    #[inline]
    pub(super) fn distance(&self, node: NodeIndex) -> Distance {
        let NodeSlot { win, lose, .. } = *self.slot(node);
        Distance { win, lose }
    }

    pub(super) fn set_distance(&mut self, node: NodeIndex, distance: Distance) {
        let slot = self.slot_mut(node);
        (slot.win, slot.lose) = (distance.win, distance.lose);
        if distance.is_decided() {
            slot.link = 0;
        }
    }

    /// The move that leads to a node.
    pub(super) fn m(&self, node: NodeIndex) -> M {
        self.slot(node).m
    }

    /// The places of a node's children.
    #[inline]
    pub(super) fn children(&self, node: NodeIndex) -> Range<NodeIndex> {
        match self.slot(node).link {
            0 => 0..0,
            header => header + 1..header + 1 + self.slot(header).win,
        }
    }

    /// Gives children to the node where the search is. Says `false`, and nothing has changed for those
    /// who ask, if there is no room for them.
    pub(super) fn expand(&mut self, children: &[(M, Distance)]) -> bool {
        if !self.make_room(children.len()) {
            return false;
        }
        let here = self.here();
        self.slot_mut(here).link = self.len as u32;
        self.push_block(here, children);
        true
    }

    fn push_block(&mut self, parent: NodeIndex, children: &[(M, Distance)]) {
        self.push(NodeSlot {
            link: parent,
            win: children.len() as u32,
            lose: self.sweeps,
            m: children[0].0,
        });
        for &(m, Distance { win, lose }) in children {
            self.push(NodeSlot {
                link: 0,
                win,
                lose,
                m,
            });
        }
    }

    fn push(&mut self, slot: NodeSlot<M>) {
        let chunk = &mut self.chunks[self.len / CHUNK];
        debug_assert!(chunk.len() < chunk.capacity(), "room was made before");
        chunk.push(slot);
        self.len += 1;
    }

    #[inline]
    fn slot(&self, i: u32) -> &NodeSlot<M> {
        &self.chunks[i as usize / CHUNK][i as usize % CHUNK]
    }

    #[inline]
    fn slot_mut(&mut self, i: u32) -> &mut NodeSlot<M> {
        &mut self.chunks[i as usize / CHUNK][i as usize % CHUNK]
    }

    /// How many slots fit into the chunks that there are.
    fn room(&self) -> usize {
        (self.chunks.len() * CHUNK).min(self.len_max)
    }

    /// Makes room for a block of so many children, if that is possible.
    fn make_room(&mut self, children: usize) -> bool {
        let added = children + 1;
        if self.len + added <= self.room() {
            return true;
        }
        // A tree that has doubled is swept before it grows: that keeps it small, and costs a node no
        // more than a move or two.
        let must_sweep = self.len + added > self.len_max;
        if must_sweep || self.len >= 2 * self.swept_len.max(CHUNK) {
            self.sweep();
        }
        let len = self.len + added;
        if len > self.len_max || must_sweep && self.len_max - len < self.len_max / FREE_PART {
            return false;
        }
        while self.room() < len {
            let chunk = CHUNK.min(self.len_max - self.room());
            self.chunks.push(Vec::with_capacity(chunk));
        }
        true
    }

    /// Moves together all blocks that the root still leads to.
    ///
    /// Parents stand before their children, so one pass does: a block that stays tells the blocks
    /// behind it that they stay too, and where their parent stands now.
    #[cold]
    fn sweep(&mut self) {
        self.sweeps += 1;
        let sweep = self.sweeps;
        self.number_path_by_child();
        let (mut from, mut to) = (0, 0);
        while from < self.len as u32 {
            let NodeSlot {
                link: parent,
                win: children,
                lose: last_sweep,
                ..
            } = *self.slot(from);
            let is_root = from == 0;
            if is_root || last_sweep == sweep {
                if !is_root {
                    self.slot_mut(parent).link = to;
                }
                for i in 0..=children {
                    let slot = *self.slot(from + i);
                    *self.slot_mut(to + i) = slot;
                    if i > 0 && slot.link != 0 {
                        let header = self.slot_mut(slot.link);
                        (header.link, header.lose) = (to + i, sweep);
                    }
                }
                to += children + 1;
            }
            from += children + 1;
        }
        self.len = to as usize;
        self.swept_len = self.len;
        for (i, chunk) in self.chunks.iter_mut().enumerate() {
            chunk.truncate(self.len.saturating_sub(i * CHUNK));
        }
        self.number_path_by_place();
    }

    /// Says of each node on the way which child it is, instead of its place.
    fn number_path_by_child(&mut self) {
        for i in (1..self.path.len()).rev() {
            self.path[i] -= self.children(self.path[i - 1]).start;
        }
    }

    fn number_path_by_place(&mut self) {
        for i in 1..self.path.len() {
            self.path[i] += self.children(self.path[i - 1]).start;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::random::Random;

    const BYTES: usize = 60 * size_of::<NodeSlot<u8>>() + size_of::<Vec<NodeSlot<u8>>>();

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<NodeSlot<u8>>(), 16);
        assert_eq!(size_of::<NodeSlot<u32>>(), 16);
    }

    fn open(win: u32) -> Distance {
        Distance { win, lose: 1 }
    }

    /// The tree as nested text: a node's number to win, and its children.
    fn text(tree: &PnTree<u8>, node: NodeIndex) -> String {
        let children: Vec<String> = tree.children(node).map(|c| text(tree, c)).collect();
        let win = tree.distance(node).win;
        match children.is_empty() {
            true => format!("{win}"),
            false => format!("{win}({})", children.join(" ")),
        }
    }

    #[test]
    fn a_sweep_keeps_what_the_root_leads_to_and_where_the_search_is() {
        let mut tree: PnTree<u8> = PnTree::new(BYTES);
        assert!(tree.plant(0));
        assert!(tree.expand(&[(1, open(1)), (2, open(2)), (3, open(3))]));
        let first = tree.children(ROOT).start;
        assert_eq!(tree.descend(first), 1);
        assert!(tree.expand(&[(4, open(4)), (5, open(5))]));
        tree.ascend();
        tree.descend(first + 2);
        assert!(tree.expand(&[(6, open(6)), (7, open(7))]));
        let below = tree.children(tree.here()).start + 1;
        assert_eq!(tree.descend(below), 7);
        assert!(tree.expand(&[(8, open(8))]));
        assert_eq!(text(&tree, ROOT), "16(1(4 5) 2 3(6 7(8)))");
        tree.set_distance(first, Distance::WON);
        tree.sweep();
        assert_eq!(text(&tree, ROOT), "16(0 2 3(6 7(8)))");
        assert_eq!(tree.len, 2 + 4 + 3 + 2);
        assert_eq!((tree.m(tree.here()), tree.depth()), (7, 2));
        assert!(tree.ascend());
        assert_eq!(tree.m(tree.here()), 3);
        assert!(tree.ascend() && !tree.ascend());
    }

    /// A tree that grows and is cut at random, beside one that has room for everything.
    #[test]
    fn a_narrow_tree_stays_the_same_tree() {
        let mut random = Random::new(5);
        let mut narrow: PnTree<u8> = PnTree::new(BYTES);
        let mut roomy: PnTree<u8> = PnTree::new(1 << 24);
        let mut refused = 0;
        assert!(narrow.plant(0) && roomy.plant(0));
        for _ in 0..20_000 {
            // Down to a leaf, or to a node that is solved, and up again a little.
            while !narrow.children(narrow.here()).is_empty() {
                let i = random.below(narrow.children(narrow.here()).len() as u64) as u32;
                for tree in [&mut narrow, &mut roomy] {
                    tree.descend(tree.children(tree.here()).start + i);
                }
            }
            let count = 1 + random.below(4) as u8;
            let children: Vec<(u8, Distance)> = (0..count)
                .map(|m| (m, open(random.below(99) as u32 + 1)))
                .collect();
            if narrow.depth() < 6 && !narrow.distance(narrow.here()).is_decided() {
                match narrow.expand(&children) {
                    true => assert!(roomy.expand(&children)),
                    false => refused += 1,
                }
            }
            let solves = random.below(3) == 0 && narrow.depth() > 0;
            for tree in [&mut narrow, &mut roomy] {
                if solves {
                    tree.set_distance(tree.here(), Distance::LOST);
                }
                while tree.ascend() {}
            }
            assert_eq!(text(&narrow, ROOT), text(&roomy, ROOT));
            assert!(narrow.bytes() <= BYTES);
            if random.below(40) == 0 {
                for tree in [&mut narrow, &mut roomy] {
                    let first = tree.children(ROOT);
                    first.for_each(|child| tree.set_distance(child, open(7)));
                    tree.slot_mut(ROOT).link = 0;
                }
            }
        }
        assert!(narrow.sweeps > 500, "{}", narrow.sweeps);
        assert!(refused > 100, "{refused}");
    }

    #[test]
    fn memory_is_never_more_than_allowed() {
        for bytes_max in [0, 24, 40, 56, 57, 1_000, 300_000, 1 << 20] {
            let mut tree: PnTree<u8> = PnTree::new(bytes_max);
            assert_eq!(tree.plant(0), bytes_max >= 56, "{bytes_max}");
            let mut nodes = 0;
            while bytes_max >= 56 && tree.expand(&[(0, open(1)); 9]) {
                nodes += 10;
                tree.descend(tree.children(tree.here()).start);
                assert!(tree.bytes() <= bytes_max);
            }
            // All of it is live, so next to all of it is used.
            assert!(
                nodes * 16 * 16 >= bytes_max.saturating_sub(400) * 14,
                "{bytes_max}"
            );
        }
    }
}
