//! 'There is none', step by step: a list of clauses, each of which follows from those before it.
//!
//! Each step names a clause and the earlier clauses that show it (its *hints*), as in LRAT (Cruz-Filipe,
//! Heule, Hunt, Kaufmann and Schneider-Kamp 2017), without that format's rules for clauses that do not
//! follow but could be added. Suppose that the clause is false, and look at the hints in order: all
//! literals of a hint but one are false, so that one must be true; in the last one all are false.

use super::problem::{Clauses, Literal};

/// What is known of each variable while a step is checked.
pub struct Refutation {
    clauses: Clauses,
    /// Per variable: 0 open, 1 true, 2 false.
    known: Vec<u8>,
    assigned: Vec<Literal>,
    is_complete: bool,
}

/// Why a step does not follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap {
    /// It names a variable that does not exist.
    NoVariable,
    /// It names a clause that does not come before it.
    NoHint,
    /// A hint says nothing there: it is true already, or leaves more than one literal open.
    Idle,
    /// There are hints behind the contradiction.
    TooMany,
    /// The hints do not contradict the clause's being false.
    Open,
}

impl Refutation {
    /// Begins with the clauses of a formula over so many variables.
    #[must_use]
    pub fn new(clauses: Clauses, variables: u32) -> Self {
        Refutation {
            clauses,
            known: vec![0; variables as usize],
            assigned: vec![],
            is_complete: false,
        }
    }

    /// The clauses so far.
    #[must_use]
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// Whether the empty clause has been shown.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Checks a step, and adds its clause.
    pub fn step(&mut self, clause: &[Literal], hints: &[u32]) -> Result<(), Gap> {
        let result = self.follow(clause, hints);
        for literal in self.assigned.drain(..) {
            self.known[literal.variable() as usize] = 0;
        }
        result?;
        self.is_complete |= clause.is_empty();
        self.clauses.push(clause.iter().copied());
        Ok(())
    }

    fn assume(&mut self, literal: Literal) {
        self.known[literal.variable() as usize] = 2 - u8::from(literal.is_positive());
        self.assigned.push(literal);
    }

    fn follow(&mut self, clause: &[Literal], hints: &[u32]) -> Result<(), Gap> {
        for &literal in clause {
            let known = self.known.get(literal.variable() as usize);
            match known.ok_or(Gap::NoVariable)? {
                0 => self.assume(!literal),
                // Named twice; or with its opposite, and then it is true whatever happens.
                _ if self.is_false(literal) => {}
                _ => return Err(Gap::Idle),
            }
        }
        for (i, &hint) in hints.iter().enumerate() {
            if hint as usize >= self.clauses.len() {
                return Err(Gap::NoHint);
            }
            let mut open = None;
            for &literal in self.clauses.get(hint) {
                if self.is_false(literal) {
                    continue;
                }
                let is_open = self.known[literal.variable() as usize] == 0;
                if !is_open || open.is_some_and(|open| open != literal) {
                    return Err(Gap::Idle);
                }
                open = Some(literal);
            }
            match open {
                Some(literal) => self.assume(literal),
                None if i + 1 == hints.len() => return Ok(()),
                None => return Err(Gap::TooMany),
            }
        }
        Err(Gap::Open)
    }

    fn is_false(&self, literal: Literal) -> bool {
        self.known[literal.variable() as usize] == 1 + u8::from(literal.is_positive())
    }
}

#[cfg(test)]
mod tests {
    use unbeatable_core::random::Random;

    use super::*;

    const VARIABLES: u32 = 4;

    fn clause(random: &mut Random, most: u64) -> Vec<Literal> {
        (0..random.below(most + 1))
            .map(|_| Literal::of_code(random.below(2 * u64::from(VARIABLES)) as u32))
            .collect()
    }

    /// Whether every assignment that makes `clauses` true makes `shown` true.
    fn follows(clauses: &[Vec<Literal>], shown: &[Literal]) -> bool {
        (0..1u32 << VARIABLES).all(|word| {
            let holds = |clause: &[Literal]| {
                let is_true = |l: &Literal| (word >> l.variable() & 1 == 1) == l.is_positive();
                clause.iter().any(is_true)
            };
            holds(shown) || !clauses.iter().all(|clause| holds(clause))
        })
    }

    /// Random steps behind random clauses: what is accepted follows, by all assignments there are.
    #[test]
    fn what_is_accepted_follows() {
        let mut random = Random::new(8);
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let many = 1 + random.below(6);
            let mut clauses: Vec<Vec<Literal>> =
                (0..many).map(|_| clause(&mut random, 3)).collect();
            let mut formula = Clauses::default();
            clauses.iter().for_each(|c| formula.push(c.iter().copied()));
            let mut refutation = Refutation::new(formula, VARIABLES);
            for _ in 0..6 {
                let shown = clause(&mut random, 2);
                let reach = clauses.len() as u64 + 1;
                let hints: Vec<u32> = (0..random.below(4))
                    .map(|_| random.below(reach) as u32)
                    .collect();
                match refutation.step(&shown, &hints) {
                    Ok(()) => {
                        assert!(follows(&clauses, &shown), "{clauses:?} {shown:?} {hints:?}");
                        clauses.push(shown);
                        accepted += 1;
                    }
                    Err(_) => refused += 1,
                }
                assert_eq!(refutation.clauses().len(), clauses.len());
            }
        }
        assert!(accepted > 1_000 && refused > 1_000, "{accepted} {refused}");
    }

    /// x0, x0 -> x1, x1 -> x2, not x2, each hint in its turn.
    #[test]
    fn each_gap_has_its_name() {
        let is = Literal::is;
        let chain = || {
            let mut formula = Clauses::default();
            formula.push([is(0)]);
            formula.push([!is(0), is(1)]);
            formula.push([!is(1), is(2)]);
            formula.push([!is(2)]);
            Refutation::new(formula, 3)
        };
        let check = |clause: &[Literal], hints: &[u32], expected: Result<(), Gap>| {
            let mut refutation = chain();
            assert_eq!(
                refutation.step(clause, hints),
                expected,
                "{clause:?} {hints:?}"
            );
            let is_empty = clause.is_empty() && expected.is_ok();
            assert_eq!(refutation.is_complete(), is_empty);
        };
        check(&[], &[0, 1, 2, 3], Ok(()));
        check(&[is(1)], &[0, 1], Ok(()));
        check(&[is(2), is(2)], &[0, 1, 2], Ok(()));
        check(&[is(3)], &[0, 1, 2, 3], Err(Gap::NoVariable));
        check(&[], &[4], Err(Gap::NoHint));
        check(&[], &[], Err(Gap::Open));
        check(&[], &[0, 1, 2], Err(Gap::Open));
        check(&[], &[1, 0, 2, 3], Err(Gap::Idle));
        check(&[], &[0, 0], Err(Gap::Idle));
        check(&[is(1), !is(1)], &[0, 1, 2, 3], Err(Gap::Idle));
        check(&[is(1)], &[0, 1, 2], Err(Gap::TooMany));
    }
}
