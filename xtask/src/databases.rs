//! What databases of Connect Four take: time, memory, room, and how long they take to answer.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::process::Process;
use crate::shell::{build, command, run, text};

/// A board, its positions as Tromp counted them, and the memory that they may take.
type MeasuredBoard = (&'static str, u64, &'static str);

const BOARDS: [MeasuredBoard; 2] = [
    ("connect:5x4", 3_945_711, "1GiB"),
    ("connect:5x5", 69_763_700, "1GiB"),
];

/// Those that take minutes, and gigabytes.
const LARGE: [MeasuredBoard; 1] = [("connect:5x6", 1_044_334_437, "8GiB")];

/// Nothing here takes as long on any machine.
const PATIENCE: Duration = Duration::from_secs(7200);

/// Makes the databases, verifies them, and asks the last of the small ones; prints what that takes. A
/// wrong count, or a database that is refused, is an error.
pub(crate) fn databases(is_large: bool) -> Result<(), String> {
    let program = build("release")?;
    let folder = std::env::temp_dir().join(format!("unbeatable-databases-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let run = |arguments: &[&str]| {
        let mut command = command(&program, arguments);
        command.args(["--quiet", "--json"]);
        let process = Process::run(&mut command, arguments[0], &folder, PATIENCE)?;
        Ok::<_, String>((process.report()?, process.took))
    };
    let boards = BOARDS.iter().chain(LARGE.iter().filter(|_| is_large));
    println!(
        "board          positions  seconds  CPU s  peak MiB  bits  forecast  verified in CPU s"
    );
    for (game, positions, memory) in boards {
        let path = text(&folder.join(game.replace(':', "-")));
        let (report, made) = run(&["strong", game, "-o", &path, "--memory", memory])?;
        let found = &report["database"];
        if found["positions"] != *positions {
            return Err(format!(
                "{game}: {} positions, expected {positions}",
                found["positions"]
            ));
        }
        let (verdict, verified) = run(&["verify", &path, "--memory", "8GiB"])?;
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
    let bench = [
        "bench",
        "--package",
        "unbeatable-database",
        "--bench",
        "probes",
    ];
    run(command("cargo", &bench).env("DATABASE", database))
}
