//! A proof that there are no fewer: what a SAT solver concluded, with reasons.
//!
//! The solver says which clauses it learnt, not why they follow. Each does follow by unit propagation from
//! those before it (Goldberg and Novikov 2003); propagating once more finds the clauses that were needed, and
//! what the last conclusion does not need is left out (as DRAT-trim does; Wetzler, Heule and Hunt 2014).

use std::collections::HashMap;

use unbeatable_proof::table::certificate::Shown;
use unbeatable_proof::table::problem::{Clauses, Literal};

use crate::sat::{Sat, SatAnswer, StopTest};

/// Steps to the empty clause, whose numbers follow those of the clauses. `None` if the search was stopped.
/// Panics if the clauses can be satisfied.
pub(crate) fn refute(clauses: &Clauses, variables: u32, stop: StopTest) -> Option<Vec<Shown>> {
    let mut sat = Sat::new(stop, true);
    sat.reserve(variables);
    for clause in clauses.iter() {
        sat.add(clause.iter().copied());
    }
    match sat.ask(&[]) {
        SatAnswer::Yes => panic!("there is a solution where there should be none"),
        SatAnswer::Open => return None,
        SatAnswer::No(_) => {}
    }
    let log = sat.log();
    drop(sat);
    let mut chain = Chain::new(clauses, variables);
    let mut numbers: HashMap<Vec<Literal>, Vec<u32>> = HashMap::new();
    let (mut steps, mut steps_bytes) = (vec![], 0);
    for (i, (clause, is_learnt)) in log.iter().enumerate() {
        if i.is_multiple_of(256) && stop(chain.bytes() + steps_bytes) {
            return None;
        }
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        if !is_learnt {
            if let Some(number) = numbers.get_mut(&sorted).and_then(Vec::pop) {
                chain.forget(number);
            }
            continue;
        }
        let hints = chain.explain(clause).expect("what is learnt follows");
        let number = chain.add(clause);
        // As lists, and the clause once more as a name.
        steps_bytes += 4 * (3 * clause.len() + hints.len()) + 150;
        numbers.entry(sorted).or_default().push(number);
        steps.push(Shown {
            clause: clause.to_vec(),
            hints,
        });
        // What the solver concludes from a contradiction is of no use.
        if clause.is_empty() || chain.contradiction.is_some() {
            break;
        }
    }
    if steps.last().is_none_or(|last| !last.clause.is_empty()) {
        let hints = chain
            .explain(&[])
            .expect("the clauses contradict each other");
        let clause = vec![];
        steps.push(Shown { clause, hints });
    }
    Some(trim(steps, clauses.len() as u32))
}

/// Leaves out what the last step does not need.
fn trim(steps: Vec<Shown>, begin: u32) -> Vec<Shown> {
    let mut is_needed = vec![false; steps.len()];
    *is_needed.last_mut().expect("there is a last step") = true;
    for i in (0..steps.len()).rev().filter(|&i| i < steps.len()) {
        if is_needed[i] {
            for hint in steps[i].hints.iter().filter(|&&hint| hint >= begin) {
                is_needed[(hint - begin) as usize] = true;
            }
        }
    }
    let mut new_numbers = vec![0; steps.len()];
    let mut next = begin;
    for (i, is_needed) in is_needed.iter().enumerate() {
        new_numbers[i] = next;
        next += u32::from(*is_needed);
    }
    let needed = steps
        .into_iter()
        .zip(is_needed)
        .filter(|(_, is_needed)| *is_needed);
    needed
        .map(|(mut step, _)| {
            for hint in step.hints.iter_mut().filter(|hint| **hint >= begin) {
                *hint = new_numbers[(*hint - begin) as usize];
            }
            step
        })
        .collect()
}

/// Unit propagation with two watched literals (Moskewicz and others 2001) that remembers reasons.
struct Chain {
    /// Clauses by number; the first two literals are watched.
    clauses: Vec<Vec<Literal>>,
    /// How many literals they have together.
    literals: usize,
    watchers: Vec<Vec<u32>>,
    /// Per variable: 0 open, 1 true, 2 false.
    known: Vec<u8>,
    /// The clause that made a variable known, and the place in `trail`.
    reasons: Vec<Option<u32>>,
    trail: Vec<Literal>,
    /// Literals of the trail that have been propagated.
    done: usize,
    /// Literals of the trail that follow from the clauses alone.
    fixed: usize,
    /// A clause that is false by what is fixed.
    contradiction: Option<u32>,
    stamps: Vec<Wanted>,
    stamp: u32,
}

impl Chain {
    fn new(clauses: &Clauses, variables: u32) -> Self {
        let mut chain = Chain {
            clauses: Vec::with_capacity(clauses.len()),
            literals: 0,
            watchers: vec![vec![]; 2 * variables as usize],
            known: vec![0; variables as usize],
            reasons: vec![None; variables as usize],
            trail: vec![],
            done: 0,
            fixed: 0,
            contradiction: None,
            stamps: vec![Wanted::default(); variables as usize],
            stamp: 0,
        };
        for clause in clauses.iter() {
            chain.add(clause);
        }
        chain
    }

    /// Bytes that are taken, about.
    fn bytes(&self) -> usize {
        self.literals * 2 * size_of::<Literal>() + self.clauses.len() * 48 + self.known.len() * 100
    }

    fn is_true(&self, literal: Literal) -> bool {
        self.known[literal.variable() as usize] == 2 - u8::from(literal.is_positive())
    }

    fn is_false(&self, literal: Literal) -> bool {
        self.is_true(!literal)
    }

    fn assume(&mut self, literal: Literal, reason: Option<u32>) {
        self.known[literal.variable() as usize] = 2 - u8::from(literal.is_positive());
        self.reasons[literal.variable() as usize] = reason;
        self.trail.push(literal);
    }

    /// Adds a clause, and what follows from it. Returns its number.
    fn add(&mut self, clause: &[Literal]) -> u32 {
        let number = self.clauses.len() as u32;
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        // Watch what is not false.
        clause.sort_by_key(|&literal| self.is_false(literal));
        if clause.len() > 1 {
            self.watchers[clause[0].code() as usize].push(number);
            self.watchers[clause[1].code() as usize].push(number);
        }
        let open = clause
            .iter()
            .filter(|&&literal| !self.is_false(literal))
            .count();
        let unit = clause
            .first()
            .copied()
            .filter(|&first| open == 1 && !self.is_true(first));
        self.literals += clause.len();
        self.clauses.push(clause);
        if self.contradiction.is_none() {
            match open {
                0 => self.contradiction = Some(number),
                1 => {
                    if let Some(unit) = unit {
                        self.assume(unit, Some(number));
                    }
                    self.contradiction = self.propagate();
                }
                _ => {}
            }
            self.fixed = self.trail.len();
        }
        number
    }

    /// Forgets a clause, unless something that is fixed rests on it.
    fn forget(&mut self, number: u32) {
        let clause = &self.clauses[number as usize];
        let is_reason = clause
            .iter()
            .any(|literal| self.reasons[literal.variable() as usize] == Some(number));
        if is_reason || clause.len() < 2 || self.contradiction == Some(number) {
            return;
        }
        for literal in [clause[0], clause[1]] {
            self.watchers[literal.code() as usize].retain(|&watcher| watcher != number);
        }
        self.literals -= clause.len();
        self.clauses[number as usize] = vec![];
    }

    /// Draws all conclusions. Returns a clause that is false, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let gone = !literal;
            let mut watchers = std::mem::take(&mut self.watchers[gone.code() as usize]);
            let mut kept = 0;
            let mut conflict = None;
            for i in 0..watchers.len() {
                let number = watchers[i];
                if conflict.is_some() || !self.moves_watch(number, gone) {
                    watchers[kept] = number;
                    kept += 1;
                    if conflict.is_none() {
                        let other = self.clauses[number as usize][0];
                        if self.is_false(other) {
                            conflict = Some(number);
                        } else if !self.is_true(other) {
                            self.assume(other, Some(number));
                        }
                    }
                }
            }
            watchers.truncate(kept);
            self.watchers[gone.code() as usize] = watchers;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Finds another literal to watch instead of one that is false. If there is none, the other watched one
    /// stands first.
    fn moves_watch(&mut self, number: u32, gone: Literal) -> bool {
        let known = &self.known;
        let clause = &mut self.clauses[number as usize];
        if clause[0] == gone {
            clause.swap(0, 1);
        }
        let is_false = |literal: Literal| {
            known[literal.variable() as usize] == 1 + u8::from(literal.is_positive())
        };
        let is_true = |literal: Literal| {
            known[literal.variable() as usize] == 2 - u8::from(literal.is_positive())
        };
        if is_true(clause[0]) {
            return false;
        }
        let Some(next) = (2..clause.len()).find(|&i| !is_false(clause[i])) else {
            return false;
        };
        clause.swap(1, next);
        self.watchers[clause[1].code() as usize].push(number);
        true
    }

    /// The clauses that show `clause`, in order; `None` if it does not follow by propagation.
    fn explain(&mut self, clause: &[Literal]) -> Option<Vec<u32>> {
        let mut conflict = self.contradiction;
        let mut is_known = None;
        if conflict.is_none() {
            for &literal in clause {
                if self.is_true(literal) {
                    // It follows from what is fixed, or the clause is true whatever happens.
                    is_known = Some(literal);
                    break;
                }
                if !self.is_false(literal) {
                    self.assume(!literal, None);
                }
            }
            if is_known.is_none() {
                conflict = self.propagate();
            }
        }
        let hints = match (conflict, is_known) {
            (Some(conflict), _) => Some(self.reasons_of(conflict, clause)),
            (None, Some(literal)) => {
                let reason = self.reasons[literal.variable() as usize];
                reason.map(|reason| self.reasons_of(reason, clause))
            }
            (None, None) => None,
        };
        for literal in self.trail.drain(self.fixed..) {
            self.known[literal.variable() as usize] = 0;
            self.reasons[literal.variable() as usize] = None;
        }
        self.done = self.fixed;
        hints
    }

    /// The reasons for everything in the clause `number`, in the order of the trail, and that clause last.
    /// Nothing needs a reason that `given` says, or its opposite.
    fn reasons_of(&mut self, number: u32, given: &[Literal]) -> Vec<u32> {
        self.stamp += 1;
        let stamp = self.stamp;
        let mut hints = vec![number];
        for literal in given {
            self.stamps[literal.variable() as usize] = Wanted {
                stamp,
                is_given: true,
            };
        }
        self.want(number);
        for i in (0..self.trail.len()).rev() {
            let variable = self.trail[i].variable() as usize;
            let wanted = self.stamps[variable];
            if wanted.stamp == stamp
                && !wanted.is_given
                && let Some(reason) = self.reasons[variable]
            {
                hints.push(reason);
                self.want(reason);
            }
        }
        hints.reverse();
        hints
    }

    /// Wants a reason for every literal of a clause.
    fn want(&mut self, number: u32) {
        let stamp = self.stamp;
        for literal in &self.clauses[number as usize] {
            let wanted = &mut self.stamps[literal.variable() as usize];
            if wanted.stamp != stamp {
                *wanted = Wanted {
                    stamp,
                    is_given: false,
                };
            }
        }
    }
}

/// Whether a reason is wanted for a variable, in the search with this stamp.
#[derive(Clone, Copy, Default)]
struct Wanted {
    stamp: u32,
    is_given: bool,
}
