//! Df-pn without histories: every value, every outcome, every budget, tables of every size.

use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Line, Outcome, Player, Spec, Stopped, Wdl,
};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_games::nim_sum::NimSum;
use unbeatable_games::open_lines::OpenLines;
use unbeatable_games::potential::Potential;
use unbeatable_games::threats::Threats;
use unbeatable_solve::df_pn::{DfPn, Search};
use unbeatable_solve::{Evidence, Solution, Solver, count};

use crate::agree::{compare, positions, rules, truth};
use crate::budgets::{check_asked, check_nodes, roots};
use crate::settings::bytes;

const ALL: [DfPn; 3] = [
    DfPn {
        symmetry: Some(false),
    },
    DfPn {
        symmetry: Some(true),
    },
    DfPn::BEST,
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
            assert_eq!(solved.evidence, Evidence::Hashed);
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

/// All positions, with and without nimbers.
#[test]
fn games_of_heaps() {
    for (spec, least) in [
        ("nim:2,3,4", 50),
        ("nim:2,3,4+misere", 50),
        ("subtract:10+take=1,2,3", 15),
        ("kayles:3,5", 50),
        ("kayles:8+misere", 40),
        ("dawson:11", 20),
        ("octal:9+code=0.137", 20),
    ] {
        let game = Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("heaps");
        let know = NimSum::new(&game);
        let truth = truth(&game);
        let mut alone = Search::new(&game, &(), &(), DfPn::BEST, Budget::DEFAULT);
        let mut informed = Search::new(&game, &know, &(), DfPn::BEST, Budget::DEFAULT);
        let mut asked = 0;
        let mut check = |pos: &<Heaps as Game>::Position| {
            let line = Line::new(&game, *pos);
            compare(&truth, &line, |line| alone.solve(line, Goal::Value, &()))
                .and_then(|()| {
                    compare(&truth, &line, |line| informed.solve(line, Goal::Value, &()))
                })
                .unwrap_or_else(|e| panic!("df-pn: {e}"));
            asked += 1;
        };
        let budget = Budget::DEFAULT;
        count::positions(&game, game.start(), false, &budget, &(), &mut check)
            .expect("a budget that is large enough");
        assert!(asked >= least, "{spec}: {asked}");
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
        };
        let mut search = Search::new(line.game(), &(), &(), options, budget);
        let mut solved = search.solve(line, Goal::Value, watch);
        assert!(solved.bounds.contains(Wdl::Loss));
        solved.bounds.upper = Wdl::Win;
        solved
    });
}

/// Every third position, every outcome: the answer is the truth, whatever was asked before.
#[test]
fn every_outcome() {
    for spec in ["ttt", "ttt+misere"] {
        let game = rules(spec);
        let truth = truth(&game);
        let mut search = Search::new(&game, &(), &OpenLines, DfPn::BEST, Budget::DEFAULT);
        let mut answers = [0; 2];
        for pos in positions(&game, false, 0, 9).iter().step_by(3) {
            let line = Line::new(&game, *pos);
            let turn = game.turn(pos);
            let value = truth.entry(pos).expect("a reachable position").value;
            let for_first = Outcome::from_value(value, turn).value_for(Player::First);
            for outcome in [
                Outcome::win(Player::First),
                Outcome::DRAW,
                Outcome::win(Player::Second),
            ] {
                let goal = Goal::AtLeast(outcome);
                let solved = search.solve(&line, goal, &());
                let expected = for_first >= outcome.value_for(Player::First);
                let answer = goal.answer(solved.bounds, turn);
                assert_eq!(answer, Some(expected), "{spec} {pos:?}");
                assert!(solved.bounds.contains(value));
                answers[usize::from(expected)] += 1;
                if let Some(m) = solved.witness {
                    let next = game.play(pos, m);
                    let worth = -truth.entry(&next).expect("reachable too").value;
                    assert!(worth >= solved.bounds.lower, "{spec} {pos:?} {m}");
                }
            }
        }
        assert!(answers[0] > 1_000 && answers[1] > 1_000, "{answers:?}");
    }
}

/// One question about 6x5x4, from the empty board: the same nodes each time; and with too few, bounds.
#[test]
fn the_same_nodes_each_time() {
    let game = rules("mnk:5x4x4");
    let line = Line::new(&game, game.start());
    let solve = |nodes_max| {
        let budget = Budget {
            nodes_max,
            ..Budget::DEFAULT
        };
        let mut search = Search::new(&game, &Threats, &(), DfPn::BEST, budget);
        search.prove(&line, Goal::AtLeast(Outcome::win(Player::First)), &())
    };
    let whole = solve(u64::MAX);
    assert_eq!(whole.bounds.upper, Wdl::Draw);
    assert_eq!(solve(u64::MAX).effort, whole.effort);
    let half = solve(whole.effort.nodes / 2);
    assert_eq!(half.stopped, Some(Stopped::Nodes));
    assert_eq!(half.effort.nodes, whole.effort.nodes / 2);
    assert!(half.bounds.contains(Wdl::Draw));
}
