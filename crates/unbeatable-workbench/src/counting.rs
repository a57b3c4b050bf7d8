//! How many there are.

use unbeatable_core::{
    Analysis, Effort, Guide, Notation, Outcome, Player, Repetition, Stopped, Value,
};
use unbeatable_solve::count::{self, Counted};

use crate::any_game::{AskError, Follow};
use crate::bench::Bench;
use crate::clock::{self, Clock};
use crate::question::{Count, CountOf, Perft};
use crate::report::{ByOutcome, CountReport, PerftReport, SCHEMA};

pub(crate) fn count<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
    question: &Count,
    follow: &dyn Follow,
) -> Result<CountReport, AskError> {
    let game = &bench.game;
    let line = bench.line(&question.setup)?;
    if game.repetition() != Repetition::Impossible {
        return Err(AskError(format!(
            "{} cannot be counted yet: history matters",
            game.spec()
        )));
    }
    let root = *line.position();
    let clock = Clock::start(&question.limits, follow, game.turn(&root));
    let budget = clock::budget(&question.limits);
    let mut largest = None;
    let counted = match question.of {
        CountOf::Tree | CountOf::Games => count::sequences(game, root, &budget, &clock),
        CountOf::Positions | CountOf::Classes => {
            let folds = question.of == CountOf::Classes;
            let mut visit = |pos: &G::Position| largest = largest.max(game.number(pos));
            count::positions(game, root, folds, &budget, &clock, &mut visit)
        }
    };
    let known = counted.as_ref().ok();
    let is_of_games = question.of == CountOf::Games;
    Ok(CountReport {
        schema: SCHEMA,
        game: game.spec(),
        position: game.line_text(&line),
        of: question.of.name(),
        count: known.map(|c| if is_of_games { c.ends() } else { c.total() }),
        by_outcome: known
            .filter(|_| !G::Value::SCORED)
            .map(|c| by_outcome(game, c)),
        by_depth: known.map(|c| {
            if is_of_games {
                c.ends_by_depth.clone()
            } else {
                c.by_depth.clone()
            }
        }),
        examined: known.map(|c| c.examined),
        largest_hash: known.and(largest),
        seconds: clock.seconds(),
        stopped: clock.reason(counted.as_ref().err().copied()),
    })
}

/// Each outcome with how often it came up, the players' wins first.
fn by_outcome<G: Notation>(game: &G, counted: &Counted<G::Value>) -> ByOutcome {
    let of = |winner: Option<Player>| {
        let ends = counted
            .by_outcome
            .iter()
            .filter(|(o, _)| Outcome::winner(*o) == winner);
        ends.map(|(_, many)| many).sum()
    };
    let [first, second] = Player::BOTH;
    ByOutcome(vec![
        (game.player_name(first), of(Some(first))),
        (game.player_name(second), of(Some(second))),
        ("draw", of(None)),
    ])
}

pub(crate) fn perft<G: Notation, A: Analysis<G>, D: Guide<G>>(
    bench: &Bench<G, A, D>,
    question: &Perft,
    follow: &dyn Follow,
) -> Result<PerftReport, AskError> {
    const PULSE_NODES: u64 = 1 << 14;
    let game = &bench.game;
    let mut line = bench.line(&question.setup)?;
    let clock = Clock::start(&question.limits, follow, game.turn(line.position()));
    let nodes_max = question.limits.nodes.unwrap_or(u64::MAX);
    let mut stopped = None;
    let mut nodes = 0;
    let mut visit = |visited: u64| {
        nodes = visited;
        if visited >= nodes_max {
            stopped = Some(Stopped::Nodes);
        } else if visited.is_multiple_of(PULSE_NODES) {
            clock.report(
                Effort {
                    nodes: visited,
                    ..Effort::default()
                },
                None,
                0,
            );
            if clock.must_stop() {
                stopped = Some(Stopped::Asked);
            }
        }
        stopped.is_none()
    };
    let depth = question.depth as usize;
    let found = unbeatable_core::perft::perft(&mut line, depth, &mut visit);
    let nodes = found
        .as_ref()
        .map_or(nodes, |found| found.sequences.iter().sum());
    let found = found.unwrap_or_default();
    Ok(PerftReport {
        schema: SCHEMA,
        game: game.spec(),
        position: game.line_text(&line),
        depth: question.depth,
        sequences: found.sequences,
        ends: found.ends,
        nodes,
        seconds: clock.seconds(),
        stopped: clock.reason(stopped),
    })
}
