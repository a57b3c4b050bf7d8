//! Searches that may not finish: they stop where they must, and what they say is true.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use unbeatable_core::{Budget, Game, Goal, Line, Progress, Stopped, Watch, Wdl};
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::{AlphaBeta, Solution, Solved, backward, count, minimax};

use crate::agree::{rules, truth};
use crate::settings::{all, alpha_beta, bytes, nodes};

/// A way to solve a position.
pub(crate) type Solve<'s> = &'s dyn Fn(&mut Line<Mnk>, Budget, &dyn Watch<Wdl>) -> Solved<Mnk>;

fn by_minimax(line: &mut Line<Mnk>, budget: Budget, watch: &dyn Watch<Wdl>) -> Solved<Mnk> {
    minimax(line, &budget, watch)
}

fn by_backward(line: &mut Line<Mnk>, budget: Budget, watch: &dyn Watch<Wdl>) -> Solved<Mnk> {
    backward(line.game(), *line.position(), true, &budget, watch).solved()
}

/// What holds of a search, finished or not.
#[track_caller]
pub(crate) fn check_honest(truth: &Solution<Mnk>, pos: &Board, solved: &Solved<Mnk>) {
    let game = Mnk::tic_tac_toe();
    let value = truth.entry(pos).expect("a reachable position").value;
    assert!(solved.bounds.contains(value), "{solved:?}");
    if solved.bounds.is_exact() {
        // The value is known, so a move that gets it is; perhaps not all of them.
        assert!(!solved.best.is_empty(), "{solved:?}");
        assert!(solved.line.starts_with(&solved.best[..1]), "{solved:?}");
    } else {
        assert!(solved.best.is_empty(), "{solved:?}");
        assert!(solved.stopped.is_some(), "{solved:?}");
    }
    let best = truth.best_moves(pos);
    assert!(solved.best.iter().all(|m| best.contains(m)), "{solved:?}");
    assert!(!solved.best_complete || solved.best == best, "{solved:?}");
    let mut line = Line::new(&game, *pos);
    for m in &solved.line {
        assert!(game.moves(line.position()).any(|legal| legal == *m));
        assert!(line.play(*m));
    }
}

/// Every budget from none to `most` nodes, and some beyond: it is used up to the last node, or not
/// needed.
#[track_caller]
pub(crate) fn check_nodes(truth: &Solution<Mnk>, pos: Board, most: u64, solve: Solve) -> u64 {
    let game = Mnk::tic_tac_toe();
    let mut line = Line::new(&game, game.start());
    for m in game
        .moves(&game.start())
        .filter(|m| pos.stones() >> m & 1 == 1)
    {
        assert!(
            pos.stones().count_ones() == 1 && line.play(m),
            "one stone at most"
        );
    }
    let before: Vec<_> = line.positions().copied().collect();
    let needed = solve(&mut line, Budget::DEFAULT, &()).effort.nodes;
    let mut stops = 0;
    for nodes_max in (0..most).chain([needed - 1, needed, needed + 1]) {
        let solved = solve(&mut line, nodes(nodes_max), &());
        assert!(line.positions().eq(&before), "the line is as it was");
        check_honest(truth, &pos, &solved);
        assert_eq!(solved.effort.nodes, nodes_max.min(needed));
        let stopped = (nodes_max < needed).then_some(Stopped::Nodes);
        assert_eq!(solved.stopped, stopped, "{nodes_max} of {needed}");
        stops += u64::from(stopped.is_some());
    }
    stops
}

pub(crate) fn roots(game: &Mnk) -> [Board; 2] {
    [game.start(), game.play(&game.start(), 1)]
}

#[test]
fn nodes_are_used_up_exactly() {
    let game = rules("ttt");
    let truth = truth(&game);
    for pos in roots(&game) {
        assert!(check_nodes(&truth, pos, 1_000, &by_minimax) > 1_000);
        assert!(check_nodes(&truth, pos, 1_000, &by_backward) > 500);
        for options in all() {
            let stops = check_nodes(&truth, pos, 200, &|line, budget, watch| {
                alpha_beta(line, (&(), &()), options, budget, Goal::Value, watch)
            });
            assert!(stops > 200, "{options:?}");
            check_nodes(&truth, pos, 50, &|line, budget, watch| {
                let know = (&(Threats, Potential), &OpenLines);
                alpha_beta(line, know, options, budget, Goal::Value, watch)
            });
        }
    }
}

/// A search that is stopped once a win is found knows that it is the value.
#[test]
fn a_win_found_is_known_though_the_search_is_stopped() {
    let game = Mnk::tic_tac_toe();
    let pos = unbeatable_core::Notation::parse_position(&game, "XX./OO./...").unwrap();
    let by_backward = |line: &mut Line<Mnk>, budget, watch: &dyn Watch<Wdl>| {
        backward(line.game(), *line.position(), false, &budget, watch).solved()
    };
    for solve in [
        by_minimax as fn(&mut Line<Mnk>, Budget, &dyn Watch<Wdl>) -> _,
        by_backward,
    ] {
        // The root and the win on its first move; the third node is one too many.
        let solved = solve(&mut Line::new(&game, pos), nodes(2), &());
        assert_eq!(solved.bounds.value(), Some(Wdl::Win));
        assert_eq!((solved.best, solved.line), (vec![2], vec![2]));
        assert_eq!(solved.stopped, Some(Stopped::Nodes));
        assert!(!solved.best_complete);
    }
}

#[test]
fn memory_is_bounded() {
    let game = rules("ttt");
    let truth = truth(&game);
    let start = game.start();
    let needed = backward(&game, start, false, &Budget::DEFAULT, &()).bytes();
    let mut stops = 0;
    for table_bytes_max in (0..400_000).step_by(1_999) {
        let budget = bytes(table_bytes_max);
        let solution = backward(&game, start, false, &budget, &());
        let solved = solution.solved();
        check_honest(&truth, &start, &solved);
        assert!(solution.bytes() <= table_bytes_max);
        match solved.stopped {
            Some(stopped) => assert_eq!(stopped, Stopped::Memory),
            None => assert!(table_bytes_max >= needed),
        }
        stops += u32::from(solved.stopped.is_some());
        let sequences = count::sequences(&game, start, &budget, &());
        assert!(sequences.is_ok() || sequences.unwrap_err().why == Stopped::Memory);
        let positions = count::positions(&game, start, false, &budget, &(), &mut |_| {});
        assert!(positions.is_ok() || positions.unwrap_err().why == Stopped::Memory);
    }
    assert!(
        (100..190).contains(&stops),
        "some stop, some do not: {stops}"
    );
    let halted = count::sequences(&game, start, &bytes(100), &()).unwrap_err();
    assert_eq!(halted.why, Stopped::Memory);
    let halted = count::positions(&game, start, false, &bytes(100), &(), &mut |_| {}).unwrap_err();
    assert_eq!(halted.why, Stopped::Memory);
}

/// Breaks the search off at its `calls_max`-th call.
struct Impatient {
    calls_max: u64,
    calls: AtomicU64,
    nodes: AtomicU64,
}

impl Watch<Wdl> for Impatient {
    fn progress(&self, now: &Progress<Wdl>) -> ControlFlow<()> {
        let before = self.nodes.swap(now.effort.nodes, Ordering::Relaxed);
        let is_first = self.calls.load(Ordering::Relaxed) == 0;
        assert!(
            is_first || now.effort.nodes > before,
            "nodes go up between calls"
        );
        match self.calls.fetch_add(1, Ordering::Relaxed) + 1 >= self.calls_max {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A watch that breaks stops the search there and then.
#[track_caller]
pub(crate) fn check_asked(game: &Mnk, solve: Solve) {
    for calls_max in [1, 2] {
        let watch = Impatient {
            calls_max,
            calls: 0.into(),
            nodes: 0.into(),
        };
        let mut line = Line::new(game, game.start());
        let solved = solve(&mut line, Budget::DEFAULT, &watch);
        assert_eq!(solved.stopped, Some(Stopped::Asked));
        assert_eq!(watch.calls.into_inner(), calls_max);
        assert_eq!(solved.effort.nodes, watch.nodes.into_inner());
        assert_eq!(line.plies(), 0);
        // The first player wins 4x3x3; too little was seen to prove the contrary of anything.
        assert!(solved.bounds.contains(Wdl::Win));
    }
}

#[test]
fn a_watch_stops_a_search() {
    let game = rules("mnk:4x3x3");
    check_asked(&game, &by_minimax);
    check_asked(&game, &|line, budget, watch| {
        backward(line.game(), *line.position(), false, &budget, watch).solved()
    });
    for options in all().into_iter().filter(|options| !options.table) {
        check_asked(&game, &|line, budget, watch| {
            alpha_beta(line, (&(), &()), options, budget, Goal::Value, watch)
        });
    }
    // With a table 4x3x3 is over before the second call.
    let larger = rules("mnk:4x4x4");
    check_asked(&larger, &|line, budget, watch| {
        let know = (&(), &());
        let mut solved = alpha_beta(line, know, AlphaBeta::BEST, budget, Goal::Value, watch);
        assert!(solved.bounds.contains(Wdl::Draw));
        solved.bounds.upper = Wdl::Win;
        solved
    });
}
