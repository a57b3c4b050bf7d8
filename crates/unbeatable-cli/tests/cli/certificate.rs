//! `solve --certificate` and `verify`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::run::{Ran, refuse, run};

/// X wins, after 800,000 nodes: random3:30 of testdata/uttt-suite.csv.
const WON: &str = "X;X.....@..;X...O.XXX/........X/O...X.XX./.....XO../O....X.O./.OOXX..X./\
                   O.X..O.../O.O..OOX./..O..O...";

/// A draw: random3:42.
const DRAWN: &str = "X;X...@....;X...O.XXX/.X.O.O.OX/OO..X.XX./..X..XO../O....X.O./.OOXX.XX./\
                     OXX..O..O/O.O..OOXX/.XO.OO...";

/// An empty folder of this name, for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("certificate-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder of our own");
    path
}

fn json(ran: &Ran) -> Json {
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {}{}", ran.out, ran.err))
}

/// Solves with a certificate, and has it checked: both reports.
#[track_caller]
fn certified(file: &Path, arguments: &[&str]) -> (Json, Json) {
    let file = file.to_str().expect("folders have names that are text");
    let options = ["--certificate", file, "--json"];
    let ran = run([&["solve"], arguments, &options].concat());
    assert_eq!(ran.code, Some(0), "{arguments:?}: {}{}", ran.out, ran.err);
    let solved = json(&ran);
    let ran = run(["verify", file, "--json"]);
    assert_eq!(ran.code, Some(0), "{arguments:?}: {}{}", ran.out, ran.err);
    let verified = json(&ran)["certificates"][0].clone();
    assert_eq!(verified["verdict"], "accepted");
    for field in ["bytes", "sha256", "answers", "positions"] {
        assert_eq!(solved["certificate"][field], verified[field], "{field}");
    }
    for field in ["game", "position", "outcome"] {
        if solved["within"].is_null() && solved["at_least"].is_null() {
            assert_eq!(solved[field], verified[field], "{field}");
        }
    }
    (solved, verified)
}

#[test]
fn every_solver_certifies_what_it_proves() {
    let file = folder("solvers").join("c");
    for solver in ["minimax", "alpha-beta", "backward", "pn", "df-pn"] {
        for game in [
            "ttt",
            "ttt+misere",
            "mnk:4x3x3",
            "nim:2,3",
            "nim:1,2,3+misere",
        ] {
            if (solver, game) == ("minimax", "mnk:4x3x3") {
                continue;
            }
            certified(&file, &[game, "--solver", solver]);
        }
    }
    for solver in ["alpha-beta", "df-pn"] {
        certified(&file, &["go:2x2", "--solver", solver]);
        certified(&file, &["go:1x5", "--solver", solver]);
    }
    certified(&file, &["kayles:5,7", "--solver", "formula"]);
    certified(
        &file,
        &["mnk:4x4x3", "--analysis", "off", "--solver", "df-pn"],
    );
}

#[test]
fn questions_are_certified_as_they_were_asked() {
    let file = folder("questions").join("c");
    for (question, lower, upper) in [
        (&["ttt"][..], 0, 0),
        (&["ttt", "--at-least", "0"], 0, 1),
        (&["ttt", "--at-least", "1"], -1, 0),
        (&["mnk:4x4x3", "--within", "9"], 1, 1),
        (&["mnk:4x4x3", "--within", "3"], -1, -1),
        (&["ttt", "X.X/OO./X..", "--within", "1"], -1, -1),
        (&["ttt", "X.X/OO./...", "--within", "1"], 1, 1),
        (&["ttt", "XXX/OO./..."], 1, 1),
        (&["nim:0"], -1, -1),
        (&["go:2x2", "--at-least", "1"], 1, 4),
        (&["go:2x2", "--at-least", "2"], -4, 1),
        (&["go:2x2+komi=0.5"], 0, 0),
        (&["go:2x2", "X./.O;B;history=../..|X./.."], 1, 1),
        (&["uttt:play-on", "--within", "43"], 1, 1),
        (&["uttt:play-on"], 1, 1),
    ] {
        let (_, verified) = certified(&file, question);
        let bounds = &verified["bounds"];
        if question[0] == "go:2x2+komi=0.5" {
            assert_eq!(bounds.to_string(), r#"{"lower":0.5,"upper":0.5}"#);
            continue;
        }
        let expected = format!(r#"{{"lower":{lower},"upper":{upper}}}"#);
        assert_eq!(bounds.to_string(), expected, "{question:?}");
    }
}

#[test]
fn the_same_question_gives_the_same_file() {
    let folder = folder("same");
    for (i, question) in [&["uttt", WON][..], &["uttt", DRAWN], &["go:3x3"]]
        .iter()
        .enumerate()
    {
        let [a, b] = ["a", "b"].map(|name| folder.join(format!("{name}{i}")));
        certified(&a, question);
        certified(&b, question);
        assert!(
            fs::read(&a).unwrap() == fs::read(&b).unwrap(),
            "{question:?}"
        );
        // What other threads find, or a small table forgets, is as good.
        certified(&b, &[question, &["--threads", "2"][..]].concat());
        certified(&b, &[question, &["--memory", "32MiB"][..]].concat());
    }
}

#[test]
fn a_certificate_is_there_as_a_whole_or_not_at_all() {
    let folder = folder("whole");
    let file = folder.join("c");
    let name = file.to_str().unwrap();
    fs::write(&file, "what was there before").unwrap();
    let short = ["solve", "uttt", WON, "--certificate", name, "--json"];
    for (budget, reason) in [("--nodes", "nodes"), ("--limit", "time")] {
        let amount = if budget == "--nodes" { "10k" } else { "5ms" };
        let ran = run([&short[..], &[budget, amount]].concat());
        assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
        assert_eq!(json(&ran)["stopped"], reason);
        assert!(json(&ran)["certificate"].is_null());
    }
    // The answer is found, but the budget does not last for the strategy.
    let solved = json(&run(&short[..]))["nodes"].as_u64().unwrap();
    fs::write(&file, "what was there before").unwrap();
    let ran = run([&short[..], &["--nodes", &(solved + 100).to_string()]].concat());
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
    assert_eq!(json(&ran)["outcome"]["winner"], "X");
    assert_eq!(json(&ran)["certificate"]["stopped"], "nodes");
    assert_eq!(fs::read_to_string(&file).unwrap(), "what was there before");
    let left: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 1, "no piece is left: {left:?}");
    // Nowhere to write to is noticed before anything is searched.
    let nowhere = folder.join("no").join("c");
    for place in [nowhere.to_str().unwrap(), folder.to_str().unwrap()] {
        refuse(["solve", "go:5x6", "--certificate", place], "certificate ");
    }
    // The answer is not lost with it.
    for (question, file, why) in [
        (&["ttt", "--at-least", "-1"][..], name, "nothing to certify"),
        #[cfg(target_os = "linux")]
        (&["ttt"], "/dev/full", "expected the name of a file"),
    ] {
        let ran = run([&["solve"], question, &["--certificate", file]].concat());
        assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
        assert!(ran.err.contains(why), "{}", ran.err);
        assert_eq!(ran.out.contains("Yes: X can force"), question.len() > 1);
    }
    refuse(
        [
            "solve",
            "uttt",
            WON,
            "--certificate",
            name,
            "--checkpoint",
            name,
        ],
        "expected another file than the checkpoint",
    );
}

#[test]
fn what_is_no_certificate_is_refused() {
    let folder = folder("refused");
    let file = folder.join("c");
    let name = file.to_str().unwrap();
    let (_, verified) = certified(&file, &["ttt"]);
    let whole = fs::read(&file).unwrap();
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&file, bytes).unwrap();
        let ran = run(["verify", name]);
        assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
        let out: Vec<&str> = ran.out.split_whitespace().collect();
        let out = out.join(" ");
        assert!(out.contains("Refused") && out.contains(why), "{out}");
        let ran = run(["verify", name, "--json"]);
        assert_eq!(ran.code, Some(1));
        assert_eq!(json(&ran)["certificates"][0]["verdict"], "refused");
    };
    refused(b"", "it ends too early");
    refused(b"unbeatable", "it does not begin like a certificate");
    refused(&whole[..whole.len() - 1], "it ends too early");
    refused(&[&whole[..], b" "].concat(), "it goes on behind its end");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    refused(&flipped, "its checksum is wrong");
    refuse(["verify", "no-such-file"], "certificate no-such-file: ");
    refuse(["verify"], "required");
    // One bad file among good ones decides.
    let good = folder.join("good");
    fs::write(&good, &whole).unwrap();
    let ran = run(["verify", good.to_str().unwrap(), name, "--json"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(json(&ran)["certificates"][0]["sha256"], verified["sha256"]);
    assert_eq!(json(&ran)["certificates"][1]["verdict"], "refused");
}
