//! The test command, step by step, and where its time goes.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Output};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

/// How long an installation may take.
const INSTALL_SECONDS_MAX: &str = "300";

/// Runs every step; the first that fails ends it.
pub(crate) fn test() -> Result<(), String> {
    let mut times: Vec<(&str, Duration)> = Vec::new();
    let mut step = |name: &'static str, run: &dyn Fn() -> Result<(), String>| {
        println!("\n== {name}");
        let start = Instant::now();
        let result = run().map_err(|why| format!("{name}: {why}"));
        times.push((name, start.elapsed()));
        result
    };
    step("Python", &find_python)?;
    step("format", &|| cargo(&["fmt", "--all", "--check"]))?;
    step("lints", &|| {
        // The profile of the tests: what is compiled for the compiler itself is shared with them.
        let lints = [
            "clippy",
            "--workspace",
            "--all-targets",
            "--profile",
            "checked",
            "--locked",
            "--",
            "-D",
            "warnings",
        ];
        cargo(&lints)
    })?;
    step("docs", &|| {
        let docs = [
            "doc",
            "--workspace",
            "--no-deps",
            "--profile",
            "checked",
            "--locked",
        ];
        run(command("cargo", &docs).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("arrows between crates", &crate::deps::check)?;
    step("tests", &|| {
        cargo(&["test", "--workspace", "--profile", "checked", "--locked"])
    })?;
    step("second checker, benchmarks' answers", &|| {
        // The checker has one thread.
        let program = crate::ultimate::program("checked")?;
        let mut checker = command("python3", &["checker/test_verify.py"]);
        checker.env("UNBEATABLE", program);
        let once = [
            "bench",
            "--workspace",
            "--benches",
            "--profile",
            "checked",
            "--locked",
        ];
        beside(checker, || cargo(&[&once[..], &["--", "--test"]].concat()))
    })?;
    // Alone: what a browser shows is waited for, and not for ever.
    step("browser", &|| crate::browser::test(false))?;
    step("install", &install)?;
    println!("\nWhere the time went:");
    for (name, time) in &times {
        println!("{:8.1} s  {name}", time.as_secs_f64());
    }
    let all: Duration = times.iter().map(|(_, time)| *time).sum();
    println!("{:8.1} s  in all", all.as_secs_f64());
    println!("steps: {} passed, 0 failed", times.len());
    Ok(())
}

/// Runs the tests that are ignored because they take long.
pub(crate) fn slow() -> Result<(), String> {
    let tests = [
        "test",
        "--workspace",
        "--profile",
        "checked",
        "--locked",
        "--",
        "--ignored",
    ];
    cargo(&tests)
}

/// Makes sure that there is Python for the second checker: installs it where `apt-get` can.
pub(crate) fn find_python() -> Result<(), String> {
    let is_new_enough = || {
        let test = "import sys; sys.exit(sys.version_info < (3, 9))";
        let status = command("python3", &["-c", test]).status();
        status.is_ok_and(|status| status.success())
    };
    if is_new_enough() {
        return Ok(());
    }
    println!("python3 is missing or older than 3.9: trying apt-get");
    for arguments in [&["update"][..], &["install", "--yes", "python3"]] {
        // What counts is whether Python is there afterwards.
        let _ = command("apt-get", arguments).status();
    }
    let missing = "the second checker needs python3, 3.9 or newer, and apt-get did not install it";
    is_new_enough().then_some(()).ok_or(missing.into())
}

/// Installs the program as a user would, and takes the tour with what was installed.
fn install() -> Result<(), String> {
    let root = "target/installed";
    cargo(&[
        "install",
        "--path",
        "crates/unbeatable",
        "--root",
        root,
        "--locked",
        "--force",
        // What the tests have built: a release takes minutes more, and nothing else is different.
        "--profile",
        "checked",
    ])?;
    let program = Path::new(root).join("bin").join("unbeatable");
    let program = program.to_string_lossy();
    run(&mut command(&program, &["--version"]))?;
    run(&mut command(&program, &[]))
}

pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(&mut command("cargo", arguments))
}

pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// What a program answers in JSON, run in `folder`.
pub(crate) fn ask(program: &Path, folder: &Path, arguments: &[&str]) -> Result<Json, String> {
    let output = command(&program.to_string_lossy(), arguments)
        .current_dir(folder)
        .output()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    serde_json::from_slice(&output.stdout).map_err(|e| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("{e}: {}", said.trim_end())
    })
}

/// Where the project's files are.
pub(crate) fn root() -> &'static Path {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    parent.expect("xtask is a folder of the project")
}

pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    ended(command, status)
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
        result.and(tell(&command, output))
    })
}

/// Prints what a command has said, and whether it went well.
fn tell(command: &Command, output: io::Result<Output>) -> Result<(), String> {
    println!("\n{command:?}:");
    let output = output.map_err(|e| format!("{command:?}: {e}"))?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    ended(command, output.status)
}

fn ended(command: &Command, status: ExitStatus) -> Result<(), String> {
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {status}")),
    }
}

/// Whether a command can be run, and ends well.
pub(crate) fn runs(program: &str, arguments: &[&str]) -> bool {
    command(program, arguments)
        .output()
        .is_ok_and(|output| output.status.success())
}

pub(crate) fn is_root() -> bool {
    command("id", &["-u"])
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Installs packages of the system, where that needs no password.
pub(crate) fn apt_get(packages: &[&str]) -> Result<(), String> {
    let names = packages.join(", ");
    if !is_root() || !runs("apt-get", &["--version"]) {
        return Err(format!(
            "{names}: not installed, and only root with apt-get could install it here"
        ));
    }
    println!("missing: {names}: trying apt-get");
    let apt_get = |arguments: &[&str]| {
        let mut apt_get = command("timeout", &[INSTALL_SECONDS_MAX, "apt-get", "-qq"]);
        run(apt_get
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // Old lists of packages may do.
    let _ = apt_get(&["update"]);
    let install = ["install", "--yes", "--no-install-recommends"];
    apt_get(&[&install[..], packages].concat())
        .map_err(|why| format!("{names}: not installed: {why}"))
}
