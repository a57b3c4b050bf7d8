//! The lab's program for browsers: compiled for WASI, which the page's `system.js` is.
//!
//! `rustup target add wasm32-wasip1` brings all it takes. Where the toolchain's own standard library cannot be
//! had, that of Debian's compiler for browsers is built from its source, and linked with Debian's C library: both
//! are installed where apt-get can.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{told, write};
use crate::shell::{apt_get, command, root, run, runs, said, target, text};

pub(crate) const TARGET: &str = "wasm32-wasip1";

/// Debian's packages: a compiler with its source, a linker, and a C library.
const PACKAGES: [&str; 4] = ["rustc-web", "rust-web-src", "lld", "wasi-libc"];

/// Where Debian puts that library.
const LIBRARY: &str = "/usr/lib/wasm32-wasi";

/// What newer C libraries have, and Debian's has not: the page's system says that there are no threads, and that no
/// path leads anywhere else.
const MISSING: [&str; 7] = [
    "pthread_attr_init",
    "pthread_attr_setstacksize",
    "pthread_attr_destroy",
    "pthread_create",
    "pthread_detach",
    "pthread_join",
    "realpath",
];

/// The programs: the whole one, and what is enough for a first board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WebProgram {
    Whole,
    First,
}

/// Builds a program, and says where it is.
pub(crate) fn build(which: WebProgram) -> Result<PathBuf, String> {
    let folder = target()?.join("wasm");
    // The whole program is optimised as one only if the library is nothing else.
    let library = [
        "--package",
        "unbeatable-wasm",
        "--lib",
        "--crate-type",
        "cdylib",
    ];
    let mut build = command("cargo", &["rustc", "--locked"]);
    build
        .args(library)
        .args(["--profile", "web", "--target", TARGET])
        .current_dir(root())
        .env("CARGO_TARGET_DIR", &folder);
    if which == WebProgram::First {
        build.args(["--features", "first"]);
    }
    if !has_target("rustc")? {
        with_source(&mut build, &folder)?;
    }
    run(&mut build)?;
    // The next one has this name, too.
    let (made, kept) = match which {
        WebProgram::Whole => ("unbeatable_wasm.wasm", "whole.wasm"),
        WebProgram::First => ("unbeatable_wasm.wasm", "first.wasm"),
    };
    let folder = folder.join(TARGET).join("web");
    std::fs::copy(folder.join(made), folder.join(kept)).map_err(told(&folder))?;
    Ok(folder.join(kept))
}

/// Whether a compiler has a standard library for the target.
fn has_target(rustc: &str) -> Result<bool, String> {
    let place = said(rustc, &["--print", "target-libdir", "--target", TARGET])?;
    Ok(!place.is_empty() && Path::new(&place).is_dir())
}

/// Has the standard library built, too, with Debian's compiler: for a target that its own does not know.
pub(crate) fn with_compiler_source(build: &mut Command) -> Result<(), String> {
    let rustc = compiler()?;
    build
        .arg("-Zbuild-std=std,panic_abort")
        .env("RUSTC", rustc)
        // The option is not for everybody yet.
        .env("RUSTC_BOOTSTRAP", "1");
    Ok(())
}

/// Debian's compiler, which is installed if it is not there. Another of this name may come first on the path.
fn compiler() -> Result<String, String> {
    let find = || -> Result<Option<String>, String> {
        let files = said("dpkg", &["-L", "rustc-web"])?;
        Ok(files
            .lines()
            .find(|file| file.ends_with("bin/rustc"))
            .map(String::from))
    };
    let is_whole = || PACKAGES.iter().all(|part| runs("dpkg", &["-L", part]));
    if !runs("dpkg", &["--version"]) {
        return Err(format!("rustup target add {TARGET}: cargo needs it here"));
    }
    if !is_whole() {
        apt_get(&PACKAGES)?;
    }
    find()?.ok_or_else(|| "Debian's package rustc-web has no compiler".into())
}

/// Has the standard library built from source and linked with Debian's C library.
fn with_source(build: &mut Command, folder: &Path) -> Result<(), String> {
    with_compiler_source(build)?;
    let missing = folder.join("given-by-the-page.txt");
    write(&missing, MISSING.join("\n") + "\n")?;
    let flags = [
        "-Clink-self-contained=no".into(),
        "-Clinker=wasm-ld".into(),
        "-Ctarget-feature=+crt-static".into(),
        format!("-Clink-arg=-L{LIBRARY}"),
        format!("-Clink-arg={LIBRARY}/crt1-reactor.o"),
        "-Clink-arg=--export=_initialize".into(),
        format!("-Clink-arg=--allow-undefined-file={}", text(&missing)),
    ];
    build.env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", flags.join(" "));
    Ok(())
}
