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
