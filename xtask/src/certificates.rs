//! Certificates, written by the program and checked by it and by the second checker.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::shell::{ask, build, command, find_python, target};

/// The program, and where its certificates go.
pub(crate) struct Certificates {
    pub(crate) program: PathBuf,
    folder: PathBuf,
}

impl Certificates {
    /// Builds the program, and makes a folder of that name beside what cargo builds.
    pub(crate) fn new(name: &str) -> Result<Self, String> {
        find_python()?;
        let program = build("release")?;
        let folder = target()?.join(name);
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(Certificates { program, folder })
    }

    /// Where a file of that name is.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What the program answers in JSON, run where the certificates are.
    pub(crate) fn ask(&self, arguments: &[&str]) -> Result<Json, String> {
        ask(
            &self.program,
            &self.folder,
            &[arguments, &["--json"]].concat(),
        )
    }

    /// What the program says of a certificate, which it must accept.
    pub(crate) fn verify(&self, file: &str) -> Result<Json, String> {
        accepted(self.ask(&["verify", file])?)
    }

    /// What the second checker says of a certificate, which it must accept.
    pub(crate) fn verify_again(&self, file: &str) -> Result<Json, String> {
        let checked = ask(Path::new("python3"), &self.folder, &checks(file)).and_then(accepted);
        checked.map_err(|why| format!("second checker: {why}"))
    }

    /// What it says of a certificate within so many seconds; `None` if they are not enough.
    pub(crate) fn verify_again_within(
        &self,
        file: &str,
        seconds: u64,
    ) -> Result<Option<Json>, String> {
        let told = |e: std::io::Error| format!("second checker: {e}");
        let mut checker = command("python3", &checks(file));
        checker.current_dir(&self.folder).stdout(Stdio::piped());
        let mut checker = checker.spawn().map_err(told)?;
        let end = Instant::now() + Duration::from_secs(seconds);
        // What it prints fits into the pipe.
        while checker.try_wait().map_err(told)?.is_none() {
            if Instant::now() > end {
                checker.kill().map_err(told)?;
                checker.wait().map_err(told)?;
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(20));
        }
        let output = checker.wait_with_output().map_err(told)?;
        let report = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string());
        let checked = report.and_then(accepted);
        checked
            .map(Some)
            .map_err(|why| format!("second checker: {why}"))
    }
}

/// How the second checker is asked about a certificate.
fn checks(file: &str) -> [&str; 3] {
    const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../checker/verify.py");
    [CHECKER, file, "--json"]
}

fn accepted(mut report: Json) -> Result<Json, String> {
    let checked = report["certificates"][0].take();
    match checked["verdict"].as_str() {
        Some("accepted") => Ok(checked),
        _ => Err(format!("not accepted: {}", checked["reason"])),
    }
}

/// An error unless both reports have these fields in common.
pub(crate) fn compare(expected: &Json, found: &Json, names: &[&str]) -> Result<(), String> {
    for name in names {
        let (expected, found) = (&expected[name], &found[name]);
        // Whole points are written as 1 by one and as 1.0 by another.
        let is_same_number = expected.as_f64().is_some_and(|n| found.as_f64() == Some(n));
        if expected != found && !is_same_number {
            return Err(format!("{name}: expected {expected}, found {found}"));
        }
    }
    Ok(())
}

/// A checksum and its file, if a line says one.
pub(crate) fn checksum(line: &str) -> Option<(&str, &str)> {
    let (sum, file) = line.split_once("  ")?;
    let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_sum && file.ends_with(".cert")).then_some((sum, file))
}
