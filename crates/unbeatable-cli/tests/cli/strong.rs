//! `strong`, `probe`, `verify` and `--database`: made, killed, gone on with, damaged, asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::run::{program, refuse, run};

/// An empty folder of this name, for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("strong-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder of our own");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("folders have names that are text")
}

/// What was said on standard error, without the note of how long it will take: a slow machine gets one.
fn complaints(err: &str) -> Vec<&str> {
    let lines = err.lines();
    lines
        .filter(|line| !line.starts_with("note: about "))
        .collect()
}

/// What the program says as JSON.
#[track_caller]
fn ask(arguments: &[&str]) -> Json {
    let ran = run(arguments.iter().chain(&["--json"]));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(complaints(&ran.err).is_empty(), "{}", ran.err);
    serde_json::from_str(&ran.out).expect("standard output is JSON")
}

/// A database of that game.
#[track_caller]
fn made(game: &str, name: &str, options: &[&str]) -> (PathBuf, Json) {
    let database = folder(name).join("database");
    let report = ask(&[&["strong", game, "-o", text(&database)], options].concat());
    (database, report)
}

fn names(folder: &Path) -> Vec<String> {
    let found = fs::read_dir(folder).expect("our folder");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.expect("our file").file_name();
        name.into_string().expect("text")
    };
    let mut names: Vec<String> = found.map(name).collect();
    names.sort();
    names
}

/// Tromp's number of positions, and the values of all moves with and without the database.
#[test]
fn a_database_answers_as_searches_do() {
    let (database, report) = made("connect:4x4", "answers", &["--distances"]);
    assert_eq!(report["database"]["positions"], 161_029);
    assert_eq!(report["database"]["classes"], 80_541);
    assert_eq!(report["database"]["outcome"], json!({"winner": null}));
    assert!(
        report["database"]["bits_per_position"]
            .as_f64()
            .expect("a number")
            < 2.5
    );
    assert_eq!(names(&database), ["database.json", "table"]);
    let database = text(&database);
    for position in ["", "1", "2132", "22334141", "1122331", "43214321123"] {
        let searched = ask(&["analyze", "connect:4x4", position]);
        let consulted = ask(&["analyze", "connect:4x4", position, "--database", database]);
        let probed = ask(&["probe", database, position]);
        assert_eq!(probed["outcome"], searched["outcome"], "{position}");
        assert_eq!(consulted["outcome"], searched["outcome"], "{position}");
        assert_eq!(consulted["distance"], probed["distance"], "{position}");
        assert_eq!(consulted["options"]["database"], database);
        assert!(consulted["nodes"].as_u64() <= Some(40), "{consulted}");
        let sorted = |report: &Json| {
            let moves = report["moves"].as_array().expect("moves").clone();
            let mut moves: Vec<_> = moves
                .iter()
                .map(|m| {
                    (
                        m["move"].to_string(),
                        m["outcome"].clone(),
                        m["distance"].clone(),
                    )
                })
                .collect();
            moves.sort_by(|a, b| a.0.cmp(&b.0));
            moves
        };
        assert_eq!(sorted(&probed), sorted(&consulted), "{position}");
        // The search has distances here: the game is small enough to be solved backwards.
        assert_eq!(sorted(&probed), sorted(&searched), "{position}");
        let solved = ask(&["solve", "connect:4x4", position, "--database", database]);
        assert_eq!(solved["outcome"], searched["outcome"], "{position}");
    }
    // A search that uses no analysis asks no database, and does not say that it did.
    let plain = ask(&[
        "solve",
        "connect:4x4",
        "22334141",
        "--plain",
        "--database",
        database,
    ]);
    assert_eq!(plain["options"]["database"], Json::Null);
    let verified = ask(&["verify", database]);
    let verdict = &verified["databases"][0];
    assert_eq!(verdict["verdict"], "accepted");
    assert_eq!(verdict["positions"], 161_029);
    assert_eq!(verdict["digest"], report["database"]["digest"]);
    let ran = run(["probe", database, "2132"]);
    assert!(
        ran.out.contains("draw") || ran.out.contains("wins"),
        "{}",
        ran.out
    );
    let ran = run(["verify", database]);
    assert!(
        ran.out.contains("Right: all values of 161,029 positions."),
        "{}",
        ran.out
    );
}

#[test]
fn a_perfect_player_may_ask_a_database() {
    let (database, _) = made("connect:4x4", "player", &[]);
    let question =
        "match connect:4x4 --first perfect --second random --games 20 --seed 3 --database";
    let arguments: Vec<&str> = question.split(' ').chain([text(&database)]).collect();
    let report = ask(&arguments);
    assert_eq!(report["second_wins"], 0);
}

/// Threads, memory, an archive beside it: the digest is the same.
#[test]
fn the_digest_does_not_depend_on_how_it_was_made() {
    let (wide, report) = made("connect:5x4", "digest", &["--threads", "1", "--distances"]);
    let digest = &report["database"]["digest"];
    assert_eq!(report["database"]["positions"], 3_945_711);
    let (narrow, other) = made("connect:5x4", "narrow", &["--memory", "64MiB", "--archive"]);
    assert_eq!(&other["database"]["digest"], digest);
    assert!(names(&narrow).contains(&"layer-20.values".to_string()));
    assert_eq!(
        ask(&["verify", text(&narrow)])["databases"][0]["verdict"],
        "accepted"
    );
    // The archive knows distances that the table does not have.
    for position in ["3324", "1122", "33445511"] {
        let [exact, known] =
            [&narrow, &wide].map(|database| ask(&["probe", text(database), position]));
        assert_eq!(exact["distance"], known["distance"], "{position}");
        assert_eq!(exact["outcome"], known["outcome"], "{position}");
    }
}

/// Without distances it says none, and moves are in the order of their values.
#[test]
fn without_distances_none_are_said() {
    let (database, _) = made("connect:5x4", "values", &[]);
    let database = text(&database);
    for position in ["3324", "332", "112233", "12345"] {
        for report in [
            ask(&["probe", database, position]),
            ask(&[
                "analyze",
                "connect:5x4",
                position,
                "--nodes",
                "50",
                "--solver",
                "alpha-beta",
                "--database",
                database,
            ]),
        ] {
            assert_eq!(report["distance"], Json::Null, "{report}");
            let turn = &report["turn"];
            let rank = |m: &Json| {
                assert_eq!(m["distance"], Json::Null, "{report}");
                match &m["outcome"]["winner"] {
                    Json::Null => 1,
                    winner if winner == turn => 0,
                    _ => 2,
                }
            };
            let moves = report["moves"].as_array().expect("moves");
            assert!(moves.is_sorted_by_key(rank), "{report}");
        }
    }
    let verified = ask(&["verify", database]);
    let verdict = &verified["databases"][0];
    assert_eq!(verdict["digest"], Json::Null, "distances were not checked");
    assert!(verdict["digest_of_values"].is_string());
    // There is less memory than that takes.
    let narrow = run(["verify", database, "--memory", "50MiB", "--json"]);
    assert_eq!(narrow.code, Some(3), "{}", narrow.err);
    let narrow: Json = serde_json::from_str(&narrow.out).expect("JSON");
    assert_eq!(narrow["databases"][0]["stopped"], "memory");
}

/// Killed at any moment, it goes on, and ends with the same digest.
#[cfg(unix)]
#[test]
fn killed_and_gone_on_with() {
    let (_, whole) = made("connect:5x4", "whole", &[]);
    let database = folder("killed").join("database");
    let arguments = ["strong", "connect:5x4", "-o", text(&database), "--json"];
    let arguments = arguments.into_iter().chain(["--threads", "1"]);
    let mut kills = 0;
    let mut patience = Duration::from_millis(200);
    let report = loop {
        let mut child = program(arguments.clone())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let begin = Instant::now();
        while begin.elapsed() < patience && child.try_wait().expect("a child of ours").is_none() {
            sleep(Duration::from_millis(5));
        }
        if child.try_wait().expect("a child of ours").is_none() {
            child.kill().expect("it can be killed");
            kills += 1;
            patience += Duration::from_millis(200);
            child.wait().expect("it ends");
            continue;
        }
        let output = child.wait_with_output().expect("it has ended");
        break serde_json::from_slice::<Json>(&output.stdout).expect("standard output is JSON");
    };
    assert!(kills > 1, "{kills}: else this test shows nothing");
    assert_eq!(report["resumed"], true);
    assert_eq!(report["database"]["digest"], whole["database"]["digest"]);
    assert_eq!(names(&database), ["database.json", "table"]);
}

/// A time limit and Ctrl-C leave what there is.
#[test]
fn stopped_and_gone_on_with() {
    let database = folder("stopped").join("database");
    let arguments = ["strong", "connect:5x5", "-o", text(&database), "--json"];
    // A busy machine takes longer for the first layers.
    for limit in ["1s", "2s", "4s", "8s", "16s"] {
        let ran = run(arguments
            .iter()
            .chain(&["--limit", limit, "--threads", "1"]));
        assert_eq!(ran.code, Some(3), "{}", ran.err);
        let report: Json = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(report["stopped"], "time");
        assert_eq!(report["database"], Json::Null);
        if names(&database).contains(&"layer-05.keys".to_string()) {
            break;
        }
    }
    assert!(names(&database).contains(&"layer-05.keys".to_string()));
    refuse(["probe", text(&database)], "unfinished");
    refuse(
        ["strong", "connect:5x4", "-o", text(&database)],
        "another game",
    );
    refuse(
        ["strong", "connect:5x5", "1", "-o", text(&database)],
        "another position",
    );
    // A layer that is gone is said to be.
    fs::remove_file(database.join("layer-03.keys")).expect("our file");
    refuse(arguments, "layer 3 is missing");
    // Another version of the format.
    let run_json = database.join("run.json");
    let text = fs::read_to_string(&run_json).expect("our file");
    let newer = text.replace("\"format\":1", "\"format\":2");
    assert_ne!(newer, text);
    fs::write(&run_json, newer).expect("our file");
    refuse(arguments, "another version: expected 1, found 2");
    fs::write(&run_json, "{").expect("our file");
    refuse(arguments, "damaged");
}

#[test]
fn what_is_no_database_is_refused() {
    let place = folder("refused");
    refuse(["probe", text(&place)], "not a database");
    refuse(["verify", text(&place)], "not a database");
    refuse(["probe", text(&place.join("nothing"))], "No such file");
    fs::write(place.join("letter"), "Dear reader").expect("our file");
    refuse(
        ["strong", "connect:4x3", "-o", text(&place)],
        "holds other files",
    );
    assert_eq!(names(&place), ["letter"], "nothing is lost");
    let file = place.join("letter");
    refuse(
        ["strong", "connect:4x3", "-o", text(&file)],
        "cannot be written",
    );
    refuse(["strong", "connect:4x3"], "--output");
    refuse(["strong", "go:2x2", "--forecast"], "such as connect:5x4");
    refuse(["strong", "mnk:8x8x5", "--forecast"], "such as connect:5x4");
    let (database, report) = made("connect:4x3", "other", &[]);
    let database = text(&database);
    refuse(
        ["strong", "connect:4x4", "-o", database],
        "a finished database",
    );
    refuse(
        ["strong", "connect:4x3", "--archive", "-o", database],
        "a finished database",
    );
    let again = run(["strong", "connect:4x3", "-o", database, "--json", "--quiet"]);
    let again: Json = serde_json::from_str(&again.out).expect("JSON");
    assert_eq!(again["database"]["digest"], report["database"]["digest"]);
    let new = place.join("new");
    refuse(
        [
            "strong",
            "connect:4x3",
            "-o",
            text(&new),
            "--memory",
            "32MiB",
        ],
        "MiB or more",
    );
    refuse(
        ["solve", "connect:4x4", "--database", database],
        "of another game: expected connect:4x4",
    );
    refuse(
        ["serve", "--port", "0", "--database", text(&place)],
        "not a database",
    );
    // Positions of another root are outside.
    let (late, _) = made("connect:4x3", "late", &["--moves", "1 1"]);
    refuse(["probe", text(&late), "2"], "does not have this position");
    refuse(
        ["solve", "connect:4x3", "2", "--database", text(&late)],
        "does not have this position",
    );
    assert_eq!(ask(&["probe", text(&late), "112"])["turn"], "O");
    assert_eq!(ask(&["probe", text(&late)])["turn"], "X");
}

/// Every file of a database, damaged somewhere, cut short, exchanged.
#[test]
fn damage_is_found() {
    let (database, _) = made("connect:4x3", "damage", &["--archive", "--distances"]);
    for name in names(&database) {
        let path = database.join(&name);
        let bytes = fs::read(&path).expect("our file");
        for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            fs::write(&path, damaged).expect("our file");
            let ran = run(["verify", text(&database)]);
            assert!(
                matches!(ran.code, Some(1 | 2)),
                "{name} {at}: {}{}",
                ran.out,
                ran.err
            );
            assert_eq!(
                ran.out.is_empty(),
                ran.code == Some(2),
                "{}{}",
                ran.out,
                ran.err
            );
        }
        fs::write(&path, &bytes[..bytes.len() - 1]).expect("our file");
        let ran = run(["verify", text(&database)]);
        assert_eq!(ran.code, Some(1), "{name}: {}{}", ran.out, ran.err);
        fs::remove_file(&path).expect("our file");
        let ran = run(["verify", text(&database)]);
        // Without its header it is no database.
        let code = if name == "database.json" { 2 } else { 1 };
        assert_eq!(ran.code, Some(code), "{name}: {}{}", ran.out, ran.err);
        fs::write(&path, &bytes).expect("our file");
    }
    assert_eq!(run(["verify", text(&database)]).code, Some(0));
}

/// Where a file cannot grow, one line says so, and what was finished stays.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let database = folder("full").join("database");
    let limited = |blocks: u32| {
        let line = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" strong connect:5x4 -o \"$1\" --json"
        );
        Command::new("bash")
            .args([
                "-c",
                &line,
                env!("CARGO_BIN_EXE_unbeatable"),
                text(&database),
            ])
            .output()
            .expect("a shell starts")
    };
    let output = limited(64);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(complaints(&error).len(), 1, "{error}");
    assert!(error.contains("File too large"), "{error}");
    let left = names(&database);
    assert!(left.contains(&"layer-08.keys".to_string()), "{left:?}");
    assert!(left.iter().all(|name| !name.ends_with(".part")), "{left:?}");
    // With room again it goes on.
    let report = run([
        "strong",
        "connect:5x4",
        "-o",
        text(&database),
        "--json",
        "--quiet",
    ]);
    let report: Json = serde_json::from_str(&report.out).expect("JSON");
    assert_eq!(report["resumed"], true);
    assert_eq!(report["database"]["positions"], 3_945_711);
}

/// What a process leaves that is killed at the last moment is tidied up, and the answer is the same.
#[test]
fn what_is_left_beside_a_finished_database_goes() {
    let (archive, report) = made("connect:4x3", "left", &["--archive"]);
    let (database, _) = made("connect:4x3", "left-over", &[]);
    for name in ["layer-03.keys", "layer-03.values"] {
        fs::copy(archive.join(name), database.join(name)).expect("our file");
    }
    fs::write(database.join("run.json"), "{}").expect("our file");
    let arguments = [
        "strong",
        "connect:4x3",
        "-o",
        text(&database),
        "--json",
        "--quiet",
    ];
    let ran = run(arguments);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let again: Json = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(again["database"]["digest"], report["database"]["digest"]);
    assert_eq!(names(&database), ["database.json", "table"]);
}

/// Two at a time do not get in each other's way.
#[cfg(unix)]
#[test]
fn a_folder_belongs_to_one_process() {
    let database = folder("two").join("database");
    let arguments = ["strong", "connect:5x5", "-o", text(&database), "--quiet"];
    let mut child = program(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    while !database.join("layer-03.keys").exists() {
        let ended = child.try_wait().expect("a child of ours");
        assert!(ended.is_none(), "{ended:?}");
        sleep(Duration::from_millis(5));
    }
    refuse(arguments, "another process is at work there");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn a_forecast_says_how_large_and_how_long() {
    let report = ask(&["strong", "connect:5x5", "--forecast"]);
    let forecast = &report["forecast"];
    let number = |name: &str| forecast[name].as_f64().expect("a number");
    let off = number("positions") / 69_763_700.0 - 1.0;
    assert!(off.abs() < 0.02 + 2.0 * number("error"), "{off} {forecast}");
    assert!(number("error") > 0.0 && number("error") < 0.3, "{forecast}");
    assert!(number("seconds_low") < number("seconds"), "{forecast}");
    assert!(number("seconds") < number("seconds_high"), "{forecast}");
    assert!(number("seconds") < 1000.0, "{forecast}");
    assert_eq!(forecast["layers"].as_array().expect("layers").len(), 26);
    let ran = run(["strong", "connect:7x6", "--forecast"]);
    assert!(
        ran.out.contains("trillion positions, give or take"),
        "{}",
        ran.out
    );
}
