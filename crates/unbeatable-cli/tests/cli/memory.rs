//! `--memory` bounds the whole process: its peak is measured from outside, and searches that would like
//! more come close to what they may take.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value as Json;

use crate::run::program;

/// After 20 moves: nobody knows who wins, and every table is too small.
const EARLY: &str = "X;.....@...;X.O....../...X.O.O./..X...O../.X.O.O.../O...X..../.X.....O./\
                     ......X.O/...X.X.../.O......X";

/// After 33 moves, X wins: random3:33 of testdata/uttt-suite.csv.
const LATE: &str = "O;X.@......;X...O.XXX/...O....X/O...X.XX./..X..XO../O....X.O./.OOXX..X./\
                    OXX..O.../O.O..OOX./..O..O...";

/// The largest resident size of a running process so far, in bytes; `None` once it has ended.
fn peak_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib = line.split_whitespace().nth(1)?;
    Some(kib.parse::<u64>().expect("a number of KiB") << 10)
}

/// Solves under both limits; what was reported, and the largest size that the process had.
fn solve(position: &str, nodes: &str, memory_mib: u64) -> (Json, u64) {
    let memory = format!("{memory_mib}MiB");
    run_measured(&[
        "solve", "uttt", position, "--nodes", nodes, "--memory", &memory, "--json",
    ])
}

/// What the program reports, and the largest size that the process had.
fn run_measured(arguments: &[&str]) -> (Json, u64) {
    let mut child = program(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut peak = 0;
    // It never shrinks, so that what is missed by looking now and then is the last moment.
    while child.try_wait().expect("a child of ours").is_none() {
        peak = peak_bytes(child.id()).map_or(peak, |bytes| bytes.max(peak));
        sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("it has ended");
    let report = serde_json::from_slice(&output.stdout).expect("standard output is JSON");
    (report, peak)
}

/// The process stays below the limit, and nearly all of that is the table's.
#[track_caller]
fn check_bounded(memory_mib: u64, nodes: &str) {
    let bytes = memory_mib << 20;
    let takes_nearly_all = || {
        let (report, peak) = solve(EARLY, nodes, memory_mib);
        assert_eq!(report["stopped"], "nodes", "{report}");
        let table = report["table_bytes"].as_u64().expect("a number");
        assert!(peak <= bytes, "{peak} bytes under {memory_mib} MiB");
        assert!(peak < table + (24 << 20), "{table} {peak}");
        table <= peak && peak + (32 << 20) > bytes
    };
    // Whoever has to wait for a processor may look for the last time long before the end.
    assert!((0..5).any(|_| takes_nearly_all()), "{memory_mib} MiB");
}

#[test]
fn a_search_that_would_like_more() {
    check_bounded(64, "2M");
    check_bounded(128, "4M");
}

#[test]
#[ignore = "slow: 60 s"]
fn a_search_that_would_like_more_than_a_gibibyte() {
    check_bounded(256, "20M");
    check_bounded(1024, "40M");
}

#[test]
fn little_memory_is_enough() {
    let (report, peak) = solve(LATE, "100M", 64);
    assert_eq!(report["outcome"]["winner"], "X", "{report}");
    assert!(peak <= 64 << 20, "{peak} bytes");
}

/// Tables, their certificates and their pictures keep to the limit, too.
#[test]
fn tables_are_bounded() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (game, memory_mib, output) in [
        ("mnk:4x3x3 --role second", 60, "--certificate"),
        ("mnk:4x3x3 --role second", 100, "-o"),
        ("mnk:4x4x3 --role second", 150, "--certificate"),
    ] {
        let file = format!("{folder}/bounded.png");
        let memory = format!("{memory_mib}MiB");
        let mut arguments = vec!["strategy"];
        arguments.extend(game.split(' '));
        arguments.extend([
            output, &file, "--memory", &memory, "--limit", "6s", "--json",
        ]);
        let (report, peak) = run_measured(&arguments);
        assert!(report["nodes"].as_u64() > Some(1_000), "{report}");
        assert!(
            peak <= memory_mib << 20,
            "{peak} bytes under {memory_mib} MiB"
        );
    }
}

/// Strong solutions keep to it as well, in less than two layers take, on one thread and on several.
#[test]
fn strong_solutions_stay_below() {
    for (threads, memory_mib) in [("1", 48), ("2", 64), ("8", 110)] {
        let folder = format!("{}/memory-strong-{threads}", env!("CARGO_TARGET_TMPDIR"));
        let _ = fs::remove_dir_all(&folder);
        let memory = format!("{memory_mib}MiB");
        let (report, peak) = run_measured(&[
            "strong",
            "connect:5x4",
            "-o",
            &folder,
            "--threads",
            threads,
            "--memory",
            &memory,
            "--json",
        ]);
        assert_eq!(report["database"]["positions"], 3_945_711);
        assert!(
            peak <= memory_mib << 20,
            "{peak} bytes under {memory_mib} MiB on {threads} threads"
        );
    }
}
