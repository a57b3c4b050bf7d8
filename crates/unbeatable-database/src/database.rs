//! A database: a folder with a table, perhaps the layers that it was made of, and what is said of them.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use unbeatable_core::{Layered, Outcome, Settled, Wdl};

use crate::archive::Archive;
use crate::file::wrong;
use crate::glance::glance;
use crate::header::Header;
use crate::reach::{CLASSES_MAX, is_reachable};
use crate::table::Table;

/// The table's name in the folder.
pub(crate) const TABLE: &str = "table";

/// What a database says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// The game is over; so the rules say, whether or not the position can be reached.
    Finished(Outcome<Wdl>),
    /// What it is worth.
    Known(Known),
    /// Neither the position nor an image of it can be reached from the database's root.
    Outside,
    /// Whether it can be reached would take too long to find out.
    CannotTell,
}

/// What a position is worth to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
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
    pub(crate) table: Table,
    archive: Option<Archive>,
}

impl Database {
    /// Opens the database in a folder. Looks at everything but the contents of its files: those
    /// [`verify`](crate::verify()) looks at.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let header = Header::read(folder)?;
        for file in &header.files {
            let path = folder.join(&file.name);
            match std::fs::metadata(&path) {
                Ok(found) if found.len() == file.bytes => {}
                Ok(found) => {
                    let (found, expected) = (found.len(), file.bytes);
                    return Err(wrong(
                        &path,
                        format!("has {found} bytes, expected {expected}"),
                    ));
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Err(wrong(&path, "is missing from the database"));
                }
                Err(error) => return Err(crate::file::at(&path)(error)),
            }
        }
        let path = folder.join(TABLE);
        let table = Table::open(&path)?;
        let game = &header.about.game;
        let is_of_this = table.head.game == *game
            && table.head.root == header.root
            && table.head.layer == header.layer
            && table.head.distances == header.distances;
        if !is_of_this {
            let what = "is of another database, expected that of database.json";
            return Err(wrong(&path, what));
        }
        let open = || Archive::open(folder, &header.first_layer(), header.layers.len());
        let archive = header.archive.then(open).transpose()?;
        Ok(Database {
            folder: folder.to_path_buf(),
            header,
            table,
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

    /// How many classes have an entry in the table: all but those that the rules decide at a glance.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.table.count
    }

    /// What is known of a position: any position, whether or not it can be reached. `game` must be the
    /// one that the header names.
    ///
    /// Membership is exact: by the archive if there is one, else by going back to the root.
    pub fn probe<G: Layered>(&self, game: &G, pos: &G::Position) -> io::Result<Probe> {
        if let Some(outcome) = game.outcome(pos) {
            return Ok(Probe::Finished(outcome));
        }
        if let Some(archive) = &self.archive {
            let found = archive.find(game.layer(pos), game.fold(game.pack(pos)))?;
            return Ok(found.and_then(known).map_or(Probe::Outside, Probe::Known));
        }
        let (root, layer) = (self.header.root, self.header.layer);
        Ok(match is_reachable(game, root, layer, pos, CLASSES_MAX) {
            Some(true) => Probe::Known(self.value_of_reachable(game, pos)),
            Some(false) => Probe::Outside,
            None => Probe::CannotTell,
        })
    }

    /// What a position is worth that can be reached from the database's root, as all positions behind
    /// one that [`probe`](Self::probe) knows can: whoever searches from there need not ask again. By the
    /// table, in no time. Of other positions, and in a damaged database, the answer is any value.
    #[must_use]
    #[inline]
    pub fn value_of_reachable<G: Layered>(&self, game: &G, pos: &G::Position) -> Known {
        let glanced = glance(game, pos);
        let settled = glanced.or_else(|| {
            let key = game.fold(game.pack(pos));
            self.table.find(game.layer(pos), key)
        });
        let found = known(settled.unwrap_or(Settled::DRAWN)).unwrap_or(Known {
            value: Wdl::Draw,
            distance: None,
        });
        Known {
            distance: found
                .distance
                .filter(|_| self.header.distances || glanced.is_some()),
            ..found
        }
    }
}

/// `None` if nothing is known.
fn known(settled: Settled) -> Option<Known> {
    Some(Known {
        value: settled.value()?,
        distance: settled.distance(),
    })
}
