//! What a search can do that is asked one question after the other.

use std::sync::Arc;

use unbeatable_core::{Budget, Game, Goal, Line, Oracle, Outcome, Promise, Watch};

use crate::meter::{Meter, PartWatch};
use crate::proof_table::{Distance, ProofTable};
use crate::solved::Solved;
use crate::visits::Visits;

/// A line of best play may always take this many nodes, if the budget has them.
const LINE_NODES_MIN: u64 = 100_000;

/// How a question about a position stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook<M> {
    /// How far the player to move is from reaching the aim, and from missing it.
    pub distance: Distance,
    /// The moves that look nearest to a proof, for both sides, as far as positions are remembered.
    pub line: Vec<M>,
}

/// Looks at a question while it is searched, from whatever thread: does an unfinished position end at
/// least as well for the first player as an outcome?
pub trait Observer<G: Game>: Send + Sync {
    /// How the question stands.
    fn outlook(&self, at_least: Outcome<G::Value>) -> Outlook<G::Move>;

    /// The moves worth trying, with how far the player to move behind each one is from reaching the aim
    /// there; none if the question is decided without.
    fn moves(&self, at_least: Outcome<G::Value>) -> Vec<(G::Move, Distance)>;

    /// The part of a proof that is done, for the answer of which more is done, from 0 to 1: of a move
    /// that must be found, that of the best one; of moves that must all be answered, the mean. It takes
    /// much longer to find than the outlook.
    fn share(&self, at_least: Outcome<G::Value>) -> f64;
}

/// A search with its memory, for one question or for several about the same game. What earlier
/// questions left in memory is used again.
pub trait Solver<'g, G: Game> {
    /// What each question may take.
    fn budget(&mut self) -> &mut Budget;

    /// Answers `goal` about the end of `line`; with a line of best play only if that was seen anyway.
    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G>;

    /// The value of the position at the end of `line`, perhaps without a move that shows it.
    fn value(&mut self, line: &Line<'g, G>, watch: &dyn Watch<G::Value>) -> Solved<G> {
        self.prove(line, Goal::Value, watch)
    }

    /// Answers as [`prove`](Self::prove) does, and writes down what it visits, which is no more than the
    /// budget's nodes; `None` if the solver cannot.
    fn record(
        &mut self,
        _line: &Line<'g, G>,
        _goal: Goal<G::Value>,
        _watch: &dyn Watch<G::Value>,
    ) -> Option<(Solved<G>, Visits)> {
        None
    }

    /// A line of best play from the end of `line`, which `solved` knows a best move of, as far as the
    /// meter lets it go. Empty if [`prove`](Self::prove) always gives one together with a best move.
    fn play_out(
        &mut self,
        _line: &Line<'g, G>,
        _solved: &Solved<G>,
        _meter: Meter<'_, G::Value>,
    ) -> Vec<G::Move> {
        vec![]
    }

    /// The table of proof numbers, which others may read and write while a question is answered; `None`
    /// if the solver has none, or there is no memory for it.
    fn table(&mut self) -> Option<Arc<ProofTable>> {
        None
    }

    /// What tells how questions about the end of `line` stand; `None` if it cannot.
    fn look(&mut self, _line: &Line<'g, G>) -> Option<Box<dyn Observer<G> + 'g>> {
        None
    }

    /// How many positions a proof of the answer to `goal` takes, as far as it was found by search, once
    /// it is answered; `None` where the solver does not say, or where that takes more than the budget.
    fn proof_size(
        &mut self,
        _line: &Line<'g, G>,
        _goal: Goal<G::Value>,
        _watch: &dyn Watch<G::Value>,
    ) -> Option<u64> {
        None
    }

    /// Who plays from the end of `line` on for who gets what is promised, once proven; `None` if it cannot.
    fn oracle<'s>(
        &'s mut self,
        _line: &Line<'g, G>,
        _promise: Promise<G::Value>,
        _watch: &'s dyn Watch<G::Value>,
    ) -> Option<Box<dyn Oracle<'g, G> + 's>> {
        None
    }

    /// Another search that shares its memory, for another thread; `None` if the solver cannot.
    fn beside(&self) -> Option<Box<dyn Solver<'g, G> + Send + 'g>> {
        None
    }

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
            let part = PartWatch::new(watch, effort, bounds);
            solved.line = self.play_out(line, &solved, Meter::new(&budget, &part));
        }
        solved
    }
}
