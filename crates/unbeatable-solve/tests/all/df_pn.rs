//! Df-pn without histories: every value, every outcome, every budget, tables of every size.

use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Outcome, Player, Stopped, Wdl};
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::Search;
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::{Evidence, Solution, Solver};

use crate::agree::{compare, positions, rules, truth};
use crate::budgets::{check_asked, check_nodes, roots};
use crate::proofs::{check_heaps, check_outcomes};
use crate::settings::{bytes, nodes};

const ALL: [DfPn; 6] = [
    DfPn {
        symmetry: Some(false),
        ..DfPn::BEST
    },
    DfPn {
        symmetry: Some(true),
        ..DfPn::BEST
    },
    DfPn::BEST,
    DfPn {
        weak: true,
        ..DfPn::BEST
    },
    DfPn {
        focused: true,
        ..DfPn::BEST
    },
    DfPn {
        focused: true,
        weak: true,
        ..DfPn::BEST
    },
];

/// It agrees in each of these positions, with one table for all.
#[track_caller]
fn check<A: Analysis<Mnk>, D: Guide<Mnk>>(
    truth: &Solution<Mnk>,
    game: &Mnk,
    positions: &[Board],
    (know, guide): (&A, &D),
    (options, budget): (DfPn, Budget),
) {
    let mut search = Search::new(game, know, guide, options, budget);
    for pos in positions {
        compare(truth, &Line::new(game, *pos), |line| {
            let mut solved = search.solve(line, Goal::Value, &());
            assert!(solved.table_bytes <= budget.table_bytes_max.max(64));
            // Even one node may rest on what the table has from earlier questions.
            let is_hashed = solved.evidence == Evidence::Hashed;
            assert_eq!(is_hashed, line.outcome().is_none());
            solved.evidence = Evidence::Exact;
            solved
        })
        .unwrap_or_else(|e| panic!("df-pn: {e}"));
    }
}

#[track_caller]
fn check_helps(game: &Mnk, positions: &[Board], options: DfPn) {
    let truth = truth(game);
    let know = (Threats, Potential);
    let how = (options, Budget::DEFAULT);
    check(&truth, game, positions, (&(), &()), how);
    check(&truth, game, positions, (&know, &()), how);
    check(&truth, game, positions, (&(), &OpenLines), how);
    check(&truth, game, positions, (&know, &OpenLines), how);
}

#[test]
fn tic_tac_toe() {
    for spec in ["ttt", "ttt+misere"] {
        let game = rules(spec);
        for options in ALL {
            check_helps(&game, &positions(&game, false, 0, 9), options);
        }
    }
}

#[test]
fn on_4x3x3() {
    for spec in ["mnk:4x3x3", "mnk:4x3x3+misere"] {
        let game = rules(spec);
        let all = positions(&game, false, 0, 12);
        assert!(all.len() > 80_000);
        check_helps(&game, &all, DfPn::BEST);
    }
}

/// Tables with room for four entries and more.
#[test]
fn narrow_tables() {
    for spec in ["ttt", "ttt+misere"] {
        let game = rules(spec);
        let truth = truth(&game);
        let later = positions(&game, false, 2, 9);
        for table_bytes_max in [0, 64, 200, 1_000, 10_000] {
            for options in ALL {
                let how = (options, bytes(table_bytes_max));
                check(&truth, &game, &later, (&(), &()), how);
            }
        }
    }
}

#[test]
fn nodes_are_used_up_exactly() {
    let game = rules("ttt");
    let truth = truth(&game);
    for pos in roots(&game) {
        check_nodes(&truth, pos, 200, &|line, budget, watch| {
            let mut search = Search::new(line.game(), &(), &(), DfPn::BEST, budget);
            search.solve(line, Goal::Value, watch)
        });
    }
}

#[test]
fn a_watch_stops_a_search() {
    check_asked(&rules("mnk:4x3x3+misere"), &|line, budget, watch| {
        let options = DfPn {
            symmetry: Some(false),
            ..DfPn::BEST
        };
        let mut search = Search::new(line.game(), &(), &(), options, budget);
        let mut solved = search.solve(line, Goal::Value, watch);
        assert!(solved.bounds.contains(Wdl::Loss));
        solved.bounds.upper = Wdl::Win;
        solved
    });
}

/// One question, from the empty board: the same nodes each time; and with too few, bounds.
#[track_caller]
fn check_same_nodes(spec: &str) {
    let game = rules(spec);
    let line = Line::new(&game, game.start());
    let solve = |nodes_max| {
        let mut search = Search::new(&game, &Threats, &(), DfPn::BEST, nodes(nodes_max));
        search.prove(&line, Goal::AtLeast(Outcome::win(Player::First)), &())
    };
    let whole = solve(u64::MAX);
    assert_eq!(whole.bounds.upper, Wdl::Draw);
    assert!(
        whole.table_bytes > 1 << 20,
        "it has grown: {}",
        whole.table_bytes
    );
    assert_eq!(solve(u64::MAX).effort, whole.effort);
    let half = solve(whole.effort.nodes / 2);
    assert_eq!(half.stopped, Some(Stopped::Nodes));
    assert_eq!(half.effort.nodes, whole.effort.nodes / 2);
    assert!(half.bounds.contains(Wdl::Draw));
}

#[test]
fn the_same_nodes_each_time() {
    check_same_nodes("mnk:4x4x4");
}

#[test]
#[ignore = "slow: 30 s"]
fn the_same_nodes_each_time_on_a_larger_board() {
    check_same_nodes("mnk:5x4x4");
}

#[test]
fn games_of_heaps() {
    check_heaps(|game, know| match know {
        None => Box::new(Search::new(game, &(), &(), DfPn::BEST, Budget::DEFAULT)),
        Some(know) => Box::new(Search::new(game, know, &(), DfPn::BEST, Budget::DEFAULT)),
    });
}

#[test]
fn every_outcome() {
    check_outcomes(|game| {
        let budget = Budget::DEFAULT;
        Box::new(Search::new(game, &(), &OpenLines, DfPn::BEST, budget))
    });
}
