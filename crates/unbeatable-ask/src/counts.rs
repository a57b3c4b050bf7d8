//! How many there are.

use unbeatable_bench::erased::{ErasedGame, Line};
use unbeatable_bench::kernels::Countable;
use unbeatable_core::{Effort, Margin, Notation, Outcome, Player, Stopped};
use unbeatable_solve::count::Counted;
use unbeatable_walks::{NODES_MAX, NoCount};

use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock};
use unbeatable_report::question::{Count, CountOf, Perft};
use unbeatable_report::report::{ByOutcome, CountReport, PerftReport, SCHEMA};
use unbeatable_report::{AskError, Follow};

/// How many there are.
pub fn count(
    bench: &Bench,
    question: &Count,
    follow: &dyn Follow,
) -> Result<CountReport, AskError> {
    let game = &bench.game;
    let line = bench.line(&question.setup)?;
    if bench.has_history() && matches!(question.of, CountOf::Tree | CountOf::Games) {
        return count_walks(bench, &line, question, follow);
    }
    if let Ok(layers) = bench.layers()
        && let Some(report) = layers.count(&line, question, follow)
    {
        return Ok(report);
    }
    let clock = Clock::start(&question.limits, follow, None);
    let budget = clock::budget(&question.limits);
    let what = match question.of {
        CountOf::Tree | CountOf::Games => Countable::Sequences,
        CountOf::Positions => Countable::Positions,
        CountOf::Classes => Countable::Classes,
    };
    let (counted, largest) = bench.kernels.count(&line, what, &budget, &clock);
    let known = counted.as_ref().ok();
    let is_of_games = question.of == CountOf::Games;
    let depths = match &counted {
        Ok(counted) => counted,
        Err(halted) => &halted.so_far,
    };
    Ok(CountReport {
        schema: SCHEMA,
        game: game.spec(),
        position: game.line_text(&line),
        of: question.of.name().into(),
        count: known.map(|c| if is_of_games { c.ends() } else { c.total() }),
        by_outcome: known
            .filter(|_| !bench.game.is_scored())
            .map(|c| by_outcome(game, c)),
        by_depth: Some(match is_of_games {
            true => depths.ends_by_depth.clone(),
            false => depths.by_depth.clone(),
        }),
        examined: known.map(|c| c.examined),
        largest_hash: known.and(largest),
        seconds: clock.seconds(),
        stopped: clock.reason(counted.as_ref().err().map(|halted| halted.why)),
    })
}

/// Counts move sequences where repetition is forbidden.
fn count_walks(
    bench: &Bench,
    line: &Line,
    question: &Count,
    follow: &dyn Follow,
) -> Result<CountReport, AskError> {
    let game = &bench.game;
    let clock = Clock::start(&question.limits, follow, None);
    let budget = clock::budget(&question.limits);
    let (walked, stopped) = match bench.kernels.walks(line, &budget, &clock) {
        Ok(walked) => (Some(walked), None),
        Err(NoCount::Stopped(why)) => (None, Some(why)),
        Err(NoCount::TooLarge) => {
            return Err(AskError::new(format!(
                "{}: more than {NODES_MAX} positions may come up once, and their games are \
                 beyond counting: expected a smaller board, or a position late in the game",
                game.spec()
            )));
        }
    };
    Ok(CountReport {
        schema: SCHEMA,
        game: game.spec(),
        position: game.line_text(line),
        of: question.of.name().into(),
        count: walked.map(|walked| match question.of {
            CountOf::Games => walked.games,
            _ => walked.sequences,
        }),
        by_outcome: None,
        by_depth: None,
        examined: walked.map(|walked| walked.sequences),
        largest_hash: None,
        seconds: clock.seconds(),
        stopped: clock.reason(stopped),
    })
}

/// Each outcome with how often it came up, the players' wins first.
fn by_outcome(game: &ErasedGame, counted: &Counted<Margin>) -> ByOutcome {
    let of = |winner: Option<Player>| {
        let ends = counted
            .by_outcome
            .iter()
            .filter(|(o, _)| Outcome::winner(*o) == winner);
        ends.map(|(_, many)| many).sum()
    };
    let [first, second] = Player::BOTH;
    ByOutcome(vec![
        (game.player_name(first).into(), of(Some(first))),
        (game.player_name(second).into(), of(Some(second))),
        ("draw".into(), of(None)),
    ])
}

/// Move sequences by length.
pub fn perft(
    bench: &Bench,
    question: &Perft,
    follow: &dyn Follow,
) -> Result<PerftReport, AskError> {
    const PULSE_NODES: u64 = 1 << 14;
    let game = &bench.game;
    let line = bench.line(&question.setup)?;
    let clock = Clock::start(&question.limits, follow, None);
    let nodes_max = question.limits.nodes.unwrap_or(u64::MAX);
    let mut stopped = None;
    let mut nodes = 0;
    let mut visit = |_| {
        if nodes >= nodes_max {
            stopped = Some(Stopped::Nodes);
        } else if nodes.is_multiple_of(PULSE_NODES) {
            let effort = Effort {
                nodes,
                ..Effort::default()
            };
            clock.report(effort, None, 0);
            if clock.must_stop() {
                stopped = Some(Stopped::Asked);
            }
        }
        nodes += u64::from(stopped.is_none());
        stopped.is_none()
    };
    // One depth after the other: the last walk is by far the longest, and a walk that is stopped
    // leaves the depths before it.
    let mut found = unbeatable_core::perft::PerftCounts::default();
    for depth in 0..=question.depth as usize {
        match bench.kernels.perft(&line, depth, &mut visit) {
            Some(deeper) => {
                let is_all = deeper.sequences.len() <= depth;
                found = deeper;
                if is_all {
                    break;
                }
            }
            None => break,
        }
    }
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
