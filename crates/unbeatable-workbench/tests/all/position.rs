//! Positions as they are shown.

use serde_json::{Value as Json, json};
use unbeatable_workbench::question::Setup;
use unbeatable_workbench::{Argument, Ask, game};

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
        "kind": "grid", "columns": 3, "has_points": false, "falls": false, "has_hexagons": false, "block": 0, "blocks": [], "line": [],
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
    assert_eq!(uttt["diagram"]["blocks"], json!(vec![Json::Null; 9]));
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
fn forbidden_points_have_a_place_and_a_reason() {
    let ko = Some(".XO./XO.O/.XO./....;B");
    let go = shown("go:4x4", ko, &["C3"]);
    let forbidden = json!([
        { "move": "A4", "place": { "square": 0 }, "why": "suicide: the stone would have no liberty" },
        { "move": "B3", "place": { "square": 5 }, "why": "would repeat the position at the start", "repeats": 0 },
    ]);
    assert_eq!(go["forbidden"], forbidden);
    assert_eq!(go["earlier"], 0);
    // A history that is told forbids the same, and its moves are counted.
    let again = shown("go:4x4", go["position"].as_str(), &[]);
    assert_eq!(
        (&again["forbidden"], &again["earlier"]),
        (&forbidden, &json!(1))
    );
    let over = shown("go:4x4", ko, &["C3", "pass", "pass"]);
    assert_eq!(over["forbidden"], json!([]));
    assert_eq!(shown("ttt", None, &["b2"])["forbidden"], json!([]));
}

#[test]
fn what_cannot_be_shown_is_refused_with_its_place() {
    let ttt = game("ttt").expect("the spec is right");
    let refused = |position: Option<&str>, moves: &[&str]| {
        let setup = Setup {
            position: position.map(Into::into),
            moves: moves.iter().map(|&m| m.into()).collect(),
        };
        ttt.position(&setup).expect_err("this is wrong")
    };
    let (position, moves) = (refused(Some("X"), &[]), refused(None, &["b2", "b2"]));
    assert_eq!(position.argument, Some(Argument::Position));
    assert!(position.message.starts_with("position 'X': expected"));
    assert_eq!(moves.argument, Some(Argument::Moves));
    assert!(moves.message.starts_with("move 2 'b2': expected"));
}

#[test]
fn squares_that_win_or_lose_at_once_are_marked() {
    let wins =
        |square: usize, side: usize| json!({ "square": square, "kind": "wins", "side": side });
    let avoid = |square: usize| json!({ "square": square, "kind": "avoid" });
    let threats = shown("ttt", Some("XX./OO./..."), &[]);
    assert_eq!(threats["highlights"], json!([wins(2, 0), wins(5, 1)]));
    let misere = shown("ttt+misere", Some("XX./OO./..."), &[]);
    assert_eq!(misere["highlights"], json!([avoid(2)]));
    for (spec, moves) in [("ttt", &["c3"]), ("ttt+misere", &["c3"])] {
        let over = shown(spec, Some("XX./OO./..."), moves);
        assert_eq!(over["highlights"], json!([]), "{spec}");
    }
    // O wins at the right of the last board, if X sends him there or to a closed one.
    let uttt = "X;OX@.O.#..;OOO....../XXX....../.......X./........./OOO....../........./\
                XOXXOOOXX/........./XX.OO....";
    let uttt = shown("uttt", Some(uttt), &[]);
    let squares = [
        avoid(6),
        avoid(7),
        avoid(16),
        avoid(24),
        avoid(26),
        wins(71, 1),
    ];
    assert_eq!(uttt["highlights"], json!(squares), "{uttt}");
    assert_eq!(shown("go:3x3", None, &[])["highlights"], json!([]));
}

#[test]
fn nimbers_are_shown_where_their_sum_decides() {
    let heaps = |stones: &[[u32; 2]], sum: u32| {
        let heap = |[stones, nimber]: &[u32; 2]| json!({ "stones": stones, "nimber": nimber });
        json!({ "heaps": stones.iter().map(heap).collect::<Vec<_>>(), "sum": sum })
    };
    let nimbers = |spec: &str, position: &str| shown(spec, Some(position), &[])["nimbers"].clone();
    let known = heaps(&[[3, 3], [5, 5], [7, 7]], 1);
    assert_eq!(nimbers("nim:3,5,7", "3,5,7;First"), known);
    assert_eq!(nimbers("nim:3,5,7", "0;First"), heaps(&[], 0));
    assert_eq!(nimbers("nim:3,5,7+misere", "3,5,7;First"), known);
    for end in ["1,1,5;First", "1,1;First", "0;First"] {
        assert_eq!(nimbers("nim:3,5,7+misere", end), Json::Null, "{end}");
    }
    // Kayles: 0, 1, 2, 3, 1, 4, 3, 2, … (Guy and Smith 1956).
    let kayles = heaps(&[[4, 1], [5, 4], [7, 2]], 7);
    assert_eq!(nimbers("kayles:4,5,7", "4,5,7;First"), kayles);
    assert_eq!(nimbers("kayles:4,5,7+misere", "4,5,7;First"), Json::Null);
    assert_eq!(shown("ttt", None, &[])["nimbers"], Json::Null);
}
