//! The fewest, by integer programming.
//!
//! Not the clauses of the library: a number between 0 and 1 for each class, and one that is 0 or 1 for
//! each *move* of the table where it has a choice. With a default rule it is the moves that cost.

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use unbeatable_proof::table::TableQuestion;

use crate::graph::{Graph, Policy};

/// How many classes the smallest table counts, of those that count at most `most`, and there is one.
pub(crate) fn fewest(graph: &Graph, question: &TableQuestion, most: u32) -> u32 {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let players = Graph::players(question.role);
    // What a class costs is paid once, in whatever role it is reached.
    let mut paid: Vec<Option<Variable>> = vec![None; graph.boards.len()];
    for player in players {
        let policy = graph.policy_within(question, player, most);
        add_role(&mut problem, graph, question, &policy, &mut paid);
    }
    let solution = problem.solve().expect("there is a table");
    let solution = solution.into_solution().expect("nothing stops it");
    let size = solution.objective();
    assert!((size - size.round()).abs() < 1e-4, "{size}");
    size.round() as u32
}

fn add_role(
    problem: &mut Problem,
    graph: &Graph,
    question: &TableQuestion,
    policy: &Policy,
    paid: &mut [Option<Variable>],
) {
    let player = policy.player;
    let mut reached: Vec<Option<Variable>> = vec![None; graph.boards.len()];
    let root = problem.add_var(0.0, (1.0, 1.0));
    reached[0] = Some(root);
    let mut open = vec![0];
    while let Some(class) = open.pop() {
        let own = reached[class].unwrap();
        let is_choice = graph.moves_in(player, class);
        let has_default = policy.default[class].is_some();
        if graph.counts(question.count, player, class) && !has_default {
            let cost = *paid[class].get_or_insert_with(|| problem.add_var(1.0, (0.0, 1.0)));
            at_least(problem, &[cost], own);
        }
        let replies = match is_choice {
            true => policy.choices(graph, class),
            false => graph.replies[class].clone(),
        };
        for &reply in &replies {
            if reached[reply].is_none() {
                reached[reply] = Some(problem.add_var(0.0, (0.0, 1.0)));
                open.push(reply);
            }
        }
        let behind = |reply: usize| reached[reply].unwrap();
        if !is_choice || (replies.len() == 1 && !has_default) {
            for &reply in &replies {
                at_least(problem, &[behind(reply)], own);
            }
            continue;
        }
        let mut ways = vec![];
        for &reply in &replies {
            let way = problem.add_binary_var(if has_default { 1.0 } else { 0.0 });
            at_least(problem, &[behind(reply)], way);
            ways.push(way);
        }
        if let Some(reply) = policy.default[class] {
            let way = problem.add_binary_var(0.0);
            at_least(problem, &[behind(reply)], way);
            ways.push(way);
        }
        at_least(problem, &ways, own);
    }
}

/// The sum of these is at least that.
fn at_least(problem: &mut Problem, sum: &[Variable], that: Variable) {
    let mut left = LinearExpr::empty();
    for &one in sum {
        left.add(one, 1.0);
    }
    left.add(that, -1.0);
    problem.add_constraint(left, ComparisonOp::Ge, 0.0);
}
