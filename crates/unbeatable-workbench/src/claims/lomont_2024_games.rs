//! Chris Lomont, 'Minimal Size Tic Tac Toe Trees', July 2024: the tournaments of perfect trees, the small
//! table and random players, 100,000 games a line.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::{Value as Json, json};
use unbeatable_bench::Bench;
use unbeatable_bench::erased::Line;
use unbeatable_core::{Budget, Game, Player};
use unbeatable_proof::table::{Keep, Role, TableCount};

use super::claim::Measurement;
use super::claim::Who::{self, Hashed, Random, Symmetry, Table};
use crate::ask::Ask;
use unbeatable_play::matches::{Arena, Scoreboard, Seating, Series, Start};
use unbeatable_play::players::{Chooser, Contestant, PerfectPlayer, RandomPlayer, TablePlayer};
use unbeatable_report::Follow;
use unbeatable_report::question::{Limits, Setup, Strategy};

pub(super) const GAMES: u64 = 100_000;

/// A published number of games out of 100,000 agrees if it lies within this many standard deviations
/// of its exact expectation: one honest sample in 500 would not.
pub(super) const DEVIATIONS: f64 = 3.09;

/// The player of that side; `None` if it was interrupted.
fn player<'g>(
    bench: &'g Bench,
    who: Who,
    side: Player,
    follow: &dyn Follow,
) -> Option<Arc<dyn Chooser<'g> + 'g>> {
    Some(match who {
        Random => Arc::new(RandomPlayer),
        Hashed | Symmetry => {
            let folds = who == Symmetry;
            let start = bench.game.start();
            let solution = (bench.kernels).backward(&start, folds, &Budget::DEFAULT, &());
            Arc::new(PerfectPlayer::from_solution(bench, solution))
        }
        Table => {
            let question = Strategy {
                setup: Setup::default(),
                role: [Role::First, Role::Second][side.index()],
                open: vec![],
                count: TableCount::Rows,
                keep: Keep::Value,
                default: None,
                all: false,
                certificate: None,
                pictures: vec![],
                limits: Limits::default(),
            };
            let ttt = crate::game("ttt").expect("a game");
            let report = ttt.strategy(&question, follow).expect("a question");
            if report.stopped.is_some() {
                return None;
            }
            let table = TablePlayer::from_report(&bench.game, &report, side);
            Arc::new(table.expect("what is found can be played"))
        }
    })
}

/// The exact chances of a pairing, won by the first player, by the second and by nobody, and how often each
/// came up in our sample. `None` if it was interrupted.
pub(super) fn series(seats: [Who; 2], follow: &dyn Follow) -> Option<([BigRational; 3], [u64; 3])> {
    let bench = crate::game("ttt").expect("a game");
    let game = &bench.game;
    let [first, second] =
        Player::BOTH.map(|side| player(&bench, seats[side.index()], side, follow));
    let players = [first?, second?].map(Contestant::Chooser);
    let starts = [Start::new(Line::new(game, game.start()))];
    let bytes_max = Budget::DEFAULT.table_bytes_max;
    let seatings = [Seating::new(players, &starts, 0, bytes_max, &())];
    let map = seatings[0].map.as_ref().expect("tic-tac-toe is small");
    let chances = map.chances(&[1], &()).expect("nobody stops it");
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
    match sample.stopped {
        Some(_) => None,
        None => Some((chances, sample.results[0].wins)),
    }
}

/// The exact chances of a pairing beside the published sample and one of ours.
pub(super) fn tournament(seats: [Who; 2], published: &Json, follow: &dyn Follow) -> Measurement {
    let Some((chances, sample)) = series(seats, follow) else {
        return Measurement::stopped("interrupted");
    };
    let names = ["first_wins", "second_wins", "draws"];
    let mut measured = serde_json::Map::new();
    let mut agrees = true;
    let mut intervals = Vec::new();
    for ((name, exact), sampled) in names.into_iter().zip(&chances).zip(sample) {
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
    let name = |who| match who {
        Random => "random",
        Hashed | Symmetry => "perfect",
        Table => "table:FILE",
    };
    let [first, second] = seats.map(name);
    let table = Player::BOTH
        .into_iter()
        .find(|side| seats[side.index()] == Table);
    let table = table.map_or(String::new(), |side| {
        let role = ["first", "second"][side.index()];
        format!("unbeatable strategy ttt --role {role} -o FILE.json; ")
    });
    let note = format!(
        "{table}unbeatable match ttt --first {first} --second {second} --games {GAMES} --seed 1; agrees \
         if the published number and ours lie within {DEVIATIONS} standard deviations of the exact \
         expectation: {}",
        intervals.join(", ")
    );
    Measurement {
        agrees,
        ..Measurement::disagrees(measured.into(), note)
    }
}
