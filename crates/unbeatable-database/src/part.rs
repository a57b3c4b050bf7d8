//! A part of a database: which one of how many, what it is called and where it lies.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use unbeatable_core::part_of;

/// One part of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartOf {
    /// Which one, from 0 on.
    pub part: u32,
    /// How many there are.
    pub parts: u32,
}

impl PartOf {
    /// Whether the class with that key belongs to it.
    #[must_use]
    #[inline]
    pub fn owns(self, key: u64) -> bool {
        part_of(key, self.parts) == self.part
    }
}

/// As its folder is called, and how many there are.
impl fmt::Display for PartOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", part_name(self.part), self.parts)
    }
}

/// What the names of folders of parts begin with.
pub(crate) const PART: &str = "part-";

pub(crate) fn part_name(part: u32) -> String {
    format!("{PART}{part:03}")
}

/// The folder of a part in that of the database.
#[must_use]
pub fn part_folder(folder: &Path, part: u32) -> PathBuf {
    folder.join(part_name(part))
}

/// Where a part has its files; a whole database has them in its folder.
pub(crate) fn place(folder: &Path, part: Option<PartOf>) -> PathBuf {
    part.map_or(folder.to_path_buf(), |part| part_folder(folder, part.part))
}
