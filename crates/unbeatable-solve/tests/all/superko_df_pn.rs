//! Df-pn where history matters, against alpha-beta that remembers nothing, behind random histories.

use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Budget, Game, Goal, Line, Outcome, Spec, Stopped};
use unbeatable_games::go::pass_order::PassOrder;
use unbeatable_games::go::safety::Safety;
use unbeatable_games::go::{Go, Move};
use unbeatable_solve::superko::Superko;
use unbeatable_solve::{AlphaBeta, Fail, Search, Solver};

use crate::lines::random_line;

/// Alpha-beta may take this many nodes; longer stories are not compared.
const NODES_MAX: u64 = 20_000;

fn go(spec: &str) -> Go {
    let spec = Spec::parse(spec).expect("a spec");
    Go::from_spec(spec).expect("a game of Go")
}

fn budget(nodes_max: u64, table_bytes_max: usize) -> Budget {
    Budget {
        nodes_max,
        table_bytes_max,
        ..Budget::DEFAULT
    }
}

/// How many of so many random positions, with their true histories, df-pn values differently than
/// alpha-beta without a table. One memory serves all of them.
fn differences<A: Analysis<Go>>(
    spec: &str,
    know: &A,
    options: Superko,
    table_bytes_max: usize,
    lines: usize,
) -> usize {
    let go = go(spec);
    let mut random = Random::new(7);
    let settings = AlphaBeta {
        fail: Fail::Soft,
        ..AlphaBeta::PLAIN
    };
    let budget_of_plain = budget(NODES_MAX, 0);
    let mut plain = Search::new(&go, &(), &PassOrder::First, settings, budget_of_plain);
    let budget = budget(u64::MAX, table_bytes_max);
    let mut search = Search::new(&go, know, &PassOrder::First, options, budget);
    let (mut compared, mut different) = (0, 0);
    while compared < lines {
        let line = random_line(&go, &mut random);
        let Some(value) = plain.prove(&line, Goal::Value, &()).bounds.value() else {
            continue;
        };
        compared += 1;
        // Either a value, or the question whether it is at least that or one better.
        let outcome = Outcome::from_value(value, go.turn(line.position()));
        let is_same = match random.below(2) {
            // (Without their dependencies, two proofs may contradict each other, which panics.)
            0 if !options.forgets => {
                let solved = search.solve(&line, Goal::Value, &());
                assert!(solved.table_bytes <= table_bytes_max);
                solved.bounds.value() == Some(value)
                    && (line.outcome().is_some() || ends_with(line.clone(), &solved.line, outcome))
            }
            _ => {
                let bounds = search.prove(&line, Goal::AtLeast(outcome), &()).bounds;
                let turn = go.turn(line.position());
                Goal::AtLeast(outcome).answer(bounds, turn) == Some(true) && bounds.contains(value)
            }
        };
        different += usize::from(!is_same);
    }
    different
}

/// Whether `moves` are legal behind `line` and end with `outcome`.
fn ends_with(
    mut line: Line<Go>,
    moves: &[Move],
    outcome: Outcome<unbeatable_core::Margin>,
) -> bool {
    moves.iter().all(|&m| line.play(m)) && line.outcome() == Some(outcome)
}

const BOARDS: [&str; 4] = ["2x2", "1x4", "1x5", "2x3"];

const RULES: [&str; 6] = [
    "",
    "+ssk",
    "+nssk",
    "+suicide",
    "+ssk+suicide",
    "+nssk+suicide",
];

const ROOMY: usize = 1 << 28;

#[test]
fn values_and_lines_agree_with_alpha_beta_behind_any_history() {
    for rule in RULES {
        for board in BOARDS {
            let spec = format!("go:{board}{rule}");
            let different = differences(&spec, &(), Superko::BEST, ROOMY, 500);
            assert_eq!(different, 0, "{spec}");
            let different = differences(&spec, &Safety, Superko::BEST, ROOMY, 500);
            assert_eq!(different, 0, "{spec} with what is known to be safe");
        }
    }
}

#[test]
fn komi_and_missing_symmetry_change_no_agreement() {
    let plain = Superko {
        symmetry: false,
        ..Superko::BEST
    };
    for board in BOARDS {
        for spec in [
            format!("go:{board}+komi=0.5"),
            format!("go:{board}+ssk+komi=-3"),
        ] {
            assert_eq!(differences(&spec, &Safety, Superko::BEST, ROOMY, 300), 0);
        }
        let spec = format!("go:{board}");
        assert_eq!(differences(&spec, &(), plain, ROOMY, 300), 0);
    }
}

#[test]
fn a_memory_that_is_swept_all_the_time_changes_no_value() {
    for rule in RULES {
        let spec = format!("go:2x3{rule}");
        assert_eq!(differences(&spec, &(), Superko::BEST, 150_000, 200), 0);
    }
}

#[test]
fn proofs_without_what_they_depend_on_are_wrong() {
    let blind = Superko {
        forgets: true,
        ..Superko::BEST
    };
    for rule in RULES {
        let spec = format!("go:2x2{rule}");
        let different = differences(&spec, &(), blind, ROOMY, 500);
        assert!(different > 50, "{spec}: {different}");
    }
}

#[test]
fn budgets_end_a_search_with_what_is_proven() {
    let go = go("go:3x4");
    let line = Line::new(&go, go.start());
    let mut last = go.range(go.turn(line.position()));
    for nodes_max in [0, 1, 100, 10_000, 30_000, 60_000] {
        let budget = budget(nodes_max, ROOMY);
        let mut search = Search::new(&go, &(), &PassOrder::First, Superko::BEST, budget);
        let solved = search.solve(&line, Goal::Value, &());
        assert_eq!(solved.stopped, Some(Stopped::Nodes));
        assert!(solved.effort.nodes <= nodes_max);
        assert_eq!(
            last.and(solved.bounds),
            solved.bounds,
            "no less than before"
        );
        last = solved.bounds;
    }
    let budget = budget(u64::MAX, 1_000);
    let mut search = Search::new(&go, &(), &PassOrder::First, Superko::BEST, budget);
    let solved = search.solve(&line, Goal::Value, &());
    assert_eq!(solved.stopped, Some(Stopped::Memory));
}
