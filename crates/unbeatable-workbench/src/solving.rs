//! What a position is worth.

use unbeatable_core::notation::quoted;
use unbeatable_core::{Analysis, Game, Goal, Guide, Line, Notation, Outcome, Player, Value};
use unbeatable_solve::{Evidence, Solved};

use crate::any_game::{AskError, Follow};
use crate::bench::Bench;
use crate::clock::{self, Clock, bounds_report};
use crate::method;
use crate::question::Solve;
use crate::report::{AtLeastReport, EffortReport, Points, SCHEMA, SolveReport};
use crate::session::{Ask, session};

pub(crate) fn solve<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
    question: &Solve,
    follow: &dyn Follow,
) -> Result<SolveReport, AskError> {
    let line = bench.line(&question.setup)?;
    about(bench, &line, question, follow)
}

/// What the end of a line is worth, whatever setup the question names.
pub(crate) fn about<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'g Bench<G, A, D>,
    line: &Line<'g, G>,
    question: &Solve,
    follow: &dyn Follow,
) -> Result<SolveReport, AskError> {
    let game = &bench.game;
    let turn = game.turn(line.position());
    let chosen = method::choose(bench, &question.method)?;
    let goal = match question.at_least.as_deref() {
        None => Goal::Value,
        Some(text) => Goal::AtLeast(Outcome::from_value(value_of::<G>(text)?, Player::First)),
    };
    let clock = Clock::start(&question.limits, follow, Some(turn));
    let budget = clock::budget(&question.limits);
    let ask = Ask {
        line,
        goal,
        nodes_max: budget.nodes_max,
        watch: &clock,
    };
    let solved = session(bench, chosen, budget).solve(ask);
    let outcome = solved
        .bounds
        .value()
        .map(|value| Outcome::from_value(value, turn));
    Ok(SolveReport {
        schema: SCHEMA,
        asked: bench.asked_report(line, chosen),
        outcome: outcome.map(|outcome| bench.outcome_report(outcome)),
        bounds: bounds_report(solved.bounds, turn),
        at_least: match goal {
            Goal::Value => None,
            Goal::AtLeast(wanted) => {
                let answer = goal.answer(solved.bounds, turn);
                // The first player's move forces it, or the second's keeps it from being forced.
                let settles = answer == Some(turn == Player::First);
                let witness = solved.witness.filter(|_| settles);
                Some(AtLeastReport {
                    points: Points(wanted.value_for(Player::First).points()),
                    answer,
                    settled_by: witness.map(|m| game.move_text(line.position(), m)),
                })
            }
        },
        best: solved
            .best
            .iter()
            .map(|&m| game.move_text(line.position(), m))
            .collect(),
        best_complete: solved.best_complete,
        witness: solved.witness.map(|m| game.move_text(line.position(), m)),
        line: game.moves_text(line, &solved.line),
        effort: effort_report(&solved, chosen.threads(&budget), &clock),
        board: bench.board(line.position(), &|_| None),
    })
}

/// The value that a number of points stands for.
fn value_of<G: Game>(text: &str) -> Result<G::Value, AskError> {
    let expected = match G::Value::SCORED {
        true => "a number of points, halves allowed",
        false => "-1 (a loss), 0 (a draw) or 1 (a win)",
    };
    let points: Option<f64> = text.parse().ok();
    points.and_then(G::Value::from_points).ok_or_else(|| {
        AskError(format!(
            "--at-least {}: expected {expected}, for the first player",
            quoted(text)
        ))
    })
}

pub(crate) fn effort_report<G: Game>(
    solved: &Solved<G>,
    threads: usize,
    clock: &Clock,
) -> EffortReport {
    EffortReport {
        nodes: solved.effort.nodes,
        ends: solved.effort.ends,
        depth_max: solved.effort.depth_max,
        seconds: clock.seconds(),
        table_bytes: solved.table_bytes as u64,
        threads,
        evidence: match solved.evidence {
            Evidence::Exact => "exact",
            Evidence::Hashed => "hashed",
        },
        stopped: clock.reason(solved.stopped),
    }
}
