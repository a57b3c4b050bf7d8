//! `--checkpoint` and `--resume`: killed at any moment, damaged in any way.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::run::{Ran, program, refuse, run};

/// X wins, after 270,000 nodes: random3:30 of testdata/uttt-suite.csv.
const SHORT: &str = "X;X.....@..;X...O.XXX/........X/O...X.XX./.....XO../O....X.O./.OOXX..X./\
                     O.X..O.../O.O..OOX./..O..O...";

/// A draw, which takes two questions and 120,000 nodes: random5:34.
const DRAWN: &str = "X;.@....O..;..O.X.X../XO.....X./.OX...XOX/..XX...O./..O..OX.X/.O...X.../\
                     O...O..XO/.XOOO...X/O...X.OXO";

/// X wins, after six million nodes: selfplay-1s:24.
#[cfg(unix)]
const SECONDS: &str = "X;.@.......;X.O....../...X.O.O./..X...O.O/.X.O.O.../O...X..../.XX....O./\
                    ......X.O/.O.X.X.../.O.....XX";

/// Nobody knows who wins: selfplay-1s:20.
const LONG: &str = "X;.....@...;X.O....../...X.O.O./..X...O../.X.O.O.../O...X..../.X.....O./\
                    ......X.O/...X.X.../.O......X";

/// An empty folder of this name, for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("checkpoint-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder of our own");
    path
}

/// The arguments of a search that is kept in a file.
fn kept<'a>(position: &'a str, file: &'a str, every: &'a str) -> Vec<&'a str> {
    vec![
        "solve",
        "uttt",
        position,
        "--at-least",
        "1",
        "--memory",
        "1GiB",
        "--json",
        "--checkpoint",
        file,
        "--every",
        every,
    ]
}

fn text(path: &Path) -> &str {
    path.to_str().expect("folders have names that are text")
}

fn start(arguments: &[&str]) -> Child {
    program(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn json(ran: &Ran) -> Json {
    serde_json::from_str(&ran.out)
        .unwrap_or_else(|_| panic!("{:?}: {}{}", ran.code, ran.out, ran.err))
}

#[track_caller]
fn resume(file: &str) -> Json {
    let ran = run(["solve", "--resume", file, "--memory", "1GiB", "--json"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    json(&ran)
}

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(300), "{what}");
        sleep(Duration::from_millis(2));
    }
}

/// A checkpoint of a search that was stopped after some nodes.
fn stopped(folder: &Path) -> PathBuf {
    let file = folder.join("stopped");
    let mut arguments = kept(SHORT, text(&file), "1h");
    arguments.extend(["--nodes", "100k"]);
    let ran = run(arguments);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    let report = json(&ran);
    assert_eq!(report["checkpoint"]["file"], text(&file));
    let bytes = fs::metadata(&file).expect("it is there").len();
    assert_eq!(report["checkpoint"]["bytes"], bytes);
    assert!(bytes > 100_000, "{bytes} bytes");
    file
}

#[test]
fn a_spent_budget_leaves_one_to_go_on_from() {
    let folder = folder("budget");
    let file = stopped(&folder);
    let whole = json(&run(["solve", "uttt", SHORT, "--at-least", "1", "--json"]));
    let report = resume(text(&file));
    assert_eq!(report["at_least"], whole["at_least"]);
    assert_eq!(report["resumed"]["nodes"], 100_000);
    assert_eq!(report["position"], whole["position"]);
    // What is remembered is not searched again: some of it may be forgotten, little is.
    let nodes = |report: &Json| report["nodes"].as_u64().expect("a number");
    assert!(
        nodes(&report) > 100_000 && nodes(&report) < 3 * nodes(&whole),
        "{report} {whole}"
    );
    // In less memory as well, and in words.
    let ran = run([
        "solve",
        "uttt",
        SHORT,
        "--resume",
        text(&file),
        "--memory",
        "33MiB",
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("Yes: X can force a win"), "{}", ran.out);
    assert!(ran.out.contains("100,000 nodes and "), "{}", ran.out);
    // Nothing but the checkpoint is left in the folder.
    assert_eq!(fs::read_dir(&folder).expect("our folder").count(), 1);
}

/// Values go on as well, also after one of their questions is answered.
#[test]
fn values_go_on_too() {
    let folder = folder("value");
    let file = folder.join("value");
    let mut arguments = vec!["solve", "uttt", DRAWN, "--json", "--nodes", "15k"];
    arguments.extend(["--checkpoint", text(&file)]);
    let mut runs = 1;
    let mut ran = run(&arguments);
    arguments.extend(["--resume", text(&file)]);
    while ran.code == Some(3) && runs < 30 {
        assert_eq!(ran.err, "");
        ran = run(&arguments);
        runs += 1;
    }
    let report = json(&ran);
    assert_eq!(
        report["bounds"],
        serde_json::json!({"lower": 0, "upper": 0})
    );
    assert_eq!(report["best"].as_array().expect("moves").len(), 1);
    assert!(runs > 4, "{runs}: else this test shows nothing");
}

#[cfg(unix)]
/// What is tried first, under a restriction, is not kept; the search behind it is, on several threads.
#[test]
fn questions_about_a_limit_go_on_too() {
    let folder = folder("within");
    let file = folder.join("run");
    let file = text(&file);
    let line = "solve uttt:play-on --within 27 --nodes 90k --threads 2 --memory 1GiB --json";
    let mut arguments: Vec<&str> = line.split(' ').collect();
    arguments.extend(["--checkpoint", file]);
    let ran = run(arguments);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert!(json(&ran)["within"]["answer"].is_null());
    let report = resume(file);
    assert_eq!(report["within"]["plies"], 27);
    assert_eq!(report["within"]["answer"], false);
    let spent = report["resumed"]["nodes"].as_u64().expect("a number");
    assert!((1..=90_000).contains(&spent), "{spent}");
    refuse(
        ["solve", "uttt:play-on", "--within", "25", "--resume", file],
        "is about another question: expected --within 25, found --within 27",
    );
}

/// While a restriction is tried that nobody asked for, there is a checkpoint all the same, with nothing
/// in it; and a place that cannot be written is refused before.
#[test]
fn what_is_tried_first_leaves_one_to_begin_from() {
    let folder = folder("tried");
    let file = folder.join("run");
    let file = text(&file);
    let line = "solve uttt:play-on --within 43 --nodes 10k --json --checkpoint";
    let ask = |file| run(line.split(' ').chain([file]));
    let ran = ask(file);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert_eq!(json(&ran)["checkpoint"]["entries"], 0);
    assert_eq!(resume(file)["within"]["answer"], true);
    let missing = folder.join("missing").join("run");
    refuse(line.split(' ').chain([text(&missing)]), "cannot be written");
}

#[cfg(unix)]
#[test]
fn kill_in_the_middle_and_go_on() {
    let file = folder("kill").join("run");
    let goes_on = |_| {
        let is_killed = kill_after_checkpoints(SHORT, &file, "10ms").is_some();
        let ran = run(["solve", "--resume", text(&file), "--nodes", "1", "--json"]);
        is_killed && json(&ran)["resumed"]["nodes"].as_u64() > Some(0)
    };
    // Where this process has to wait for a processor, the other may be over before it is killed, or have
    // kept nothing yet.
    assert!((0..20).any(goes_on), "one is killed in the middle");
    let report = resume(text(&file));
    assert_eq!(report["at_least"]["answer"], true);
    assert!(report["resumed"]["nodes"].as_u64() > Some(0), "{report}");
}

/// Kill -9 in the middle of a solve of some seconds: the same value, and no more than the interval is lost.
#[cfg(unix)]
#[test]
#[ignore = "slow: 20 s"]
fn kill_in_the_middle_of_a_long_one_and_go_on() {
    let file = folder("kill-long").join("run");
    let ran_for = kill_after_checkpoints(SECONDS, &file, "500ms").expect("it takes seconds");
    let report = resume(text(&file));
    assert_eq!(report["at_least"]["answer"], true);
    let kept_for = report["resumed"]["seconds"].as_f64().expect("seconds");
    // Twice the interval where the machine is busy with something else.
    let lost = ran_for.as_secs_f64() - kept_for;
    assert!(lost < 1.5, "{lost} s of {ran_for:?}");
}

/// Begins a search with checkpoints at this interval, and kills it when the first one, which is empty, was
/// replaced twice. After how long; `None` if the search was over first.
#[cfg(unix)]
fn kill_after_checkpoints(position: &str, file: &Path, every: &str) -> Option<Duration> {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::ExitStatusExt;

    let _ = fs::remove_file(file);
    let begin = Instant::now();
    let mut child = start(&kept(position, text(file), every));
    let found = || fs::metadata(file).map(|found| (found.ino(), found.mtime(), found.mtime_nsec()));
    let mut seen = vec![];
    wait_for("three checkpoints", || {
        seen.extend(found().ok().filter(|found| seen.last() != Some(found)));
        seen.len() > 2 || child.try_wait().expect("a child of ours").is_some()
    });
    let ran_for = begin.elapsed();
    child.kill().expect("kill -9");
    let status = child.wait().expect("it has ended");
    (status.signal() == Some(9)).then_some(ran_for)
}

/// Twenty kills at random moments while one checkpoint after the other is written.
#[cfg(unix)]
#[test]
fn killed_while_it_writes() {
    let folder = folder("kills");
    let file = folder.join("run");
    let mut seed = u64::from(std::process::id());
    let mut parts = 0;
    for i in 0..200 {
        if i >= 20 && parts > 0 {
            break;
        }
        let mut arguments = kept(LONG, text(&file), "1ms");
        if i > 0 {
            arguments.extend(["--resume", text(&file)]);
        }
        let mut child = start(&arguments);
        wait_for("a first checkpoint", || file.exists());
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        sleep(Duration::from_millis(20 + (seed >> 33) % 200));
        child.kill().expect("kill -9");
        child.wait().expect("it has ended");
        let left = fs::read_dir(&folder).expect("our folder");
        parts += left.count() - 1;
        let ran = run(["solve", "--resume", text(&file), "--nodes", "1", "--json"]);
        assert_eq!(ran.code, Some(3), "kill {i}: {}", ran.err);
        assert_eq!(json(&ran)["position"], LONG);
    }
    assert!(
        parts > 0,
        "some were killed while they wrote, else this test shows nothing"
    );
    // What they left is cleaned up by the next one.
    let mut arguments = kept(LONG, text(&file), "1h");
    arguments.extend(["--resume", text(&file), "--nodes", "1"]);
    assert_eq!(run(arguments).code, Some(3));
    assert_eq!(fs::read_dir(&folder).expect("our folder").count(), 1);
}

#[cfg(unix)]
#[test]
fn signals_leave_a_checkpoint() {
    for signal in ["TERM", "INT", "HUP"] {
        let folder = folder(&format!("signal-{signal}"));
        let file = folder.join("run");
        let mut arguments = kept(LONG, text(&file), "1h");
        arguments.retain(|argument| *argument != "--json");
        arguments.extend(["--progress", "json"]);
        let mut child = start(&arguments);
        // It says how far it is: now and then.
        let err = BufReader::new(child.stderr.take().expect("it is a pipe"));
        let mut lines = err.lines();
        let is_far = |line: io::Result<String>| {
            let line = line.expect("progress is text");
            let now: Json = serde_json::from_str(&line).expect("progress is JSON");
            now["nodes"].as_u64() > Some(1000)
        };
        assert!(lines.by_ref().any(is_far), "it ended");
        assert!(file.exists(), "the first checkpoint comes first");
        let number = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &number]).status();
        assert!(sent.expect("kill starts").success());
        let rest: Vec<_> = lines.map_while(Result::ok).collect();
        let ran: Ran = child.wait_with_output().expect("it ends").into();
        assert_eq!(ran.code, Some(130), "{rest:?}");
        assert!(ran.out.contains("stopped: interrupted"), "{}", ran.out);
        assert!(ran.out.contains("checkpoint "), "{}", ran.out);
        assert!(
            ran.out.replace([' ', '\n'], "").contains(text(&file)),
            "{}",
            ran.out
        );
        let report = run(["solve", "--resume", text(&file), "--nodes", "1", "--json"]);
        assert!(
            json(&report)["resumed"]["nodes"].as_u64() > Some(1000),
            "{}",
            report.out
        );
    }
}

#[test]
fn checkpoints_of_something_else() {
    let folder = folder("else");
    let file = stopped(&folder);
    let file = text(&file);
    let check = |arguments: &[&str], what: &str| {
        let mut all = vec!["solve"];
        all.extend(arguments);
        all.extend(["--resume", file]);
        refuse(all, what);
    };
    check(&["ttt"], "is about another game: expected ttt, found uttt");
    check(
        &["uttt:play-on"],
        "is about another game: expected uttt:play-on, found uttt",
    );
    check(
        &["uttt", LONG],
        "is about another position: expected 'X;.....@",
    );
    check(
        &["uttt", SHORT, "--moves", "gb"],
        "is about another position: expected",
    );
    check(
        &["--at-least", "0"],
        "another question: expected --at-least 0, found --at-least 1",
    );
    check(
        &["uttt", SHORT, "--analysis", "off"],
        "is about another method: expected df-pn",
    );
    check(
        &["uttt", SHORT, "--symmetry", "on"],
        "is about another method: expected df-pn",
    );
    check(
        &["uttt", SHORT, "--plain"],
        "solver 'alpha-beta' keeps no checkpoints",
    );
    check(
        &["--solver", "pn"],
        "solver 'pn' keeps no checkpoints: expected --solver df-pn",
    );
    // What the checkpoint is about, said in full.
    let ran = run([
        "solve",
        "uttt",
        SHORT,
        "--at-least",
        "1",
        "--resume",
        file,
        "--solver",
        "df-pn",
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn solvers_that_keep_nothing() {
    let folder = folder("solvers");
    let file = folder.join("run");
    let check = |line: &str, what: &str| {
        let arguments = line.split_whitespace().chain(["--checkpoint", text(&file)]);
        refuse(arguments, what);
        assert!(!file.exists());
    };
    let only =
        |name: &str| format!("solver '{name}' keeps no checkpoints: expected --solver df-pn");
    check("solve ttt", &only("alpha-beta"));
    check("solve ttt --solver minimax", &only("minimax"));
    check("solve ttt --solver backward", &only("backward"));
    check("solve ttt --solver pn", &only("pn"));
    check("solve nim:3,5,7", &only("formula"));
    check(
        "solve go:2x2",
        "df-pn keeps no checkpoints where values depend on the history",
    );
    refuse(["solve", "ttt", "--every", "5m"], "--checkpoint");
    refuse(
        ["solve", "ttt", "--checkpoint", "x", "--every", "0s"],
        "allowed is 1ms to 3650d",
    );
}

#[test]
fn files_that_cannot_be_read() {
    let folder = folder("unreadable");
    let missing = folder.join("missing");
    refuse(
        ["solve", "--resume", text(&missing)],
        "cannot be read: No such file",
    );
    refuse(
        ["solve", "ttt", "--resume", text(&missing)],
        "cannot be read: No such file",
    );
    refuse(
        ["solve", "--resume", text(&folder)],
        "cannot be read: Is a directory",
    );
    let other = folder.join("other");
    for content in ["", "no checkpoint", &"x".repeat(100_000)] {
        fs::write(&other, content).expect("our folder");
        refuse(["solve", "--resume", text(&other)], "is no checkpoint");
    }
}

/// Cut off at every kind of place.
#[test]
fn files_that_are_cut_off() {
    let folder = folder("short");
    let bytes = fs::read(stopped(&folder)).expect("it is there");
    let file = folder.join("short");
    let head = bytes.iter().position(|byte| *byte == b'}').expect("a head");
    let lengths = [
        8,
        12,
        27,
        28,
        29,
        head,
        head + 2,
        head + 200,
        bytes.len() / 2,
        bytes.len() - 1,
    ];
    for length in lengths {
        fs::write(&file, &bytes[..length]).expect("our folder");
        refuse(["solve", "--resume", text(&file)], "is cut off: expected ");
    }
    let longer = [&bytes[..], b"\n"].concat();
    fs::write(&file, longer).expect("our folder");
    refuse(["solve", "--resume", text(&file)], "is damaged: its length");
}

/// One bit of a whole checkpoint, at hundreds of places.
#[test]
fn files_with_a_flipped_bit() {
    let folder = folder("flipped");
    let mut bytes = fs::read(stopped(&folder)).expect("it is there");
    let file = folder.join("flipped");
    let mut seed = 5_u64;
    for i in 0..300 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // A third of them before the entries.
        let at = match i % 3 {
            0 => (seed >> 33) as usize % 500,
            _ => (seed >> 33) as usize % bytes.len(),
        };
        let bit = 1 << (seed >> 30 & 7);
        bytes[at] ^= bit;
        fs::write(&file, &bytes).expect("our folder");
        let what = if at < 8 {
            "is no checkpoint"
        } else {
            "is damaged: its "
        };
        refuse(["solve", "--resume", text(&file)], what);
        bytes[at] ^= bit;
    }
}

#[test]
fn places_that_cannot_be_written() {
    let folder = folder("unwritable");
    let check = |file: &Path, what: &str| {
        refuse(kept(SHORT, text(file), "1h"), what);
    };
    check(
        &folder.join("no/folder"),
        "cannot be written: No such file or directory",
    );
    check(&folder, "cannot be written: expected the name of a file");
    let other = folder.join("other");
    fs::write(&other, "my thesis").expect("our folder");
    check(
        &other,
        "would replace a file that is none: expected another name",
    );
    assert_eq!(fs::read(&other).expect("it is there"), b"my thesis");
    check(&other.join("below"), "cannot be written: Not a directory");
    #[cfg(target_os = "linux")]
    check(Path::new("/proc/run"), "cannot be written: ");
    #[cfg(target_os = "linux")]
    check(
        Path::new("/dev/full"),
        "cannot be written: expected the name of a file",
    );
}

#[test]
fn one_that_is_there_is_replaced_and_said_so() {
    let folder = folder("there");
    let file = stopped(&folder);
    let before = fs::read(&file).expect("it is there");
    let mut arguments = kept(SHORT, text(&file), "1h");
    arguments.extend(["--nodes", "50k"]);
    let ran = run(&arguments);
    assert_eq!(ran.code, Some(3));
    assert!(
        ran.err.starts_with("warning: checkpoint '") && ran.err.contains("is there already"),
        "{}",
        ran.err
    );
    assert_ne!(fs::read(&file).expect("it is there"), before);
    arguments.extend(["--resume", text(&file)]);
    let ran = run(&arguments);
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""));
}

/// The disk is full, or as good as: no file may be longer than 64 KiB. The search goes on as far as it may,
/// each failure is one line, and the checkpoint that was there stays.
#[cfg(unix)]
#[test]
fn a_full_disk_does_not_end_the_search() {
    let folder = folder("full");
    let file = folder.join("run");
    let mut arguments = kept(SHORT, text(&file), "100ms");
    arguments.extend(["--quiet", "--nodes", "200k"]);
    let quoted: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
    let command = format!(
        "trap '' XFSZ; ulimit -f 128; exec '{}' {}",
        env!("CARGO_BIN_EXE_unbeatable"),
        quoted.join(" ")
    );
    let ran: Ran = Command::new("sh")
        .args(["-c", &command])
        .output()
        .expect("a shell")
        .into();
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert_eq!(json(&ran)["nodes"], 200_000);
    // The last one, if none before.
    assert!(ran.err.lines().count() >= 1, "{}", ran.err);
    for line in ran.err.lines() {
        assert!(
            line.starts_with("warning: checkpoint '")
                && line.contains("cannot be written: File too large"),
            "{line}"
        );
    }
    // Nothing half-written is left, and what is there is whole.
    assert_eq!(fs::read_dir(&folder).expect("our folder").count(), 1);
    assert_eq!(resume(text(&file))["at_least"]["answer"], true);
}

#[test]
fn progress_says_how_the_question_stands() {
    let arguments = [
        "solve",
        "uttt",
        LONG,
        "--at-least",
        "1",
        "--limit",
        "2s",
        "--progress",
        "json",
    ];
    let ran = run(arguments);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    let mut lines = 0;
    for line in ran.err.lines() {
        let now: Json = serde_json::from_str(line).expect("progress is JSON");
        // It had no time to begin.
        if now["nodes"] == 0 {
            continue;
        }
        lines += 1;
        assert_eq!(now["at_least"], 1, "{line}");
        assert!(
            now["proof"].as_f64() > Some(0.0) && now["disproof"].as_f64() > Some(0.0),
            "{line}"
        );
        assert!(now["nodes_per_second"].as_f64() > Some(0.0), "{line}");
        assert!(
            (0.0..1.0).contains(&now["table_fill"].as_f64().expect("a part")),
            "{line}"
        );
        assert!(!now["line"].as_array().expect("moves").is_empty(), "{line}");
        assert!(
            now["seconds_left"].is_null() || now["seconds_left"].is_f64(),
            "{line}"
        );
    }
    assert!(lines >= 1, "{}", ran.err);
}
