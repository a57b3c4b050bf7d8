//! `database.json`: what a database is of, what it has, and how many.
//!
//! It is the last file to be written, so that a folder without it is no database, and it has a checksum
//! of its own: the last field, `crc`, is the CRC-32 of all bytes before the comma in front of it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};
use unbeatable_core::{Outcome, Player};

use crate::file::{Summary, UnfinishedFile, at, check_format, format_of, wrong};
use crate::layers::{LayerHead, keys_path, values_path};
use crate::part::{PART, PartOf, part_name};
use crate::table::TABLE;

/// Its name in the folder.
pub(crate) const NAME: &str = "database.json";

/// What the file says of itself.
const WHAT: &str = "unbeatable database";

/// What a database is of. The caller says so: this crate knows no notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The version of the program that made it.
    pub program: String,
    /// The complete spec of the rules.
    pub game: String,
    /// The root, from which all positions are reached, as text.
    pub position: String,
}

/// All that is said of a database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    pub(crate) what: String,
    pub(crate) format: u32,
    /// What it is of.
    #[serde(flatten)]
    pub about: About,
    /// The number of the root, folded; in the file 16 hexadecimal digits.
    #[serde(with = "crate::digits")]
    pub root: u64,
    /// The layer of the root.
    pub layer: u32,
    /// Whether the table has distances.
    pub distances: bool,
    /// Whether the files of the layers are there.
    pub archive: bool,
    /// How many parts there are, each in a folder of its own; `None` if the database is whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<u32>,
    /// How the game ends from the root: `first`, `second` or `draw`.
    pub outcome: String,
    /// After how many plies, if somebody wins.
    pub plies: Option<u32>,
    /// What there is in all layers together.
    pub total: Counts,
    /// And in each.
    pub layers: Vec<LayerCounts>,
    /// The digest of all classes with values and distances.
    pub digest: String,
    /// The digest of all classes with values without distances.
    pub digest_of_values: String,
    /// All other files.
    pub files: Vec<FileSummary>,
}

/// What there is in a layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LayerCounts {
    /// The layer.
    pub layer: u32,
    /// How many.
    #[serde(flatten)]
    pub counts: Counts,
}

/// How many positions there are. Images count as positions of their own, if they are different.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Classes of positions that are images of one another.
    pub classes: u64,
    /// Positions.
    pub positions: u64,
    /// Positions in which the game is over.
    pub finished: u64,
    /// Positions that the first player wins.
    pub first_wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the second player wins.
    pub second_wins: u64,
}

impl Counts {
    /// With a class more: `images` different positions, which end so.
    pub(crate) fn add(
        &mut self,
        images: u64,
        is_finished: bool,
        outcome: Outcome<unbeatable_core::Wdl>,
    ) {
        self.classes += 1;
        self.positions += images;
        self.finished += if is_finished { images } else { 0 };
        *match outcome.winner() {
            Some(Player::First) => &mut self.first_wins,
            Some(Player::Second) => &mut self.second_wins,
            None => &mut self.draws,
        } += images;
    }

    /// With all that the other has, too.
    pub(crate) fn merge(&mut self, other: &Counts) {
        self.classes += other.classes;
        self.positions += other.positions;
        self.finished += other.finished;
        self.first_wins += other.first_wins;
        self.draws += other.draws;
        self.second_wins += other.second_wins;
    }
}

/// What is said of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileSummary {
    /// Its name in the folder.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// CRC-32 of all of it, as 8 hexadecimal digits.
    pub crc: String,
}

impl FileSummary {
    pub(crate) fn new(name: &str, summary: &Summary) -> Self {
        FileSummary {
            name: name.to_string(),
            bytes: summary.bytes,
            crc: format!("{:08x}", summary.crc),
        }
    }
}

/// The names of a part's files, or a whole database's, in the folder of the database: the table first.
pub(crate) fn file_names(
    part: Option<PartOf>,
    layers: &[LayerCounts],
    archive: bool,
) -> Vec<String> {
    let before = part.map_or(String::new(), |part| format!("{}/", part_name(part.part)));
    let mut names = vec![format!("{before}{TABLE}")];
    for LayerCounts { layer, .. } in layers.iter().filter(|_| archive) {
        for path in [keys_path, values_path].map(|path| path(Path::new(&before), *layer)) {
            let name = path.file_name().unwrap_or_default();
            names.push(format!("{before}{}", name.to_string_lossy()));
        }
    }
    names
}

/// Stands before the checksum.
const CRC: &str = ",\n  \"crc\": \"";
/// And behind it.
const END: &str = "\"\n}\n";

impl Header {
    /// A header in this format.
    #[must_use]
    pub(crate) fn named(self) -> Self {
        Header {
            what: WHAT.to_string(),
            format: format_of(self.parts.is_some()),
            ..self
        }
    }

    /// All parts; a whole database is the only one.
    pub(crate) fn all_parts(&self) -> impl Iterator<Item = Option<PartOf>> {
        let parts = self.parts;
        let of = move |part| parts.map(|parts| PartOf { part, parts });
        (0..parts.unwrap_or(1)).map(of)
    }

    /// What the root's layer of a part is about.
    pub(crate) fn head(&self, part: Option<PartOf>) -> LayerHead {
        LayerHead {
            game: self.about.game.clone(),
            root: self.root,
            layer: self.layer,
            part,
        }
    }

    /// Writes the file, all at once.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        self.write_under(folder, ".part")
    }

    /// Writes the file where other processes may write it, too, at this moment.
    pub(crate) fn write_shared(&self, folder: &Path) -> io::Result<()> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let end = format!(".{}-{count}.part", std::process::id());
        let written = self.write_under(folder, &end);
        // A process of another machine may have the same number, and be first.
        written.or_else(|error| match Header::read(folder) {
            Ok(found) if found == *self => Ok(()),
            _ => Err(error),
        })
    }

    /// The file as it is written.
    pub(crate) fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("text keys and whole numbers");
        let text = text.strip_suffix("\n}").expect("pretty JSON ends so");
        let crc = crc32fast::hash(text.as_bytes());
        format!("{text}{CRC}{crc:08x}{END}")
    }

    fn write_under(&self, folder: &Path, end: &str) -> io::Result<()> {
        let mut part = UnfinishedFile::under(&folder.join(NAME), end)?;
        part.append(self.text().as_bytes())?;
        part.finish_plain(true).map(drop)
    }

    /// Reads the file alone: what it says of the others is not looked at.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let path = folder.join(NAME);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(absent(folder)),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                return Err(wrong(&path, "damaged, or not a database's (no text)"));
            }
            text => text.map_err(at(&path))?,
        };
        // The version first: who reads a newer file should hear of that, whatever else is in it.
        let named: Option<FormatName> = serde_json::from_str(&text).ok();
        let is_ours = |named: &FormatName| named.what == WHAT;
        let Some(named) = named.filter(is_ours) else {
            return Err(wrong(&path, "damaged, or not a database's"));
        };
        let sound = text.rsplit_once(CRC).filter(|(text, end)| {
            let crc = crc32fast::hash(text.as_bytes());
            *end == format!("{crc:08x}{END}")
        });
        if sound.is_none() {
            return Err(wrong(&path, "damaged (checksum)"));
        }
        check_format(&path, named.format)?;
        let header: Header = serde_json::from_str(&text)
            .map_err(|error| wrong(&path, format!("damaged: {error}")))?;
        header.check().map_err(|what| wrong(&path, what))?;
        Ok(header)
    }

    /// An error says what contradicts itself.
    pub(crate) fn check(&self) -> Result<(), String> {
        let expected = format_of(self.parts.is_some());
        if self.format != expected {
            return Err(format!("has format {}, expected {expected}", self.format));
        }
        if self.parts == Some(0) {
            return Err("has 0 parts, expected at least one".to_string());
        }
        let layers = if self.archive { self.layers.len() } else { 0 };
        let expected = u64::from(self.parts.unwrap_or(1)) * (1 + 2 * layers as u64);
        if self.files.len() as u64 != expected {
            let found = self.files.len();
            return Err(format!("has {found} files, expected {expected}"));
        }
        let names = self
            .all_parts()
            .flat_map(|part| file_names(part, &self.layers, self.archive));
        for (file, expected) in self.files.iter().zip(names) {
            if file.name != expected {
                return Err(format!("has the file {}, expected {expected}", file.name));
            }
        }
        Ok(())
    }
}

/// What all formats have.
#[derive(Deserialize)]
struct FormatName {
    what: String,
    format: u32,
}

/// The error that there is no database in a folder.
fn absent(folder: &Path) -> io::Error {
    let found = match fs::read_dir(folder) {
        Ok(found) => found,
        Err(error) => return at(folder)(error),
    };
    let names = found.filter_map(|entry| Some(entry.ok()?.file_name()));
    let is_begun = names.into_iter().any(|name| {
        let name = name.to_string_lossy();
        let begins = |begin: &str| name.starts_with(begin);
        begins("layer-") || begins("table") || begins(PART) || name.ends_with(".part")
    });
    let what = match is_begun {
        true => format!("an unfinished run, expected a database (there is no {NAME} yet)"),
        false => format!("not a database, expected a folder with {NAME}"),
    };
    wrong(folder, what)
}
