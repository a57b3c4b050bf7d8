//! The smallest table, or what is known of it.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use unbeatable_core::{Game, Stopped};
use unbeatable_proof::table::certificate::{Shown, TableProof};
use unbeatable_proof::table::counter::{CounterStep, count_below};
use unbeatable_proof::table::problem::{Literal, Problem, RoleClass};
use unbeatable_proof::table::refutation::Refutation;
use unbeatable_proof::table::{Setting, TableRow};

use crate::improve::Choices;
use crate::minimize::{Minimizer, Minimum};
use crate::refute::refute;
use crate::sat::{Sat, SatAnswer, VARIABLE_BYTES};

/// How a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// No table is smaller.
    pub lower: u32,
    /// There is one of this size.
    pub upper: u32,
}

/// What a search may take, and who follows it.
pub struct TableLimits<'w> {
    /// Bytes for clauses and what is learnt from them.
    pub bytes_max: usize,
    /// Called every so often: whether to go on.
    pub watch: &'w dyn Fn(Now) -> ControlFlow<()>,
}

/// What is known of the smallest table.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// No table is smaller.
    pub lower: u32,
    /// How large this one is.
    pub upper: u32,
    /// The table, sorted by class.
    pub rows: Vec<TableRow>,
    /// Why the search stopped early, if it did.
    pub stopped: Option<Stopped>,
    /// How the counted classes belong together, by what was found about them: a tree in postfix order.
    pub tree: Vec<CounterStep>,
}

/// Finds the smallest table that a question allows, or bounds of its size and a small one.
#[must_use]
pub fn smallest<G: Game>(setting: &Setting<G>, limits: &TableLimits) -> Smallest {
    let mut choices = Choices::smallest_trees(setting);
    let now = Cell::new(Now {
        lower: 0,
        upper: choices.size(),
    });
    let stopping = Stopping {
        limits,
        now: &now,
        why: Cell::new(None),
    };
    let upper = choices.improve(&|| stopping.must_stop(0));
    now.set(Now { lower: 0, upper });
    let problem = setting.problem(upper);
    let other_bytes = problem.bytes();
    let stop = |bytes: usize| stopping.must_stop(bytes + other_bytes);
    let mut minimizer = Minimizer::new(&problem, &stop);
    let found = minimizer.run(upper, &|lower| now.set(Now { lower, upper }));
    let mut result = Smallest {
        lower: minimizer.lower,
        upper,
        rows: vec![],
        stopped: stopping.why.get().filter(|_| found == Minimum::Open),
        tree: minimizer.tree(),
    };
    if let Minimum::Smallest(is_true) = found {
        choices = solution(setting, &problem, &choices, &is_true);
        result.upper = choices.size();
        assert_eq!(
            result.lower, result.upper,
            "the first solution is a smallest one"
        );
    }
    result.rows = choices.rows();
    let class_of: HashMap<u32, u32> = counted(&problem).collect();
    for step in &mut result.tree {
        if let CounterStep::Leaf(variable) = step {
            *variable = class_of[variable];
        }
    }
    result
}

/// The choices of a solution, and others where it does not come.
fn solution<'s, 'c, 'g, G: Game>(
    setting: &'s Setting<'c, 'g, G>,
    problem: &Problem,
    others: &Choices<'s, 'c, 'g, G>,
    is_true: &[bool],
) -> Choices<'s, 'c, 'g, G> {
    let reached = setting.policies.iter().map(|policy| {
        let nodes = problem.nodes.iter().zip(is_true);
        let is_reached =
            |(node, is_true): &(&RoleClass, &bool)| node.player == policy.player() && **is_true;
        nodes
            .filter(is_reached)
            .map(|(node, _)| node.class)
            .collect()
    });
    let reached: Vec<HashSet<u32>> = reached.collect();
    let rows: HashSet<u32> = counted(problem)
        .filter(|&(variable, _)| is_true[variable as usize])
        .map(|(_, class)| class)
        .collect();
    others.with_solution(&reached, |class| rows.contains(&class))
}

/// Asks the watcher, and looks at the memory.
struct Stopping<'l, 'w> {
    limits: &'l TableLimits<'w>,
    now: &'l Cell<Now>,
    why: Cell<Option<Stopped>>,
}

impl Stopping<'_, '_> {
    fn must_stop(&self, bytes: usize) -> bool {
        if bytes > self.limits.bytes_max {
            self.why.set(Some(Stopped::Memory));
        } else if (self.limits.watch)(self.now.get()).is_break() {
            self.why.set(Some(Stopped::Asked));
        }
        self.why.get().is_some()
    }
}

/// The counted variables, each with its class.
fn counted(problem: &Problem) -> impl Iterator<Item = (u32, u32)> {
    let classes = problem.counted_classes.iter();
    problem.counted.iter().copied().zip(classes.copied())
}

/// Proves that no table is smaller than `lower`, by the tree that [`smallest`] found.
///
/// `Err` if that takes more than allowed. Panics if there is a smaller one.
pub fn prove<G: Game>(
    setting: &Setting<G>,
    lower: u32,
    tree: &[CounterStep],
    limits: &TableLimits,
) -> Result<TableProof, Stopped> {
    let problem = setting.problem(lower);
    let variable_of: HashMap<u32, u32> = counted(&problem).map(|(v, class)| (class, v)).collect();
    let tree = pruned(tree, &|class| variable_of.contains_key(&class));
    let mut variables = problem.variables;
    let mut clauses = problem.clauses;
    let steps: Vec<CounterStep> = tree
        .iter()
        .map(|&step| match step {
            CounterStep::Leaf(class) => CounterStep::Leaf(variable_of[&class]),
            CounterStep::Merge => CounterStep::Merge,
        })
        .collect();
    // A solver takes several times what its clauses do, and so does what finds the reasons.
    let bytes_max = limits.bytes_max / 8;
    match count_below(&steps, lower, &mut variables, &mut clauses, bytes_max) {
        Ok(true) => {}
        Ok(false) => return Err(Stopped::Memory),
        Err(why) => panic!("a tree that was pruned: {why}"),
    }
    let now = Cell::new(Now {
        lower,
        upper: lower,
    });
    let stopping = Stopping {
        limits,
        now: &now,
        why: Cell::new(None),
    };
    let other_bytes = clauses.bytes();
    if other_bytes > bytes_max || variables as usize * VARIABLE_BYTES > limits.bytes_max {
        return Err(Stopped::Memory);
    }
    let stop = |bytes: usize| stopping.must_stop(bytes + other_bytes);
    let Some(steps) = refute(&clauses, variables, &stop) else {
        return Err(stopping.why.get().unwrap_or(Stopped::Asked));
    };
    let formula = clauses.len() as u32;
    // A proof that nobody would accept is not handed on.
    let mut refutation = Refutation::new(clauses, variables);
    for Shown { clause, hints } in &steps {
        let followed = refutation.step(clause, hints);
        followed.expect("each step follows from those before it");
    }
    assert!(
        refutation.is_complete(),
        "the last step is the empty clause"
    );
    Ok(TableProof {
        tree,
        clauses: formula,
        steps,
    })
}

/// The tree without the leaves that are not wanted.
fn pruned(tree: &[CounterStep], is_wanted: &dyn Fn(u32) -> bool) -> Vec<CounterStep> {
    // Where the nodes begin of which something is left.
    let mut nodes: Vec<Option<usize>> = vec![];
    let mut left = vec![];
    for &step in tree {
        match step {
            CounterStep::Leaf(class) => {
                nodes.push(is_wanted(class).then_some(left.len()));
                left.extend(is_wanted(class).then_some(step));
            }
            CounterStep::Merge => {
                let (b, a) = (nodes.pop().flatten(), nodes.pop().flatten());
                left.extend((a.is_some() && b.is_some()).then_some(CounterStep::Merge));
                nodes.push(a.or(b));
            }
        }
    }
    left
}

/// All sets of counted classes of the smallest tables.
#[derive(Clone, Debug, Default)]
pub struct All {
    /// The sets, each sorted.
    pub sets: Vec<Vec<u32>>,
    /// Why there may be more, if the search was stopped.
    pub stopped: Option<Stopped>,
}

/// Finds all sets of counted classes of tables of `size`, which is the smallest there is; at most so many.
#[must_use]
pub fn all<G: Game>(setting: &Setting<G>, size: u32, sets_max: usize, limits: &TableLimits) -> All {
    let problem = setting.problem(size + 1);
    let now = Cell::new(Now {
        lower: size,
        upper: size,
    });
    let stopping = Stopping {
        limits,
        now: &now,
        why: Cell::new(None),
    };
    let (mut variables, mut clauses) = (problem.variables, problem.clauses.clone());
    let tree = balanced(&problem.counted);
    let bytes_max = limits.bytes_max;
    if count_below(&tree, size + 1, &mut variables, &mut clauses, bytes_max) != Ok(true) {
        return All {
            sets: vec![],
            stopped: Some(Stopped::Memory),
        };
    }
    let other_bytes = Cell::new(problem.bytes() + clauses.bytes());
    let stop = |bytes: usize| stopping.must_stop(bytes + other_bytes.get());
    let mut sat = Sat::new(&stop, false);
    sat.reserve(variables);
    clauses
        .iter()
        .for_each(|clause| sat.add(clause.iter().copied()));
    let mut found = All::default();
    loop {
        match sat.ask(&[]) {
            SatAnswer::No(_) => break,
            SatAnswer::Open => {
                found.stopped = stopping.why.get();
                break;
            }
            SatAnswer::Yes if found.sets.len() == sets_max => {
                found.stopped = Some(Stopped::Nodes);
                break;
            }
            SatAnswer::Yes => {
                let is_in = |(variable, _): &(u32, u32)| sat.is_true(*variable);
                let (set, mut classes): (Vec<u32>, Vec<u32>) =
                    counted(&problem).filter(is_in).unzip();
                assert_eq!(set.len(), size as usize, "no table is smaller");
                classes.sort_unstable();
                other_bytes.set(other_bytes.get() + classes.len() * size_of::<u32>() + 24);
                found.sets.push(classes);
                sat.add(set.into_iter().map(|variable| !Literal::is(variable)));
            }
        }
    }
    found.sets.sort_unstable();
    found
}

fn balanced(leaves: &[u32]) -> Vec<CounterStep> {
    match leaves {
        [] => vec![],
        [leaf] => vec![CounterStep::Leaf(*leaf)],
        _ => {
            let (a, b) = leaves.split_at(leaves.len() / 2);
            let mut tree = balanced(a);
            tree.extend(balanced(b));
            tree.push(CounterStep::Merge);
            tree
        }
    }
}
