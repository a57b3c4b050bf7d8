use std::sync::Mutex;

use unbeatable_core::{Margin, Notation, Spec, Wdl};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;

use super::*;
use crate::minimax::minimax;
use unbeatable_core::toys::{Coins, Heap, Ring};

fn solve<G: Game>(game: &G, goal: Goal<G::Value>) -> Solved<G> {
    let line = Line::new(game, game.start());
    Search::new(game, &(), &(), Pn, Budget::DEFAULT).solve(&line, goal, &())
}

/// The same value as minimax, a best move, and a line that gets the value.
#[track_caller]
fn check<G: Game>(game: &G) {
    let mut line = Line::new(game, game.start());
    let known = minimax(&line, &Budget::DEFAULT, &());
    let solved = solve(game, Goal::Value);
    assert_eq!(solved.bounds, known.bounds);
    assert_eq!((solved.stopped, solved.best.len()), (None, 1));
    assert!(known.best.contains(&solved.best[0]));
    assert!(solved.line.iter().all(|&m| line.play(m)));
    let outcome = line
        .outcome()
        .map(|outcome| outcome.value_for(Player::First));
    assert_eq!(outcome, known.bounds.value());
}

#[test]
fn points_are_found_by_questions() {
    for coins in [
        &[1, 9, 2][..],
        &[5],
        &[8, 15, 3, 7],
        &[2, 2, 2, 2, 2],
        &[4, -3, 7, 0, 1, 6, -9, 2],
    ] {
        check(&Coins(coins));
    }
}

#[test]
fn heaps_of_all_sizes() {
    for size in 1..16 {
        check(&Heap(size));
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
        let spec = Spec::parse(spec).unwrap();
        check(&Heaps::from_spec(spec).unwrap());
    }
}

#[test]
#[should_panic(expected = "where history matters")]
fn not_where_history_matters() {
    let _ = solve(&Ring(3), Goal::Value);
}

#[test]
fn finished_games_take_one_node() {
    let solved = solve(&Heap(0), Goal::Value);
    assert_eq!((solved.effort.nodes, solved.effort.ends), (1, 1));
    assert!(solved.best.is_empty() && solved.line.is_empty() && solved.best_complete);
}

/// Every expansion of a heap of four, by hand.
///
/// The first player wins by taking one. The root (node 1) has open children: 3 and 2 stones. 3 stones
/// (node 2) have open children too, which puts them behind 2 stones (node 3): there the second player
/// takes both, an end. Back to 3 stones: the first player takes the last ones of 2 (node 4), or of 1
/// (node 5), two more ends.
#[test]
fn nodes_are_expansions_and_ends_are_finished_children() {
    let solved = solve(&Heap(4), Goal::AtLeast(Outcome::win(Player::First)));
    assert_eq!(solved.bounds.value(), Some(Wdl::Win));
    assert_eq!((solved.best, solved.line), (vec![1], vec![1, 1, 2]));
    let effort = solved.effort;
    assert_eq!((effort.nodes, effort.ends, effort.depth_max), (5, 3, 2));
}

#[test]
fn a_goal_takes_one_question_and_a_value_as_few_as_possible() {
    let game = Coins(&[8, 15, 3, 7]);
    let value = solve(&game, Goal::Value).bounds.lower;
    for points in -40..40 {
        let wanted = Margin::points(points);
        let goal = Goal::AtLeast(Outcome::margin(wanted));
        let bounds = solve(&game, goal).bounds;
        assert_eq!(goal.answer(bounds, Player::First), Some(wanted <= value));
        // One question, one side.
        let expected = match wanted <= value {
            true => Bounds::at_least(wanted),
            false => Bounds::at_most(Margin::half_points(2 * points - 1)),
        };
        assert_eq!(bounds, expected, "{points}");
    }
}

/// What the guide says, and which statements it was asked about.
struct Oracle {
    guess: i16,
    asked: Mutex<Vec<i16>>,
}

impl Guide<Coins> for Oracle {
    fn sorts(&self) -> bool {
        false
    }

    fn promise(&self, _: &Coins, _: &<Coins as Game>::Position, _: bool) -> i32 {
        0
    }

    fn guess(&self, _: &Coins, _: &<Coins as Game>::Position) -> Option<Margin> {
        Some(Margin::points(self.guess))
    }

    fn numbers(
        &self,
        _: &Coins,
        _: &<Coins as Game>::Position,
        at_least: Outcome<Margin>,
    ) -> unbeatable_core::Numbers {
        let mut asked = self.asked.lock().unwrap();
        let rank = at_least.value_for(Player::First).rank();
        if asked.last() != Some(&rank) {
            asked.push(rank);
        }
        unbeatable_core::Numbers::UNKNOWN
    }
}

#[test]
fn a_guess_saves_questions_and_numbers_are_about_the_first_player() {
    let game = Coins(&[8, 15, 3, 7]);
    let value = solve(&game, Goal::Value).bounds.lower.rank();
    let questions = |guess: i16, moves: usize| {
        let oracle = Oracle {
            guess,
            asked: Mutex::new(vec![]),
        };
        let mut line = Line::new(&game, game.start());
        (0..moves).for_each(|_| assert!(line.play(true)));
        let mut search = Search::new(&game, &(), &oracle, Pn, Budget::DEFAULT);
        let _ = search.prove(&line, Goal::Value, &());
        oracle.asked.into_inner().unwrap()
    };
    assert_eq!(questions(value / 2, 0), [value, value + 1]);
    assert!(questions(value / 2 - 5, 0).len() > 2);
    // The second player is to move, and asks the reverse.
    let mut line = Line::new(&game, game.start());
    assert!(line.play(true));
    let after = minimax(&line, &Budget::DEFAULT, &()).bounds.lower;
    assert_eq!(
        questions(after.rank() / 2, 1),
        [1 - after.rank(), -after.rank()]
    );
}

fn mnk(spec: &str) -> Mnk {
    Mnk::from_spec(Spec::parse(spec).unwrap()).unwrap()
}

fn with_bytes(table_bytes_max: usize) -> Budget {
    Budget {
        table_bytes_max,
        ..Budget::DEFAULT
    }
}

#[test]
fn what_is_solved_makes_room_and_changes_nothing() {
    let game = mnk("mnk:4x3x3");
    let line = Line::new(&game, game.start());
    let roomy = Search::new(&game, &(), &(), Pn, Budget::DEFAULT).solve(&line, Goal::Value, &());
    assert_eq!(roomy.bounds.value(), Some(Wdl::Win));
    let mut last = (0, false);
    for kib in 1..200 {
        let budget = with_bytes(kib << 10);
        let mut search = Search::new(&game, &(), &(), Pn, budget);
        let solved = search.solve(&line, Goal::Value, &());
        assert!(solved.table_bytes <= budget.table_bytes_max);
        assert!(solved.bounds.contains(Wdl::Win), "{kib} KiB");
        match solved.stopped {
            None => {
                assert_eq!(solved.effort, roomy.effort, "{kib} KiB");
                assert_eq!(solved.line, roomy.line);
                if !last.1 {
                    assert!(search.memory.sweeps > 0, "{kib} KiB");
                }
            }
            Some(stopped) => {
                assert_eq!(stopped, Stopped::Memory);
                assert!(!last.1, "more memory does no harm: {kib} KiB");
                assert!(solved.effort.nodes >= last.0);
            }
        }
        last = (solved.effort.nodes, solved.stopped.is_none());
    }
    assert!(last.1, "200 KiB are enough");
}

#[test]
fn too_little_memory_leaves_what_was_proven() {
    // The second player has lost: that she does not win is proven first, and is less work.
    let game = mnk("mnk:4x3x3");
    let line = game.parse_line("..../.X../....").unwrap();
    let (mut halves, mut wholes) = (0, 0);
    for bytes in (0..400).map(|i| i * 128) {
        let mut search = Search::new(&game, &(), &OpenLines, Pn, with_bytes(bytes));
        let solved = search.solve(&line, Goal::Value, &());
        assert!(solved.bounds.contains(Wdl::Loss), "{bytes} bytes");
        let is_open = !solved.bounds.is_exact();
        assert_eq!(solved.stopped, is_open.then_some(Stopped::Memory));
        assert!(solved.table_bytes <= bytes);
        halves += u32::from(is_open && solved.bounds != Bounds::UNKNOWN);
        wholes += u32::from(!is_open);
    }
    assert!(wholes > 0, "some have room for all");
    assert!(halves > 0, "one question was answered, the other was not");
}

#[test]
fn numbers_that_would_overflow_are_cut() {
    /// Everything is as far as can be.
    struct Far;
    impl Guide<Mnk> for Far {
        fn promise(&self, _: &Mnk, _: &<Mnk as Game>::Position, m: u8) -> i32 {
            i32::MIN + i32::from(m)
        }
        fn numbers(
            &self,
            _: &Mnk,
            _: &<Mnk as Game>::Position,
            _: Outcome<Wdl>,
        ) -> unbeatable_core::Numbers {
            unbeatable_core::Numbers {
                proof: u32::MAX,
                disproof: u32::MAX,
            }
        }
    }
    let game = mnk("ttt");
    let line = game.parse_line("X../.O./..X").unwrap();
    let solved = Search::new(&game, &(), &Far, Pn, Budget::DEFAULT).solve(&line, Goal::Value, &());
    assert_eq!(
        (solved.bounds.value(), solved.stopped),
        (Some(Wdl::Draw), None)
    );
}

#[test]
fn the_same_question_takes_the_same_nodes() {
    let game = mnk("ttt");
    let line = Line::new(&game, game.start());
    let mut search = Search::new(&game, &(), &(), Pn, Budget::DEFAULT);
    let first = search.solve(&line, Goal::Value, &());
    for _ in 0..3 {
        let again = search.solve(&line, Goal::Value, &());
        assert_eq!(
            (again.effort, again.line),
            (first.effort, first.line.clone())
        );
    }
}

/// Says of a heap who wins, or the contrary.
struct Rumour {
    is_true: bool,
}

impl Guide<Heap> for Rumour {
    fn sorts(&self) -> bool {
        false
    }

    fn promise(&self, _: &Heap, _: &(u8, Player), _: u8) -> i32 {
        0
    }

    fn numbers(
        &self,
        _: &Heap,
        (stones, turn): &(u8, Player),
        at_least: Outcome<Wdl>,
    ) -> unbeatable_core::Numbers {
        let wins = (*turn == Player::First) == (stones % 3 != 0);
        let is_so = wins || at_least == Outcome::win(Player::Second);
        let (near, far) = (1, 1_000);
        match is_so == self.is_true {
            true => unbeatable_core::Numbers {
                proof: near,
                disproof: far,
            },
            false => unbeatable_core::Numbers {
                proof: far,
                disproof: near,
            },
        }
    }
}

#[test]
fn true_rumours_lead_straight_to_the_proof() {
    for size in [19, 20, 21] {
        let game = Heap(size);
        let line = Line::new(&game, game.start());
        let goal = Goal::AtLeast(Outcome::win(Player::First));
        let [right, wrong] = [true, false].map(|is_true| {
            let rumour = Rumour { is_true };
            let solved =
                Search::new(&game, &(), &rumour, Pn, Budget::DEFAULT).prove(&line, goal, &());
            let first_wins = size % 3 != 0;
            assert_eq!(goal.answer(solved.bounds, Player::First), Some(first_wins));
            solved.effort.nodes
        });
        assert!(2 * right < wrong, "{size}: {right} and {wrong}");
    }
}
