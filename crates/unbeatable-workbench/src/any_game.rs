//! A game with its types erased: text in, reports out.

use std::path::Path;
use std::time::Duration;

pub use unbeatable_report::{AskError, Follow};

use crate::jobs::{Job, Orders};
use crate::question::{
    Analyze, Count, Draw, Limits, Look, Match, Perft, Play, Prove, Record, Setup, Solve, Strategy,
    Strong, Think,
};
use crate::report::{
    AnalyzeReport, Answered, CountReport, DrawReport, GameRecord, MatchReport, PerftReport,
    PlayReport, PlayerReport, PositionReport, ProbeReport, ProveReport, SolveReport,
    StrategyReport, StrongReport, ThoughtReport, TreeReport,
};
use crate::trees::{self, Recording};
use crate::{
    analyzing, counting, drawing, jobs, matches, players, playing, showing, sitting, solving,
    tabulating,
};
use unbeatable_bench::Bench;
use unbeatable_bench::depth::deep;

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
        showing::show(self, setup)
    }

    fn solve(&self, question: &Solve, follow: &dyn Follow) -> Result<SolveReport, AskError> {
        deep(|| solving::solve(self, question, follow))
    }

    fn analyze(&self, question: &Analyze, follow: &dyn Follow) -> Result<AnalyzeReport, AskError> {
        deep(|| analyzing::analyze(self, question, follow))
    }

    fn count(&self, question: &Count, follow: &dyn Follow) -> Result<CountReport, AskError> {
        deep(|| counting::count(self, question, follow))
    }

    fn perft(&self, question: &Perft, follow: &dyn Follow) -> Result<PerftReport, AskError> {
        deep(|| counting::perft(self, question, follow))
    }

    fn draw(&self, question: &Draw, follow: &dyn Follow) -> Result<DrawReport, AskError> {
        deep(|| drawing::draw(self, question, follow))
    }

    fn strategy(
        &self,
        question: &Strategy,
        follow: &dyn Follow,
    ) -> Result<StrategyReport, AskError> {
        deep(|| tabulating::tabulate(self, question, follow))
    }

    fn sit(&self, question: &Think) -> Result<Box<dyn AnyThinker + '_>, AskError> {
        sitting::sit(self, question)
    }

    fn play(
        &self,
        question: &Play,
        follow: &dyn Follow,
    ) -> Result<Box<dyn AnyPlay + '_>, AskError> {
        playing::play(self, question, follow)
    }

    fn opponent(&self) -> &'static str {
        playing::opponent(self)
    }

    fn players(&self) -> Vec<PlayerReport> {
        players::known(&self.game)
    }

    fn record(&self, question: &Record, follow: &dyn Follow) -> Result<Recording, AskError> {
        deep(|| trees::record(self, question, follow))
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
        deep(|| jobs::prove(self, question, follow))
    }

    fn work(&self, first: Job, orders: &dyn Orders, follow: &dyn Follow) -> Result<(), AskError> {
        deep(|| jobs::work(self, first, orders, follow))
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
        deep(|| matches::play(self, question, follow))
    }
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
