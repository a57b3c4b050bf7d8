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
use crate::players::{Player, RandomPlayer, seat};
use crate::question::Match;
use crate::report::{Chance, ExpectedReport, MatchReport, ProgressReport, SCHEMA, ScoreReport};

/// Exact chances are computed for games of up to this many positions.
const POSITIONS_MAX: u64 = 200_000;

/// And of up to this many moves in them, if none has more moves than the first.
const MOVES_MAX: u64 = 4_000_000;

/// What a position and its chance take at most: fractions get long in long games.
const POSITION_BYTES: u64 = 500;

/// Players may search as deep as a game is long.
const STACK_BYTES: usize = 1 << 26;

/// Threads take this many games at a time, or one where players take their time.
const GAMES_AT_A_TIME: u64 = 256;

pub(crate) fn play<G: Notation, A: Analysis<G> + Send, D: Guide<G> + Send>(
    bench: &Bench<G, A, D>,
    question: &Match,
    follow: &dyn Follow,
) -> Result<MatchReport, AskError> {
    let line = bench.line(&question.setup)?;
    let root = *line.position();
    let board = Scoreboard::new(question.games, follow);
    let clock = Clock::start(&question.limits, &board, None);
    // Half of the memory for what players know, half for exact chances.
    let mut budget = clock::budget(&question.limits);
    budget.table_bytes_max /= 2;
    let names = [question.first.as_str(), question.second.as_str()];
    if question.opening > 0 && names.iter().any(|name| name.starts_with("table:")) {
        return Err(AskError(
            "opening: a table plays from its own position on; expected no random moves before"
                .into(),
        ));
    }
    let seated = seat(names, question.threads, bench, &root, &budget, &clock)?;
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
    let series = Series {
        games: question.games,
        seed: question.seed,
        opening: question.opening,
        threads: question.threads,
    };
    let sampled = games(&line, players, &series, &board, &stop);
    // Without exact chances the match is complete all the same.
    let expected = match sampled.stopped {
        None if question.opening == 0 => chances(&line, players, budget.table_bytes_max, &clock),
        _ => None,
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
        opening: question.opening,
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

/// Keeps the score of a running match, and tells the follower.
pub(crate) struct Scoreboard<'f> {
    follow: &'f dyn Follow,
    games: u64,
    wins: [AtomicU64; 3],
}

impl<'f> Scoreboard<'f> {
    /// Nothing played yet of so many games.
    pub(crate) fn new(games: u64, follow: &'f dyn Follow) -> Self {
        Scoreboard {
            follow,
            games,
            wins: [const { AtomicU64::new(0) }; 3],
        }
    }
}

impl Follow for Scoreboard<'_> {
    /// Whatever the players search meanwhile, the score is what there is to see.
    fn progress(&self, now: &ProgressReport) {
        let [first_wins, second_wins, draws] =
            [0, 1, 2].map(|i: usize| self.wins[i].load(Ordering::Relaxed));
        self.follow.score(&ScoreReport {
            seconds: now.seconds,
            games: self.games,
            played: first_wins + second_wins + draws,
            first_wins,
            second_wins,
            draws,
        });
    }

    fn is_interrupted(&self) -> bool {
        self.follow.is_interrupted()
    }
}

/// How many games are played, and how.
pub(crate) struct Series {
    pub(crate) games: u64,
    pub(crate) seed: u64,
    /// Random moves before the players take over.
    pub(crate) opening: u32,
    pub(crate) threads: usize,
}

/// Plays the games until `stop` says so; it hears how many were begun before. The seed and its number
/// decide a game, so threads change nothing, unless a player looks at the clock.
pub(crate) fn games<'g, G: Game>(
    line: &Line<'g, G>,
    players: [&dyn Player<'g, G>; 2],
    series: &Series,
    board: &Scoreboard,
    stop: &(dyn Fn(u64) -> bool + Sync),
) -> Sampled {
    let &Series {
        games,
        seed,
        opening,
        threads,
    } = series;
    let next = AtomicU64::new(0);
    let at_a_time = match players.iter().any(|player| player.takes_time()) {
        true => 1,
        false => GAMES_AT_A_TIME,
    };
    let work = || {
        let mut sampled = Sampled::default();
        loop {
            let first = next.fetch_add(at_a_time, Ordering::Relaxed);
            if first >= games || sampled.stopped.is_some() {
                return sampled;
            }
            if stop(first) {
                sampled.stopped = Some(Stopped::Asked);
                return sampled;
            }
            for index in first..games.min(first + at_a_time) {
                let mut random = Random::for_task(seed, index);
                match one_game(line, players, opening, &mut random) {
                    Ok(outcome) => {
                        sampled.wins[index_of(outcome)] += 1;
                        board.wins[index_of(outcome)].fetch_add(1, Ordering::Relaxed);
                    }
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
    opening: u32,
    random: &mut Random,
) -> Result<Outcome<G::Value>, Stopped> {
    let mut line = line.clone();
    let mut seats = players.map(Player::sit);
    for played in 0.. {
        if let Some(outcome) = line.outcome() {
            return Ok(outcome);
        }
        let turn = line.game().turn(line.position()).index();
        let m = match &mut seats[turn] {
            _ if played < opening => RandomPlayer.choose(&line, random)?,
            Some(seat) => seat.choose(&line)?,
            None => players[turn].choose(&line, random)?,
        };
        assert!(line.play(m), "players play legal moves");
    }
    unreachable!("games end")
}

/// The exact chances of the three results, layer by layer; `None` where players do not go by the position
/// alone, or where too many positions can be reached, in number or for that many bytes, or if it was stopped.
pub(crate) fn chances<'g, G: Game>(
    line: &Line<'g, G>,
    players: [&dyn Player<'g, G>; 2],
    bytes_max: usize,
    watch: &dyn Watch<G::Value>,
) -> Option<[BigRational; 3]> {
    let game = line.game();
    let takes_time = players.iter().any(|player| player.takes_time());
    if game.repetition() != Repetition::Impossible || takes_time {
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
