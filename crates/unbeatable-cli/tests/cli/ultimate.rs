//! Ultimate tic-tac-toe on the command line.

use std::fmt::Write;

use serde_json::json;

use crate::run::{refuse, run, run_json, run_line};

/// The published pruning rule calls all three moves of this position lost.
const COUNTEREXAMPLE: &str = "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./.XXO.X.XX/X.O.O.OXO/\
                              .X.OX..XO/.XOOXX..X/O...O.O.O/.O.XXXX.O";

#[test]
fn sequences_of_both_rule_sets() {
    for (spec, sixth) in [("uttt", 4_020_960), ("uttt:play-on", 4_017_888)] {
        let report = run_json(&format!("perft {spec} 6 --json"));
        let found = json!([1, 81, 720, 6_336, 55_080, 473_256, sixth]);
        assert_eq!(report["sequences"], found, "{spec}");
        assert_eq!(report["game"], spec);
    }
}

#[test]
fn moves_of_the_counterexample() {
    for solver in ["minimax", "alpha-beta", "backward"] {
        let line = format!("analyze uttt {COUNTEREXAMPLE} --solver {solver} --json");
        let report = run_json(&line);
        let found: Vec<_> = report["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|m| (m["move"].as_str(), m["outcome"]["winner"].as_str()))
            .collect();
        let expected = [("cd", None), ("ce", None), ("ci", Some("X"))];
        assert_eq!(found, expected.map(|(m, winner)| (Some(m), winner)));
    }
}

/// After 37 moves: enough work for threads to meet.
const LATER: &str = "O;X.@......;X...O.XXX/...O....X/O...X.XX./..X..XO../O....X.O./.OOXX..X./\
                     OXX..O.../O.O..OOX./..O..O...";

#[test]
fn several_threads_give_the_same_value() {
    let answers = [1, 2, 5].map(|threads| {
        let line = format!("solve uttt {LATER} --threads {threads} --memory 64MiB --json");
        let ran = run_line(&line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(report["threads"], threads);
        report["outcome"].clone()
    });
    assert!(!answers[0].is_null());
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[test]
fn positions_are_drawn() {
    let ran = run(["solve", "uttt", COUNTEREXAMPLE, "--quiet"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let picture: Vec<&str> = ran.out.lines().filter(|line| line.contains('│')).collect();
    insta::assert_snapshot!("ultimate_drawn", picture.join("\n"));
}

#[test]
fn games_against_chance() {
    let line = "match uttt:play-on --first random --second random --games 200 --seed 1 --json";
    let report = run_json(line);
    let played: Option<u64> = ["first_wins", "second_wins", "draws"]
        .map(|ended| report[ended].as_u64())
        .into_iter()
        .sum();
    assert_eq!(played, Some(200), "{report}");
    let ran = run_line("solve uttt --nodes 10k");
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
}

const EMPTY: &str = ".........";

/// A position's text, empty boards behind the given ones left out.
fn text(front: &str, boards: &[&str]) -> String {
    let mut all = boards.to_vec();
    all.resize(9, EMPTY);
    format!("{front};{}", all.join("/"))
}

/// Every way in which a position can be wrong: one line that names the place, exit code 2.
#[test]
fn wrong_positions() {
    let start = text("X;.........", &[]);
    let form = [
        "",
        "Z;.........",
        "X,.........",
        "X;........",
        "X;.........",
        "X;.........;XO/.........",
        &start.replacen('/', "|", 1),
        &format!("{start}/........."),
        &start.replacen('.', "x", 1),
        &start.replacen('.', "é", 1),
    ]
    .map(|position| ("uttt", position.to_owned()));
    let standard: [(&str, &[&str]); 22] = [
        ("O;@........", &["XXX......"]),
        ("O;.........", &["XXX......"]),
        ("O;O........", &["XXX......"]),
        ("O;#........", &["XXX......"]),
        ("O;.@.......", &[EMPTY, "XOXXOOOXX"]),
        ("O;X........", &["XXXOOO..."]),
        ("O;.X.......", &[EMPTY, "O.X.O.X.O"]),
        ("O;.X.......", &[EMPTY, "OXOXOXXOX"]),
        ("O;.X.......", &[EMPTY, "XXXXXX..."]),
        ("O;#........", &["XX.XX...."]),
        ("O;@...@....", &["X........"]),
        ("O;XXXOOO...", &[]),
        ("X;XXX......", &[]),
        ("O;XXXXXX...", &[]),
        ("O;XXX@.....", &[]),
        ("O;.........", &["X........", "O........"]),
        ("X;.........", &["X........"]),
        ("O;.........", &[]),
        ("X;@........", &[]),
        ("O;.........", &["X........"]),
        ("O;....@....", &["X........"]),
        ("O;@x.......", &["X........"]),
    ];
    let played_on: [(&str, &[&str]); 8] = [
        ("O;X........", &["XX......."]),
        ("O;x........", &["XXXOOXOXO"]),
        ("O;#........", &["XX......."]),
        ("O;@........", &["XXXOOO..."]),
        ("O;@........", &["XXX......"]),
        ("O;@........", &["XOXXOOOXX"]),
        ("O;X........", &["XXX......"]),
        ("O;X........", &["XXX......", "OO......."]),
    ];
    let standard = standard.map(|(front, boards)| ("uttt", text(front, boards)));
    let played_on = played_on.map(|(front, boards)| ("uttt:play-on", text(front, boards)));
    let mut errors = String::new();
    for (spec, position) in form.into_iter().chain(standard).chain(played_on) {
        refuse(["solve", spec, &position], "expected ");
        let ran = run(["analyze", spec, &position]);
        writeln!(errors, "{spec} \"{position}\"\n  {}", ran.err.trim_end())
            .expect("writing to a string does not fail");
    }
    insta::assert_snapshot!("ultimate_refused", errors);
    refuse(
        ["solve", "uttt:older"],
        "expected play-on (the older rules), or no size at character 6, found 'older'",
    );
    refuse(
        ["solve", "uttt", "--moves", "ee ae"],
        "move 2 'ae': expected a legal move (ea, eb, ec, ed, ef, eg, eh, ei), found 'ae'",
    );
}

/// The schematic of 'Pruning and positional analysis', where nothing is proven yet; in JSON, too.
#[test]
fn squares_to_avoid() {
    let position = "X;X.....OO.;......XXX/......X.X/O...XXXX./.....XO../O.O.XX.O./.OOXXO.X./\
                    O...O...O/OOO....../..O..OX..";
    let ran = run(["analyze", "uttt", position, "--nodes", "1000", "--quiet"]);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert!(
        ran.out
            .contains("\n      # . .\n      . . .\n      # # #\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("Exception, blocking: ii blocks O in board i; that does not lose at once."),
        "{}",
        ran.out
    );
    let report = run_json(&format!("analyze uttt {COUNTEREXAMPLE} --json"));
    let lines = report["explanation"].as_array().expect("lines");
    let drawn: Vec<_> = lines.iter().filter_map(|line| line.as_str()).collect();
    assert_eq!(drawn[2..5], ["  . . #", "  # # #", "  . # #"]);
    let exceptions = [
        "Exception, taking: cd takes board c from X; that does not lose at once.",
        "Exception, blocking: ce blocks X in board c; that does not lose at once.",
    ];
    assert_eq!(drawn[drawn.len() - 2..], exceptions);
    assert_eq!(
        report["moves"][2]["why"],
        "lets X choose, who wins the game at ce; X answers ce, which wins board c and the game"
    );
}
