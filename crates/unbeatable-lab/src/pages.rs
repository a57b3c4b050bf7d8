//! The lab's own pages: files that are part of the program.

use std::collections::HashMap;
use std::path::PathBuf;
use std::{fs, io};

use axum::body::Bytes;
use tokio::task;

/// Every file of the page with its name.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The page's files.
pub(crate) struct Pages {
    /// Where they are read from anew each time, for those who work on them.
    folder: Option<PathBuf>,
    files: HashMap<&'static str, &'static [u8]>,
}

impl Pages {
    pub(crate) fn new(folder: Option<PathBuf>) -> io::Result<Self> {
        if let Some(folder) = &folder {
            fs::read_dir(folder)?;
        }
        Ok(Pages {
            folder,
            files: FILES.iter().copied().collect(),
        })
    }

    /// A file of this name.
    pub(crate) async fn file(&self, name: &str) -> Option<Bytes> {
        // No name leads out of the folder.
        let is_plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b".-".contains(&c);
        if name.starts_with('.') || !name.bytes().all(is_plain) {
            return None;
        }
        match &self.folder {
            None => self.files.get(name).map(|bytes| Bytes::from_static(bytes)),
            Some(folder) => {
                let file = folder.join(name);
                let read = task::spawn_blocking(move || fs::read(file)).await;
                read.ok()?.ok().map(Bytes::from)
            }
        }
    }
}
