//! Who follows a running question, and what is wrong with one that cannot be asked.

use std::fmt;

use crate::report::{GameRecord, ProgressReport, ScoreReport};

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

/// A question that cannot be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AskError {
    /// The argument that is wrong; `None` if no single one is to blame.
    pub argument: Option<Argument>,
    /// What is wrong, in one line.
    pub message: String,
}

impl AskError {
    /// No single argument is to blame.
    pub fn new(message: impl Into<String>) -> Self {
        AskError {
            argument: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AskError {}

/// What a question says, part by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Argument {
    /// The spec of the game.
    Game,
    /// The position.
    Position,
    /// The moves from there, or a move that is made later.
    Moves,
    /// The name of the solver.
    Solver,
    /// The name of the move order.
    Order,
    /// The points that are asked about.
    AtLeast,
    /// The plies within which the first player is to win.
    Within,
    /// The restriction of the first player's choices.
    Restrict,
    /// Whether the positions of a proof are counted.
    ProofSize,
    /// The moves with which a table opens.
    Open,
    /// What is counted, or how many are wanted.
    Count,
    /// The name of a player.
    Player,
    /// How many games are played.
    Games,
    /// The moves with which a game of a match begins.
    Opening,
    /// The way to a node of a tree.
    Path,
    /// How a picture is written.
    Format,
    /// The points that the second player of Go gets for moving second.
    Komi,
    /// The file of a certificate.
    Certificate,
    /// The file of a checkpoint.
    Checkpoint,
    /// The folder of a database.
    Database,
    /// The file of a book.
    Book,
    /// How many plies a book goes.
    Plies,
    /// The folder of a run.
    Folder,
    /// How much memory may be taken.
    Memory,
    /// How many workers share the work.
    Workers,
    /// The file with the addresses of all processes.
    Hosts,
    /// The number of a process.
    Process,
    /// The command in front of a job's.
    Through,
    /// The file of a job.
    Job,
    /// The id of a published claim.
    Claim,
}

impl Argument {
    /// That it is wrong, and why.
    pub fn wrong(self, message: impl Into<String>) -> AskError {
        AskError {
            argument: Some(self),
            message: message.into(),
        }
    }

    /// Its name in a query, such as `at_least`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Argument::Game => "game",
            Argument::Position => "position",
            Argument::Moves => "moves",
            Argument::Solver => "solver",
            Argument::Order => "order",
            Argument::AtLeast => "at_least",
            Argument::Within => "within",
            Argument::Restrict => "restrict",
            Argument::ProofSize => "proof_size",
            Argument::Open => "open",
            Argument::Count => "count",
            Argument::Player => "player",
            Argument::Games => "games",
            Argument::Opening => "opening",
            Argument::Path => "path",
            Argument::Format => "format",
            Argument::Komi => "komi",
            Argument::Certificate => "certificate",
            Argument::Checkpoint => "checkpoint",
            Argument::Database => "database",
            Argument::Book => "book",
            Argument::Plies => "plies",
            Argument::Folder => "folder",
            Argument::Memory => "memory",
            Argument::Workers => "workers",
            Argument::Hosts => "hosts",
            Argument::Process => "process",
            Argument::Through => "through",
            Argument::Job => "job",
            Argument::Claim => "claim",
        }
    }
}
