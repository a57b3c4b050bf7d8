//! Searches of a game: made for its own types, asked in the terms of the erased game.

use std::marker::PhantomData;
use std::sync::Arc;

use unbeatable_core::{
    Analysis, Bounds, Budget, Effort, Game, Guide, Margin, Oracle, Outcome, Player, Promise,
    Restriction, Stopped, Watch,
};
use unbeatable_proof::claim::ProofKind;
use unbeatable_proof::extract::{Failure, StrategyAnswers, extract};
use unbeatable_proof::written::WrittenProof;
use unbeatable_solve::backward::Backward;
use unbeatable_solve::df_pn::{DfPn, Exchange};
use unbeatable_solve::formula::Formula;
use unbeatable_solve::minimax::Minimax;
use unbeatable_solve::pn::Pn;
use unbeatable_solve::proof_table::Distance;
use unbeatable_solve::superko::SuperkoDfPn;
use unbeatable_solve::{Search, Solver};

use crate::erased::solver::{Erased, ErasedWatch, promise_of_points};
use crate::erased::terms::Terms;
use crate::erased::{ErasedGame, Line, bounds_in_points, outcome_of_points};
use crate::joining::Joining;
use crate::solvers::Chosen;

/// A solver that answers one question after the other, and may remember what it learned.
pub trait Session<'g>: Solver<'g, ErasedGame> + Send {
    /// Whether it can say, move by move, how a promise is kept from the end of `line` on.
    fn can_tell(
        &mut self,
        line: &Line<'g>,
        promise: Promise<Margin>,
        watch: &dyn Watch<Margin>,
    ) -> bool;

    /// Another session that shares its memory, for another thread; `None` if the solver cannot.
    fn another(&self) -> Option<Box<dyn Session<'g> + 'g>>;

    /// Writes down the proof that a promise is kept, with another solver's help where this one has no
    /// answer; and how many nodes that took.
    fn extract(
        &mut self,
        line: &Line<'g>,
        promise: Promise<Margin>,
        writing: &ExtractLimits,
    ) -> (Result<WrittenProof, Failure>, u64);
}

/// Df-pn for a job that others gave: it tells and hears what is found while it searches.
pub trait JobSession<'g>: Session<'g> {
    /// Whether positions behind the end of `line` are remembered in their canonical form.
    fn folds(&self, line: &Line) -> bool;

    /// Searches as [`Search::approach`] does.
    fn approach(
        &mut self,
        line: &Line<'g>,
        at_least: Outcome<Margin>,
        limits: Distance,
        nodes_min: u64,
        exchange: &mut dyn Exchange,
        watch: &dyn Watch<Margin>,
    ) -> (Option<Distance>, Effort, Option<Stopped>);

    /// Writes down the strategy that keeps a promise, without help and in so many bytes. `None` if it
    /// cannot say.
    fn extract_alone(
        &mut self,
        line: &Line<'g>,
        promise: Promise<Margin>,
        bytes_max: usize,
        watch: &dyn Watch<Margin>,
    ) -> Option<Result<StrategyAnswers, Failure>>;
}

/// What writing a strategy may take, and who follows it.
pub struct ExtractLimits<'a> {
    /// What may be taken in all, the memory of the session included, and the nodes that are left.
    pub budget: Budget,
    /// Follows the searches.
    pub watch: &'a dyn Watch<Margin>,
    /// Counts answers.
    pub count_answer: &'a dyn Fn(),
}

/// Memory for a search, for the one that helps it out, and for the strategy, in eighths of what there is.
const SEARCH_EIGHTHS: usize = 4;
const HELP_EIGHTHS: usize = 1;

/// What the search may take if a strategy is to be written afterwards.
#[must_use]
pub fn search_budget(budget: Budget) -> Budget {
    Budget {
        table_bytes_max: budget.table_bytes_max / 8 * SEARCH_EIGHTHS,
        ..budget
    }
}

/// All searches of a game, or of one with a limit.
pub trait Searches: Send + Sync {
    /// What no outcome exceeds, seen by `player`.
    fn range(&self, player: Player) -> Bounds<Margin>;

    /// Whether every position is solved without search.
    fn solves(&self) -> bool;

    /// Whether it can be asked how soon games end.
    fn has_soonest(&self) -> bool;

    /// The chosen solver, ready for questions; under a restriction of the first player's choices, if one is
    /// named by its number: then only what it proves for the first player is proven.
    fn session<'g>(
        &'g self,
        chosen: Chosen,
        restriction: Option<usize>,
        budget: Budget,
    ) -> Box<dyn Session<'g> + 'g>;

    /// Df-pn for jobs.
    fn job_session<'g>(&'g self, settings: DfPn, budget: Budget) -> Box<dyn JobSession<'g> + 'g>;

    /// How what is found at the end of a line is shown.
    fn proof_kind(&self, line: &Line) -> ProofKind;

    /// Writes down the proof that a promise is kept, by a search of its own; and how many nodes that took.
    fn extract(
        &self,
        line: &Line,
        promise: Promise<Margin>,
        writing: &ExtractLimits,
    ) -> (Result<WrittenProof, Failure>, u64);

    /// The names of its restrictions of the first player's choices, the one that is worth the first try
    /// first.
    fn restrictions(&self) -> Vec<&'static str>;

    /// Whether a restriction is worth a try at the end of a line.
    fn suits(&self, restriction: usize, line: &Line) -> bool;

    /// A number that changes if positions get other keys: it joins those of the start, of the end of the
    /// line and of what lies behind its moves, by the rules and by the analysis.
    fn keys(&self, line: &Line) -> u64;
}

/// Makes a search for how soon.
pub(crate) type SoonestMaker<G, A> =
    for<'g> fn(&'g G, &'g Option<A>, Budget) -> Box<dyn Solver<'g, G> + Send + 'g>;

/// A game with all that searches need of it, in the terms `T`.
pub struct Equipped<G: Game, A, D, T> {
    pub(crate) game: Arc<G>,
    /// Never nothing: an option because searches can be told to do without, and take one type for both.
    pub(crate) know: Arc<Option<A>>,
    /// The game's own move orders, the best one first. Options for the same reason.
    pub(crate) guides: Vec<Arc<Option<D>>>,
    pub(crate) restrictions: Vec<Arc<dyn Restriction<G>>>,
    /// How df-pn goes about its work, unless told otherwise.
    pub(crate) df_pn: DfPn,
    /// Makes the search for how soon, if there is one.
    pub(crate) soonest: Option<SoonestMaker<G, A>>,
    /// How connections are written down, if the game is won by one.
    pub(crate) joining: Option<Joining<G>>,
    pub(crate) terms: PhantomData<T>,
}

impl<G, A, D, T> Equipped<G, A, D, T>
where
    G: Game + 'static,
    A: Analysis<G> + Send + 'static,
    D: Guide<G> + Send + 'static,
    T: Terms<G>,
{
    /// What is left out is nothing of the same type, so that each solver is compiled once for each game.
    fn know_if(&self, is_on: bool) -> &Option<A> {
        if is_on { &self.know } else { &None }
    }

    fn guide_of(&self, order: Option<usize>) -> &Option<D> {
        order.map_or(&None, |i| &self.guides[i])
    }

    /// The best of the game's own orders.
    fn best_guide(&self) -> &Option<D> {
        self.guide_of((!self.guides.is_empty()).then_some(0))
    }

    fn erased<'g, S: ?Sized>(&'g self, search: Box<S>) -> Erased<'g, G, S, T> {
        let prover = Arc::new(|budget| self.prover(budget));
        Erased::new(&self.game, search, prover, self.joining)
    }

    /// The solver that finds strategies: df-pn with all that is known of the game.
    fn prover(&self, budget: Budget) -> Box<dyn Solver<'_, G> + Send + '_> {
        let (know, guide) = (&*self.know, self.best_guide());
        match G::HAS_HISTORY {
            true => Box::new(Search::new(
                &*self.game,
                know,
                guide,
                SuperkoDfPn::BEST,
                budget,
            )),
            false => Box::new(Search::new(&*self.game, know, guide, self.df_pn, budget)),
        }
    }
}

impl<G, A, D, T> Searches for Equipped<G, A, D, T>
where
    G: Game + 'static,
    A: Analysis<G> + Send + 'static,
    D: Guide<G> + Send + 'static,
    T: Terms<G>,
{
    fn range(&self, player: Player) -> Bounds<Margin> {
        bounds_in_points(self.game.range(player))
    }

    fn solves(&self) -> bool {
        self.know.solves(&self.game)
    }

    fn has_soonest(&self) -> bool {
        self.soonest.is_some()
    }

    fn session<'g>(
        &'g self,
        chosen: Chosen,
        restriction: Option<usize>,
        budget: Budget,
    ) -> Box<dyn Session<'g> + 'g> {
        let game = &*self.game;
        let search: Box<dyn Solver<'g, G> + Send + 'g> = match chosen {
            Chosen::Minimax => Box::new(Minimax { budget }),
            // What is not for a game is not compiled for it: that would be most of what there is to compile.
            Chosen::Backward { .. } | Chosen::DfPn { .. } | Chosen::Pn { .. } if G::HAS_HISTORY => {
                unreachable!("a solver without a history")
            }
            Chosen::Superko { .. } if !G::HAS_HISTORY => unreachable!("a solver for histories"),
            Chosen::Backward { folds } => Box::new(Backward { folds, budget }),
            Chosen::Formula => Box::new(Formula {
                know: &*self.know,
                budget,
            }),
            Chosen::Soonest => {
                let soonest = self.soonest.expect("a game that can be asked how soon");
                soonest(game, &self.know, budget)
            }
            Chosen::DfPn { settings, analysis } => {
                let know = self.know_if(analysis);
                let mut search = Search::new(game, know, self.best_guide(), settings, budget);
                search.restriction = restriction.map(|i| &*self.restrictions[i]);
                Box::new(search)
            }
            Chosen::Superko { settings, analysis } => {
                let know = self.know_if(analysis);
                Box::new(Search::new(game, know, self.best_guide(), settings, budget))
            }
            Chosen::Pn { analysis, order } => {
                let (know, guide) = (self.know_if(analysis), self.guide_of(order));
                Box::new(Search::new(game, know, guide, Pn, budget))
            }
            Chosen::AlphaBeta {
                settings,
                analysis,
                order,
            } => {
                let (know, guide) = (self.know_if(analysis), self.guide_of(order));
                Box::new(Search::new(game, know, guide, settings, budget))
            }
        };
        Box::new(self.erased(search))
    }

    fn job_session<'g>(&'g self, settings: DfPn, budget: Budget) -> Box<dyn JobSession<'g> + 'g> {
        if G::HAS_HISTORY {
            unreachable!("a solver without a history");
        }
        let (know, guide) = (&*self.know, self.best_guide());
        let search = Search::new(&*self.game, know, guide, settings, budget);
        Box::new(self.erased(Box::new(search)))
    }

    fn extract(
        &self,
        line: &Line,
        promise: Promise<Margin>,
        writing: &ExtractLimits,
    ) -> (Result<WrittenProof, Failure>, u64) {
        let line = T::line(&self.game, line);
        let prover = |budget| self.prover(budget);
        let how = (&prover as _, self.joining);
        proof(None, how, &line, promise_of_points(promise), writing)
    }

    fn proof_kind(&self, line: &Line) -> ProofKind {
        let line = T::line(&self.game, line);
        match self.joining {
            Some(joining) if (joining.suits)(&self.game, line.position()) => ProofKind::Connection,
            _ => ProofKind::Strategy,
        }
    }

    fn restrictions(&self) -> Vec<&'static str> {
        self.restrictions.iter().map(|r| r.name()).collect()
    }

    fn suits(&self, restriction: usize, line: &Line) -> bool {
        let line = T::line(&self.game, line);
        self.restrictions[restriction].suits(&self.game, line.position())
    }

    fn keys(&self, line: &Line) -> u64 {
        let line = T::line(&self.game, line);
        keys(&*self.game, &*self.know, line.position())
    }
}

fn keys<G: Game>(game: &G, know: &impl Analysis<G>, pos: &G::Position) -> u64 {
    let start = game.start();
    let mut joined = 0_u64;
    let mut join = |key: u64, second_key: u64| {
        for number in [key, second_key] {
            joined = (joined.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    };
    join(game.key(&start), game.second_key(&start));
    join(game.key(pos), game.second_key(pos));
    if game.outcome(pos).is_none() {
        for m in game.moves(pos) {
            let next = game.play(pos, m);
            join(game.key(&next), game.second_key(&next));
        }
        let won = Outcome::from_value(game.range(Player::First).upper, Player::First);
        know.prospects(game, &(), pos, won, |seen| join(seen.key, seen.second_key));
    }
    joined
}

impl<'g, G, S, T> Session<'g> for Erased<'g, G, S, T>
where
    G: Game,
    S: Solver<'g, G> + Send + ?Sized,
    T: Terms<G>,
{
    fn another(&self) -> Option<Box<dyn Session<'g> + 'g>> {
        let beside = self.search.beside()?;
        let prover = self.prover.clone();
        let erased = Erased::<G, _, T>::new(self.game, beside, prover, self.joining);
        Some(Box::new(erased))
    }

    fn can_tell(
        &mut self,
        line: &Line<'g>,
        promise: Promise<Margin>,
        watch: &dyn Watch<Margin>,
    ) -> bool {
        let line = T::line(self.game, line);
        let watch = ErasedWatch(watch);
        self.search.limit_nodes(0);
        let oracle = (self.search).oracle(&line, promise_of_points(promise), &watch);
        oracle.is_some()
    }

    fn extract(
        &mut self,
        line: &Line<'g>,
        promise: Promise<Margin>,
        writing: &ExtractLimits,
    ) -> (Result<WrittenProof, Failure>, u64) {
        let line = T::line(self.game, line);
        let promise = promise_of_points(promise);
        let watch = ErasedWatch(writing.watch);
        self.search.limit_nodes(writing.budget.nodes_max);
        let first = self.search.oracle(&line, promise, &watch);
        proof(
            first,
            (&*self.prover, self.joining),
            &line,
            promise,
            writing,
        )
    }
}

impl<'g, G, A, D, T> JobSession<'g> for Erased<'g, G, Search<'g, G, A, D, DfPn>, T>
where
    G: Game,
    A: Analysis<G> + Send,
    D: Guide<G> + Send,
    T: Terms<G>,
{
    fn folds(&self, line: &Line) -> bool {
        self.search.folds(T::line(self.game, line).position())
    }

    fn approach(
        &mut self,
        line: &Line<'g>,
        at_least: Outcome<Margin>,
        limits: Distance,
        nodes_min: u64,
        exchange: &mut dyn Exchange,
        watch: &dyn Watch<Margin>,
    ) -> (Option<Distance>, Effort, Option<Stopped>) {
        let line = T::line(self.game, line);
        let at_least = outcome_of_points(at_least);
        let watch = ErasedWatch(watch);
        let search = &mut self.search;
        search.approach(&line, at_least, limits, nodes_min, exchange, &watch)
    }

    fn extract_alone(
        &mut self,
        line: &Line<'g>,
        promise: Promise<Margin>,
        bytes_max: usize,
        watch: &dyn Watch<Margin>,
    ) -> Option<Result<StrategyAnswers, Failure>> {
        let line = T::line(self.game, line);
        let promise = promise_of_points(promise);
        let watch = ErasedWatch(watch);
        self.search.limit_nodes(u64::MAX);
        let mut oracle = self.search.oracle(&line, promise, &watch)?;
        Some(extract(&line, promise, oracle.as_mut(), bytes_max))
    }
}

/// How a proof is written: who makes another search, and how connections are written down, if they are.
type How<'a, 'g, G> = (
    &'a dyn Fn(Budget) -> Box<dyn Solver<'g, G> + Send + 'g>,
    Option<Joining<G>>,
);

/// The proof that a promise is kept, by an oracle, if there is one, and by another search; and how many nodes
/// that took.
fn proof<'g, G: Game>(
    first: Option<Box<dyn Oracle<'g, G> + '_>>,
    (prover, joining): How<'_, 'g, G>,
    root: &unbeatable_core::Line<'g, G>,
    promise: Promise<G::Value>,
    writing: &ExtractLimits,
) -> (Result<WrittenProof, Failure>, u64) {
    let table_bytes_max = writing.budget.table_bytes_max;
    // Without a first oracle, its part is the other's.
    let (eighths, taken) = match first {
        Some(_) => (HELP_EIGHTHS, SEARCH_EIGHTHS + HELP_EIGHTHS),
        None => (SEARCH_EIGHTHS, SEARCH_EIGHTHS),
    };
    let mut oracle = Helped {
        root,
        promise,
        writing,
        watch: ErasedWatch(writing.watch),
        prover,
        first,
        help: None,
        help_bytes_max: table_bytes_max / 8 * eighths,
        help_nodes: 0,
    };
    let bytes_max = table_bytes_max / 8 * (8 - taken);
    let joining = joining.filter(|joining| (joining.suits)(root.game(), root.position()));
    let written = match joining {
        Some(joining) => (joining.extract)(root, promise.player, &mut oracle, bytes_max)
            .map(WrittenProof::Connection),
        None => extract(root, promise, &mut oracle, bytes_max).map(WrittenProof::Strategy),
    };
    (written, oracle.nodes())
}

/// An oracle that asks another solver where it has no answer.
struct Helped<'a, 'g, 'o, G: Game> {
    root: &'a unbeatable_core::Line<'g, G>,
    promise: Promise<G::Value>,
    writing: &'a ExtractLimits<'a>,
    watch: ErasedWatch<'a>,
    prover: &'a dyn Fn(Budget) -> Box<dyn Solver<'g, G> + Send + 'g>,
    first: Option<Box<dyn Oracle<'g, G> + 'o>>,
    help: Option<Box<dyn Solver<'g, G> + Send + 'g>>,
    help_bytes_max: usize,
    /// What the other one has taken.
    help_nodes: u64,
}

impl<'g, G: Game> Oracle<'g, G> for Helped<'_, 'g, '_, G> {
    fn choose(
        &mut self,
        line: &unbeatable_core::Line<'g, G>,
        is_known: &dyn Fn(G::Move, &G::Position) -> bool,
    ) -> Result<Option<G::Move>, Stopped> {
        (self.writing.count_answer)();
        if let Some(first) = &mut self.first
            && let Some(m) = first.choose(line, is_known)?
        {
            return Ok(Some(m));
        }
        let budget = self.writing.budget;
        let left = budget.nodes_max.saturating_sub(self.nodes());
        let (prover, table_bytes_max) = (self.prover, self.help_bytes_max);
        let help = self.help.get_or_insert_with(|| {
            prover(Budget {
                table_bytes_max,
                ..budget
            })
        });
        help.limit_nodes(left);
        let oracle = help.oracle(self.root, self.promise, &self.watch);
        let mut oracle = oracle.ok_or(Stopped::Memory)?;
        let chosen = oracle.choose(line, is_known);
        self.help_nodes += oracle.nodes();
        chosen
    }

    fn nodes(&self) -> u64 {
        let first = self.first.as_ref().map_or(0, |first| first.nodes());
        first + self.help_nodes
    }
}
