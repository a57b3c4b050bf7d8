//! What is handed to people who build nothing: an archive of the program with all that belongs to it.
//!
//! `target/dist` gets an archive for this system and, where they have been made, the certificates of RESULTS.md
//! as a bundle of their own, the site, and the wheel for Python; `SHA256SUMS` names what is there. The same commit gives the same bytes: files are
//! sorted, and bear the time of the commit.
//!
//! `--check` unpacks the archive into a folder that has nothing else but the libraries that the program names,
//! makes that folder the root, and takes the tour there.

mod licences;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::certificates::checksum;
use crate::files::{copy_all, entries, find, sum, told, write};
use crate::shell::{build, command, is_root, metadata, root, run, runs, said, skip, target, text};

/// Shells that get completions, and where these are looked for.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "share/bash-completion/completions/unbeatable"),
    ("zsh", "share/zsh/site-functions/_unbeatable"),
    ("fish", "share/fish/vendor_completions.d/unbeatable.fish"),
    ("elvish", "share/elvish/lib/unbeatable.elv"),
    ("powershell", "share/powershell/unbeatable.ps1"),
];

/// Files of the project that belong to the program, and where they go.
const FILES: [(&str, &str); 7] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("CITATION.cff", "CITATION.cff"),
    ("LICENSE", "LICENSE"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("checker/verify.py", "share/unbeatable/verify.py"),
];

/// Writes the archives, and with `is_checked` tries the program's in a bare root.
pub(crate) fn dist(is_checked: bool) -> Result<(), String> {
    let program = build("release")?;
    let folder = target()?.join("dist");
    let _ = fs::remove_dir_all(&folder);
    let version = version()?;
    let name = format!("unbeatable-{version}-{}", system()?);
    let content = folder.join(&name);
    fill(&content, &program)?;
    let mut made = vec![pack(&folder, &name)?];
    match certificates(&folder, &version)? {
        Ok(bundle) => made.push(bundle),
        Err(why) => skip("the bundle of certificates", &why),
    }
    match site(&folder, &version)? {
        Ok(site) => made.push(site),
        Err(why) => skip("the site", &why),
    }
    match wheels(&folder)? {
        wheels if wheels.is_empty() => skip("the wheel", "cargo xtask python --wheel makes one"),
        wheels => made.extend(wheels),
    }
    let names = made.iter().filter_map(|path| path.file_name());
    let names: Vec<PathBuf> = names.map(PathBuf::from).collect();
    write(&folder.join("SHA256SUMS"), sums(&folder, &names)?)?;
    for path in &made {
        let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
        println!("{}: {:.1} MB", path.display(), bytes as f64 / 1e6);
    }
    match is_checked {
        true => check(&folder, &name),
        false => Ok(()),
    }
}

/// The version of the program.
fn version() -> Result<String, String> {
    let metadata = metadata()?;
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let program = packages.find(|part| part["name"] == "unbeatable-cli");
    let version = program.and_then(|program| program["version"].as_str());
    Ok(version.ok_or("the workspace has no unbeatable-cli")?.into())
}

/// The system that cargo builds for, as it is called there.
fn system() -> Result<String, String> {
    let told = said("rustc", &["-vV"])?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say what system this is")?.into())
}

/// Lays out what the archive has in it.
fn fill(content: &Path, program: &Path) -> Result<(), String> {
    let binary = format!("bin/unbeatable{}", std::env::consts::EXE_SUFFIX);
    let copy = |from: &Path, to: &str| {
        let to = content.join(to);
        let folder = to.parent().expect("a file is in a folder");
        fs::create_dir_all(folder).map_err(told(folder))?;
        fs::copy(from, &to).map(drop).map_err(told(from))
    };
    copy(program, &binary)?;
    // Names of functions are for those who build the program.
    let stripped = text(&content.join(&binary));
    if !runs("strip", &[&stripped]) {
        skip(
            "a smaller program",
            "strip, which leaves names out, is not there",
        );
    }
    for (from, to) in FILES {
        copy(&root().join(from), to)?;
    }
    let games = root().join("games");
    for entry in fs::read_dir(&games).map_err(told(&games))? {
        let path = entry.map_err(told(&games))?.path();
        if path.extension().is_some_and(|ending| ending == "kif") {
            let name = path.file_name().expect("a file of a folder has a name");
            copy(
                &path,
                &format!("share/unbeatable/games/{}", name.to_string_lossy()),
            )?;
        }
    }
    for (shell, to) in COMPLETIONS {
        write(&content.join(to), said(program, &["completions", shell])?)?;
    }
    let page = |name: &str| content.join("share/man/man1").join(name);
    write(&page("unbeatable.1"), said(program, &["man"])?)?;
    for command in commands(program)? {
        let name = format!("unbeatable-{command}.1");
        write(&page(&name), said(program, &["man", &command])?)?;
    }
    write(
        &content.join("LICENSES-OF-PARTS.txt"),
        licences::of_parts()?,
    )?;
    let mut files = vec![];
    find(content, Path::new(""), &mut files)?;
    write(&content.join("SHA256SUMS"), sums(content, &files)?)
}

/// The commands of the program that have a manual page: those that its completions name.
fn commands(program: &Path) -> Result<BTreeSet<String>, String> {
    let script = said(program, &["completions", "fish"])?;
    let named = script
        .lines()
        .filter(|line| line.contains("__fish_unbeatable_needs_command"));
    let named = named.filter_map(|line| line.split(" -a \"").nth(1)?.split('"').next());
    let commands: BTreeSet<String> = named.map(String::from).collect();
    let has_page = |name: &String| runs(&text(program), &["man", name]);
    let commands: BTreeSet<String> = commands.into_iter().filter(has_page).collect();
    match commands.contains("solve") {
        true => Ok(commands),
        false => Err("the completions name no command 'solve'".into()),
    }
}

/// Checksums of files in a folder, as `sha256sum --check` reads them.
fn sums(folder: &Path, files: &[PathBuf]) -> Result<String, String> {
    let mut lines = String::new();
    for file in files {
        let path = folder.join(file);
        let bytes = fs::read(&path).map_err(told(&path))?;
        lines += &format!("{}  {}\n", sum(&bytes), file.display());
    }
    Ok(lines)
}

/// Packs a folder of that name into an archive beside it.
fn pack(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let path = folder.join(format!("{name}.tar.gz"));
    let time = said("git", &["log", "-1", "--format=%ct"])?;
    let time: u64 = time.parse().map_err(|e| format!("git log: {time}: {e}"))?;
    let file = fs::File::create(&path).map_err(told(&path))?;
    let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    let mut files = vec![];
    find(folder, Path::new(name), &mut files)?;
    for name in files {
        let bytes = fs::read(folder.join(&name)).map_err(told(&name))?;
        let is_program = name.parent().is_some_and(|parent| parent.ends_with("bin"));
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mtime(time);
        header.set_mode(if is_program { 0o755 } else { 0o644 });
        header.set_cksum();
        let added = archive.append_data(&mut header, &name, &*bytes);
        added.map_err(told(&path))?;
    }
    let packed = archive.into_inner().and_then(GzEncoder::finish);
    packed.map(|_| path.clone()).map_err(told(&path))
}

/// The certificates of RESULTS.md as a bundle, if all are there, each with the checksum that stands there.
fn certificates(folder: &Path, version: &str) -> Result<Result<PathBuf, String>, String> {
    let (made, ledger) = (target()?.join("certificates"), root().join("RESULTS.md"));
    let page = fs::read_to_string(&ledger).map_err(told(&ledger))?;
    let name = format!("unbeatable-{version}-certificates");
    let content = folder.join(&name);
    let mut files = vec![];
    for (expected, file) in page.lines().filter_map(checksum) {
        let path = made.join(file);
        match fs::read(&path) {
            Ok(bytes) if sum(&bytes) == expected => {
                write(&content.join(file), bytes)?;
                files.push(PathBuf::from(file));
            }
            _ => {
                let _ = fs::remove_dir_all(&content);
                return Ok(Err(format!(
                    "{file} is not there; cargo xtask results makes all"
                )));
            }
        }
    }
    if files.is_empty() {
        return Err("RESULTS.md has no checksums".into());
    }
    write(&content.join("RESULTS.md"), page)?;
    write(&content.join("SHA256SUMS"), sums(&content, &files)?)?;
    let checker = root().join("checker/verify.py");
    fs::copy(&checker, content.join("verify.py")).map_err(told(&checker))?;
    pack(folder, &name).map(Ok)
}

/// The site as an archive, if all of it is there.
fn site(folder: &Path, version: &str) -> Result<Result<PathBuf, String>, String> {
    let made = target()?.join("site");
    if !made.join("service.js").exists() || !made.join("guide/index.html").exists() {
        return Ok(Err("cargo xtask site makes it".into()));
    }
    let name = format!("unbeatable-{version}-site");
    copy_all(&made, &folder.join(&name))?;
    pack(folder, &name).map(Ok)
}

/// Copies of the wheels that are there.
fn wheels(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let made = target()?.join("python/wheels");
    if !made.is_dir() {
        return Ok(vec![]);
    }
    let mut copies = vec![];
    for wheel in entries(&made)? {
        let copy = folder.join(wheel.file_name().expect("a file of a folder has a name"));
        fs::copy(&wheel, &copy).map_err(told(&wheel))?;
        copies.push(copy);
    }
    Ok(copies)
}

/// Unpacks the archive where nothing else is, makes that the root, and uses the program there.
fn check(folder: &Path, name: &str) -> Result<(), String> {
    if !is_root() || !runs("chroot", &["--version"]) || !runs("ldd", &["--version"]) {
        skip(
            "the archive in a bare root",
            "only root can change the root of a process, by chroot",
        );
        return Ok(());
    }
    let bare = folder.join("bare");
    fs::create_dir_all(bare.join("tmp")).map_err(told(&bare))?;
    let archive = folder.join(format!("{name}.tar.gz"));
    let packed = fs::File::open(&archive).map_err(told(&archive))?;
    let unpacked = tar::Archive::new(GzDecoder::new(packed)).unpack(&bare);
    unpacked.map_err(told(&archive))?;
    let unpacked = bare.join(name);
    run(command("sha256sum", &["--check", "--quiet", "SHA256SUMS"]).current_dir(&unpacked))?;
    let program = unpacked.join("bin/unbeatable");
    for library in libraries(&program)? {
        let to = bare.join(library.trim_start_matches('/'));
        write(&to, fs::read(&library).map_err(told(Path::new(&library)))?)?;
        runs("chmod", &["755", &text(&to)]);
    }
    let inside = format!("/{name}/bin/unbeatable");
    let (root, certificate) = (text(&bare), "/tmp/connect.cert");
    let game = format!("/{name}/share/unbeatable/games/nim-3-4-5.kif");
    let proven = [
        "solve",
        "connect:4x4",
        "--certificate",
        certificate,
        "--quiet",
    ];
    let asked: [&[&str]; 5] = [
        &[],
        &["--version"],
        &proven,
        &["verify", certificate],
        &["analyze", &game],
    ];
    for arguments in asked {
        println!("\n== in a bare root: unbeatable {}", arguments.join(" "));
        let mut inside = command("chroot", &[&root, &inside]);
        let path = std::env::var_os("PATH").unwrap_or_default();
        run(inside.args(arguments).env_clear().env("PATH", path))?;
    }
    println!("\n{}: works in a bare root", archive.display());
    Ok(())
}

/// The libraries of the system that a program names.
fn libraries(program: &Path) -> Result<Vec<String>, String> {
    let told = said("ldd", &[&text(program)])?;
    let paths = told.split_whitespace().filter(|word| word.starts_with('/'));
    Ok(paths.map(String::from).collect())
}
