//! Nelson Elhage (nelhage), 'Solving Ultimate Tic Tac Toe', July 2020.
//!
//! 'Positions are represented in 40 bytes.' 'This comes to 7*4 = 28 bytes.' 'A single lookup table is
//! 256kb.' '8 winning patterns times 16 bits per pattern is exactly 128 bits.' 'If X ever plays into one
//! of those squares -- in any local board -- he loses the game', with a footnote for moves that win it.
//! 'If X is ever allowed to play into the center-right position in any local board, he will also win,
//! with no search required.'

use serde_json::{Value as Json, json};

use crate::{measured, reproduce};

#[test]
fn the_representation() {
    assert_eq!(measured("nelhage-2020-position-bytes"), 40);
    assert_eq!(measured("nelhage-2020-marks-bytes"), 28);
    assert_eq!(measured("nelhage-2020-table-kb"), 256);
    let lines = [
        "0x7", "0x38", "0x1c0", "0x49", "0x92", "0x124", "0x111", "0x54",
    ];
    assert_eq!(
        measured("nelhage-2020-win-test"),
        json!({"lines": lines, "wrong": 0})
    );
}

#[test]
fn the_example() {
    assert_eq!(measured("nelhage-2020-critical-square"), json!(["ii"]));
    assert_eq!(
        measured("nelhage-2020-to-avoid"),
        json!(["# . .", ". . .", "# # #"])
    );
    assert_eq!(
        measured("nelhage-2020-example-losses"),
        json!({"not_lost": 0})
    );
    assert_eq!(measured("nelhage-2020-centre-right"), json!({"bf": "X"}));
}

/// The rows of the only table of that claim: what, how often, how often wrong.
fn rows(id: &str) -> Vec<Json> {
    let claims = reproduce(id);
    let rows = claims[0]["tables"][0]["rows"].as_array().expect("rows");
    rows.clone()
}

#[test]
fn looking_ahead_is_printed_with_the_sides_exchanged() {
    assert_eq!(measured("nelhage-2020-lookahead"), json!({"wrong": 118}));
    let [printed, exchanged] = &rows("nelhage-2020-lookahead")[..] else {
        panic!("two rows");
    };
    assert_eq!([&printed[1], &printed[2]], [181, 118]);
    assert_eq!([&exchanged[1], &exchanged[2]], [233, 25]);
}

#[test]
fn the_rule_has_more_exceptions_than_one() {
    assert_eq!(
        measured("nelhage-2020-pruning"),
        json!({"wrong_moves": 237_701, "wrong_values": 204})
    );
    // Moves in a board without a threat, which do not end the game: there the rule is right.
    let rows = rows("nelhage-2020-pruning");
    let other = rows.last().expect("rows");
    assert_eq!([&other[1], &other[2]], [406_503, 0]);
}

#[test]
fn two_moves_that_the_rule_excludes_draw() {
    assert_eq!(
        measured("nelhage-2020-counterexample"),
        json!(["draw", "draw", "loss"])
    );
}

#[test]
fn nothing_disagrees_without_an_erratum() {
    let claims = reproduce("nelhage-2020");
    assert_eq!(claims.len(), 11);
    let errata = claims
        .iter()
        .filter(|claim| !claim["erratum"].is_null())
        .count();
    assert_eq!(errata, 3);
}
