//! Games from files.

use std::fs;

use crate::run::{refuse, run, run_json, run_line};
use crate::sgf::folder;

/// A file of this project.
fn game(name: &str) -> String {
    format!("{}/../../games/{name}.kif", env!("CARGO_MANIFEST_DIR"))
}

/// A file of this test's own.
fn written(name: &str, text: &str) -> String {
    let path = folder("rules-files").join(name);
    fs::write(&path, text).expect("a folder of ours");
    path.to_str().expect("a path of letters").into()
}

#[test]
fn a_file_is_a_game_like_any_other() {
    let ttt = game("tic-tac-toe");
    let native = run_json("solve ttt --json");
    let solved = run_json(&format!("solve {ttt} --json"));
    assert_eq!(solved["outcome"], native["outcome"]);
    assert_eq!(solved["evidence"], "exact");
    for (of, count) in [("positions", 5478), ("classes", 765), ("games", 255_168)] {
        let counted = run_json(&format!("count {ttt} --of {of} --json"));
        assert_eq!(counted["count"], count, "{of}");
    }
    let analyzed = run_json(&format!("analyze {ttt} --moves mark:1:1 --json"));
    let moves = analyzed["moves"].as_array().expect("moves");
    let draws: Vec<&str> = (moves.iter())
        .filter(|m| m["outcome"]["winner"].is_null())
        .map(|m| m["move"].as_str().expect("a text"))
        .collect();
    assert_eq!(
        draws,
        ["mark:2:2"],
        "only the centre draws against a corner"
    );
    let played = run_json(&format!(
        "match {ttt} --first perfect --second random --games 20 --seed 1 --json"
    ));
    assert_eq!(played["second_wins"], 0, "{played}");
    let ran = run_line(&format!("perft {} 5", game("hex-3x3")));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = run_line(&format!("draw {ttt} --of tree --depth 1"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn a_proof_about_a_file_is_checked() {
    let certificate = folder("rules-certificate").join("domineering.cert");
    let certificate = certificate.to_str().expect("a path of letters");
    let file = game("domineering-4x4");
    let solved = run(["solve", &file, "--certificate", certificate]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    let checked = run(["verify", certificate]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
}

#[test]
fn files_are_described_and_laid_out() {
    let ttt = game("tic-tac-toe");
    let report = run_json(&format!("rules {ttt} --json"));
    assert_eq!(report["game"]["symmetries"], 8);
    assert_eq!(report["game"]["roles"][0], "x");
    assert_eq!(report["wrong"].as_array().map(Vec::len), Some(0));
    let text = fs::read_to_string(&ttt).expect("it is there");
    let formatted = run_line(&format!("rules {ttt} --format"));
    assert_eq!(formatted.out, text, "our files are well laid out");
}

#[test]
fn what_is_wrong_is_shown_where_it_is() {
    let bad = written(
        "bad.kif",
        "(role x)\n(role o)\n(<= (legal x ?m) (not (true ?m)))\n",
    );
    let ran = run(["rules", &bad]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let expected = format!(
        "{bad}:3:5: nothing says what ?m can be: no condition that must hold has it\n3 | (<= (legal x ?m) (not (true ?m)))\n  |     ^^^^^^^^^^^^\nhelp: "
    );
    assert!(ran.out.contains(&expected), "{}", ran.out);
    refuse(["solve", &bad], "bad.kif: the game never ends");
    refuse(["solve", &bad, "--json"], "the game never ends");
    refuse(["solve", "nowhere.kif"], "nowhere.kif: ");
    refuse(["rules", "nowhere.kif"], "nowhere.kif: ");
    let ttt = game("tic-tac-toe");
    refuse(
        ["solve", &ttt, "cell:1:1:y"],
        "expected something that can be true",
    );
    refuse(["solve", &ttt, "cell:1:1:x"], "whose turn it is: @x or @o");
    refuse(
        ["solve", &ttt, "--moves", "mark:4:1"],
        "a legal move (mark:1:1",
    );
}

/// Checkpoints and databases of a file are of the rules as they were: changed rules are another game.
#[test]
fn what_is_kept_is_of_the_rules_as_they_were() {
    let text = fs::read_to_string(game("tic-tac-toe")).expect("it is there");
    let folder = folder("rules-kept");
    let inside = |name: &str| -> String {
        let path = folder.join(name);
        path.to_str().expect("a path of letters").into()
    };
    let (checkpoint, database) = (inside("kept.checkpoint"), inside("database"));
    let file = inside("kept.kif");
    fs::write(&file, &text).expect("it is ours");
    let begun = [
        "solve",
        &file,
        "--solver",
        "df-pn",
        "--nodes",
        "100",
        "--checkpoint",
        &checkpoint,
    ];
    assert_eq!(run(begun).code, Some(3));
    let made = run(["strong", &file, "--output", &database]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert!(made.out.contains("classes     765"), "{}", made.out);
    let probed = run(["probe", &database]);
    assert_eq!(probed.code, Some(0), "{}", probed.err);
    let resumed = run(["solve", "--resume", &checkpoint]);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    // A comment would do no harm, but nobody reads the rules to find out.
    fs::write(&file, format!("{text}\n; One line more.\n")).expect("it is ours");
    refuse(["solve", "--resume", &checkpoint], "has other rules now");
    refuse(
        ["solve", &file, "--resume", &checkpoint],
        "is about another game",
    );
    refuse(["probe", &database], "has other rules now");
}

/// Where reading a file does not come, a search does: what is wrong there is one line, with the position.
#[test]
fn a_position_that_may_not_be_is_told_in_the_middle_of_a_search() {
    let text = fs::read_to_string(game("connect-four-5x4")).expect("it is there");
    let stuck = text
        .replace(
            "(init (turn red))",
            "(init (turn red)) (init fresh)
             (<= (legal ?player abandon) (true (turn ?player)) (true fresh))
             (<= (next abandoned) (does ?player abandon))
             (<= (next (cell ?c ?r ?sign)) (does ?player abandon) (true (cell ?c ?r ?sign)))",
        )
        .replace(
            "(<= (legal ?player (drop ?column))",
            "(<= (legal ?player (drop ?column)) (not (true abandoned))",
        );
    assert_ne!(text, stuck);
    let file = folder("rules-stuck").join("stuck.kif");
    fs::write(&file, stuck).expect("it is ours");
    let file = file.to_str().expect("a path of letters");
    let told = "'yellow' may do nothing, and the game is not over, where this is true: ";
    for command in ["solve", "analyze", "match", "strategy"] {
        refuse([command, file], told);
    }
    refuse(["count", file, "--of", "positions"], told);
    refuse(["perft", file, "3"], told);
    refuse(["solve", file, "--json"], told);
}
