//! Whether the first player wins in time.

use unbeatable_core::notation::quoted;
use unbeatable_core::{
    Analysis, Bounds, Goal, Guide, Lifted, Line, Notation, Outcome, Player, Restriction, Value,
    Within,
};
use unbeatable_solve::df_pn::DfPn;

use crate::any_game::{AskError, Follow};
use crate::bench::Bench;
use crate::certifying::Subject;
use crate::clock::{Clock, bounds_report};
use crate::keeping::{self, Resumed};
use crate::method::{self, Chosen};
use crate::question::Solve;
use crate::report::{SCHEMA, SolveReport, WithinReport};
use crate::restricting::{self, Asked, Asking, Found, Tried};
use crate::solving::{effort_report, settling};

/// Whether the first player wins within so many plies of the end of `line`.
pub(crate) fn about<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
    line: &Line<G>,
    question: &Solve,
    plies: &str,
    follow: &dyn Follow,
    resumed: Option<Resumed>,
) -> Result<SolveReport, AskError> {
    let game = &bench.game;
    if question.at_least.is_some() {
        return Err(AskError(
            "--within and --at-least are two questions: expected one of them".into(),
        ));
    }
    if G::HAS_HISTORY {
        let spec = game.spec();
        return Err(AskError(format!(
            "--within is for games in which nothing can repeat: expected none with {spec}"
        )));
    }
    let plies: u32 = plies
        .parse()
        .ok()
        .filter(|&n| n <= PLIES_MAX)
        .ok_or_else(|| {
            let found = quoted(plies);
            AskError(format!(
                "--within {found}: expected a number of plies, 0 to {PLIES_MAX}"
            ))
        })?;
    let limited = limited(bench, plies);
    let chosen = method::choose(&limited, &question.method)?;
    let turn = game.turn(line.position());
    let clock = Clock::start(&question.limits, follow, Some(turn));
    let goal = Goal::AtLeast(Outcome::win(Player::First));
    let start = Line::new(&limited.game, limited.game.limited(*line.position()));
    let report = bench.asked_report(line, chosen);
    let head = keeping::head(&limited, &start, report, goal, question);
    let subject = Subject::new(line, Some(plies), question)?;
    let asking = Asking::new(question, follow, clock, chosen, head, resumed, subject)?;
    let lifted = lifted(bench);
    let restrictions: Vec<&dyn Restriction<Within<G>>> = lifted.iter().map(|r| r as _).collect();
    let asked = Asked {
        line: &start,
        goal,
        restrictions: &restrictions,
    };
    let Found {
        solved,
        restriction,
        proof_positions,
        checkpoint,
        certificate,
    } = restricting::answer(&limited, &asked, chosen, &asking)?;
    let threads = chosen.threads(&asking.budget());
    let answer = goal.answer(solved.bounds, turn);
    let text = |m: G::Move| game.move_text(line.position(), m);
    // A win in time is a win; no win in time says nothing about the value.
    let wins = answer == Some(true) && !G::Value::SCORED;
    let outcome = match line.outcome() {
        None => wins.then_some(Outcome::from_value(G::Value::BEST, Player::First)),
        over => over,
    };
    let bounds = match outcome {
        Some(outcome) => Bounds::exactly(outcome.value_for(turn)),
        None => game.range(turn),
    };
    // Where there is no win in time, no move is better than another.
    let best = solved.best.iter().filter(|_| wins);
    Ok(SolveReport {
        schema: SCHEMA,
        asked: bench.asked_report(line, chosen),
        outcome: outcome.map(|outcome| bench.outcome_report(outcome)),
        bounds: bounds_report(bounds, turn),
        at_least: None,
        within: Some(WithinReport {
            plies,
            answer,
            settled_by: settling(&solved, answer, turn).map(text),
        }),
        restriction,
        proof_positions,
        best: best.map(|&m| text(m)).collect(),
        best_complete: line.outcome().is_some(),
        witness: solved.witness.map(text),
        line: match wins {
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

/// Whether the first player wins at all, under restrictions, if the game has a race: a win within as many
/// plies as a game can last is any win.
pub(crate) fn any_win<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
    line: &Line<G>,
    asking: &Asking,
) -> Result<Option<(Tried<G>, Chosen)>, AskError> {
    if G::HAS_HISTORY {
        return Ok(None);
    }
    let Some(plies) = bench.know.race_plies(&bench.game) else {
        return Ok(None);
    };
    let limited = limited(bench, plies);
    let chosen = method::choose(&limited, &asking.question.method)?;
    let start = Line::new(&limited.game, limited.game.limited(*line.position()));
    let (lifted, goal) = (lifted(bench), Goal::AtLeast(Outcome::win(Player::First)));
    let restrictions: Vec<&dyn Restriction<Within<G>>> = lifted.iter().map(|r| r as _).collect();
    let asked = Asked {
        line: &start,
        goal,
        restrictions: &restrictions,
    };
    let tried = restricting::under_restrictions(&limited, &asked, chosen, asking)?;
    let tried = match tried {
        Tried::Open(spent) => Tried::Open(spent),
        Tried::Settled(found) => {
            let turn = bench.game.turn(line.position());
            let won = Outcome::from_value(bench.game.range(Player::First).upper, Player::First);
            let bounds = match goal.answer(found.solved.bounds, turn) {
                Some(true) => Bounds::exactly(won.value_for(turn)),
                _ => bench.game.range(turn),
            };
            Tried::Settled(Box::new(found.of_inner(bounds)))
        }
    };
    Ok(Some((tried, chosen)))
}

/// The bench's restrictions, for the game with a limit.
fn lifted<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
) -> Vec<Lifted<'_, dyn Restriction<G> + '_>> {
    bench.restrictions().map(Lifted).collect()
}

/// No game of ours is longer.
const PLIES_MAX: u32 = 1_000_000;

/// The same bench for the game with a limit.
fn limited<'b, G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &'b Bench<G, A, D>,
    plies: u32,
) -> Bench<Within<'b, G>, Lifted<'b, A>, Lifted<'b, D>> {
    // No game is longer, and a race sees more where it knows how long it can last.
    let longest = bench.know.race_plies(&bench.game);
    let plies = longest.map_or(plies, |longest| plies.min(longest));
    let guides = bench.guides.iter().filter_map(|(name, guide)| {
        let guide = guide.as_ref()?;
        Some((*name, Lifted(guide)))
    });
    let game = Within::new(&bench.game, plies);
    let mut limited =
        Bench::new(game, Lifted(bench.known()), guides.collect(), String::new()).best_by_df_pn();
    limited.df_pn = DfPn {
        symmetry: bench.know.race_plies(&bench.game).map(|_| false),
        weak: true,
        ..DfPn::BEST
    };
    limited
}
