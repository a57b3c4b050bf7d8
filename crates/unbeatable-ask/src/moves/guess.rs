//! How good moves look of which it is not proven who wins: games against itself.

use std::collections::HashMap;

use unbeatable_bench::bench::Bench;
use unbeatable_bench::erased::{Line, Move, Position};
use unbeatable_bench::kernels::AnyExplorer;
use unbeatable_core::{Bounds, Game, Margin, Value};

use super::judgement::Judged;
use super::words::sign;

/// How many games are played: that takes a moment.
const PLAYOUTS: u64 = 50_000;

/// A move that was tried in fewer games, because others soon looked better or one was proven to win, is tried
/// in so many by itself.
const PLAYOUTS_MIN: u32 = 500;

/// What the tree of these games may take at most.
const TREE_BYTES: usize = 1 << 26;

/// Guesses what moves are worth of which it is not proven who wins: the share of the points in games against
/// itself, which are remembered in so many bytes at most. A guess never contradicts what is proven. It does not
/// depend on the clock: whoever asks again sees what there was to see before.
pub(super) fn guess(bench: &Bench, line: &Line, moves: &mut [Judged], bytes_max: usize) {
    if moves.iter().all(|judged| sign(judged.bounds).is_some()) {
        return;
    }
    let tree_bytes = TREE_BYTES.min(bytes_max);
    let mut explorer = bench.kernels.explorer(tree_bytes, 1);
    explorer.think(line, PLAYOUTS, &());
    // Moves that lead into one class are one.
    let class = |m: Move| -> Position {
        let next = bench.game.play(line.position(), m);
        match bench.has_history() {
            true => next,
            false => bench.game.canonical(&next),
        }
    };
    let mut sums: HashMap<Position, PlayedGames> = HashMap::new();
    for (m, share, games) in explorer.tried() {
        sums.entry(class(m)).or_default().add(share, games);
    }
    for judged in moves {
        if sign(judged.bounds).is_some() {
            continue;
        }
        let sum = sums.entry(class(judged.m)).or_default();
        if sum.games < f64::from(PLAYOUTS_MIN) {
            let mut next = line.clone();
            assert!(next.play(judged.m), "the move was just judged");
            *sum = behind(&mut *bench.kernels.explorer(tree_bytes, 1), bench, &next);
        }
        let Bounds { lower, upper } = judged.bounds;
        judged.guess = Some(sum.share().clamp(points(lower), points(upper)));
    }
}

/// Games, and what they were worth.
#[derive(Clone, Copy, Default)]
struct PlayedGames {
    points: f64,
    games: f64,
}

impl PlayedGames {
    fn add(&mut self, share: f64, games: u32) {
        self.points += share * f64::from(games);
        self.games += f64::from(games);
    }

    /// The share of the points; one half if nobody has played.
    fn share(self) -> f64 {
        match self.games {
            0.0 => 0.5,
            games => self.points / games,
        }
    }
}

/// What games from a position on were worth to the player who moved there. Nobody may have had the time to see
/// that a move ends the game: then there is nothing to play.
fn behind(explorer: &mut dyn AnyExplorer, bench: &Bench, line: &Line) -> PlayedGames {
    let mut sum = PlayedGames::default();
    if let Some(outcome) = line.outcome() {
        let turn = bench.game.turn(line.position());
        sum.add(1.0 - points(outcome.value_for(turn)), PLAYOUTS_MIN);
        return sum;
    }
    let thought = explorer.think(line, PLAYOUTS_MIN.into(), &());
    match thought.bounds.value() {
        Some(value) => sum.add(1.0 - points(value), PLAYOUTS_MIN),
        None => {
            for (_, share, games) in explorer.tried() {
                sum.add(1.0 - share, games);
            }
        }
    }
    sum
}

/// What the end of a game counts: a win 1, a draw one half.
fn points(value: Margin) -> f64 {
    f64::from(value.rank().signum() + 1) / 2.0
}
