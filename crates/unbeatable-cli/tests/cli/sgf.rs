//! Game records: `--sgf`, `--move`, `--save-sgf`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value as Json, json};

use crate::run::{Ran, program, refuse, run};

/// A folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// The program with the words of `line` as arguments, in that folder.
fn run_in(folder: &PathBuf, line: &str) -> Ran {
    let mut command = program(line.split_whitespace());
    command.current_dir(folder);
    command.output().expect("the program starts").into()
}

#[track_caller]
fn json_in(folder: &PathBuf, line: &str) -> Json {
    let ran = run_in(folder, line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    serde_json::from_str(&ran.out).expect("standard output is JSON")
}

#[test]
fn every_command_reads_games() {
    let here = folder("every_command_reads_games");
    fs::write(here.join("game.sgf"), "(;GM[1]SZ[2];B[aa];W[bb];B[])").expect("a file");
    // Counting go comes later; that it reads games shows in its errors.
    for (command, rest) in [("solve", ""), ("analyze", ""), ("perft", "2")] {
        let position = |options: &str| {
            let line = format!("{command} go:2x2 {rest} --json --sgf game.sgf {options}");
            json_in(&here, &line)["position"].clone()
        };
        assert_eq!(position(""), "X./.O;W;pass;history=../..|X./..");
        assert_eq!(position("--move 0"), "../..;B");
        assert_eq!(position("--move 1"), "X./..;W;history=../..");
        let moves = position("--move 1 --moves pass,pass");
        assert_eq!(moves, "X./..;W;pass;pass;history=../..");
    }
}

#[test]
fn standard_input_is_a_file_too() {
    from_standard_input(&["solve", "go:2x1", "--json", "--sgf", "-"]);
    from_standard_input(&["solve", "--json", "--sgf", "-"]);
}

fn from_standard_input(arguments: &[&str]) {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it reads");
    input.write_all(b"(;SZ[2:1];B[aa])").expect("it reads all");
    drop(input);
    let ran: Ran = child.wait_with_output().expect("it ends").into();
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("\"X.;W;history=..\""), "{}", ran.out);
}

#[test]
fn a_record_tells_its_own_game() {
    let here = folder("a_record_tells_its_own_game");
    let game = |text: &str| {
        fs::write(here.join("game.sgf"), text).expect("a file");
        json_in(&here, "analyze --json --sgf game.sgf --move 1")["game"].clone()
    };
    assert_eq!(game("(;SZ[2:1];B[aa])"), "go:2x1");
    assert_eq!(game("(;SZ[2]KM[0.5]RU[AGA];B[aa])"), "go:2x2+komi=0.5+ssk");
    assert_eq!(game("(;SZ[2]RU[Tromp-Taylor];B[aa])"), "go:2x2+suicide");
    assert_eq!(game("(;SZ[2]RU[nz];B[aa])"), "go:2x2+ssk+suicide");
    // What this program writes, it takes back whole.
    for spec in ["go:2x2", "go:2x2+komi=1.5+nssk+suicide", "go:2x1+ssk"] {
        json_in(&here, &format!("solve {spec} --save-sgf saved.sgf --json"));
        let read = json_in(&here, "solve --json --sgf saved.sgf");
        assert_eq!(read["game"], spec);
    }
    fs::write(here.join("game.sgf"), "(;SZ[2]RU[Japanese])").expect("a file");
    let ran = run_in(&here, "solve --sgf game.sgf");
    assert_eq!(
        ran.err,
        "note: game.sgf: its rules, 'Japanese', are not known here: area scoring, positional \
         superko, no suicide count\n"
    );
    fs::write(here.join("game.sgf"), "(;B[pd])").expect("a file");
    let ran = run_in(&here, "solve --sgf game.sgf");
    let text = "error: game.sgf: expected at most 30 points, found a board of 19x19\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), text));
}

#[test]
fn another_komi_is_noted_unless_quiet() {
    let here = folder("another_komi_is_noted_unless_quiet");
    fs::write(here.join("game.sgf"), "(;SZ[2:1]KM[6.5])").expect("a file");
    let ran = run_in(&here, "solve go:2x1 --sgf game.sgf");
    assert_eq!(ran.code, Some(0));
    let note = "note: game.sgf: the komi of go:2x1 counts, 0, and not 'KM[6.5]'\n";
    assert_eq!(ran.err, note);
    assert_eq!(run_in(&here, "solve go:2x1 --sgf game.sgf -q").err, "");
    assert_eq!(
        run_in(&here, "solve go:2x1+komi=6.5 --sgf game.sgf").err,
        ""
    );
}

/// Texts that are no game of go:2x2, and what is said about them.
const WRONG: &[(&[u8], &str)] = &[
    (
        b"",
        "game.sgf: expected '(;', the beginning of a game, at line 1, character 1",
    ),
    (
        b"(;SZ[2];B[aa]",
        "game.sgf: expected a property, ';', '(' or ')' at line 1, character 14",
    ),
    (
        b"(;SZ[2]C[\xff])",
        "game.sgf: expected UTF-8 text, found something else at byte 10",
    ),
    (
        b"(;SZ[19])",
        "game.sgf: expected SZ[2], the board of go:2x2, found 'SZ[19]'",
    ),
    (
        b"(;GM[3]SZ[2])",
        "game.sgf: expected GM[1], Go, found 'GM[3]'",
    ),
    (
        b"(;SZ[2];B[aa];W[aa])",
        "game.sgf: move 2 'A2': expected an empty point, or pass",
    ),
    (
        b"(;SZ[2];B[aa];B[bb])",
        "game.sgf: move 2 'B[bb]': expected a move of White",
    ),
    (
        b"(;SZ[2];B[aa];AW[bb])",
        "game.sgf: AW after move 1: expected stones to be set up before",
    ),
    (
        b"(;SZ[2];B[\x1b[31m])",
        "game.sgf: move 1 'B[\\u{1b}[31m]': expected a point",
    ),
];

#[test]
fn wrong_games_are_one_line() {
    let here = folder("wrong_games_are_one_line");
    let file = here.join("game.sgf");
    let file = file.to_str().expect("UTF-8");
    for (text, what) in WRONG {
        fs::write(file, text).expect("a file");
        refuse(["solve", "go:2x2", "--sgf", file], what);
        refuse(["analyze", "go:2x2", "--sgf", file], what);
        refuse(["count", "go:2x2", "--of", "tree", "--sgf", file], what);
        refuse(["perft", "go:2x2", "1", "--sgf", file], what);
    }
    let deep = format!("(;SZ[2]{}", "(".repeat(100_000));
    fs::write(file, deep).expect("a file");
    refuse(
        ["solve", "go:2x2", "--sgf", file],
        "expected ';', a node, at line 1",
    );
    fs::write(file, vec![b' '; (16 << 20) + 1]).expect("a file");
    refuse(
        ["solve", "go:2x2", "--sgf", file],
        "game.sgf: expected at most 16 MiB",
    );
    fs::write(file, "(;SZ[2];B[aa])").expect("a file");
    let what = "game.sgf: expected at least 3 moves (--move 3), found 1";
    refuse(["solve", "go:2x2", "--move", "3", "--sgf", file], what);
    let what = "move 2 'Z9': expected a point from A1 to B2, or pass";
    refuse(["solve", "go:2x2", "--moves", "Z9", "--sgf", file], what);
    let what = "game 'ttt': expected go or hex, the games with SGF files here";
    refuse(["solve", "ttt", "--sgf", file], what);
    refuse(
        ["solve", "go:2x2", "../..;B", "--sgf", file],
        "cannot be used with",
    );
    refuse(["solve", "go:2x2", "--move", "1"], "--sgf <FILE>");
    let what = "expected a whole number, 0 to 10^9";
    refuse(["solve", "go:2x2", "--move", "all", "--sgf", file], what);
    refuse(
        ["solve", "go:2x2", "--sgf", "/no/such/file"],
        "cannot read /no/such/file: ",
    );
    let here = here.to_str().expect("UTF-8");
    refuse(["solve", "go:2x2", "--sgf", here], "cannot read ");
    let what = "standard input: expected '(;', the beginning of a game";
    refuse(["solve", "go:2x2", "--sgf", "-"], what);
}

/// A text without the version of the program, and without what an answer cost and who gave it.
fn without_costs(text: &str) -> String {
    let line = |line: &str| match line.split_once("AP[unbeatable:") {
        Some((before, _)) => format!("{before}AP[unbeatable:VERSION]\n"),
        None if line.contains(" nodes ") || line.contains(" node ") => "COST\n".into(),
        None if line.starts_with("alpha-beta: ") => {
            let end = line.split_once(']').map_or("", |(_, rest)| rest);
            format!("METHOD]{end}\n")
        }
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn answers_are_saved() {
    let here = folder("answers_are_saved");
    let begin = "X./..;W;history=../..";
    // The textbook's algorithm, so that what is saved stays the same.
    let save = "--save-sgf saved.sgf --json --solver alpha-beta --plain";
    let saved = |arguments: &[&str]| {
        let mut command = program(arguments.iter().copied().chain(save.split(' ')));
        let output = command.current_dir(&here).output();
        let ran: Ran = output.expect("the program starts").into();
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
        let text = fs::read_to_string(here.join("saved.sgf")).expect("it was saved");
        let report: Json = serde_json::from_str(&ran.out).expect("JSON");
        (text, report)
    };
    let (text, report) = saved(&["solve", "go:2x2", begin, "--moves", "B1"]);
    insta::assert_snapshot!("solve_saved", without_costs(&text));
    let again = json_in(
        &here,
        "solve go:2x2 --json --sgf saved.sgf --solver alpha-beta --plain",
    );
    for name in ["position", "outcome", "line", "nodes"] {
        assert_eq!(again[name], report[name], "{name}");
    }
    // The line of best play is read too, if it is asked for.
    let moves = 2 + report["line"].as_array().expect("a line").len();
    let end = format!("solve go:2x2 --json --sgf saved.sgf --move {moves}");
    let end = json_in(&here, &end);
    assert_eq!(end["outcome"], report["outcome"]);
    assert_eq!(end["best"], json!([]));
    let (text, report) = saved(&["analyze", "go:2x2", begin]);
    insta::assert_snapshot!("analyze_saved", without_costs(&text));
    let again = json_in(
        &here,
        "analyze go:2x2 --json --sgf saved.sgf --solver alpha-beta --plain",
    );
    assert_eq!(again["moves"], report["moves"]);
    let (text, _) = saved(&["solve", "go:2x2", "--moves", "A1 pass pass"]);
    insta::assert_snapshot!("over_saved", without_costs(&text));
    let files = fs::read_dir(&here).expect("a folder").count();
    assert_eq!(files, 1, "nothing is left beside the file");
}

#[test]
fn what_cannot_be_saved_is_said_before_the_search() {
    let here = folder("what_cannot_be_saved");
    let here = here.to_str().expect("UTF-8");
    // Nobody could wait for the answer.
    let check = |file: &str, what| refuse(["solve", "go:5x5", "--save-sgf", file], what);
    check(
        "-",
        "cannot write -: expected a file; standard output is for the answer",
    );
    check(here, "expected a file, found something else");
    check(
        "/no/such/folder/x.sgf",
        "cannot write /no/such/folder/x.sgf: there is no such folder",
    );
    let what = "game 'mnk:6x6x4': expected go or hex, the games with SGF files here";
    refuse(["solve", "mnk:6x6x4", "--save-sgf", "x.sgf"], what);
    #[cfg(unix)]
    check(
        "/dev/null",
        "cannot write /dev/null: expected a file, found something else",
    );
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_still_gets_the_file() {
    let here = folder("a_reader_that_leaves");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = program(["solve", "go:2x1", "--save-sgf", "saved.sgf"]);
    let output = command.current_dir(&here).stdout(writer).output();
    let ran: Ran = output.expect("the program starts").into();
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(here.join("saved.sgf").is_file());
}

#[test]
fn files_are_completed_where_they_are_meant() {
    let script = run(["completions", "bash"]).out;
    let options: Vec<&str> = script
        .split("compgen -f")
        .map(|before| before.rsplit("--").next().unwrap_or_default())
        .filter_map(|rest| rest.split_once(')').map(|(name, _)| name))
        .collect();
    let (last, files) = options.split_last().expect("there are options");
    assert_ne!(*last, "sgf", "what follows the last file is something else");
    let mut files = files.to_vec();
    // Short forms stand behind their long ones.
    files.retain(|name| name.starts_with(char::is_alphabetic));
    files.sort_unstable();
    let expected = [
        "batch",
        "batch",
        "batch",
        "batch",
        "book",
        "book",
        "book",
        "book",
        "book",
        "certificate",
        "certificate",
        "checkpoint",
        "hosts",
        "load",
        "openings",
        "output",
        "output",
        "output",
        "record",
        "resume",
        "save-sgf",
        "save-sgf",
        "sgf",
        "sgf",
        "sgf",
        "sgf",
        "sgf",
    ];
    assert_eq!(files, expected);
}
