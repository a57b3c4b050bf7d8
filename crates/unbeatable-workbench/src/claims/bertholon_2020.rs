//! Guillaume Bertholon, Rémi Géraud-Stewart, Axel Kugelmann, Théo Lenoir and David Naccache, 'At Most 43
//! Moves, At Least 29: Optimal Strategies and Bounds for Ultimate Tic-Tac-Toe', 2020: under the older
//! rules, where won boards are played on, the first player wins.
//!
//! Their moves are single marks. The first player makes the odd ones, so that to hold on for 29 is not to
//! lose within 27.

use serde_json::{Map, Value as Json};

use super::claim::{Claim, Measured};
use crate::ask::Ask;
use unbeatable_report::Follow;
use unbeatable_report::question::{Limits, Solve};

const SOURCE: &str = "Bertholon, Géraud-Stewart, Kugelmann, Lenoir and Naccache, 'At Most 43 Moves, \
     At Least 29' (2020): arxiv.org/abs/2006.02353";
const OURS: &str = "nobody, as far as we know: a result of this program";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "bertholon-2020-at-most",
        SOURCE,
        "the first player wins in at most 43 moves",
        r#"{"43": "yes"}"#,
        |published, follow| within(&[43], published, follow),
    ),
    Claim::new(
        "bertholon-2020-at-least",
        SOURCE,
        "the second player can hold on for at least 29 moves: no win within 27",
        r#"{"27": "no"}"#,
        |published, follow| within(&[27], published, follow),
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "ours-play-on-longer",
            OURS,
            "the second player can hold on for longer than that",
            "null",
            |published, follow| within(&[29, 31, 33], published, follow),
        )
    },
];

/// Whether the first player wins within so many plies of the start.
fn within(plies: &[u32], published: &Json, follow: &dyn Follow) -> Measured {
    let game = crate::game("uttt:play-on").expect("claims name games that exist");
    let mut answers = Map::new();
    let mut notes = vec![];
    for plies in plies.iter().map(u32::to_string) {
        let question = Solve {
            within: Some(plies.clone()),
            proof_size: true,
            limits: Limits {
                memory: Some(MEMORY_BYTES),
                ..Limits::default()
            },
            ..Solve::default()
        };
        let command = format!(
            "unbeatable solve uttt:play-on --within {plies} --proof-size --memory {MEMORY}"
        );
        let report = game
            .solve(&question, follow)
            .expect("claims ask what can be asked");
        let asked = report.within.expect("it was asked");
        let Some(answer) = asked.answer else {
            return Measured::stopped(command);
        };
        let mut note = format!("{command}: {} nodes", report.effort.nodes);
        if let Some(Some(positions)) = report.proof_positions {
            note.push_str(&format!(", a proof of {positions} positions"));
        }
        if let Some(restriction) = report.restriction {
            note.push_str(&format!(", found with X restricted to '{restriction}'"));
        }
        notes.push(note);
        answers.insert(plies, if answer { "yes" } else { "no" }.into());
    }
    Measured::exactly(answers.into(), published, notes.join("; "))
}

/// What a search may take.
const MEMORY: &str = "2GiB";
const MEMORY_BYTES: u64 = 2 << 30;
