//! Folders that end with this process, or are found by the next one.

use std::fs;
use std::path::{Path, PathBuf};

/// The name of a thing that ends with this process.
pub(super) fn own_name(name: &str) -> String {
    format!("unbeatable-fleet-{name}-{}", std::process::id())
}

/// Whether a thing has such a name, of a process that is gone.
pub(super) fn is_left_behind(name: &str) -> bool {
    let number = name
        .strip_prefix("unbeatable-fleet-")
        .and_then(|rest| rest.rsplit_once('-')?.1.parse::<u32>().ok());
    number.is_some_and(|number| !Path::new(&format!("/proc/{number}")).exists())
}

/// A folder that is there as long as this is.
pub(super) struct TemporaryFolder(pub(super) PathBuf);

impl TemporaryFolder {
    pub(super) fn new(name: &str) -> Result<Self, String> {
        let all = std::env::temp_dir();
        for left in fs::read_dir(&all).into_iter().flatten().flatten() {
            if is_left_behind(&left.file_name().to_string_lossy()) {
                let _ = fs::remove_dir_all(left.path());
            }
        }
        let folder = all.join(own_name(name));
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(TemporaryFolder(folder))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
