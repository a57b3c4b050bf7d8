//! More than one machine, played through on one: processes that solve together, on the loopback and in
//! networks of their own; and jobs that a scheduler runs.
//!
//! Everything that is said to hold is compared, and the first thing that does not hold is an error. What is
//! started here ends here, whatever happens: processes, namespaces and the scheduler belong to values that end
//! them when they are dropped; and what a run left behind that was killed itself, the next one finds by the
//! number in its name.

mod crew;
mod hosts;
mod jobs;
mod layers;
mod process;
mod slurm;

use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::cargo;
use crate::ultimate::program;

/// What there is to see.
pub(crate) const PARTS: [&str; 3] = ["layers", "hosts", "jobs"];

/// Shows one of the parts, or all.
pub(crate) fn fleet(only: Option<&str>) -> Result<(), String> {
    let program = match std::env::var_os("UNBEATABLE") {
        // Who names a program wants no other.
        Some(program) => PathBuf::from(program),
        None => {
            cargo(&["build", "--release", "--locked", "--package", "unbeatable"])?;
            program("release")?
        }
    };
    let program = program.to_string_lossy();
    for part in PARTS
        .into_iter()
        .filter(|part| only.is_none_or(|only| only == *part))
    {
        let folder = Folder::new(part)?;
        println!("\n== {part}");
        match part {
            "layers" => layers::layers(&program, &folder.0)?,
            "hosts" => hosts::hosts(&program, &folder.0)?,
            _ => jobs::jobs(&program, &folder.0)?,
        }
    }
    Ok(())
}

/// A folder that is there as long as this is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Self, String> {
        let all = std::env::temp_dir();
        for left in fs::read_dir(&all).into_iter().flatten().flatten() {
            if is_left_behind(&left.file_name().to_string_lossy()) {
                let _ = fs::remove_dir_all(left.path());
            }
        }
        let folder = all.join(own_name(name));
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The name of a thing that ends with this process.
fn own_name(name: &str) -> String {
    format!("unbeatable-fleet-{name}-{}", std::process::id())
}

/// Whether a thing has such a name, of a process that is gone.
fn is_left_behind(name: &str) -> bool {
    let number = name
        .strip_prefix("unbeatable-fleet-")
        .and_then(|rest| rest.rsplit_once('-')?.1.parse::<u32>().ok());
    number.is_some_and(|number| !Path::new(&format!("/proc/{number}")).exists())
}

/// Something that cannot be shown here, said loudly.
fn skip(what: &str, why: &str) {
    let line = "!".repeat(80);
    eprintln!("{line}\n!! {what}: SKIPPED: {why}\n{line}");
}

/// A path as an argument.
fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
