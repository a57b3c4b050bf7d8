//! The package for Python: built, and tested in an environment of its own.
//!
//! The ordinary tests take the module that cargo has just built, laid out as a wheel would lay it out.
//! `--wheel` makes a wheel with maturin and tests what pip installs of it, from another folder.
//!
//! Nobody who builds the program needs any of this. So an environment that cannot be had is no failure: the
//! tests are skipped, loudly. `--must` makes it one.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::shell::{apt_get, cargo, command, root, run, runs, skip, target};

/// What to test, and how.
#[derive(Clone, Copy, Default)]
pub(crate) struct PythonOptions {
    /// A wheel, instead of what cargo has built.
    wheel: bool,
    /// The slow tests too, with the packages of others that they compare with.
    slow: bool,
    /// No environment is a failure.
    must: bool,
}

impl PythonOptions {
    /// `None` if there are others than these.
    pub(crate) fn parse(arguments: &[&str]) -> Option<Self> {
        let mut options = PythonOptions::default();
        for argument in arguments {
            match *argument {
                "--wheel" => options.wheel = true,
                "--slow" => options.slow = true,
                "--must" => options.must = true,
                _ => return None,
            }
        }
        Some(options)
    }
}

/// Builds the module, and runs its tests.
pub(crate) fn test(options: PythonOptions) -> Result<(), String> {
    let folder = target()?.join("python");
    let python = match environment(&folder.join("environment"), &["pytest"]) {
        Ok(python) => python,
        Err(why) if options.must => return Err(why),
        Err(why) => {
            skip("the tests of the package for Python", &why);
            return Ok(());
        }
    };
    if options.slow {
        pip(&python, &["mypy", "open_spiel", "pandas", "tqdm"])?;
        pip(
            &python,
            &["ipykernel", "matplotlib", "nbclient", "nbformat"],
        )?;
    }
    match options.wheel {
        true => {
            let wheel = wheel(&folder, &python)?;
            pip(&python, &["--force-reinstall", "--no-deps", &wheel])?;
            let tested = pytest(&python, None, options);
            // Whoever tests a build next must not meet it.
            let gone = ["-m", "pip", "uninstall", "--quiet", "--yes", "unbeatable"];
            run(&mut command(&python, &gone))?;
            tested
        }
        false => {
            let package = lay_out(&folder.join("package"))?;
            pytest(&python, Some(&package), options)
        }
    }
}

/// Runs the tests with the package that is in a folder, or that is installed.
fn pytest(python: &Path, package: Option<&Path>, options: PythonOptions) -> Result<(), String> {
    let tests = root().join("python");
    let mut pytest = command(python, &["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    pytest
        .arg("--config-file")
        .arg(tests.join("pyproject.toml"))
        .arg("--rootdir")
        .arg(&tests)
        .arg(tests.join("tests"))
        .arg(tests.join("README.md"))
        // What is beside the tests has no module.
        .current_dir(target()?)
        .env("PYTHONDONTWRITEBYTECODE", "1");
    match package {
        Some(folder) => pytest
            .arg(folder.join("unbeatable"))
            .env("PYTHONPATH", folder),
        None => pytest.arg("--pyargs").arg("unbeatable"),
    };
    if options.slow {
        pytest.args(["-m", "slow or not slow"]);
    }
    run(&mut pytest)
}

/// Builds the module with cargo, and lays the package out in a folder.
fn lay_out(folder: &Path) -> Result<PathBuf, String> {
    let build = ["build", "--package", "unbeatable-python"];
    cargo(&[&build[..], &["--profile", "checked", "--locked"]].concat())?;
    let package = folder.join("unbeatable");
    let told = |path: &Path| {
        let path = path.display().to_string();
        move |e: std::io::Error| format!("{path}: {e}")
    };
    // What was there may have files that are gone.
    let _ = fs::remove_dir_all(&package);
    fs::create_dir_all(&package).map_err(told(&package))?;
    let sources = root().join("python/unbeatable");
    for entry in fs::read_dir(&sources).map_err(told(&sources))? {
        let path = entry.map_err(told(&sources))?.path();
        let is_source = ["py", "pyi", "typed"].map(OsStr::new).map(Some);
        if is_source.contains(&path.extension()) {
            let name = path.file_name().expect("a file of a folder has a name");
            fs::copy(&path, package.join(name)).map_err(told(&path))?;
        }
    }
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let built = target()?.join("checked");
    let built = built.join(format!("{prefix}_unbeatable{suffix}"));
    let name = match cfg!(windows) {
        true => "_unbeatable.pyd",
        false => "_unbeatable.abi3.so",
    };
    fs::copy(&built, package.join(name)).map_err(told(&built))?;
    Ok(folder.into())
}

/// Makes a wheel, and says where it is.
fn wheel(folder: &Path, python: &Path) -> Result<String, String> {
    pip(python, &["maturin>=1.7,<2"])?;
    let wheels = folder.join("wheels");
    let _ = fs::remove_dir_all(&wheels);
    let start = Instant::now();
    let mut maturin = command(python, &["-m", "maturin", "build", "--release", "--locked"]);
    maturin
        .arg("--out")
        .arg(&wheels)
        .current_dir(root().join("python"));
    run(&mut maturin)?;
    let seconds = start.elapsed().as_secs_f64();
    let mut found = fs::read_dir(&wheels).map_err(|e| format!("{}: {e}", wheels.display()))?;
    let found = found.next().and_then(Result::ok);
    let wheel = found.ok_or("maturin made no wheel")?.path();
    let bytes = fs::metadata(&wheel).map_or(0, |wheel| wheel.len());
    let megabytes = bytes as f64 / 1e6;
    println!("{}: {megabytes:.1} MB, in {seconds:.0} s", wheel.display());
    Ok(wheel.to_string_lossy().into_owned())
}

/// The interpreter of an environment with these packages, which is made if it is not there.
fn environment(folder: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    let python = match cfg!(windows) {
        true => folder.join("Scripts").join("python.exe"),
        false => folder.join("bin").join("python"),
    };
    if !has_pip(&python) {
        if !runs("python3", &["-c", "import venv, ensurepip"]) {
            apt_get(&["python3-venv"])?;
        }
        let path = folder.to_string_lossy();
        run(&mut command("python3", &["-m", "venv", "--clear", &path]))?;
    }
    let imports = |package: &&str| runs_of(&python, &["-c", &format!("import {package}")]);
    if !packages.iter().all(imports) {
        pip(&python, packages)?;
    }
    Ok(python)
}

fn has_pip(python: &Path) -> bool {
    runs_of(python, &["-m", "pip", "--version"])
}

fn runs_of(python: &Path, arguments: &[&str]) -> bool {
    runs(&python.to_string_lossy(), arguments)
}

fn pip(python: &Path, packages: &[&str]) -> Result<(), String> {
    let install = ["-m", "pip", "install", "--quiet"];
    let mut pip: Command = command(python, &install);
    pip.arg("--disable-pip-version-check").args(packages);
    run(&mut pip)
}
