//! Depth-first proof-number search, for games in which repetition is forbidden.
//!
//! It answers yes/no questions, 'does the player to move get at least v?', and finds a value by as few
//! of them as it can. A position is searched as long as it looks nearest to a proof: its numbers say
//! how many positions must still be proven, at least (df-pn, Nagai 2002; here with weak numbers, Ueda
//! et al. 2008, and the 1+ε trick, Pawlewicz and Lew 2007).
//!
//! Where history decides which moves are legal, the same position behind another history may have
//! another value, and a table that ignores it is wrong (the graph-history interaction; Kishimoto and
//! Müller 2004 solve it by searching again, to verify). Here every proof says what it depends on:
//!
//! - The winner's moves must be legal: the marks that his strategy makes must be *new*. Where he moves,
//!   they are those of the chosen move's proof and the move's own mark; where the loser moves, those of
//!   all moves together. (If a loser's move is no longer legal, so much the better.)
//! - The loser's moves that history forbade must be forbidden still: their marks must have *stood*. A
//!   mark that is left on the way from the proven position need not have stood before it.
//!
//! A proof is used again behind every history that meets this, and behind no other. The numbers are
//! shared by all histories, since they only guide; so they can mislead, and a search could go round in
//! circles. It does not, because a visit is made to lead to a new position or proof if a few before it
//! did not; and there are finitely many of these, as long as memory has room for them.
//!
//! The search goes on in the frame of the line; positions are remembered in their canonical form, and
//! proofs in its frame.

use unbeatable_core::{
    Analysis, Budget, Effort, Game, Goal, Guide, Line, Oracle, Promise, Stopped, Value, Watch,
};

use crate::meter::{Meter, Part};
use crate::questions::{self, Answer, Asked};
use crate::search::{Algorithm, Search};
use crate::solved::Solved;
use crate::solver::Solver;

mod frames;
mod memory;
mod path;
mod run;
mod sets;

use frames::Frames;
use memory::Memory;
use run::Run;

/// How df-pn goes about its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Superko {
    /// Remember positions in their canonical form.
    pub symmetry: bool,
    /// Use proofs without looking at what they depend on. That is wrong where history matters; it is
    /// here to show that it is.
    pub forgets: bool,
}

impl Superko {
    /// What is fastest.
    pub const BEST: Self = Superko {
        symmetry: true,
        forgets: false,
    };
}

impl<G: Game> Algorithm<G> for Superko {
    type Memory = Framed<G::Position>;

    fn memory(self, game: &G, budget: &Budget) -> Self::Memory {
        Framed {
            frames: Frames::new(game, self.symmetry),
            table: Memory::new(budget.table_bytes_max),
        }
    }
}

/// What is remembered of positions, and how symmetries act on it.
pub struct Framed<P> {
    frames: Frames,
    table: Memory<P>,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Solver<'g, G> for Search<'g, G, A, D, Superko> {
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
        questions::prove(&mut Run::new(self, line, meter), line, goal)
    }

    fn play_out(
        &mut self,
        line: &Line<'g, G>,
        solved: &Solved<G>,
        meter: Meter<'_, G::Value>,
    ) -> Vec<G::Move> {
        questions::play_out(&mut Run::new(self, line, meter), line, solved)
    }

    fn oracle<'s>(
        &'s mut self,
        _: &Line<'g, G>,
        promise: Promise<G::Value>,
        watch: &'s dyn Watch<G::Value>,
    ) -> Option<Box<dyn Oracle<'g, G> + 's>> {
        Some(Box::new(Advice {
            search: self,
            promise,
            watch,
            effort: Effort::default(),
        }))
    }
}

/// Who plays for a player who gets what is promised: each move is searched for, with what the searches
/// before remember.
struct Advice<'s, 'g, G: Game, A, D> {
    search: &'s mut Search<'g, G, A, D, Superko>,
    promise: Promise<G::Value>,
    watch: &'s dyn Watch<G::Value>,
    /// What was spent so far.
    effort: Effort,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Oracle<'g, G> for Advice<'_, 'g, G, A, D> {
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
        let part = Part::new(self.watch, self.effort, game.range(game.turn(&pos)));
        let mut run = Run::new(self.search, line, Meter::new(&budget, &part));
        let answer = run.ask(&pos, self.promise.at_least.rank().into());
        self.effort.nodes += run.meter().effort.nodes;
        Ok(match answer? {
            Answer::Yes(m, _) => Some(m),
            Answer::No(_) => None,
        })
    }

    fn nodes(&self) -> u64 {
        self.effort.nodes
    }
}

#[cfg(test)]
mod tests;
