//! A program with a game of its own: examples/chomp.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

/// The program, as an example of this package.
fn example() -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_unbeatable"));
    let program = beside.with_file_name("examples").join("chomp");
    // A run of this file alone does not build it.
    assert!(
        program.exists(),
        "expected {}: cargo build --example chomp, with the profile of the tests",
        program.display()
    );
    program
}

/// What it answers.
#[track_caller]
fn ask(program: &Path, line: &str) -> Json {
    let output = Command::new(program).args(line.split_whitespace()).output();
    let output = output.expect("the program starts");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {err}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Asks everything that every game can be asked.
fn check(program: &Path) {
    let folder = std::env::temp_dir().join(format!("unbeatable-chomp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).display().to_string();
    let games = ask(program, "games --json");
    let specs: Vec<&Json> = games["games"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|game| &game["spec"])
        .collect();
    assert!(
        specs.iter().any(|spec| **spec == "chomp:4x3") && specs.iter().any(|spec| **spec == "ttt")
    );

    for solver in ["alpha-beta", "df-pn", "backward", "minimax"] {
        let solved = ask(
            program,
            &format!("solve chomp:4x3 --solver {solver} --json"),
        );
        assert_eq!(solved["outcome"]["winner"], "First", "{solver}");
    }
    let analysed = ask(program, "analyze chomp:4x3 --json");
    let moves = analysed["moves"].as_array().expect("a list");
    let winning: Vec<&Json> = moves
        .iter()
        .filter(|m| m["outcome"]["winner"] == "First")
        .map(|m| &m["move"])
        .collect();
    assert_eq!((moves.len(), winning), (12, vec![&Json::from("c2")]));
    // 35 shapes with either player to move, but the whole bar is First's and one bite less is Second's.
    let counted = ask(program, "count chomp:4x3 --of positions --json");
    assert_eq!(counted["count"], 68);

    let certificate = file("chomp.cert");
    ask(
        program,
        &format!("solve chomp:4x3 --certificate {certificate} --json"),
    );
    let verified = ask(program, &format!("verify {certificate} --json"));
    assert_eq!(verified["certificates"][0]["verdict"], "accepted");
    // Who does not know the game cannot check it, and says so.
    let stranger = Command::new(env!("CARGO_BIN_EXE_unbeatable"))
        .args(["verify", &certificate])
        .output();
    assert_eq!(stranger.expect("the program starts").status.code(), Some(1));

    let table = ask(program, "strategy chomp:3x2 --json");
    assert_eq!((&table["lower"], &table["upper"]), (&6.into(), &6.into()));
    let played = ask(program, "match chomp:4x3 --games 50 --json");
    assert_eq!(played["first_wins"], 50);
    let picture = file("chomp.svg");
    ask(program, &format!("draw chomp:3x2 -o {picture} --json"));
    assert!(
        std::fs::read_to_string(&picture)
            .expect("a picture")
            .contains("<svg")
    );
    let proven = ask(
        program,
        &format!("prove chomp:3x2 --at-least 1 -o {} --json", file("proof")),
    );
    assert_eq!(proven["answer"], true, "{proven}");
    std::fs::remove_dir_all(&folder).expect("it was there");
}

#[test]
fn a_game_of_ones_own_has_everything() {
    check(&example());
}

#[test]
#[ignore = "slow: 300 s, builds the package with all that it needs"]
fn so_has_its_package() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/chomp");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chomp");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--target-dir"])
        .arg(&target)
        .current_dir(folder)
        .status();
    assert!(built.expect("cargo starts").success());
    check(&target.join("debug/chomp"));
}
