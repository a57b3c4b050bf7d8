//! Alpha-beta: minimax that leaves out what cannot matter (Knuth and Moore 1975).
//!
//! One search serves the textbook's version and the strong one; what is switched on makes the
//! difference ([`AlphaBeta`]). It differs from the textbook in what it returns: not a number but
//! bounds on the value, both of them proven. So results that depend on the depth of the search, on
//! the window, or on analyses are all the same kind of fact, and any of them may be remembered and
//! used again under another window and at another depth.

use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Repetition, Watch};

use crate::found::ranks;
use crate::meter::Meter;
use crate::search::{Algorithm, Search};
use crate::solved::{Findings, Solved};
use crate::solver::Solver;
use crate::table::Table;
use crate::visits::{self, Visits};

mod run;

use run::Run;

/// How alpha-beta goes about its work. None of this changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBeta {
    /// What a search returns outside its window.
    pub fail: Fail,
    /// How wide the window is at the root.
    pub window: Window,
    /// Remember positions. Not for games in which history matters.
    pub table: bool,
    /// Look positions up, and go on from them, in their canonical form. Only with a table.
    pub symmetry: bool,
    /// Ask 'is it at least v?' with null windows, as few times as possible, instead of searching one
    /// wide window (after MTD(f), Plaat et al. 1996; here by bisection over what is still possible).
    pub scout: bool,
    /// Search to depth 1, 2, 3, … until the question is answered: a win is found at the depth of the
    /// shortest one. (The line of best play need not be that one.)
    pub deepen: bool,
}

impl AlphaBeta {
    /// The textbook's: one wide window, nothing remembered.
    pub const PLAIN: Self = AlphaBeta {
        fail: Fail::Hard,
        window: Window::Closed,
        table: false,
        symmetry: false,
        scout: false,
        deepen: false,
    };

    /// What is fastest.
    pub const BEST: Self = AlphaBeta {
        fail: Fail::Soft,
        window: Window::Closed,
        table: true,
        symmetry: true,
        scout: true,
        deepen: false,
    };
}

/// What a search returns when the value lies outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    /// No more than that: the window's edge.
    Hard,
    /// The best bound that was proven on the way (Fishburn 1983).
    Soft,
}

/// The window at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// From the worst to the best value of the game. A win found cuts at once: nothing is better.
    Closed,
    /// One beyond both, as if minus and plus infinity could be values; many textbooks' window.
    Open,
}

impl<G: Game> Algorithm<G> for AlphaBeta {
    type Memory = Table<G::Position, G::Value, G::Move>;

    fn memory(self, game: &G, budget: &Budget) -> Self::Memory {
        assert!(
            !self.table || game.repetition() == Repetition::Impossible,
            "a table of positions is wrong where history matters"
        );
        Table::new(match self.table {
            true => budget.table_bytes_max,
            false => 0,
        })
    }
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Solver<'g, G> for Search<'g, G, A, D, AlphaBeta> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let budget = self.budget;
        let (solved, _) = self.answer(line, goal, Meter::new(&budget, watch), None);
        solved
    }

    fn record(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Option<(Solved<G>, Visits)> {
        let budget = visits::budget(&self.budget);
        let visits = Some(Visits::default());
        let (solved, visits) = self.answer(line, goal, Meter::new(&budget, watch), visits);
        visits.map(|visits| (solved, visits))
    }

    fn play_out(
        &mut self,
        line: &Line<'g, G>,
        solved: &Solved<G>,
        meter: Meter<'_, G::Value>,
    ) -> Vec<G::Move> {
        let m = solved.best[0];
        Run::new(self, line.clone(), meter).play_out(m)
    }
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Search<'g, G, A, D, AlphaBeta> {
    /// Answers `goal` about the end of `line`, and writes down what is visited, if there is room for it.
    fn answer(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        meter: Meter<'_, G::Value>,
        visits: Option<Visits>,
    ) -> (Solved<G>, Option<Visits>) {
        let mut run = Run::new(self, line.clone(), meter);
        run.visits = visits;
        let stopped = run.answer(goal).err();
        let Meter { bounds, effort, .. } = run.meter;
        let mut visits = run.visits.take();
        if let Some(visits) = &mut visits {
            visits.finish(ranks(bounds));
        }
        let (witness, informed) = (run.witness, run.informed);
        let seen = std::mem::take(&mut run.lines).into_iter().next();
        let AlphaBeta {
            table,
            scout,
            deepen,
            ..
        } = self.options;
        // A line that nothing cut short is reported as it was seen, and begins with the best move.
        let is_whole = bounds.is_exact() && !(informed || table || scout || deepen);
        let seen = seen.filter(|_| is_whole).map_or(vec![], |(_, line)| line);
        let findings = Findings {
            bounds,
            witness: seen.first().copied().or(witness),
            effort,
            table_bytes: self.memory.bytes(),
            stopped,
        };
        let mut solved = findings.solved(line, |pos| self.know.bounds(self.game, pos));
        solved.line = seen;
        (solved, visits)
    }
}

#[cfg(test)]
mod tests;
