//! How alpha-beta is asked, and what it reports.

use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Watch};

use super::AlphaBeta;
use super::run::AlphaBetaRun;
use crate::meter::Meter;
use crate::rank_bounds::ranks;
use crate::search::Search;
use crate::solved::{Findings, Solved};
use crate::solver::Solver;
use crate::visits::{self, Visits};

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
        let (solved, _) = self.answer(line, goal, self.meter(watch), None);
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
        AlphaBetaRun::new(self, line.clone(), meter).play_out(m)
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
        let mut run = AlphaBetaRun::new(self, line.clone(), meter);
        run.visits = visits;
        let stopped = run.answer(goal).err();
        let Meter { bounds, effort, .. } = run.meter;
        let mut visits = run.visits.take();
        if let Some(visits) = &mut visits {
            visits.finish(ranks(bounds));
        }
        let (witness, informed) = (run.witness, run.informed);
        let seen = run.lines.take();
        let AlphaBeta {
            table,
            scout,
            deepen,
            ..
        } = self.options;
        // A line that nothing cut short is reported as it was seen, and begins with the best move.
        let is_whole = bounds.is_exact() && !(informed || table || scout || deepen);
        let seen = seen.filter(|_| is_whole).unwrap_or_default();
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
