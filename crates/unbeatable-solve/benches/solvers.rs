//! How fast the solvers are. Every benchmark asserts its answer.
//!
//! `cargo bench -p unbeatable-solve`; with a name behind `--` only those that contain it.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Margin, Spec, Wdl};
use unbeatable_games::go::Go;
use unbeatable_games::go::pass_order::PassOrder;
use unbeatable_games::go::safety::Safety;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_solve::pn::Pn;
use unbeatable_solve::superko::SuperkoDfPn;
use unbeatable_solve::{AlphaBeta, Search, Solver, backward, minimax};

fn main() {
    divan::main();
}

fn rules(spec: &str) -> Mnk {
    let spec = Spec::parse(spec).expect("a spec");
    Mnk::from_spec(spec).expect("a board")
}

/// Solves the start position with everything that alpha-beta has, and what `know` and `guide` add.
#[track_caller]
fn check_alpha_beta<A: Analysis<Mnk>, D: Guide<Mnk>>(game: &Mnk, know: &A, guide: &D, value: Wdl) {
    let mut search = Search::new(game, know, guide, AlphaBeta::BEST, Budget::DEFAULT);
    let solved = search.solve(&Line::new(game, game.start()), Goal::Value, &());
    assert_eq!(solved.bounds.value(), Some(value));
    black_box(solved);
}

/// The whole tree of tic-tac-toe, 549,946 move sequences; items are nodes.
#[divan::bench]
fn minimax_ttt(bencher: Bencher) {
    let game = Mnk::tic_tac_toe();
    bencher.counter(ItemsCount::new(549_946u64)).bench(|| {
        let line = Line::new(&game, game.start());
        let solved = minimax(&line, &Budget::DEFAULT, &());
        assert_eq!(solved.bounds.value(), Some(Wdl::Draw));
        assert_eq!(solved.effort.nodes, 549_946);
        solved
    });
}

/// With threats, potential and open lines.
#[divan::bench(args = ["mnk:4x4x3", "mnk:4x4x4"])]
fn alpha_beta_with_knowledge(bencher: Bencher, spec: &str) {
    let game = rules(spec);
    bencher.bench(|| {
        check_alpha_beta(&game, &(Threats, Potential), &OpenLines, start_value(spec));
    });
}

/// With threats, potential and open lines; minutes rather than seconds if something is wrong.
#[divan::bench(args = ["mnk:5x5x4"], sample_count = 3, sample_size = 1)]
fn alpha_beta_with_knowledge_large(bencher: Bencher, spec: &str) {
    let game = rules(spec);
    bencher.bench(|| {
        check_alpha_beta(&game, &(Threats, Potential), &OpenLines, start_value(spec));
    });
}

/// Table and symmetry only, moves in board order.
#[divan::bench(args = ["mnk:4x4x3", "mnk:4x4x4"], sample_count = 5, sample_size = 1)]
fn alpha_beta_without_knowledge(bencher: Bencher, spec: &str) {
    let game = rules(spec);
    bencher.bench(|| check_alpha_beta(&game, &(), &(), start_value(spec)));
}

/// Misère tic-tac-toe by proof numbers, board order, nothing known; items are expansions.
#[divan::bench]
fn pn_misere(bencher: Bencher) {
    let game = rules("ttt+misere");
    bencher.counter(ItemsCount::new(18_551u64)).bench(|| {
        let mut search = Search::new(&game, &(), &(), Pn, Budget::DEFAULT);
        let solved = search.prove(&Line::new(&game, game.start()), Goal::Value, &());
        assert_eq!(solved.bounds.value(), Some(Wdl::Draw));
        assert_eq!(solved.effort.nodes, 18_551);
        solved
    });
}

/// All classes of 4x4x3; items are classes.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn backward_4x4x3_classes(bencher: Bencher) {
    let game = rules("mnk:4x4x3");
    bencher.counter(ItemsCount::new(756_387u64)).bench(|| {
        let solution = backward(&game, game.start(), true, &Budget::DEFAULT, &());
        assert_eq!(solution.bounds.value(), Some(Wdl::Win));
        assert_eq!(solution.len(), 756_387);
    });
}

fn start_value(spec: &str) -> Wdl {
    match spec {
        "mnk:4x4x3" => Wdl::Win,
        "mnk:4x4x4" | "mnk:5x5x4" => Wdl::Draw,
        _ => panic!("{spec} has no known value here"),
    }
}

fn go(spec: &str) -> Go {
    let spec = Spec::parse(spec).expect("a spec");
    Go::from_spec(spec).expect("a board")
}

/// 2x2 Go with stones first, as in Tromp's program of 1999, which does 80 million nodes a second where
/// this was first measured; items are nodes, ends left out.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn alpha_beta_superko(bencher: Bencher) {
    let game = go("go:2x2");
    bencher.counter(ItemsCount::new(19_397_529u64)).bench(|| {
        let order = PassOrder::Last;
        let mut search = Search::new(&game, &(), &order, AlphaBeta::PLAIN, Budget::DEFAULT);
        let solved = search.solve(&Line::new(&game, game.start()), Goal::Value, &());
        assert_eq!(solved.bounds.value(), Some(Margin::points(1)));
        assert_eq!(solved.effort.nodes - solved.effort.ends, 19_397_529);
        solved
    });
}

/// Small boards from the start, by df-pn with what is known to be safe.
#[divan::bench(args = [("go:3x3", 9), ("go:3x4", 4), ("go:2x6", 12), ("go:1x11", 2)], sample_count = 5, sample_size = 1)]
fn df_pn_superko(bencher: Bencher, (spec, points): (&str, i16)) {
    let game = go(spec);
    bencher.bench(|| {
        let order = PassOrder::First;
        let mut search = Search::new(&game, &Safety, &order, SuperkoDfPn::BEST, Budget::DEFAULT);
        let solved = search.solve(&Line::new(&game, game.start()), Goal::Value, &());
        assert_eq!(solved.bounds.value(), Some(Margin::points(points)));
        solved
    });
}
