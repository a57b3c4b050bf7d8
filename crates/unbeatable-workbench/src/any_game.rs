//! A game with its types erased: text in, reports out.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use crate::jobs::{Job, Orders};
use crate::question::{
    Analyze, Count, Draw, Limits, Look, Match, Perft, Play, Prove, Record, Setup, Solve, Strategy,
    Strong, Think,
};
use crate::report::{
    AnalyzeReport, Answered, CountReport, DatabaseVerdict, DrawReport, GameRecord, MatchReport,
    PerftReport, PlayReport, PlayerReport, PositionReport, ProbeReport, ProgressReport,
    ProveReport, ScoreReport, SolveReport, StrategyReport, StrongReport, ThoughtReport, TreeReport,
};
use crate::trees::Recording;
use crate::verifying::{Certificate, Checking, Examined};

/// Follows a running question from outside, and may interrupt it.
pub trait Follow: Sync {
    /// Where the search stands; called a few times a second.
    fn progress(&self, now: &ProgressReport);

    /// Something went wrong that does not end the question, in one line.
    fn warn(&self, _what: &str) {}

    /// Something that the asker may want to know before waiting for the answer, in one line.
    fn advise(&self, _what: &str) {}

    /// Where a match stands, in place of `progress`.
    fn score(&self, _now: &ScoreReport) {}

    /// A game of a match is over; called in the order of their numbers, if the match is to tell.
    fn game(&self, _record: &GameRecord) {}

    /// Whether to stop as soon as possible, with what is proven so far.
    fn is_interrupted(&self) -> bool;
}

/// Nobody follows.
impl Follow for () {
    fn progress(&self, _: &ProgressReport) {}

    fn is_interrupted(&self) -> bool {
        false
    }
}

/// A question that cannot be asked: what is wrong with it, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskError(pub String);

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AskError {}

/// A game that answers questions.
pub trait AnyGame: Send + Sync {
    /// The complete, canonical spec of its rules.
    fn spec(&self) -> String;

    /// What people call it.
    fn title(&self) -> String;

    /// All there is to see of a position, without a search.
    fn position(&self, setup: &Setup) -> Result<PositionReport, AskError>;

    /// What a position is worth.
    fn solve(&self, question: &Solve, follow: &dyn Follow) -> Result<SolveReport, AskError>;

    /// What each move is worth.
    fn analyze(&self, question: &Analyze, follow: &dyn Follow) -> Result<AnalyzeReport, AskError>;

    /// How many there are.
    fn count(&self, question: &Count, follow: &dyn Follow) -> Result<CountReport, AskError>;

    /// Move sequences by length.
    fn perft(&self, question: &Perft, follow: &dyn Follow) -> Result<PerftReport, AskError>;

    /// A picture.
    fn draw(&self, question: &Draw, follow: &dyn Follow) -> Result<DrawReport, AskError>;

    /// The smallest table that plays as it should.
    fn strategy(
        &self,
        question: &Strategy,
        follow: &dyn Follow,
    ) -> Result<StrategyReport, AskError>;

    /// A game to play move by move, with someone who thinks about it.
    fn sit(&self, question: &Think) -> Result<Box<dyn AnyThinker + '_>, AskError>;

    /// A game between people and players, move by move.
    fn play(&self, question: &Play, follow: &dyn Follow)
    -> Result<Box<dyn AnyPlay + '_>, AskError>;

    /// The player that a person should meet if nobody else is asked for: the strongest that answers soon.
    fn opponent(&self) -> &'static str;

    /// Players that a person may want to meet, and that need no file or program.
    fn players(&self) -> Vec<PlayerReport>;

    /// Checks a certificate that names this game.
    fn examine(&self, certificate: &mut Certificate, checking: &Checking) -> Examined;

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

    /// Checks the database in a folder.
    fn verify_database(
        &self,
        folder: &Path,
        limits: &Limits,
        follow: &dyn Follow,
    ) -> Result<DatabaseVerdict, AskError>;

    /// From now on the database in a folder is asked first, in all searches. Only positions that it has
    /// can be asked about then.
    fn consult(&mut self, folder: &Path) -> Result<(), AskError>;

    /// A tournament.
    fn play_match(&self, question: &Match, follow: &dyn Follow) -> Result<MatchReport, AskError>;
}

/// A game in progress, with its types erased, and someone who thinks about its moves. He remembers from
/// one move to the next what he thought.
pub trait AnyThinker {
    /// The legal moves, in board order; none if the game is over.
    fn moves(&self) -> Vec<String>;

    /// Plays a move.
    fn play(&mut self, m: &str) -> Result<(), AskError>;

    /// A move for the player whose turn it is, within `time`, or the player's own if that is `None`.
    /// `None` if the game is over.
    fn think(&mut self, time: Option<Duration>, follow: &dyn Follow) -> Option<ThoughtReport>;
}

/// A game in progress between people and players, with its types erased.
pub trait AnyPlay: Send {
    /// All there is to see.
    fn view(&self) -> PlayReport;

    /// Plays a move of the person whose turn it is. What is wrong with it, if it cannot be played.
    fn play(&mut self, m: &str) -> Result<(), AskError>;

    /// Takes the last move back, whoever made it, or a forfeit. `false` if there is none.
    fn undo(&mut self) -> bool;

    /// Lets the player whose turn it is move. Panics if it is a person's turn, or the game is over.
    fn answer(&mut self, follow: &dyn Follow) -> Answered;

    /// What each move is worth, as far as that is found out within `limits`.
    fn hints(&self, limits: &Limits, follow: &dyn Follow) -> AnalyzeReport;

    /// The game so far.
    fn record(&self) -> GameRecord;
}
