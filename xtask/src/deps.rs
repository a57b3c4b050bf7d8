//! Which crate may use which: the arrows of ARCHITECTURE.md, checked; no circles of files in a crate; no crate
//! that is too large; and names that mean one thing.

mod circles;
mod modules;
mod names;
mod paths;
mod tokens;

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value as Json;

use crate::shell::{metadata, root};
use names::Names;

/// Each crate with the crates of ours that it may use; tests may use more.
const MAY_USE: &[(&str, &[&str])] = &[
    ("unbeatable-core", &[]),
    ("unbeatable-games", &["unbeatable-core"]),
    ("unbeatable-hex", &["unbeatable-core"]),
    ("unbeatable-rules", &["unbeatable-core"]),
    ("unbeatable-solve", &["unbeatable-core"]),
    ("unbeatable-proof", &["unbeatable-core"]),
    ("unbeatable-database", &["unbeatable-core"]),
    ("unbeatable-draw", &[]),
    ("unbeatable-fleet", &["unbeatable-core", "unbeatable-solve"]),
    ("unbeatable-think", &["unbeatable-core", "unbeatable-solve"]),
    ("unbeatable-timed", &["unbeatable-core", "unbeatable-solve"]),
    ("unbeatable-walks", &["unbeatable-core", "unbeatable-solve"]),
    (
        "unbeatable-strategy",
        &["unbeatable-core", "unbeatable-proof"],
    ),
    (
        "unbeatable-report",
        &["unbeatable-core", "unbeatable-proof", "unbeatable-solve"],
    ),
    (
        "unbeatable-bench",
        &[
            "unbeatable-core",
            "unbeatable-games",
            "unbeatable-hex",
            "unbeatable-solve",
            "unbeatable-think",
            "unbeatable-timed",
            "unbeatable-walks",
            "unbeatable-proof",
            "unbeatable-database",
            "unbeatable-fleet",
            "unbeatable-report",
        ],
    ),
    (
        "unbeatable-files",
        &["unbeatable-rules", "unbeatable-report", "unbeatable-bench"],
    ),
    (
        "unbeatable-ask",
        &[
            "unbeatable-core",
            "unbeatable-database",
            "unbeatable-solve",
            "unbeatable-proof",
            "unbeatable-strategy",
            "unbeatable-walks",
            "unbeatable-draw",
            "unbeatable-report",
            "unbeatable-bench",
        ],
    ),
    (
        "unbeatable-play",
        &[
            "unbeatable-core",
            "unbeatable-games",
            "unbeatable-solve",
            "unbeatable-think",
            "unbeatable-proof",
            "unbeatable-report",
            "unbeatable-bench",
            "unbeatable-ask",
        ],
    ),
    (
        "unbeatable-workbench",
        &[
            "unbeatable-core",
            "unbeatable-database",
            "unbeatable-games",
            "unbeatable-solve",
            "unbeatable-proof",
            "unbeatable-strategy",
            "unbeatable-report",
            "unbeatable-files",
            "unbeatable-bench",
            "unbeatable-ask",
            "unbeatable-play",
        ],
    ),
    ("unbeatable-requests", &["unbeatable-workbench"]),
    (
        "unbeatable-lab",
        &["unbeatable-workbench", "unbeatable-requests"],
    ),
    (
        "unbeatable-wasm",
        &["unbeatable-workbench", "unbeatable-requests"],
    ),
    (
        "unbeatable-cli",
        &["unbeatable-workbench", "unbeatable-lab"],
    ),
    ("unbeatable", &["unbeatable-workbench", "unbeatable-cli"]),
    ("unbeatable-python", &["unbeatable"]),
    ("xtask", &[]),
];

/// Crates that use the standard library, ours, and of others only these.
const USE_FEW_OTHERS: &[(&str, &[&str])] = &[
    ("unbeatable-core", &[]),
    ("unbeatable-games", &[]),
    ("unbeatable-hex", &[]),
    ("unbeatable-solve", &["memmap2"]),
    (
        "unbeatable-proof",
        &["flate2", "num-rational", "num-traits", "sha2"],
    ),
    (
        "unbeatable-database",
        &["crc32fast", "flate2", "memmap2", "serde", "serde_json"],
    ),
    ("unbeatable-fleet", &["rustix", "serde", "serde_json"]),
    ("unbeatable-think", &[]),
    ("unbeatable-timed", &[]),
    ("unbeatable-walks", &[]),
    ("unbeatable-strategy", &["batsat"]),
    ("unbeatable-draw", &["flate2", "tiny-skia"]),
];

/// How many lines a crate may have in its folder of sources.
const LINES_MAX: usize = 13_000;

/// Compares the manifests with the arrows, and looks for circles of files, for crates that are too large, and
/// for names and comments that are not as they should be.
pub(crate) fn check() -> Result<(), String> {
    let packages = packages()?;
    let mut arrows = 0;
    for package in &packages {
        arrows += check_arrows(package)?;
    }
    println!("{} crates, {arrows} arrows, all allowed", packages.len());
    let (mut lines_in_all, mut wrong, mut names) = (0, String::new(), Names::default());
    for package in &packages {
        let (name, sources) = sources(package)?;
        let lines = lines(&sources)?;
        for folder in ["src", "tests", "benches", "examples"] {
            for file in rust_files(&sources.with_file_name(folder))? {
                names.read(&file)?;
            }
        }
        if lines > LINES_MAX {
            wrong += &format!("\n{name}: {lines} lines, expected at most {LINES_MAX}");
        }
        lines_in_all += lines;
        let circles = circles::circles(&sources)?;
        wrong.extend(circles.iter().map(|circle| format!("\n{name}: {circle}")));
    }
    println!("{lines_in_all} lines in all src folders");
    let glossary = root().join("docs/glossary.md");
    let glossary = fs::read_to_string(&glossary).map_err(|e| format!("docs/glossary.md: {e}"))?;
    let (types, misnamed) = names.judge(&glossary);
    println!("{types} names of types");
    wrong.extend(misnamed.iter().map(|name| format!("\n{name}")));
    wrong.is_empty().then_some(()).ok_or(wrong)
}

/// The crates of the workspace, as cargo tells of them.
fn packages() -> Result<Vec<Json>, String> {
    match metadata()?["packages"].take() {
        Json::Array(packages) => Ok(packages),
        _ => Err("metadata without packages".into()),
    }
}

/// A crate's name, and its folder of sources.
fn sources(package: &Json) -> Result<(&str, PathBuf), String> {
    let name = package["name"].as_str().ok_or("a package without a name")?;
    let manifest = package["manifest_path"].as_str();
    let manifest = manifest.ok_or("a package without a manifest")?;
    Ok((name, Path::new(manifest).with_file_name("src")))
}

/// Compares what a crate uses with what it may use; says how many of them are ours.
fn check_arrows(package: &Json) -> Result<usize, String> {
    let (name, _) = sources(package)?;
    let (_, allowed) = MAY_USE
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| format!("{name} is not in the list of arrows"))?;
    let few = USE_FEW_OTHERS.iter().find(|(known, _)| *known == name);
    let dependencies = package["dependencies"].as_array();
    let dependencies = dependencies.ok_or("no dependencies")?.iter();
    let mut arrows = 0;
    for dependency in dependencies.filter(|dependency| dependency["kind"].is_null()) {
        let used = dependency["name"].as_str();
        let used = used.ok_or("a dependency without a name")?;
        let is_ours = MAY_USE.iter().any(|(known, _)| *known == used);
        let may_use = match is_ours {
            true => allowed.contains(&used),
            false => few.is_none_or(|(_, others)| others.contains(&used)),
        };
        if !may_use {
            return Err(format!("{name} may not use {used}"));
        }
        arrows += usize::from(is_ours);
    }
    Ok(arrows)
}

/// How many lines the Rust files in a folder have, and those in its folders.
fn lines(folder: &Path) -> Result<usize, String> {
    let mut lines = 0;
    for file in rust_files(folder)? {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        lines += text.lines().count();
    }
    Ok(lines)
}

/// The Rust files in a folder, and those in its folders; none if there is no folder.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = |e: io::Error| format!("{}: {e}", folder.display());
    let mut files = vec![];
    if !folder.exists() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}
