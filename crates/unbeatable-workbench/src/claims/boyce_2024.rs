//! Nicholas Boyce, 'Understanding Game Trees (Part 3)', November 2024: how much faster alpha-beta is
//! than minimax, move by move of a game.

use std::time::Instant;

use serde_json::{Value as Json, json};
use unbeatable_core::{Budget, Game, Goal, Line};
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::{AlphaBeta, Search, Solved, Solver, Window, minimax};

use super::claim::{Claim, Measured};
use unbeatable_report::Follow;
use unbeatable_report::report::TableReport;

const SOURCE: &str = "Boyce, 'Understanding Game Trees (Part 3)' (2024)";

/// A ratio of times on another machine and in another language agrees if the ratio of nodes is within
/// this factor. Times of milliseconds on a busy machine would say no more, and not always the same.
const WITHIN: f64 = 4.0;

/// Each search is timed this many times; the fastest counts, because all else is disturbance.
const REPEATS: u32 = 5;

/// Averages of four games, in milliseconds, round by round.
const FIRST_MINIMAX_MS: [f64; 5] = [646.5001, 19.8974, 0.7027, 0.0975, 0.02475];
const FIRST_ALPHA_BETA_MS: [f64; 5] = [42.135575, 2.94165, 0.3082, 0.0555, 0.0229];
const SECOND_MINIMAX_MS: [f64; 4] = [89.9973, 3.50765, 0.215175, 0.0814];
const SECOND_ALPHA_BETA_MS: [f64; 4] = [8.2111, 1.2767, 0.1662, 0.037275];

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "boyce-2024-speed-up",
    source: SOURCE,
    claim: "alpha-beta finds the first move of tic-tac-toe 15.3433 times as fast as minimax \
            (42.1356 ms against 646.5001 ms, Python, 2021 laptop)",
    published: "15.3433",
    erratum: None,
    is_slow: false,
    measure: speed_up,
}];

/// What one search of one position took.
struct Timed {
    solved: Solved<Mnk>,
    milliseconds: f64,
}

/// One move of the computer, found by both algorithms.
struct Round {
    minimax: Timed,
    alpha_beta: Timed,
}

fn speed_up(published: &Json, follow: &dyn Follow) -> Measured {
    let game = Mnk::tic_tac_toe();
    let mut tables = Vec::new();
    let mut first_round = None;
    for (title, begins, minimax_ms, alpha_beta_ms) in [
        (
            "Computer plays first",
            true,
            &FIRST_MINIMAX_MS[..],
            &FIRST_ALPHA_BETA_MS[..],
        ),
        (
            "Computer plays second",
            false,
            &SECOND_MINIMAX_MS[..],
            &SECOND_ALPHA_BETA_MS[..],
        ),
    ] {
        let rounds = play(&game, begins);
        if follow.is_interrupted() {
            return Measured::stopped("interrupted");
        }
        tables.push(table(title, &rounds, minimax_ms, alpha_beta_ms));
        first_round = first_round.or(rounds.into_iter().next());
    }
    let round = first_round.expect("a game has a first move");
    let ratio = round.minimax.milliseconds / round.alpha_beta.milliseconds;
    let nodes = [&round.minimax, &round.alpha_beta].map(|timed| timed.solved.effort.nodes);
    let fresh = 1 + fresh_windows(&game);
    let expected = published.as_f64().unwrap_or(f64::NAN);
    let nodes_ratio = nodes[0] as f64 / nodes[1] as f64;
    let agrees = (expected / WITHIN..=expected * WITHIN).contains(&nodes_ratio);
    Measured {
        value: json!({
            "speed_up": rounded(ratio),
            "minimax_ms": rounded(round.minimax.milliseconds),
            "alpha_beta_ms": rounded(round.alpha_beta.milliseconds),
            "minimax_nodes": nodes[0],
            "alpha_beta_nodes": nodes[1],
            "nodes_ratio": rounded(nodes_ratio),
            "alpha_beta_nodes_with_a_fresh_window_for_each_root_move": fresh,
        }),
        agrees,
        confirms_erratum: false,
        note: format!(
            "a time, so it agrees if the ratio of nodes is within a factor of {WITHIN}; both search squares in board order, \
             alpha-beta from an infinite window that is carried over the root moves \
             (unbeatable solve ttt --solver alpha-beta --plain --window open); with a fresh window \
             for each root move the ratio of nodes would be {:.2}",
            nodes[0] as f64 / fresh as f64
        ),
        tables,
    }
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
            rounds.push(Round {
                minimax,
                alpha_beta,
            });
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

fn table(title: &str, rounds: &[Round], minimax_ms: &[f64], alpha_beta_ms: &[f64]) -> TableReport {
    let columns = [
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
    let published = minimax_ms.iter().zip(alpha_beta_ms);
    let rows = rounds
        .iter()
        .zip(published)
        .enumerate()
        .map(|(i, (round, (&slow, &fast)))| {
            let Round {
                minimax,
                alpha_beta,
            } = round;
            let nodes = [minimax, alpha_beta].map(|timed| timed.solved.effort.nodes);
            vec![
                json!(i + 1),
                json!(nodes[0]),
                json!(rounded(minimax.milliseconds)),
                json!(slow),
                json!(nodes[1]),
                json!(rounded(alpha_beta.milliseconds)),
                json!(fast),
                json!(rounded(nodes[0] as f64 / nodes[1] as f64)),
                json!(rounded(minimax.milliseconds / alpha_beta.milliseconds)),
                json!(rounded(slow / fast)),
            ]
        });
    TableReport {
        title: title.into(),
        columns: columns.map(String::from).to_vec(),
        rows: rows.collect(),
    }
}

/// Four significant digits are more than a time deserves.
fn rounded(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let scale = 10f64.powi(3 - x.abs().log10().floor() as i32);
    (x * scale).round() / scale
}
