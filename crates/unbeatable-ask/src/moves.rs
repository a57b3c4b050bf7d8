//! What each move is worth, and why.

mod guess;
mod judgement;
mod words;

use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock, bounds_report};
use unbeatable_bench::erased::{Line, Move};
use unbeatable_core::{Analysis, Bounds, Game, Notation, Outcome, Value};
use unbeatable_report::question::{Analyze, Method};
use unbeatable_report::report::{
    AnalyzeReport, EffortReport, MoveReport, SCHEMA, forbidden_sentence,
};
use unbeatable_report::{AskError, Follow};
use unbeatable_solve::PliesLeft;

use crate::position;
use crate::value::{distance_bounds, effort_report};
use judgement::{Judged, Judgement, judge, plies_left};
use words::{remarks, sign, why};

/// What each move of a position is worth.
pub fn analyze(
    bench: &Bench,
    question: &Analyze,
    follow: &dyn Follow,
) -> Result<AnalyzeReport, AskError> {
    let line = bench.line(&question.setup)?;
    about(bench, &line, question, follow)
}

/// What each move at the end of a line is worth, whatever setup the question names.
pub fn about<'g>(
    bench: &'g Bench,
    line: &Line<'g>,
    question: &Analyze,
    follow: &dyn Follow,
) -> Result<AnalyzeReport, AskError> {
    let game = &bench.game;
    let pos = *line.position();
    let turn = game.turn(&pos);
    let chosen = bench.choose(&question.method)?;
    let clock = Clock::start(&question.limits, follow, Some(turn));
    let budget = clock::budget(&question.limits);
    let Judgement {
        moves: mut judged,
        solved,
        chosen,
        seconds,
    } = judge(
        bench,
        line,
        chosen,
        question.method == Method::default(),
        &budget,
        &clock,
    );
    guess::guess(bench, line, &mut judged, budget.table_bytes_max);
    judged.sort_by(|a, b| {
        let worth = |j: &Judged| worth(j.bounds, j.plies_left);
        let guess = |j: &Judged| j.guess.unwrap_or_default();
        (worth(b).cmp(&worth(a))).then(guess(b).total_cmp(&guess(a)))
    });
    let moves = judged.iter().map(|j| move_report(bench, line, j)).collect();
    let plies_left = plies_left(&judged, solved.bounds);
    let banned: Vec<Move> = game.forbidden(line).iter().map(|banned| banned.m).collect();
    let mark = |m| match judged.iter().find(|j| j.m == m) {
        Some(judged) => Some(sign(judged.bounds).map_or('?', mark_of)),
        None => banned.contains(&m).then_some(FORBIDDEN),
    };
    let forbidden = position::forbidden(game, line);
    Ok(AnalyzeReport {
        schema: SCHEMA,
        asked: bench.asked_report(line, chosen),
        outcome: solved
            .bounds
            .value()
            .map(|value| bench.outcome_report(Outcome::from_value(value, turn))),
        bounds: bounds_report(solved.bounds, turn),
        distance: match line.outcome() {
            Some(outcome) => outcome.winner().map(|_| 0),
            None => plies_left.and_then(PliesLeft::exact),
        },
        distance_bounds: distance_bounds(plies_left),
        moves,
        effort: EffortReport {
            seconds,
            ..effort_report(&solved, None, chosen.threads(&budget), &clock)
        },
        remarks: (remarks(bench, line, &judged).into_iter())
            .chain(forbidden_sentence(&forbidden))
            .collect(),
        forbidden,
        explanation: match line.outcome() {
            None => bench.know.explanation(game, &pos),
            Some(_) => vec![],
        },
        board: bench.board(&pos, &mark),
    })
}

/// By what moves are ordered: value, then quick wins and slow losses.
fn worth<V: Value>(bounds: Bounds<V>, plies_left: Option<PliesLeft>) -> (i16, i16, i64) {
    let plies = i64::from(plies_left.map_or(0, |plies| plies.most));
    let hurry = if bounds.lower.rank() > 0 {
        -plies
    } else {
        plies
    };
    (bounds.lower.rank(), bounds.upper.rank(), hurry)
}

/// The sign on points where no stone may be put.
const FORBIDDEN: char = '×';

fn mark_of(sign: i8) -> char {
    match sign {
        1 => '+',
        0 => '=',
        _ => '-',
    }
}

fn move_report(bench: &Bench, line: &Line, judged: &Judged) -> MoveReport {
    let game = &bench.game;
    let turn = game.turn(line.position());
    let outcome = judged
        .bounds
        .value()
        .map(|value| Outcome::from_value(value, turn));
    MoveReport {
        text: game.move_text(line.position(), judged.m),
        outcome: outcome.map(|outcome| bench.outcome_report(outcome)),
        distance: judged.plies_left.and_then(PliesLeft::exact),
        distance_bounds: distance_bounds(judged.plies_left),
        why: why(bench, line, judged),
        bounds: bounds_report(judged.bounds, turn),
        guess: judged.guess,
        sign: sign(judged.bounds),
    }
}
