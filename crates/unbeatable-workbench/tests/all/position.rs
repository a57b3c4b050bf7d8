//! Positions as they are shown.

use serde_json::{Value as Json, json};
use unbeatable_workbench::game;
use unbeatable_workbench::question::Setup;

/// What is shown of a position, as JSON.
#[track_caller]
fn shown(spec: &str, position: Option<&str>, moves: &[&str]) -> Json {
    let setup = Setup {
        position: position.map(Into::into),
        moves: moves.iter().map(|&m| m.into()).collect(),
    };
    let game = game(spec).expect("the spec is right");
    let report = game.position(&setup).expect("the position is right");
    serde_json::to_value(report).expect("reports are JSON")
}

#[test]
fn a_board_shows_marks_moves_and_the_last_of_them() {
    let ttt = shown("ttt", None, &["b2"]);
    assert_eq!(ttt["start"], ".../.../...");
    assert_eq!(ttt["position"], ".../.X./...");
    assert_eq!((&ttt["turn"], &ttt["mover"]), (&json!("O"), &json!(1)));
    assert_eq!(ttt["sides"], json!(["X", "O"]));
    assert_eq!(ttt["outcome"], Json::Null);
    assert_eq!(ttt["played"], json!([{ "side": 0, "move": "b2" }]));
    assert_eq!(ttt["last"], json!({ "square": 4 }));
    assert_eq!(
        ttt["moves"][0],
        json!({ "move": "a3", "place": { "square": 0 } })
    );
    assert_eq!(ttt["moves"].as_array().map(Vec::len), Some(8));
    let diagram = json!({
        "kind": "grid", "columns": 3, "has_points": false, "block": 0, "blocks": [],
        "squares": [null, null, null, null, 0, null, null, null, null],
    });
    assert_eq!(ttt["diagram"], diagram);
}

#[test]
fn a_finished_game_has_an_outcome_and_no_moves() {
    let ttt = shown("ttt", Some("XX./OO./..."), &["c3"]);
    assert_eq!(ttt["outcome"], json!({ "winner": "X" }));
    assert_eq!(ttt["moves"], json!([]));
    let go = shown("go:2x2", None, &["A1", "pass", "pass"]);
    assert_eq!(go["outcome"], json!({ "winner": "Black", "margin": 4 }));
    assert_eq!((&go["is_scored"], &go["last"]), (&json!(true), &Json::Null));
}

#[test]
fn heaps_show_which_stones_a_move_takes() {
    let nim = shown("nim:1,3", None, &[]);
    assert_eq!(nim["diagram"], json!({ "kind": "heaps", "heaps": [1, 3] }));
    let takes = |n: usize| &nim["moves"][n]["place"];
    assert_eq!(*takes(0), json!({ "heap": 0, "from": 0, "to": 1 }));
    assert!(
        (0..4).any(|n| takes(n)["heap"] == 1 && takes(n)["to"] == 3),
        "{nim}"
    );
}

#[test]
fn blocks_say_what_became_of_them() {
    let uttt = shown("uttt", None, &[]);
    assert_eq!(uttt["diagram"]["block"], 3);
    assert_eq!(uttt["diagram"]["blocks"], json!([null; 9]));
    assert_eq!(uttt["moves"].as_array().map(Vec::len), Some(81));
}

#[test]
fn history_is_part_of_a_position_where_it_matters() {
    let moves = ["B1", "A2", "A1"];
    let go = shown("go:2x2", None, &moves);
    let again = shown("go:2x2", go["position"].as_str(), &[]);
    assert_eq!(go["moves"], again["moves"]);
    // White may not take back at once: that position stood there before.
    assert!(
        go["moves"]
            .as_array()
            .is_some_and(|moves| !moves.is_empty())
    );
}

#[test]
fn what_cannot_be_shown_is_refused_with_its_place() {
    let ttt = game("ttt").expect("the spec is right");
    let refused = |position: Option<&str>, moves: &[&str]| {
        let setup = Setup {
            position: position.map(Into::into),
            moves: moves.iter().map(|&m| m.into()).collect(),
        };
        ttt.position(&setup).expect_err("this is wrong").0
    };
    assert!(refused(Some("X"), &[]).starts_with("position 'X': expected"));
    assert!(refused(None, &["b2", "b2"]).starts_with("move 2 'b2': expected"));
}
