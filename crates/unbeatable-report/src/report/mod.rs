//! Reports, as plain data. Field names are a promise to scripts (`--json`).
//!
//! A report reads back from the JSON that it was written as. What is for terminals alone, such as pictures
//! of boards, is not in JSON, and empty when a report is read back.
//!
//! Reports are given, not built: they get new fields, so take them apart with `..`. A field goes away or
//! changes its meaning only with a new [`SCHEMA`]. Enums that may grow are `non_exhaustive`.

mod analyze;
mod basics;
mod book;
mod catalogue;
mod certificate;
mod claim;
mod count;
mod jobs;
mod matches;
mod picture;
mod play;
mod position;
mod progress;
mod rules;
mod solve;
mod strategy;
mod strong;
mod tree;

pub use analyze::{AnalyzeReport, MoveReport, ThoughtReport};
pub use basics::{
    AskedReport, BoundsReport, ByOutcome, EffortReport, ErrorReport, OutcomeReport, Points, SCHEMA,
    Stop,
};
pub use book::{BookReport, BookVerdict};
pub use catalogue::{
    GameReport, GamesReport, OrderReport, PresetReport, RestrictionReport, SolverReport,
    SolversReport, StrengthReport,
};
pub use certificate::{CertificateReport, ProvenReport, TableProvenReport, VerifyReport};
pub use claim::{ClaimReport, ClaimsReport, TableReport};
pub use count::{CountReport, PerftReport};
pub use jobs::{JobReport, JobsReport, ProveReport};
pub use matches::{
    Chance, EloReport, ExpectedReport, GivenAway, MatchReport, PairReport, ScoreReport,
    SeatingReport, StandingReport,
};
pub use picture::DrawReport;
pub use play::{
    Answered, ForbiddenReport, ForfeitReport, GameRecord, Grounds, GroundsReport, LegalMove, Place,
    PlayReport, PlayerReport, forbidden_sentence,
};
pub use position::{
    BlockReport, DiagramReport, HeapReport, HighlightReport, NimbersReport, PlayedReport,
    PositionReport, ShapesReport, marked,
};
pub use progress::{BookProgress, ProgressReport, ProvingReport, TableProgress};
pub use rules::{ComplaintReport, RulesGameReport, RulesReport};
pub use solve::{AtLeastReport, CheckpointReport, ResumedReport, SolveReport, WithinReport};
pub use strategy::{AllReport, ChancesReport, GraphReport, RowReport, StrategyReport};
pub use strong::{
    DatabaseReport, DatabaseVerdict, FleetReport, ForecastReport, LayerReport, ProbeReport,
    ProbedMove, StrongProgress, StrongReport,
};
pub use tree::{ClaimedReport, NodeReport, ShownReport, TreeReport, WindowReport};
