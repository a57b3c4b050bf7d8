//! [`Soonest`] as a solver like any other.

use std::ops::ControlFlow;

use unbeatable_core::{
    Bounds, Budget, Foresight, Goal, Layered, Line, Outcome, Player, Progress, Timing, Value,
    Watch, Wdl,
};
use unbeatable_solve::meter::Meter;
use unbeatable_solve::{Evidence, PliesLeft, Solved, Solver};

use crate::run::TimingQuestion;
use crate::soonest::Soonest;

/// A line of best play is searched for in parts of so many nodes, then twice as many: between them the
/// watcher is asked.
const PART_NODES: u64 = 50_000;

impl<'g, G: Layered, F: Foresight<G>> Solver<'g, G> for Soonest<'g, G, F> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(&mut self, line: &Line<'g, G>, goal: Goal<Wdl>, watch: &dyn Watch<Wdl>) -> Solved<G> {
        self.proven(line, goal, true, watch)
    }

    fn value(&mut self, line: &Line<'g, G>, watch: &dyn Watch<Wdl>) -> Solved<G> {
        self.proven(line, Goal::Value, false, watch)
    }

    fn beside(&self) -> Option<Box<dyn Solver<'g, G> + Send + 'g>> {
        Some(Box::new(Soonest::beside(self)))
    }

    /// Every move is searched for: what is remembered makes that quick.
    fn play_out(
        &mut self,
        line: &Line<'g, G>,
        solved: &Solved<G>,
        mut meter: Meter<'_, Wdl>,
    ) -> Vec<G::Move> {
        let game = line.game();
        let mut timing = match (solved.bounds.value(), solved.plies_left) {
            (Some(Wdl::Draw), _) => Timing::DRAW,
            (Some(value), Some(plies)) if let Some(plies) = plies.exact() => {
                let last = game.layer(line.position()) + plies;
                Timing::ended(value, last, game.layer_max())
            }
            _ => return vec![],
        };
        let budget = self.budget;
        self.budget.threads = 1;
        let mut line = line.clone();
        let mut moves = vec![];
        let mut next = solved.best.first().copied();
        let mut part = PART_NODES;
        while let Some(m) = next.take() {
            assert!(line.play(m), "nothing repeats");
            moves.push(m);
            timing = -timing;
            while line.outcome().is_none() && next.is_none() && meter.nodes_left() > 0 {
                self.budget.nodes_max = part.min(meter.nodes_left());
                let rank = i32::from(timing.rank());
                // Some move is worth that: which?
                let window = (Timing::of(rank - 1), timing);
                let found = self.time(line.position(), Some(window), &());
                match found.stopped {
                    None => next = found.witness,
                    Some(_) => part *= 2,
                }
                if meter.part(found.effort).is_err() {
                    break;
                }
            }
        }
        self.budget = budget;
        moves
    }
}

impl<'g, G: Layered, F: Foresight<G>> Soonest<'g, G, F> {
    /// Answers `goal`, with a move where that `needs_move`.
    fn proven(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<Wdl>,
        needs_move: bool,
        watch: &dyn Watch<Wdl>,
    ) -> Solved<G> {
        let (game, pos) = (line.game(), line.position());
        let turn = game.turn(pos);
        let question = match goal {
            Goal::Value => TimingQuestion::Exactly {
                floor: self.know.floor(game, pos).map(Timing::of),
                needs_move,
            },
            Goal::AtLeast(outcome) => {
                let rank = i32::from(outcome.value_for(turn).rank());
                match turn {
                    Player::First => TimingQuestion::Within(Timing::of(rank - 1), Timing::of(rank)),
                    // He asks whether his value is at most that.
                    Player::Second => {
                        TimingQuestion::Within(Timing::of(rank), Timing::of(rank + 1))
                    }
                }
            }
        };
        let asking = match goal {
            Goal::Value => None,
            Goal::AtLeast(outcome) => Some(outcome),
        };
        let found = self.answer(pos, question, &OutcomeWatch { watch, asking });
        let Bounds { lower, upper } = found.bounds;
        let bounds = Bounds {
            lower: lower.outcome(),
            upper: upper.outcome(),
        };
        let is_over = line.outcome().is_some();
        // Who wins may be known before how soon. Where nothing is worse, any move is best; what is written
        // comes without a move, which a search that is stopped does not find.
        let any = game.moves(pos).next().filter(|_| bounds.upper == Wdl::Loss);
        let best = match is_over || !bounds.is_exact() {
            true => None,
            false => found.witness.or(any),
        };
        Solved {
            bounds,
            witness: found.witness.filter(|_| bounds.lower > Wdl::Loss),
            best: best.into_iter().collect(),
            best_complete: bounds.is_exact() && (is_over || game.moves(pos).count() == 1),
            line: vec![],
            effort: found.effort,
            table_bytes: found.table_bytes,
            stopped: found.stopped,
            evidence: Evidence::Exact,
            plies_left: bounds
                .value()
                .filter(|value| *value != Wdl::Draw)
                .map(|value| {
                    let (soonest, latest) = match value {
                        Wdl::Win => (upper, lower),
                        _ => (lower, upper),
                    };
                    PliesLeft {
                        least: plies_left(game, pos, soonest),
                        most: plies_left(game, pos, latest),
                    }
                }),
        }
    }
}

/// How many plies are left if the game ends so.
fn plies_left<G: Layered>(game: &G, pos: &G::Position, timing: Timing) -> u32 {
    let last = timing.last_ply(game.layer_max());
    last.expect("somebody wins") - game.layer(pos)
}

/// Watches a search for how soon for somebody who asked who wins.
struct OutcomeWatch<'w> {
    watch: &'w dyn Watch<Wdl>,
    asking: Option<Outcome<Wdl>>,
}

impl Watch<Timing> for OutcomeWatch<'_> {
    fn progress(&self, now: &Progress<Timing>) -> ControlFlow<()> {
        self.watch.progress(&Progress {
            effort: now.effort,
            bounds: Bounds {
                lower: now.bounds.lower.outcome(),
                upper: now.bounds.upper.outcome(),
            },
            table_bytes: now.table_bytes,
            asking: self.asking,
        })
    }
}
