//! The licences of all parts of the program that others wrote.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::shell::{ask, root};

/// What files with terms are called.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "NOTICE",
    "UNLICENSE",
    "COPYRIGHT",
];

/// What every part is under, and the texts that come with it, each once.
pub(super) fn of_parts() -> Result<String, String> {
    let metadata = ["metadata", "--format-version", "1", "--locked"];
    let metadata = ask(Path::new("cargo"), root(), &metadata)?;
    let packages = list(&metadata, "packages");
    let by_id: BTreeMap<&str, &Json> = packages.map(|part| (word(part, "id"), part)).collect();
    let mut page = String::from(
        "unbeatable is made of parts that others wrote: the standard library of Rust (MIT OR Apache-2.0), and\n\
         these packages. Their terms stand below, each text once.\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for id in linked(&metadata)? {
        let part = by_id[id];
        // What has no source is part of this project.
        if part["source"].is_null() {
            continue;
        }
        let name = format!("{} {}", word(part, "name"), word(part, "version"));
        let terms = part["license"].as_str().unwrap_or("see its text");
        page += &format!("  {name}: {terms}\n");
        let manifest = Path::new(word(part, "manifest_path"));
        let folder = manifest.parent().expect("a manifest is in a folder");
        for text in terms_in(folder)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        let line = "-".repeat(80);
        page += &format!(
            "\n{line}\n{}\n{line}\n\n{}\n",
            names.join(", "),
            text.trim_end()
        );
    }
    Ok(page)
}

/// The packages that are linked into the program, sorted.
fn linked(metadata: &Json) -> Result<BTreeSet<&str>, String> {
    let nodes = list(&metadata["resolve"], "nodes");
    let nodes: BTreeMap<&str, &Json> = nodes.map(|node| (word(node, "id"), node)).collect();
    let program = list(metadata, "packages").find(|part| word(part, "name") == "unbeatable-cli");
    let program = program.ok_or("the workspace has no unbeatable-cli")?;
    let (mut waiting, mut linked) = (vec![word(program, "id")], BTreeSet::new());
    while let Some(id) = waiting.pop() {
        if !linked.insert(id) {
            continue;
        }
        for part in list(nodes[id], "deps") {
            // Of what is only needed to build or to test, nothing is in the program.
            if list(part, "dep_kinds").any(|kind| kind["kind"].is_null()) {
                waiting.push(word(part, "pkg"));
            }
        }
    }
    Ok(linked)
}

fn list<'j>(json: &'j Json, name: &str) -> impl Iterator<Item = &'j Json> {
    json[name].as_array().into_iter().flatten()
}

fn word<'j>(json: &'j Json, name: &str) -> &'j str {
    json[name].as_str().expect("cargo says so of every package")
}

/// The texts with terms in a folder.
fn terms_in(folder: &Path) -> Result<Vec<String>, String> {
    let told = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut paths = vec![];
    for entry in fs::read_dir(folder).map_err(told)? {
        let entry = entry.map_err(told)?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if NAMES.iter().any(|begin| name.starts_with(begin)) && entry.path().is_file() {
            paths.push(entry.path());
        }
    }
    paths.sort();
    let read = |path: &std::path::PathBuf| fs::read(path).map_err(told);
    let texts: Result<Vec<_>, _> = paths.iter().map(read).collect();
    Ok(texts?
        .iter()
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .collect())
}
