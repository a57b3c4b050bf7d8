//! Proof-number search: every value, every outcome, every budget.

use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Stopped, Wdl};
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::Search;
use unbeatable_solve::pn::Pn;
use unbeatable_solve::{Solution, Solver};

use crate::agree::{compare, positions, rules, truth};
use crate::budgets::{check_asked, check_honest, check_nodes, roots};
use crate::proofs::{check_heaps, check_outcomes};
use crate::settings::bytes;

/// It agrees in each of these positions, within `budget`.
#[track_caller]
fn check<A: Analysis<Mnk>, D: Guide<Mnk>>(
    truth: &Solution<Mnk>,
    game: &Mnk,
    positions: &[Board],
    (know, guide): (&A, &D),
    budget: Budget,
) {
    let mut search = Search::new(game, know, guide, Pn, budget);
    for pos in positions {
        compare(truth, &Line::new(game, *pos), |line| {
            let solved = search.solve(line, Goal::Value, &());
            assert!(solved.table_bytes <= budget.table_bytes_max);
            solved
        })
        .unwrap_or_else(|e| panic!("pn: {e}"));
    }
}

/// With analyses or a guide, with both, with neither.
#[track_caller]
fn check_helps(game: &Mnk, positions: &[Board], budget: Budget) {
    let truth = truth(game);
    let know = (Threats, Potential);
    check(&truth, game, positions, (&(), &()), budget);
    check(&truth, game, positions, (&know, &()), budget);
    check(&truth, game, positions, (&(), &OpenLines), budget);
    check(&truth, game, positions, (&know, &OpenLines), budget);
}

#[test]
fn tic_tac_toe() {
    let game = rules("ttt");
    check_helps(&game, &positions(&game, false, 0, 9), Budget::DEFAULT);
}

/// From the empty board a misère game takes ten thousand nodes or more; one of each class will do there.
#[test]
fn tic_tac_toe_misere() {
    let game = rules("ttt+misere");
    check_helps(&game, &positions(&game, true, 0, 2), Budget::DEFAULT);
    check_helps(&game, &positions(&game, false, 3, 9), Budget::DEFAULT);
}

/// All positions.
#[test]
fn on_4x3x3() {
    let game = rules("mnk:4x3x3");
    let all = positions(&game, false, 0, 12);
    assert!(all.len() > 100_000);
    check_helps(&game, &all, Budget::DEFAULT);
}

/// All positions behind 5 plies or more. From the empty board it takes two million nodes.
#[test]
fn on_4x3x3_misere() {
    let game = rules("mnk:4x3x3+misere");
    let later = positions(&game, false, 5, 12);
    assert!(later.len() > 80_000);
    check_helps(&game, &later, Budget::DEFAULT);
}

/// Memory for a few hundred nodes: what is solved makes room, or the search says that it had none.
#[test]
fn narrow_memory() {
    let game = rules("ttt");
    let truth = truth(&game);
    let all = positions(&game, false, 0, 9);
    let mut stops = 0;
    for table_bytes_max in [100, 1_000, 4_000] {
        let mut search = Search::new(&game, &(), &(), Pn, bytes(table_bytes_max));
        for pos in all.iter().filter(|pos| game.outcome(pos).is_none()) {
            let solved = search.solve(&Line::new(&game, *pos), Goal::Value, &());
            check_honest(&truth, pos, &solved);
            assert!(solved.table_bytes <= table_bytes_max);
            if let Some(stopped) = solved.stopped {
                assert_eq!(stopped, Stopped::Memory);
                stops += 1;
            }
        }
    }
    assert!(
        (2_000..8_000).contains(&stops),
        "some stop, some do not: {stops}"
    );
    check(&truth, &game, &all, (&(), &()), bytes(80_000));
}

#[test]
fn nodes_are_used_up_exactly() {
    let game = rules("ttt");
    let truth = truth(&game);
    for pos in roots(&game) {
        let stops = check_nodes(&truth, pos, 500, &|line, budget, watch| {
            Search::new(line.game(), &(), &(), Pn, budget).solve(line, Goal::Value, watch)
        });
        assert!(stops > 500);
        check_nodes(&truth, pos, 200, &|line, budget, watch| {
            let know = (Threats, Potential);
            Search::new(line.game(), &know, &OpenLines, Pn, budget).solve(line, Goal::Value, watch)
        });
    }
}

#[test]
fn a_watch_stops_a_search() {
    check_asked(&rules("mnk:4x3x3+misere"), &|line, budget, watch| {
        let mut solved =
            Search::new(line.game(), &(), &(), Pn, budget).solve(line, Goal::Value, watch);
        assert!(solved.bounds.contains(Wdl::Loss));
        solved.bounds.upper = Wdl::Win;
        solved
    });
}

#[test]
fn games_of_heaps() {
    check_heaps(|game, know| match know {
        None => Box::new(Search::new(game, &(), &(), Pn, Budget::DEFAULT)),
        Some(know) => Box::new(Search::new(game, know, &(), Pn, Budget::DEFAULT)),
    });
}

#[test]
fn every_outcome() {
    check_outcomes(|game| {
        let know = &(Threats, Potential);
        Box::new(Search::new(game, know, &OpenLines, Pn, Budget::DEFAULT))
    });
}

#[test]
fn the_same_question_takes_the_same_nodes() {
    let game = rules("ttt");
    let line = Line::new(&game, game.start());
    let mut search = Search::new(&game, &(), &(), Pn, Budget::DEFAULT);
    let first = search.solve(&line, Goal::Value, &());
    for _ in 0..3 {
        let again = search.solve(&line, Goal::Value, &());
        assert_eq!(
            (again.effort, again.line),
            (first.effort, first.line.clone())
        );
    }
}
