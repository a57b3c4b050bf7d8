//! Chris Lomont, 'Minimal Size Tic Tac Toe Trees', July 2024: the counts, the frontier search, and
//! the tournament of perfect trees and random players.

use std::collections::HashMap;
use std::sync::Arc;

use num_traits::ToPrimitive;
use serde_json::{Value as Json, json};
use unbeatable_core::{Budget, Game, Line, Outcome, Player, Wdl};
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::backward;

use super::{Claim, Measured};
use crate::any_game::Follow;
use crate::matches::{Arena, Scoreboard, Seating, Series, Start};
use crate::players::{Chooser, PerfectPlayer, Player as Seated, RandomPlayer};
use crate::question::{Count, CountOf, Limits, Setup};
use crate::report::CountReport;

const TREES: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), Game trees";
const MOVES: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), Best moves";

pub(super) const GAMES: u64 = 100_000;

/// A published number of games out of 100,000 agrees if it lies within this many standard deviations
/// of its exact expectation: one honest sample in 500 would not.
pub(super) const DEVIATIONS: f64 = 3.09;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "lomont-2024-tree-nodes",
        TREES,
        "the full tree of tic-tac-toe has 549,946 nodes",
        "549946",
        |published, follow| counted(CountOf::Tree, published, follow, |c| json!(c.count)),
    ),
    Claim::new(
        "lomont-2024-tree-leaves",
        TREES,
        "255,168 of them are leaves",
        "255168",
        |published, follow| counted(CountOf::Games, published, follow, |c| json!(c.count)),
    ),
    Claim::new(
        "lomont-2024-tree-outcomes",
        TREES,
        "131,184 leaves are won by X, 77,904 by O, 46,080 by nobody",
        r#"{"X": 131184, "O": 77904, "draw": 46080}"#,
        |published, follow| counted(CountOf::Games, published, follow, |c| json!(c.by_outcome)),
    ),
    Claim::new(
        "lomont-2024-tree-shares",
        TREES,
        "that is 51.41 %, 30.53 % and 18.06 % of the leaves",
        r#"{"X": "51.41", "O": "30.53", "draw": "18.06"}"#,
        |published, follow| counted(CountOf::Games, published, follow, shares),
    ),
    Claim::new(
        "lomont-2024-hashed",
        TREES,
        "skipping boards seen before examines 16,168 nodes and keeps 5,478, the largest hash 19,560",
        r#"{"examined": 16168, "kept": 5478, "largest_hash": 19560}"#,
        |published, follow| counted(CountOf::Positions, published, follow, kept),
    ),
    Claim::new(
        "lomont-2024-symmetry",
        TREES,
        "with the 8 symmetries removed 2,271 are examined and 765 kept, the largest hash 17,141",
        r#"{"examined": 2271, "kept": 765, "largest_hash": 17141}"#,
        |published, follow| counted(CountOf::Classes, published, follow, kept),
    ),
    Claim {
        id: "lomont-2024-frontier",
        source: MOVES,
        claim: "a node scores the least of its children at even depth and the most at odd depth \
                (wins of player 1, who moves at even depth, score +1)",
        published: r#"{"even": "min", "odd": "max"}"#,
        erratum: Some(
            "the text exchanges min and max: X, who moves at even depth, maximises. As printed, \
             each player plays for the other's win",
        ),
        is_slow: false,
        measure: frontier,
    },
    Claim::new(
        "lomont-2024-hashed-random",
        MOVES,
        "100,000 games, hashed tree against random player: 96,844 won, 0 lost, 3,156 drawn",
        r#"{"first_wins": 96844, "second_wins": 0, "draws": 3156}"#,
        |published, follow| {
            tournament(
                published,
                follow,
                Seats {
                    perfect: [true, false],
                    folds: false,
                },
            )
        },
    ),
    Claim::new(
        "lomont-2024-random-hashed",
        MOVES,
        "100,000 games, random player against hashed tree: 0 won, 77,579 lost, 22,421 drawn",
        r#"{"first_wins": 0, "second_wins": 77579, "draws": 22421}"#,
        |published, follow| {
            tournament(
                published,
                follow,
                Seats {
                    perfect: [false, true],
                    folds: false,
                },
            )
        },
    ),
    Claim::new(
        "lomont-2024-hashed-hashed",
        MOVES,
        "100,000 games, hashed tree against itself: all drawn",
        r#"{"first_wins": 0, "second_wins": 0, "draws": 100000}"#,
        |published, follow| {
            tournament(
                published,
                follow,
                Seats {
                    perfect: [true, true],
                    folds: false,
                },
            )
        },
    ),
    Claim::new(
        "lomont-2024-symmetry-random",
        MOVES,
        "100,000 games, symmetry tree against random player: 96,772 won, 0 lost, 3,228 drawn",
        r#"{"first_wins": 96772, "second_wins": 0, "draws": 3228}"#,
        |published, follow| {
            tournament(
                published,
                follow,
                Seats {
                    perfect: [true, false],
                    folds: true,
                },
            )
        },
    ),
    Claim::new(
        "lomont-2024-random-symmetry",
        MOVES,
        "100,000 games, random player against symmetry tree: 0 won, 77,524 lost, 22,476 drawn",
        r#"{"first_wins": 0, "second_wins": 77524, "draws": 22476}"#,
        |published, follow| {
            tournament(
                published,
                follow,
                Seats {
                    perfect: [false, true],
                    folds: true,
                },
            )
        },
    ),
    Claim::new(
        "lomont-2024-symmetry-symmetry",
        MOVES,
        "100,000 games, symmetry tree against itself: all drawn",
        r#"{"first_wins": 0, "second_wins": 0, "draws": 100000}"#,
        |published, follow| {
            tournament(
                published,
                follow,
                Seats {
                    perfect: [true, true],
                    folds: true,
                },
            )
        },
    ),
];

fn counted(
    of: CountOf,
    published: &Json,
    follow: &dyn Follow,
    read: fn(&CountReport) -> Json,
) -> Measured {
    let question = Count {
        setup: Setup::default(),
        of,
        limits: Limits::default(),
    };
    let game = crate::game("ttt").expect("tic-tac-toe exists");
    let report = game
        .count(&question, follow)
        .expect("the start can be asked about");
    let command = format!("unbeatable count ttt --of {}", of.name());
    if report.stopped.is_some() {
        return Measured::stopped(command);
    }
    Measured::exactly(read(&report), published, command)
}

fn kept(report: &CountReport) -> Json {
    json!({
        "examined": report.examined,
        "kept": report.count,
        "largest_hash": report.largest_hash,
    })
}

fn shares(report: &CountReport) -> Json {
    let all = report.count.unwrap_or(0) as f64;
    let by_outcome = report.by_outcome.iter().flat_map(|by| &by.0);
    by_outcome
        .map(|&(name, many)| {
            (
                name.to_owned(),
                json!(format!("{:.2}", 100.0 * many as f64 / all)),
            )
        })
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Which rule scores every position of the tree as backward induction values it. (The empty board
/// alone would not tell: exchanged, the rules play misère tic-tac-toe, a draw as well.)
fn frontier(published: &Json, _: &dyn Follow) -> Measured {
    let game = Mnk::tic_tac_toe();
    let solution = backward(&game, game.start(), false, &Budget::DEFAULT, &());
    let rules = [["max", "min"], ["min", "max"]];
    let right = rules.map(|[even, _]| {
        let mut scores = HashMap::new();
        score(&game, &game.start(), 0, even == "max", &mut scores);
        let is_right = |(pos, score): &(&Board, &i32)| {
            let entry = solution.entry(pos).expect("every position is solved");
            Outcome::from_value(entry.value, game.turn(pos)).value_for(Player::First) as i32
                == **score
        };
        scores.iter().filter(is_right).count()
    });
    let note = format!(
        "of {} positions, max at even depth scores {} as backward induction does, min at even \
         depth {}",
        solution.len(),
        right[0],
        right[1]
    );
    match right.iter().position(|&right| right == solution.len()) {
        None => Measured::disagrees(json!("neither"), note),
        Some(i) => {
            let [even, odd] = rules[i];
            Measured::exactly(json!({"even": even, "odd": odd}), published, note)
        }
    }
}

/// The score of a node for player 1, with X, who moves at even depth, maximising or minimising.
fn score(
    game: &Mnk,
    pos: &Board,
    depth: u32,
    x_maximises: bool,
    scores: &mut HashMap<Board, i32>,
) -> i32 {
    if let Some(&known) = scores.get(pos) {
        return known;
    }
    let score = match game.outcome(pos) {
        Some(outcome) => outcome.value_for(Player::First) as i32,
        None => {
            let mut child = |m| score(game, &game.play(pos, m), depth + 1, x_maximises, scores);
            let children: Vec<i32> = game.moves(pos).map(&mut child).collect();
            let maximises = depth.is_multiple_of(2) == x_maximises;
            let best = if maximises {
                children.iter().max()
            } else {
                children.iter().min()
            };
            *best.expect("an unfinished position has a move")
        }
    };
    scores.insert(*pos, score);
    score
}

/// Who sits where, and whether the perfect player's tree has symmetric positions folded.
struct Seats {
    perfect: [bool; 2],
    folds: bool,
}

/// The exact chances of a pairing beside the published sample and one of ours.
fn tournament(published: &Json, follow: &dyn Follow, seats: Seats) -> Measured {
    let game = Mnk::tic_tac_toe();
    let solution = backward(&game, game.start(), seats.folds, &Budget::DEFAULT, &());
    let perfect = Arc::new(PerfectPlayer::from_solution(solution));
    let players = seats.perfect.map(|is_perfect| match is_perfect {
        true => Seated::Chooser(Arc::clone(&perfect) as Arc<dyn Chooser<Mnk>>),
        false => Seated::Chooser(Arc::new(RandomPlayer)),
    });
    let starts = [Start::new(Line::new(&game, game.start()))];
    let bytes_max = Budget::DEFAULT.table_bytes_max;
    let seatings = [Seating::new(players, &starts, 0, bytes_max, &())];
    let map = seatings[0].map.as_ref().expect("tic-tac-toe is small");
    let chances = map.chances::<Wdl>(&[1], &()).expect("nobody stops it");
    let arena = Arena {
        starts: &starts,
        seatings: &seatings,
        series: Series {
            games: GAMES,
            seed: 1,
            opening: 0,
            threads: 1,
        },
        board: &Scoreboard::new(GAMES, follow),
        stop: &|_| follow.is_interrupted(),
        watch: &(),
    };
    let sample = arena.games(None);
    if sample.stopped.is_some() {
        return Measured::stopped("interrupted");
    }
    let names = ["first_wins", "second_wins", "draws"];
    let mut measured = serde_json::Map::new();
    let mut agrees = true;
    let mut intervals = Vec::new();
    for ((name, exact), sampled) in names.into_iter().zip(&chances).zip(sample.results[0].wins) {
        let chance = exact.to_f64().expect("a fraction has a nearest number");
        let mean = chance * GAMES as f64;
        let reach = DEVIATIONS * (mean * (1.0 - chance)).sqrt();
        let is_near = |games: f64| (games - mean).abs() <= reach;
        agrees &= is_near(published[name].as_f64().unwrap_or(f64::NAN)) && is_near(sampled as f64);
        measured.insert(
            name.into(),
            json!({"exact": exact.to_string(), "sampled": sampled}),
        );
        intervals.push(format!("{name} {:.0} to {:.0}", mean - reach, mean + reach));
    }
    let seat = |is_perfect| if is_perfect { "perfect" } else { "random" };
    let [first, second] = seats.perfect.map(seat);
    let note = format!(
        "unbeatable match ttt --first {first} --second {second} --games {GAMES} --seed 1; agrees \
         if the published number and ours lie within {DEVIATIONS} standard deviations of the exact \
         expectation: {}",
        intervals.join(", ")
    );
    Measured {
        value: measured.into(),
        agrees,
        confirms_erratum: false,
        note,
        tables: vec![],
    }
}
