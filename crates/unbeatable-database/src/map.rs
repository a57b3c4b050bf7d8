//! A file as memory: the system reads what is looked at, and several processes share it.
//!
//! The one place of this crate with `unsafe` code: what is mapped may change under our hands, so that to
//! map a file has no safe form.
#![allow(unsafe_code, reason = "a mapped file")]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// A mapped file; for reading only.
pub(crate) struct FileMap(Mmap);

impl FileMap {
    /// Maps all of a file, which must not be empty.
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the map is read-only, and lives as long as the slices of it (`bytes`). Nothing of ours
        // writes to a file once it has its name: files are made under another one and renamed, so a
        // new file takes the old one's name, and the map keeps the old one. Whoever else overwrites a
        // file of a database in place may change bytes while they are read: they are copied into
        // numbers (`from_le_bytes`), any bits of which are numbers, and decide nothing but an answer;
        // no reference into them outlives a probe. Whoever cuts it short ends the process (SIGBUS).
        let map = unsafe { Mmap::map(file) }?;
        // Probes go anywhere: to read ahead would be in vain. A wish: without it, it is slower.
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Random);
        Ok(FileMap(map))
    }

    /// All bytes of the file.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_map_has_the_bytes_of_its_file_even_if_another_takes_its_name() {
        let folder = std::env::temp_dir().join(format!("unbeatable-map-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.join(name));
        let bytes: Vec<u8> = (0..100_000u64).map(|i| ((i * i) >> 3) as u8).collect();
        fs::write(&one, &bytes).unwrap();
        let map = FileMap::new(&File::open(&one).unwrap()).unwrap();
        assert_eq!(map.bytes(), bytes);
        fs::write(&other, b"short").unwrap();
        fs::rename(&other, &one).unwrap();
        assert_eq!(map.bytes(), bytes);
        fs::remove_dir_all(&folder).unwrap();
    }
}
