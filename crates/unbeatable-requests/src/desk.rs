//! What all requests are answered with.

use unbeatable_workbench::{Bench, Registry};

use crate::allowance::Allowance;
use crate::failure::Failure;
use crate::sent_rules::{SentRules, is_sent};
use crate::trees::{SentCertificates, Trees};

/// What all requests are answered with.
pub struct Desk {
    pub(crate) games: Registry,
    pub(crate) allowance: Allowance,
    pub(crate) trees: Trees,
    pub(crate) certificates: SentCertificates,
    pub(crate) sent_rules: SentRules,
    /// How many searches there are, which only whoever runs them knows.
    pub(crate) counts: Box<dyn Fn() -> SearchCounts + Send + Sync>,
}

/// How many searches there are now, and were.
#[derive(Clone, Copy, Default, Debug)]
pub struct SearchCounts {
    /// Searches that run.
    pub running: usize,
    /// Searches that wait for their turn.
    pub waiting: usize,
    /// Searches whose answers were waited for.
    pub answered: u64,
    /// Searches for which nobody waited any more.
    pub stopped: u64,
}

impl Desk {
    /// A desk to be asked about these games; those of files only as far as a client may bring them. `counts` says
    /// how many searches there are.
    pub fn new(
        games: Registry,
        allowance: Allowance,
        counts: impl Fn() -> SearchCounts + Send + Sync + 'static,
    ) -> Desk {
        Desk {
            // Nobody has a file read by its path.
            games: games.without_files(),
            trees: Trees::new(allowance.trees_bytes),
            certificates: SentCertificates::new(allowance.certificates_bytes),
            sent_rules: SentRules::default(),
            counts: Box::new(counts),
            allowance,
        }
    }

    /// The game of a spec: one of the program, or one whose rules were sent. No file is read for it.
    pub(crate) fn game(&self, spec: &str) -> Result<Bench, Failure> {
        match is_sent(spec) {
            true => Ok(self.sent_rules.find(spec)?.bench()),
            false => Ok(self.games.game(spec)?),
        }
    }

    /// The game of a spec with its database, if there is one.
    pub(crate) fn consulting(&self, spec: &str) -> Result<Bench, Failure> {
        let game = self.game(spec)?;
        let spec = game.spec();
        let mut databases = self.allowance.databases.iter();
        if let Some((_, folder)) = databases.find(|(of, _)| *of == spec) {
            game.consult(folder)?;
        }
        // A book, a repertoire, or both.
        let books = self.allowance.books.iter();
        let mut files = books.filter(|(of, _)| *of == spec).peekable();
        if files.peek().is_none() && !self.allowance.has_books {
            game.open_book(None)?;
        }
        for (_, file) in files {
            game.open_book(Some(file))?;
        }
        Ok(game)
    }
}
