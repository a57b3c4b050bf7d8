//! More than one machine, played through on one: processes that solve together, on the loopback and in
//! networks of their own; and jobs that a scheduler runs.
//!
//! Everything that is said to hold is compared, and the first thing that does not hold is an error. What is
//! started here ends here, whatever happens: processes, namespaces and the scheduler belong to values that end
//! them when they are dropped; and what a run left behind that was killed itself, the next one finds by the
//! number in its name.

mod crew;
mod folder;
mod hosts;
mod jobs;
mod layers;
mod slurm;

use std::path::PathBuf;

use crate::shell::build;
use folder::TemporaryFolder;

/// What there is to see.
pub(crate) const PARTS: [&str; 3] = ["layers", "hosts", "jobs"];

/// Shows one of the parts, or all.
pub(crate) fn fleet(only: Option<&str>) -> Result<(), String> {
    let program = match std::env::var_os("UNBEATABLE") {
        // Who names a program wants no other.
        Some(program) => PathBuf::from(program),
        None => build("release")?,
    };
    for part in PARTS {
        if only.is_some_and(|only| only != part) {
            continue;
        }
        let folder = TemporaryFolder::new(part)?;
        println!("\n== {part}");
        let show = match part {
            "layers" => layers::layers,
            "hosts" => hosts::hosts,
            _ => jobs::jobs,
        };
        show(&program, &folder.0)?;
    }
    Ok(())
}
