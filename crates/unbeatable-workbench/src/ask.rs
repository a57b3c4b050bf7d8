//! What can be asked of a game: text and plain data in, reports out.

use std::path::Path;

use unbeatable_ask::trees::{self, Recording};
use unbeatable_ask::{counts, moves, picture, position, tables, value};
use unbeatable_bench::Bench;
use unbeatable_bench::depth::deep_asked;
use unbeatable_play::game::{self, InPlay};
use unbeatable_play::seat::{self, Sitting};
use unbeatable_play::{matches, players};
use unbeatable_report::question::{
    Analyze, Count, Draw, Look, MakeBook, Match, Perft, Play, Prove, Record, Setup, Solve,
    Strategy, Strong, Think,
};
use unbeatable_report::report::{
    AnalyzeReport, BookReport, CountReport, DrawReport, MatchReport, PerftReport, PlayerReport,
    PositionReport, ProbeReport, ProveReport, SolveReport, StrategyReport, StrongReport,
    TreeReport,
};
use unbeatable_report::{AskError, Follow};

use crate::jobs::{self, Job, Orders};

/// What can be asked of a game on the bench.
pub trait Ask {
    /// All there is to see of a position, without a search.
    fn position(&self, setup: &Setup) -> Result<PositionReport, AskError>;

    /// What a position is worth.
    fn solve(&self, question: &Solve, follow: &dyn Follow) -> Result<SolveReport, AskError>;

    /// What each move is worth.
    fn analyze(&self, question: &Analyze, follow: &dyn Follow) -> Result<AnalyzeReport, AskError>;

    /// How many there are.
    fn count(&self, question: &Count, follow: &dyn Follow) -> Result<CountReport, AskError>;

    /// Makes a book, or goes on with it.
    fn book(&self, question: &MakeBook, follow: &dyn Follow) -> Result<BookReport, AskError>;

    /// Move sequences by length.
    fn perft(&self, question: &Perft, follow: &dyn Follow) -> Result<PerftReport, AskError>;

    /// A picture.
    fn draw(&self, question: &Draw, follow: &dyn Follow) -> Result<DrawReport, AskError>;

    /// What an analysis found, on the board, as SVG; nothing where a game has no diagram.
    fn draw_analysis(&self, report: &AnalyzeReport) -> Result<Option<Vec<u8>>, AskError>;

    /// The smallest table that plays as it should.
    fn strategy(
        &self,
        question: &Strategy,
        follow: &dyn Follow,
    ) -> Result<StrategyReport, AskError>;

    /// A game to play move by move, with someone who thinks about it.
    fn sit(&self, question: &Think) -> Result<Sitting<'_>, AskError>;

    /// A game between people and players, move by move.
    fn play(&self, question: &Play, follow: &dyn Follow) -> Result<InPlay<'_>, AskError>;

    /// The player that a person should meet if nobody else is asked for: the strongest that answers soon.
    fn opponent(&self) -> &'static str;

    /// Players that a person may want to meet, and that need no file or program.
    fn players(&self) -> Vec<PlayerReport>;

    /// A tree, written down so that it can be looked at.
    fn record(&self, question: &Record, follow: &dyn Follow) -> Result<Recording, AskError>;

    /// A node of a tree that was written down, or else of the game's tree. Takes no search.
    fn look(&self, question: &Look, recording: Option<&Recording>) -> Result<TreeReport, AskError>;

    /// Every position, solved and kept in a folder; for games in layers.
    fn strong(&self, question: &Strong, follow: &dyn Follow) -> Result<StrongReport, AskError>;

    /// Answers a yes/no question by many jobs.
    fn prove(&self, question: &Prove, follow: &dyn Follow) -> Result<ProveReport, AskError>;

    /// Does one of these jobs, and then those that are brought; leaves each result beside its file.
    fn work(&self, first: Job, orders: &dyn Orders, follow: &dyn Follow) -> Result<(), AskError>;

    /// What the database in a folder says of a position.
    fn probe(&self, folder: &Path, setup: &Setup) -> Result<ProbeReport, AskError>;

    /// A tournament.
    fn play_match(&self, question: &Match, follow: &dyn Follow) -> Result<MatchReport, AskError>;
}

impl Ask for Bench {
    fn position(&self, setup: &Setup) -> Result<PositionReport, AskError> {
        position::show(self, setup)
    }

    fn solve(&self, question: &Solve, follow: &dyn Follow) -> Result<SolveReport, AskError> {
        deep_asked(|| value::solve(self, question, follow))
    }

    fn analyze(&self, question: &Analyze, follow: &dyn Follow) -> Result<AnalyzeReport, AskError> {
        deep_asked(|| moves::analyze(self, question, follow))
    }

    fn count(&self, question: &Count, follow: &dyn Follow) -> Result<CountReport, AskError> {
        deep_asked(|| counts::count(self, question, follow))
    }

    fn book(&self, question: &MakeBook, follow: &dyn Follow) -> Result<BookReport, AskError> {
        deep_asked(|| match question.is_repertoire {
            true => self.make_repertoire(question, follow),
            false => self.make_book(question, follow),
        })
    }

    fn perft(&self, question: &Perft, follow: &dyn Follow) -> Result<PerftReport, AskError> {
        deep_asked(|| counts::perft(self, question, follow))
    }

    fn draw(&self, question: &Draw, follow: &dyn Follow) -> Result<DrawReport, AskError> {
        deep_asked(|| picture::draw(self, question, follow))
    }

    fn draw_analysis(&self, report: &AnalyzeReport) -> Result<Option<Vec<u8>>, AskError> {
        deep_asked(|| picture::draw_analysis(self, report))
    }

    fn strategy(
        &self,
        question: &Strategy,
        follow: &dyn Follow,
    ) -> Result<StrategyReport, AskError> {
        deep_asked(|| tables::tabulate(self, question, follow))
    }

    fn sit(&self, question: &Think) -> Result<Sitting<'_>, AskError> {
        seat::sit(self, question)
    }

    fn play(&self, question: &Play, follow: &dyn Follow) -> Result<InPlay<'_>, AskError> {
        game::play(self, question, follow)
    }

    fn opponent(&self) -> &'static str {
        players::BEST
    }

    fn players(&self) -> Vec<PlayerReport> {
        players::known(&self.game)
    }

    fn record(&self, question: &Record, follow: &dyn Follow) -> Result<Recording, AskError> {
        deep_asked(|| trees::record(self, question, follow))
    }

    fn look(&self, question: &Look, recording: Option<&Recording>) -> Result<TreeReport, AskError> {
        trees::look(self, question, recording)
    }

    fn strong(&self, question: &Strong, follow: &dyn Follow) -> Result<StrongReport, AskError> {
        let line = self.line(&question.setup)?;
        let report = self.layers()?.strong(&line, question, follow)?;
        Ok(StrongReport {
            title: self.title().into(),
            ..report
        })
    }

    fn prove(&self, question: &Prove, follow: &dyn Follow) -> Result<ProveReport, AskError> {
        deep_asked(|| jobs::prove(self, question, follow))
    }

    fn work(&self, first: Job, orders: &dyn Orders, follow: &dyn Follow) -> Result<(), AskError> {
        deep_asked(|| jobs::work(self, first, orders, follow))
    }

    fn probe(&self, folder: &Path, setup: &Setup) -> Result<ProbeReport, AskError> {
        let line = self.line(setup)?;
        let report = self.layers()?.probe(&line, folder)?;
        Ok(ProbeReport {
            title: self.title().into(),
            ..report
        })
    }

    fn play_match(&self, question: &Match, follow: &dyn Follow) -> Result<MatchReport, AskError> {
        deep_asked(|| matches::play(self, question, follow))
    }
}
