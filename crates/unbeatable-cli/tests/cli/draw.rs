//! `draw`.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::run::{refuse, run, run_line};

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("draw_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The report of a picture that is written to a file, and the file.
#[track_caller]
fn drawn(arguments: &[&str], file: &str) -> (Json, Vec<u8>) {
    let path = folder(file).join(file);
    let path = path.to_str().expect("UTF-8");
    let ran = run([&["draw", "--json", "-o", path], arguments].concat());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
    let report: Json = serde_json::from_str(&ran.out).expect("JSON");
    let bytes = fs::read(path).expect("it was written");
    assert_eq!(report["file"], json!(path));
    assert_eq!(report["bytes"], json!(bytes.len()));
    (report, bytes)
}

/// Lomont's picture: all 765 classes by depth. It stands in the README as this command writes it.
#[test]
fn the_picture_in_the_readme_is_ours() {
    let ran = run_line("draw ttt");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ttt-765.svg");
    let kept = fs::read_to_string(file).expect("the picture is there");
    assert!(
        ran.out == kept,
        "docs/ttt-765.svg: write it again with unbeatable draw ttt -o docs/ttt-765.svg"
    );
    assert!(kept.len() < 300_000, "{} bytes", kept.len());
    assert!(kept.contains("aria-label=\"Tic-tac-toe: 765 classes of positions\""));
}

#[test]
fn classes_are_counted_by_depth_and_value() {
    let (report, _) = drawn(&["ttt"], "classes.svg");
    assert_eq!(report["boards"], json!(765));
    let by_depth = json!([1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(report["by_depth"], by_depth);
    assert_eq!(report["finished"], json!(138));
    let count = |name: &str| report["by_outcome"][name].as_u64().expect("a count");
    assert_eq!(count("X") + count("O") + count("draw"), 765);
    assert_eq!(report["edges"], Json::Null);
}

#[test]
fn formats() {
    let late = "XOX/.O./.X.";
    let (report, bytes) = drawn(&["ttt", late, "--of", "tree"], "tree.png");
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(
        (&report["boards"], &report["edges"]),
        (&json!(61), &json!(60))
    );
    let (report, bytes) = drawn(&["nim:1,2", "--of", "graph"], "graph.dot");
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.starts_with("digraph {\n"), "{text}");
    assert!(text.contains("n0 [label=\"1,2\", fillcolor"), "{text}");
    assert!(text.contains("n0 -> n1 [label=\"1-1\"]"), "{text}");
    assert_eq!(
        Some(text.matches(" -> ").count() as u64),
        report["edges"].as_u64()
    );
    // The name of the format counts, not the end of the file's.
    let (report, bytes) = drawn(&["nim:1", "--format", "svg"], "nim.png");
    assert_eq!(report["format"], json!("svg"));
    assert!(bytes.starts_with(b"<?xml"));
}

#[test]
fn trees_of_go_are_drawn_with_what_history_allows() {
    let (report, _) = drawn(&["go:1x2", "--of", "tree"], "go.svg");
    // As `count go:1x2 --of tree` has it.
    let counted = run_line("count go:1x2 --of tree --json");
    let counted: Json = serde_json::from_str(&counted.out).expect("JSON");
    assert_eq!(report["boards"], counted["count"]);
    refuse(
        ["draw", "go:2x2"],
        "go:2x2: expected --of tree or board: where repetition is forbidden, positions have no value of \
         their own",
    );
}

#[test]
fn too_many_boards_are_refused() {
    // As `count --of classes` has it: 1 + 6 + 85 + 904 + 9,664.
    refuse(
        ["draw", "mnk:5x5x4"],
        "expected at most 5000 boards, found 10660 up to depth 4: ask for --depth 3 or a \
         later position, or for more with --boards",
    );
    refuse(["draw", "ttt", "--boards", "0"], "1 to 100000");
}

#[test]
fn what_cannot_be_written_is_said_before_anybody_waits() {
    let large = "mnk:6x6x4";
    refuse(
        ["draw", large, "-o", "/no/such/folder/x.svg"],
        "cannot write /no/such/folder/x.svg: there is no such folder",
    );
    refuse(
        ["draw", large, "-o", "x.gif"],
        "file 'x.gif': expected a name that ends in .svg, .png or .dot, or --format",
    );
    refuse(
        ["draw", large, "--json"],
        "--json: expected -o FILE for the picture",
    );
}

#[test]
fn budgets_are_kept() {
    let ran = run_line("draw mnk:4x4x4 --depth 1 --nodes 1000");
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    assert!(ran.err.contains("--no-values"), "{}", ran.err);
    let ran = run_line("draw mnk:4x4x4 --depth 1 --nodes 1000 --no-values");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("draw, or not solved (4)"), "{}", ran.out);
}

/// One position: who wins with each move, and in Hex what matters.
#[test]
fn a_board_alone() {
    let (report, bytes) = drawn(&["hex:4x4", "--of", "board"], "map.svg");
    assert_eq!(report["boards"], json!(2));
    let svg = String::from_utf8(bytes).expect("SVG is text");
    for class in ["first", "second", "box"] {
        assert!(svg.contains(&format!("class=\"{class}\"")), "{class}");
    }
    let (report, _) = drawn(
        &["hex:6x6", "--moves", "a1,b1", "--of", "board"],
        "must.png",
    );
    assert_eq!(report["boards"], json!(2));
    let (report, _) = drawn(&["go:2x2", "--of", "board"], "go.svg");
    assert_eq!(report["boards"], json!(1));
    let over = ["hex:2x2", "X./XO", "--of", "board", "--no-values"];
    assert_eq!(drawn(&over, "over.svg").0["boards"], json!(1));
    refuse(
        ["draw", "hex:4x4", "--of", "board", "--format", "dot"],
        "expected a graph",
    );
}
