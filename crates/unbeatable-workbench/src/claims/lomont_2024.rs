//! Chris Lomont, 'Minimal Size Tic Tac Toe Trees', July 2024: the frontier search.

use std::collections::HashMap;

use serde_json::{Value as Json, json};
use unbeatable_core::{Budget, Game, Outcome, Player};
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::backward;

use super::claim::Measurement;
use unbeatable_report::Follow;

/// Which rule scores every position of the tree as backward induction values it. (The empty board
/// alone would not tell: exchanged, the rules play misère tic-tac-toe, a draw as well.)
pub(super) fn frontier(published: &Json, _: &dyn Follow) -> Measurement {
    let game = Mnk::tic_tac_toe();
    let solution = backward(&game, game.start(), false, &Budget::DEFAULT, &());
    let rules = [["max", "min"], ["min", "max"]];
    let right = rules.map(|[even, _]| {
        let mut scores = HashMap::new();
        score(&game, &game.start(), 0, even == "max", &mut scores);
        let is_right = |(pos, score): &(&Board, &i32)| {
            let entry = solution.entry(pos).expect("every position is solved");
            Outcome::from_value(entry.value, game.turn(pos)).value_for(Player::First) as i32
                == **score
        };
        scores.iter().filter(is_right).count()
    });
    let note = format!(
        "of {} positions, max at even depth scores {} as backward induction does, min at even \
         depth {}",
        solution.len(),
        right[0],
        right[1]
    );
    match right.iter().position(|&right| right == solution.len()) {
        None => Measurement::disagrees(json!("neither"), note),
        Some(i) => {
            let [even, odd] = rules[i];
            Measurement::exactly(json!({"even": even, "odd": odd}), published, note)
        }
    }
}

/// The score of a node for player 1, with X, who moves at even depth, maximising or minimising.
fn score(
    game: &Mnk,
    pos: &Board,
    depth: u32,
    x_maximises: bool,
    scores: &mut HashMap<Board, i32>,
) -> i32 {
    if let Some(&known) = scores.get(pos) {
        return known;
    }
    let score = match game.outcome(pos) {
        Some(outcome) => outcome.value_for(Player::First) as i32,
        None => {
            let mut child = |m| score(game, &game.play(pos, m), depth + 1, x_maximises, scores);
            let children: Vec<i32> = game.moves(pos).map(&mut child).collect();
            let maximises = depth.is_multiple_of(2) == x_maximises;
            let best = if maximises {
                children.iter().max()
            } else {
                children.iter().min()
            };
            *best.expect("an unfinished position has a move")
        }
    };
    scores.insert(*pos, score);
    score
}
