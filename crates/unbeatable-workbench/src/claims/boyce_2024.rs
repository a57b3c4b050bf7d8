//! Nicholas Boyce, 'Understanding Game Trees (Part 3)', November 2024: how much faster alpha-beta is
//! than minimax, move by move of a game.

use std::time::Instant;

use serde_json::{Value as Json, json};
use unbeatable_core::{Budget, Game, Goal, Line};
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::{AlphaBeta, Search, Solved, Solver, Window, minimax};

use super::claim::Measurement;
use unbeatable_report::Follow;

/// A ratio of times on another machine and in another language agrees if the ratio of nodes is within
/// this factor. Times of milliseconds on a busy machine would say no more, and not always the same.
const WITHIN: f64 = 4.0;

/// Each search is timed this many times; the fastest counts, because all else is disturbance.
const REPEATS: u32 = 5;

/// Who plays first, and averages of four games, in milliseconds, round by round: of minimax and of alpha-beta.
const GAMES: [(&str, bool, &[[f64; 2]]); 2] = [
    (
        "Computer plays first",
        true,
        &[
            [646.5001, 42.135575],
            [19.8974, 2.94165],
            [0.7027, 0.3082],
            [0.0975, 0.0555],
            [0.02475, 0.0229],
        ],
    ),
    (
        "Computer plays second",
        false,
        &[
            [89.9973, 8.2111],
            [3.50765, 1.2767],
            [0.215175, 0.1662],
            [0.0814, 0.037275],
        ],
    ),
];

/// The columns of a game's table.
const COLUMNS: [&str; 10] = [
    "round",
    "minimax nodes",
    "minimax ms",
    "published ms",
    "alpha-beta nodes",
    "alpha-beta ms",
    "published ms",
    "nodes ratio",
    "speed-up",
    "published speed-up",
];

/// What one search of one position took.
struct Timed {
    solved: Solved<Mnk>,
    milliseconds: f64,
}

/// One move of the computer, found by minimax and by alpha-beta.
type Round = [Timed; 2];

/// How many times as many nodes and how many times as long minimax took.
fn ratios([minimax, alpha_beta]: &Round) -> [f64; 2] {
    let nodes = minimax.solved.effort.nodes as f64 / alpha_beta.solved.effort.nodes as f64;
    [nodes, minimax.milliseconds / alpha_beta.milliseconds]
}

/// The time that minimax takes for the first move, in those of alpha-beta.
pub(super) fn speed_up(published: &Json, follow: &dyn Follow) -> Measurement {
    let game = Mnk::tic_tac_toe();
    let games = GAMES.map(|(_, begins, _)| play(&game, begins));
    if follow.is_interrupted() {
        return Measurement::stopped("interrupted");
    }
    let first = &games[0][0];
    let [minimax, alpha_beta] = first;
    let [nodes_ratio, ratio] = ratios(first);
    let fresh = 1 + fresh_windows(&game);
    let value = json!({
        "speed_up": rounded(ratio),
        "minimax_ms": rounded(minimax.milliseconds),
        "alpha_beta_ms": rounded(alpha_beta.milliseconds),
        "minimax_nodes": minimax.solved.effort.nodes,
        "alpha_beta_nodes": alpha_beta.solved.effort.nodes,
        "nodes_ratio": rounded(nodes_ratio),
        "alpha_beta_nodes_with_a_fresh_window_for_each_root_move": fresh,
    });
    let note = format!(
        "a time, so it agrees if the ratio of nodes is within a factor of {WITHIN}; both search squares in board order, \
         alpha-beta from an infinite window that is carried over the root moves \
         (unbeatable solve ttt --solver alpha-beta --plain --window open); with a fresh window \
         for each root move the ratio of nodes would be {:.2}",
        minimax.solved.effort.nodes as f64 / fresh as f64
    );
    let expected = published.as_f64().unwrap_or(f64::NAN);
    let mut measured = Measurement {
        agrees: (expected / WITHIN..=expected * WITHIN).contains(&nodes_ratio),
        ..Measurement::disagrees(value, note)
    };
    for ((title, _, published), rounds) in GAMES.iter().zip(&games) {
        let rows = rounds.iter().zip(*published).enumerate();
        let rows = rows.map(|(i, (round, published))| row(i, round, published));
        measured = measured.with_table(title, &COLUMNS, rows.collect());
    }
    measured
}

/// A game in which both sides take the first best move; what each move of the computer cost.
fn play(game: &Mnk, computer_begins: bool) -> Vec<Round> {
    let mut line = Line::new(game, game.start());
    let mut rounds = Vec::new();
    while line.outcome().is_none() {
        let is_computer = line.plies().is_multiple_of(2) == computer_begins;
        let minimax = timed(|| minimax(&line, &Budget::DEFAULT, &()));
        let alpha_beta = timed(|| alpha_beta(&line));
        assert_eq!(
            minimax.solved.bounds, alpha_beta.solved.bounds,
            "both are right"
        );
        let m = alpha_beta.solved.best[0];
        if is_computer {
            rounds.push([minimax, alpha_beta]);
        }
        assert!(line.play(m), "best moves are legal");
    }
    rounds
}

/// The seed's alpha-beta: board order, nothing remembered, an infinite window.
fn alpha_beta<'g>(line: &Line<'g, Mnk>) -> Solved<Mnk> {
    let settings = AlphaBeta {
        window: Window::Open,
        ..AlphaBeta::PLAIN
    };
    Search::new(line.game(), &(), &(), settings, Budget::DEFAULT).solve(line, Goal::Value, &())
}

/// Nodes of a search that starts every root move with an infinite window again.
fn fresh_windows(game: &Mnk) -> u64 {
    let start = game.start();
    let replies = game
        .moves(&start)
        .map(|m| Line::new(game, game.play(&start, m)));
    replies.map(|line| alpha_beta(&line).effort.nodes).sum()
}

fn timed(solve: impl Fn() -> Solved<Mnk>) -> Timed {
    let runs = (0..REPEATS).map(|_| {
        let start = Instant::now();
        let solved = solve();
        Timed {
            solved,
            milliseconds: start.elapsed().as_secs_f64() * 1e3,
        }
    });
    runs.min_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds))
        .expect("it ran")
}

fn row(i: usize, round: &Round, published: &[f64; 2]) -> Vec<Json> {
    let mut row = vec![json!(i + 1)];
    for (timed, published) in round.iter().zip(published) {
        row.push(json!(timed.solved.effort.nodes));
        row.push(json!(rounded(timed.milliseconds)));
        row.push(json!(published));
    }
    row.extend(ratios(round).map(|ratio| json!(rounded(ratio))));
    row.push(json!(rounded(published[0] / published[1])));
    row
}

/// Four significant digits are more than a time deserves.
fn rounded(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let scale = 10f64.powi(3 - x.abs().log10().floor() as i32);
    (x * scale).round() / scale
}
