//! What every search for proofs must pass, whichever way it finds them.

use unbeatable_core::{Budget, Game, Goal, Line, Outcome, Player, Spec};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::heaps::nim_sum::NimSum;
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::{Solver, count};

use crate::agree::{compare, positions, rules, truth};

/// All positions of games of heaps, by searches that `make` makes, with and without nimbers.
pub(crate) fn check_heaps(
    make: impl for<'g> Fn(&'g Heaps, Option<&'g NimSum>) -> Box<dyn Solver<'g, Heaps> + 'g>,
) {
    for (spec, least) in [
        ("nim:2,3,4", 50),
        ("nim:2,3,4+misere", 50),
        ("subtract:10+take=1,2,3", 15),
        ("kayles:3,5", 50),
        ("kayles:8+misere", 40),
        ("dawson:11", 20),
        ("octal:9+code=0.137", 20),
    ] {
        let game = Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("heaps");
        let know = NimSum::new(&game);
        let truth = truth(&game);
        let mut searches = [make(&game, None), make(&game, Some(&know))];
        let mut asked = 0;
        let mut check = |pos: &<Heaps as Game>::Position| {
            let line = Line::new(&game, *pos);
            for search in &mut searches {
                compare(&truth, &line, |line| search.solve(line, Goal::Value, &()))
                    .unwrap_or_else(|e| panic!("{spec}: {e}"));
            }
            asked += 1;
        };
        let budget = Budget::DEFAULT;
        count::positions(&game, game.start(), false, &budget, &(), &mut check)
            .expect("a budget that is large enough");
        assert!(asked >= least, "{spec}: {asked}");
    }
}

/// Every third position of tic-tac-toe, every outcome: the answer is the truth, whatever the same
/// search was asked before.
pub(crate) fn check_outcomes(make: impl for<'g> Fn(&'g Mnk) -> Box<dyn Solver<'g, Mnk> + 'g>) {
    for spec in ["ttt", "ttt+misere"] {
        let game = rules(spec);
        let truth = truth(&game);
        let mut search = make(&game);
        let mut answers = [0; 2];
        for pos in positions(&game, false, 0, 9).iter().step_by(3) {
            let line = Line::new(&game, *pos);
            let turn = game.turn(pos);
            let value = truth.entry(pos).expect("a reachable position").value;
            let for_first = Outcome::from_value(value, turn).value_for(Player::First);
            for outcome in [
                Outcome::win(Player::First),
                Outcome::DRAW,
                Outcome::win(Player::Second),
            ] {
                let goal = Goal::AtLeast(outcome);
                let solved = search.solve(&line, goal, &());
                let expected = for_first >= outcome.value_for(Player::First);
                let answer = goal.answer(solved.bounds, turn);
                assert_eq!(answer, Some(expected), "{spec} {pos:?}");
                assert!(solved.bounds.contains(value));
                answers[usize::from(expected)] += 1;
                if let Some(m) = solved.witness {
                    let next = game.play(pos, m);
                    let worth = -truth.entry(&next).expect("reachable too").value;
                    assert!(worth >= solved.bounds.lower, "{spec} {pos:?} {m}");
                }
            }
        }
        assert!(answers[0] > 1_000 && answers[1] > 1_000, "{answers:?}");
    }
}
