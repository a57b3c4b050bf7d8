//! Good moves: proven ones if the solver finds some in time, else a guess.

use unbeatable_core::{Game, Guide, Notation, Player};
use unbeatable_games::go::{Go, Move};
use unbeatable_games::liberties::Liberties;

use super::{Goban, hand_over};
use crate::any_game::Follow;
use crate::bench::deep;
use crate::question::{Analyze, Limits, Solve};
use crate::report::{AnalyzeReport, SolveReport};
use crate::{analyzing, registry, solving};

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
            is_interrupted: report.effort.stopped == Some("interrupted"),
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
        let mut line = self.line(&bench.game);
        if line.outcome().is_none() {
            hand_over(&mut line, player);
        }
        deep(|| solving::about(&bench, &line, &question, follow))
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
        let mut line = self.line(&bench.game);
        if line.outcome().is_none() {
            hand_over(&mut line, player);
        }
        deep(|| analyzing::about(&bench, &line, &question, follow))
            .expect("the solver that is chosen by default takes every game of Go")
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
fn useful_witness(report: &SolveReport, player: Player) -> Option<String> {
    let points = match player {
        Player::First => report.bounds.lower.0,
        Player::Second => -report.bounds.upper.0,
    };
    let is_useful = |m: &String| m != "pass" || points >= 0.0;
    report.witness.clone().filter(is_useful)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Points;

    /// A game of the moves given, colours in turn, Black first.
    fn played(spec: &str, moves: &str) -> Goban {
        let mut goban = Goban::new(spec).expect("a spec of Go");
        for m in moves.split_whitespace() {
            let player = goban.turn();
            goban.play(player, m).expect("a legal move");
        }
        goban
    }

    #[track_caller]
    fn check_guess(spec: &str, moves: &str, expected: &str) {
        let goban = played(spec, moves);
        assert_eq!(goban.guess(goban.turn()), expected, "{moves}");
        // Without time, a guess is all there is.
        let limits = Limits {
            nodes: Some(0),
            ..Limits::default()
        };
        let choice = goban.choose(goban.turn(), &limits, &());
        assert_eq!((choice.text.as_str(), choice.is_proven), (expected, false));
    }

    #[test]
    fn guesses_are_sensible() {
        check_guess("go:5x5", "", "C3");
        check_guess("go:3x3", "B2", "B3"); // On the edge there are two liberties.
        check_guess("go:3x3", "B2 pass", "pass"); // Wins.
        check_guess("go:3x3+komi=9.5", "B2 pass", "B3"); // Would lose.
        check_guess("go:3x3", "B2 A2 A1 C2", "A3"); // Takes.
        check_guess("go:3x3", "A2 pass B2 pass B1 pass B3 pass C2", "pass"); // Only self-ataris.
    }

    #[test]
    fn a_pass_that_may_lose_is_no_witness() {
        let mut report = played("go:2x2", "").solve(Player::First, &Limits::default(), &());
        for (witness, lower, expected) in [
            (None, 1.0, None),
            (Some("A1"), -4.0, Some("A1")),
            (Some("pass"), -1.0, None),
            (Some("pass"), 0.0, Some("pass")),
        ] {
            report.witness = witness.map(String::from);
            report.bounds.lower.0 = lower;
            let found = useful_witness(&report, Player::First);
            assert_eq!(found.as_deref(), expected);
        }
    }

    #[test]
    fn a_turn_that_was_handed_over_does_not_let_a_pass_end_the_game() {
        let mut goban = played("go:1x4", "A1");
        let value = |goban: &Goban| {
            let report = goban.solve(Player::First, &Limits::default(), &());
            report.outcome.expect("it is solved").margin
        };
        assert_eq!(value(&goban), Some(Points(-4.0)));
        // Had White passed, so could Black, and get the whole board.
        goban.play(Player::Second, "pass").expect("legal");
        assert_eq!(value(&goban), Some(Points(4.0)));
    }
}
