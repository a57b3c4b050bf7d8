//! Other systems, as far as this one can tell: the program type-checked for macOS, type-checked and linked for
//! Windows, and the tour taken under Wine. Nothing of it has run on those systems themselves.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::write;
use crate::shell::{apt_get, command, is_root, run, runs, skip, target, text};
use crate::wasm;

const MACOS: &str = "aarch64-apple-darwin";
const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// Debian's linker and libraries for Windows.
const MINGW: [&str; 2] = ["gcc-mingw-w64-x86-64-posix", "binutils-mingw-w64-x86-64"];

/// Checks, links and tries what can be checked, linked and tried here; the rest is skipped, loudly.
pub(crate) fn systems() -> Result<(), String> {
    let folder = target()?.join("systems");
    println!("== type-check for {MACOS}");
    run(&mut cargo("check", MACOS, &folder)?)?;
    if !runs("x86_64-w64-mingw32-gcc", &["--version"]) {
        apt_get(&MINGW)?;
    }
    println!("\n== type-check and link for {WINDOWS}");
    let mut build = cargo("build", WINDOWS, &folder)?;
    run(build.args(["--bin", "unbeatable", "--profile", "release"]))?;
    let program = folder.join(WINDOWS).join("release/unbeatable.exe");
    println!("{}", program.display());
    match wine() {
        Ok(wine) => tour(&wine, &program, &folder),
        Err(why) => {
            skip("the tour under Wine", &why);
            Ok(())
        }
    }
}

/// Cargo for another system, with a standard library built from source.
fn cargo(what: &str, system: &str, folder: &Path) -> Result<Command, String> {
    let mut cargo = command("cargo", &[what, "--locked", "--package", "unbeatable-cli"]);
    cargo
        .args(["--target", system])
        .env("CARGO_TARGET_DIR", folder);
    wasm::with_compiler_source(&mut cargo)?;
    Ok(cargo)
}

/// Where Wine is: Debian keeps it away from the path.
fn wine() -> Result<PathBuf, String> {
    let places = ["wine", "wine64", "/usr/lib/wine/wine64"];
    let find = || places.iter().find(|place| runs(place, &["--version"]));
    if find().is_none() {
        match is_root() {
            true => apt_get(&["wine", "wine64"])?,
            false => return Err("there is no Wine".into()),
        }
    }
    find()
        .map(PathBuf::from)
        .ok_or_else(|| "there is no Wine".into())
}

/// The one library that Rust's programs name and that Wine before 9 lacks, made of what it has: chance.
const CHANCE: &str = "\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) {
    return SystemFunction036(bytes, (ULONG)length);
}
";

/// Uses the program for Windows: the tour, a proof, its check, and a refusal.
fn tour(wine: &Path, program: &Path, folder: &Path) -> Result<(), String> {
    let place = folder.join("wine");
    let source = place.join("chance.c");
    write(&source, CHANCE)?;
    let library = program.with_file_name("bcryptprimitives.dll");
    let compile = [
        "-shared",
        "-o",
        &text(&library),
        &text(&source),
        "-ladvapi32",
    ];
    run(&mut command("x86_64-w64-mingw32-gcc", &compile))?;
    let inside = |arguments: &[&str]| {
        let mut inside = command(wine, &[&text(program)]);
        inside
            .args(arguments)
            .current_dir(&place)
            .env("WINEPREFIX", place.join("prefix"))
            // What Wine has to say is not about the program.
            .env("WINEDEBUG", "-all");
        inside
    };
    let certificate = "connect.cert";
    let asked: [&[&str]; 6] = [
        &[],
        &["--version"],
        &[
            "solve",
            "connect:4x4",
            "--certificate",
            certificate,
            "--quiet",
        ],
        &["verify", certificate],
        &["analyze", "ttt", "--moves", "b2"],
        &["count", "ttt", "--of", "positions"],
    ];
    for arguments in asked {
        println!("\n== under Wine: unbeatable {}", arguments.join(" "));
        run(&mut inside(arguments))?;
    }
    println!("\n== under Wine: a wrong game is refused");
    let status = inside(&["solve", "chess"]).status();
    match status.map(|status| status.code()) {
        Ok(Some(2)) => Ok(()),
        found => Err(format!(
            "solve chess: expected exit code 2, found {found:?}"
        )),
    }
}
