//! How fast smallest tables are found. Every benchmark asserts its answer.
//!
//! `cargo bench -p unbeatable-strategy`; with a name behind `--` only those that contain it.

use std::ops::ControlFlow;

use divan::black_box;
use unbeatable_core::{Game, Spec};
use unbeatable_games::mnk::Mnk;
use unbeatable_proof::table::classes::{self, Classes};
use unbeatable_proof::table::{Keep, Role, Setting, TableCount, TableQuestion};
use unbeatable_strategy::{TableLimits, smallest};

fn main() {
    divan::main();
}

/// Finds a smallest table from the start, classes and all.
#[track_caller]
fn check(game: &Mnk, role: Role, open: &[u32], count: TableCount, size: u32) {
    let class_limits = classes::ClassLimits {
        bytes_max: usize::MAX,
        watch: &|_| ControlFlow::Continue(()),
    };
    let limits = TableLimits {
        bytes_max: usize::MAX,
        watch: &|_| ControlFlow::Continue(()),
    };
    let question = TableQuestion {
        role,
        open: open.to_vec(),
        count,
        keep: Keep::Value,
        default: None,
    };
    let classes = Classes::new(game, &game.start(), &class_limits).expect("there are no limits");
    let found = smallest(&Setting::new(&classes, &question), &limits);
    assert_eq!((found.lower, found.upper), (size, size));
    black_box(found);
}

/// Lomont's eight tables, and the second player's rows.
#[divan::bench]
fn lomonts_tables() {
    let game = Mnk::tic_tac_toe();
    for (count, sizes) in [
        (TableCount::Full, [56, 94, 41, 127]),
        (TableCount::Turns, [30, 51, 22, 75]),
    ] {
        for (place, size) in [0, 1, 4].into_iter().zip(sizes) {
            check(&game, Role::First, &[place], count, size);
        }
        check(&game, Role::Second, &[], count, sizes[3]);
    }
    check(&game, Role::Second, &[], TableCount::Rows, 72);
}

/// 756,387 classes.
#[divan::bench(sample_count = 5)]
fn first_player_of_4x4x3() {
    let spec = Spec::parse("mnk:4x4x3").expect("a spec");
    let game = Mnk::from_spec(spec).expect("a board");
    check(&game, Role::First, &[], TableCount::Rows, 55);
}
