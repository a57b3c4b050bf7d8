//! How soon games end, compared with backward induction, which looks at every position.

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Bounds, Budget, Foresight, Game, Goal, Kind, Layered, Line, Outcome, Player,
    Progress, Spec, Stopped, Timing, Value, Watch, Wdl,
};
use unbeatable_games::connect::Connect;
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::backward::{SolvedPosition, backward};
use unbeatable_solve::{Solution, Solver};
use unbeatable_timed::Soonest;

fn rules<G: Kind>(spec: &str) -> G {
    G::parse(Spec::parse(spec).expect("a spec")).expect("a game")
}

/// What backward induction found, as a timing.
fn timing<G: Layered>(game: &G, pos: &G::Position, solved: SolvedPosition<Wdl>) -> Timing {
    let last = game.layer(pos) + solved.distance.unwrap_or(0);
    // A finished position ends with the ply that led to it.
    Timing::ended(solved.value, last, game.layer_max())
}

/// All positions that can be reached, once each.
fn reachable<G: Game>(game: &G) -> Vec<G::Position> {
    let mut seen = std::collections::HashSet::from([game.start()]);
    let mut all = vec![game.start()];
    let mut i = 0;
    while i < all.len() {
        let pos = all[i];
        i += 1;
        if game.outcome(&pos).is_some() {
            continue;
        }
        for m in game.moves(&pos) {
            let next = game.play(&pos, m);
            if seen.insert(next) {
                all.push(next);
            }
        }
    }
    all
}

/// Every position, or every `stride`-th one, with a memory that is shared, and a best move each.
fn agrees<G, F>(game: &G, know: &F, stride: usize, bytes: usize)
where
    G: Layered + std::fmt::Debug,
    F: Foresight<G>,
{
    let all = backward(game, game.start(), true, &Budget::DEFAULT, &());
    let budget = Budget {
        table_bytes_max: bytes,
        ..Budget::DEFAULT
    };
    let mut search = Soonest::new(game, know, budget);
    let mut compared = 0;
    for pos in reachable(game).iter().step_by(stride) {
        let solved = all.entry(pos).expect("it can be reached");
        let expected = timing(game, pos, solved);
        let found = search.time(pos, None, &());
        assert_eq!(found.bounds, Bounds::exactly(expected), "{game:?} {pos:?}");
        assert_eq!(found.stopped, None);
        if let Some(m) = found.witness {
            let next = game.play(pos, m);
            let behind = timing(game, &next, all.entry(&next).expect("it can be reached"));
            assert_eq!(-behind, expected, "{game:?} {pos:?} {m:?}");
        }
        compared += 1;
    }
    assert!(compared > 100, "{game:?}: {compared}");
}

fn of_kind<G: Kind<Known: Foresight<G>> + Layered + std::fmt::Debug>(spec: &str, stride: usize) {
    let kit = rules::<G>(spec).kit();
    for bytes in [0, 1 << 12, 1 << 26] {
        agrees(&kit.game, &kit.known, stride, bytes);
    }
}

#[test]
fn every_position_of_tic_tac_toe() {
    of_kind::<Mnk>("ttt", 1);
    of_kind::<Mnk>("ttt+misere", 1);
}

#[test]
fn every_position_of_4x3x3() {
    of_kind::<Mnk>("mnk:4x3x3", 1);
}

#[test]
fn small_boards_of_connect_four() {
    of_kind::<Connect>("connect:4x4", 1);
    for spec in [
        "connect:3x5",
        "connect:5x3",
        "connect:1x8",
        "connect:2x7",
        "connect:8x1",
    ] {
        small(spec);
    }
    of_kind::<Connect>("connect:4x4+k=3", 1);
    of_kind::<Connect>("connect:5x4", 37);
    of_kind::<Connect>("connect:4x5", 37);
}

/// Boards that may have few positions.
fn small(spec: &str) {
    let kit = rules::<Connect>(spec).kit();
    let game = &kit.game;
    let all = backward(game, game.start(), true, &Budget::DEFAULT, &());
    let mut search = Soonest::new(game, &kit.known, Budget::DEFAULT);
    for pos in reachable(game) {
        let expected = timing(game, &pos, all.entry(&pos).expect("it can be reached"));
        let found = search.time(&pos, None, &());
        assert_eq!(found.bounds, Bounds::exactly(expected), "{spec} {pos:?}");
    }
}

/// Random late positions of boards that backward induction cannot take whole.
#[test]
fn late_positions_of_larger_boards() {
    let mut random = Random::new(5);
    for (spec, plies) in [
        ("connect:7x6", 28),
        ("connect:8x5", 26),
        ("connect:6x7", 28),
        ("connect:5x6", 14),
    ] {
        let kit = rules::<Connect>(spec).kit();
        let game = &kit.game;
        let mut search = Soonest::new(game, &kit.known, Budget::DEFAULT);
        let mut compared = 0;
        while compared < 60 {
            let mut pos = game.start();
            for _ in 0..plies {
                if game.outcome(&pos).is_none() {
                    let moves: Vec<u8> = game.moves(&pos).collect();
                    pos = game.play(&pos, random.pick(&moves));
                }
            }
            if game.outcome(&pos).is_some() {
                continue;
            }
            let all = backward(game, pos, true, &Budget::DEFAULT, &());
            let expected = timing(game, &pos, all.entry(&pos).expect("the root is solved"));
            let found = search.time(&pos, None, &());
            assert_eq!(found.bounds, Bounds::exactly(expected), "{spec} {pos:?}");
            compared += 1;
        }
    }
}

/// Several threads on one memory, large, small and none, find what one finds.
#[test]
fn threads_agree() {
    for (spec, stride) in [("connect:4x4", 211), ("connect:5x4", 1021)] {
        let kit = rules::<Connect>(spec).kit();
        let game = &kit.game;
        let all = backward(game, game.start(), true, &Budget::DEFAULT, &());
        for table_bytes_max in [0, 1 << 12, 1 << 22] {
            let budget = Budget {
                table_bytes_max,
                threads: 3,
                ..Budget::DEFAULT
            };
            let mut search = Soonest::new(game, &kit.known, budget);
            search.alone_nodes = 10;
            for pos in reachable(game).iter().step_by(stride) {
                let expected = timing(game, pos, all.entry(pos).expect("it can be reached"));
                let found = search.time(pos, None, &());
                assert_eq!(found.bounds, Bounds::exactly(expected), "{spec} {pos:?}");
                if let Some(m) = found.witness {
                    let next = game.play(pos, m);
                    let behind = timing(game, &next, all.entry(&next).expect("reached"));
                    assert_eq!(-behind, expected, "{spec} {pos:?} {m:?}");
                }
            }
        }
    }
}

/// Threads share what they may take, and one that has the answer stops the others.
#[test]
fn threads_keep_to_the_budget() {
    let kit = rules::<Connect>("connect:6x5").kit();
    let game = &kit.game;
    let whole = Soonest::new(game, &kit.known, Budget::DEFAULT).time(&game.start(), None, &());
    for nodes_max in [0, 11, 5_000, 100_000] {
        let budget = Budget {
            nodes_max,
            threads: 3,
            ..Budget::DEFAULT
        };
        let mut search = Soonest::new(game, &kit.known, budget);
        search.alone_nodes = 10;
        let found = search.time(&game.start(), None, &());
        assert_eq!(found.stopped, Some(Stopped::Nodes), "{nodes_max}");
        assert!(found.effort.nodes <= nodes_max);
        assert_eq!(found.bounds.and(whole.bounds), whole.bounds);
    }
}

/// Searches that share a memory may answer different questions at once.
#[test]
fn searches_beside_each_other_agree() {
    let kit = rules::<Connect>("connect:4x4").kit();
    let game = &kit.game;
    let all = backward(game, game.start(), true, &Budget::DEFAULT, &());
    let positions = reachable(game);
    let first = Soonest::new(game, &kit.known, Budget::DEFAULT);
    std::thread::scope(|scope| {
        for number in 0..3 {
            let mut search = first.beside();
            let (positions, all) = (&positions, &all);
            scope.spawn(move || {
                for pos in positions.iter().skip(number).step_by(7) {
                    let expected = timing(game, pos, all.entry(pos).expect("it can be reached"));
                    let found = search.time(pos, None, &());
                    assert_eq!(found.bounds, Bounds::exactly(expected), "{pos:?}");
                }
            });
        }
    });
}

/// Windows: what is said outside of them is a bound.
#[test]
fn yes_and_no() {
    let kit = rules::<Connect>("connect:5x4").kit();
    let game = &kit.game;
    let mut search = Soonest::new(game, &kit.known, Budget::DEFAULT);
    let start = game.start();
    let exact = search.time(&start, None, &()).bounds;
    for rank in -19..=19 {
        let mut fresh = Soonest::new(game, &kit.known, Budget::DEFAULT);
        let window = (Timing::of(rank - 1), Timing::of(rank));
        let found = fresh.time(&start, Some(window), &()).bounds;
        assert_eq!(found.and(exact), exact);
        assert!(
            found.lower >= window.1 || found.upper <= window.0,
            "{found:?}"
        );
    }
}

#[test]
fn a_spent_budget_leaves_bounds() {
    let kit = rules::<Connect>("connect:6x5").kit();
    let game = &kit.game;
    let whole = Soonest::new(game, &kit.known, Budget::DEFAULT).time(&game.start(), None, &());
    for nodes_max in [0, 1, 10, 1_000, 100_000] {
        let budget = Budget {
            nodes_max,
            ..Budget::DEFAULT
        };
        let found = Soonest::new(game, &kit.known, budget).time(&game.start(), None, &());
        assert_eq!(found.stopped, Some(Stopped::Nodes));
        assert!(found.effort.nodes <= nodes_max);
        assert_eq!(found.bounds.and(whole.bounds), whole.bounds);
    }
}

/// Asked as any solver is: the value, a best move, how many plies are left, and a line of best play that is
/// as long as that.
#[test]
fn a_solver_like_any_other() {
    for spec in ["connect:4x4", "connect:4x4+k=3", "connect:5x3"] {
        let kit = rules::<Connect>(spec).kit();
        let game = &kit.game;
        let all = backward(game, game.start(), true, &Budget::DEFAULT, &());
        let mut search = Soonest::new(game, &kit.known, Budget::DEFAULT);
        for pos in reachable(game).iter().step_by(17) {
            let expected = all.entry(pos).expect("it can be reached");
            let line = Line::new(game, *pos);
            let solved = search.solve(&line, Goal::Value, &());
            let context = format!("{spec} {pos:?}");
            assert_eq!(solved.bounds, Bounds::exactly(expected.value), "{context}");
            let plies = solved.plies_left.map(|plies| plies.exact().expect("exact"));
            assert_eq!(plies, expected.distance, "{context}");
            assert_eq!(
                solved.best.is_empty(),
                game.outcome(pos).is_some(),
                "{context}"
            );
            let mut played = line.clone();
            for &m in &solved.line {
                assert!(played.play(m), "{context}");
            }
            let end = played.outcome().expect("the line is whole");
            assert_eq!(end.value_for(game.turn(pos)), expected.value, "{context}");
            if let Some(plies) = expected.distance {
                assert_eq!(solved.line.len() as u32, plies, "{context}");
            }
        }
    }
}

/// Yes/no questions of both players are answered with a witness where one is due.
#[test]
fn questions_of_both_players() {
    let kit = rules::<Connect>("connect:4x4+k=3").kit();
    let game = &kit.game;
    let all = backward(game, game.start(), true, &Budget::DEFAULT, &());
    for pos in reachable(game).iter().step_by(101) {
        if game.outcome(pos).is_some() {
            continue;
        }
        let value = all.entry(pos).expect("it can be reached").value;
        let turn = game.turn(pos);
        let outcome = Outcome::from_value(value, turn);
        let line = Line::new(game, *pos);
        for aim in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let at_least = Outcome::from_value(aim, Player::First);
            let mut search = Soonest::new(game, &kit.known, Budget::DEFAULT);
            let goal = Goal::AtLeast(at_least);
            let solved = search.prove(&line, goal, &());
            let is_so = outcome.value_for(Player::First) >= aim;
            assert_eq!(
                goal.answer(solved.bounds, turn),
                Some(is_so),
                "{pos:?} {aim:?}"
            );
            assert_eq!(
                solved.bounds.and(Bounds::exactly(value)),
                Bounds::exactly(value)
            );
            if let Some(m) = solved.witness {
                let behind = all.entry(&game.play(pos, m)).expect("reached").value;
                assert!(-behind >= solved.bounds.lower, "{pos:?} {m:?}");
            }
        }
    }
}

/// A line of best play keeps to what it may take, and an unfinished search has bounds on how soon.
#[test]
fn lines_keep_to_the_budget() {
    let kit = rules::<Connect>("connect:5x5").kit();
    let game = &kit.game;
    let line = Line::new(game, game.start());
    let mut search = Soonest::new(game, &kit.known, Budget::DEFAULT);
    let whole = search.prove(&line, Goal::Value, &()).effort.nodes;
    for nodes_max in [1, 1_000, whole, whole + 10] {
        let budget = Budget {
            nodes_max,
            ..Budget::DEFAULT
        };
        let mut search = Soonest::new(game, &kit.known, budget);
        let seen = MostNodes(0.into());
        let solved = search.solve(&line, Goal::Value, &seen);
        assert!(seen.0.into_inner() <= nodes_max && solved.effort.nodes <= nodes_max);
        assert_eq!(solved.stopped.is_some(), nodes_max < whole);
        assert_eq!(search.budget.nodes_max, nodes_max);
    }
}

struct MostNodes(std::sync::atomic::AtomicU64);

impl Watch<Wdl> for MostNodes {
    fn progress(&self, now: &Progress<Wdl>) -> std::ops::ControlFlow<()> {
        let nodes = now.effort.nodes;
        self.0
            .fetch_max(nodes, std::sync::atomic::Ordering::Relaxed);
        std::ops::ControlFlow::Continue(())
    }
}

/// What is written is believed, and comes with a move all the same.
#[test]
fn what_is_written_is_believed() {
    let game = rules::<Connect>("connect:4x4+k=3");
    let all = backward(&game, game.start(), true, &Budget::DEFAULT, &());
    let book = Written(&all);
    let mut search = Soonest::new(&game, &book, Budget::DEFAULT);
    for pos in reachable(&game).iter().step_by(13) {
        if game.outcome(pos).is_some() {
            continue;
        }
        let expected = timing(&game, pos, all.entry(pos).expect("it can be reached"));
        let found = search.time(pos, None, &());
        assert_eq!(found.bounds, Bounds::exactly(expected));
        assert_eq!(found.effort.nodes, 1, "{pos:?}");
        let next = game.play(pos, found.witness.expect("a move"));
        let behind = timing(&game, &next, all.entry(&next).expect("reached"));
        assert_eq!(-behind, expected, "{pos:?}");
    }
}

/// A search that is stopped names no best move that it did not find.
#[test]
fn a_known_value_without_a_move() {
    let game = rules::<Connect>("connect:4x4+k=3");
    let all = backward(&game, game.start(), true, &Budget::DEFAULT, &());
    let book = Written(&all);
    let budget = Budget {
        nodes_max: 0,
        ..Budget::DEFAULT
    };
    let solved =
        Soonest::new(&game, &book, budget).prove(&Line::new(&game, game.start()), Goal::Value, &());
    assert_eq!(solved.bounds, Bounds::exactly(Wdl::Win));
    assert_eq!(solved.stopped, Some(Stopped::Nodes));
    assert!(solved.best.is_empty() && solved.witness.is_none());
}

/// A book of all positions.
struct Written<'a>(&'a Solution<'a, Connect>);

impl Analysis<Connect> for Written<'_> {}

impl Foresight<Connect> for Written<'_> {
    fn number_bits(&self, _: &Connect) -> u32 {
        40
    }

    fn written(&self, game: &Connect, pos: &<Connect as Game>::Position) -> Option<i32> {
        let solved = self.0.entry(pos).expect("it can be reached");
        Some(timing(game, pos, solved).rank().into())
    }
}
