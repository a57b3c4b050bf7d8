//! Books that are looked into before any search.

use std::sync::{Arc, OnceLock};

use unbeatable_core::{Numbered, Settled};
use unbeatable_database::Book;
use unbeatable_report::{Argument, AskError};

/// Books that come with the program: the game's spec, and the file.
const SHIPPED: &[(&str, &[u8])] = &[("connect:7x6", include_bytes!("../books/connect-7x6.book"))];

/// Where a book is put, or that there is none, once somebody looks for it.
#[derive(Clone)]
pub(crate) struct BookSlot {
    spec: String,
    found: Arc<OnceLock<Option<OpenBook>>>,
}

/// A book that is looked into.
pub(crate) struct OpenBook {
    book: Book,
    /// What to call it.
    name: String,
}

impl BookSlot {
    pub(crate) fn new(spec: String) -> Self {
        BookSlot {
            spec,
            found: Arc::default(),
        }
    }

    /// The book: the one that was named, or the one that comes with the program.
    pub(crate) fn book(&self) -> Option<&OpenBook> {
        let found = self.found.get_or_init(|| {
            let (spec, bytes) = SHIPPED.iter().find(|(spec, _)| *spec == self.spec)?;
            let book = Book::read(bytes).expect("a book that comes with the program is whole");
            let name = format!("{spec}, {} plies", book.head().plies());
            Some(OpenBook { book, name })
        });
        found.as_ref()
    }

    pub(crate) fn put(&self, book: Option<OpenBook>) -> Result<(), AskError> {
        let second = |_| Argument::Book.wrong("a second book: expected one for a game");
        self.found.set(book).map_err(second)
    }
}

impl OpenBook {
    pub(crate) fn new(book: Book, name: String) -> Self {
        OpenBook { book, name }
    }

    /// What an unfinished position is worth, if the book has it.
    pub(crate) fn find(&self, game: &dyn Numbered, number: u64) -> Option<Settled> {
        self.book.find(game, number)
    }

    /// What to call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}
