//! How it is asked, and who plays for the player that wins.

use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Line, Oracle, Promise, Stopped, Value, Watch,
};

use super::SuperkoDfPn;
use super::run::SuperkoRun;
use crate::meter::Meter;
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
        line: &Line<'g, G>,
        promise: Promise<G::Value>,
        watch: &'s dyn Watch<G::Value>,
    ) -> Option<Box<dyn Oracle<'g, G> + 's>> {
        let mut meter = Meter::new(&self.budget, watch);
        meter.prove(self.game.range(self.game.turn(line.position())));
        Some(Box::new(SuperkoOracle {
            run: SuperkoRun::new(self, line, meter),
            promise,
        }))
    }
}

/// Who plays for a player who gets what is promised: each move is searched for, with what the searches
/// before remember.
struct SuperkoOracle<'s, 'g, G: Game, A, D> {
    /// Where the last move was asked for; the next one is near by.
    run: SuperkoRun<'s, 'g, 's, G, A, D>,
    promise: Promise<G::Value>,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Oracle<'g, G> for SuperkoOracle<'_, 'g, G, A, D> {
    fn choose(
        &mut self,
        line: &Line<'g, G>,
        is_known: &dyn Fn(G::Move, &G::Position) -> bool,
    ) -> Result<Option<G::Move>, Stopped> {
        let (game, pos) = (line.game(), *line.position());
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
        self.run.go_to(line);
        match self.run.ask(&pos, self.promise.at_least.rank().into())? {
            YesNoAnswer::Yes(m, _) => Ok(Some(m)),
            YesNoAnswer::No(_) => Ok(None),
        }
    }

    fn nodes(&self) -> u64 {
        self.run.effort().nodes
    }
}
