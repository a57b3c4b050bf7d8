//! What a search can do that is asked one question after the other.

use unbeatable_core::{Budget, Game, Goal, Line, Watch};

use crate::meter::{Meter, Part};
use crate::solved::Solved;

/// A line of best play may always take this many nodes, if the budget has them.
const LINE_NODES_MIN: u64 = 100_000;

/// A search with its memory, for one question or for several about the same game. What earlier
/// questions left in memory is used again.
pub trait Solver<'g, G: Game> {
    /// What each question may take.
    fn budget(&mut self) -> &mut Budget;

    /// Answers `goal` about the position at the end of `line`; with a line of best play only if that
    /// was seen anyway.
    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G>;

    /// A line of best play from the end of `line`, which `solved` knows a best move of, as far as the
    /// meter lets it go.
    fn play_out(
        &mut self,
        line: &Line<'g, G>,
        solved: &Solved<G>,
        meter: Meter<'_, G::Value>,
    ) -> Vec<G::Move>;

    /// Changes how many nodes each of the next questions may take.
    fn limit_nodes(&mut self, nodes_max: u64) {
        self.budget().nodes_max = nodes_max;
    }

    /// Answers `goal` about the position at the end of `line`, with a line of best play if the value
    /// is exact then.
    ///
    /// Nodes that only the line takes are not counted as effort, but they keep to the budget: it may
    /// end the line early.
    fn solve(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let mut solved = self.prove(line, goal, watch);
        if solved.line.is_empty() && !solved.best.is_empty() {
            let Solved { effort, bounds, .. } = solved;
            let budget = *self.budget();
            let left = budget.nodes_max - effort.nodes;
            let budget = Budget {
                nodes_max: effort.nodes.max(LINE_NODES_MIN).min(left),
                ..budget
            };
            let part = Part::new(watch, effort, bounds);
            solved.line = self.play_out(line, &solved, Meter::new(&budget, &part));
        }
        solved
    }
}
