//! What databases of Connect Four take: time, memory, room, and how long they take to answer.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::measure::Took;
use crate::steps::{cargo, command, run};
use crate::ultimate::program;

/// A board, its positions as Tromp counted them, and the memory that they may take.
type Board = (&'static str, u64, &'static str);

const BOARDS: [Board; 2] = [
    ("connect:5x4", 3_945_711, "1GiB"),
    ("connect:5x5", 69_763_700, "1GiB"),
];

/// Those that take minutes, and gigabytes.
const LARGE: [Board; 1] = [("connect:5x6", 1_044_334_437, "8GiB")];

/// Makes the databases, verifies them, and asks the last of the small ones; prints what that takes. A
/// wrong count, or a database that is refused, is an error.
pub(crate) fn databases(is_large: bool) -> Result<(), String> {
    cargo(&["build", "--release", "--locked", "--package", "unbeatable"])?;
    let program = program("release")?;
    let program = program.to_string_lossy();
    let folder = std::env::temp_dir().join(format!("unbeatable-databases-{}", std::process::id()));
    let boards = BOARDS.iter().chain(LARGE.iter().filter(|_| is_large));
    println!(
        "board          positions  seconds  CPU s  peak MiB  bits  forecast  verified in CPU s"
    );
    for (game, positions, memory) in boards {
        let path = folder.join(game.replace(':', "-"));
        let path = path.to_string_lossy();
        let arguments = [
            "strong", game, "-o", &path, "--memory", memory, "--quiet", "--json",
        ];
        let (report, made) = measured(&program, &arguments)?;
        let found = &report["database"];
        if found["positions"] != *positions {
            return Err(format!(
                "{game}: {} positions, expected {positions}",
                found["positions"]
            ));
        }
        let arguments = ["verify", &path, "--memory", "8GiB", "--quiet", "--json"];
        let (verdict, verified) = measured(&program, &arguments)?;
        let verdict = &verdict["databases"][0]["verdict"];
        if *verdict != "accepted" {
            return Err(format!("{game}: the database is {verdict}"));
        }
        println!(
            "{game:<11} {positions:>12} {:>8.1} {:>6.1} {:>9.0} {:>5.2} {:>8.1}s {:>18.1}",
            made.seconds,
            made.cpu_seconds,
            made.peak_mib,
            found["bits_per_position"].as_f64().unwrap_or(f64::NAN),
            report["forecast"]["seconds"].as_f64().unwrap_or(f64::NAN),
            verified.cpu_seconds
        );
    }
    let asked = folder.join(BOARDS[BOARDS.len() - 1].0.replace(':', "-"));
    ask(&asked)?;
    fs::remove_dir_all(&folder).map_err(|e| e.to_string())
}

/// Asks a database about positions of random games.
fn ask(database: &Path) -> Result<(), String> {
    let arguments = [
        "bench",
        "--package",
        "unbeatable-database",
        "--bench",
        "probes",
    ];
    run(command("cargo", &arguments).env("DATABASE", database))
}

/// The program's report, and what it took, by what the system says of the process while it runs.
fn measured(program: &str, arguments: &[&str]) -> Result<(Json, Took), String> {
    let wrong = |e: std::io::Error| e.to_string();
    let start = Instant::now();
    let mut child = command(program, arguments)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(wrong)?;
    let mut took = Took::default();
    while child.try_wait().map_err(wrong)?.is_none() {
        took.look(child.id());
        sleep(Duration::from_millis(20));
    }
    took.seconds = start.elapsed().as_secs_f64();
    let mut text = String::new();
    let mut output = child.stdout.take().ok_or("a process without output")?;
    output.read_to_string(&mut text).map_err(wrong)?;
    let report = serde_json::from_str(&text).map_err(|e| format!("{arguments:?}: {e}"))?;
    Ok((report, took))
}
