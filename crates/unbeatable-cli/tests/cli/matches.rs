//! Tournaments on the command line.

use std::fs;
use std::path::PathBuf;

use serde_json::Value as Json;

use super::run::{refuse, run, run_json, run_line};

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("unbeatable-match-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// Everybody meets everybody else, and the report says what came of it.
#[test]
fn round_robins() {
    let line = "match ttt --player perfect --player random --player mcts:30 --games 20";
    let report = run_json(&format!("{line} --json"));
    assert_eq!(
        (&report["games"], &report["played"]),
        (&120.into(), &120.into())
    );
    assert!(report["first"].is_null() && report["expected"].is_null());
    let seatings = report["seatings"].as_array().expect("seatings");
    assert_eq!(seatings.len(), 6);
    assert_eq!(
        seatings[0]["expected"]["first_wins"]["fraction"],
        "75257/77760"
    );
    assert_eq!(
        seatings[1]["expected"]["second_wins"]["fraction"],
        "2645/3402"
    );
    let standings = report["standings"].as_array().expect("standings");
    assert_eq!(standings[2]["player"], "random");
    let text = run_line(line).out;
    assert!(
        text.contains("3 players, on both sides: 120 games"),
        "{text}"
    );
    assert!(text.contains("exact: X · O · draws"), "{text}");
    assert!(text.contains("  player   opponent"), "{text}");
}

/// With their sides swapped players get the same openings; one seating says what it always said.
#[test]
fn swapped_sides() {
    let report = run_json("match ttt --swap --games 500 --json");
    assert_eq!(report["played"], 1000);
    assert_eq!(report["pairs"][0]["losses"], 0);
    assert!(report["pairs"][0]["elo"]["difference"].as_f64() > Some(100.0));
    let seating = &report["seatings"][0];
    let alone = run_json("match ttt --games 500 --json");
    for name in ["first_wins", "second_wins", "draws"] {
        assert_eq!(seating[name], alone[name], "{name}");
    }
    assert_eq!(alone["first"], "perfect");
    let drawn = run_json("match ttt --second perfect --games 5 --json");
    assert_eq!(drawn["pairs"][0]["elo"]["difference"], 0.0);
    let won = run_line("match nim:1 --second perfect --games 5").out;
    assert!(
        won.contains(" or more for perfect (First): it lost nothing"),
        "{won}"
    );
}

/// Openings and records are files; records are written as the games are over.
#[test]
fn files() {
    let folder = folder("files");
    let openings = folder.join("openings.txt");
    let records = folder.join("games.jsonl");
    let [openings_text, records_text] =
        [&openings, &records].map(|path| path.to_str().expect("text"));
    fs::write(&openings, "# Two of them.\nb2 a1\n\nc3 # the corner\n").expect("a file");
    let arguments = |records: &'static str| {
        vec![
            "match",
            "ttt",
            "--games",
            "3",
            "--swap",
            "--json",
            "--openings",
        ]
        .into_iter()
        .map(String::from)
        .chain([
            openings_text.to_string(),
            records.to_string(),
            records_text.to_string(),
        ])
        .collect::<Vec<_>>()
    };
    let ran = run(arguments("--record").iter().map(String::as_str));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let written = fs::read_to_string(&records).expect("records");
    let games: Vec<Json> = written
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    assert_eq!(games.len(), 6);
    for (i, game) in games.iter().enumerate() {
        assert_eq!(game["number"], i + 1);
        let expected = if i / 2 == 1 {
            &["c3"][..]
        } else {
            &["b2", "a1"]
        };
        let moves: Vec<&str> = game["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .filter_map(Json::as_str)
            .collect();
        assert_eq!(moves[..expected.len()], *expected);
        assert_eq!(game["opening"], expected.len());
        assert!(game["forfeit"].is_null() && !game["outcome"].is_null());
    }
    // A match that cannot be played leaves the file alone.
    refuse(
        [
            "match",
            "ttt",
            "--first",
            "nobody",
            "--record",
            records_text,
        ],
        "unknown player",
    );
    assert_eq!(fs::read_to_string(&records).expect("records"), written);
    refuse(
        [
            "match",
            "ttt",
            "--openings",
            openings_text,
            "--record",
            openings_text,
        ],
        "it holds the openings",
    );
    fs::write(&openings, "b2\nb2 b2\n").expect("a file");
    refuse(
        ["match", "ttt", "--openings", openings_text],
        "opening 2: move 2 'b2'",
    );
    fs::write(&openings, "# Nothing.\n").expect("a file");
    refuse(
        ["match", "ttt", "--openings", openings_text],
        "expected the moves of an opening",
    );
    fs::write(&openings, [0xff, 0xfe]).expect("a file");
    refuse(
        ["match", "ttt", "--openings", openings_text],
        "expected text",
    );
    refuse(
        ["match", "ttt", "--openings", "no-such-file"],
        "cannot read no-such-file",
    );
    refuse(
        ["match", "ttt", "--record", "no-such-folder/games"],
        "there is no such folder",
    );
    refuse(["match", "ttt", "--record", "games.sgf"], "expected go");
    fs::remove_dir_all(&folder).expect("the folder was there");
}

/// On a full disk the record ends with a whole game, and the program says what went wrong.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_games() {
    let folder = folder("full");
    for name in ["games.jsonl", "games.sgf"] {
        let records = folder.join(name);
        let line =
            "trap '' XFSZ; ulimit -f 4; exec \"$0\" match go:2x2 --games 100 --record \"$1\"";
        let output = std::process::Command::new("bash")
            .args(["-c", line, env!("CARGO_BIN_EXE_unbeatable")])
            .arg(&records)
            .output()
            .expect("a shell starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("File too large"), "{error}");
        let written = fs::read_to_string(&records).expect("records");
        assert!(written.len() > 2000 && written.ends_with('\n'), "{written}");
        match name {
            "games.sgf" => assert!(written.ends_with(")\n"), "{written}"),
            _ => written.lines().for_each(|line| {
                serde_json::from_str::<Json>(line).expect("an object a line");
            }),
        }
    }
    fs::remove_dir_all(&folder).expect("the folder was there");
}

/// Game records of Go are read again.
#[test]
fn go_records() {
    let folder = folder("go");
    let records = folder.join("games.sgf");
    let records = records.to_str().expect("text");
    let ran = run([
        "match",
        "go:2x2",
        "--games",
        "2",
        "--swap",
        "--record",
        records,
        "--opening",
        "2",
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = fs::read_to_string(records).expect("records");
    assert_eq!(text.matches("(;FF[4]GM[1]").count(), 4);
    assert!(text.contains("PB[perfect]PW[random]") && text.contains("PB[random]PW[perfect]"));
    // The first of them, by whoever reads SGF here.
    let ran = run(["solve", "go:2x2", "--sgf", records, "--json"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    fs::remove_dir_all(&folder).expect("the folder was there");
}

#[test]
fn who_may_play() {
    refuse(
        ["match", "ttt", "--player", "perfect"],
        "expected it twice or more",
    );
    refuse(
        [
            "match", "ttt", "--player", "perfect", "--player", "random", "--first", "random",
        ],
        "cannot be used with",
    );
    refuse(["match", "ttt", "--first", "human"], "unbeatable play");
    refuse(["match", "ttt", "--first", "mcts:many"], "found 'many'");
    refuse(["match", "ttt", "--first", "mcts:0"], "allowed is 1");
    refuse(
        ["match", "ttt", "--first", "perfect:quick"],
        "found 'quick'",
    );
    refuse(
        ["match", "ttt", "--first", "gtp:engine"],
        "such engines play Go",
    );
    refuse(
        ["match", "go:2x2", "--first", "codingame:engine"],
        "such engines play ultimate",
    );
}
