//! A chosen solver at work on one game: the one place where names become searches.

use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Notation, Watch};
use unbeatable_solve::{Search, Solved, backward, minimax};

use crate::bench::Bench;
use crate::method::Chosen;

/// A solver that answers one question after the other, and may remember what it learned.
pub(crate) trait Session<'g, G: Game>: Send {
    /// Answers `goal` about the end of `line`, with at most that many nodes.
    fn solve(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        nodes_max: u64,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G>;

    /// The same without a line of best play, if that is cheaper.
    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        nodes_max: u64,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        self.solve(line, goal, nodes_max, watch)
    }
}

/// The chosen solver, ready for questions about the bench's game.
pub(crate) fn session<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'g Bench<G, A, D>,
    chosen: Chosen,
    budget: Budget,
) -> Box<dyn Session<'g, G> + 'g> {
    let Bench { game, know, .. } = bench;
    match chosen {
        Chosen::Minimax => Box::new(Minimax { budget }),
        Chosen::Backward { folds } => Box::new(Backward { folds, budget }),
        Chosen::AlphaBeta {
            settings,
            analysis,
            order,
        } => match (analysis, order.map(|i| &bench.guides[i].1)) {
            (true, Some(guide)) => Box::new(Search::new(game, know, guide, settings, budget)),
            (true, None) => Box::new(Search::new(game, know, &(), settings, budget)),
            (false, Some(guide)) => Box::new(Search::new(game, &(), guide, settings, budget)),
            (false, None) => Box::new(Search::new(game, &(), &(), settings, budget)),
        },
    }
}

impl<'g, G: Notation, A: Analysis<G>, D: Guide<G>> Session<'g, G> for Search<'g, G, A, D> {
    fn solve(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        nodes_max: u64,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        self.limit_nodes(nodes_max);
        Search::solve(self, line, goal, watch)
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        nodes_max: u64,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        self.limit_nodes(nodes_max);
        Search::prove(self, line, goal, watch)
    }
}

struct Minimax {
    budget: Budget,
}

impl<'g, G: Notation> Session<'g, G> for Minimax {
    fn solve(
        &mut self,
        line: &Line<'g, G>,
        _: Goal<G::Value>,
        nodes_max: u64,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let budget = Budget {
            nodes_max,
            ..self.budget
        };
        minimax(line, &budget, watch)
    }
}

struct Backward {
    folds: bool,
    budget: Budget,
}

impl<'g, G: Notation> Session<'g, G> for Backward {
    fn solve(
        &mut self,
        line: &Line<'g, G>,
        _: Goal<G::Value>,
        nodes_max: u64,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let budget = Budget {
            nodes_max,
            ..self.budget
        };
        backward(line.game(), *line.position(), self.folds, &budget, watch).solved()
    }
}
