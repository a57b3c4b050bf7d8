//! Files that last as long as a question.

use std::io::{self, Write};

use tempfile::NamedTempFile;

use crate::failure::{Code, Failure};

/// A file under a name that nobody can guess, which is gone when it is dropped.
pub(crate) fn temporary() -> Result<NamedTempFile, Failure> {
    NamedTempFile::new().map_err(cannot)
}

/// Such a file with these bytes.
pub(crate) fn on_disk(bytes: &[u8]) -> Result<NamedTempFile, Failure> {
    let mut file = temporary()?;
    file.write_all(bytes).map_err(cannot)?;
    file.flush().map_err(cannot)?;
    Ok(file)
}

/// What went wrong. The error itself would name the folder.
fn cannot(e: io::Error) -> Failure {
    Failure::new(Code::Internal, format!("a temporary file: {}", e.kind()))
}
