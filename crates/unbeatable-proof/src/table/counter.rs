//! 'Fewer than so many of these are true', as clauses.
//!
//! A totaliser (Bailleux and Boufkhad 2003): a binary tree over the counted variables; output number i
//! of a node says that at least i of the variables below it are true. Only that direction is needed, and
//! only outputs up to the number that is asked about. The shape of the tree is free: whoever proves that
//! there are no fewer chooses one that makes the proof short, and writes it down.

use super::problem::{Clauses, Literal};

/// A step of the tree in postfix order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CounterStep {
    /// A counted variable.
    Leaf(u32),
    /// The last two nodes become one.
    Merge,
}

/// What a clause of a counter takes at most, and again while a list of them grows.
const CLAUSE_BYTES: usize = 32;

/// Adds the clauses that say: of the leaves of the tree, fewer than `below` are true. New variables
/// follow `variables`, which grows.
///
/// `Ok(false)` if the clauses would take more than `bytes_max`. `Err` says what is wrong with a tree that is
/// none.
pub fn count_below(
    tree: &[CounterStep],
    below: u32,
    variables: &mut u32,
    clauses: &mut Clauses,
    bytes_max: usize,
) -> Result<bool, &'static str> {
    let mut nodes: Vec<Vec<Literal>> = vec![];
    for step in tree {
        match *step {
            CounterStep::Leaf(variable) => nodes.push(vec![Literal::is(variable)]),
            CounterStep::Merge => {
                let (Some(b), Some(a)) = (nodes.pop(), nodes.pop()) else {
                    return Err("it merges what is not there");
                };
                let more = (a.len() + 1) * (b.len() + 1);
                if clauses.bytes() + more * CLAUSE_BYTES > bytes_max || clauses.is_crowded(more) {
                    return Ok(false);
                }
                nodes.push(merge(&a, &b, below as usize, variables, clauses));
            }
        }
    }
    match &nodes[..] {
        [] => Ok(true),
        [root] => {
            if below > 0
                && let Some(&enough) = root.get(below as usize - 1)
            {
                clauses.push([!enough]);
            }
            Ok(true)
        }
        _ => Err("it has several roots"),
    }
}

/// The outputs of a node above two others, up to number `most`.
pub fn merge(
    a: &[Literal],
    b: &[Literal],
    most: usize,
    variables: &mut u32,
    clauses: &mut Clauses,
) -> Vec<Literal> {
    let outputs: Vec<Literal> = (0..(a.len() + b.len()).min(most))
        .map(|_| {
            *variables += 1;
            Literal::is(*variables - 1)
        })
        .collect();
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let Some(sum) = (i + j).checked_sub(1) else {
                continue;
            };
            let Some(&output) = outputs.get(sum) else {
                continue;
            };
            let inputs = [
                i.checked_sub(1).map(|i| a[i]),
                j.checked_sub(1).map(|j| b[j]),
            ];
            let inputs = inputs.into_iter().flatten().map(|input| !input);
            clauses.push(inputs.chain([output]));
        }
    }
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether unit propagation from these true leaves refutes 'fewer than `below`'.
    fn is_refuted(tree: &[CounterStep], below: u32, leaves: u32, trues: u32) -> bool {
        let (mut variables, mut clauses) = (leaves, Clauses::default());
        assert_eq!(
            count_below(tree, below, &mut variables, &mut clauses, usize::MAX),
            Ok(true)
        );
        let mut is_true = vec![false; variables as usize];
        for i in 0..leaves {
            is_true[i as usize] = trues >> i & 1 == 1;
        }
        loop {
            let mut is_changed = false;
            for id in 0..clauses.len() as u32 {
                let clause = clauses.get(id);
                let (last, inputs) = clause.split_last().unwrap();
                if inputs.iter().all(|l| is_true[l.variable() as usize]) {
                    if !last.is_positive() {
                        if is_true[last.variable() as usize] {
                            return true;
                        }
                    } else if !is_true[last.variable() as usize] {
                        is_true[last.variable() as usize] = true;
                        is_changed = true;
                    }
                }
            }
            if !is_changed {
                return false;
            }
        }
    }

    /// Outputs follow exactly when enough leaves are true, for every set of leaves, bound and shape.
    #[test]
    fn counters_count() {
        use CounterStep::{Leaf, Merge};
        let row: Vec<CounterStep> = (0..6)
            .flat_map(|i| [Some(Leaf(i)), (i > 0).then_some(Merge)])
            .flatten()
            .collect();
        let balanced = [
            Leaf(0),
            Leaf(3),
            Merge,
            Leaf(1),
            Leaf(5),
            Merge,
            Leaf(4),
            Leaf(2),
            Merge,
            Merge,
            Merge,
        ];
        for tree in [&row[..], &balanced] {
            for below in 1..=7 {
                for trues in 0..64u32 {
                    let is_enough = trues.count_ones() >= below;
                    assert_eq!(
                        is_refuted(tree, below, 6, trues),
                        is_enough,
                        "{below} {trues:b}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        use CounterStep::{Leaf, Merge};
        for tree in [&[Merge][..], &[Leaf(0), Merge], &[Leaf(0), Leaf(1)]] {
            assert!(count_below(tree, 1, &mut 2, &mut Clauses::default(), usize::MAX).is_err());
        }
    }
}
