//! Yes-or-no questions: 'can the first player force this?', for every outcome.

use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Outcome, Player};
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;

use crate::agree::{positions, rules, truth};
use crate::settings::{all, alpha_beta};

/// Every third position, all settings, all three outcomes: the answer is the truth, and so are the
/// bounds that come with it.
#[track_caller]
fn check<A: Analysis<Mnk>, D: Guide<Mnk>>(spec: &str, know: &A, guide: &D) {
    let game = rules(spec);
    let truth = truth(&game);
    let outcomes = [
        Outcome::win(Player::First),
        Outcome::DRAW,
        Outcome::win(Player::Second),
    ];
    let mut answers = [0; 2];
    for options in all() {
        for pos in positions(&game, false, 0, 9).iter().step_by(3) {
            let line = Line::new(&game, *pos);
            let turn = game.turn(pos);
            let value = truth.entry(pos).expect("a reachable position").value;
            let for_first = Outcome::from_value(value, turn).value_for(Player::First);
            for outcome in outcomes {
                let goal = Goal::AtLeast(outcome);
                let solved = alpha_beta(&line, (know, guide), options, Budget::DEFAULT, goal, &());
                let expected = for_first >= outcome.value_for(Player::First);
                let answer = goal.answer(solved.bounds, turn);
                assert_eq!(answer, Some(expected), "{options:?} {pos:?} {outcome:?}");
                assert!(
                    solved.bounds.contains(value),
                    "{options:?} {pos:?} {outcome:?}"
                );
                assert_eq!(solved.stopped, None);
                answers[usize::from(expected)] += 1;
                // A move that comes with the answer is legal.
                for m in solved.best.iter().chain(solved.line.first()) {
                    assert!(game.moves(pos).any(|legal| legal == *m));
                }
            }
        }
    }
    assert!(answers[0] > 1_000 && answers[1] > 1_000, "{answers:?}");
}

#[test]
fn every_outcome_of_tic_tac_toe() {
    check("ttt", &(), &());
}

#[test]
fn every_outcome_of_tic_tac_toe_misere_with_analyses() {
    check("ttt+misere", &(Threats, Potential), &OpenLines);
}
