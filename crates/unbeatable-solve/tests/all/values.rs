//! Every solver on every position of small boards.

use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Wdl};
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::superko::SuperkoDfPn;
use unbeatable_solve::{AlphaBeta, Fail, Search, Solution, Solver, backward, minimax};

use crate::agree::{compare, positions, rules, truth};
use crate::settings::{all, alpha_beta, bytes};

/// Minimax agrees in each of these positions, and lists all best moves.
#[track_caller]
fn check_minimax(truth: &Solution<Mnk>, game: &Mnk, positions: &[Board]) {
    for pos in positions {
        compare(truth, &Line::new(game, *pos), |line| {
            let solved = minimax(line, &Budget::DEFAULT, &());
            assert!(solved.best_complete);
            solved
        })
        .unwrap_or_else(|e| panic!("minimax: {e}"));
    }
}

/// Backward induction from each of these positions agrees, and lists all best moves.
#[track_caller]
fn check_backward(truth: &Solution<Mnk>, game: &Mnk, positions: &[Board], folds: bool) {
    for pos in positions {
        compare(truth, &Line::new(game, *pos), |_| {
            let solution = backward(game, *pos, folds, &Budget::DEFAULT, &());
            let solved = solution.solved();
            assert!(solved.best_complete);
            assert_eq!(solution.entry(pos), truth.entry(pos), "the distance too");
            solved
        })
        .unwrap_or_else(|e| panic!("backward, folds {folds}: {e}"));
    }
}

/// Alpha-beta agrees in each of these positions, with a search for each, or one for all of them.
#[track_caller]
fn check_alpha_beta<'g, A: Analysis<Mnk>, D: Guide<Mnk>>(
    truth: &Solution<Mnk>,
    game: &'g Mnk,
    positions: &[Board],
    (know, guide): (&'g A, &'g D),
    options: AlphaBeta,
    budget: Budget,
    shares: bool,
) {
    let mut shared = Search::new(game, know, guide, options, budget);
    for pos in positions {
        compare(truth, &Line::new(game, *pos), |line| match shares {
            true => shared.solve(line, Goal::Value, &()),
            false => alpha_beta(line, (know, guide), options, budget, Goal::Value, &()),
        })
        .unwrap_or_else(|e| panic!("{options:?}, {budget:?}: {e}"));
    }
}

/// All 48 settings, without help and with analyses and a guide: 96 set-ups.
#[track_caller]
fn check_settings(game: &Mnk, truth: &Solution<Mnk>, positions: &[Board], shares: bool) {
    let budget = Budget::DEFAULT;
    let know = (Threats, Potential);
    let settings = all();
    assert_eq!(settings.len(), 48);
    for options in settings {
        let (alone, helped) = ((&(), &()), (&know, &OpenLines));
        check_alpha_beta(truth, game, positions, alone, options, budget, shares);
        check_alpha_beta(truth, game, positions, helped, options, budget, shares);
    }
}

/// The other 96: with analyses or a guide, not both.
#[track_caller]
fn check_more_settings(game: &Mnk, truth: &Solution<Mnk>, positions: &[Board], shares: bool) {
    let budget = Budget::DEFAULT;
    let know = (Threats, Potential);
    for options in all() {
        let (guided, informed) = ((&(), &OpenLines), (&know, &()));
        check_alpha_beta(truth, game, positions, guided, options, budget, shares);
        check_alpha_beta(truth, game, positions, informed, options, budget, shares);
    }
}

/// All 5,478 positions.
#[track_caller]
fn check_tic_tac_toe(spec: &str, shares: bool) {
    let game = rules(spec);
    let truth = truth(&game);
    let positions = positions(&game, false, 0, 9);
    assert_eq!(positions.len(), 5_478);
    check_minimax(&truth, &game, &positions);
    check_backward(&truth, &game, &positions, false);
    check_backward(&truth, &game, &positions, true);
    check_settings(&game, &truth, &positions, shares);
    if !shares {
        check_more_settings(&game, &truth, &positions, shares);
    }
}

/// 192 set-ups of alpha-beta, and a new table for every question.
#[test]
fn tic_tac_toe() {
    check_tic_tac_toe("ttt", false);
}

/// 96 set-ups of alpha-beta, each with one table for all questions.
#[test]
fn tic_tac_toe_misere() {
    check_tic_tac_toe("ttt+misere", true);
}

/// All 28,194 positions behind 4 to 6 plies, and one of each class behind up to 3. From the empty
/// board minimax visits 276,911,233 nodes, so it is not asked about every image of the first ones.
#[test]
fn minimax_on_4x3x3_reachable_in_six_plies() {
    let game = rules("mnk:4x3x3");
    let truth = truth(&game);
    let later = positions(&game, false, 4, 6);
    let earlier = positions(&game, true, 0, 3);
    assert_eq!((later.len(), earlier.len()), (28_194, 213));
    check_minimax(&truth, &game, &later);
    check_minimax(&truth, &game, &earlier);
}

/// The 805 positions behind up to 3 plies, every image of each class.
#[test]
#[ignore = "slow: 20 s"]
fn minimax_on_all_of_4x3x3_reachable_in_three_plies() {
    let game = rules("mnk:4x3x3");
    let earlier = positions(&game, false, 0, 3);
    assert_eq!(earlier.len(), 805);
    check_minimax(&truth(&game), &game, &earlier);
}

/// One solution of all classes against one of all positions, and solutions from later positions.
#[test]
fn backward_on_4x3x3_reachable_in_six_plies() {
    let game = rules("mnk:4x3x3");
    let truth = truth(&game);
    assert_eq!(truth.bounds.value(), Some(Wdl::Win));
    let folded = backward(&game, game.start(), true, &Budget::DEFAULT, &());
    let positions_there = positions(&game, false, 0, 6);
    assert_eq!(positions_there.len(), 28_999);
    for pos in &positions_there {
        assert_eq!(folded.entry(pos), truth.entry(pos));
        if game.outcome(pos).is_none() {
            assert_eq!(folded.moves(pos), truth.moves(pos));
        }
    }
    let latest = positions(&game, false, 6, 6);
    check_backward(&truth, &game, &latest, false);
    check_backward(&truth, &game, &latest, true);
}

/// Df-pn on all positions of tic-tac-toe, and on those of 4x3x3 behind up to six plies, with one memory
/// for all of them, with and without symmetry and knowledge.
#[test]
fn superko_df_pn() {
    for (spec, plies) in [("ttt", 9), ("ttt+misere", 9), ("mnk:4x3x3", 6)] {
        let game = rules(spec);
        let truth = truth(&game);
        let all = positions(&game, false, 0, plies);
        for symmetry in [false, true] {
            let options = SuperkoDfPn {
                symmetry,
                ..SuperkoDfPn::BEST
            };
            check_superko(&truth, &game, &all, &(), options);
            check_superko(&truth, &game, &all, &(Threats, Potential), options);
        }
    }
}

#[track_caller]
fn check_superko<A: Analysis<Mnk>>(
    truth: &Solution<Mnk>,
    game: &Mnk,
    positions: &[Board],
    know: &A,
    options: SuperkoDfPn,
) {
    let mut search = Search::new(game, know, &(), options, Budget::DEFAULT);
    for pos in positions {
        compare(truth, &Line::new(game, *pos), |line| {
            search.solve(line, Goal::Value, &())
        })
        .unwrap_or_else(|e| panic!("{options:?}: {e}"));
    }
}

/// Five set-ups on all 28,999 positions.
#[test]
fn alpha_beta_on_4x3x3_reachable_in_six_plies() {
    let game = rules("mnk:4x3x3");
    let truth = truth(&game);
    let all = positions(&game, false, 0, 6);
    assert_eq!(all.len(), 28_999);
    let budget = Budget::DEFAULT;
    let know = (Threats, Potential);
    let best = AlphaBeta::BEST;
    let hard = AlphaBeta {
        symmetry: false,
        fail: Fail::Hard,
        scout: false,
        ..best
    };
    let deep = AlphaBeta {
        deepen: true,
        ..best
    };
    let plain = AlphaBeta::PLAIN;
    check_alpha_beta(&truth, &game, &all, (&know, &OpenLines), best, budget, true);
    check_alpha_beta(&truth, &game, &all, (&(), &()), best, budget, true);
    check_alpha_beta(&truth, &game, &all, (&(), &()), hard, budget, true);
    check_alpha_beta(&truth, &game, &all, (&(), &OpenLines), deep, budget, true);
    check_alpha_beta(
        &truth,
        &game,
        &all,
        (&know, &OpenLines),
        plain,
        budget,
        true,
    );
}

/// 96 set-ups on one class in fifty of 4x3x3 behind 3 to 6 plies, normal and misère.
#[test]
fn all_settings_on_4x3x3() {
    for spec in ["mnk:4x3x3", "mnk:4x3x3+misere"] {
        let game = rules(spec);
        let classes = positions(&game, true, 3, 6);
        let some: Vec<Board> = classes.into_iter().step_by(50).collect();
        assert_eq!(some.len(), 147);
        check_settings(&game, &truth(&game), &some, false);
    }
}

/// Tables of nothing, of less than one bucket, of a few: slower, never wrong.
#[test]
fn tiny_tables() {
    let game = rules("ttt");
    let truth = truth(&game);
    let some: Vec<Board> = positions(&game, false, 0, 9)
        .into_iter()
        .step_by(7)
        .collect();
    for options in all().into_iter().filter(|options| options.table) {
        for table_bytes_max in [0, 100, 4 << 10] {
            let budget = bytes(table_bytes_max);
            check_alpha_beta(&truth, &game, &some, (&(), &()), options, budget, true);
            let mut search = Search::new(&game, &(), &(), options, budget);
            let solved = search.solve(&Line::new(&game, some[0]), Goal::Value, &());
            assert!(
                solved.table_bytes <= table_bytes_max,
                "{}",
                solved.table_bytes
            );
        }
    }
}

/// Every distance follows from those behind it: the winner takes the shortest way among the moves
/// that win, the loser the longest of all, and draws have none.
#[test]
fn distances_follow_from_those_behind_them() {
    for spec in ["ttt", "ttt+misere", "mnk:4x3x3"] {
        let game = rules(spec);
        let truth = truth(&game);
        let mut hurried = 0;
        for pos in positions(&game, false, 0, 12) {
            let entry = truth.entry(&pos).expect("a reachable position");
            let replies: Vec<_> = game
                .moves(&pos)
                .filter(|_| game.outcome(&pos).is_none())
                .map(|m| truth.entry(&game.play(&pos, m)).expect("reachable too"))
                .collect();
            let plies = |lost: Wdl| {
                let these = replies.iter().filter(move |reply| reply.value == lost);
                these.map(|reply| 1 + reply.distance.expect("somebody wins"))
            };
            let expected = match entry.value {
                Wdl::Draw => None,
                _ if replies.is_empty() => Some(0),
                Wdl::Win => plies(Wdl::Loss).min(),
                Wdl::Loss => plies(Wdl::Win).max(),
            };
            assert_eq!(entry.distance, expected, "{spec} {pos:?}");
            hurried += u32::from(plies(Wdl::Loss).min() < plies(Wdl::Loss).max());
        }
        assert!(
            hurried >= 20,
            "{spec}: positions in which it matters to hurry: {hurried}"
        );
    }
}
