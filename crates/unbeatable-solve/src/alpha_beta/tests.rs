use super::*;
use crate::{Search, Solved, Solver, minimax};
use unbeatable_core::toys::{Coins, Heap, Ring};
use unbeatable_core::{Goal, Line, Margin, Outcome, Player};

const TABLE: AlphaBeta = AlphaBeta {
    table: true,
    ..AlphaBeta::PLAIN
};
const SCOUT: AlphaBeta = AlphaBeta {
    scout: true,
    ..AlphaBeta::PLAIN
};
const DEEPEN: AlphaBeta = AlphaBeta {
    deepen: true,
    fail: Fail::Soft,
    ..AlphaBeta::PLAIN
};

fn solve<G: Game>(game: &G, options: AlphaBeta, goal: Goal<G::Value>) -> Solved<G> {
    let line = Line::new(game, game.start());
    Search::new(game, &(), &(), options, Budget::DEFAULT).solve(&line, goal, &())
}

/// The same value as minimax, with fewer nodes or as many, and a move that gets it.
#[track_caller]
fn check<G: Game>(game: &G, options: &[AlphaBeta]) {
    let known = minimax(&Line::new(game, game.start()), &Budget::DEFAULT, &());
    for &options in options {
        let solved = solve(game, options, Goal::Value);
        assert_eq!(solved.bounds, known.bounds, "{options:?}");
        assert!(
            solved.best.iter().all(|m| known.best.contains(m)),
            "{options:?}"
        );
        assert_eq!(solved.best.len(), 1, "{options:?}");
        if options == AlphaBeta::PLAIN {
            assert!(solved.effort.nodes <= known.effort.nodes);
        }
    }
}

#[test]
fn points_are_found_by_one_window_and_by_many() {
    let options = [AlphaBeta::PLAIN, TABLE, SCOUT, DEEPEN, AlphaBeta::BEST];
    for coins in [
        &[1, 9, 2][..],
        &[5],
        &[8, 15, 3, 7],
        &[2, 2, 2, 2, 2],
        &[4, -3, 7, 0, 1, 6, -9, 2],
    ] {
        check(&Coins(coins), &options);
    }
}

#[test]
fn heaps_of_all_sizes() {
    for size in 1..12 {
        check(
            &Heap(size),
            &[AlphaBeta::PLAIN, TABLE, SCOUT, DEEPEN, AlphaBeta::BEST],
        );
    }
}

#[test]
fn history_counts() {
    for size in 3..9 {
        check(&Ring(size), &[AlphaBeta::PLAIN, SCOUT, DEEPEN]);
    }
}

#[test]
#[should_panic(expected = "where history matters")]
fn no_table_where_history_matters() {
    let _ = solve(&Ring(3), TABLE, Goal::Value);
}

#[test]
fn questions_of_yes_and_no_are_answered_and_no_more() {
    let game = Coins(&[8, 15, 3, 7]);
    let margin = solve(&game, AlphaBeta::PLAIN, Goal::Value).bounds.lower;
    for points in -40..40 {
        let wanted = Margin::points(points);
        let goal = Goal::AtLeast(Outcome::margin(wanted));
        let bounds = solve(&game, AlphaBeta::BEST, goal).bounds;
        assert_eq!(
            goal.answer(bounds, Player::First),
            Some(wanted <= margin),
            "{points}"
        );
        assert!(bounds.contains(margin));
    }
}

#[test]
fn finished_games_take_one_node() {
    for options in [AlphaBeta::PLAIN, AlphaBeta::BEST] {
        let solved = solve(&Heap(0), options, Goal::Value);
        assert_eq!((solved.effort.nodes, solved.effort.ends), (1, 1));
        assert!(solved.best.is_empty() && solved.line.is_empty() && solved.best_complete);
    }
}

/// The second search of a position that the first one remembered is short.
#[test]
fn a_search_remembers() {
    let game = Heap(20);
    let line = Line::new(&game, game.start());
    let mut search = Search::new(&game, &(), &(), AlphaBeta::BEST, Budget::DEFAULT);
    let first = search.solve(&line, Goal::Value, &());
    let again = search.solve(&line, Goal::Value, &());
    assert_eq!(again.bounds, first.bounds);
    assert!(
        again.effort.nodes < first.effort.nodes / 4,
        "{:?}",
        again.effort
    );
}
