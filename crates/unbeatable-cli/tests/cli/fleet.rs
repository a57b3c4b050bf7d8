//! `strong` by several workers and processes: the same digest, whoever is lost on the way.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::run::{Ran, program, refuse, run, run_json};

/// An empty folder of this name, for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fleet-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder of our own");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("folders have names that are text")
}

/// What the program says as JSON.
#[track_caller]
fn ask(line: &str) -> Json {
    run_json(&format!("{line} --json"))
}

/// Addresses of this machine at which nobody listens, in a file; and what is in it.
fn hosts(folder: &Path, count: usize) -> (PathBuf, Vec<String>) {
    let listen = |_| TcpListener::bind("127.0.0.1:0").expect("a free port");
    let listeners: Vec<TcpListener> = (0..count).map(listen).collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("an address").to_string();
    let hosts: Vec<String> = listeners.iter().map(address).collect();
    let file = folder.join("hosts");
    fs::write(&file, hosts.join("\n")).expect("our file");
    (file, hosts)
}

/// One process of a fleet. Each has a folder of its own if `is_shared` is not.
struct Process {
    game: &'static str,
    folder: PathBuf,
    hosts: PathBuf,
    options: Vec<String>,
}

impl Process {
    fn start(&self, process: usize) -> Child {
        let process = process.to_string();
        let fixed = [
            "strong",
            self.game,
            "--json",
            "--output",
            text(&self.folder),
            "--hosts",
            text(&self.hosts),
            "--process",
            &process,
        ];
        program(
            fixed
                .into_iter()
                .chain(self.options.iter().map(String::as_str)),
        )
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
    }
}

fn end(child: Child) -> Ran {
    child.wait_with_output().expect("it ends").into()
}

/// Processes in one folder, each with so many workers.
fn process(game: &'static str, place: &Path, hosts: &Path, workers: usize) -> Process {
    Process {
        game,
        folder: place.join("database"),
        hosts: hosts.into(),
        options: ["--workers", &workers.to_string()].map(String::from).into(),
    }
}

/// Whoever ends it, and on what number of workers: one digest; and the parts are one database.
#[test]
fn a_fleet_makes_the_database_that_one_makes() {
    let place = folder("digest");
    let alone = place.join("alone");
    let whole = ask(&format!(
        "strong connect:4x4 --distances -o {}",
        text(&alone)
    ));
    for workers in ["1", "3"] {
        let together = place.join(format!("of-{workers}"));
        let made = ask(&format!(
            "strong connect:4x4 --distances --workers {workers} -o {}",
            text(&together)
        ));
        assert_eq!(made["database"]["digest"], whole["database"]["digest"]);
        assert_eq!(made["database"]["layers"], whole["database"]["layers"]);
        assert_eq!(made["database"]["outcome"], whole["database"]["outcome"]);
        let verified = ask(&format!("verify {}", text(&together)));
        assert_eq!(
            verified["databases"][0]["verdict"], "accepted",
            "{verified}"
        );
        for position in ["''", "2132", "22334141"] {
            let probe = |of: &Path| ask(&format!("probe {} {position}", text(of)));
            let (mut ours, mut theirs) = (probe(&together), probe(&alone));
            assert_ne!(ours["database"].take(), theirs["database"].take());
            assert_eq!(ours, theirs);
        }
        // Once more: it is there already.
        let again = run(format!(
            "strong connect:4x4 --distances --workers {workers} --json -o {}",
            text(&together)
        )
        .split(' '));
        assert!(again.err.contains("finished already"), "{}", again.err);
        let again: Json = serde_json::from_str(&again.out).expect("JSON");
        assert_eq!(again["database"]["digest"], whole["database"]["digest"]);
    }
}

/// Two processes with disks of their own; the parts are copied together afterwards.
#[test]
fn processes_make_parts_that_probe_as_one() {
    let place = folder("disks");
    let whole = ask(&format!(
        "strong connect:4x4 -o {}",
        text(&place.join("alone"))
    ));
    let (hosts, _) = hosts(&place, 2);
    let fleet = |i: usize| {
        let mut one = process("connect:4x4", &place, &hosts, 2);
        one.folder = place.join(format!("disk-{i}"));
        one
    };
    let second = fleet(1).start(1);
    let first = end(fleet(0).start(0));
    let second = end(second);
    for ran in [first, second] {
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let report: Json = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(report["database"]["digest"], whole["database"]["digest"]);
    }
    let (one, other) = (place.join("disk-0"), place.join("disk-1"));
    refuse(["probe", text(&one)], "part-002");
    for part in ["part-002", "part-003"] {
        fs::rename(other.join(part), one.join(part)).expect("our folders");
    }
    let probed = ask(&format!("probe {}", text(&one)));
    assert_eq!(probed["outcome"], whole["database"]["outcome"]);
    let verified = ask(&format!("verify {}", text(&one)));
    assert_eq!(verified["databases"][0]["verdict"], "accepted");
}

/// One of two is killed in the middle: the other says so in a line, and both go on to the same digest.
#[test]
fn a_process_is_killed_and_both_go_on() {
    let place = folder("killed");
    let whole = ask(&format!(
        "strong connect:5x4 -o {}",
        text(&place.join("alone"))
    ));
    let (hosts, addresses) = hosts(&place, 2);
    let fleet = process("connect:5x4", &place, &hosts, 1);
    let mut kills = 0;
    for layer in [4, 9, 13] {
        let reached = format!("part-001/layer-{layer:02}.keys");
        let reached = fleet.folder.join(reached);
        // It got further than it was meant to, before it was killed.
        if reached.exists() {
            continue;
        }
        let first = fleet.start(0);
        let mut second = fleet.start(1);
        let begin = Instant::now();
        while !reached.exists() && begin.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(1));
        }
        second.kill().expect("it can be killed");
        second.wait().expect("it ends");
        let first = end(first);
        if first.code == Some(0) {
            break;
        }
        kills += 1;
        assert_eq!(first.code, Some(2), "{}", first.err);
        let told: Vec<&str> = first.err.lines().collect();
        let lost = format!(
            "error: process 1 ({}) has ended, or the connection to it is lost",
            addresses[1]
        );
        let last = told.last().expect("a line");
        assert!(last.starts_with(&lost), "{}", first.err);
        assert!(
            told[..told.len() - 1]
                .iter()
                .all(|line| line.starts_with("note: "))
        );
    }
    assert!(kills > 0, "else this test shows nothing");
    let second = fleet.start(1);
    let first = end(fleet.start(0));
    assert_eq!(end(second).code, Some(0));
    assert_eq!(first.code, Some(0), "{}", first.err);
    let report: Json = serde_json::from_str(&first.out).expect("JSON");
    assert_eq!(report["resumed"], true);
    assert_eq!(report["database"]["digest"], whole["database"]["digest"]);
}

/// One of two is killed, and its disk is lost with it: one with an empty folder takes its place.
#[test]
fn a_lost_disk_costs_no_more_than_time() {
    let place = folder("lost");
    let whole = ask(&format!(
        "strong connect:5x4 -o {}",
        text(&place.join("alone"))
    ));
    let (hosts, _) = hosts(&place, 2);
    let fleet = |i: usize| {
        let mut one = process("connect:5x4", &place, &hosts, 1);
        one.folder = place.join(format!("disk-{i}"));
        one.start(i)
    };
    let (first, mut second) = (fleet(0), fleet(1));
    let lost = place.join("disk-1");
    let begin = Instant::now();
    while !lost.join("part-001/layer-09.keys").exists() {
        assert!(begin.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(1));
    }
    second.kill().expect("it can be killed");
    second.wait().expect("it ends");
    assert_eq!(end(first).code, Some(2));
    fs::remove_dir_all(&lost).expect("our folder");
    let second = fleet(1);
    for ran in [end(fleet(0)), end(second)] {
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let report: Json = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(report["database"]["digest"], whole["database"]["digest"]);
    }
}

/// Wrong calls, and fleets that do not fit together.
#[test]
fn what_does_not_fit_is_said_in_a_line() {
    let place = folder("refused");
    let (file, addresses) = hosts(&place, 2);
    let database = place.join("database");
    let strong = |options: &str| {
        let fixed = format!("strong connect:4x4 -o {} {options}", text(&database));
        fixed
            .split_whitespace()
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let hosts = text(&file);
    refuse(strong("--workers 0"), "--workers");
    refuse(strong("--workers 2 --threads 2"), "--threads");
    refuse(strong(&format!("--hosts {hosts}")), "--process");
    refuse(strong("--process 1"), "--hosts");
    refuse(
        strong(&format!("--hosts {hosts} --process 2")),
        "--process 2: expected 0 to 1",
    );
    refuse(strong("--hosts nowhere --process 0"), "hosts 'nowhere': ");
    let odd = place.join("odd");
    fs::write(&odd, "node1:2101\nnode2").expect("our file");
    refuse(
        strong(&format!("--hosts {} --process 0", text(&odd))),
        "line 2: 'node2': expected an address with a port",
    );
    // More than there can be hosts; a device has no end at all.
    let long = format!("node1:2101\n#{}\nnode2", "-".repeat(1 << 20));
    fs::write(&odd, &long).expect("our file");
    refuse(
        strong(&format!("--hosts {} --process 0", text(&odd))),
        &format!(
            "odd': {} bytes or more: expected at most 1048576",
            long.len()
        ),
    );
    #[cfg(unix)]
    refuse(
        strong("--hosts /dev/zero --process 0"),
        "hosts '/dev/zero': 1048577 bytes or more: expected at most 1048576",
    );
    // Nobody is there.
    let ran = run(strong(&format!(
        "--workers 1 --hosts {hosts} --process 1 --wait 1s"
    )));
    let told = format!("error: process 0 ({}) cannot be reached: ", addresses[0]);
    assert!(
        ran.code == Some(2) && ran.err.starts_with(&told),
        "{}",
        ran.err
    );
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    // Another number of workers than before.
    let ran = run(strong("--workers 2 --limit 1ms"));
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    refuse(
        strong("--workers 3"),
        "another number of workers: expected 3 in all, found 2",
    );
    refuse(strong(""), "holds a run by 2 workers");
    // Nothing is lost.
    assert_eq!(run(strong("--workers 2")).code, Some(0));
    refuse(strong("--workers 3"), "holds a finished database");
    refuse(strong("--workers 2 --archive"), "holds a finished database");
}

/// A process of another version: whoever listens says what is different, and the other is told, too.
#[test]
fn another_version_is_a_stranger() {
    let place = folder("version");
    let (file, addresses) = hosts(&place, 2);
    let child = process("connect:4x4", &place, &file, 1).start(0);
    let begin = Instant::now();
    let mut other = loop {
        match TcpStream::connect(&addresses[0]) {
            Ok(stream) => break stream,
            Err(error) => assert!(begin.elapsed() < Duration::from_secs(60), "{error}"),
        }
        sleep(Duration::from_millis(10));
    };
    // What it says of itself is what it expects of others, but for the version.
    let mut front = [0; 21];
    other.read_exact(&mut front).expect("a greeting");
    assert_eq!(&front[..17], b"unbeatable fleet\n");
    let length = u32::from_be_bytes(front[17..].try_into().expect("four bytes"));
    let mut said = vec![0; length as usize];
    other.read_exact(&mut said).expect("a greeting");
    let said = String::from_utf8(said).expect("text");
    let mut greeting: Json = serde_json::from_str(&said).expect("JSON");
    greeting["process"] = 1.into();
    assert_eq!(greeting["terms"][0][0], "version");
    greeting["terms"][0][1] = "unbeatable 99".into();
    let answer = greeting.to_string();
    let length = (answer.len() as u32).to_be_bytes();
    let bytes = [&front[..17], &length, answer.as_bytes()].concat();
    other.write_all(&bytes).expect("it listens");
    let ran = end(child);
    assert_eq!(ran.code, Some(2));
    let expected = format!(
        "process 1 ({}) has another version: expected unbeatable ",
        addresses[1]
    );
    assert!(ran.err.contains(&expected), "{}", ran.err);
    assert!(ran.err.contains("found unbeatable 99"), "{}", ran.err);
}

/// A disk that is full, for one of two workers: a line, and nothing lost.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_in_a_line() {
    let place = folder("full");
    let database = place.join("database");
    let whole = ask(&format!(
        "strong connect:5x4 -o {}",
        text(&place.join("alone"))
    ));
    let command = format!(
        "ulimit -f 64; trap '' XFSZ; exec {} strong connect:5x4 --workers 2 -o {}",
        env!("CARGO_BIN_EXE_unbeatable"),
        text(&database)
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &command])
        .output()
        .expect("there is a shell");
    let ran = Ran::from(output);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert_eq!(
        ran.err.lines().filter(|l| l.starts_with("error: ")).count(),
        1
    );
    assert!(ran.err.contains("File too large"), "{}", ran.err);
    let report = run([
        "strong",
        "connect:5x4",
        "--workers",
        "2",
        "--json",
        "-o",
        text(&database),
    ]);
    let report: Json = serde_json::from_str(&report.out).expect("JSON");
    assert_eq!(report["resumed"], true);
    assert_eq!(report["database"]["digest"], whole["database"]["digest"]);
}
