//! Tournaments between players, sampled and exact.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::ScopedJoinHandle;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Bounds, Budget, Effort, Game, Guide, Line, Notation, Outcome, Player as Side,
    Repetition, Stopped, Value, Watch,
};
use unbeatable_solve::count;
use unbeatable_solve::meter::{Meter, Part};

use crate::any_game::{AskError, Follow};
use crate::bench::Bench;
use crate::clock::{self, Clock};
use crate::players::{Player, seat};
use crate::question::Match;
use crate::report::{Chance, ExpectedReport, MatchReport, SCHEMA};

/// Exact chances are computed for games of up to this many positions.
const POSITIONS_MAX: u64 = 200_000;

/// And of up to this many moves in them, if none has more moves than the first.
const MOVES_MAX: u64 = 4_000_000;

/// What a position and its chance take at most: fractions get long in long games.
const POSITION_BYTES: u64 = 500;

/// Players may search as deep as a game is long.
const STACK_BYTES: usize = 1 << 26;

/// Threads take this many games at a time.
const GAMES_AT_A_TIME: u64 = 256;

pub(crate) fn play<G: Notation, A: Analysis<G> + Send, D: Guide<G> + Send>(
    bench: &Bench<G, A, D>,
    question: &Match,
    follow: &dyn Follow,
) -> Result<MatchReport, AskError> {
    let line = bench.line(&question.setup)?;
    let root = *line.position();
    let clock = Clock::start(&question.limits, follow, None);
    // Half of the memory for what players know, half for exact chances.
    let mut budget = clock::budget(&question.limits);
    budget.table_bytes_max /= 2;
    let names = [question.first.as_str(), question.second.as_str()];
    let seated = seat(names, bench, &root, &budget, &clock)?;
    let players = [&*seated[0], &*seated[1]];
    let stop = |begun: u64| {
        clock.report(
            Effort {
                nodes: begun,
                ..Effort::default()
            },
            None,
            0,
        );
        clock.must_stop()
    };
    let sampled = games(
        &line,
        players,
        question.games,
        question.seed,
        question.threads,
        &stop,
    );
    // Without exact chances the match is complete all the same.
    let expected = match sampled.stopped {
        None => chances(&line, players, budget.table_bytes_max, &clock),
        Some(_) => None,
    };
    Ok(MatchReport {
        schema: SCHEMA,
        game: bench.game.spec(),
        position: bench.game.line_text(&line),
        sides: bench.player_names(),
        first: question.first.clone(),
        second: question.second.clone(),
        games: question.games,
        played: sampled.wins.iter().sum(),
        seed: question.seed,
        first_wins: sampled.wins[0],
        second_wins: sampled.wins[1],
        draws: sampled.wins[2],
        expected: expected.map(expected_report),
        threads: question.threads,
        seconds: clock.seconds(),
        stopped: clock.reason(sampled.stopped),
    })
}

/// Results of games: won by the first player, by the second, by nobody.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sampled {
    pub(crate) wins: [u64; 3],
    pub(crate) stopped: Option<Stopped>,
}

fn index_of<V: Value>(outcome: Outcome<V>) -> usize {
    outcome.winner().map_or(2, Side::index)
}

/// Plays the games until `stop` says so; it hears how many were begun before. The seed and its number
/// decide a game, so threads change nothing.
pub(crate) fn games<'g, G: Game>(
    line: &Line<'g, G>,
    players: [&dyn Player<'g, G>; 2],
    games: u64,
    seed: u64,
    threads: usize,
    stop: &(dyn Fn(u64) -> bool + Sync),
) -> Sampled {
    let next = AtomicU64::new(0);
    let work = || {
        let mut sampled = Sampled::default();
        loop {
            let first = next.fetch_add(GAMES_AT_A_TIME, Ordering::Relaxed);
            if first >= games || sampled.stopped.is_some() {
                return sampled;
            }
            if stop(first) {
                sampled.stopped = Some(Stopped::Asked);
                return sampled;
            }
            for index in first..games.min(first + GAMES_AT_A_TIME) {
                let mut random = Random::for_task(seed, index);
                match one_game(line, players, &mut random) {
                    Ok(outcome) => sampled.wins[index_of(outcome)] += 1,
                    Err(why) => {
                        sampled.stopped = Some(why);
                        break;
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        // This thread plays too, and fewer others do where no more can be had.
        let spawn = |_| {
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, work).ok()
        };
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        let mut all = Sampled::default();
        let join = |thread: ScopedJoinHandle<_>| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let mine = work();
        for sampled in others.into_iter().map(join).chain([mine]) {
            for (sum, wins) in all.wins.iter_mut().zip(sampled.wins) {
                *sum += wins;
            }
            all.stopped = all.stopped.or(sampled.stopped);
        }
        all
    })
}

fn one_game<'g, G: Game>(
    line: &Line<'g, G>,
    players: [&dyn Player<'g, G>; 2],
    random: &mut Random,
) -> Result<Outcome<G::Value>, Stopped> {
    let mut line = line.clone();
    loop {
        if let Some(outcome) = line.outcome() {
            return Ok(outcome);
        }
        let turn = line.game().turn(line.position());
        let m = players[turn.index()].choose(&line, random)?;
        assert!(line.play(m), "players play legal moves");
    }
}

/// The exact chances of the three results, layer by layer; `None` where too many positions can be
/// reached, in number or for that many bytes, or if it was stopped.
pub(crate) fn chances<'g, G: Game>(
    line: &Line<'g, G>,
    players: [&dyn Player<'g, G>; 2],
    bytes_max: usize,
    watch: &dyn Watch<G::Value>,
) -> Option<[BigRational; 3]> {
    let game = line.game();
    if game.repetition() != Repetition::Impossible {
        return None;
    }
    // Counting first is cheap, and players may take their time.
    let moves = match line.outcome() {
        Some(_) => 1,
        None => game.moves(line.position()).count() as u64,
    };
    let budget = Budget {
        nodes_max: POSITIONS_MAX
            .min(bytes_max as u64 / POSITION_BYTES)
            .min(MOVES_MAX / moves),
        table_bytes_max: bytes_max,
        ..Budget::DEFAULT
    };
    let part = Part::new(watch, Effort::default(), Bounds::UNKNOWN);
    let mut meter = Meter::new(&budget, &part);
    count::positions(game, *line.position(), false, &budget, watch, &mut |_| {}).ok()?;
    let zero = || BigRational::from_integer(0.into());
    let mut ends = [zero(), zero(), zero()];
    let mut layer = vec![(*line.position(), BigRational::from_integer(1.into()))];
    while !layer.is_empty() {
        let mut places: HashMap<G::Position, usize> = HashMap::new();
        let mut next: Vec<(G::Position, BigRational)> = Vec::new();
        for (pos, chance) in layer {
            meter.node().ok()?;
            if let Some(outcome) = game.outcome(&pos) {
                ends[index_of(outcome)] += chance;
                continue;
            }
            let moves = players[game.turn(&pos).index()]
                .choices(&Line::new(game, pos))
                .ok()?;
            let share = chance / BigRational::from_integer(moves.len().into());
            for m in moves {
                let child = game.play(&pos, m);
                let place = *places.entry(child).or_insert_with(|| {
                    next.push((child, zero()));
                    next.len() - 1
                });
                next[place].1 += &share;
            }
        }
        layer = next;
    }
    Some(ends)
}

fn expected_report([first_wins, second_wins, draws]: [BigRational; 3]) -> ExpectedReport {
    ExpectedReport {
        first_wins: chance(&first_wins),
        second_wins: chance(&second_wins),
        draws: chance(&draws),
    }
}

pub(crate) fn chance(exact: &BigRational) -> Chance {
    Chance {
        fraction: exact.to_string(),
        value: exact.to_f64().expect("a fraction has a nearest number"),
    }
}
