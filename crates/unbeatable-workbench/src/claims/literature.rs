//! Values of k-in-a-row games that the literature gives.

use serde_json::{Value as Json, json};

use super::claim::{Claim, Measured};
use crate::ask::Ask;
use unbeatable_report::Follow;
use unbeatable_report::question::Solve;

const INITIATIVE: &str = "Uiterwijk and van den Herik, 'The advantage of the initiative', Information Sciences 122 (2000)";

/// Claims that are read `winner` of the start position, or `draw`.
macro_rules! value {
    ($id:literal, $spec:literal, $source:expr, $claim:literal, $published:literal) => {
        Claim {
            id: $id,
            source: $source,
            claim: $claim,
            published: $published,
            erratum: None,
            is_slow: false,
            measure: |published, follow| value_of($spec, published, follow),
        }
    };
}

pub(super) const CLAIMS: &[Claim] = &[
    value!(
        "mnk-3x3x3",
        "ttt",
        INITIATIVE,
        "tic-tac-toe is a draw",
        r#""draw""#
    ),
    value!(
        "mnk-4x3x3",
        "mnk:4x3x3",
        INITIATIVE,
        "4x3x3 is a win for the first player",
        r#""X""#
    ),
    value!(
        "mnk-4x4x3",
        "mnk:4x4x3",
        INITIATIVE,
        "4x4x3 is a win for the first player",
        r#""X""#
    ),
    value!(
        "mnk-4x4x4",
        "mnk:4x4x4",
        INITIATIVE,
        "4x4x4 is a draw",
        r#""draw""#
    ),
    value!(
        "mnk-5x5x4",
        "mnk:5x5x4",
        INITIATIVE,
        "5x5x4 is a draw",
        r#""draw""#
    ),
    value!(
        "mnk-3x3x3-misere",
        "ttt+misere",
        "folklore: well known, nobody's in particular",
        "misère tic-tac-toe is a draw",
        r#""draw""#
    ),
];

fn value_of(spec: &str, published: &Json, follow: &dyn Follow) -> Measured {
    let game = crate::game(spec).expect("claims name games that exist");
    let report = game
        .solve(&Solve::default(), follow)
        .expect("the start can be asked about");
    let command = format!("unbeatable solve {spec}");
    match report.outcome {
        None => Measured::stopped(command),
        Some(outcome) => {
            let note = format!("{command}: {} nodes", report.effort.nodes);
            Measured::exactly(json!(outcome.winner.unwrap_or("draw")), published, note)
        }
    }
}
