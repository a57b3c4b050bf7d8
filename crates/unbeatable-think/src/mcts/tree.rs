//! The tree of a Monte-Carlo search: what is stored, and how what was not played makes room.
//!
//! The tree is a row of nodes. The root stands first; the children of a node stand together, behind it.
//!
//! ```text
//!   node     root   child  child  child   child  child
//!          +------+------+------+------+------+------+
//!   reward |      |      |      |      |      |      |   8 bytes   sum over all visits
//!   visits | 90   | 20   | 40   | 29   | 16   | 23   |   4 bytes
//!   first  | 1    | 0    | 4    | 0    | 0    | 0    |   4 bytes   0: no children
//!   count  | 3    | 0    | 2    | 0    | 0    | 0    |   4 bytes
//!   bounds |      |      |      |      |      |      |   2 values
//!   plies  |      |      |      |      |      |      |   2 bytes   to the end, if exact
//!   m      | -    | m    | m    | m    | m    | m    |   a move
//!          +------+------+------+------+------+------+
//!   index    0      1      2      3      4      5
//! ```
//!
//! With values and moves of up to two bytes it is 32 bytes a node. Positions are not stored: the search
//! plays its way down. Nodes do not know their parents, because a search goes up only where it came
//! down.

use std::ops::{Index, IndexMut, Range};

use unbeatable_core::{Bounds, Value};

/// Where the root stands.
pub(super) const ROOT: u32 = 0;

/// A position, by the move that leads there.
#[derive(Clone, Copy)]
pub(super) struct MctsNode<V, M> {
    /// The sum of what its games were worth to the player who moved there.
    pub(super) reward: u64,
    pub(super) visits: u32,
    first: u32,
    count: u32,
    /// What is proven, for the player to move.
    pub(super) bounds: Bounds<V>,
    /// How long it takes to the end, as far as is known, if the bounds are exact.
    pub(super) plies: u16,
    /// While nodes are moved together: whether `first` stands in the place where it will be needed, and
    /// that place here.
    is_threaded: bool,
    /// The move that leads there; at the root any.
    pub(super) m: M,
}

impl<V: Value, M> MctsNode<V, M> {
    pub(super) fn new(m: M, bounds: Bounds<V>, plies: u16) -> Self {
        MctsNode {
            reward: 0,
            visits: 0,
            first: 0,
            count: 0,
            bounds,
            plies,
            is_threaded: false,
            m,
        }
    }

    /// What is proven, for the player who moved there.
    #[inline]
    pub(super) fn seen(&self) -> Bounds<V> {
        -self.bounds
    }

    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.count
    }
}

pub(super) struct MctsTree<V, M> {
    /// Never more than its first capacity: memory that was not used yet costs nothing, and what was
    /// never moved need not fit twice.
    nodes: Vec<MctsNode<V, M>>,
    len_max: usize,
    /// Whether there was no room for some node's children.
    is_full: bool,
}

impl<V: Value, M: Copy> MctsTree<V, M> {
    /// An empty tree that never takes more than `bytes_max` bytes.
    pub(super) fn new(bytes_max: usize) -> Self {
        // Places are 32 bits.
        let len_max = (bytes_max / size_of::<MctsNode<V, M>>()).min(u32::MAX as usize);
        let mut nodes = vec![];
        nodes.reserve_exact(len_max);
        MctsTree {
            nodes,
            len_max,
            is_full: false,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.len_max * size_of::<MctsNode<V, M>>()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many nodes there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.is_full = false;
    }

    /// Where the children of a node stand.
    #[inline]
    pub(super) fn children(&self, node: u32) -> Range<u32> {
        let MctsNode { first, count, .. } = self[node];
        first..first + count
    }

    /// The children of a node.
    #[inline]
    pub(super) fn family(&self, node: u32) -> &[MctsNode<V, M>] {
        let MctsNode { first, count, .. } = self[node];
        &self.nodes[first as usize..][..count as usize]
    }

    /// The children of a node, to change them.
    pub(super) fn family_mut(&mut self, node: u32) -> &mut [MctsNode<V, M>] {
        let MctsNode { first, count, .. } = self[node];
        &mut self.nodes[first as usize..][..count as usize]
    }

    /// Makes a node the root of an empty tree; says whether there is room.
    pub(super) fn plant(&mut self, root: MctsNode<V, M>) -> bool {
        debug_assert!(self.is_empty(), "a tree has one root");
        self.is_full = self.len_max == 0;
        if !self.is_full {
            self.nodes.push(root);
        }
        !self.is_full
    }

    /// Gives a leaf its children, at least one; says whether there is room for all of them. If not, it
    /// stays a leaf.
    pub(super) fn grow(
        &mut self,
        leaf: u32,
        children: impl Iterator<Item = MctsNode<V, M>>,
    ) -> bool {
        debug_assert!(self[leaf].is_leaf(), "a node gets children once");
        let first = self.nodes.len();
        for child in children {
            if self.nodes.len() == self.len_max {
                self.nodes.truncate(first);
                self.is_full = true;
                return false;
            }
            self.nodes.push(child);
        }
        let count = self.nodes.len() - first;
        assert!(count > 0, "an unfinished position has a move");
        let leaf = &mut self[leaf];
        (leaf.first, leaf.count) = (first as u32, count as u32);
        true
    }

    /// Makes `node` the root, and forgets what is not below it.
    ///
    /// One sweep from left to right moves the families that are left together, after Morris (1978): a
    /// node that has moved and its first child exchange what they know, the child learns where its
    /// parent stands now, and the parent keeps for it what stood there.
    pub(super) fn keep(&mut self, node: u32) {
        if node == ROOT {
            return;
        }
        self.is_full = false;
        self.nodes[ROOT as usize] = self[node];
        self.thread(ROOT);
        let mut len = 1;
        let mut place = 1;
        while place < self.nodes.len() {
            if !self.nodes[place].is_threaded {
                place += 1;
                continue;
            }
            let parent = self.nodes[place].first as usize;
            let count = self.nodes[parent].count as usize;
            self.nodes[place].is_threaded = false;
            self.nodes[place].first = self.nodes[parent].first;
            self.nodes[parent].first = len as u32;
            self.nodes.copy_within(place..place + count, len);
            for moved in len..len + count {
                self.thread(moved as u32);
            }
            place += count;
            len += count;
        }
        self.nodes.truncate(len);
    }

    /// Exchanges what a node that has moved and its first child, which has not, know.
    fn thread(&mut self, node: u32) {
        let MctsNode { first, count, .. } = self[node];
        if count > 0 {
            debug_assert!(first > node, "children stand behind their parents");
            self[node].first = self[first].first;
            self[first].first = node;
            self[first].is_threaded = true;
        }
    }
}

impl<V, M> Index<u32> for MctsTree<V, M> {
    type Output = MctsNode<V, M>;

    #[inline]
    fn index(&self, node: u32) -> &MctsNode<V, M> {
        &self.nodes[node as usize]
    }
}

impl<V, M> IndexMut<u32> for MctsTree<V, M> {
    #[inline]
    fn index_mut(&mut self, node: u32) -> &mut MctsNode<V, M> {
        &mut self.nodes[node as usize]
    }
}
