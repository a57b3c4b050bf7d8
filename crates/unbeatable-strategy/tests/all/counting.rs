//! Whether there is a table with so few, by plain SAT: one question for each number, variables for moves,
//! and a counter that goes along a list (Sinz 2005) instead of the library's tree and cores.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};

use unbeatable_proof::table::TableQuestion;

use crate::graph::{Graph, Policy};

/// Whether some table counts at most `most`.
pub(crate) fn is_possible(graph: &Graph, question: &TableQuestion, most: u32) -> bool {
    let mut formula = Formula {
        solver: BasicSolver::default(),
        costs: vec![],
    };
    let mut paid: Vec<Option<Lit>> = vec![None; graph.boards.len()];
    for player in Graph::players(question.role) {
        let policy = graph.policy_within(question, player, most);
        formula.add_role(graph, question, &policy, &mut paid);
    }
    formula.count(most as usize);
    formula.solver.solve_limited(&[]) == lbool::TRUE
}

struct Formula {
    solver: BasicSolver,
    /// What a table pays for.
    costs: Vec<Lit>,
}

impl Formula {
    fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    fn add_role(
        &mut self,
        graph: &Graph,
        question: &TableQuestion,
        policy: &Policy,
        paid: &mut [Option<Lit>],
    ) {
        let mut reached: Vec<Option<Lit>> = vec![None; graph.boards.len()];
        let root = self.variable();
        self.add(&[root]);
        reached[0] = Some(root);
        let mut open = vec![0];
        while let Some(class) = open.pop() {
            let own = reached[class].unwrap();
            let is_choice = graph.moves_in(policy.player, class);
            let default = policy.default[class];
            if graph.counts(question.count, policy.player, class) && default.is_none() {
                let cost = match paid[class] {
                    Some(cost) => cost,
                    None => self.variable(),
                };
                if paid[class].replace(cost).is_none() {
                    self.costs.push(cost);
                }
                self.add(&[!own, cost]);
            }
            let replies = match is_choice {
                true => policy.choices(graph, class),
                false => graph.replies[class].clone(),
            };
            let mut ways = vec![!own];
            for &reply in &replies {
                if reached[reply].is_none() {
                    reached[reply] = Some(self.variable());
                    open.push(reply);
                }
                let behind = reached[reply].unwrap();
                if !is_choice {
                    self.add(&[!own, behind]);
                    continue;
                }
                let way = self.variable();
                self.add(&[!way, behind]);
                ways.push(way);
            }
            if !is_choice {
                continue;
            }
            if let Some(reply) = default {
                let row = self.variable();
                for &way in &ways[1..] {
                    self.add(&[!way, row]);
                }
                self.costs.push(row);
                let way = self.variable();
                self.add(&[!way, reached[reply].unwrap()]);
                ways.push(way);
            }
            self.add(&ways);
        }
    }

    /// At most so many costs.
    fn count(&mut self, most: usize) {
        // Of the costs so far at least 1, 2 and so on.
        let mut sums: Vec<Lit> = vec![];
        for cost in std::mem::take(&mut self.costs) {
            if let Some(&full) = sums.get(most.wrapping_sub(1)) {
                self.add(&[!full, !cost]);
            }
            if most == 0 {
                self.add(&[!cost]);
                continue;
            }
            let many = (sums.len() + 1).min(most);
            let next: Vec<Lit> = (0..many).map(|_| self.variable()).collect();
            self.add(&[!cost, next[0]]);
            for (i, &sum) in sums.iter().enumerate() {
                self.add(&[!sum, next[i]]);
                if i + 1 < many {
                    self.add(&[!sum, !cost, next[i + 1]]);
                }
            }
            sums = next;
        }
    }
}
