//! Every solver on games small enough to be solved by hand.

use unbeatable_core::toys::{Coins, Ring, ToyHeap};
use unbeatable_core::{Bounds, Budget, Game, Goal, Line, Margin, Outcome, Player, Spec, Wdl};
use unbeatable_games::heaps::Heaps;
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::pn::Pn;
use unbeatable_solve::superko::SuperkoDfPn;
use unbeatable_solve::{AlphaBeta, Fail, Search, Solved, Solver, minimax};

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

/// A solver with a name for messages.
type Named<'g, G> = (String, Box<dyn Solver<'g, G> + 'g>);

/// Alpha-beta, set up in these ways.
fn alpha_beta<'g, G: Game>(game: &'g G, options: &[AlphaBeta]) -> Vec<Named<'g, G>> {
    let solver = |&options: &AlphaBeta| {
        let search = Search::new(game, &(), &(), options, Budget::DEFAULT);
        (format!("{options:?}"), Box::new(search) as Box<_>)
    };
    options.iter().map(solver).collect()
}

/// Those that ask yes/no questions about games without history.
fn proof_numbers<G: Game>(game: &G) -> [Named<'_, G>; 2] {
    let budget = Budget::DEFAULT;
    [
        (
            "pn".into(),
            Box::new(Search::new(game, &(), &(), Pn, budget)),
        ),
        (
            "df-pn".into(),
            Box::new(Search::new(game, &(), &(), DfPn::BEST, budget)),
        ),
    ]
}

fn superko<G: Game>(game: &G) -> Named<'_, G> {
    let search = Search::new(game, &(), &(), SuperkoDfPn::BEST, Budget::DEFAULT);
    ("superko".into(), Box::new(search))
}

/// All of them, for games without history.
fn solvers<G: Game>(game: &G) -> Vec<Named<'_, G>> {
    let options = [AlphaBeta::PLAIN, TABLE, SCOUT, DEEPEN, AlphaBeta::BEST];
    let mut all = alpha_beta(game, &options);
    all.extend(proof_numbers(game));
    all.push(superko(game));
    all
}

fn solve<'g, G: Game>(
    game: &'g G,
    solver: &mut dyn Solver<'g, G>,
    goal: Goal<G::Value>,
) -> Solved<G> {
    solver.solve(&Line::new(game, game.start()), goal, &())
}

/// Minimax's value, a best move, and a line that gets the value; plain alpha-beta with no more nodes.
#[track_caller]
fn check<'g, G: Game>(game: &'g G, solvers: Vec<Named<'g, G>>) {
    let known = minimax(&Line::new(game, game.start()), &Budget::DEFAULT, &());
    for (name, mut solver) in solvers {
        let solved = solve(game, &mut *solver, Goal::Value);
        assert_eq!(solved.bounds, known.bounds, "{name}");
        assert_eq!((solved.stopped, solved.best.len()), (None, 1), "{name}");
        assert!(known.best.contains(&solved.best[0]), "{name}");
        let mut line = Line::new(game, game.start());
        assert!(solved.line.iter().all(|&m| line.play(m)), "{name}");
        let outcome = line.outcome().map(|end| end.value_for(Player::First));
        assert_eq!(outcome, known.bounds.value(), "{name}");
        let is_plain = name == format!("{:?}", AlphaBeta::PLAIN);
        assert!(!is_plain || solved.effort.nodes <= known.effort.nodes);
    }
}

#[test]
fn points_are_found_by_one_window_by_many_and_by_questions() {
    for coins in [
        &[1, 9, 2][..],
        &[5],
        &[8, 15, 3, 7],
        &[2, 2, 2, 2, 2],
        &[4, -3, 7, 0, 1, 6, -9, 2],
        &[12, 5, 3, 3, 8, -2, 9, 1, 7, 4],
    ] {
        let game = Coins(coins);
        check(&game, solvers(&game));
    }
}

#[test]
fn heaps_of_all_sizes() {
    for size in 1..16 {
        let game = ToyHeap(size);
        check(&game, solvers(&game));
    }
}

#[test]
fn games_of_heaps() {
    for spec in [
        "nim:1,2,3",
        "nim:3,4+misere",
        "kayles:6",
        "kayles:6+misere",
        "dawson:9",
    ] {
        let game = Heaps::from_spec(Spec::parse(spec).unwrap()).unwrap();
        check(&game, solvers(&game));
    }
}

#[test]
fn history_counts() {
    for size in 3..9 {
        let game = Ring(size);
        let mut solvers = alpha_beta(&game, &[AlphaBeta::PLAIN, SCOUT, DEEPEN]);
        solvers.push(superko(&game));
        check(&game, solvers);
    }
}

#[test]
#[should_panic(expected = "where history matters")]
fn no_table_where_history_matters() {
    alpha_beta(&Ring(3), &[TABLE]);
}

#[test]
#[should_panic(expected = "where history matters")]
fn no_pn_where_history_matters() {
    let _ = Search::new(&Ring(3), &(), &(), Pn, Budget::DEFAULT);
}

#[test]
#[should_panic(expected = "where history matters")]
fn no_df_pn_where_history_matters() {
    let _ = Search::new(&Ring(3), &(), &(), DfPn::BEST, Budget::DEFAULT);
}

#[test]
fn finished_games_take_one_node() {
    let game = ToyHeap(0);
    for (name, mut solver) in solvers(&game) {
        let solved = solve(&game, &mut *solver, Goal::Value);
        assert_eq!((solved.effort.nodes, solved.effort.ends), (1, 1), "{name}");
        let nothing = solved.best.is_empty() && solved.line.is_empty();
        assert!(nothing && solved.best_complete, "{name}");
    }
}

#[test]
fn questions_of_yes_and_no_are_answered_and_no_more() {
    let game = Coins(&[8, 15, 3, 7]);
    let value = minimax(&Line::new(&game, game.start()), &Budget::DEFAULT, &());
    let value = value.bounds.lower;
    for points in -40..40 {
        let wanted = Margin::points(points);
        let goal = Goal::AtLeast(Outcome::margin(wanted));
        for (name, mut solver) in solvers(&game) {
            let bounds = solve(&game, &mut *solver, goal).bounds;
            let answer = goal.answer(bounds, Player::First);
            assert_eq!(answer, Some(wanted <= value), "{name}, {points}");
            assert!(bounds.contains(value), "{name}, {points}");
        }
        // One question, one side.
        let expected = match wanted <= value {
            true => Bounds::at_least(wanted),
            false => Bounds::at_most(Margin::half_points(2 * points - 1)),
        };
        for (name, mut solver) in proof_numbers(&game) {
            let bounds = solve(&game, &mut *solver, goal).bounds;
            assert_eq!(bounds, expected, "{name}, {points}");
        }
    }
}

/// The second search of a position that the first one remembered is short.
#[test]
fn alpha_beta_remembers() {
    let game = ToyHeap(20);
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

/// Every expansion of a heap of four, by hand.
///
/// The first player wins by taking one. The root (node 1) has open children: 3 and 2 stones. 3 stones
/// (node 2) have open children too, which puts them behind 2 stones (node 3): there the second player
/// takes both, an end. Back to 3 stones: the first player takes the last ones of 2 (node 4), or of 1
/// (node 5), two more ends.
#[test]
fn nodes_of_pn_are_expansions_and_ends_are_finished_children() {
    let game = ToyHeap(4);
    let mut search = Search::new(&game, &(), &(), Pn, Budget::DEFAULT);
    let goal = Goal::AtLeast(Outcome::win(Player::First));
    let solved = solve(&game, &mut search, goal);
    assert_eq!(solved.bounds.value(), Some(Wdl::Win));
    assert_eq!((solved.best, solved.line), (vec![1], vec![1, 1, 2]));
    let effort = solved.effort;
    assert_eq!((effort.nodes, effort.ends, effort.depth_max), (5, 3, 2));
}
