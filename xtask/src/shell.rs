//! Commands of the system, and the program that cargo builds.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use serde_json::Value as Json;

/// How long an installation may take.
const INSTALL_SECONDS_MAX: &str = "300";

pub(crate) fn command(program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    ended(command, status)
}

/// An error unless the command has ended well.
pub(crate) fn ended(command: &Command, status: ExitStatus) -> Result<(), String> {
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {status}")),
    }
}

pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(&mut command("cargo", arguments))
}

/// Whether a command can be run, and ends well.
pub(crate) fn runs(program: &str, arguments: &[&str]) -> bool {
    command(program, arguments)
        .output()
        .is_ok_and(|output| output.status.success())
}

/// What a command prints, without the end of its last line.
pub(crate) fn said(program: impl AsRef<OsStr>, arguments: &[&str]) -> Result<String, String> {
    let mut command = command(program, arguments);
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().into())
}

/// What a program answers in JSON, run in `folder`.
pub(crate) fn ask(program: &Path, folder: &Path, arguments: &[&str]) -> Result<Json, String> {
    let output = command(program, arguments)
        .current_dir(folder)
        .output()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    serde_json::from_slice(&output.stdout).map_err(|e| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("{e}: {}", said.trim_end())
    })
}

/// Where the project's files are.
pub(crate) fn root() -> &'static Path {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    parent.expect("xtask is a folder of the project")
}

/// What cargo tells of the workspace.
pub(crate) fn metadata() -> Result<Json, String> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1", "--locked"];
    ask(Path::new("cargo"), root(), &arguments)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> Result<PathBuf, String> {
    let metadata = metadata()?;
    let target = metadata["target_directory"].as_str();
    Ok(target.ok_or("metadata without a target directory")?.into())
}

/// Where cargo leaves the program that it builds with a profile.
pub(crate) fn program(profile: &str) -> Result<PathBuf, String> {
    let name = format!("unbeatable{}", std::env::consts::EXE_SUFFIX);
    Ok(target()?.join(profile).join(name))
}

/// Builds the program with a profile, and says where it is.
pub(crate) fn build(profile: &str) -> Result<PathBuf, String> {
    let build = [
        "build",
        "--package",
        "unbeatable-cli",
        "--bin",
        "unbeatable",
    ];
    cargo(&[&build[..], &["--locked", "--profile", profile]].concat())?;
    program(profile)
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Something that cannot be done here, said loudly.
pub(crate) fn skip(what: &str, why: &str) {
    let line = "!".repeat(80);
    eprintln!("{line}\n!! {what}: SKIPPED: {why}\n{line}");
}

pub(crate) fn is_root() -> bool {
    said("id", &["-u"]).is_ok_and(|id| id == "0")
}

/// Installs packages of the system, where that needs no password.
pub(crate) fn apt_get(packages: &[&str]) -> Result<(), String> {
    let names = packages.join(", ");
    if !is_root() || !runs("apt-get", &["--version"]) {
        return Err(format!(
            "{names}: not installed, and only root with apt-get could install it here"
        ));
    }
    println!("missing: {names}: trying apt-get");
    let apt_get = |arguments: &[&str]| {
        let mut apt_get = command("timeout", &[INSTALL_SECONDS_MAX, "apt-get", "-qq"]);
        run(apt_get
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // Old lists of packages may do.
    let _ = apt_get(&["update"]);
    let install = ["install", "--yes", "--no-install-recommends"];
    apt_get(&[&install[..], packages].concat())
        .map_err(|why| format!("{names}: not installed: {why}"))
}

/// Makes sure that there is Python for the second checker: installs it where `apt-get` can.
pub(crate) fn find_python() -> Result<(), String> {
    let test = "import sys; sys.exit(sys.version_info < (3, 9))";
    let is_new_enough = || runs("python3", &["-c", test]);
    match is_new_enough() || (apt_get(&["python3"]).is_ok() && is_new_enough()) {
        true => Ok(()),
        false => Err(
            "the second checker needs python3, 3.9 or newer, and apt-get did not install it".into(),
        ),
    }
}
