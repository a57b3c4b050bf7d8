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
    Analysis, Bounds, Budget, Game, Goal, Guide, Line, Player, Stopped, Value, Watch,
};

use crate::found::ranks;
use crate::meter::{Meter, Part};
use crate::solved::{Evidence, LINE_MOVES_MAX, Solved};

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

/// A line of best play may always take this many nodes, if the budget has them.
const LINE_NODES_MIN: u64 = 100_000;

/// A df-pn search with its memory, for one question or for several about the same game.
pub struct Search<'g, G: Game, A, D> {
    game: &'g G,
    know: &'g A,
    guide: &'g D,
    options: Superko,
    budget: Budget,
    frames: Frames,
    memory: Memory<G::Position>,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Search<'g, G, A, D> {
    /// A search that uses what `know` proves and begins where `guide` guesses that a goal is near.
    #[must_use]
    pub fn new(game: &'g G, know: &'g A, guide: &'g D, options: Superko, budget: Budget) -> Self {
        Search {
            game,
            know,
            guide,
            options,
            budget,
            frames: Frames::new(game, options.symmetry),
            memory: Memory::new(budget.table_bytes_max),
        }
    }

    /// Changes how many nodes each of the next questions may take.
    pub fn limit_nodes(&mut self, nodes_max: u64) {
        self.budget.nodes_max = nodes_max;
    }

    /// Answers `goal` about the position at the end of `line`, with a line of best play if the value
    /// is exact then.
    ///
    /// What earlier questions left in memory is used again. The budget's nodes are per question. Nodes
    /// that only the line takes are not counted as effort, but they keep to the budget: it may end the
    /// line early.
    pub fn solve(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let mut solved = self.prove(line, goal, watch);
        if let (Some(value), Some(&m)) = (solved.bounds.value(), solved.best.first()) {
            let Solved { effort, bounds, .. } = solved;
            let left = self.budget.nodes_max - effort.nodes;
            let nodes_max = effort.nodes.max(LINE_NODES_MIN).min(left);
            let budget = Budget {
                nodes_max,
                ..self.budget
            };
            let part = Part::new(watch, effort, bounds);
            let run = Run::new(self, line, Meter::new(&budget, &part));
            solved.line = run.play_out(line.position(), value, m);
        }
        solved
    }

    /// Answers `goal` about the position at the end of `line`, without a line.
    pub fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let budget = self.budget;
        let mut run = Run::new(self, line, Meter::new(&budget, watch));
        let (witness, stopped) = run.answer(line, goal);
        let Meter {
            mut bounds,
            effort,
            table_bytes,
            ..
        } = run.meter;
        let proven = bounds;
        let is_over = line.outcome().is_some();
        let range = self.game.range(self.game.turn(line.position()));
        if stopped.is_some() && !is_over {
            // What is known without search holds all the same; but an exact value comes with a move.
            let both = bounds.and(self.know.bounds(self.game, line.position()));
            bounds = if both.is_exact() { bounds } else { both };
        }
        let mut legal = self.game.moves(line.position()).filter(|&m| {
            let mut line = line.clone();
            line.play(m)
        });
        // Where nothing is worse, any move is best.
        let first = if is_over { None } else { legal.next() };
        let best = witness.or(first).filter(|_| bounds.is_exact());
        Solved {
            bounds,
            // Analysis may know of more than the move gets.
            witness: witness.filter(|_| range.lower < bounds.lower && bounds.lower <= proven.lower),
            best: best.into_iter().collect(),
            best_complete: bounds.is_exact() && (is_over || legal.next().is_none()),
            line: vec![],
            effort,
            table_bytes,
            stopped,
            evidence: Evidence::Exact,
        }
    }
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Run<'_, 'g, '_, G, A, D> {
    /// Asks until the meter's bounds answer `goal`. The move that is worth the lower bound, if a
    /// question found it, and why it stopped before, if it did.
    fn answer(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
    ) -> (Option<G::Move>, Option<Stopped>) {
        let pos = line.position();
        let turn = self.turn(pos);
        if let Some(outcome) = line.outcome() {
            let stopped = self.meter.node().err();
            if stopped.is_none() {
                self.meter.end();
                self.meter.prove(Bounds::exactly(outcome.value_for(turn)));
            }
            return (None, stopped);
        }
        self.meter.prove(line.game().range(turn));
        let mut witness = None;
        for asked in 0.. {
            if goal.is_answered(self.meter.bounds, turn) {
                break;
            }
            let open = ranks(self.meter.bounds);
            let rank = match goal {
                Goal::AtLeast(outcome) => {
                    // The second player asks the reverse: is my value more than that?
                    let rank = i32::from(outcome.value_for(turn).rank());
                    rank + i32::from(turn == Player::Second)
                }
                // Is it more than the middle? If so, is it the best? Often it is, on small boards; and
                // what refutes it refutes much of what lies between. By bisection from then on.
                Goal::Value if asked == 1 && witness.is_some() => open.upper,
                Goal::Value if asked == 1 => open.lower + 1,
                Goal::Value => (open.lower + open.upper).div_euclid(2) + 1,
            };
            match self.ask(pos, rank) {
                Err(stopped) => return (witness, Some(stopped)),
                Ok(proof) => {
                    let value = G::Value::of_rank(proof.bound);
                    self.meter.prove(match proof.won {
                        true => Bounds::at_least(value),
                        false => Bounds::at_most(value),
                    });
                    witness = self.winner.or(witness);
                }
            }
        }
        (witness, None)
    }

    /// A line of best play that begins with `m`, as far as the budget goes.
    fn play_out(mut self, pos: &G::Position, value: G::Value, m: G::Move) -> Vec<G::Move> {
        let game = self.game();
        let (mut pos, mut value, mut m) = (*pos, value, m);
        let mut line = vec![];
        while line.len() < LINE_MOVES_MAX {
            let next = game.play(&pos, m);
            assert!(self.play(&pos, &next), "a best move is legal");
            line.push(m);
            (pos, value) = (next, -value);
            if game.outcome(&pos).is_some() {
                break;
            }
            let worst = game.range(game.turn(&pos)).lower;
            let best = match value > worst {
                true => self.ask(&pos, value.rank().into()).ok().and(self.winner),
                // Nothing is worse, so any move is best.
                false => self.first_legal(&pos),
            };
            match best {
                Some(best) => m = best,
                None => break,
            }
        }
        line
    }
}

#[cfg(test)]
mod tests;
