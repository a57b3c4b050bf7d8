//! Chris Lomont, 'Minimal Size Tic Tac Toe Trees', July 2024: the counts and the frontier search.

use std::collections::HashMap;

use serde_json::{Value as Json, json};
use unbeatable_core::{Budget, Game, Outcome, Player};
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::backward;

use super::claim::{Claim, Measured};
use crate::ask::Ask;
use unbeatable_report::Follow;
use unbeatable_report::question::{Count, CountOf, Limits, Setup};
use unbeatable_report::report::CountReport;

const TREES: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), Game trees";

const MOVES: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), Best moves";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "lomont-2024-tree-nodes",
        TREES,
        "the full tree of tic-tac-toe has 549,946 nodes",
        "549946",
        |published, follow| counted(CountOf::Tree, published, follow, |c| json!(c.count)),
    ),
    Claim::new(
        "lomont-2024-tree-leaves",
        TREES,
        "255,168 of them are leaves",
        "255168",
        |published, follow| counted(CountOf::Games, published, follow, |c| json!(c.count)),
    ),
    Claim::new(
        "lomont-2024-tree-outcomes",
        TREES,
        "131,184 leaves are won by X, 77,904 by O, 46,080 by nobody",
        r#"{"X": 131184, "O": 77904, "draw": 46080}"#,
        |published, follow| counted(CountOf::Games, published, follow, |c| json!(c.by_outcome)),
    ),
    Claim::new(
        "lomont-2024-tree-shares",
        TREES,
        "that is 51.41 %, 30.53 % and 18.06 % of the leaves",
        r#"{"X": "51.41", "O": "30.53", "draw": "18.06"}"#,
        |published, follow| counted(CountOf::Games, published, follow, shares),
    ),
    Claim::new(
        "lomont-2024-hashed",
        TREES,
        "skipping boards seen before examines 16,168 nodes and keeps 5,478, the largest hash 19,560",
        r#"{"examined": 16168, "kept": 5478, "largest_hash": 19560}"#,
        |published, follow| counted(CountOf::Positions, published, follow, kept),
    ),
    Claim::new(
        "lomont-2024-symmetry",
        TREES,
        "with the 8 symmetries removed 2,271 are examined and 765 kept, the largest hash 17,141",
        r#"{"examined": 2271, "kept": 765, "largest_hash": 17141}"#,
        |published, follow| counted(CountOf::Classes, published, follow, kept),
    ),
    Claim {
        id: "lomont-2024-frontier",
        source: MOVES,
        claim: "a node scores the least of its children at even depth and the most at odd depth \
                (wins of player 1, who moves at even depth, score +1)",
        published: r#"{"even": "min", "odd": "max"}"#,
        erratum: Some(
            "the text exchanges min and max: X, who moves at even depth, maximises. As printed, \
             each player plays for the other's win",
        ),
        is_slow: false,
        measure: frontier,
    },
];

fn counted(
    of: CountOf,
    published: &Json,
    follow: &dyn Follow,
    read: fn(&CountReport) -> Json,
) -> Measured {
    let question = Count {
        setup: Setup::default(),
        of,
        limits: Limits::default(),
    };
    let game = crate::game("ttt").expect("tic-tac-toe exists");
    let report = game
        .count(&question, follow)
        .expect("the start can be asked about");
    let command = format!("unbeatable count ttt --of {}", of.name());
    if report.stopped.is_some() {
        return Measured::stopped(command);
    }
    Measured::exactly(read(&report), published, command)
}

fn kept(report: &CountReport) -> Json {
    json!({
        "examined": report.examined,
        "kept": report.count,
        "largest_hash": report.largest_hash,
    })
}

fn shares(report: &CountReport) -> Json {
    let all = report.count.unwrap_or(0) as f64;
    let by_outcome = report.by_outcome.iter().flat_map(|by| &by.0);
    by_outcome
        .map(|&(name, many)| {
            (
                name.to_owned(),
                json!(format!("{:.2}", 100.0 * many as f64 / all)),
            )
        })
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Which rule scores every position of the tree as backward induction values it. (The empty board
/// alone would not tell: exchanged, the rules play misère tic-tac-toe, a draw as well.)
fn frontier(published: &Json, _: &dyn Follow) -> Measured {
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
        None => Measured::disagrees(json!("neither"), note),
        Some(i) => {
            let [even, odd] = rules[i];
            Measured::exactly(json!({"even": even, "odd": odd}), published, note)
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
