//! On games small enough to be solved by hand.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::tree::MctsNode;
use super::*;
use crate::thought::{PULSE_NODES, Thought, proven_score};
use unbeatable_core::random::Random;
use unbeatable_core::toys::{Coins, Ring, ToyHeap};
use unbeatable_core::{Budget, Margin, Player, Progress, Stopped, Watch, Wdl};
use unbeatable_solve::minimax;

fn search<G: Game>(game: &G, bytes: usize) -> Mcts<'_, G, ()> {
    Mcts::new(game, &(), Settings::BEST, bytes, 11)
}

fn thought<G: Game>(game: &G, pos: G::Position, playouts: u64) -> Thought<G::Value, G::Move> {
    search(game, 1 << 20).think(&Line::new(game, pos), playouts, &())
}

#[test]
fn without_limits_every_value_is_found() {
    let coins = Coins(&[3, 9, 1, 2, 8, 4, 7]);
    let value = minimax(&Line::new(&coins, coins.start()), &Budget::DEFAULT, &()).bounds;
    let found = thought(&coins, coins.start(), u64::MAX);
    assert_eq!((found.bounds, found.stopped), (value, None));
    assert_ne!(value, Bounds::exactly(Margin::points(0)));
    for n in 1..20 {
        let heap = ToyHeap(n);
        let found = thought(&heap, heap.start(), u64::MAX);
        if n == 1 {
            continue; // There is nothing to choose.
        }
        let value = if n % 3 == 0 { Wdl::Loss } else { Wdl::Win };
        assert_eq!(found.bounds.value(), Some(value), "{n}");
        if value == Wdl::Win {
            assert_eq!(found.m, n % 3, "a multiple of three is left");
        }
    }
    for size in 3..9 {
        let ring = Ring(size);
        let value = if size % 2 == 0 { Wdl::Win } else { Wdl::Loss };
        let found = thought(&ring, ring.start(), u64::MAX);
        assert_eq!(found.bounds.value(), Some(value), "{size}");
    }
}

#[test]
fn scores_tell_how_long_it_takes() {
    let at_once = thought(&ToyHeap(2), (2, Player::First), u64::MAX);
    assert_eq!(
        (at_once.m, at_once.score),
        (2, proven_score(Wdl::Win, 1)),
        "the last ones are taken"
    );
    let lost = thought(&ToyHeap(3), (3, Player::First), u64::MAX);
    assert_eq!(lost.score, proven_score(Wdl::Loss, 2));
}

#[test]
fn who_has_no_choice_does_not_think() {
    let heap = ToyHeap(1);
    let found = thought(&heap, heap.start(), u64::MAX);
    assert_eq!((found.m, found.effort.nodes, found.stopped), (1, 1, None));
}

#[test]
fn playouts_are_counted() {
    let heap = ToyHeap(100);
    for playouts in [0, 1, 2, 100, 1_000] {
        let mut mcts = search(&heap, 1 << 20);
        let found = mcts.think(&Line::new(&heap, heap.start()), playouts, &());
        assert_eq!(found.stopped, Some(Stopped::Nodes));
        assert_eq!(u64::from(mcts.tree[ROOT].visits), playouts);
        assert!([1, 2].contains(&found.m));
        let sum: u32 = mcts.tree.family(ROOT).iter().map(|node| node.visits).sum();
        assert_eq!(u64::from(sum), playouts);
    }
}

#[test]
fn watchers_are_asked_often_and_obeyed() {
    struct Impatient(AtomicU64);
    impl Watch<Wdl> for Impatient {
        fn progress(&self, _: &Progress<Wdl>) -> ControlFlow<()> {
            match self.0.fetch_sub(1, Ordering::Relaxed) {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }
    let heap = ToyHeap(200);
    for looks in [0, 1, 3] {
        let mut mcts = search(&heap, 1 << 20);
        let watch = Impatient(AtomicU64::new(looks));
        let found = mcts.think(&Line::new(&heap, heap.start()), u64::MAX, &watch);
        assert_eq!(found.stopped, Some(Stopped::Asked));
        assert!([1, 2].contains(&found.m));
        // A leaf that has just got its children may be counted late.
        let nodes = looks * PULSE_NODES;
        assert!((nodes..nodes + 10).contains(&found.effort.nodes));
    }
}

/// However little memory there is, there is a move, and the tree keeps to it; what is proven in it is
/// true.
#[test]
fn the_tree_stays_within_its_memory() {
    let heap = ToyHeap(50);
    let node = size_of::<MctsNode<Wdl, u8>>();
    assert_eq!(node, 32);
    for bytes in [0, 1, node, 3 * node - 1, 3 * node, 10 * node, 1 << 12] {
        let mut mcts = search(&heap, bytes);
        let mut line = Line::new(&heap, heap.start());
        while line.outcome().is_none() {
            let found = mcts.think(&line, 500, &());
            assert!(mcts.tree_bytes() <= bytes && mcts.tree.len() * node <= bytes);
            let has_room = mcts.tree.len() > 1;
            assert_eq!(found.depth, u32::from(has_room));
            assert!(has_room || found.stopped == Some(Stopped::Memory));
            assert!(has_room == (bytes >= 3 * node) || line.position().0 == 1);
            let is_lost = line.position().0.is_multiple_of(3);
            let value = if is_lost { Wdl::Loss } else { Wdl::Win };
            assert!(found.bounds.contains(value));
            assert!(line.play(found.m));
        }
    }
}

/// The moves, visits, rewards and bounds of a node and of all that is below it.
fn outline<V: Value, M: Copy + std::fmt::Debug>(tree: &MctsTree<V, M>, node: u32) -> String {
    let below: Vec<String> = tree.children(node).map(|c| outline(tree, c)).collect();
    let MctsNode {
        reward,
        visits,
        bounds,
        plies,
        m,
        ..
    } = tree[node];
    format!("{m:?} {visits} {reward} {bounds:?} {plies} {below:?}")
}

/// Random trees, of which some node's part is kept.
#[test]
fn what_is_kept_stays_as_it_was() {
    let mut random = Random::new(4);
    for _ in 0..300 {
        let mut tree: MctsTree<Wdl, u32> = MctsTree::new(1 << 16);
        assert!(tree.plant(MctsNode::new(0, Bounds::UNKNOWN, 0)));
        for _ in 0..random.below(40) {
            let leaf = random.below(tree.len() as u64) as u32;
            if !tree[leaf].is_leaf() {
                continue;
            }
            let children = 1 + random.below(4);
            let plies = random.below(9) as u16;
            let node = |_| MctsNode::new(random.below(1 << 30) as u32, Bounds::UNKNOWN, plies);
            let nodes: Vec<MctsNode<Wdl, u32>> = (0..children).map(node).collect();
            assert!(tree.grow(leaf, nodes.into_iter()));
        }
        let node = random.below(tree.len() as u64) as u32;
        let before = outline(&tree, node);
        tree.keep(node);
        assert_eq!(outline(&tree, ROOT), before);
        let size = before.matches("Bounds").count();
        assert_eq!(tree.len(), size, "nothing else is kept");
        // And again, and it can grow.
        let leaf = (0..tree.len() as u32).find(|&n| tree[n].is_leaf());
        let leaf = leaf.expect("a tree has a leaf");
        assert!(tree.grow(leaf, [MctsNode::new(1, Bounds::UNKNOWN, 0)].into_iter()));
        let last = tree.len() as u32 - 1;
        let before = outline(&tree, last);
        tree.keep(last);
        assert_eq!((outline(&tree, ROOT), tree.len()), (before, 1));
    }
}

#[test]
fn what_was_thought_of_the_moves_played_is_kept() {
    let heap = ToyHeap(60);
    let mut mcts = search(&heap, 1 << 20);
    let mut line = Line::new(&heap, heap.start());
    mcts.think(&line, 1_000, &());
    let node = mcts.tree.children(ROOT).next().expect("it has children");
    let reply = mcts.tree.children(node).next().expect("it has children");
    let visits = mcts.tree[reply].visits;
    assert!(visits > 0);
    for node in [node, reply] {
        assert!(line.play(mcts.tree[node].m));
    }
    mcts.think(&line, 0, &());
    assert_eq!(mcts.tree[ROOT].visits, visits);
    // Thinking again about this line loses nothing.
    mcts.think(&line, 10, &());
    assert_eq!(mcts.tree[ROOT].visits, visits + 10);
    // Back to the start, or elsewhere: everything is.
    mcts.think(&Line::new(&heap, heap.start()), 10, &());
    assert_eq!(mcts.tree[ROOT].visits, 10);
    mcts.think(&Line::new(&heap, (59, Player::Second)), 10, &());
    assert_eq!(mcts.tree[ROOT].visits, 10);
}

/// Positions alike, histories not: what was proven with the one may be wrong with the other.
#[test]
fn another_history_is_another_line() {
    let ring = Ring(90);
    let mut there = Line::new(&ring, ring.start());
    assert!(there.play(1));
    let mut elsewhere = Line::new(&ring, ring.start());
    assert!(elsewhere.play(-1));
    elsewhere.amend(*there.position());
    assert!(there.positions().eq(elsewhere.positions()));
    let mut mcts = search(&ring, 1 << 20);
    mcts.think(&there, 5, &());
    mcts.think(&there, 5, &());
    assert_eq!(mcts.tree[ROOT].visits, 10);
    mcts.think(&elsewhere, 5, &());
    assert_eq!(mcts.tree[ROOT].visits, 5);
}

/// Who has thought before differs from who has not by the tree alone.
#[test]
fn thoughts_depend_on_seed_line_and_tree() {
    let coins = Coins(&[3, 9, 1, 2, 8, 4, 7, 5, 6, 2, 9, 1, 4, 4, 8, 3, 2, 7, 1, 5]);
    let mut line = Line::new(&coins, coins.start());
    assert!(line.play(true));
    let fresh = search(&coins, 1 << 20).think(&line, 200, &());
    let mut mcts = search(&coins, 1 << 20);
    let mut other = Line::new(&coins, coins.start());
    assert!(other.play(false));
    mcts.think(&other, 300, &());
    assert_eq!(mcts.think(&line, 200, &()), fresh);
}

#[test]
fn rewards_are_symmetric_and_ordered() {
    let wdl = Rewards::new(Bounds::<Wdl>::UNKNOWN);
    let of = [Wdl::Loss, Wdl::Draw, Wdl::Win].map(|value| wdl.of(value));
    assert_eq!(of, [0, Rewards::WIN / 2, Rewards::WIN]);
    let range = Bounds {
        lower: Margin::points(-9),
        upper: Margin::points(7),
    };
    let rewards = Rewards::new(range);
    let of = |points| rewards.of(Margin::points(points));
    for points in -9..9 {
        assert_eq!(of(points) + of(-points), Rewards::WIN);
        assert!(of(points) < of(points + 1));
    }
    assert_eq!((of(-9), of(9)), (0, Rewards::WIN));
    assert!(of(1) > Rewards::WIN * 9 / 10, "to win is what counts");
    let score = |reward: i32| Rewards::score(3 * reward as u64, 3);
    assert_eq!(
        [0, Rewards::WIN / 2, Rewards::WIN].map(score),
        [-SCORE_MAX, 0, SCORE_MAX]
    );
}

#[test]
fn logarithms_are_near_enough() {
    for n in [1, 2, 3, 10, 1_000, 65_535, 65_536, 123_456_789, u32::MAX] {
        assert!((ln(n) - f64::from(n).ln()).abs() < 1e-5, "{n}");
    }
}
