//! Df-pn on several threads: no schedule makes a value wrong, no budget is passed, no watcher ignored.
//!
//! Eight threads on two cores, on tables so small that they keep writing over one another's entries.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use unbeatable_core::random::Random;
use unbeatable_core::{
    Budget, Game, Goal, Line, Outcome, Player, Progress, Stopped, Value, Watch, Wdl,
};
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_solve::Search;
use unbeatable_solve::Solver;
use unbeatable_solve::df_pn::DfPn;

use crate::agree::{compare, positions, rules, truth};

/// Nobody begins alone.
const AT_ONCE: DfPn = DfPn {
    alone_nodes: 0,
    ..DfPn::BEST
};

fn budget(threads: usize, table_bytes_max: usize) -> Budget {
    Budget {
        threads,
        table_bytes_max,
        ..Budget::DEFAULT
    }
}

/// Values of so many random positions with at least so many stones, with one table of each size for
/// all, which is left with what earlier positions wrote.
#[track_caller]
fn check(spec: &str, stones: std::ops::RangeInclusive<u32>, count: usize, options: DfPn) {
    let game = rules(spec);
    let truth = truth(&game);
    let roots = positions(&game, false, *stones.start(), *stones.end());
    let mut random = Random::new(count as u64);
    let mut searches: Vec<Search<Mnk, (), OpenLines, DfPn>> = [1 << 10, 1 << 13, 1 << 16]
        .map(|bytes| Search::new(&game, &(), &OpenLines, options, budget(8, bytes)))
        .into();
    let mut values = [0; 3];
    for i in 0..count {
        let pos = roots[random.below(roots.len() as u64) as usize];
        let line = Line::new(&game, pos);
        let search = &mut searches[i % 3];
        let solved = search.prove(&line, Goal::Value, &());
        let known = truth.entry(&pos).expect("every position is there").value;
        assert_eq!(solved.bounds.value(), Some(known), "{pos:?}");
        assert_eq!(solved.stopped, None);
        values[(known.rank() + 1) as usize] += 1;
    }
    assert!(values.iter().all(|&n| n > count / 50), "{values:?}");
}

#[test]
fn eight_threads_on_small_tables() {
    check("mnk:4x3x3", 2..=7, 3_000, AT_ONCE);
}

#[test]
#[ignore = "slow: 60 s by eight threads"]
fn eight_threads_on_small_tables_ten_thousand_times() {
    check("mnk:4x3x3", 2..=7, 4_000, AT_ONCE);
    check("mnk:4x3x3+misere", 2..=7, 3_000, AT_ONCE);
    let weak = DfPn {
        weak: true,
        symmetry: Some(true),
        ..AT_ONCE
    };
    check("mnk:4x3x3+misere", 3..=7, 3_000, weak);
    let focused = DfPn {
        focused: true,
        ..AT_ONCE
    };
    check("mnk:4x3x3+misere", 3..=7, 3_000, focused);
}

/// Best moves and lines too.
#[test]
fn lines_of_best_play() {
    let game = rules("mnk:4x3x3");
    let truth = truth(&game);
    let mut search = Search::new(&game, &Threats, &OpenLines, AT_ONCE, budget(3, 1 << 14));
    for pos in positions(&game, true, 2, 5).into_iter().step_by(9) {
        compare(&truth, &Line::new(&game, pos), |line| {
            let mut solved = search.solve(line, Goal::Value, &());
            solved.evidence = unbeatable_solve::Evidence::Exact;
            solved
        })
        .unwrap_or_else(|e| panic!("df-pn: {e}"));
    }
}

/// From a table that doubles several times while threads search.
#[track_caller]
fn check_growing(spec: &str, threads: &[usize]) {
    let game = rules(spec);
    let line = Line::new(&game, game.start());
    for &threads in threads {
        let mut search = Search::new(&game, &(), &(), AT_ONCE, budget(threads, 64 << 20));
        let solved = search.prove(&line, Goal::AtLeast(Outcome::win(Player::First)), &());
        assert_eq!((solved.bounds.upper, solved.stopped), (Wdl::Draw, None));
        assert!(solved.table_bytes > 4 << 20, "{}", solved.table_bytes);
    }
}

#[test]
fn while_the_table_grows() {
    check_growing("mnk:4x4x4", &[2, 3, 5, 8]);
}

#[test]
#[ignore = "slow: 15 s"]
fn while_the_table_grows_as_far_as_it_may() {
    check_growing("mnk:5x4x4", &[2, 5]);
}

#[test]
fn nodes_are_not_passed() {
    let game = rules("mnk:5x5x4");
    let line = Line::new(&game, game.start());
    for nodes_max in [0, 1, 1_000, 16_384, 50_000, 100_001] {
        for options in [AT_ONCE, DfPn::BEST] {
            let budget = Budget {
                nodes_max,
                ..budget(4, 1 << 20)
            };
            let mut search = Search::new(&game, &(), &(), options, budget);
            let solved = search.prove(&line, Goal::AtLeast(Outcome::win(Player::First)), &());
            assert_eq!(solved.stopped, Some(Stopped::Nodes));
            // Each thread may keep a part of what was handed out to it.
            let left = nodes_max - solved.effort.nodes;
            assert!(left <= 4 * (1 << 14), "{nodes_max} {left}");
        }
    }
}

/// Breaks at its third call.
struct Three(AtomicU32);

impl Watch<Wdl> for Three {
    fn progress(&self, now: &Progress<Wdl>) -> ControlFlow<()> {
        assert!(now.bounds.contains(Wdl::Draw));
        match self.0.fetch_add(1, Relaxed) {
            0 | 1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

#[test]
fn a_watch_stops_all() {
    let game = rules("mnk:5x5x4");
    let line = Line::new(&game, game.start());
    for options in [AT_ONCE, DfPn::BEST] {
        let watch = Three(AtomicU32::new(0));
        let mut search = Search::new(&game, &(), &(), options, budget(3, 1 << 20));
        let solved = search.solve(&line, Goal::Value, &watch);
        assert_eq!(solved.stopped, Some(Stopped::Asked));
        assert!(solved.bounds.contains(Wdl::Draw) && solved.best.is_empty());
        assert_eq!(watch.0.load(Relaxed), 3, "asked no more once it broke");
    }
}
