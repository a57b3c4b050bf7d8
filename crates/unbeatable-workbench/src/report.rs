//! Reports, as plain data. Field names are a promise to scripts (`--json`).

use serde::Serialize;
use serde_json::{Map, Value as Json};

mod certificate;
mod jobs;
mod matches;
mod picture;
mod play;
mod position;
mod strategy;
mod strong;
mod tree;

pub use certificate::{CertificateReport, ProvenReport, TableProvenReport, VerifyReport};
pub use jobs::{JobReport, JobsReport, ProveReport};
pub use matches::{
    Chance, EloReport, ExpectedReport, GivenAway, MatchReport, PairReport, ScoreReport,
    SeatingReport, StandingReport,
};
pub use picture::DrawReport;
pub use play::{Answered, ForfeitReport, GameRecord, LegalMove, Place, PlayReport, PlayerReport};
pub(crate) use position::marked;
pub use position::{
    BlockReport, DiagramReport, HeapReport, HighlightReport, NimbersReport, PlayedReport,
    PositionReport, ShapesReport,
};
pub use strategy::{AllReport, ChancesReport, GraphReport, RowReport, StrategyReport};
pub use strong::{
    DatabaseReport, DatabaseVerdict, FleetReport, ForecastReport, LayerReport, ProbeReport,
    ProbedMove, StrongProgress, StrongReport,
};
pub use tree::{ClaimedReport, NodeReport, ShownReport, TreeReport, WindowReport};

/// The version of all reports' fields. It grows when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// A number of points, written as a whole number where it is one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Points(pub f64);

impl Serialize for Points {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// How a game ends.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OutcomeReport {
    /// The winner's name in that game; `None` for a draw.
    pub winner: Option<&'static str>,
    /// First player's points minus second player's; only where there are points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Points>,
}

/// What is proven, from the first player's side: -1, 0, 1 where there are no points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BoundsReport {
    /// The first player gets at least this.
    pub lower: Points,
    /// The first player gets at most this.
    pub upper: Points,
}

/// What was spent on an answer, and what it rests on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EffortReport {
    /// Positions visited, finished ones included.
    pub nodes: u64,
    /// Finished ones among them.
    pub ends: u64,
    /// The depth of the deepest unfinished one.
    pub depth_max: u32,
    /// Wall-clock time.
    pub seconds: f64,
    /// Bytes taken by tables.
    pub table_bytes: u64,
    /// Threads that searched.
    pub threads: usize,
    /// `exact` where no step rests on a hash alone, else `hashed`.
    pub evidence: &'static str,
    /// `null`, `time`, `nodes`, `memory` or `interrupted`.
    pub stopped: Option<&'static str>,
}

/// What was asked about, and who answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AskedReport {
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// What the players are called, the first one first.
    #[serde(skip)]
    pub players: [&'static str; 2],
    /// Whether games end with points, or just with a win, a draw or a loss.
    #[serde(skip)]
    pub is_scored: bool,
    /// The position that was asked about.
    pub position: String,
    /// Whether the game is over there.
    #[serde(skip)]
    pub is_over: bool,
    /// Who moves, by name.
    pub turn: &'static str,
    /// The solver that answered.
    pub solver: &'static str,
    /// Its settings, as given or chosen.
    pub options: Map<String, Json>,
}

/// The answer to [`Solve`](crate::question::Solve).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolveReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What was asked about, and who answered.
    #[serde(flatten)]
    pub asked: AskedReport,
    /// What perfect play leads to; `None` while unproven.
    pub outcome: Option<OutcomeReport>,
    /// All that is proven.
    pub bounds: BoundsReport,
    /// The yes/no question, if one was asked: the points and the answer (`None` while open).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<AtLeastReport>,
    /// The question about a limit, if one was asked: the plies and the answer (`None` while open).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<WithinReport>,
    /// The restriction of the first player's choices under which the answer was found; if one was asked
    /// for, whether or not it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restriction: Option<&'static str>,
    /// How many positions the proof takes that no analysis decides at sight, if that was asked: classes
    /// of positions that the search does not tell apart. `null` if they were too many to count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_positions: Option<Option<u64>>,
    /// Proven best moves.
    pub best: Vec<String>,
    /// Whether `best` lists all of them.
    pub best_complete: bool,
    /// A move that is proven to be worth the mover's bound at least, also while the value is open.
    #[serde(skip)]
    pub witness: Option<String>,
    /// A line of perfect play from the position.
    pub line: Vec<String>,
    /// What it cost, in all runs if it went on from a checkpoint.
    #[serde(flatten)]
    pub effort: EffortReport,
    /// The checkpoint that the search was kept in, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointReport>,
    /// The checkpoint that it went on from, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<ResumedReport>,
    /// The certificate of the answer, if one was asked for and the question is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateReport>,
    /// The position as a picture of several lines, for terminals.
    #[serde(skip)]
    pub board: String,
}

/// A file that keeps what a search remembers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckpointReport {
    /// The file.
    pub file: String,
    /// Entries of the last checkpoint that this run wrote there; `None` if it wrote none.
    pub entries: Option<u64>,
    /// Its length.
    pub bytes: Option<u64>,
}

/// A checkpoint that a search went on from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ResumedReport {
    /// The file.
    pub file: String,
    /// Positions that the runs before had visited.
    pub nodes: u64,
    /// The time that they took.
    pub seconds: f64,
}

/// A question about a limit and its answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WithinReport {
    /// The plies asked about, from the position on.
    pub plies: u32,
    /// Whether the first player can force a win within them; `None` while open.
    pub answer: Option<bool>,
    /// The move that settles it: the first player's that wins in time, or the second's that lasts.
    /// `None` if it is the other one's turn, or where none is known.
    #[serde(rename = "move")]
    pub settled_by: Option<String>,
}

/// A yes/no question and its answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AtLeastReport {
    /// The points asked about, from the first player's side.
    pub points: Points,
    /// Whether the first player can force them; `None` while open.
    pub answer: Option<bool>,
    /// The move that settles it: the first player's that forces them, or the second's that does not
    /// let them be forced. `None` if it is the other one's turn, or where none is known.
    #[serde(rename = "move")]
    pub settled_by: Option<String>,
}

/// The answer to [`Analyze`](crate::question::Analyze).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnalyzeReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What was asked about, and who answered.
    #[serde(flatten)]
    pub asked: AskedReport,
    /// What perfect play leads to; `None` while unproven.
    pub outcome: Option<OutcomeReport>,
    /// All that is proven of the position.
    pub bounds: BoundsReport,
    /// Plies to the end under perfect play, where known.
    pub distance: Option<u32>,
    /// Every legal move, best first.
    pub moves: Vec<MoveReport>,
    /// What it cost.
    #[serde(flatten)]
    pub effort: EffortReport,
    /// What a teacher would say about the position, a sentence each.
    pub remarks: Vec<String>,
    /// What a teacher would write on the blackboard, line by line; empty where there is no formula.
    pub explanation: Vec<String>,
    /// The position as a picture, moves marked `+` (wins), `=` (draws), `-` (loses), `?` (open).
    #[serde(skip)]
    pub board: String,
}

/// One move of an [`AnalyzeReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it leads to; `None` while unproven.
    pub outcome: Option<OutcomeReport>,
    /// Plies to the end including this move; `None` for draws or where unknown.
    pub distance: Option<u32>,
    /// Why: a refutation, a line, or the rule that decided it.
    pub why: Option<String>,
    /// What is proven, from the first player's side.
    pub bounds: BoundsReport,
    /// 1 if the move wins for the player who makes it, 0 draws, -1 loses; `None` while unproven.
    #[serde(skip)]
    pub sign: Option<i8>,
}

/// The answer to [`Count`](crate::question::Count).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CountReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// What was counted.
    pub of: &'static str,
    /// How many there are; `None` if the count was stopped.
    pub count: Option<u128>,
    /// Finished ones by outcome, by the players' names and `draw`; only where there are no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_outcome: Option<ByOutcome>,
    /// How many there are at each depth; if the count was stopped, at those that were finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_depth: Option<Vec<u128>>,
    /// Calls that a recursive search would make, repeats included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub examined: Option<u128>,
    /// The largest number of a position, where the literature numbers them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_hash: Option<u64>,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `nodes`, `memory`, `overflow` or `interrupted`.
    pub stopped: Option<&'static str>,
}

/// How many there are of each outcome, by the players' names and `draw`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByOutcome(pub Vec<(&'static str, u128)>);

impl Serialize for ByOutcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// The answer to [`Perft`](crate::question::Perft).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PerftReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// The depth asked for.
    pub depth: u32,
    /// Sequences of exactly `d` moves, for each `d` from 0; if the walk was stopped, up to the last
    /// depth that was finished.
    pub sequences: Vec<u64>,
    /// Those among them that end the game.
    pub ends: Vec<u64>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `nodes` or `interrupted`.
    pub stopped: Option<&'static str>,
}

/// What came of thinking about a move.
#[derive(Clone, PartialEq, Debug)]
pub struct ThoughtReport {
    /// The move.
    pub m: String,
    /// How good the position looks to the player to move: from -10,000 to 10,000 if that is a guess,
    /// beyond if it is proven.
    pub score: i32,
    /// What is proven of its value, from the first player's side.
    pub bounds: BoundsReport,
    /// The depth that was searched completely.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `nodes` or `interrupted`.
    pub stopped: Option<&'static str>,
}

/// What there is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GamesReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Every game.
    pub games: Vec<GameReport>,
}

/// One game of a [`GamesReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameReport {
    /// A spec of the game.
    pub spec: &'static str,
    /// The general form of its specs.
    pub form: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The rules in a sentence or two.
    pub rules: &'static str,
    /// An example position.
    pub example: &'static str,
    /// An example of a move in that position.
    pub example_move: &'static str,
}

/// What there is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolversReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Every solver.
    pub solvers: Vec<SolverReport>,
    /// Every move order.
    pub orders: Vec<OrderReport>,
    /// Every restriction.
    pub restrictions: Vec<RestrictionReport>,
}

/// One solver of a [`SolversReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolverReport {
    /// Its name for `--solver`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Which options it listens to.
    pub options: &'static [&'static str],
}

/// One move order of a [`SolversReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OrderReport {
    /// Its name for `--order`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
}

/// One restriction of a [`SolversReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RestrictionReport {
    /// Its name for `--restrict`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
}

/// The answer to `reproduce`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClaimsReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Every claim that was measured.
    pub claims: Vec<ClaimReport>,
}

/// One published claim, measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClaimReport {
    /// Its name for `reproduce`.
    pub id: &'static str,
    /// Author, year, where.
    pub source: &'static str,
    /// The claim in words.
    pub claim: &'static str,
    /// What was published.
    pub published: Json,
    /// What was measured now; `null` if that was stopped.
    pub measured: Json,
    /// Whether they agree; sampled or timed claims agree within an interval that `note` states. `null`
    /// if the measurement was stopped.
    pub agrees: Option<bool>,
    /// What is wrong in the publication, if we know it to be.
    pub erratum: Option<&'static str>,
    /// How it was measured, and what else there is to say.
    pub note: String,
    /// Tables that belong to the claim.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableReport>,
    /// Wall-clock time.
    pub seconds: f64,
}

/// A table of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableReport {
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Json>>,
}

/// Where a running search stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProgressReport {
    /// Wall-clock time since the question was asked.
    pub seconds: f64,
    /// Positions visited.
    pub nodes: u64,
    /// How many of them a second.
    pub nodes_per_second: f64,
    /// Finished ones among them.
    pub ends: u64,
    /// The depth of the deepest unfinished one.
    pub depth_max: u32,
    /// What is proven so far, from the first player's side; `None` where there is nothing to prove.
    pub bounds: Option<BoundsReport>,
    /// Bytes taken by tables.
    pub table_bytes: u64,
    /// How the question stands that is being searched; `None` where a solver cannot tell.
    #[serde(flatten)]
    pub proving: Option<ProvingReport>,
    /// Answers of the certificate so far, while one is being written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate_answers: Option<u64>,
    /// What is known of the smallest table, while it is searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableProgress>,
    /// Where a strong solution stands, while one is made or checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strong: Option<StrongProgress>,
}

/// What is known of the smallest table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TableProgress {
    /// No table counts less.
    pub lower: u32,
    /// There is one that counts so much.
    pub upper: u32,
}

/// How a yes/no question stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProvingReport {
    /// Does the first player get at least this?
    pub at_least: Points,
    /// How many positions must still be proven, at least, for a yes; `null` if there is none.
    pub proof: Option<f64>,
    /// And for a no.
    pub disproof: Option<f64>,
    /// The part of the table's entries that is taken.
    pub table_fill: f64,
    /// The moves that look nearest to a proof, for both sides.
    pub line: Vec<String>,
    /// A rough guess of how long this question will still take; `None` without a basis for one.
    pub seconds_left: Option<f64>,
}
