//! The weights by which the program guesses work, made anew.

use std::fs;
use std::process::Stdio;

use super::drawn::CHOOSE;
use crate::files::told;
use crate::shell::{command, ended, root};

/// Where the weights are.
const WEIGHTS: &str = "crates/unbeatable-games/src/ultimate/work/weights.rs";

/// Fits the weights to the positions that constants are chosen on, by searches that use today's weights, and
/// replaces the file.
pub(crate) fn fit() -> Result<(), String> {
    let example = ["--package", "unbeatable-solve", "--example"];
    let options = ["ultimate_work", "--release", "--locked", "--", CHOOSE.path];
    let mut cargo = command("cargo", &[&["run"], &example[..], &options].concat());
    cargo.current_dir(root()).stderr(Stdio::inherit());
    let output = cargo.output().map_err(|e| format!("{cargo:?}: {e}"))?;
    ended(&cargo, output.status)?;
    let path = root().join(WEIGHTS);
    let new = path.with_extension("rs.new");
    fs::write(&new, output.stdout).map_err(told(&new))?;
    fs::rename(&new, &path).map_err(told(&path))?;
    println!("{WEIGHTS}: written");
    Ok(())
}
