//! A SAT solver that remembers how it came to its conclusions.
//!
//! [batsat](batsat), a MiniSat (Eén and Sörensson 2003) in Rust, tells of every clause that it learns and
//! forgets; that is all that a proof needs.

use std::cell::{Cell, RefCell};

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use unbeatable_proof::table::problem::Literal;

/// What the solver concluded, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// Literals of clauses, clause after clause.
    literals: Vec<Literal>,
    /// Where clauses end, and whether they were learnt or forgotten.
    ends: Vec<(u32, bool)>,
}

impl Log {
    /// Adds a clause that was learnt, or forgotten.
    fn push(&mut self, clause: &[Lit], is_learnt: bool) {
        self.literals.extend(clause.iter().map(|&lit| ours(lit)));
        self.ends.push((self.literals.len() as u32, is_learnt));
    }

    /// All clauses, and whether they were learnt or forgotten.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[Literal], bool)> {
        let mut begin = 0;
        self.ends.iter().map(move |&(end, is_learnt)| {
            let clause = &self.literals[begin as usize..end as usize];
            begin = end;
            (clause, is_learnt)
        })
    }

    fn bytes(&self) -> usize {
        (self.literals.capacity() * size_of::<Literal>() + self.ends.capacity() * 8) * 3 / 2
    }
}

fn ours(lit: Lit) -> Literal {
    let variable = Literal::is(lit.var().idx());
    match lit.sign() {
        true => variable,
        false => !variable,
    }
}

fn theirs(literal: Literal) -> Lit {
    Lit::new(
        Var::unsafe_from_idx(literal.variable()),
        literal.is_positive(),
    )
}

/// Whoever may stop a search: told how many bytes it takes.
pub(crate) type StopTest<'s> = &'s dyn Fn(usize) -> bool;

struct Ears<'s> {
    stop: StopTest<'s>,
    /// Asked every so many times only.
    patience: Cell<u32>,
    is_stopped: Cell<bool>,
    /// Decisions after which to give up, if that is wanted.
    decisions_left: Cell<u64>,
    log: Option<RefCell<Log>>,
    /// Literals of clauses that were learnt and not forgotten.
    learnt: Cell<usize>,
    /// Bytes of what was given.
    given_bytes: Cell<usize>,
}

/// Calls between two looks at whether to stop.
const PATIENCE: u32 = 1 << 8;

/// What a literal of a clause costs, about, with its share of the clause and of the lists of watchers.
const LITERAL_BYTES: usize = 24;

/// What a variable costs, about.
pub(crate) const VARIABLE_BYTES: usize = 200;

impl Callbacks for Ears<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.learnt.set(self.learnt.get() + clause.len());
        if let Some(log) = &self.log {
            log.borrow_mut().push(clause, true);
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.learnt
            .set(self.learnt.get().saturating_sub(clause.len()));
        if let Some(log) = &self.log {
            log.borrow_mut().push(clause, false);
        }
    }

    fn stop(&self) -> bool {
        let decisions_left = self.decisions_left.get();
        if self.is_stopped.get() || decisions_left == 0 {
            return true;
        }
        self.decisions_left.set(decisions_left - 1);
        match self.patience.get().checked_sub(1) {
            Some(less) => {
                self.patience.set(less);
                false
            }
            None => {
                self.patience.set(PATIENCE);
                self.is_stopped.set((self.stop)(self.bytes()));
                self.is_stopped.get()
            }
        }
    }
}

impl Ears<'_> {
    fn bytes(&self) -> usize {
        let log = self.log.as_ref().map_or(0, |log| log.borrow().bytes());
        self.given_bytes.get() + self.learnt.get() * LITERAL_BYTES + log
    }
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SatAnswer {
    /// There is a solution; [`Sat::is_true`] tells of it.
    Yes,
    /// There is none; these of the assumptions cannot hold together.
    No(Vec<Literal>),
    /// Stopped, or too many decisions.
    Open,
}

/// A set of clauses about which questions are asked.
pub(crate) struct Sat<'s> {
    solver: Solver<Ears<'s>>,
    buffer: Vec<Lit>,
    variables: u32,
}

impl<'s> Sat<'s> {
    /// No clauses yet. With `logs`, what is concluded is remembered.
    pub(crate) fn new(stop: StopTest<'s>, logs: bool) -> Self {
        let ears = Ears {
            stop,
            patience: Cell::new(0),
            is_stopped: Cell::new(false),
            decisions_left: Cell::new(u64::MAX),
            log: logs.then(RefCell::default),
            learnt: Cell::new(0),
            given_bytes: Cell::new(0),
        };
        Sat {
            solver: Solver::new(SolverOpts::default(), ears),
            buffer: vec![],
            variables: 0,
        }
    }

    /// Makes room for variables below `variables`.
    pub(crate) fn reserve(&mut self, variables: u32) {
        while self.variables < variables {
            let made = self.solver.new_var_default();
            assert_eq!(
                made.idx(),
                self.variables,
                "variables are numbered in order"
            );
            self.variables += 1;
            let bytes = self.solver.cb_mut().given_bytes.get_mut();
            *bytes += VARIABLE_BYTES;
        }
    }

    /// Adds a clause.
    pub(crate) fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.buffer.clear();
        self.buffer.extend(clause.into_iter().map(theirs));
        let bytes = self.solver.cb_mut().given_bytes.get_mut();
        *bytes += self.buffer.len() * LITERAL_BYTES;
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// Asks whether all clauses and assumptions can hold.
    pub(crate) fn ask(&mut self, assumptions: &[Literal]) -> SatAnswer {
        self.ask_briefly(assumptions, u64::MAX)
    }

    /// Asks whether all clauses and assumptions can hold, with at most so many decisions (about) beyond the
    /// assumptions: where thousands of variables are open, even to find a solution takes long.
    pub(crate) fn ask_briefly(&mut self, assumptions: &[Literal], decisions_max: u64) -> SatAnswer {
        let decisions = decisions_max.saturating_add(assumptions.len() as u64);
        self.solver.cb_mut().decisions_left.set(decisions);
        let assumptions: Vec<Lit> = assumptions.iter().map(|&literal| theirs(literal)).collect();
        let result = self.solver.solve_limited(&assumptions);
        if result == lbool::TRUE {
            SatAnswer::Yes
        } else if result == lbool::FALSE {
            SatAnswer::No(
                self.solver
                    .unsat_core()
                    .iter()
                    .map(|&lit| !ours(lit))
                    .collect(),
            )
        } else {
            SatAnswer::Open
        }
    }

    /// Bytes that are taken, about.
    pub(crate) fn bytes(&self) -> usize {
        self.solver.cb().bytes()
    }

    /// Whether a variable is true in the solution that was found.
    pub(crate) fn is_true(&self, variable: u32) -> bool {
        self.solver.value_var(Var::unsafe_from_idx(variable)) == lbool::TRUE
    }

    /// What was concluded.
    pub(crate) fn log(&mut self) -> Log {
        let log = self.solver.cb_mut().log.take();
        log.map(RefCell::into_inner).unwrap_or_default()
    }
}
