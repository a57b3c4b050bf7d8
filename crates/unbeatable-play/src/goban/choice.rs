//! Good moves: proven ones if the solver finds some in time, else a guess.

use unbeatable_bench::bench::Bench;
use unbeatable_bench::erased::{Line, Position};
use unbeatable_core::{Game, Guide, Notation, Player};
use unbeatable_games::go::liberties::Liberties;
use unbeatable_games::go::{Go, Move};

use super::{Goban, hand_over};
use unbeatable_ask::moves;
use unbeatable_ask::value;
use unbeatable_bench::depth::deep;
use unbeatable_bench::registry;
use unbeatable_report::Follow;
use unbeatable_report::question::{Analyze, Limits, Solve};
use unbeatable_report::report::{AnalyzeReport, SolveReport, Stop};

/// A move, and what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub text: String,
    /// Whether no move is better: that is proven, for the true history of the game.
    pub is_proven: bool,
    /// Whether the search was interrupted.
    pub is_interrupted: bool,
}

impl Goban {
    /// A move for `player`, whoever's turn it is. If the solver finds the value in time, it is a best
    /// move; else one that is proven to get the most that is proven so far; else a guess.
    /// Where the game is over, it is a pass.
    #[must_use]
    pub fn choose(&self, player: Player, limits: &Limits, follow: &dyn Follow) -> Choice {
        if self.is_over() {
            return Choice {
                text: "pass".into(),
                is_proven: true,
                is_interrupted: false,
            };
        }
        let report = self.solve(player, limits, follow);
        let proven = report.best.first();
        let text = match proven {
            Some(m) => m.clone(),
            None => useful_witness(&report, player).unwrap_or_else(|| self.guess(player)),
        };
        Choice {
            text,
            is_proven: proven.is_some(),
            is_interrupted: report.effort.stopped == Some(Stop::Interrupted),
        }
    }

    /// What the position is worth with `player` to move.
    #[must_use]
    pub fn solve(&self, player: Player, limits: &Limits, follow: &dyn Follow) -> SolveReport {
        let question = Solve {
            limits: limits.clone(),
            ..Solve::default()
        };
        let bench = registry::go(self.go.clone());
        let line = self.erased_line(&bench, player);
        deep(|| value::about(&bench, &line, &question, follow))
            .expect("the solver that is chosen by default takes every game of Go")
    }

    /// What each move of `player` is worth.
    #[must_use]
    pub fn analyze(&self, player: Player, limits: &Limits, follow: &dyn Follow) -> AnalyzeReport {
        let question = Analyze {
            limits: limits.clone(),
            ..Analyze::default()
        };
        let bench = registry::go(self.go.clone());
        let line = self.erased_line(&bench, player);
        deep(|| moves::about(&bench, &line, &question, follow))
            .expect("the solver that is chosen by default takes every game of Go")
    }

    /// The game so far on a bench, with `player` to move if it is not over.
    fn erased_line<'g>(&self, bench: &'g Bench, player: Player) -> Line<'g> {
        let mut line = self.line(&self.go);
        if line.outcome().is_none() {
            hand_over(&mut line, player);
        }
        line.carried(&bench.game, |pos| Position::new(*pos))
    }

    /// A sensible move, for want of a proven one: a pass if that wins at once, else a stone that
    /// neither fills an eye nor gives itself up, the most promising one; if there is none, a pass.
    fn guess(&self, player: Player) -> String {
        let go = &self.go;
        let mut line = self.line(go);
        hand_over(&mut line, player);
        let pos = *line.position();
        if go.passes(&pos) == 1 && self.outcome_now(&pos).winner() == Some(player) {
            return go.move_text(&pos, Move::Pass);
        }
        let mut is_sensible = |m: &Move| match *m {
            Move::Pass => false,
            Move::Stone(point) => {
                let is_good = !go.fills_eye(&pos, player, point) && !go.is_self_atari(&pos, point);
                let is_played = is_good && line.play(*m);
                if is_played {
                    line.undo();
                }
                is_played
            }
        };
        let stones: Vec<Move> = go.moves(&pos).filter(|m| is_sensible(m)).collect();
        let promise = |m: &Move| Guide::<Go>::promise(&Liberties, go, &pos, *m);
        // Of equals, the first in board order.
        let best = stones.into_iter().rev().max_by_key(promise);
        go.move_text(&pos, best.unwrap_or(Move::Pass))
    }
}

/// The move that gets the most that is proven, while the value is open. A pass that may still lose is
/// not worth it.
pub fn useful_witness(report: &SolveReport, player: Player) -> Option<String> {
    let points = match player {
        Player::First => report.bounds.lower.0,
        Player::Second => -report.bounds.upper.0,
    };
    let is_useful = |m: &String| m != "pass" || points >= 0.0;
    report.witness.clone().filter(is_useful)
}
