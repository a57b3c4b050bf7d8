//! A chosen solver at work on one game: the one place where names become searches.

use std::sync::Arc;

use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Line, Notation, Oracle, Promise, Restricted, Watch,
};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::proof_table::ProofTable;
use unbeatable_solve::solver::Look;
use unbeatable_solve::superko::Superko;
use unbeatable_solve::{
    Search, Solved, Solver, Visits, backward, df_pn, formula, minimax, pn, superko,
};

use crate::bench::Bench;
use crate::method::Chosen;

/// A question about the end of a line.
pub(crate) struct Ask<'a, 'g, G: Game> {
    pub(crate) line: &'a Line<'g, G>,
    pub(crate) goal: Goal<G::Value>,
    /// What the answer may take at most.
    pub(crate) nodes_max: u64,
    pub(crate) watch: &'a dyn Watch<G::Value>,
}

/// A solver that answers one question after the other, and may remember what it learned.
pub(crate) trait Session<'g, G: Game>: Send {
    /// The answer.
    fn solve(&mut self, ask: Ask<'_, 'g, G>) -> Solved<G>;

    /// The answer without a line of best play, if that is cheaper.
    fn prove(&mut self, ask: Ask<'_, 'g, G>) -> Solved<G> {
        self.solve(ask)
    }

    /// The same, and what was visited, if the solver can write that down.
    fn record(&mut self, _: Ask<'_, 'g, G>) -> Option<(Solved<G>, Visits)> {
        None
    }

    /// The table of proof numbers that it shares, if there is one.
    fn table(&mut self) -> Option<Arc<ProofTable>> {
        None
    }

    /// What tells how questions about the end of `line` stand, if it can.
    fn look(&mut self, _line: &Line<'g, G>) -> Option<Box<dyn Look<G> + 'g>> {
        None
    }

    /// How many positions the proof of the answer takes, if the solver can say.
    fn proof_size(&mut self, _: Ask<'_, 'g, G>) -> Option<u64> {
        None
    }

    /// Who plays for the player that gets what is promised, if the solver can say.
    fn oracle<'s>(
        &'s mut self,
        _line: &Line<'g, G>,
        _promise: Promise<G::Value>,
        _nodes_max: u64,
        _watch: &'s dyn Watch<G::Value>,
    ) -> Option<Box<dyn Oracle<'g, G> + 's>> {
        None
    }
}

/// The chosen solver, ready for questions about the bench's game.
pub(crate) fn session<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'g Bench<G, A, D>,
    chosen: Chosen,
    budget: Budget,
) -> Box<dyn Session<'g, G> + 'g> {
    let Bench { game, know, .. } = bench;
    let first = (!bench.guides.is_empty()).then_some(0);
    // What is left out is nothing of the same type, so that each solver is compiled once for each game.
    let know_if = |is_on: bool| if is_on { know } else { &None };
    let guide_of = |order: Option<usize>| order.map_or(&None, |i| &bench.guides[i].1);
    match chosen {
        Chosen::Minimax => Box::new(Minimax),
        // What is not for a game is not compiled for it: that would be most of what there is to compile.
        Chosen::Backward { .. } | Chosen::DfPn { .. } | Chosen::Pn { .. } if G::HAS_HISTORY => {
            unreachable!("a solver without a history")
        }
        Chosen::Superko { .. } if !G::HAS_HISTORY => unreachable!("a solver for histories"),
        Chosen::Backward { folds } => Box::new(Backward { folds, budget }),
        Chosen::Formula => Box::new(Formula(know)),
        Chosen::DfPn { settings, analysis } => {
            let (know, guide) = (know_if(analysis), guide_of(first));
            searching(df_pn::Search::new(game, know, guide, settings, budget))
        }
        Chosen::Superko { settings, analysis } => {
            let (know, guide) = (know_if(analysis), guide_of(first));
            searching(superko::Search::new(game, know, guide, settings, budget))
        }
        Chosen::Pn { analysis, order } => {
            let (know, guide) = (know_if(analysis), guide_of(order));
            searching(pn::Search::new(game, know, guide, budget))
        }
        Chosen::AlphaBeta {
            settings,
            analysis,
            order,
        } => {
            let (know, guide) = (know_if(analysis), guide_of(order));
            searching(Search::new(game, know, guide, settings, budget))
        }
    }
}

/// The solver that finds strategies: df-pn with all that is known of the game.
pub(crate) fn prover<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'g Bench<G, A, D>,
    budget: Budget,
) -> Box<dyn Session<'g, G> + 'g> {
    let chosen = match G::HAS_HISTORY {
        true => Chosen::Superko {
            settings: Superko::BEST,
            analysis: true,
        },
        false => Chosen::DfPn {
            settings: bench.df_pn,
            analysis: true,
        },
    };
    session(bench, chosen, budget)
}

/// Df-pn under a restriction: only what it proves for the first player is proven.
pub(crate) fn restricted<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'g Bench<G, A, D>,
    know: &'g Restricted<'g, G, Option<A>>,
    settings: DfPn,
    budget: Budget,
) -> Box<dyn Session<'g, G> + 'g> {
    if G::HAS_HISTORY {
        unreachable!("a solver without a history");
    }
    let game = &bench.game;
    let guide = bench.guides.first().map_or(&None, |(_, guide)| guide);
    searching(df_pn::Search::new(game, know, guide, settings, budget))
}

fn searching<'g, G: Game>(search: impl Solver<'g, G> + Send + 'g) -> Box<dyn Session<'g, G> + 'g> {
    Box::new(Searching(search))
}

struct Searching<S>(S);

impl<'g, G: Game, S: Solver<'g, G> + Send> Session<'g, G> for Searching<S> {
    fn solve(&mut self, ask: Ask<'_, 'g, G>) -> Solved<G> {
        self.0.limit_nodes(ask.nodes_max);
        self.0.solve(ask.line, ask.goal, ask.watch)
    }

    fn prove(&mut self, ask: Ask<'_, 'g, G>) -> Solved<G> {
        self.0.limit_nodes(ask.nodes_max);
        self.0.prove(ask.line, ask.goal, ask.watch)
    }

    fn record(&mut self, ask: Ask<'_, 'g, G>) -> Option<(Solved<G>, Visits)> {
        self.0.limit_nodes(ask.nodes_max);
        self.0.record(ask.line, ask.goal, ask.watch)
    }

    fn table(&mut self) -> Option<Arc<ProofTable>> {
        self.0.table()
    }

    fn look(&mut self, line: &Line<'g, G>) -> Option<Box<dyn Look<G> + 'g>> {
        self.0.look(line)
    }

    fn proof_size(&mut self, ask: Ask<'_, 'g, G>) -> Option<u64> {
        self.0.limit_nodes(ask.nodes_max);
        self.0.proof_size(ask.line, ask.goal, ask.watch)
    }

    fn oracle<'s>(
        &'s mut self,
        line: &Line<'g, G>,
        promise: Promise<G::Value>,
        nodes_max: u64,
        watch: &'s dyn Watch<G::Value>,
    ) -> Option<Box<dyn Oracle<'g, G> + 's>> {
        self.0.limit_nodes(nodes_max);
        self.0.oracle(line, promise, watch)
    }
}

struct Minimax;

impl Minimax {
    fn budget(nodes_max: u64) -> Budget {
        Budget {
            nodes_max,
            table_bytes_max: 0,
            ..Budget::DEFAULT
        }
    }
}

impl<'g, G: Game> Session<'g, G> for Minimax {
    fn solve(&mut self, ask: Ask<'_, 'g, G>) -> Solved<G> {
        minimax(ask.line, &Self::budget(ask.nodes_max), ask.watch)
    }

    fn record(&mut self, ask: Ask<'_, 'g, G>) -> Option<(Solved<G>, Visits)> {
        let budget = Self::budget(ask.nodes_max);
        Some(minimax::record(ask.line, &budget, ask.watch))
    }
}

struct Formula<'g, A>(&'g A);

impl<'g, G: Game, A: Analysis<G>> Session<'g, G> for Formula<'g, A> {
    fn solve(&mut self, ask: Ask<'_, 'g, G>) -> Solved<G> {
        let budget = Budget {
            nodes_max: ask.nodes_max,
            table_bytes_max: 0,
            ..Budget::DEFAULT
        };
        formula(ask.line, self.0, &budget, ask.watch)
    }
}

struct Backward {
    folds: bool,
    budget: Budget,
}

impl<'g, G: Game> Session<'g, G> for Backward {
    fn solve(&mut self, ask: Ask<'_, 'g, G>) -> Solved<G> {
        let budget = Budget {
            nodes_max: ask.nodes_max,
            ..self.budget
        };
        let (game, pos) = (ask.line.game(), *ask.line.position());
        backward(game, pos, self.folds, &budget, ask.watch).solved()
    }
}
