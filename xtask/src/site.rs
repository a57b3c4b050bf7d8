//! The site: everything that a browser can show, as files for any host, under any path.
//!
//! `target/site` gets a first page, the lab with its program, the guide with the formats and the HTTP interface, the
//! results with their certificates, and the documentation of the crates. Nothing in it asks another host for
//! anything, which a policy in every page makes sure of; once it was open, it works without a network.

mod policy;
mod results_page;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::files::{copy_all, find, sum, told, write};
use crate::guide;
use crate::shell::{command, root, run, target, text};
use crate::wasm::{self, WebProgram};
use policy::{BOOK_POLICY, POLICY, with_policy};

/// The pages of the lab: each is a folder of the site, so that any host finds it.
const LAB_PAGES: [&str; 6] = ["board", "race", "tree", "lesson", "strategies", "claims"];

/// The programs, compressed: hosts that do not compress would send three times as much. The second is on its way
/// before the page knows that it wants it.
const PROGRAMS: [(WebProgram, &str); 2] = [
    (WebProgram::Whole, "whole.wasm.gzip"),
    (WebProgram::First, "first.wasm.gzip"),
];

/// Writes the site. With `is_small` without what takes long and no test of the lab needs: the guide and the crates.
pub(crate) fn site(is_small: bool) -> Result<PathBuf, String> {
    let site = target()?.join("site");
    let _ = fs::remove_dir_all(&site);
    lab(&site.join("lab"))?;
    let (found, listed) = results_page::write_page(&site.join("results"))?;
    println!("certificates: {found} of {listed}; cargo xtask results makes all");
    if !is_small {
        guide::guide()?;
        copy_all(&target()?.join("guide/book"), &site.join("guide"))?;
        run(
            command("cargo", &["doc", "--no-deps", "--locked", "--workspace"])
                .args(["--exclude", "xtask", "--exclude", "unbeatable-python"])
                .current_dir(root()),
        )?;
        copy_all(&target()?.join("doc"), &site.join("crates"))?;
        for folder in ["guide", "crates"] {
            bind(&site.join(folder), BOOK_POLICY)?;
        }
    }
    let own = root().join("crates/unbeatable-wasm/site");
    for name in ["index.html", "site.css", "site.js"] {
        let file = own.join(name);
        let content = fs::read_to_string(&file).map_err(told(&file))?;
        write(&site.join(name), with_policy(&content, POLICY))?;
    }
    offline(&site)?;
    println!("{}", site.join("index.html").display());
    Ok(site)
}

/// The lab: its pages as the server has them, but with the program in place of the server.
fn lab(lab: &Path) -> Result<(), String> {
    let pages = lab.join("page");
    copy_all(&root().join("crates/unbeatable-lab/page"), &pages)?;
    copy_all(&root().join("crates/unbeatable-wasm/page"), &pages)?;
    for (which, name) in PROGRAMS {
        let wasm = wasm::build(which)?;
        let bytes = fs::read(&wasm).map_err(told(&wasm))?;
        let packed = packed(&bytes);
        let [whole, small] = [bytes.len(), packed.len()].map(|bytes| bytes as f64 / 1e6);
        println!("{name}: {whole:.2} MB, compressed {small:.2} MB");
        write(&pages.join(name), packed)?;
    }
    let index = pages.join("index.html");
    let page = fs::read_to_string(&index).map_err(told(&index))?;
    let [_, (_, first)] = PROGRAMS;
    let preload = format!(
        "<link rel=\"preload\" href=\"page/{first}\" as=\"fetch\" crossorigin>\n\
         <script type=\"module\" async src=\"page/sending.js\"></script>\n<script type=\"module\" async"
    );
    let page = with_policy(&page, POLICY).replacen("<script type=\"module\" async", &preload, 1);
    write(&lab.join("index.html"), &page)?;
    for name in LAB_PAGES {
        let deeper = page
            .replace("\"page/", "\"../page/")
            .replace("\"./\"", "\"../\"");
        write(&lab.join(name).join("index.html"), deeper)?;
    }
    fs::remove_file(&index).map_err(told(&index))
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes everything")
}

/// Gives every page below a folder a policy.
fn bind(folder: &Path, policy: &str) -> Result<(), String> {
    for file in files(folder)? {
        if file.extension().is_some_and(|ending| ending == "html") {
            let path = folder.join(file);
            let page = fs::read_to_string(&path).map_err(told(&path))?;
            write(&path, with_policy(&page, policy))?;
        }
    }
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = vec![];
    find(folder, Path::new(""), &mut files)?;
    Ok(files)
}

/// Writes what keeps the site for times without a network: its list of files names a version, so that a new site is
/// fetched whole.
fn offline(site: &Path) -> Result<(), String> {
    let mut kept: Vec<String> = vec![];
    let mut sums = String::new();
    for file in files(site)? {
        let name = text(&file);
        let is_kept = !["guide/", "crates/", "results/certificates/"]
            .iter()
            .any(|folder| name.starts_with(folder));
        if is_kept {
            let path = site.join(&file);
            sums += &sum(&fs::read(&path).map_err(told(&path))?);
            kept.push(name);
        }
    }
    let script = root().join("crates/unbeatable-wasm/site/service.js");
    let script = fs::read_to_string(&script).map_err(told(&script))?;
    let list = serde_json::json!({ "version": &sum(sums.as_bytes())[..16], "files": kept });
    write(
        &site.join("service.js"),
        format!("const SITE = {list};\n\n{script}"),
    )
}
