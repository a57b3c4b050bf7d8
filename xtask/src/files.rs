//! Files and folders: found, copied, written and summed up.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// What went wrong, with the path.
pub(crate) fn told(path: &Path) -> impl Fn(std::io::Error) -> String {
    let path = path.display().to_string();
    move |e| format!("{path}: {e}")
}

/// Writes a file, and the folders that it is in.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), String> {
    let folder = path.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).map_err(told(folder))?;
    fs::write(path, content).map_err(told(path))
}

/// All files below a folder, by their paths from there, sorted.
pub(crate) fn find(folder: &Path, below: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let here = folder.join(below);
    for entry in fs::read_dir(&here).map_err(told(&here))? {
        let entry = entry.map_err(told(&here))?;
        let path = below.join(entry.file_name());
        match entry.path().is_dir() {
            true => find(folder, &path, files)?,
            false => files.push(path),
        }
    }
    files.sort();
    Ok(())
}

/// The checksum of bytes (SHA-256), in hexadecimal.
pub(crate) fn sum(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes);
    digits.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is in a folder, in order.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = |e| format!("{}: {e}", folder.display());
    let listed = fs::read_dir(folder).map_err(wrong)?;
    let mut paths: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// Copies everything in a folder, with its folders.
pub(crate) fn copy_all(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
    for path in entries(from)? {
        let there = to.join(path.file_name().unwrap_or_default());
        match path.is_dir() {
            true => copy_all(&path, &there)?,
            false => {
                fs::copy(&path, &there).map_err(|e| format!("{}: {e}", path.display()))?;
            }
        }
    }
    Ok(())
}
