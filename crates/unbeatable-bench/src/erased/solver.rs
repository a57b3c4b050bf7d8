//! A search of the game inside, asked in the terms of the erased game.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use unbeatable_core::{Budget, Game, Goal, Line, Margin, Outcome, Progress, Promise, Value, Watch};
use unbeatable_solve::proof_table::{Distance, ProofTable};
use unbeatable_solve::solver::{Observer, Outlook};
use unbeatable_solve::{Solved, Solver, Visits};

use super::terms::Terms;
use super::{
    ErasedGame, Move, bounds_in_points, goal_of_points, of_points, outcome_of_points,
    progress_in_points,
};
use crate::joining::Joining;

/// A solver of `G`, as one of the erased game, which `T` says how to understand.
///
/// It is compiled once for all solvers of a game if `S` is a trait object.
pub struct Erased<'g, G: Game, S: ?Sized, T> {
    /// The rule book.
    pub(crate) game: &'g G,
    /// Its solver.
    pub(crate) search: Box<S>,
    /// Makes another one, for strategies that it cannot tell.
    pub(crate) prover: Arc<Prover<'g, G>>,
    /// How connections are written down, if the game is won by one.
    pub(crate) joining: Option<Joining<G>>,
    terms: PhantomData<T>,
}

/// Makes solvers that find strategies.
pub type Prover<'g, G> = dyn Fn(Budget) -> Box<dyn Solver<'g, G> + Send + 'g> + Send + Sync + 'g;

impl<'g, G: Game, S: ?Sized, T> Erased<'g, G, S, T> {
    pub(crate) fn new(
        game: &'g G,
        search: Box<S>,
        prover: Arc<Prover<'g, G>>,
        joining: Option<Joining<G>>,
    ) -> Self {
        Erased {
            game,
            search,
            prover,
            joining,
            terms: PhantomData,
        }
    }
}

/// What was found of the game inside, in the terms of the erased game.
#[must_use]
pub fn erased_solved<G: Game, T: Terms<G>>(solved: Solved<G>) -> Solved<ErasedGame> {
    let erased = |moves: Vec<G::Move>| moves.into_iter().map(T::erased).collect();
    Solved {
        bounds: bounds_in_points(solved.bounds),
        best: erased(solved.best),
        witness: solved.witness.map(T::erased),
        best_complete: solved.best_complete,
        line: erased(solved.line),
        effort: solved.effort,
        table_bytes: solved.table_bytes,
        stopped: solved.stopped,
        evidence: solved.evidence,
        plies_left: solved.plies_left,
    }
}

/// A promise about the erased game, as the game inside understands it.
#[must_use]
pub fn promise_of_points<V: Value>(promise: Promise<Margin>) -> Promise<V> {
    Promise {
        player: promise.player,
        at_least: of_points(promise.at_least),
    }
}

/// Watches a search of the game inside for somebody who watches the erased game.
pub struct ErasedWatch<'w>(pub &'w dyn Watch<Margin>);

impl<V: Value> Watch<V> for ErasedWatch<'_> {
    fn progress(&self, now: &Progress<V>) -> ControlFlow<()> {
        self.0.progress(&progress_in_points(now))
    }
}

impl<'g, G, S, T> Solver<'g, ErasedGame> for Erased<'g, G, S, T>
where
    G: Game,
    S: Solver<'g, G> + ?Sized,
    T: Terms<G>,
{
    fn budget(&mut self) -> &mut Budget {
        self.search.budget()
    }

    fn prove(
        &mut self,
        line: &Line<'g, ErasedGame>,
        goal: Goal<Margin>,
        watch: &dyn Watch<Margin>,
    ) -> Solved<ErasedGame> {
        let line = T::line(self.game, line);
        let watch = ErasedWatch(watch);
        erased_solved::<G, T>(self.search.prove(&line, goal_of_points(goal), &watch))
    }

    fn value(
        &mut self,
        line: &Line<'g, ErasedGame>,
        watch: &dyn Watch<Margin>,
    ) -> Solved<ErasedGame> {
        let line = T::line(self.game, line);
        erased_solved::<G, T>(self.search.value(&line, &ErasedWatch(watch)))
    }

    fn solve(
        &mut self,
        line: &Line<'g, ErasedGame>,
        goal: Goal<Margin>,
        watch: &dyn Watch<Margin>,
    ) -> Solved<ErasedGame> {
        let line = T::line(self.game, line);
        let watch = ErasedWatch(watch);
        erased_solved::<G, T>(self.search.solve(&line, goal_of_points(goal), &watch))
    }

    fn record(
        &mut self,
        line: &Line<'g, ErasedGame>,
        goal: Goal<Margin>,
        watch: &dyn Watch<Margin>,
    ) -> Option<(Solved<ErasedGame>, Visits)> {
        let line = T::line(self.game, line);
        let watch = ErasedWatch(watch);
        let (solved, visits) = self.search.record(&line, goal_of_points(goal), &watch)?;
        Some((erased_solved::<G, T>(solved), visits))
    }

    fn table(&mut self) -> Option<Arc<ProofTable>> {
        self.search.table()
    }

    fn look(&mut self, line: &Line<'g, ErasedGame>) -> Option<Box<dyn Observer<ErasedGame> + 'g>> {
        let look = self.search.look(&T::line(self.game, line))?;
        Some(Box::new(ErasedLook::<G, T>(look, PhantomData)))
    }

    fn proof_size(
        &mut self,
        line: &Line<'g, ErasedGame>,
        goal: Goal<Margin>,
        watch: &dyn Watch<Margin>,
    ) -> Option<u64> {
        let line = T::line(self.game, line);
        let watch = ErasedWatch(watch);
        self.search.proof_size(&line, goal_of_points(goal), &watch)
    }
}

struct ErasedLook<'g, G: Game, T>(Box<dyn Observer<G> + 'g>, PhantomData<T>);

impl<G: Game, T: Terms<G>> Observer<ErasedGame> for ErasedLook<'_, G, T> {
    fn outlook(&self, at_least: Outcome<Margin>) -> Outlook<Move> {
        let Outlook { distance, line } = self.0.outlook(outcome_of_points(at_least));
        let line = line.into_iter().map(T::erased).collect();
        Outlook { distance, line }
    }

    fn moves(&self, at_least: Outcome<Margin>) -> Vec<(Move, Distance)> {
        let moves = self.0.moves(outcome_of_points(at_least)).into_iter();
        moves
            .map(|(m, distance)| (T::erased(m), distance))
            .collect()
    }

    fn share(&self, at_least: Outcome<Margin>) -> f64 {
        self.0.share(outcome_of_points(at_least))
    }
}
