//! Connect Four: John Tromp's numbers of positions and his table of who wins on which board, as
//! Steininger's readme, which extends it, has it; the standard board; and boards that are in no table.

use serde_json::{Value as Json, json};

use super::claim::{Claim, Measured};
use crate::ask::Ask;
use unbeatable_report::Follow;
use unbeatable_report::question::{Count, CountOf, Limits, Setup, Solve};

const POSITIONS: &str = "Tromp, 'John's Connect Four Playground', number of positions by board";
const TABLE: &str = "Tromp, 'John's Connect Four Playground' (2006), extended by Steininger, 'c4', table of outcomes";
const SOLVED: &str = "Allen 1988; Allis 1988, 'A Knowledge-based Approach of Connect-Four'";
const OURS: &str = "nobody, as far as we know: a result of this program";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "tromp-2006-positions-4x4",
        POSITIONS,
        "4x4 has 161,029 positions",
        "161029",
        |published, follow| positions("connect:4x4", published, follow),
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "tromp-2006-positions-5x4",
            POSITIONS,
            "5x4 has 3,945,711 positions",
            "3945711",
            |published, follow| positions("connect:5x4", published, follow),
        )
    },
    Claim {
        is_slow: true,
        ..Claim::new(
            "tromp-2006-positions-5x5",
            POSITIONS,
            "5x5 has 69,763,700 positions",
            "69763700",
            |published, follow| positions("connect:5x5", published, follow),
        )
    },
    Claim::new(
        "tromp-2006-values",
        TABLE,
        "of the boards from 4x4 to 6x6 the second player wins 6x4; the others here are draws",
        r#"{"4x4": "draw", "4x5": "draw", "4x6": "draw", "5x4": "draw", "5x5": "draw", "5x6": "draw",
            "6x4": "O", "6x5": "draw"}"#,
        values,
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "tromp-2006-values-6x6",
            TABLE,
            "the second player wins 6x6",
            r#"{"6x6": "O"}"#,
            values,
        )
    },
    Claim {
        is_slow: true,
        ..Claim::new(
            "tromp-2006-values-seven-columns",
            TABLE,
            "7x4 and 7x5 are draws",
            r#"{"7x4": "draw", "7x5": "draw"}"#,
            values,
        )
    },
    Claim {
        is_slow: true,
        ..Claim::new(
            "allis-1988-value",
            SOLVED,
            "the first player wins Connect Four",
            r#"{"7x6": "X"}"#,
            values,
        )
    },
    Claim::new(
        "ours-narrow-connect",
        OURS,
        "who wins on boards of up to six columns and rows of which one is less than four",
        "null",
        narrow,
    ),
];

/// The positions of a board, counted.
fn positions(spec: &str, published: &Json, follow: &dyn Follow) -> Measured {
    let note = format!("unbeatable count {spec} --of positions");
    let question = Count {
        setup: Setup::default(),
        of: CountOf::Positions,
        limits: Limits {
            memory: Some(8 << 30),
            ..Limits::default()
        },
    };
    let report = crate::game(spec)
        .expect("claims name games that exist")
        .count(&question, follow)
        .expect("boards without repetition can be counted");
    let count = report.count.and_then(|count| u64::try_from(count).ok());
    match count {
        Some(count) => Measured::exactly(json!(count), published, note),
        None => Measured::stopped(note),
    }
}

/// Who wins on a board, by name, or `draw`; `None` if that was stopped.
fn winner(size: &str, follow: &dyn Follow) -> Option<Json> {
    let report = crate::game(&format!("connect:{size}"))
        .expect("claims name games that exist")
        .solve(&Solve::default(), follow)
        .expect("the start can be asked about");
    Some(json!(report.outcome?.winner.unwrap_or("draw")))
}

/// Who wins on each of the published boards.
fn values(published: &Json, follow: &dyn Follow) -> Measured {
    let boards = published.as_object().expect("boards by size");
    let note = match boards.keys().next_back() {
        Some(size) => format!("unbeatable solve connect:{size}"),
        None => String::new(),
    };
    let mut found = serde_json::Map::new();
    for size in boards.keys() {
        match winner(size, follow) {
            Some(winner) => found.insert(size.clone(), winner),
            None => return Measured::stopped(note),
        };
    }
    Measured::exactly(found.into(), published, note)
}

/// Who wins on the boards that have room for four in a row in one direction alone.
fn narrow(_: &Json, follow: &dyn Follow) -> Measured {
    let note = "unbeatable solve connect:6x3";
    let mut found = serde_json::Map::new();
    let sizes = (1..=6).flat_map(|columns| (1..=6).map(move |rows| (columns, rows)));
    for (columns, rows) in sizes.filter(|(c, r)| (*c < 4) != (*r < 4)) {
        let size = format!("{columns}x{rows}");
        match winner(&size, follow) {
            Some(winner) => found.insert(size, winner),
            None => return Measured::stopped(note),
        };
    }
    Measured {
        agrees: true,
        ..Measured::disagrees(found.into(), note)
    }
}
