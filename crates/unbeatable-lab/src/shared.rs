//! What all requests share.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use unbeatable_workbench::{Bench, Registry, files};

use crate::failure::Failure;
use crate::hosts::Hosts;
use crate::options::ServeOptions;
use crate::pages::Pages;
use crate::searches::{JsonAnswer, SearchTurns};
use crate::sent_rules::{SentRules, is_sent};
use crate::trees::{SentCertificates, Trees};

/// Trees are kept as long as they take no more than this.
const TREES_BYTES_MAX: usize = 256 << 20;

/// And certificates.
const CERTIFICATES_BYTES_MAX: usize = 64 << 20;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) games: Registry,
    pub(crate) options: ServeOptions,
    pub(crate) hosts: Hosts,
    pub(crate) searches: Arc<SearchTurns>,
    pub(crate) pages: Pages,
    pub(crate) trees: Trees,
    pub(crate) certificates: SentCertificates,
    pub(crate) sent_rules: SentRules,
}

impl Shared {
    /// Answers what takes no search, if it is asked rightly.
    pub(crate) async fn at_once<T: Send + 'static>(
        self: &Arc<Self>,
        asked: Result<T, Failure>,
        answer: impl FnOnce(&Shared, T) -> JsonAnswer + Send + 'static,
    ) -> JsonAnswer {
        let asked = asked?;
        let shared = Arc::clone(self);
        self.searches.at_once(move || answer(&shared, asked)).await
    }

    /// The game of a spec: one of the program, or one whose rules were sent. No file is read for it.
    pub(crate) fn game(&self, spec: &str) -> Result<Bench, Failure> {
        match is_sent(spec) {
            true => Ok(self.sent_rules.find(spec)?.game.bench()),
            false => Ok(self.games.game(spec)?),
        }
    }

    /// The game of a spec with its database, if there is one.
    pub(crate) fn consulting(&self, spec: &str) -> Result<Bench, Failure> {
        let game = self.game(spec)?;
        let spec = game.spec();
        let mut databases = self.options.databases.iter();
        if let Some((_, folder)) = databases.find(|(of, _)| *of == spec) {
            game.consult(folder)?;
        }
        // A book, a repertoire, or both.
        let books = self.options.books.iter();
        let mut files = books.filter(|(of, _)| *of == spec).peekable();
        if files.peek().is_none() && !self.options.has_books {
            game.open_book(None)?;
        }
        for (_, file) in files {
            game.open_book(Some(file))?;
        }
        Ok(game)
    }

    /// For a server that listens there. An error if the page's folder cannot be read.
    pub(crate) fn new(
        games: Registry,
        address: SocketAddr,
        options: ServeOptions,
    ) -> io::Result<Self> {
        Ok(Shared {
            // Certificates may bring rules, whoever started the server; nobody has a file read by its path.
            games: games.opening(files::BROUGHT).without_files(),
            hosts: Hosts::new(address, &options.allowed_hosts),
            searches: Arc::new(SearchTurns::new(&options)),
            pages: Pages::new(options.page.clone())?,
            trees: Trees::new(TREES_BYTES_MAX),
            certificates: SentCertificates::new(CERTIFICATES_BYTES_MAX),
            sent_rules: SentRules::default(),
            options,
        })
    }
}
