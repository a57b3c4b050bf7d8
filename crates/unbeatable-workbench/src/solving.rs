//! What a position is worth.

use unbeatable_core::notation::quoted;
use unbeatable_core::{
    Analysis, Game, Goal, Guide, Line, Notation, Outcome, Player, Restriction, Value,
};
use unbeatable_solve::{Evidence, Solved};

use crate::any_game::{AskError, Follow};
use crate::bench::Bench;
use crate::certifying::Subject;
use crate::clock::{Clock, Standing, bounds_report};
use crate::keeping::{self, Resumed};
use crate::method;
use crate::question::Solve;
use crate::report::{AtLeastReport, CertificateReport, EffortReport, Points, SCHEMA, SolveReport};
use crate::restricting::{self, Asked, Asking, Found, Tried};
use crate::within;

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
    if let Some(plies) = &question.within {
        return within::about(bench, line, question, plies, follow, resumed);
    }
    let game = &bench.game;
    let turn = game.turn(line.position());
    let mut chosen = method::choose(bench, &question.method)?;
    let goal = match question.at_least.as_deref() {
        None => Goal::Value,
        Some(text) => Goal::AtLeast(Outcome::from_value(value_of::<G>(text)?, Player::First)),
    };
    let clock = Clock::start(&question.limits, follow, Some(turn));
    let head = keeping::head(
        bench,
        line,
        bench.asked_report(line, chosen),
        goal,
        question,
    );
    let subject = Subject::new(line, None, question)?;
    let asking = Asking::new(question, follow, clock, chosen, head, resumed, subject)?;
    let restrictions: Vec<&dyn Restriction<G>> = bench.restrictions().collect();
    let asked = Asked {
        line,
        goal,
        restrictions: &restrictions,
    };
    let found = match within::any_win(bench, line, &asking)? {
        None => restricting::answer(bench, &asked, chosen, &asking)?,
        Some((Tried::Settled(found), by)) => {
            chosen = by;
            *found
        }
        Some((Tried::Open(spent), _)) => {
            restricting::unrestricted(bench, &asked, chosen, &asking, spent)?
        }
    };
    let Found {
        solved,
        restriction,
        proof_positions,
        checkpoint,
        certificate,
    } = found;
    let threads = chosen.threads(&asking.budget());
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
                Some(AtLeastReport {
                    points: Points(wanted.value_for(Player::First).points()),
                    answer,
                    settled_by: settling(&solved, answer, turn)
                        .map(|m| game.move_text(line.position(), m)),
                })
            }
        },
        within: None,
        restriction,
        proof_positions,
        best: solved
            .best
            .iter()
            .map(|&m| game.move_text(line.position(), m))
            .collect(),
        best_complete: solved.best_complete,
        witness: solved.witness.map(|m| game.move_text(line.position(), m)),
        line: game.moves_text(line, &solved.line),
        effort: effort_report(&solved, certificate.as_ref(), threads, &asking.clock),
        checkpoint,
        resumed: asking.resumed_report,
        certificate,
        board: bench.board(line.position(), &|_| None),
    })
}

/// The move that settles a yes/no question: the first player's that forces it, or the second's that
/// keeps it from being forced.
pub(crate) fn settling<G: Game>(
    solved: &Solved<G>,
    answer: Option<bool>,
    turn: Player,
) -> Option<G::Move> {
    let settles = answer == Some(turn == Player::First);
    solved.witness.filter(|_| settles)
}

/// The value that a number of points stands for.
pub(crate) fn value_of<G: Game>(text: &str) -> Result<G::Value, AskError> {
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
    certificate: Option<&CertificateReport>,
    threads: usize,
    clock: &Clock,
) -> EffortReport {
    // What the certificate took is told apart.
    let certifying = certificate.map_or(0.0, |certificate| certificate.seconds);
    let spent = clock.in_all(Standing {
        effort: solved.effort,
        bounds: None,
    });
    EffortReport {
        nodes: spent.nodes,
        ends: spent.ends,
        depth_max: spent.depth_max,
        seconds: (spent.seconds - certifying).max(0.0),
        table_bytes: solved.table_bytes as u64,
        threads,
        evidence: match solved.evidence {
            Evidence::Exact => "exact",
            Evidence::Hashed => "hashed",
        },
        stopped: clock.reason(solved.stopped),
    }
}
