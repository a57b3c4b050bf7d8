//! What guides say to proof-number searches: it may help or mislead, and changes no value.

use std::sync::Mutex;

use unbeatable_core::toys::{Coins, ToyHeap};
use unbeatable_core::{
    Budget, Game, Goal, Guide, Line, Margin, Notation, Numbers, Outcome, Player, Value, Wdl,
};
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::pn::Pn;
use unbeatable_solve::{Search, Solver, minimax};

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
    ) -> Numbers {
        let mut asked = self.asked.lock().expect("nobody panics with it");
        let rank = at_least.value_for(Player::First).rank();
        if asked.last() != Some(&rank) {
            asked.push(rank);
        }
        Numbers::UNKNOWN
    }
}

#[test]
fn a_guess_saves_questions_and_numbers_are_about_the_first_player() {
    let game = Coins(&[8, 15, 3, 7]);
    let known = minimax(&Line::new(&game, game.start()), &Budget::DEFAULT, &());
    let value = known.bounds.lower.rank();
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

/// Everything is as far as this.
struct Far(Numbers);

impl Guide<Mnk> for Far {
    fn promise(&self, _: &Mnk, _: &<Mnk as Game>::Position, m: u8) -> i32 {
        i32::MIN + i32::from(m)
    }

    fn numbers(&self, _: &Mnk, _: &<Mnk as Game>::Position, _: Outcome<Wdl>) -> Numbers {
        self.0
    }
}

/// Numbers at the end of what can be told apart mislead, no more.
#[test]
fn numbers_that_would_overflow_are_cut() {
    let game = Mnk::tic_tac_toe();
    let later = game.parse_line("X../.O./..X").unwrap();
    for (proof, disproof) in [(u32::MAX, u32::MAX), (0, u32::MAX), (u32::MAX, 0), (0, 0)] {
        let (guide, budget) = (&Far(Numbers { proof, disproof }), Budget::DEFAULT);
        let mut pn = Search::new(&game, &(), guide, Pn, budget);
        let mut df_pn = Search::new(&game, &(), guide, DfPn::BEST, budget);
        for line in [&Line::new(&game, game.start()), &later] {
            for solver in [&mut pn as &mut dyn Solver<Mnk>, &mut df_pn] {
                let solved = solver.solve(line, Goal::Value, &());
                let found = (solved.bounds.value(), solved.stopped);
                assert_eq!(found, (Some(Wdl::Draw), None));
            }
        }
    }
}

/// Says of a heap who wins, or the contrary.
struct Rumour {
    is_true: bool,
}

impl Guide<ToyHeap> for Rumour {
    fn sorts(&self) -> bool {
        false
    }

    fn promise(&self, _: &ToyHeap, _: &(u8, Player), _: u8) -> i32 {
        0
    }

    fn numbers(
        &self,
        _: &ToyHeap,
        (stones, turn): &(u8, Player),
        at_least: Outcome<Wdl>,
    ) -> Numbers {
        let wins = (*turn == Player::First) == (stones % 3 != 0);
        let is_so = wins || at_least == Outcome::win(Player::Second);
        let (near, far) = (1, 1_000);
        match is_so == self.is_true {
            true => Numbers {
                proof: near,
                disproof: far,
            },
            false => Numbers {
                proof: far,
                disproof: near,
            },
        }
    }
}

#[test]
fn true_rumours_lead_straight_to_the_proof() {
    for size in [19, 20, 21] {
        let game = ToyHeap(size);
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
