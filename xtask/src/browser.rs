//! The lab in a real browser: finds what its tests need, installs what is missing where that can be done,
//! and runs them.
//!
//! Neither the program nor README's first command needs any of it. So what cannot be had is no failure: the
//! tests are skipped, loudly. `--must` makes it one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{
    apt_get, build, cargo, command, program, root, run, runs, said, skip, target, text,
};
use crate::{results, site};

/// The oldest Node.js that the driver of the browser runs on.
const NODE_MAJOR_MIN: u32 = 20;

/// Builds the program and runs the browser tests.
pub(crate) fn build_and_test(must: bool) -> Result<(), String> {
    build("checked")?;
    // A program with a game that is not ours.
    let package = ["--package", "unbeatable-cli", "--example", "chomp"];
    cargo(&[&["build", "--profile", "checked"], &package[..]].concat())?;
    test(must)
}

/// Builds the site, and runs the tests of the lab on the lab that is in it, and what only a site has.
pub(crate) fn test_site(must: bool) -> Result<(), String> {
    build("release")?;
    // Certificates to be checked by the site: these take a second.
    for game in ["nim:", "kayles:"] {
        results::results(Some(game), false)?;
    }
    let site = site::site(true)?;
    run_node("site.test.js", "release", must, &[("SITE", &text(&site))])
}

/// Runs the browser tests with the program that is there, as the tests have built it; and a short test of the site,
/// if that has been built.
pub(crate) fn test(must: bool) -> Result<(), String> {
    run_node("lab.test.js", "checked", must, &[])?;
    let site = target()?.join("site");
    match site.join("service.js").exists() {
        true => {
            let short = [("SITE", &*text(&site)), ("SHORT", "1")];
            run_node("site.test.js", "checked", must, &short)
        }
        false => Ok(()),
    }
}

/// Runs a file of tests with the program of a profile.
fn run_node(
    file: &str,
    profile: &str,
    must: bool,
    variables: &[(&str, &str)],
) -> Result<(), String> {
    let tests = root().join("crates/unbeatable-lab/browser");
    let chromium = match install(&tests) {
        Ok(chromium) => chromium,
        Err(why) if must => return Err(why),
        Err(why) => {
            skip("the browser tests", &why);
            return Ok(());
        }
    };
    let pictures = target()?.join("screenshots");
    let mut node = command("node", &["--test", "--test-reporter=spec", file]);
    node.current_dir(&tests)
        .env("UNBEATABLE", program(profile)?)
        .env(
            "CHOMP",
            program("checked")?.with_file_name("examples").join("chomp"),
        )
        .envs(variables.iter().copied())
        .env("SCREENSHOTS", &pictures)
        .env("CHROMIUM", chromium);
    run(&mut node)?;
    println!("pictures of every page: {}", pictures.display());
    Ok(())
}

/// Makes sure of everything that the tests need, and says where the browser is; or what cannot be had.
fn install(tests: &Path) -> Result<PathBuf, String> {
    // Who names a browser wants no other.
    let is_named = std::env::var_os("CHROMIUM").is_some();
    let needs = [
        ("nodejs", has_node()),
        ("npm", runs("npm", &["--version"])),
        ("chromium", is_named || chromium().is_some()),
    ];
    let missing = needs.iter().filter(|(_, is_there)| !is_there);
    let packages: Vec<&str> = missing.map(|(package, _)| *package).collect();
    if !packages.is_empty() {
        apt_get(&packages)?;
    }
    if !has_node() {
        return Err(format!("there is no Node.js {NODE_MAJOR_MIN} or newer"));
    }
    let chromium = chromium().ok_or("there is no Chromium, or none where CHROMIUM says")?;
    packages_of_node(tests)?;
    Ok(chromium)
}

/// The browser: the one that `CHROMIUM` names, or the one on the path.
fn chromium() -> Option<PathBuf> {
    let names = match std::env::var_os("CHROMIUM") {
        Some(name) => vec![PathBuf::from(name)],
        None => ["chromium", "chromium-browser", "google-chrome"]
            .map(PathBuf::from)
            .to_vec(),
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let files = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.into_iter().find(|file| file.is_file())
}

fn has_node() -> bool {
    let version = said("node", &["--version"]).unwrap_or_default();
    let major = version.trim_start_matches('v').split('.').next();
    major.is_some_and(|major| {
        major
            .parse()
            .is_ok_and(|major: u32| major >= NODE_MAJOR_MIN)
    })
}

/// Installs the packages of the lock file, unless they are there.
fn packages_of_node(tests: &Path) -> Result<(), String> {
    let lock = fs::read(tests.join("package-lock.json")).map_err(|e| e.to_string())?;
    let installed = tests.join("node_modules").join("installed-lock.json");
    if fs::read(&installed).is_ok_and(|of| of == lock) {
        return Ok(());
    }
    let mut npm = command(
        "npm",
        &["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    );
    // A network that swallows everything must not hold up the other tests.
    npm.args(["--fetch-timeout=60000", "--fetch-retries=1"]);
    run(npm.current_dir(tests))
        .map_err(|why| format!("npm did not install the packages: {why}"))?;
    fs::write(&installed, lock).map_err(|e| e.to_string())
}
