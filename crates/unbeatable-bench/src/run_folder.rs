//! Folders in which a long run keeps what it has: held by one process, and labelled.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use unbeatable_database::atomic_file::AtomicFile;
use unbeatable_report::{Argument, AskError};

/// Says of a folder what is being made there.
pub const RUN: &str = "run.json";

/// What is said when a folder cannot be used.
pub fn cannot(path: &Path) -> impl Fn(io::Error) -> AskError + Copy {
    move |e| {
        Argument::Folder.wrong(format!(
            "folder '{}' cannot be written: {e}",
            path.display()
        ))
    }
}

/// Makes the folder if it is not there, and holds it as long as the file is open: whoever does looks at
/// what is in it, and nobody else.
pub fn hold(path: &Path) -> Result<File, AskError> {
    fs::create_dir_all(path).map_err(cannot(path))?;
    let lock = File::open(path).map_err(cannot(path))?;
    match lock_now(&lock) {
        true => Ok(lock),
        false => Err(Argument::Folder.wrong(format!(
            "folder '{}': another process is at work there: expected to be the only one",
            path.display()
        ))),
    }
}

/// What is being made in the folder; `None` if nothing was, and it says from now on that `wanted` is. Then
/// it must be empty, but for files of names that nobody needs.
pub fn begin<R: Serialize + DeserializeOwned>(
    path: &Path,
    wanted: &R,
    is_scratch: impl Fn(&str) -> bool,
) -> Result<Option<R>, AskError> {
    let (name, cannot) = (path.display(), cannot(path));
    match fs::read_to_string(path.join(RUN)) {
        Ok(text) => {
            let found = serde_json::from_str(&text).map_err(|error| {
                Argument::Folder.wrong(format!(
                    "folder '{name}': {RUN} is damaged ({error}): expected an unfinished run, or a new \
                     folder"
                ))
            });
            return found.map(Some);
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(cannot(error)),
    }
    for entry in fs::read_dir(path).map_err(cannot)? {
        // Somebody may have been killed while he said what is here.
        if !is_scratch(&entry.map_err(cannot)?.file_name().to_string_lossy()) {
            return Err(Argument::Folder.wrong(format!(
                "folder '{name}' holds other files: expected a new or empty folder, or one with an \
                 unfinished run"
            )));
        }
    }
    let place = AtomicFile::new(&path.join(RUN)).map_err(cannot)?;
    let written = place.replace(|file| {
        serde_json::to_writer(file, wanted)?;
        Ok(Some(()))
    });
    written.map(|_| None).map_err(cannot)
}

/// The folder is about something else.
pub fn differs(path: &Path, what: &str, found: &str, wanted: &str) -> AskError {
    Argument::Folder.wrong(format!(
        "folder '{}' holds an unfinished run of another {what}: expected {wanted}, found {found}",
        path.display()
    ))
}

/// Whether nobody else holds the folder; if so, it is held from now on, until it is closed. Where there are
/// no locks, nobody does.
fn lock_now(file: &File) -> bool {
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        let locked = flock(file, FlockOperation::NonBlockingLockExclusive);
        locked != Err(rustix::io::Errno::WOULDBLOCK)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}
