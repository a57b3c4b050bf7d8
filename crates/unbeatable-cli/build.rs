//! Puts the commit into the version, if this is built from its own checkout.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_string(),
    };
    println!("cargo::rustc-env=UNBEATABLE_VERSION={version}");
}

/// The commit that is checked out. `None` without git, before the first commit, and where this
/// crate lies unpacked inside some other repository, whose commit would mean nothing here.
fn commit() -> Option<String> {
    if git(&["rev-parse", "--show-prefix"])? != "crates/unbeatable-cli/" {
        return None;
    }
    watch(&git(&["rev-parse", "--git-path", "HEAD"])?);
    watch(&git(&["rev-parse", "--git-path", "packed-refs"])?);
    if let Some(name) = git(&["symbolic-ref", "--quiet", "HEAD"]) {
        let file = git(&["rev-parse", "--git-path", &name])?;
        watch(&file);
        // The first commit of a branch creates its file; until then its folder changes.
        if let Some(folder) = Path::new(&file).parent().and_then(Path::to_str) {
            watch(folder);
        }
    }
    git(&["rev-parse", "--short=9", "--verify", "--quiet", "HEAD"])
}

/// Builds again when `path` changes. A path that is not there would mean building every time.
fn watch(path: &str) {
    if Path::new(path).exists() {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// What git answers, on one line; `None` if it fails or is not there.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
