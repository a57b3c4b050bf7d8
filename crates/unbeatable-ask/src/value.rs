//! What a position is worth.

use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{Clock, SearchStanding, bounds_report};
use unbeatable_bench::erased::{ErasedGame, Line, Move, Solved};
use unbeatable_bench::solvers::Chosen;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Analysis, Bounds, Game, Goal, Margin, Notation, Outcome, Player, Value};
use unbeatable_solve::{Evidence, PliesLeft};

use crate::answer::{self, AnswerContext, SearchResult, Tried};
use crate::certificate::Subject;
use crate::checkpoint::{self, Resumed};
use crate::line_question::LineQuestion;
use unbeatable_report::question::Solve;
use unbeatable_report::report::{
    AtLeastReport, CertificateReport, EffortReport, Points, SCHEMA, SolveReport, WithinReport,
};
use unbeatable_report::{Argument, AskError, Follow};

/// What a position is worth.
pub fn solve(
    bench: &Bench,
    question: &Solve,
    follow: &dyn Follow,
) -> Result<SolveReport, AskError> {
    let Some(path) = &question.resume else {
        let line = bench.line(&question.setup)?;
        return about(bench, &line, question, follow);
    };
    let resumed = Resumed::open(path)?;
    resumed.check_game(&bench.game.identity())?;
    let question = resumed.complete(question);
    let line = bench.line(&question.setup)?;
    go_on(bench, &line, &question, follow, Some(resumed))
}

/// What the end of a line is worth, whatever setup the question names.
pub fn about(
    bench: &Bench,
    line: &Line,
    question: &Solve,
    follow: &dyn Follow,
) -> Result<SolveReport, AskError> {
    go_on(bench, line, question, follow, None)
}

/// What the end of a line is worth, perhaps from where a checkpoint was written.
fn go_on(
    bench: &Bench,
    line: &Line,
    question: &Solve,
    follow: &dyn Follow,
    resumed: Option<Resumed>,
) -> Result<SolveReport, AskError> {
    let plies = plies(bench, question)?;
    let limited = plies.map(|plies| bench.limited(plies));
    let game = &bench.game;
    let turn = game.turn(line.position());
    let asked = LineQuestion {
        bench: limited.as_ref().unwrap_or(bench),
        line,
        goal: goal(bench, question)?,
    };
    let goal = asked.goal;
    let mut chosen = asked.bench.choose(&question.method)?;
    let clock = Clock::start(&question.limits, follow, Some(turn));
    let head = checkpoint::head(&asked, bench.asked_report(line, chosen), question);
    let subject = Subject::new(line, plies, question)?;
    let asking = AnswerContext::new(question, follow, clock, chosen, head, resumed, subject)?;
    let found = match any_win(bench, &asked, &asking)? {
        None => answer::answer(&asked, chosen, &asking)?,
        Some((Tried::Settled(found), by)) => {
            chosen = by;
            *found
        }
        Some((Tried::Open(spent), _)) => answer::unrestricted(&asked, chosen, &asking, spent)?,
    };
    let SearchResult {
        solved,
        restriction,
        proof_positions,
        checkpoint,
        certificate,
    } = found;
    let answer = goal.answer(solved.bounds, turn);
    let worth = Worth::new(bench, line, &solved, answer, plies);
    let text = |m: Move| game.move_text(line.position(), m);
    // Within a limit, plies are counted otherwise.
    let plies_left = solved.plies_left.filter(|_| plies.is_none());
    let plies_left = plies_left.or_else(|| bench.distance(line).map(PliesLeft::exactly));
    let settled_by = settling(&solved, answer, turn).map(text);
    let threads = chosen.threads(&asking.budget());
    Ok(SolveReport {
        schema: SCHEMA,
        asked: bench.asked_report(line, chosen),
        outcome: worth.outcome.map(|outcome| bench.outcome_report(outcome)),
        bounds: bounds_report(worth.bounds, turn),
        distance: match line.outcome() {
            Some(outcome) => outcome.winner().map(|_| 0),
            None => plies_left.and_then(PliesLeft::exact),
        },
        distance_bounds: distance_bounds(plies_left),
        at_least: match goal {
            Goal::AtLeast(wanted) if plies.is_none() => Some(AtLeastReport {
                points: Points(wanted.value_for(Player::First).points()),
                answer,
                settled_by: settled_by.clone(),
            }),
            _ => None,
        },
        within: plies.map(|plies| WithinReport {
            plies,
            answer,
            settled_by,
        }),
        restriction: restriction.map(Into::into),
        proof_positions,
        best: match worth.has_best {
            true => solved.best.iter().map(|&m| text(m)).collect(),
            false => vec![],
        },
        best_complete: match plies {
            None => solved.best_complete,
            Some(_) => line.outcome().is_some(),
        },
        witness: solved.witness.map(text),
        line: match worth.has_best {
            true => game.moves_text(line, &solved.line),
            false => vec![],
        },
        effort: effort_report(&solved, certificate.as_ref(), threads, &asking.clock),
        checkpoint,
        resumed: asking.resumed_report,
        certificate,
        board: bench.board(line.position(), &|_| None),
    })
}

/// What is said of the position, by what was found of it.
struct Worth {
    outcome: Option<Outcome<Margin>>,
    bounds: Bounds<Margin>,
    /// Whether moves that were found to be best are best.
    has_best: bool,
}

impl Worth {
    fn new(
        bench: &Bench,
        line: &Line,
        solved: &Solved,
        answer: Option<bool>,
        plies: Option<u32>,
    ) -> Self {
        let game = &bench.game;
        let turn = game.turn(line.position());
        if plies.is_none() {
            let value = solved.bounds.value();
            return Worth {
                outcome: value.map(|value| Outcome::from_value(value, turn)),
                bounds: solved.bounds,
                has_best: true,
            };
        }
        // A win in time is a win; no win in time says nothing about the value, and then no move is better
        // than another.
        let wins = answer == Some(true) && !game.is_scored();
        let won = Outcome::from_value(game.range(Player::First).upper, Player::First);
        let outcome = line.outcome().or(wins.then_some(won));
        Worth {
            outcome,
            bounds: match outcome {
                Some(outcome) => Bounds::exactly(outcome.value_for(turn)),
                None => game.range(turn),
            },
            has_best: wins,
        }
    }
}

/// No game of ours is longer.
const PLIES_MAX: u32 = 1_000_000;

/// Within how many plies the first player is to win, if that is asked.
fn plies(bench: &Bench, question: &Solve) -> Result<Option<u32>, AskError> {
    let Some(text) = &question.within else {
        return Ok(None);
    };
    if question.at_least.is_some() {
        return Err(AskError::new(
            "--within and --at-least are two questions: expected one of them",
        ));
    }
    if bench.has_history() {
        let spec = bench.game.spec();
        return Err(Argument::Within.wrong(format!(
            "--within is for games in which nothing can repeat: expected none with {spec}"
        )));
    }
    let plies = text.parse().ok().filter(|&plies| plies <= PLIES_MAX);
    let wrong = || {
        let found = quoted(text);
        Argument::Within.wrong(format!(
            "--within {found}: expected a number of plies, 0 to {PLIES_MAX}"
        ))
    };
    plies.map(Some).ok_or_else(wrong)
}

/// What is asked of the position.
fn goal(bench: &Bench, question: &Solve) -> Result<Goal<Margin>, AskError> {
    match (&question.within, question.at_least.as_deref()) {
        (Some(_), _) => Ok(Goal::AtLeast(Outcome::margin(Margin::points(1)))),
        (None, None) => Ok(Goal::Value),
        (None, Some(text)) => {
            let value = value_of(&bench.game, text)?;
            Ok(Goal::AtLeast(Outcome::from_value(value, Player::First)))
        }
    }
}

/// Whether the first player wins at all, under restrictions, if the game has a race and its value is asked:
/// a win within as many plies as a game can last is any win.
fn any_win(
    bench: &Bench,
    asked: &LineQuestion,
    asking: &AnswerContext,
) -> Result<Option<(Tried, Chosen)>, AskError> {
    let longest = bench.know.race_plies(&bench.game);
    let Some(plies) = longest.filter(|_| asking.question.within.is_none()) else {
        return Ok(None);
    };
    let limited = bench.limited(plies);
    let chosen = limited.choose(&asking.question.method)?;
    let goal = Goal::AtLeast(Outcome::margin(Margin::points(1)));
    let race = LineQuestion {
        bench: &limited,
        line: asked.line,
        goal,
    };
    let tried = match answer::under_restrictions(&race, chosen, asking)? {
        Tried::Open(spent) => Tried::Open(spent),
        Tried::Settled(mut found) => {
            let game = &bench.game;
            let turn = game.turn(asked.line.position());
            let won = Outcome::from_value(game.range(Player::First).upper, Player::First);
            found.solved.bounds = match goal.answer(found.solved.bounds, turn) {
                Some(true) => Bounds::exactly(won.value_for(turn)),
                _ => game.range(turn),
            };
            Tried::Settled(found)
        }
    };
    Ok(Some((tried, chosen)))
}

/// The move that settles a yes/no question: the first player's that forces it, or the second's that
/// keeps it from being forced.
pub fn settling(solved: &Solved, answer: Option<bool>, turn: Player) -> Option<Move> {
    let settles = answer == Some(turn == Player::First);
    solved.witness.filter(|_| settles)
}

/// The value that a number of points stands for.
pub fn value_of(game: &ErasedGame, text: &str) -> Result<Margin, AskError> {
    let expected = match game.is_scored() {
        true => "a number of points, halves allowed",
        false => "-1 (a loss), 0 (a draw) or 1 (a win)",
    };
    let points: Option<f64> = text.parse().ok();
    let value = points.and_then(|points| game.value_from_points(points));
    value.ok_or_else(|| {
        Argument::AtLeast.wrong(format!(
            "--at-least {}: expected {expected}, for the first player",
            quoted(text)
        ))
    })
}

/// Bounds on a distance that is not known exactly.
pub(crate) fn distance_bounds(plies_left: Option<PliesLeft>) -> Option<[u32; 2]> {
    let open = plies_left.filter(|plies| plies.exact().is_none());
    open.map(|PliesLeft { least, most }| [least, most])
}

/// What was spent on an answer, without its certificate.
pub fn effort_report(
    solved: &Solved,
    certificate: Option<&CertificateReport>,
    threads: usize,
    clock: &Clock,
) -> EffortReport {
    // What the certificate took is told apart.
    let certifying = certificate.map_or(0.0, |certificate| certificate.seconds);
    let spent = clock.in_all(SearchStanding {
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
            Evidence::Exact => "exact".into(),
            Evidence::Hashed => "hashed".into(),
        },
        stopped: clock.reason(solved.stopped),
    }
}
