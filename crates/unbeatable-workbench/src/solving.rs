//! What a position is worth.

use unbeatable_core::notation::quoted;
use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Line, Notation, Outcome, Player, Value, Watch,
};
use unbeatable_solve::{AlphaBeta, Evidence, Search, Solved, backward, minimax};

use crate::any_game::{AskError, Follow};
use crate::bench::Bench;
use crate::clock::{self, Clock, bounds_report};
use crate::method::{self, Chosen};
use crate::question::Solve;
use crate::report::{AtLeastReport, EffortReport, Points, SCHEMA, SolveReport};

pub(crate) fn solve<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
    question: &Solve,
    follow: &dyn Follow,
) -> Result<SolveReport, AskError> {
    let game = &bench.game;
    let line = bench.line(&question.setup)?;
    let turn = game.turn(line.position());
    let chosen = method::choose(game, &question.method)?;
    let goal = match question.at_least.as_deref() {
        None => Goal::Value,
        Some(text) => Goal::AtLeast(Outcome::from_value(value_of::<G>(text)?, Player::First)),
    };
    let clock = Clock::start(&question.limits, follow, turn);
    let budget = clock::budget(&question.limits);
    let solved = run(bench, &line, chosen, goal, &budget, &clock);
    let outcome = solved
        .bounds
        .value()
        .map(|value| Outcome::from_value(value, turn));
    Ok(SolveReport {
        schema: SCHEMA,
        game: game.spec(),
        position: game.position_text(line.position()),
        players: bench.player_names(),
        turn: bench.turn_name(&line),
        solver: chosen.name(),
        options: chosen.options(),
        outcome: outcome.map(|outcome| bench.outcome_report(outcome)),
        bounds: bounds_report(solved.bounds, turn),
        at_least: match goal {
            Goal::Value => None,
            Goal::AtLeast(wanted) => Some(AtLeastReport {
                points: Points(wanted.value_for(Player::First).points()),
                answer: goal.answer(solved.bounds, turn),
            }),
        },
        best: solved
            .best
            .iter()
            .map(|&m| game.move_text(line.position(), m))
            .collect(),
        best_complete: solved.best_complete,
        line: game.line_text(&line, &solved.line),
        effort: effort_report(&solved, &clock),
        board: bench.board(line.position(), &|_| None),
        is_over: line.outcome().is_some(),
    })
}

/// Lets the chosen solver answer.
pub(crate) fn run<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'g Bench<G, A, D>,
    line: &Line<'g, G>,
    chosen: Chosen,
    goal: Goal<G::Value>,
    budget: &Budget,
    watch: &dyn Watch<G::Value>,
) -> Solved<G> {
    match chosen {
        Chosen::Minimax => minimax(&mut line.clone(), budget, watch),
        Chosen::Backward { folds } => {
            backward(&bench.game, *line.position(), folds, budget, watch).solved()
        }
        Chosen::AlphaBeta {
            settings,
            analysis,
            best_order,
        } => {
            let ask = Ask {
                game: &bench.game,
                line,
                settings,
                goal,
                budget,
                watch,
            };
            match (analysis, best_order) {
                (true, true) => ask.with(&bench.know, &bench.guide),
                (true, false) => ask.with(&bench.know, &()),
                (false, true) => ask.with(&(), &bench.guide),
                (false, false) => ask.with(&(), &()),
            }
        }
    }
}

/// A question to alpha-beta, before it is settled what knowledge it may use.
struct Ask<'a, 'g, G: Game> {
    game: &'g G,
    line: &'a Line<'g, G>,
    settings: AlphaBeta,
    goal: Goal<G::Value>,
    budget: &'a Budget,
    watch: &'a dyn Watch<G::Value>,
}

impl<'g, G: Game> Ask<'_, 'g, G> {
    fn with<A: Analysis<G>, D: Guide<G>>(self, know: &'g A, guide: &'g D) -> Solved<G> {
        Search::new(self.game, know, guide, self.settings, *self.budget)
            .solve(self.line, self.goal, self.watch)
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
            "--at-least {}: expected {expected} for the first player",
            quoted(text)
        ))
    })
}

pub(crate) fn effort_report<G: Game>(solved: &Solved<G>, clock: &Clock) -> EffortReport {
    EffortReport {
        nodes: solved.effort.nodes,
        ends: solved.effort.ends,
        depth_max: solved.effort.depth_max,
        seconds: clock.seconds(),
        table_bytes: solved.table_bytes as u64,
        threads: 1,
        evidence: match solved.evidence {
            Evidence::Exact => "exact",
            Evidence::Hashed => "hashed",
        },
        stopped: clock.reason(solved.stopped),
    }
}
