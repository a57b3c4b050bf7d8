//! What df-pn remembers: from question to question, from table to table, and to be looked at.

use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Goal, Line, Outcome, Player, Value, Wdl};
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::proof_table::Distance;
use unbeatable_solve::solver::Outlook;
use unbeatable_solve::{Search, Solver, minimax};

use crate::settings::nodes;

/// A heap whose rest decides, by random rules, what the game is worth to the player to move; who that
/// is does not matter, so that players may change places.
#[derive(Clone)]
struct Impartial {
    ends: [Option<Wdl>; 31],
}

impl Impartial {
    fn random(random: &mut Random) -> Self {
        let end = |rest| {
            let is_end = rest < 3 || (rest < 28 && random.below(3) == 0);
            is_end.then(|| Wdl::of_rank(random.below(3) as i16 - 1))
        };
        Impartial {
            ends: std::array::from_fn(end),
        }
    }
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
        let game = Impartial::random(&mut random);
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
    let nodes = |goal| {
        let mut search = Search::new(&game, &(), &(), DfPn::BEST, Budget::DEFAULT);
        search.solve(&line, goal, &()).effort.nodes
    };
    let fresh = nodes(second) + nodes(first);
    let both = nodes(Goal::Value);
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
        let game = Impartial::random(&mut random);
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
            kept.extend(table.saved_slots());
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
    let (won, lost) = (Distance::WON, Distance::LOST);
    for (at_least, right, wrong) in [
        (Outcome::win(Player::First), lost, won),
        (Outcome::DRAW, won, lost),
    ] {
        for nodes_max in 1..400 {
            let line = Line::new(&game, game.start());
            let mut search = Search::new(&game, &(), &(), DfPn::BEST, nodes(nodes_max));
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
                assert_ne!(distance, wrong);
            } else {
                assert_eq!((distance, share), (right, 1.0));
            }
        }
    }
    assert!(open > 200, "{open}: else this test shows nothing");
}
