//! Trees written down while they are walked, as plain data: every node stands before those below it.
//!
//! ```text
//! node      0   1   2   3   4   5   6          0           5
//! many      5   3   1   1   1   2   1        ┌─┴─┐         │
//!           └── at and below it ──┘          1   4         6
//!                                          ┌─┴─┐
//!                                          2   3
//! ```
//!
//! The first node below another is the next one; behind a node and all below it stands its next
//! sibling. So a node costs four bytes more than what is said of it, and nobody needs a second look at
//! what is below it to go past it.

/// Trees whose nodes hold a `T` each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forest<T> {
    nodes: Vec<ForestNode<T>>,
    /// The nodes that the walk has entered and not yet left, the last one last.
    open: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ForestNode<T> {
    /// How many there are at and below it, itself included; 1 until it is left.
    many: u32,
    of: T,
}

impl<T> Forest<T> {
    /// No more nodes than this fit.
    pub const ENTRIES_MAX: u32 = u32::MAX - 1;

    /// How many bytes a node takes.
    pub const NODE_BYTES: usize = size_of::<ForestNode<T>>();

    /// Nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Forest {
            nodes: vec![],
            open: vec![],
        }
    }

    /// Goes on to a new node below the last one that is open, and gives its number.
    ///
    /// Panics if there are too many.
    pub fn enter(&mut self, of: T) -> u32 {
        let number = u32::try_from(self.nodes.len()).ok();
        let number = number.filter(|&number| number < Self::ENTRIES_MAX);
        let number = number.expect("somebody limits the nodes of a forest");
        self.nodes.push(ForestNode { many: 1, of });
        self.open.push(number);
        number
    }

    /// Goes back from the last node that is open, of which there may be more to say now. `None` if
    /// none is open.
    pub fn leave(&mut self) -> Option<&mut T> {
        let number = self.open.pop()?;
        let many = self.nodes.len() as u32 - number;
        let node = &mut self.nodes[number as usize];
        node.many = many;
        Some(&mut node.of)
    }

    /// How many nodes are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * Self::NODE_BYTES + self.open.capacity() * size_of::<u32>()
    }

    /// Gives back what it does not need.
    pub fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.open.shrink_to_fit();
    }

    /// What is said of a node.
    #[must_use]
    pub fn of(&self, number: u32) -> &T {
        &self.nodes[number as usize].of
    }

    /// What is said of a node, to be changed.
    pub fn of_mut(&mut self, number: u32) -> &mut T {
        &mut self.nodes[number as usize].of
    }

    /// How many nodes there are at and below one that was left, itself included.
    #[must_use]
    pub fn many(&self, number: u32) -> u32 {
        self.nodes[number as usize].many
    }

    /// The roots, in order.
    pub fn roots(&self) -> impl Iterator<Item = u32> {
        self.siblings(0, self.len())
    }

    /// The nodes right below one, in order.
    pub fn below(&self, number: u32) -> impl Iterator<Item = u32> {
        self.siblings(number + 1, number + self.many(number))
    }

    /// What is said of all nodes, in the order of the walk.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.nodes.iter().map(|node| &node.of)
    }

    fn siblings(&self, mut next: u32, end: u32) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let number = next;
            (number < end).then(|| {
                next += self.many(number);
                number
            })
        })
    }
}

impl<T> Default for Forest<T> {
    fn default() -> Self {
        Forest::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trees drawn above.
    fn drawn() -> Forest<char> {
        let mut forest: Forest<char> = Forest::new();
        for step in "a(b(c()d())e())f(g())".chars() {
            match step {
                '(' => {}
                ')' => forest.leave().map(|of| of.make_ascii_uppercase()).unwrap(),
                name => drop(forest.enter(name)),
            }
        }
        forest
    }

    #[test]
    fn nodes_know_what_is_below_them() {
        let forest = drawn();
        assert_eq!(forest.iter().collect::<String>(), "ABCDEFG");
        let many: Vec<u32> = (0..forest.len()).map(|i| forest.many(i)).collect();
        assert_eq!(many, [5, 3, 1, 1, 1, 2, 1]);
        assert_eq!(forest.roots().collect::<Vec<_>>(), [0, 5]);
        assert_eq!(forest.below(0).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(forest.below(1).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(forest.below(2).count(), 0);
        assert_eq!(forest.depth(), 0);
    }

    #[test]
    fn what_is_open_can_still_be_left() {
        let mut forest = Forest::new();
        assert_eq!(forest.leave(), None);
        for name in ["root", "child"] {
            forest.enter(name);
        }
        assert_eq!(forest.depth(), 2);
        while forest.leave().is_some() {}
        assert_eq!((forest.many(0), forest.many(1)), (2, 1));
        assert!(forest.bytes() >= 2 * Forest::<&str>::NODE_BYTES);
    }
}
