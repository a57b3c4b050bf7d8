//! Ultimate tic-tac-toe: the suites of `testdata`, whose README says where they come from.

use unbeatable_workbench::game;
use unbeatable_workbench::question::{Method, Setup, Solve};

/// The position and its winner in each row, which stand in these columns.
fn rows(text: &'static str, columns: [usize; 2]) -> Vec<[&'static str; 2]> {
    let cells = |row: &'static str| -> Vec<&str> { row.split(',').collect() };
    let rows = text.lines().skip(1).map(cells);
    rows.map(|row| columns.map(|column| row[column])).collect()
}

/// Who wins, by that solver.
fn winner(position: &str, solver: &str) -> Option<&'static str> {
    let game = game("uttt").expect("a game");
    let method = Method {
        solver: Some(solver.into()),
        ..Method::default()
    };
    let question = Solve {
        setup: Setup {
            position: Some(position.into()),
            moves: vec![],
        },
        method,
        ..Solve::default()
    };
    let report = game
        .solve(&question, &())
        .unwrap_or_else(|e| panic!("{position}: {e}"));
    report
        .outcome
        .map(|outcome| outcome.winner.unwrap_or("draw"))
}

#[track_caller]
fn check_late(solver: &str) {
    let rows = rows(include_str!("../../../testdata/uttt-late.csv"), [1, 2]);
    assert_eq!(rows.len(), 226);
    for [position, value] in rows {
        let found = winner(position, solver);
        assert_eq!(found, Some(value), "{solver}: {position}");
    }
}

#[test]
fn late_positions() {
    check_late("alpha-beta");
    check_late("df-pn");
}

#[test]
#[ignore = "slow: half a minute"]
fn late_positions_with_all_that_follows() {
    check_late("backward");
}
