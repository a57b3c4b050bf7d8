//! On games small enough to be solved by hand.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::thought::{PULSE_NODES, Thought, proven_score};
use unbeatable_core::toys::{Coins, Ring, ToyHeap};
use unbeatable_core::{Bounds, Budget, Line, Margin, Player, Progress, Stopped, Watch, Wdl};
use unbeatable_solve::minimax;

fn thought<G: Game>(game: &G, pos: G::Position, patience: Patience) -> Thought<G::Value, G::Move> {
    let mut thinker: Thinker<G, (), ()> = Thinker::new(game, &(), None, 1 << 16);
    thinker.think(&Line::new(game, pos), patience, &())
}

#[test]
fn without_limits_every_value_is_found() {
    let coins = Coins(&[3, 9, 1, 2, 8, 4, 7]);
    let value = minimax(&Line::new(&coins, coins.start()), &Budget::DEFAULT, &()).bounds;
    let found = thought(&coins, coins.start(), Patience::ENDLESS);
    assert_eq!((found.bounds, found.stopped), (value, None));
    assert_ne!(value, Bounds::exactly(Margin::points(0)));
    for n in 1..30 {
        let heap = ToyHeap(n);
        let found = thought(&heap, heap.start(), Patience::ENDLESS);
        let value = if n % 3 == 0 { Wdl::Loss } else { Wdl::Win };
        assert_eq!(found.bounds.value(), Some(value), "{n}");
        if value == Wdl::Win {
            assert_eq!(found.m, n % 3, "a multiple of three is left");
        }
    }
}

/// A loss is put off, a win not: from 9, taking 1 each time lasts longest against 2, and back.
#[test]
fn scores_tell_how_long_it_takes() {
    let heap = ToyHeap(9);
    let found = thought(&heap, heap.start(), Patience::ENDLESS);
    assert_eq!(found.score, proven_score(Wdl::Loss, 6));
    let won = thought(&heap, (8, Player::First), Patience::ENDLESS);
    assert_eq!(won.score, proven_score(Wdl::Win, 5));
}

#[test]
fn depths_and_nodes_are_kept() {
    let heap = ToyHeap(200);
    for depth_max in [1, 2, 7] {
        let patience = Patience {
            depth_max,
            ..Patience::ENDLESS
        };
        let found = thought(&heap, heap.start(), patience);
        assert_eq!((found.depth, found.stopped), (depth_max, None));
        assert_eq!(found.bounds, Bounds::UNKNOWN);
        assert_eq!(found.effort.depth_max, depth_max);
    }
    for nodes_max in [0, 1, 2, 3, 100, 1000] {
        let patience = Patience {
            nodes_max,
            ..Patience::ENDLESS
        };
        let found = thought(&heap, heap.start(), patience);
        assert_eq!(found.stopped, Some(Stopped::Nodes));
        assert_eq!(found.effort.nodes, nodes_max);
        assert!([1, 2].contains(&found.m));
    }
}

#[test]
fn watchers_are_asked_often_and_obeyed() {
    struct Impatient(AtomicU64);
    impl Watch<Wdl> for Impatient {
        fn progress(&self, _: &Progress<Wdl>) -> ControlFlow<()> {
            match self.0.fetch_add(1, Ordering::Relaxed) {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }
    let heap = ToyHeap(200);
    let mut thinker: Thinker<ToyHeap, (), ()> = Thinker::new(&heap, &(), None, 0);
    let watch = Impatient(AtomicU64::new(0));
    let found = thinker.think(&Line::new(&heap, heap.start()), Patience::ENDLESS, &watch);
    assert_eq!(found.stopped, Some(Stopped::Asked));
    assert_eq!(found.effort.nodes, 3 * PULSE_NODES);
}

#[test]
fn who_has_no_choice_does_not_think() {
    let heap = ToyHeap(1);
    let found = thought(&heap, heap.start(), Patience::ENDLESS);
    assert_eq!((found.m, found.effort.nodes), (1, 2));
}

#[test]
#[should_panic(expected = "without their history")]
fn games_with_history_are_refused() {
    let _ = Thinker::<Ring, (), ()>::new(&Ring(3), &(), None, 0);
}
