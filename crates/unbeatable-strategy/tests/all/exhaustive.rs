//! The fewest, by trying every table.

use std::collections::{BTreeSet, HashSet};

use unbeatable_proof::table::TableQuestion;

use crate::graph::{Graph, Policy};

/// The size of the smallest tables, and the sets of classes that they count.
pub(crate) struct Tried {
    pub(crate) size: usize,
    pub(crate) sets: HashSet<BTreeSet<usize>>,
}

/// Tries every table, in at most so many branches; `None` if there are more. Those that count more than `most` already
/// before they are complete are given up early.
pub(crate) fn try_all(
    graph: &Graph,
    question: &TableQuestion,
    most: usize,
    branches_max: u64,
) -> Option<Tried> {
    let players = Graph::players(question.role).into_iter();
    let policies: Vec<Policy> = players.map(|p| graph.policy(question, p)).collect();
    let mut search = Search {
        graph,
        question,
        policies: &policies,
        branches_left: branches_max,
        tried: Tried {
            size: most,
            sets: HashSet::new(),
        },
    };
    let begin = Partial {
        role: 0,
        reached: BTreeSet::from([0]),
        open: vec![0],
        counted: BTreeSet::new(),
    };
    search.complete(begin).then_some(search.tried)
}

#[derive(Clone)]
struct Partial {
    role: usize,
    reached: BTreeSet<usize>,
    open: Vec<usize>,
    counted: BTreeSet<usize>,
}

impl Partial {
    fn reach(&mut self, class: usize) {
        if self.reached.insert(class) {
            self.open.push(class);
        }
    }
}

struct Search<'a> {
    graph: &'a Graph,
    question: &'a TableQuestion,
    policies: &'a [Policy],
    branches_left: u64,
    tried: Tried,
}

impl Search<'_> {
    /// Completes a table in all ways. `false` if there are too many.
    fn complete(&mut self, mut partial: Partial) -> bool {
        let graph = self.graph;
        if self.branches_left == 0 {
            return false;
        }
        self.branches_left -= 1;
        loop {
            if partial.counted.len() > self.tried.size {
                return true;
            }
            let Some(policy) = self.policies.get(partial.role) else {
                break;
            };
            let Some(class) = partial.open.pop() else {
                partial.role += 1;
                partial.reached = BTreeSet::from([0]);
                partial.open = vec![0];
                continue;
            };
            let counts = graph.counts(self.question.count, policy.player, class);
            if !graph.moves_in(policy.player, class) {
                if counts {
                    partial.counted.insert(class);
                }
                graph.replies[class].iter().for_each(|&r| partial.reach(r));
                continue;
            }
            if let Some(reply) = policy.default[class] {
                let mut other = partial.clone();
                other.reach(reply);
                if !self.complete(other) {
                    return false;
                }
            }
            if counts {
                partial.counted.insert(class);
            }
            let choices = policy.choices(graph, class);
            for &reply in &choices[1..] {
                let mut other = partial.clone();
                other.reach(reply);
                if !self.complete(other) {
                    return false;
                }
            }
            partial.reach(choices[0]);
        }
        if partial.counted.len() < self.tried.size {
            self.tried.size = partial.counted.len();
            self.tried.sets.clear();
        }
        self.tried.sets.insert(partial.counted);
        true
    }
}
