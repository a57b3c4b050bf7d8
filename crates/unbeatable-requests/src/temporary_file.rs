//! Files that last as long as a question.

use std::io::{self, Write};

use crate::failure::{Code, Failure};

#[cfg(not(target_os = "wasi"))]
pub(crate) use tempfile::NamedTempFile as TemporaryFile;

#[cfg(target_os = "wasi")]
pub(crate) use in_memory::TemporaryFile;

/// A file under a name that nobody can guess, which is gone when it is dropped.
pub(crate) fn temporary() -> Result<TemporaryFile, Failure> {
    TemporaryFile::new().map_err(cannot)
}

/// Such a file with these bytes.
pub(crate) fn on_disk(bytes: &[u8]) -> Result<TemporaryFile, Failure> {
    let mut file = temporary()?;
    file.write_all(bytes).map_err(cannot)?;
    file.flush().map_err(cannot)?;
    Ok(file)
}

/// What went wrong. The error itself would name the folder.
fn cannot(e: io::Error) -> Failure {
    Failure::new(Code::Internal, format!("a temporary file: {}", e.kind()))
}

/// Files of a system of which nobody else has a part: a worker of a browser, whose files are in its memory.
#[cfg(target_os = "wasi")]
mod in_memory {
    use std::fs::{File, remove_file};
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A file of its own name.
    pub(crate) struct TemporaryFile {
        path: PathBuf,
        file: File,
    }

    impl TemporaryFile {
        pub(crate) fn new() -> io::Result<TemporaryFile> {
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = PathBuf::from(format!("/temporary-{number}"));
            let file = File::create_new(&path)?;
            Ok(TemporaryFile { path, file })
        }

        pub(crate) fn path(&self) -> &Path {
            &self.path
        }
    }

    impl Write for TemporaryFile {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.file.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.file.flush()
        }
    }

    impl Drop for TemporaryFile {
        fn drop(&mut self) {
            // What is not there any more needs no removing.
            let _ = remove_file(&self.path);
        }
    }
}
