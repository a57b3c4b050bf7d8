//! `strategy`, and tables as players.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::run::{Ran, refuse, run, run_line};

/// An empty folder of this name, for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("strategy-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder of our own");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("folders have names that are text")
}

fn json(ran: &Ran) -> Json {
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {}{}", ran.out, ran.err))
}

/// Asks for a table with a certificate, and has that checked: both reports.
#[track_caller]
fn certified(file: &Path, arguments: &str) -> (Json, Json) {
    let options = ["--certificate", text(file), "--json"];
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let ran = run([&["strategy"], &arguments[..], &options].concat());
    assert_eq!(ran.code, Some(0), "{arguments:?}: {}{}", ran.out, ran.err);
    let found = json(&ran);
    let ran = run(["verify", text(file), "--json"]);
    assert_eq!(ran.code, Some(0), "{arguments:?}: {}{}", ran.out, ran.err);
    let verified = json(&ran)["certificates"][0].clone();
    assert_eq!(verified["verdict"], "accepted");
    for field in [
        "game", "position", "role", "open", "count", "keep", "default",
    ] {
        assert_eq!(found[field], verified[field], "{field}");
    }
    assert_eq!(found["lower"], verified["at_least"]);
    assert_eq!(found["upper"], verified["at_most"]);
    for field in ["bytes", "sha256"] {
        assert_eq!(found["certificate"][field], verified[field], "{field}");
    }
    (found, verified)
}

#[test]
fn smallest_tables_are_certified() {
    let file = folder("smallest").join("c");
    for (arguments, size) in [
        ("ttt --role both --count turns", 97),
        ("ttt --open a1 --open b1", 30),
        ("ttt --role second --keep draw", 71),
        ("ttt --role both --default win-block-first", 5),
        ("ttt+misere --role second", 53),
        ("nim:1,3,5,7 --role second", 76),
        ("kayles:7 --role both", 23),
        ("subtract:9+take=1,2,3 --role both --keep any", 11),
    ] {
        let (found, _) = certified(&file, arguments);
        assert_eq!(found["size"], size, "{arguments}");
    }
}

/// `cargo xtask tables` writes docs/tables.md and its pictures. What is found quickly is found again.
#[test]
fn the_page_of_tables_is_true() {
    let folder = folder("page");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("tables.md")).expect("the page is there");
    let mut rows = 0;
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        // The heading, and what takes longer.
        if !cells[6].parse().is_ok_and(|seconds: f64| seconds < 1.0) {
            continue;
        }
        let (found, verified) = certified(&folder.join("c"), cells[0].trim_matches('`'));
        let chances = |name: &str| {
            let roles = found["chances"].as_array().expect("a list").iter();
            let of = roles.map(|role| role[name]["fraction"].as_str().expect("text"));
            of.collect::<Vec<_>>().join("; ")
        };
        assert_eq!(format!("**{}**", found["size"]), cells[1], "{row}");
        assert_eq!(
            [chances("win"), chances("loss")],
            [cells[4], cells[5]],
            "{row}"
        );
        assert_eq!(verified["steps"].to_string(), cells[7], "{row}");
        assert_eq!(verified["bytes"].to_string(), cells[8], "{row}");
        rows += 1;
    }
    assert!(rows >= 30, "{rows} rows");
    for (picture, role) in [("ttt-first.svg", "first"), ("ttt-second.svg", "second")] {
        let file = folder.join(picture);
        let ran = run(["strategy", "ttt", "--role", role, "-o", text(&file)]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let drawn = fs::read_to_string(&file).expect("it was written");
        let kept = fs::read_to_string(docs.join(picture)).expect("it is there");
        assert!(drawn == kept, "{picture}: cargo xtask tables draws it");
    }
}

/// `nim:1,3,5,7` is lost for the first player, and so is every move: any table keeps that.
#[test]
fn sides_that_lose_have_tables_too() {
    let ran = run_line("strategy nim:1,3,5,7 --json");
    let found = json(&ran);
    assert_eq!(found["chances"][0]["role"], "first");
    assert_eq!(found["size"], 18);
}

#[test]
fn all_smallest_tables_are_listed() {
    let ran = run_line("strategy ttt --all --json");
    let found = json(&ran);
    assert_eq!(found["all"]["count"], 9);
    let sets = found["all"]["sets"].as_array().unwrap();
    assert_eq!(sets.len(), 9);
    let rows: Vec<&Json> = found["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["class"])
        .collect();
    let has = |set: &Json| rows.iter().all(|row| set.as_array().unwrap().contains(row));
    assert_eq!(sets.iter().filter(|set| has(set)).count(), 1);
}

#[test]
fn a_budget_that_runs_out_leaves_bounds() {
    let ran = run_line("strategy connect:4x4 --role second --limit 3s --json");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    let found = json(&ran);
    assert_eq!(
        (&found["size"], &found["stopped"]),
        (&Json::Null, &json!("time"))
    );
    let (lower, upper) = (found["lower"].as_u64(), found["upper"].as_u64());
    assert!(lower < upper && upper == found["rows"].as_array().map(|rows| rows.len() as u64));
    for arguments in [
        "strategy ttt --nodes 764 --json",
        "strategy mnk:4x4x3 --nodes 10k --json",
        "strategy mnk:4x4x3 --memory 40MiB --json",
    ] {
        let ran = run_line(arguments);
        assert_eq!(ran.code, Some(3), "{}", ran.err);
        let found = json(&ran);
        assert_eq!(
            (&found["upper"], &found["size"]),
            (&Json::Null, &Json::Null)
        );
        assert!(!found["stopped"].is_null());
    }
}

/// A proof takes time, too: what there is no time for is not claimed.
#[test]
fn bounds_are_certified() {
    let folder = folder("bounds");
    let file = folder.join("c");
    let options = "strategy connect:4x4 --role second --limit 4s --json --certificate";
    let ran = run(options.split(' ').chain([text(&file)]));
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
    let found = json(&ran);
    let ran = run(["verify", text(&file), "--json"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let verified = json(&ran)["certificates"][0].clone();
    assert_eq!(verified["at_most"], found["upper"]);
    assert_eq!(verified["at_least"], found["certificate"]["at_least"]);
    let at_least = verified["at_least"].as_u64();
    assert!(at_least == Some(0) || at_least == found["lower"].as_u64());
}

#[test]
fn the_certificate_is_not_overwritten() {
    let folder = folder("same");
    let (a, b) = (
        folder.join("a.json"),
        folder.join("../strategy-same/a.json"),
    );
    refuse(
        ["strategy", "ttt", "-o", text(&a), "--certificate", text(&b)],
        "expected another one than the certificate",
    );
}

#[test]
fn tables_are_written_for_programs() {
    let folder = folder("written");
    for (name, begin, line) in [
        ("t.csv", "position,move,depth\r\n", ".../.../...,b2,0\r\n"),
        (
            "t.c",
            "/*\n * ",
            "table[22] = {\n    { \".../.../...\", \"b2\" },\n",
        ),
        (
            "t.rs",
            "// ",
            "pub const TABLE: [(&str, &str); 22] = [\n    (\".../.../...\", \"b2\"),\n",
        ),
        ("t.py", "# ", "TABLE = [\n    (\".../.../...\", \"b2\"),\n"),
        (
            "t.txt",
            "Tic-tac-toe",
            "22 rows for the first player, and no table has fewer.",
        ),
        ("t.svg", "<", "<svg "),
        ("t.json", "{\n", "\"size\": 22,"),
    ] {
        let file = folder.join(name);
        let ran = run(["strategy", "ttt", "-o", text(&file)]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let written = fs::read_to_string(&file).expect("it was written");
        assert!(written.starts_with(begin), "{name}: {written}");
        assert!(written.contains(line), "{name}: {written}");
    }
    let file = folder.join("t.png");
    assert_eq!(run(["strategy", "ttt", "-o", text(&file)]).code, Some(0));
    assert!(fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    let late = ["late.svg", "late.h", "late.py"].map(|name| folder.join(name));
    let line = "strategy ttt XOX/.O./.X. --role second --open c1 -o";
    let [a, b, c] = late.each_ref().map(|file| text(file));
    let ran = run(line.split(' ').chain([a, "-o", b, "-o", c]));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for file in &late {
        let written = fs::read_to_string(file).expect("it was written");
        assert!(written.contains("XOX/.O./.X."), "{}", file.display());
        assert!(written.contains("open"), "{}", file.display());
    }
    // What was named is what is played.
    let ran = run_line("strategy ttt --open a1 --json");
    assert_eq!(json(&ran)["rows"][0]["move"], "a1");
    let ran = run_line("strategy nim:1,2,3 --role second --format csv");
    assert!(
        ran.out.contains("\"1,2,2;Second\",1-1,1\r\n"),
        "{}",
        ran.out
    );
}

#[test]
fn a_table_is_a_player() {
    let folder = folder("player");
    let files = ["first", "second", "both"].map(|role| {
        let file = folder.join(format!("{role}.json"));
        let ran = run([
            "strategy",
            "ttt",
            "--role",
            role,
            "-o",
            text(&file),
            "--quiet",
        ]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        format!("table:{}", text(&file))
    });
    let [first, second, both] = &files;
    for (players, wins, expected) in [
        ([first.as_str(), "random"], "first_wins", "23/24"),
        (["random", second], "second_wins", "814/945"),
        ([both, "random"], "first_wins", "23/24"),
        ([first, second], "draws", "1"),
        ([both, both], "draws", "1"),
    ] {
        let [a, b] = players;
        let ran = run([
            "match", "ttt", "--first", a, "--second", b, "--games", "500", "--json",
        ]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let played = json(&ran);
        assert_eq!(
            played["expected"][wins]["fraction"], expected,
            "{players:?}"
        );
    }
    refuse(
        ["match", "ttt", "--first", "random", "--second", first],
        "it has no row for",
    );
    refuse(
        ["match", "mnk:4x3x3", "--first", first],
        "a table of 'ttt': expected one of 'mnk:4x3x3'",
    );
    refuse(
        ["match", "ttt", "--first", first, "--opening", "2"],
        "plays from its own position on; expected no moves before",
    );
    refuse(
        ["match", "ttt", "--first", "table:no-such-file"],
        "player 'table:no-such-file'",
    );
    #[cfg(unix)]
    refuse(
        ["match", "ttt", "--first", "table:/dev/zero"],
        "expected a file",
    );
    let damaged = folder.join("damaged.json");
    fs::write(&damaged, "{}").unwrap();
    refuse(
        [
            "match",
            "ttt",
            "--first",
            &format!("table:{}", text(&damaged)),
        ],
        "expected a table as",
    );
}

#[test]
fn what_cannot_be_asked_is_said() {
    for (line, why) in [
        ("strategy go:2x2", "where history matters"),
        (
            "strategy ttt --role second --open b2",
            "X is to move, and the table plays second",
        ),
        ("strategy ttt --open d4", "expected a legal move"),
        (
            "strategy ttt --default first --count full",
            "only rows are counted",
        ),
        (
            "strategy ttt --role third",
            "possible values: first, second, both",
        ),
        ("strategy ttt -o table.doc", "expected a name that ends in"),
        ("strategy ttt -o no/such/folder.svg", "no such folder"),
        (
            "strategy ttt --certificate no/such/folder",
            "certificate no/such/folder",
        ),
        ("strategy ttt --json --format csv", "--format"),
    ] {
        refuse(line.split(' '), why);
    }
    // A finished game has an empty table.
    let ran = run_line("strategy ttt XXX/OO./... --json");
    assert_eq!(json(&ran)["size"], 0);
}
