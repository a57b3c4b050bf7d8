//! A database: a folder with a table, perhaps the layers that it was made of, and what is said of them.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use serde::{Deserialize, Serialize};
use unbeatable_core::{Layered, Outcome, Wdl};

/// What a database is of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The version of the program that made it.
    pub program: String,
    /// The complete spec of the rules.
    pub game: String,
    /// The position from which all others are reached, as text.
    pub position: String,
}

/// What a database has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether the table has distances, too; it is larger then.
    pub distances: bool,
    /// Whether the layers' files are kept.
    pub archive: bool,
    /// How many threads make the table, at least one.
    pub threads: usize,
}

/// Where a long work stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The layer that is worked on.
    pub layer: u32,
    /// Classes done so far, of all layers.
    pub classes: u64,
}

/// Follows a long work, and may stop it.
pub type Watch<'w> = &'w mut dyn FnMut(Step) -> ControlFlow<()>;

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
    /// database has no distances.
    pub distance: Option<u32>,
}

/// An open database. Any number of threads may ask it.
pub struct Database {}

/// Makes a database of the layers' files in `folder` ([`keys_path`](crate::keys_path),
/// [`values_path`](crate::values_path)), from the root's layer to the last one: counts, makes the table,
/// and writes `database.json` last. If it is stopped or killed before that, the layers are there still.
///
/// What is wrong with the layers is an error; that their values are right is for
/// [`verify`](crate::verify()) to say.
pub fn assemble<G: Layered>(
    game: &G,
    root: &G::Position,
    about: &About,
    folder: &Path,
    options: &Options,
    watch: Watch,
) -> io::Result<Database> {
    let _ = (game, root, about, folder, options, watch);
    Err(io::Error::other("not yet"))
}

impl Database {
    /// Opens the database in a folder. Looks at everything but the contents of its files: those
    /// [`verify`](crate::verify()) looks at.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let _ = folder;
        Err(io::Error::other("not yet"))
    }

    /// What it is of.
    #[must_use]
    pub fn about(&self) -> &About {
        unreachable!("no database is open yet")
    }

    /// What is known of a position: any position, reachable or not.
    pub fn probe<G: Layered>(&self, game: &G, pos: &G::Position) -> io::Result<Probe> {
        let _ = (game, pos);
        Err(io::Error::other("not yet"))
    }

    /// What a position is worth that can be reached from the database's root, as all positions behind
    /// one that [`probe`](Self::probe) knows can: whoever searches from there need not ask again. Of
    /// other positions the answer is any value.
    #[must_use]
    pub fn value_of_reachable<G: Layered>(&self, game: &G, pos: &G::Position) -> Known {
        let _ = (game, pos);
        unreachable!("no database is open yet")
    }
}
