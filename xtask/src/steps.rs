//! The test command, step by step, and where its time goes.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::python::{self, PythonOptions};
use crate::shell::{cargo, command, ended, find_python, program, run};
use crate::{browser, deps};

/// What every step that compiles has in common. One profile: what is compiled for the compiler itself is
/// shared.
const CHECKED: [&str; 4] = ["--workspace", "--profile", "checked", "--locked"];

/// A step's name, and what it does.
type Step<'s> = (&'s str, &'s dyn Fn() -> Result<(), String>);

/// Runs every step; the first that fails ends it.
pub(crate) fn test() -> Result<(), String> {
    let steps: [Step; 10] = [
        ("Python", &find_python),
        ("format", &|| cargo(&["fmt", "--all", "--check"])),
        ("lints", &|| {
            let lints = ["--all-targets", "--", "-D", "warnings"];
            run(checked("clippy").args(lints))
        }),
        ("docs", &|| {
            run(checked("doc")
                .arg("--no-deps")
                .env("RUSTDOCFLAGS", "-D warnings"))
        }),
        (
            "arrows between crates, circles of files, names",
            &deps::check,
        ),
        ("tests", &|| run(&mut checked("test"))),
        ("second checker, benchmarks' answers", &|| {
            // The checker has one thread.
            let mut checker = command("python3", &["checker/test_verify.py"]);
            checker.env("UNBEATABLE", program("checked")?);
            let once = ["--benches", "--", "--test"];
            beside(checker, || run(checked("bench").args(once)))
        }),
        ("package for Python", &|| {
            python::test(PythonOptions::default())
        }),
        // Alone: what a browser shows is waited for, and not for ever.
        ("browser", &|| browser::test(false)),
        ("install", &install),
    ];
    let mut times: Vec<(&str, Duration)> = Vec::new();
    for (name, step) in steps {
        println!("\n== {name}");
        let start = Instant::now();
        step().map_err(|why| format!("{name}: {why}"))?;
        times.push((name, start.elapsed()));
    }
    println!("\nWhere the time went:");
    for (name, time) in &times {
        println!("{:8.1} s  {name}", time.as_secs_f64());
    }
    let all: Duration = times.iter().map(|(_, time)| *time).sum();
    println!("{:8.1} s  in all", all.as_secs_f64());
    println!("steps: {} passed, 0 failed", times.len());
    Ok(())
}

/// One of cargo's commands on everything.
fn checked(name: &str) -> Command {
    let mut cargo = command("cargo", &[name]);
    cargo.args(CHECKED);
    cargo
}

/// Installs the program as a user would, and takes the tour with what was installed.
fn install() -> Result<(), String> {
    let folder = "target/installed";
    let path = [
        "install",
        "--path",
        "crates/unbeatable-cli",
        "--root",
        folder,
    ];
    // What the tests have built: a release takes minutes more, and nothing else is different.
    let options = ["--force", "--locked", "--profile", "checked"];
    cargo(&[&path[..], &options].concat())?;
    let program = Path::new(folder).join("bin").join("unbeatable");
    run(&mut command(&program, &["--version"]))?;
    run(&mut command(&program, &[]))
}

/// Runs a command beside what is done meanwhile; what it has to say is told afterwards.
fn beside(
    mut command: Command,
    meanwhile: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    thread::scope(|scope| {
        let running = scope.spawn(move || (command.output(), command));
        let result = meanwhile();
        let (output, command) = running.join().expect("waiting does not panic");
        println!("\n{command:?}:");
        let output = output.map_err(|e| format!("{command:?}: {e}"))?;
        print!("{}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        result.and(ended(&command, output.status))
    })
}
