//! Certificates, written by the program and checked by it and by the second checker.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::shell::{ask, build, find_python, root, target, text};

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
        let checker = text(&root().join("checker").join("verify.py"));
        let arguments = [checker.as_str(), file, "--json"];
        let checked = ask(Path::new("python3"), &self.folder, &arguments).and_then(accepted);
        checked.map_err(|why| format!("second checker: {why}"))
    }
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
