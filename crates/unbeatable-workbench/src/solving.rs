//! What a position is worth.

use unbeatable_core::notation::quoted;
use unbeatable_core::{Analysis, Game, Goal, Guide, Line, Notation, Outcome, Player, Value};
use unbeatable_solve::{Evidence, Solved};

use crate::any_game::{AskError, Follow};
use crate::bench::Bench;
use crate::clock::{self, Clock, Standing, bounds_report};
use crate::keeping::{self, Keeper, Resumed};
use crate::method;
use crate::proving::Proving;
use crate::question::Solve;
use crate::report::{AskedReport, AtLeastReport, EffortReport, Points, SCHEMA, SolveReport};
use crate::session::{Ask, session};

pub(crate) fn solve<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
    question: &Solve,
    follow: &dyn Follow,
) -> Result<SolveReport, AskError> {
    let Some(path) = &question.resume else {
        let line = bench.line(&question.setup)?;
        return about(bench, &line, question, follow);
    };
    let resumed = Resumed::open(path)?;
    resumed.check_game(&bench.game.spec())?;
    let question = resumed.complete(question);
    let line = bench.line(&question.setup)?;
    go_on(bench, &line, &question, follow, Some(resumed))
}

/// What the end of a line is worth, whatever setup the question names.
pub(crate) fn about<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'g Bench<G, A, D>,
    line: &Line<'g, G>,
    question: &Solve,
    follow: &dyn Follow,
) -> Result<SolveReport, AskError> {
    go_on(bench, line, question, follow, None)
}

/// The same, from where a checkpoint was written.
fn go_on<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'g Bench<G, A, D>,
    line: &Line<'g, G>,
    question: &Solve,
    follow: &dyn Follow,
    resumed: Option<Resumed>,
) -> Result<SolveReport, AskError> {
    let turn = bench.game.turn(line.position());
    let chosen = method::choose(bench, &question.method)?;
    let goal = match question.at_least.as_deref() {
        None => Goal::Value,
        Some(text) => Goal::AtLeast(Outcome::from_value(value_of::<G>(text)?, Player::First)),
    };
    let mut clock = Clock::start(&question.limits, follow, Some(turn));
    let budget = clock::budget(&question.limits);
    let asked = bench.asked_report(line, chosen);
    let mut session = session(bench, chosen, budget);
    let table = session.table();
    let mut kept = None;
    if question.checkpoint.is_some() || resumed.is_some() {
        keeping::allow(chosen)?;
        let table = table.clone().ok_or_else(keeping::no_table)?;
        kept = Some((keeping::head(line, &asked, goal), table));
    }
    let mut resumed_report = None;
    if let (Some(resumed), Some((head, table))) = (resumed, &kept) {
        resumed_report = Some(resumed.report());
        resumed.check(head)?;
        clock.before = resumed.load(table)?;
    }
    let clock = clock;
    let mut keeper = None;
    if let (Some(checkpoint), Some((head, table))) = (&question.checkpoint, kept) {
        let resumed = question.resume.as_deref();
        keeper = Some(Keeper::begin(
            checkpoint, head, table, &clock, follow, resumed,
        )?);
    }
    let proving = Proving::new(&clock, line, session.look(line), table);
    let ask = Ask {
        line,
        goal,
        nodes_max: budget.nodes_max,
        watch: &proving,
    };
    let solved = match &keeper {
        None => session.solve(ask),
        Some(keeper) => keeper.beside(|| session.solve(ask)),
    };
    if let (Some(keeper), Some(_)) = (&keeper, solved.stopped) {
        let bounds = Some(bounds_report(solved.bounds, turn));
        let effort = solved.effort;
        keeper.finish(Standing { effort, bounds });
    }
    let effort = effort_report(&solved, chosen.threads(&budget), &clock);
    Ok(SolveReport {
        checkpoint: keeper.map(|keeper| keeper.report()),
        resumed: resumed_report,
        ..report(bench, line, asked, goal, &solved, effort)
    })
}

/// What was found, in words and numbers.
fn report<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
    line: &Line<G>,
    asked: AskedReport,
    goal: Goal<G::Value>,
    solved: &Solved<G>,
    effort: EffortReport,
) -> SolveReport {
    let game = &bench.game;
    let turn = game.turn(line.position());
    let value = solved.bounds.value();
    let outcome = value.map(|value| Outcome::from_value(value, turn));
    SolveReport {
        schema: SCHEMA,
        asked,
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
        effort,
        checkpoint: None,
        resumed: None,
        board: bench.board(line.position(), &|_| None),
    }
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
    let spent = clock.in_all(Standing {
        effort: solved.effort,
        bounds: None,
    });
    EffortReport {
        nodes: spent.nodes,
        ends: spent.ends,
        depth_max: spent.depth_max,
        seconds: spent.seconds,
        table_bytes: solved.table_bytes as u64,
        threads,
        evidence: match solved.evidence {
            Evidence::Exact => "exact",
            Evidence::Hashed => "hashed",
        },
        stopped: clock.reason(solved.stopped),
    }
}
