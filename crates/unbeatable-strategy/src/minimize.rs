//! The fewest counted variables that can be true: core-guided MaxSAT.
//!
//! OLL (Andres, Kaufmann, Matheis and Schaub 2012; Morgado, Dodaro and Marques-Silva 2014): suppose that
//! nothing that counts is true; if that cannot be, some of it cannot be false together, a *core*; count what
//! is true in the core (a totaliser), allow one, and suppose that no second is. Every core raises the lower
//! bound by one; the first solution is a smallest one. Everything weighs the same here, so there are no
//! weights to split.

use std::collections::HashMap;

use unbeatable_proof::table::counter::{CounterStep, merge};
use unbeatable_proof::table::problem::{Clauses, Literal, Problem};

use crate::sat::{Sat, SatAnswer, StopTest};

/// Decisions that are spent on making a core smaller, for each of its literals.
const SHRINK_DECISIONS: u64 = 1_000;

/// Cores up to this long are made smaller.
const SHRINK_MAX: usize = 200;

/// Decisions that are spent on learning that more of a core is true.
const EXHAUST_DECISIONS: u64 = 10_000;

/// What a pair of outputs takes in a totaliser, about.
const TOTAL_BYTES: usize = 100;

/// Less is not worth a look at the memory.
const MANY_BYTES: usize = 1 << 24;

/// Outputs of a totaliser.
struct CounterSum {
    outputs: Vec<Literal>,
    /// The tree that holds its leaves.
    tree: usize,
}

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Minimum {
    /// The variables that are true in a smallest solution.
    Smallest(Vec<bool>),
    /// There is no solution with fewer than `below`.
    None,
    /// Stopped.
    Open,
}

/// A search for the fewest.
pub(crate) struct Minimizer<'p, 's> {
    problem: &'p Problem,
    stop: StopTest<'s>,
    sat: Sat<'s>,
    variables: u32,
    /// What is supposed to be false, with the sum whose output it is and its number.
    supposed: HashMap<Literal, Option<(usize, usize)>>,
    order: Vec<Literal>,
    sums: Vec<CounterSum>,
    /// What was found in one core stands together.
    forest: CounterForest,
    /// At least so many are true.
    pub(crate) lower: u32,
}

impl<'p, 's> Minimizer<'p, 's> {
    pub(crate) fn new(problem: &'p Problem, stop: StopTest<'s>) -> Self {
        let mut sat = Sat::new(stop, false);
        sat.reserve(problem.variables);
        for clause in problem.clauses.iter() {
            sat.add(clause.iter().copied());
        }
        let order: Vec<Literal> = problem.counted.iter().map(|&v| Literal::is(v)).collect();
        Minimizer {
            problem,
            stop,
            sat,
            variables: problem.variables,
            supposed: order.iter().map(|&literal| (literal, None)).collect(),
            order,
            sums: vec![],
            forest: CounterForest::default(),
            lower: 0,
        }
    }

    /// Searches until a smallest solution is found, or none with fewer than `below` can be. Tells of every
    /// new lower bound.
    pub(crate) fn run(&mut self, below: u32, tell: &dyn Fn(u32)) -> Minimum {
        while self.lower < below {
            self.order
                .retain(|literal| self.supposed.contains_key(literal));
            let assumptions: Vec<Literal> = self.order.iter().map(|&literal| !literal).collect();
            match self.sat.ask(&assumptions) {
                SatAnswer::Open => return Minimum::Open,
                SatAnswer::Yes => {
                    let is_true = |v| self.sat.is_true(v);
                    return Minimum::Smallest((0..self.problem.variables).map(is_true).collect());
                }
                SatAnswer::No(core) => {
                    let core = self.shrink(core);
                    // A totaliser has a clause for each pair of outputs that are merged.
                    let more = core.len() * core.len() * TOTAL_BYTES;
                    match core.is_empty() {
                        true => self.lower = below,
                        false if more > MANY_BYTES && (self.stop)(self.sat.bytes() + more) => {
                            return Minimum::Open;
                        }
                        false => self.count(core.into_iter().map(|literal| !literal).collect()),
                    }
                    // Some cores show more than that.
                    tell(self.lower.min(below));
                }
            }
        }
        self.lower = below;
        Minimum::None
    }

    /// Makes a core smaller, if that is quickly done.
    fn shrink(&mut self, mut core: Vec<Literal>) -> Vec<Literal> {
        loop {
            // What was learnt meanwhile often leaves less of it.
            match self.sat.ask_briefly(&core, SHRINK_DECISIONS) {
                SatAnswer::No(less) if less.len() < core.len() => core = less,
                _ => break,
            }
        }
        if core.len() > SHRINK_MAX {
            return core;
        }
        let mut i = 0;
        while i < core.len() && core.len() > 1 {
            let mut less = core.clone();
            less.remove(i);
            match self.sat.ask_briefly(&less, SHRINK_DECISIONS) {
                SatAnswer::No(less) => {
                    // What stood before and was needed is still needed.
                    core.retain(|literal| less.contains(literal));
                    i = i.min(core.len());
                }
                _ => i += 1,
            }
        }
        core
    }

    /// One of these is true. Counts how many are.
    fn count(&mut self, core: Vec<Literal>) {
        self.lower += 1;
        let trees: Vec<usize> = core.iter().map(|literal| self.tree_of(literal)).collect();
        let tree = self.forest.join(trees.into_iter());
        for &literal in &core {
            let output = self.supposed.remove(&literal).flatten();
            // The next output of a sum takes the place of the one that may be true now.
            if let Some((sum, number)) = output
                && let Some(&next) = self.sums[sum].outputs.get(number + 1)
            {
                self.suppose(next, Some((sum, number + 1)));
            }
        }
        if let [_] = core[..] {
            self.sat.add(core);
            return;
        }
        let mut clauses = Clauses::default();
        let outputs = self.total(&core, &mut clauses);
        self.sat.reserve(self.variables);
        clauses
            .iter()
            .for_each(|clause| self.sat.add(clause.iter().copied()));
        self.sat.add([outputs[0]]);
        self.sums.push(CounterSum { outputs, tree });
        let sum = self.sums.len() - 1;
        let mut number = 1;
        while let Some(&output) = self.sums[sum].outputs.get(number) {
            match self.sat.ask_briefly(&[!output], EXHAUST_DECISIONS) {
                SatAnswer::No(_) => {
                    self.sat.add([output]);
                    self.lower += 1;
                    number += 1;
                }
                _ => {
                    self.suppose(output, Some((sum, number)));
                    break;
                }
            }
        }
    }

    fn suppose(&mut self, literal: Literal, output: Option<(usize, usize)>) {
        self.supposed.insert(literal, output);
        self.order.push(literal);
    }

    /// The outputs of a balanced totaliser over these.
    fn total(&mut self, inputs: &[Literal], clauses: &mut Clauses) -> Vec<Literal> {
        match inputs {
            [_] => inputs.to_vec(),
            _ => {
                let (a, b) = inputs.split_at(inputs.len() / 2);
                let (a, b) = (self.total(a, clauses), self.total(b, clauses));
                merge(&a, &b, usize::MAX, &mut self.variables, clauses)
            }
        }
    }

    /// The tree of a sum, or a new one for a variable that was in no core before.
    fn tree_of(&mut self, literal: &Literal) -> usize {
        match self.supposed[literal] {
            Some((sum, _)) => self.sums[sum].tree,
            None => self.forest.add(vec![CounterStep::Leaf(literal.variable())]),
        }
    }

    /// A tree over all that any core has counted.
    pub(crate) fn tree(&self) -> Vec<CounterStep> {
        self.forest.whole()
    }
}

/// Trees over counted variables, in postfix order, which grow together.
#[derive(Default)]
struct CounterForest {
    trees: Vec<CounterTree>,
}

enum CounterTree {
    /// Its steps.
    Stands(Vec<CounterStep>),
    /// It is part of that one now.
    JoinedTo(usize),
}

impl CounterForest {
    fn add(&mut self, steps: Vec<CounterStep>) -> usize {
        self.trees.push(CounterTree::Stands(steps));
        self.trees.len() - 1
    }

    /// The tree that a tree has become part of.
    fn whole_of(&self, mut tree: usize) -> usize {
        while let Some(CounterTree::JoinedTo(other)) = self.trees.get(tree) {
            tree = *other;
        }
        tree
    }

    /// One tree made of these.
    fn join(&mut self, trees: impl Iterator<Item = usize>) -> usize {
        let new = self.trees.len();
        let mut joined = vec![];
        for tree in trees {
            let tree = self.whole_of(tree);
            // Unless it was one of these before.
            if tree != new
                && let CounterTree::Stands(steps) =
                    std::mem::replace(&mut self.trees[tree], CounterTree::JoinedTo(new))
            {
                let merges = !joined.is_empty();
                joined.extend(steps);
                joined.extend(merges.then_some(CounterStep::Merge));
            }
        }
        self.add(joined)
    }

    fn whole(&self) -> Vec<CounterStep> {
        let mut whole = vec![];
        for tree in &self.trees {
            if let CounterTree::Stands(steps) = tree {
                let merges = !whole.is_empty();
                whole.extend_from_slice(steps);
                whole.extend(merges.then_some(CounterStep::Merge));
            }
        }
        whole
    }
}
