//! How it is asked, and who plays for the player that wins.

use unbeatable_core::{
    Analysis, Budget, Effort, Game, Goal, Guide, Line, Oracle, Promise, Stopped, Value, Watch,
};

use super::SuperkoDfPn;
use super::run::SuperkoRun;
use crate::meter::{Meter, PartWatch};
use crate::questions::{self, YesNoAnswer, YesNoSearch};
use crate::search::Search;
use crate::solved::Solved;
use crate::solver::Solver;

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Solver<'g, G> for Search<'g, G, A, D, SuperkoDfPn> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let meter = Meter::new(&self.budget, watch);
        questions::prove(&mut SuperkoRun::new(self, line, meter), line, goal)
    }

    fn play_out(
        &mut self,
        line: &Line<'g, G>,
        solved: &Solved<G>,
        meter: Meter<'_, G::Value>,
    ) -> Vec<G::Move> {
        questions::play_out(&mut SuperkoRun::new(self, line, meter), line, solved)
    }

    fn oracle<'s>(
        &'s mut self,
        _: &Line<'g, G>,
        promise: Promise<G::Value>,
        watch: &'s dyn Watch<G::Value>,
    ) -> Option<Box<dyn Oracle<'g, G> + 's>> {
        Some(Box::new(SuperkoOracle {
            search: self,
            promise,
            watch,
            effort: Effort::default(),
        }))
    }
}

/// Who plays for a player who gets what is promised: each move is searched for, with what the searches
/// before remember.
struct SuperkoOracle<'s, 'g, G: Game, A, D> {
    search: &'s mut Search<'g, G, A, D, SuperkoDfPn>,
    promise: Promise<G::Value>,
    watch: &'s dyn Watch<G::Value>,
    /// What was spent so far.
    effort: Effort,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Oracle<'g, G> for SuperkoOracle<'_, 'g, G, A, D> {
    fn choose(
        &mut self,
        line: &Line<'g, G>,
        is_known: &dyn Fn(G::Move, &G::Position) -> bool,
    ) -> Result<Option<G::Move>, Stopped> {
        let (game, pos) = (self.search.game, *line.position());
        let legal = |m: &G::Move| line.clone().play(*m);
        let wins = |m: &G::Move| {
            let end = game.outcome(&game.play(&pos, *m));
            end.is_some_and(|outcome| self.promise.is_kept_by(outcome))
        };
        let at_once = game.moves(&pos).find(|m| wins(m) && legal(m));
        let mut moves = game.moves(&pos);
        if let Some(m) = at_once.or_else(|| moves.find(|m| is_known(*m, &game.play(&pos, *m)))) {
            return Ok(Some(m));
        }
        let budget = Budget {
            nodes_max: self
                .search
                .budget
                .nodes_max
                .saturating_sub(self.effort.nodes),
            ..self.search.budget
        };
        let part = PartWatch::new(self.watch, self.effort, game.range(game.turn(&pos)));
        let mut run = SuperkoRun::new(self.search, line, Meter::new(&budget, &part));
        let answer = run.ask(&pos, self.promise.at_least.rank().into());
        self.effort.nodes += run.meter().effort.nodes;
        Ok(match answer? {
            YesNoAnswer::Yes(m, _) => Some(m),
            YesNoAnswer::No(_) => None,
        })
    }

    fn nodes(&self) -> u64 {
        self.effort.nodes
    }
}
