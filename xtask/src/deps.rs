//! Which crate may use which: the arrows of ARCHITECTURE.md, checked.

use serde_json::Value as Json;

use crate::steps::command;

/// Each crate with the crates of ours that it may use; tests may use more.
const MAY_USE: &[(&str, &[&str])] = &[
    ("unbeatable-core", &[]),
    ("unbeatable-games", &["unbeatable-core"]),
    ("unbeatable-solve", &["unbeatable-core"]),
    ("unbeatable-proof", &["unbeatable-core"]),
    ("unbeatable-database", &["unbeatable-core"]),
    ("unbeatable-draw", &[]),
    ("unbeatable-fleet", &["unbeatable-core", "unbeatable-solve"]),
    (
        "unbeatable-strategy",
        &["unbeatable-core", "unbeatable-proof"],
    ),
    (
        "unbeatable-workbench",
        &[
            "unbeatable-core",
            "unbeatable-games",
            "unbeatable-solve",
            "unbeatable-proof",
            "unbeatable-database",
            "unbeatable-strategy",
            "unbeatable-draw",
            "unbeatable-fleet",
        ],
    ),
    ("unbeatable-lab", &["unbeatable-workbench"]),
    ("unbeatable", &["unbeatable-workbench", "unbeatable-lab"]),
    ("xtask", &[]),
];

/// Crates that use the standard library, ours, and of others only these.
const USE_FEW_OTHERS: &[(&str, &[&str])] = &[
    ("unbeatable-core", &[]),
    ("unbeatable-games", &[]),
    ("unbeatable-solve", &["memmap2"]),
    (
        "unbeatable-proof",
        &["flate2", "num-rational", "num-traits", "sha2"],
    ),
    (
        "unbeatable-database",
        &["crc32fast", "flate2", "memmap2", "serde", "serde_json"],
    ),
    (
        "unbeatable-fleet",
        &["rustix", "serde", "serde_bytes", "serde_json", "timely"],
    ),
    ("unbeatable-strategy", &["batsat"]),
    ("unbeatable-draw", &["flate2", "tiny-skia"]),
];

/// Compares the manifests with the arrows.
pub(crate) fn check() -> Result<(), String> {
    let mut metadata = command(
        "cargo",
        &["metadata", "--no-deps", "--format-version", "1", "--locked"],
    );
    let output = metadata.output().map_err(|e| e.to_string())?;
    let metadata: Json = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    let packages = metadata["packages"]
        .as_array()
        .ok_or("metadata without packages")?;
    let mut arrows = 0;
    for package in packages {
        let name = package["name"].as_str().ok_or("a package without a name")?;
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(known, _)| *known == name)
            .ok_or_else(|| format!("{name} is not in the list of arrows"))?;
        let dependencies = package["dependencies"]
            .as_array()
            .ok_or("no dependencies")?;
        for dependency in dependencies.iter().filter(|d| d["kind"].is_null()) {
            let used = dependency["name"]
                .as_str()
                .ok_or("a dependency without a name")?;
            let is_ours = MAY_USE.iter().any(|(known, _)| *known == used);
            if is_ours && !allowed.contains(&used) {
                return Err(format!("{name} may not use {used}"));
            }
            let few = USE_FEW_OTHERS.iter().find(|(known, _)| *known == name);
            if !is_ours && few.is_some_and(|(_, others)| !others.contains(&used)) {
                return Err(format!("{name} may not use {used}"));
            }
            arrows += usize::from(is_ours);
        }
    }
    println!("{} crates, {arrows} arrows, all allowed", packages.len());
    Ok(())
}
