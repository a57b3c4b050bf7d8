//! How fast games are played, on one thread. Every benchmark asserts its answer.
//!
//! `cargo bench -p unbeatable-workbench`; with a name behind `--` only those that contain it. A million
//! games in less than a second are a million games a second.

use std::path::PathBuf;
use unbeatable_workbench::Ask;

use unbeatable_workbench::game;
use unbeatable_workbench::question::{
    Counted, Keep, Limits, MOVE_TIME, Match, Role, Setup, Strategy,
};
use unbeatable_workbench::report::MatchReport;

fn main() {
    divan::main();
}

fn play(spec: &str, players: [&str; 2], games: u64) -> MatchReport {
    let question = Match {
        setup: Setup::default(),
        players: players.map(String::from).to_vec(),
        swap: false,
        openings: vec![],
        opening: 0,
        games,
        seed: 1,
        move_time: MOVE_TIME,
        records: false,
        threads: 1,
        limits: Limits::default(),
    };
    let game = game(spec).expect("a game");
    let report = game.play_match(&question, &()).expect("a match");
    assert_eq!(report.played, games);
    report
}

/// The smallest table of tic-tac-toe for a side, as a player's name.
fn table(role: Role) -> String {
    let question = Strategy {
        setup: Setup::default(),
        role,
        open: vec![],
        count: Counted::Rows,
        keep: Keep::Value,
        default: None,
        all: false,
        certificate: None,
        pictures: vec![],
        limits: Limits::default(),
    };
    let report = game("ttt").expect("a game").strategy(&question, &());
    let text = serde_json::to_string(&report.expect("a table")).expect("a report is JSON");
    let name = format!("unbeatable-bench-{}-{role:?}.json", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    std::fs::write(&path, text).expect("a folder for files");
    format!("table:{}", path.display())
}

/// A million games of a random player against the smallest table, the table's side last.
#[divan::bench(sample_count = 10)]
fn a_million_random_against_table(bencher: divan::Bencher) {
    let table = table(Role::Second);
    bencher.bench(|| {
        let report = play("ttt", ["random", &table], 1_000_000);
        assert_eq!(report.first_wins, 0);
    });
    remove(&table);
}

/// A million games of the smallest table against a random player, the table first.
#[divan::bench(sample_count = 10)]
fn a_million_table_against_random(bencher: divan::Bencher) {
    let table = table(Role::First);
    bencher.bench(|| {
        let report = play("ttt", [&table, "random"], 1_000_000);
        assert_eq!(report.second_wins, 0);
    });
    remove(&table);
}

/// Games of ultimate tic-tac-toe are too many for a map.
#[divan::bench(sample_count = 10)]
fn a_thousand_random_games_of_uttt() {
    let report = play("uttt", ["random", "random"], 1_000);
    assert!(report.first_wins > report.second_wins / 2);
}

fn remove(table: &str) {
    let path = table.strip_prefix("table:").expect("a table's name");
    std::fs::remove_file(path).expect("it was written");
}
