//! Folders for tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A new folder, which is removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("unbeatable-database-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The names in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let found = std::fs::read_dir(&self.0).unwrap();
        let names = found.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Writes a file anew. Some systems bring a file to the disk at once if its contents are replaced in place.
pub(crate) fn rewrite(path: &Path, bytes: &[u8]) {
    std::fs::remove_file(path).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// A header with its checksum made right.
pub(crate) fn repaired_header(text: &[u8]) -> Vec<u8> {
    let end = text.len() - ",\n  \"crc\": \"00000000\"\n}\n".len();
    let crc = crc32fast::hash(&text[..end]);
    let crc = format!(",\n  \"crc\": \"{crc:08x}\"\n}}\n");
    [&text[..end], crc.as_bytes()].concat()
}
