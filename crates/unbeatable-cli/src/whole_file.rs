//! Files that answers are written to: `--save-sgf`, `--output`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use unbeatable_workbench::atomic_file::AtomicFile;

use crate::failure::Failure;

/// Whether a name means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Whether two names lead to the same file, be it there yet or not.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let named = || Some(fs::canonicalize(folder).ok()?.join(path.file_name()?));
        fs::canonicalize(path).ok().or_else(named)
    };
    a == b || place(a).is_some_and(|a| place(b) == Some(a))
}

/// A file that will be written, as a whole.
pub(crate) struct WholeFile {
    path: PathBuf,
}

impl WholeFile {
    /// Looks for what would keep the file from being written, before anybody waits for what is to
    /// stand in it.
    pub(crate) fn ready(path: PathBuf) -> Result<WholeFile, Failure> {
        let file = WholeFile { path };
        match file.obstacle() {
            None => Ok(file),
            Some(why) => Err(file.failure(&why)),
        }
    }

    /// The file's name.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Writes the file, in place of what was there: whoever reads it finds the old bytes or the new
    /// ones.
    pub(crate) fn replace(&self, bytes: &[u8]) -> Result<(), Failure> {
        let written = AtomicFile::new(&self.path)
            .and_then(|place| place.replace(|file| file.write_all(bytes).map(Some)));
        written.map(drop).map_err(|e| self.failure(&e))
    }

    /// Why the file cannot be written, as far as that can be seen without writing.
    fn obstacle(&self) -> Option<String> {
        if is_standard(&self.path) {
            return Some("expected a file; standard output is for the answer".into());
        }
        // What is there and is no plain file (a folder, a device) must not be replaced.
        match fs::metadata(&self.path) {
            Ok(there) if !there.is_file() => Some("expected a file, found something else".into()),
            Ok(there) if there.permissions().readonly() => Some("it is read-only".into()),
            Ok(_) => None,
            Err(_) if !self.folder().is_dir() => Some("there is no such folder".into()),
            Err(_) => None,
        }
    }

    fn folder(&self) -> PathBuf {
        match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder.to_path_buf(),
            _ => PathBuf::from("."),
        }
    }

    fn failure(&self, why: &dyn std::fmt::Display) -> Failure {
        Failure::Input(format!("cannot write {}: {why}", self.path.display()))
    }
}
