//! Alpha-beta where history matters: against minimax, value and line, behind random histories.

use unbeatable_core::random::Random;
use unbeatable_core::{
    Budget, Effort, Game, Goal, Line, Margin, Notation, Outcome, Player, Spec, Stopped, Value,
};
use unbeatable_games::go::pass_order::PassOrder;
use unbeatable_games::go::safety::Safety;
use unbeatable_games::go::{Go, Move};
use unbeatable_solve::{AlphaBeta, Fail, Search, Solved, Solver, Window, minimax};

use crate::lines::random_line;
use crate::settings::nodes;

const NODES_MAX: u64 = 3_000;

/// The value for the player to move, if few nodes show it.
fn value(line: &Line<Go>) -> Option<Margin> {
    let solved = minimax(line, &nodes(NODES_MAX), &());
    solved.bounds.value().filter(|_| solved.stopped.is_none())
}

fn all_settings() -> Vec<AlphaBeta> {
    let mut all = vec![];
    for bits in 0..16 {
        let is = |bit: u32| bits >> bit & 1 == 1;
        let window = if is(1) { Window::Open } else { Window::Closed };
        if is(2) && window == Window::Open {
            continue;
        }
        all.push(AlphaBeta {
            fail: if is(0) { Fail::Hard } else { Fail::Soft },
            window,
            scout: is(2),
            deepen: is(3),
            ..AlphaBeta::PLAIN
        });
    }
    all
}

/// Every move of a reported line is legal and keeps the value, to the end.
#[track_caller]
fn check_line(line: &Line<Go>, moves: &[Move], value_at_root: Margin) {
    let go = line.game();
    let outcome = Outcome::from_value(value_at_root, go.turn(line.position()));
    let mut line = line.clone();
    for &m in moves {
        assert!(line.play(m), "history allows {m:?}");
        let turn = go.turn(line.position());
        assert_eq!(value(&line), Some(outcome.value_for(turn)), "{m:?}");
    }
    assert!(line.outcome().is_some(), "the line is played out");
}

#[test]
fn alpha_beta_agrees_with_minimax_behind_histories() {
    let mut checked = 0;
    for spec in [
        "go:2x2",
        "go:2x2+ssk",
        "go:2x2+nssk",
        "go:2x2+komi=0.5",
        "go:1x4+suicide",
        "go:1x4+nssk+suicide",
        "go:1x3+ssk",
        "go:3x2",
    ] {
        let go = Go::from_spec(Spec::parse(spec).unwrap()).unwrap();
        let mut random = Random::new(17);
        let mut of_spec = 0;
        for _ in 0..2_000 {
            let mut line = random_line(&go, &mut random);
            while line.plies() > 0
                && let Some(known) = value(&line)
            {
                let settings = random.pick(&all_settings());
                let order = random.pick(&[PassOrder::First, PassOrder::Last]);
                let mut search = Search::new(&go, &(), &order, settings, Budget::DEFAULT);
                let solved = search.solve(&line, Goal::Value, &());
                assert_eq!(solved.bounds.value(), Some(known), "{settings:?}");
                check_line(&line, &solved.line, known);
                // A search that is stopped knows less, and nothing that is wrong.
                let nodes = random.below(solved.effort.nodes + 1);
                search.limit_nodes(nodes);
                let stopped = search.solve(&line, Goal::Value, &());
                assert!(stopped.bounds.contains(known), "{settings:?} {nodes}");
                if stopped.stopped == Some(Stopped::Nodes) {
                    assert!(stopped.effort.nodes <= nodes);
                }
                let first = Outcome::from_value(known, go.turn(line.position()));
                for half_points in [0, 1] {
                    let wanted = first.value_for(Player::First).rank() + half_points;
                    let goal = Goal::AtLeast(Outcome::margin(Margin::half_points(wanted)));
                    search.limit_nodes(u64::MAX);
                    let answer = search.prove(&line, goal, &());
                    let answer = goal.answer(answer.bounds, go.turn(line.position()));
                    assert_eq!(answer, Some(half_points == 0));
                }
                of_spec += 1;
                line.undo();
            }
            if of_spec >= 1_000 {
                break;
            }
        }
        assert!(of_spec >= 40, "{spec}: {of_spec}");
        checked += of_spec;
    }
    assert!(checked > 4_000, "{checked}");
}

/// Superko games may be longer than any stack: a search that goes too deep says so.
#[test]
fn endless_lines_stop_a_search() {
    let go = Go::from_spec(Spec::parse("go:1x20").unwrap()).unwrap();
    let line = Line::new(&go, go.start());
    let search = || {
        let line = Line::new(&go, go.start());
        let order = PassOrder::Last;
        let plain = AlphaBeta::PLAIN;
        let mut search = Search::new(&go, &(), &order, plain, Budget::DEFAULT);
        let by_alpha_beta = search.solve(&line, Goal::Value, &()).stopped;
        (by_alpha_beta, minimax(&line, &Budget::DEFAULT, &()).stopped)
    };
    // Frames are larger with all checks on.
    let stack = std::thread::Builder::new().stack_size(1 << 28);
    let stopped = std::thread::scope(|scope| stack.spawn_scoped(scope, search).unwrap().join());
    let too_deep = Some(Stopped::Depth);
    assert_eq!(stopped.unwrap(), (too_deep, too_deep));
    assert_eq!(line.plies(), 0);
}

/// Searches behind random histories on graphs of few positions, and as they are done while visits are written
/// down, which is without a graph: they must be the same, node by node.
#[test]
fn graphs_change_nothing() {
    let mut checked = 0;
    let mut stopped = 0;
    for spec in [
        "go:2x2",
        "go:2x2+suicide",
        "go:2x2+komi=0.5",
        "go:2x2+ssk",
        "go:1x3+nssk",
        "go:1x4+suicide",
        "go:1x4",
    ] {
        let go = Go::from_spec(Spec::parse(spec).unwrap()).unwrap();
        let mut random = Random::new(23);
        for _ in 0..150 {
            let mut line = random_line(&go, &mut random);
            for _ in 0..=random.below(6) {
                let order = random.pick(&[PassOrder::First, PassOrder::Last]);
                let settings = random.pick(&all_settings());
                let is_informed = random.below(3) == 0;
                let know = is_informed.then_some(Safety);
                let half_points = random.below(9) as i16 - 4;
                let goal = match random.below(3) {
                    0 => Goal::AtLeast(Outcome::margin(Margin::half_points(half_points))),
                    _ => Goal::Value,
                };
                // More than a graph has positions, or there is none.
                let nodes_max = 1_100 + random.below(20_000);
                let mut search = Search::new(&go, &know, &order, settings, nodes(nodes_max));
                let on_graph = search.prove(&line, goal, &());
                let (without, _) = search.record(&line, goal, &()).unwrap();
                let seen = |solved: &Solved<Go>| {
                    let Solved { bounds, effort, .. } = *solved;
                    let moves = (solved.best.clone(), solved.witness, solved.line.clone());
                    (bounds, effort, solved.stopped, moves)
                };
                assert_eq!(seen(&on_graph), seen(&without), "{spec} {settings:?}");
                checked += 1;
                stopped += u32::from(on_graph.stopped.is_some());
                if line.plies() == 0 {
                    break;
                }
                line.undo();
            }
        }
    }
    assert!(checked > 3_000 && stopped > 150, "{checked} {stopped}");
}

/// Tromp's program of 1999 visits as many, ends left out; the values, the line and the depth are those that
/// the search found before it had a graph.
#[test]
fn two_by_two_with_stones_first_takes_as_many_nodes_as_published() {
    let go = Go::from_spec(Spec::parse("go:2x2").unwrap()).unwrap();
    let line = Line::new(&go, go.start());
    for fail in [Fail::Hard, Fail::Soft] {
        let settings = AlphaBeta {
            fail,
            ..AlphaBeta::PLAIN
        };
        let mut search = Search::new(&go, &(), &PassOrder::Last, settings, Budget::DEFAULT);
        let solved = search.solve(&line, Goal::Value, &());
        assert_eq!(solved.bounds.value(), Some(Margin::points(1)));
        let expected = Effort {
            nodes: 24_700_668,
            ends: 24_700_668 - 19_397_529,
            depth_max: 58,
        };
        assert_eq!(solved.effort, expected);
        let mut text = String::new();
        for m in &solved.line {
            text.push(' ');
            go.write_move(line.position(), *m, &mut text).unwrap();
        }
        assert_eq!(text, " A2 B1 B2 A1 B2 A2 B2 A1 A2 pass pass");
    }
}
