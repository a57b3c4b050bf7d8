//! A database: a folder with a table, perhaps the layers that it was made of, and what is said of them; or
//! with a folder of the kind for each of its parts.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use unbeatable_core::{Numbered, Outcome, Settled, Wdl};

use crate::archive::Archive;
use crate::file::wrong;
use crate::header::{FileSummary, Header};
use crate::layers::LayerHead;
use crate::part::place;
use crate::reach::{CLASSES_MAX, is_reachable};
use crate::table::{TABLE, TableHead, Tables, ValueTable};

/// What a database says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// The game is over; so the rules say, whether or not the position can be reached.
    Finished(Outcome<Wdl>),
    /// What it is worth.
    Known(ProbedValue),
    /// Neither the position nor an image of it can be reached from the database's root.
    Outside,
    /// Whether it can be reached would take too long to find out.
    CannotTell,
}

/// What a position is worth to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbedValue {
    /// Its value.
    pub value: Wdl,
    /// Plies to the end if the winner hurries and the loser holds out; `None` for draws, and where the
    /// database does not know.
    pub distance: Option<u32>,
}

/// An open database. Any number of threads may ask it.
pub struct Database {
    folder: PathBuf,
    header: Header,
    pub(crate) tables: Tables,
    archive: Option<Archive>,
}

impl Database {
    /// Opens the database in a folder. Looks at everything but the contents of its files: those
    /// [`verify`](crate::verify()) looks at.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let header = Header::read(folder)?;
        let lengths = lengths(folder, &header)?;
        let heads: Vec<LayerHead> = header.all_parts().map(|part| header.head(part)).collect();
        // What a file is of first: that says more than its length does.
        let open = |head: &LayerHead| {
            let path = place(folder, head.part).join(TABLE);
            let head = TableHead {
                of: head.clone(),
                distances: header.distances,
            };
            ValueTable::open(&path, &head)
        };
        let tables = heads.iter().map(open).collect::<io::Result<_>>()?;
        let open = || Archive::open(folder, &heads, header.layers.len());
        let archive = header.archive.then(open).transpose()?;
        for (file, found) in header.files.iter().zip(lengths) {
            if found != file.bytes {
                let what = format!("has {found} bytes, expected {}", file.bytes);
                return Err(wrong(&folder.join(&file.name), what));
            }
        }
        Ok(Database {
            folder: folder.to_path_buf(),
            header,
            tables: Tables::new(tables),
            archive,
        })
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All that is said of it.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The layers with their keys, if they were kept.
    #[must_use]
    pub fn archive(&self) -> Option<&Archive> {
        self.archive.as_ref()
    }

    /// How many classes have an entry in a table: all but those that the rules decide at a glance.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.tables.count()
    }

    /// What is known of the position with a number: any position, whether or not it can be reached. `game` must be the
    /// one that the header names.
    ///
    /// Membership is exact: by the archive if there is one, else by going back to the root.
    pub fn probe(&self, game: &dyn Numbered, number: u64) -> io::Result<Probe> {
        if let Some(outcome) = game.outcome_of(number) {
            return Ok(Probe::Finished(outcome));
        }
        if let Some(archive) = &self.archive {
            let found = archive.find(game.layer_of(number), game.class_of(number))?;
            return Ok(found.and_then(known).map_or(Probe::Outside, Probe::Known));
        }
        let (root, layer) = (self.header.root, self.header.layer);
        Ok(match is_reachable(game, root, layer, number, CLASSES_MAX) {
            Some(true) => Probe::Known(self.value_of_reachable(game, number)),
            Some(false) => Probe::Outside,
            None => Probe::CannotTell,
        })
    }

    /// What a position is worth that can be reached from the database's root, as all positions behind
    /// one that [`probe`](Self::probe) knows can: whoever searches from there need not ask again. By the
    /// table, in no time. Of other positions, and in a damaged database, the answer is any value.
    #[must_use]
    #[inline]
    pub fn value_of_reachable(&self, game: &dyn Numbered, number: u64) -> ProbedValue {
        let glanced = game.glance(number);
        let settled = glanced.or_else(|| {
            let class = game.class_of(number);
            self.tables.find(game.layer_of(number), class)
        });
        let found = known(settled.unwrap_or(Settled::DRAWN)).unwrap_or(ProbedValue {
            value: Wdl::Draw,
            distance: None,
        });
        ProbedValue {
            distance: found
                .distance
                .filter(|_| self.header.distances || glanced.is_some()),
            ..found
        }
    }
}

/// The lengths of all files. An error names the first one that is missing, and where it is to be had.
fn lengths(folder: &Path, header: &Header) -> io::Result<Vec<u64>> {
    let length = |file: &FileSummary| {
        let path = folder.join(&file.name);
        let found = std::fs::metadata(&path);
        found.map(|found| found.len()).map_err(|error| {
            let part = file.name.split_once('/').zip(header.parts);
            match (error.kind(), part) {
                (ErrorKind::NotFound, Some(((part, _), parts))) => {
                    let what = format!(
                        "is missing from {part}, one of the {parts} parts of the database: copy \
                         that folder from the machine that made it"
                    );
                    wrong(&path, what)
                }
                (ErrorKind::NotFound, None) => wrong(&path, "is missing from the database"),
                _ => crate::file::at(&path)(error),
            }
        })
    };
    header.files.iter().map(length).collect()
}

/// `None` if nothing is known.
fn known(settled: Settled) -> Option<ProbedValue> {
    Some(ProbedValue {
        value: settled.value()?,
        distance: settled.distance(),
    })
}
