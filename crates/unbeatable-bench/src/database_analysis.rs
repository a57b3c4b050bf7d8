//! A database as an analysis: it knows what every position is worth that a search meets.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use unbeatable_core::diagram::Highlight;
use unbeatable_core::foresight::{look_behind_each, look_by_bounds};
use unbeatable_core::{
    Ahead, Analysis, Bounds, Decided, Foresight, Guide, Layered, Limited, Notation, Numbered,
    Outcome, Prospect, Timing, TimingSight, Value, Wdl, Within,
};
use unbeatable_database::{Database, Probe};

use unbeatable_report::{Argument, AskError};

use crate::erased::ErasedGame;
use crate::open_book::BookSlot;
use crate::packed::Packed;

/// Where a database is put once it is open.
pub(crate) type DatabaseSlot = Arc<OnceLock<OpenDatabase>>;

/// An analysis, and a database that is asked first, if there is one.
pub(crate) struct DatabaseAnalysis<A> {
    slot: DatabaseSlot,
    book: BookSlot,
    know: A,
}

impl<A> DatabaseAnalysis<A> {
    pub(crate) fn new(slot: &DatabaseSlot, book: &BookSlot, know: A) -> Self {
        DatabaseAnalysis {
            slot: slot.clone(),
            book: book.clone(),
            know,
        }
    }

    #[inline]
    fn database(&self) -> Option<&OpenDatabase> {
        self.slot.get()
    }
}

/// What the database knows is all there is to know; everything else is the analysis's.
impl<G: Layered, A: Analysis<G>> Analysis<G> for DatabaseAnalysis<A> {
    #[inline]
    fn bounds(&self, game: &G, pos: &G::Position) -> Bounds<G::Value> {
        match self.database() {
            Some(database) => database.bounds(game, game.pack(pos)),
            None => self.know.bounds(game, pos),
        }
    }

    fn bounds_if_kept(&self, game: &G, pos: &G::Position) -> Bounds<G::Value> {
        match self.database() {
            Some(database) => database.bounds(game, game.pack(pos)),
            None => self.know.bounds_if_kept(game, pos),
        }
    }

    fn keeps(&self, game: &G, pos: &G::Position, next: &G::Position) -> bool {
        self.know.keeps(game, pos, next)
    }

    fn weight(&self, game: &G) -> u32 {
        self.know.weight(game)
    }

    fn solves(&self, game: &G) -> bool {
        self.know.solves(game)
    }

    fn nimbers(&self, game: &G, pos: &G::Position) -> Option<Vec<u32>> {
        self.know.nimbers(game, pos)
    }

    #[inline]
    fn candidates<'a>(
        &'a self,
        game: &'a G,
        pos: &'a G::Position,
    ) -> impl Iterator<Item = G::Move> + 'a {
        self.know.candidates(game, pos)
    }

    #[inline]
    fn prospects<D: Guide<G>>(
        &self,
        game: &G,
        guide: &D,
        pos: &G::Position,
        at_least: Outcome<G::Value>,
        each: impl FnMut(Prospect<G::Move>),
    ) -> Option<Decided<G::Move>> {
        match self.database() {
            Some(_) => {
                unbeatable_core::analysis::one_by_one(self, game, guide, pos, at_least, each)
            }
            None => self.know.prospects(game, guide, pos, at_least, each),
        }
    }

    #[inline]
    fn prospects_within<D: Guide<Within<G>>>(
        &self,
        game: &Within<G>,
        guide: &D,
        limited: &Limited<G::Position>,
        each: impl FnMut(Prospect<G::Move>),
    ) -> Option<Decided<G::Move>> {
        self.know.prospects_within(game, guide, limited, each)
    }

    fn race_plies(&self, game: &G) -> Option<u32> {
        self.know.race_plies(game)
    }

    fn best_moves(&self, game: &G, pos: &G::Position) -> Option<Vec<G::Move>> {
        self.know.best_moves(game, pos)
    }

    fn why(&self, game: &G, pos: &G::Position) -> Option<String> {
        self.know.why(game, pos)
    }

    fn explanation(&self, game: &G, pos: &G::Position) -> Vec<String> {
        self.know.explanation(game, pos)
    }

    fn remark(&self, game: &G, pos: &G::Position, m: G::Move) -> Option<String> {
        self.know.remark(game, pos, m)
    }

    fn highlights(&self, game: &G, pos: &G::Position) -> Vec<Highlight> {
        self.know.highlights(game, pos)
    }
}

impl<G: Layered, A: Foresight<G>> Foresight<G> for DatabaseAnalysis<A> {
    #[inline]
    fn number(&self, game: &G, pos: &G::Position) -> u64 {
        self.know.number(game, pos)
    }

    fn number_bits(&self, game: &G) -> u32 {
        self.know.number_bits(game)
    }

    fn promise(&self, game: &G, pos: &G::Position, m: G::Move) -> i32 {
        self.know.promise(game, pos, m)
    }

    /// A database with distances knows all there is to know, a book what stands in it.
    fn written(&self, game: &G, pos: &G::Position) -> Option<i32> {
        let number = game.pack(pos);
        let (value, plies) = match self.database().filter(|found| found.has_distances()) {
            Some(database) => {
                let value = database.bounds(game, number).value()?;
                (value, database.distance(game, number))
            }
            None => {
                let settled = self.book.book()?.find(game, number)?;
                (settled.value()?, settled.distance())
            }
        };
        let last = game.layer(pos) + plies.unwrap_or(0);
        Some(Timing::ended(value, last, game.layer_max()).rank().into())
    }

    /// All positions before it that stand in a book: often the move from one of them is a best one, and then it
    /// is worth no more.
    fn floor(&self, game: &G, pos: &G::Position) -> Option<i32> {
        // A database knows the position itself, and says anything of those before its root.
        if self.database().is_some() {
            return None;
        }
        self.book.book()?;
        let mut before = vec![];
        game.classes_before(game.class_of(game.pack(pos)), &mut before);
        let before = before.into_iter().map(|class| game.unpack(class));
        let before = before.filter(|before| game.turn(before) != game.turn(pos));
        before
            .filter_map(|before| Some(-self.written(game, &before)?))
            .max()
    }

    #[inline]
    fn look(&self, game: &G, pos: &G::Position, alpha: i32, beta: i32) -> TimingSight<G::Position> {
        match self.database() {
            Some(_) => look_by_bounds(self, game, pos, alpha, beta),
            None => self.know.look(game, pos, alpha, beta),
        }
    }

    #[inline]
    fn look_behind(
        &self,
        game: &G,
        ahead: &Ahead<G::Position>,
        alpha: i32,
        beta: i32,
        each: impl FnMut(i32, TimingSight<G::Position>),
    ) -> Option<i32> {
        match self.database() {
            Some(_) => look_behind_each(self, game, ahead, alpha, beta, each),
            None => self.know.look_behind(game, ahead, alpha, beta, each),
        }
    }
}

/// An open database of a game.
pub struct OpenDatabase {
    pub(crate) database: Database,
    folder: PathBuf,
}

impl OpenDatabase {
    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether it has distances.
    #[must_use]
    pub fn has_distances(&self) -> bool {
        self.database.header().distances
    }

    /// What an unfinished position is worth behind one that it has.
    #[inline]
    fn bounds(&self, game: &dyn Numbered, number: u64) -> Bounds<Wdl> {
        Bounds::exactly(self.database.value_of_reachable(game, number).value)
    }

    /// Plies to the end of a position behind one that it has. Without distances, it knows those of a few
    /// positions all the same.
    pub(crate) fn distance(&self, game: &dyn Numbered, number: u64) -> Option<u32> {
        self.database.value_of_reachable(game, number).distance
    }

    /// Opens a database of that game. What it says of its root, in words and as a number, must agree.
    pub(crate) fn open(
        folder: &Path,
        game: &ErasedGame,
        packed: &dyn Packed,
    ) -> Result<Self, AskError> {
        let spec = &game.identity();
        let database = open(folder)?;
        let found = &database.header().about.game;
        if found != spec {
            return Err(Argument::Database.wrong(format!(
                "database '{}' is of another game: expected {spec}, found {found}",
                folder.display()
            )));
        }
        let header = database.header();
        let root = game.parse_line(&header.about.position);
        let number = root.map(|line| packed.class_of(packed.number(line.position())));
        if number.ok() != Some(header.root) {
            return Err(Argument::Database.wrong(format!(
                    "database '{}' names another position than it is of: expected the text of number {:016x}",
                    folder.display(),
                    header.root
                ),
            ));
        }
        Ok(OpenDatabase {
            database,
            folder: folder.into(),
        })
    }

    /// What it says of a position, or why it says nothing.
    pub(crate) fn probe(&self, game: &dyn Numbered, number: u64) -> Result<Probe, AskError> {
        let name = self.folder.display();
        let probed = self.database.probe(game, number);
        match probed.map_err(|e| Argument::Database.wrong(format!("database '{name}': {e}")))? {
            Probe::Outside => Err(Argument::Database.wrong(format!(
                "database '{name}' does not have this position: expected one that can be reached \
                 from {}",
                self.database.header().about.position
            ))),
            Probe::CannotTell => Err(Argument::Database.wrong(format!(
                "database '{name}': whether this position can be reached would take too long to \
                 find out: expected one that is nearer to {}",
                self.database.header().about.position
            ))),
            known => Ok(known),
        }
    }
}

/// Opens a database of whatever game.
pub(crate) fn open(folder: &Path) -> Result<Database, AskError> {
    let name = folder.display();
    Database::open(folder).map_err(|e| Argument::Database.wrong(format!("database '{name}': {e}")))
}
