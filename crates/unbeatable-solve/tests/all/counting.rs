//! Counts against walks over every move sequence, and against published numbers.

use unbeatable_core::perft::{PerftCounts, perft};
use unbeatable_core::{Budget, Game, Goal, Line, Outcome, Player, Spec, Wdl};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::lomont;
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::count::{Counted, positions, sequences};
use unbeatable_solve::{AlphaBeta, Search, Solver, Window, minimax};

use crate::agree::rules;

fn walk(game: &Mnk) -> PerftCounts {
    perft(&mut Line::new(game, game.start()), 64, &mut |_| true).expect("never told to stop")
}

fn counted_sequences(game: &Mnk) -> Counted<Wdl> {
    sequences(game, game.start(), &Budget::DEFAULT, &()).expect("a budget that is large enough")
}

/// How often an outcome was counted.
fn many(counted: &Counted<Wdl>, outcome: Outcome<Wdl>) -> u128 {
    let same = counted
        .by_outcome
        .iter()
        .filter(|(known, _)| *known == outcome);
    same.map(|(_, count)| *count).sum()
}

/// Positions and the largest of their numbers.
fn counted_positions(game: &Mnk, folds: bool) -> (Counted<Wdl>, u64) {
    let mut largest = 0;
    let visit = &mut |pos: &_| {
        let number = lomont::number(unbeatable_games::mnk::Board::by_player(pos));
        largest = largest.max(number);
    };
    let counted = positions(game, game.start(), folds, &Budget::DEFAULT, &(), visit);
    (counted.expect("a budget that is large enough"), largest)
}

#[test]
fn sequences_are_as_many_as_a_walk_meets() {
    for spec in [
        "ttt",
        "ttt+misere",
        "mnk:1x1x1",
        "mnk:2x2x2",
        "mnk:3x3x2",
        "mnk:1x9x3",
        "mnk:5x2x3",
        "mnk:2x5x2+misere",
        "mnk:3x3x1",
    ] {
        let game = rules(spec);
        let walked = walk(&game);
        let counted = counted_sequences(&game);
        let by_depth: Vec<u128> = walked.sequences.iter().map(|n| u128::from(*n)).collect();
        assert_eq!(counted.by_depth, by_depth, "{spec}");
        assert_eq!(
            counted.ends(),
            walked.ends.iter().map(|n| u128::from(*n)).sum(),
            "{spec}"
        );
        assert_eq!(counted.examined, counted.total(), "{spec}");
        // Minimax walks the same tree.
        let solved = minimax(&Line::new(&game, game.start()), &Budget::DEFAULT, &());
        assert_eq!(u128::from(solved.effort.nodes), counted.total(), "{spec}");
        assert_eq!(u128::from(solved.effort.ends), counted.ends(), "{spec}");
    }
}

/// Lomont 2024, 'Minimal Size Tic Tac Toe Trees'; the tree's numbers are also folklore.
#[test]
fn tic_tac_toe_counts_as_published() {
    let game = rules("ttt");
    let counted = counted_sequences(&game);
    assert_eq!((counted.total(), counted.ends()), (549_946, 255_168));
    assert_eq!(many(&counted, Outcome::win(Player::First)), 131_184);
    assert_eq!(many(&counted, Outcome::win(Player::Second)), 77_904);
    assert_eq!(many(&counted, Outcome::DRAW), 46_080);
    let (all, largest) = counted_positions(&game, false);
    assert_eq!(
        (all.total(), all.examined, largest),
        (5_478, 16_168, 19_560)
    );
    let (classes, largest) = counted_positions(&game, true);
    assert_eq!(
        (classes.total(), classes.examined, largest),
        (765, 2_271, 17_141)
    );
    // 958 finished positions; 138 classes of them, 91 won by X, 44 by O, 3 drawn.
    assert_eq!(all.ends(), 958);
    assert_eq!(classes.ends(), 138);
    assert_eq!(many(&classes, Outcome::win(Player::First)), 91);
    assert_eq!(many(&classes, Outcome::win(Player::Second)), 44);
    assert_eq!(many(&classes, Outcome::DRAW), 3);
}

/// Misère ends where normal play ends, with the winners exchanged.
#[test]
fn misere_exchanges_the_winners() {
    let counted = counted_sequences(&rules("ttt+misere"));
    assert_eq!(many(&counted, Outcome::win(Player::Second)), 131_184);
    assert_eq!(many(&counted, Outcome::win(Player::First)), 77_904);
    assert_eq!(many(&counted, Outcome::DRAW), 46_080);
}

/// Textbook alpha-beta in board order; both numbers also by an independent program in Python.
#[test]
fn plain_alpha_beta_visits_as_many_nodes_as_the_textbook() {
    let game = rules("ttt");
    for (window, nodes) in [(Window::Open, 18_297), (Window::Closed, 16_811)] {
        let options = AlphaBeta {
            window,
            ..AlphaBeta::PLAIN
        };
        let mut search = Search::new(&game, &(), &(), options, Budget::DEFAULT);
        let solved = search.solve(&Line::new(&game, game.start()), Goal::Value, &());
        assert_eq!(solved.effort.nodes, nodes, "{window:?}");
    }
}

/// Exhaustive numbers that benchmarks and other tests rest on.
#[test]
fn larger_boards() {
    let (all, _) = counted_positions(&rules("mnk:4x3x3"), false);
    assert_eq!(all.total(), 111_973);
    let tree = counted_sequences(&rules("mnk:4x3x3"));
    assert_eq!(tree.total(), 276_911_233);
    let (classes, _) = counted_positions(&rules("mnk:4x4x3"), true);
    assert_eq!(classes.total(), 756_387);
    let (classes, _) = counted_positions(&rules("mnk:4x4x4"), true);
    assert_eq!(classes.total(), 1_217_977);
}

/// Positions of one class have the same player to move, also where the players may change places: heaps
/// have no other symmetry, so that classes are positions.
#[test]
fn classes_of_heaps_are_told_apart_by_turn() {
    let count = |spec: &str, folds| {
        let game = Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("heaps");
        let mut met = vec![];
        let visit = &mut |pos: &_| met.push(*pos);
        let counted = positions(&game, game.start(), folds, &Budget::DEFAULT, &(), visit);
        (counted.expect("a budget that is large enough"), met)
    };
    for spec in [
        "nim:2",
        "nim:3,5,7+misere",
        "kayles:9",
        "subtract:21+take=1,2,3",
    ] {
        assert_eq!(count(spec, true), count(spec, false), "{spec}");
    }
    let (counted, _) = count("nim:2", true);
    assert_eq!(counted.by_depth, [1, 2, 1]);
    for player in Player::BOTH {
        assert_eq!(many(&counted, Outcome::win(player)), 1);
    }
}
