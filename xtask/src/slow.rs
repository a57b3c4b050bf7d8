//! The tests that are too slow for every change: each in a process of its own, within a limit, and all of them,
//! whatever becomes of the others.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{fs, thread};

use serde_json::Value as Json;

use crate::process::{Process, wait};
use crate::shell::{command, ended, said};
use crate::{browser, systems};

/// How many tests run at a time, if there are as many cores: some take gigabytes, some have threads.
const AT_A_TIME_MAX: usize = 2;

/// Which tests to run, and how.
pub(crate) struct SlowOptions<'a> {
    /// What is in their names.
    name: &'a str,
    /// Their crate.
    package: Option<&'a str>,
    /// How long each may take.
    limit: Duration,
}

impl<'a> SlowOptions<'a> {
    /// `None` if there are others than these.
    pub(crate) fn parse(mut arguments: &[&'a str]) -> Option<Self> {
        let mut options = SlowOptions {
            name: "",
            package: None,
            limit: Duration::from_secs(15 * 60),
        };
        loop {
            arguments = match arguments {
                [] => return Some(options),
                ["--package", package, rest @ ..] => {
                    options.package = Some(package);
                    rest
                }
                ["--limit", minutes, rest @ ..] => {
                    let minutes: u64 = minutes.parse().ok()?;
                    options.limit = Duration::from_secs(60 * minutes);
                    rest
                }
                [name] if !name.starts_with('-') => {
                    options.name = name;
                    &[]
                }
                _ => return None,
            };
        }
    }
}

impl SlowOptions<'_> {
    /// Whether nothing is left out.
    fn is_all(&self) -> bool {
        self.name.is_empty() && self.package.is_none()
    }
}

/// A test that is ignored unless it is asked for.
struct Test {
    /// The crate, and where in it the test is.
    name: String,
    program: PathBuf,
    /// What the program calls it.
    path: String,
    /// Where tests of its crate are run.
    folder: PathBuf,
    /// What `#[ignore = "slow: 60 s"]` says that it takes.
    expected_seconds: Option<u64>,
}

/// What became of a test.
struct TestResult<'t> {
    test: &'t Test,
    seconds: f64,
    verdict: &'static str,
    /// What it said, if it failed.
    said: String,
}

/// Runs the tests, those that take longest first; prints a line as each ends, what failed ones said, and a
/// table. An error if any failed.
pub(crate) fn slow(options: &SlowOptions) -> Result<(), String> {
    let mut tests = vec![];
    for (program, folder) in test_programs(options.package)? {
        tests.extend(tests_of(&program, &folder)?);
    }
    tests.retain(|test| test.name.contains(options.name));
    // One that says nothing may take longest.
    tests.sort_by_key(|test| Reverse(test.expected_seconds.unwrap_or(u64::MAX)));
    if tests.is_empty() {
        return Err(format!("no slow test has '{}' in its name", options.name));
    }
    let minutes = tests
        .iter()
        .filter_map(|test| test.expected_seconds)
        .sum::<u64>() as f64
        / 60.0;
    let count = tests.len();
    println!("slow tests: {count}, expected to take {minutes:.1} minutes one after the other");
    let folder = std::env::temp_dir().join(format!("unbeatable-slow-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let ran = run_all(&tests, options.limit, &folder);
    // What is in it was read.
    let _ = fs::remove_dir_all(&folder);
    let failed: Vec<&TestResult> = ran.iter().filter(|ran| ran.verdict != "ok").collect();
    for TestResult { test, said, .. } in &failed {
        println!("\n== {}\n{}", test.name, said.trim_end());
    }
    println!("\n seconds  expected");
    for ran in &ran {
        let expected = ran.test.expected_seconds.map(|seconds| seconds.to_string());
        let expected = expected.unwrap_or("-".into());
        let (verdict, name) = (ran.verdict, &ran.test.name);
        println!("{:8.1}  {expected:>8}  {verdict:<8}  {name}", ran.seconds);
    }
    println!(
        "slow: {} passed, {} failed",
        count - failed.len(),
        failed.len()
    );
    if !failed.is_empty() {
        return Err("slow tests failed".into());
    }
    // What is no test of a crate belongs to the whole.
    if options.is_all() {
        println!("\n== other systems");
        systems::systems()?;
        println!("\n== the site in a browser");
        browser::test_site(false)?;
    }
    Ok(())
}

/// Builds the programs of the tests, of one crate or of all; each comes with the folder of its crate.
fn test_programs(package: Option<&str>) -> Result<Vec<(PathBuf, PathBuf)>, String> {
    let mut cargo = command(
        "cargo",
        &["test", "--no-run", "--profile", "checked", "--locked"],
    );
    match package {
        Some(package) => cargo.args(["--package", package]),
        None => cargo.arg("--workspace"),
    };
    cargo.arg("--message-format=json-render-diagnostics");
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.map_err(|e| format!("{cargo:?}: {e}"))?;
    ended(&cargo, output.status)?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let program = |message: Json| {
        let program = message["executable"].as_str()?;
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        let is_test = message["profile"]["test"] == true;
        is_test.then(|| (program.into(), folder.into()))
    };
    Ok(messages.filter_map(program).collect())
}

/// The ignored tests of a program.
fn tests_of(program: &Path, folder: &Path) -> Result<Vec<Test>, String> {
    let list = said(program, &["--ignored", "--list", "--format", "terse"])?;
    let paths: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_suffix(": test"))
        .collect();
    if paths.is_empty() {
        return Ok(vec![]);
    }
    // These alone, and they are ignored: nothing runs, and the program says why.
    let reasons = said(program, &[&["--exact"], &paths[..]].concat())?;
    let seconds = |path: &str| {
        let line = format!("test {path} ... ignored, slow: ");
        let rest = reasons
            .lines()
            .find_map(|found| found.strip_prefix(&line))?;
        rest.split_once(" s")?.0.parse().ok()
    };
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let test = |path: &&str| Test {
        name: format!("{name} {path}"),
        program: program.into(),
        path: path.to_string(),
        folder: folder.into(),
        expected_seconds: seconds(path),
    };
    Ok(paths.iter().map(test).collect())
}

/// Runs tests, some at a time; what they say goes to files in a folder.
fn run_all<'t>(tests: &'t [Test], limit: Duration, folder: &Path) -> Vec<TestResult<'t>> {
    let at_a_time = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(AT_A_TIME_MAX);
    let next = AtomicUsize::new(0);
    let ran = Mutex::new(vec![]);
    let run_some = || {
        while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
            let one = run(test, limit, folder);
            let mut ran = ran.lock().expect("nobody panics here");
            let (done, count) = (ran.len() + 1, tests.len());
            println!(
                "{done:3}/{count} {:8.1} s  {:<8}  {}",
                one.seconds, one.verdict, test.name
            );
            ran.push(one);
        }
    };
    thread::scope(|scope| {
        for _ in 0..at_a_time {
            scope.spawn(run_some);
        }
    });
    ran.into_inner().expect("nobody panics here")
}

fn run<'t>(test: &'t Test, limit: Duration, folder: &Path) -> TestResult<'t> {
    let watched = || {
        let mut command = command(&test.program, &["--ignored", "--exact", &test.path]);
        let name = test.name.replace(':', "-");
        let mut process = Process::start(command.current_dir(&test.folder), &name, folder)?;
        let is_over = wait([&mut process], limit).is_ok();
        if !is_over {
            process.kill_all()?;
        }
        Ok((process.took.seconds, is_over, process.said()))
    };
    let (seconds, is_over, said) = watched().unwrap_or_else(|why: String| (0.0, true, why));
    let verdict = match is_over {
        true if said.contains("test result: ok. 1 passed") => "ok",
        true => "FAILED",
        false => "too long",
    };
    TestResult {
        test,
        seconds,
        verdict,
        said,
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::shell::runs;

    /// Scripts in the place of programs of tests.
    #[test]
    fn every_test_has_a_verdict() {
        let folder = std::env::temp_dir().join(format!("xtask-slow-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it is ours");
        let scripts = [
            ("long", "sleep 1000 & echo $!; wait"),
            ("fails", "echo test result: FAILED; exit 1"),
            ("passes", "echo 'test result: ok. 1 passed; 0 failed'"),
        ];
        let tests = scripts.map(|(name, text)| {
            let program = folder.join(format!("{name}.sh"));
            fs::write(&program, format!("#!/bin/sh\n{text}\n")).expect("it is ours");
            assert!(runs("chmod", &["+x", &program.to_string_lossy()]));
            Test {
                name: name.into(),
                program,
                path: name.into(),
                folder: folder.clone(),
                expected_seconds: None,
            }
        });
        let mut ran = run_all(&tests, Duration::from_secs(1), &folder);
        ran.sort_by_key(|ran| &ran.test.name);
        let verdicts: Vec<&str> = ran.iter().map(|ran| ran.verdict).collect();
        assert_eq!(verdicts, ["FAILED", "too long", "ok"]);
        // What the long one had started ends, too: soon, if not at once.
        let status = format!("/proc/{}/status", ran[1].said.trim());
        let has_ended = || match fs::read_to_string(&status) {
            Ok(status) => status.contains("zombie"),
            Err(_) => true,
        };
        let start = Instant::now();
        while !has_ended() {
            assert!(start.elapsed() < Duration::from_secs(60), "it goes on");
            thread::sleep(Duration::from_millis(10));
        }
        fs::remove_dir_all(&folder).expect("it was made");
    }
}
