//! Proof-number search: every value, every outcome, every budget.

use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Line, Outcome, Player, Spec, Stopped, Wdl,
};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_games::nim_sum::NimSum;
use unbeatable_games::open_lines::OpenLines;
use unbeatable_games::potential::Potential;
use unbeatable_games::threats::Threats;
use unbeatable_solve::pn::Search;
use unbeatable_solve::{Solution, Solver, count};

use crate::agree::{compare, positions, rules, truth};
use crate::budgets::{check_asked, check_honest, check_nodes, roots};
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
    let mut search = Search::new(game, know, guide, budget);
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
        let mut alone = Search::new(&game, &(), &(), Budget::DEFAULT);
        let mut informed = Search::new(&game, &know, &(), Budget::DEFAULT);
        let mut asked = 0;
        let mut check = |pos: &<Heaps as Game>::Position| {
            let line = Line::new(&game, *pos);
            compare(&truth, &line, |line| alone.solve(line, Goal::Value, &()))
                .and_then(|()| {
                    compare(&truth, &line, |line| informed.solve(line, Goal::Value, &()))
                })
                .unwrap_or_else(|e| panic!("pn: {e}"));
            asked += 1;
        };
        count::positions(
            &game,
            game.start(),
            false,
            &Budget::DEFAULT,
            &(),
            &mut check,
        )
        .expect("a budget that is large enough");
        assert!(asked >= least, "{spec}: {asked}");
    }
}

/// Memory for a few hundred nodes: what is solved makes room, or the search says that it had none.
#[test]
fn narrow_memory() {
    let game = rules("ttt");
    let truth = truth(&game);
    let all = positions(&game, false, 0, 9);
    let mut stops = 0;
    for table_bytes_max in [100, 1_000, 4_000] {
        let mut search = Search::new(&game, &(), &(), bytes(table_bytes_max));
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
            Search::new(line.game(), &(), &(), budget).solve(line, Goal::Value, watch)
        });
        assert!(stops > 500);
        check_nodes(&truth, pos, 200, &|line, budget, watch| {
            let know = (Threats, Potential);
            Search::new(line.game(), &know, &OpenLines, budget).solve(line, Goal::Value, watch)
        });
    }
}

#[test]
fn a_watch_stops_a_search() {
    check_asked(&rules("mnk:4x3x3+misere"), &|line, budget, watch| {
        let mut solved = Search::new(line.game(), &(), &(), budget).solve(line, Goal::Value, watch);
        assert!(solved.bounds.contains(Wdl::Loss));
        solved.bounds.upper = Wdl::Win;
        solved
    });
}

/// Every third position, every outcome: the answer is the truth, by one question.
#[test]
fn every_outcome() {
    for spec in ["ttt", "ttt+misere"] {
        let game = rules(spec);
        let truth = truth(&game);
        let mut search = Search::new(&game, &(Threats, Potential), &OpenLines, Budget::DEFAULT);
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
                assert_eq!(
                    goal.answer(solved.bounds, turn),
                    Some(expected),
                    "{spec} {pos:?}"
                );
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
