//! Strongly connected components, in the order in which walks go through them.

use crate::graph::NODES_MAX;
use crate::set::{NodeSet, Unions};

/// Which nodes belong together: from where to where edges lead, and back.
pub(crate) struct Ties<S> {
    forward: Unions<S>,
    backward: Unions<S>,
}

/// Components, each before those that it leads to.
pub(crate) struct ComponentOrder<S> {
    found: [S; NODES_MAX],
    count: usize,
}

impl<S: NodeSet> ComponentOrder<S> {
    /// None yet.
    pub(crate) fn new() -> Self {
        ComponentOrder {
            found: [S::EMPTY; NODES_MAX],
            count: 0,
        }
    }

    /// In order.
    pub(crate) fn components(&self) -> &[S] {
        &self.found[..self.count]
    }
}

impl<S: NodeSet> Ties<S> {
    /// `of_node` says where edges lead.
    pub(crate) fn new(of_node: &[S]) -> Self {
        let mut back = vec![S::EMPTY; of_node.len()];
        for (node, to) in of_node.iter().enumerate() {
            for to in to.bits() {
                back[usize::from(to)] |= S::of(node as u8);
            }
        }
        Ties {
            forward: Unions::new(of_node),
            backward: Unions::new(&back),
        }
    }

    /// Finds the components of `open` that can be reached from `entries`.
    pub(crate) fn find(&self, entries: S, open: S, order: &mut ComponentOrder<S>) {
        self.split(self.forward.closure(entries, open), order);
    }

    /// Splits a set that nothing leads into from outside of it, but what was split before. (Fleischer,
    /// Hendrickson and Pınar 2000, here in order: what leads to a component comes before it.)
    fn split(&self, mut set: S, order: &mut ComponentOrder<S>) {
        while set != S::EMPTY {
            let node = S::of(set.first());
            let leading_here = self.backward.closure(node, set);
            let component = self.forward.closure(node, leading_here);
            if component != leading_here {
                self.split(leading_here & !component, order);
            }
            order.found[order.count] = component;
            order.count += 1;
            set = set & !leading_here;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::random::Random;

    /// Two nodes are in one component exactly if each can be reached from the other, and no component leads to
    /// an earlier one: on random graphs, in random parts of them.
    #[test]
    fn components_are_connected_and_in_order() {
        let mut random = Random::new(5);
        let mut larger = 0;
        for _ in 0..3_000 {
            let count = 1 + random.below(20) as usize;
            let density = 1 + random.below(4);
            let of_node: Vec<u64> = (0..count)
                .map(|_| (0..density).fold(0, |set, _| set | 1 << random.below(count as u64)))
                .collect();
            let all = u64::MAX >> (64 - count);
            let open = random.bits() & all;
            let entries = random.bits() & open;
            let reached = |from: u64| {
                let mut reached = from;
                for _ in 0..count {
                    for node in reached.bits() {
                        reached |= of_node[usize::from(node)] & open;
                    }
                }
                reached
            };
            let mut order = ComponentOrder::new();
            Ties::new(&of_node).find(entries, open, &mut order);
            let mut before = 0;
            for &component in order.components() {
                assert_eq!(component & before, 0);
                for node in component.bits() {
                    let from_here = reached(1 << node);
                    assert_eq!(from_here & component, component);
                    assert_eq!(from_here & before, 0);
                    let mutual = from_here
                        .bits()
                        .filter(|&b| reached(1 << b) >> node & 1 == 1);
                    assert!(mutual.fold(0, |set, b| set | 1 << b) == component);
                }
                larger += u32::from(component.count_ones() > 1);
                before |= component;
            }
            assert_eq!(before, reached(entries));
        }
        assert!(larger > 1_000, "{larger}");
    }
}
