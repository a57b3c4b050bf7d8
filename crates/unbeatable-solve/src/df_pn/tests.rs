use unbeatable_core::random::Random;
use unbeatable_core::{Goal, Guide, Line, Numbers, Outcome, Player, Value, Wdl};
use unbeatable_games::mnk::Mnk;

use super::children::{Child, sum_up};
use super::*;
use crate::proof_table::{Distance, Name};
use crate::solver::Outlook;
use crate::{Solved, Solver, minimax};
use unbeatable_core::toys::{Coins, Heap, Ring};

fn solve<G: Game>(game: &G, goal: Goal<G::Value>) -> Solved<G> {
    let line = Line::new(game, game.start());
    Search::new(game, &(), &(), DfPn::BEST, Budget::DEFAULT).solve(&line, goal, &())
}

/// Values by several questions, of which each may use what the one before found out.
#[test]
fn points_are_found_by_questions() {
    for coins in [
        &[1, 9, 2][..],
        &[5],
        &[8, 15, 3, 7],
        &[2, 2, 2, 2, 2],
        &[4, -3, 7, 0, 1, 6, -9, 2],
        &[12, 5, 3, 3, 8, -2, 9, 1, 7, 4],
    ] {
        let game = Coins(coins);
        let mut line = Line::new(&game, game.start());
        let known = minimax(&line, &Budget::DEFAULT, &());
        let solved = solve(&game, Goal::Value);
        assert_eq!(solved.bounds, known.bounds);
        assert!(known.best.contains(&solved.best[0]));
        assert!(solved.line.iter().all(|&m| line.play(m)));
        let outcome = line.outcome().map(|end| end.value_for(Player::First));
        assert_eq!(outcome, known.bounds.value());
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

#[test]
fn what_the_children_say() {
    let child = |win, lose| Child {
        m: (),
        name: Name { key: 0, check: 0 },
        is_swapped: false,
        distance: Distance { win, lose },
        work: 0,
    };
    let check = |children: &[Child<()>], distance, nearest, second| {
        let sum = sum_up(children, false);
        assert_eq!(
            (sum.distance, sum.nearest, sum.second),
            (distance, nearest, second)
        );
    };
    const FAR: u32 = Distance::INFINITY;
    let open = Distance { win: 3, lose: 9 };
    check(&[child(4, 5), child(5, 3)], open, 1, 5);
    check(&[child(4, 3), child(5, 3)], open, 0, 3);
    // One that its player loses decides, one that its player wins drops out.
    check(&[child(4, 5), child(FAR, 0)], Distance::WON, 1, 5);
    let open = Distance { win: 5, lose: 4 };
    check(&[child(0, FAR), child(4, 5)], open, 1, FAR);
    check(&[child(0, FAR), child(0, FAR)], Distance::LOST, 0, FAR);
    // Sums stay finite.
    let open = Distance {
        win: 5,
        lose: FAR - 1,
    };
    check(&[child(FAR - 1, 5), child(FAR - 1, 6)], open, 0, 6);
    // Weak numbers: the largest, and one for each of the others that are open.
    let unit = u64::from(Numbers::UNIT);
    let children = [child(40, 7), child(0, FAR), child(50, 3), child(2, 8)];
    let weak = sum_up(&children, true);
    let lose = 50 + 2 * Numbers::UNIT;
    assert_eq!(weak.distance, Distance { win: 3, lose });
    assert_eq!((weak.nearest, weak.second, weak.others), (2, 7, 2 * unit));
    assert_eq!(sum_up(&children[1..2], true).distance, Distance::LOST);
}

/// Numbers at the end of what can be told apart mislead, no more.
#[test]
fn numbers_that_would_overflow_are_cut() {
    struct Far(u32, u32);
    impl Guide<Mnk> for Far {
        fn promise(&self, _: &Mnk, _: &<Mnk as Game>::Position, _: u8) -> i32 {
            0
        }
        fn numbers(&self, _: &Mnk, _: &<Mnk as Game>::Position, _: Outcome<Wdl>) -> Numbers {
            Numbers {
                proof: self.0,
                disproof: self.1,
            }
        }
    }
    let game = Mnk::tic_tac_toe();
    let line = Line::new(&game, game.start());
    for (proof, disproof) in [(u32::MAX, u32::MAX), (0, u32::MAX), (u32::MAX, 0), (0, 0)] {
        let guide = Far(proof, disproof);
        let mut search = Search::new(&game, &(), &guide, DfPn::BEST, Budget::DEFAULT);
        let solved = search.solve(&line, Goal::Value, &());
        assert_eq!(
            (solved.bounds.value(), solved.stopped),
            (Some(Wdl::Draw), None)
        );
    }
}

/// A heap whose rest decides, by random rules, what the game is worth to the player to move; who he is
/// does not matter, so that players may change places.
#[derive(Clone)]
struct Impartial {
    ends: [Option<Wdl>; 31],
}

impl Game for Impartial {
    type Position = (u8, Player);
    type Move = u8;
    type Value = Wdl;

    fn start(&self) -> (u8, Player) {
        (30, Player::First)
    }

    fn turn(&self, pos: &(u8, Player)) -> Player {
        pos.1
    }

    fn outcome(&self, pos: &(u8, Player)) -> Option<Outcome<Wdl>> {
        self.ends[usize::from(pos.0)].map(|value| Outcome::from_value(value, pos.1))
    }

    fn moves(&self, _: &(u8, Player)) -> impl Iterator<Item = u8> {
        1..=3
    }

    fn play(&self, pos: &(u8, Player), m: u8) -> (u8, Player) {
        (pos.0 - m, pos.1.other())
    }

    fn images(&self, pos: &(u8, Player)) -> impl Iterator<Item = (u8, Player)> {
        [*pos, (pos.0, pos.1.other())].into_iter()
    }

    fn canonical(&self, pos: &(u8, Player)) -> (u8, Player) {
        (pos.0, Player::First)
    }
}

#[test]
fn players_may_change_places() {
    let mut random = Random::new(6);
    let mut values = [0; 3];
    for _ in 0..500 {
        let ends = std::array::from_fn(|rest| {
            let is_end = rest < 3 || (rest < 28 && random.below(3) == 0);
            is_end.then(|| Wdl::of_rank(random.below(3) as i16 - 1))
        });
        let game = Impartial { ends };
        let line = Line::new(&game, game.start());
        let known = minimax(&line, &Budget::DEFAULT, &()).bounds;
        for symmetry in [false, true] {
            let options = DfPn {
                symmetry: Some(symmetry),
                ..DfPn::BEST
            };
            let mut search = Search::new(&game, &(), &(), options, Budget::DEFAULT);
            assert_eq!(search.solve(&line, Goal::Value, &()).bounds, known);
        }
        values[(known.lower.rank() + 1) as usize] += 1;
    }
    assert!(values.iter().all(|&n| n > 50), "{values:?}");
}

/// A question after another one knows what the other one knew.
#[test]
fn questions_share_what_they_can() {
    let game = Mnk::tic_tac_toe();
    let line = Line::new(&game, game.start());
    let first = Goal::AtLeast(Outcome::win(Player::First));
    let second = Goal::AtLeast(Outcome::DRAW);
    let fresh = solve(&game, second).effort.nodes + solve(&game, first).effort.nodes;
    let both = solve(&game, Goal::Value).effort.nodes;
    assert!(both < fresh, "{both} {fresh}");
    let mut search = Search::new(&game, &(), &(), DfPn::BEST, Budget::DEFAULT);
    let once = search.prove(&line, first, &()).effort.nodes;
    let again = search.prove(&line, first, &()).effort.nodes;
    assert!(again < once, "what was proven is remembered");
}

/// A search that is stopped anywhere, again and again, and whose entries are brought to another table
/// each time, larger or so small that most are lost, finds the value that exhaustive search finds.
#[test]
fn searches_go_on_from_what_others_remembered() {
    let mut random = Random::new(8);
    let mut stops = 0;
    for _ in 0..1_000 {
        let ends = std::array::from_fn(|rest| {
            let is_end = rest < 3 || (rest < 28 && random.below(3) == 0);
            is_end.then(|| Wdl::of_rank(random.below(3) as i16 - 1))
        });
        let game = Impartial { ends };
        let line = Line::new(&game, game.start());
        let known = minimax(&line, &Budget::DEFAULT, &()).bounds;
        let options = DfPn {
            symmetry: Some(random.below(2) == 0),
            ..DfPn::BEST
        };
        let mut kept = vec![];
        // It ends, because it may take more from time to time.
        let solved = (1..).find_map(|nodes| {
            let budget = Budget {
                nodes_max: nodes / 4 + random.below(8),
                table_bytes_max: 64 << random.below(6),
                ..Budget::DEFAULT
            };
            let mut search = Search::new(&game, &(), &(), options, budget);
            let table = search.table().expect("little memory");
            table.reserve(kept.len() as u64);
            kept.drain(..).for_each(|kept| table.restore(kept));
            let solved = search.prove(&line, Goal::Value, &());
            kept.extend(table.entries());
            stops += u32::from(solved.stopped.is_some());
            solved.stopped.is_none().then_some(solved)
        });
        let solved = solved.expect("a search that ends");
        assert_eq!(solved.bounds, known);
        let next = game.play(line.position(), solved.best[0]);
        let behind = minimax(&Line::new(&game, next), &Budget::DEFAULT, &());
        assert_eq!(-behind.bounds, known, "a best move");
    }
    assert!(stops > 2_000, "{stops}: else this test shows nothing");
}

/// How a question stands is told at any time, and is the answer in the end.
#[test]
fn questions_are_looked_at_while_they_are_searched() {
    let game = Mnk::tic_tac_toe();
    let mut open = 0;
    for (at_least, is_yes) in [(Outcome::win(Player::First), false), (Outcome::DRAW, true)] {
        for nodes_max in 1..400 {
            let budget = Budget {
                nodes_max,
                ..Budget::DEFAULT
            };
            let line = Line::new(&game, game.start());
            let mut search = Search::new(&game, &(), &(), DfPn::BEST, budget);
            let look = search.look(&line).expect("df-pn can tell");
            let goal = Goal::AtLeast(at_least);
            let is_stopped = search.prove(&line, goal, &()).stopped.is_some();
            let Outlook {
                distance,
                line: best,
            } = look.outlook(at_least);
            let share = look.share(at_least);
            let mut played = line.clone();
            assert!(best.iter().all(|&m| played.play(m)), "{best:?}");
            if is_stopped {
                assert!((0.0..=1.0).contains(&share), "{share}");
                open += u32::from(!distance.is_decided() && share < 1.0);
                let wrong = if is_yes {
                    Distance::LOST
                } else {
                    Distance::WON
                };
                assert_ne!(distance, wrong);
            } else {
                let right = if is_yes {
                    Distance::WON
                } else {
                    Distance::LOST
                };
                assert_eq!((distance, share), (right, 1.0));
            }
        }
    }
    assert!(open > 200, "{open}: else this test shows nothing");
}
