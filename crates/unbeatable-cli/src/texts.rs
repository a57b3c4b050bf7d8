//! Answers in the program's words, for programs that are no command line.

use std::path::Path;

use serde::Serialize;
use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::{
    AnalyzeReport, ClaimReport, CountReport, MatchReport, PerftReport, ProbeReport, SolveReport,
    StrategyReport, StrongReport, VerifyReport,
};
use unbeatable_workbench::{AskError, Follow, Registry};

use crate::commands::verify::AnyVerdict;
use crate::commands::{
    analyze, count, perft, play_match, probe, reproduce, solve, strategy, strong, verify,
};

/// What `solve` prints.
#[must_use]
pub fn solved(report: &SolveReport) -> String {
    plain(&solve::show(report))
}

/// What `analyze` prints.
#[must_use]
pub fn analyzed(report: &AnalyzeReport) -> String {
    plain(&analyze::show(report))
}

/// What `count` prints of a game that people call that.
#[must_use]
pub fn counted(report: &CountReport, title: &str) -> String {
    plain(&count::show(report, title))
}

/// What `perft` prints of a game that people call that.
#[must_use]
pub fn walked(report: &PerftReport, title: &str) -> String {
    plain(&perft::show(report, title))
}

/// What `strategy` prints.
#[must_use]
pub fn tabulated(report: &StrategyReport) -> String {
    plain(&strategy::show(report))
}

/// What `strong` prints.
#[must_use]
pub fn made_strong(report: &StrongReport) -> String {
    plain(&strong::show(report))
}

/// What `probe` prints.
#[must_use]
pub fn probed(report: &ProbeReport) -> String {
    plain(&probe::show(report))
}

/// What `match` prints of a game that people call that.
#[must_use]
pub fn played(report: &MatchReport, title: &str) -> String {
    plain(&play_match::show(report, title))
}

/// What `verify` prints of a certificate.
#[must_use]
pub fn verified(report: &VerifyReport) -> String {
    plain(&verify::show(report))
}

/// What `reproduce` prints of a claim that was named.
#[must_use]
pub fn reproduced(report: &ClaimReport) -> String {
    plain(&reproduce::show(report, report.id.len(), true))
}

/// What came of a certificate, a database or a book.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Verdict(AnyVerdict);

impl Verdict {
    /// Checks the file or the folder, with as many searches of a book's last ply as `verify` does.
    pub fn of(
        games: &Registry,
        file: &Path,
        limits: &Limits,
        follow: &dyn Follow,
    ) -> Result<Verdict, AskError> {
        verify::check(games, file, verify::BookSample::USUAL, limits, follow).map(Verdict)
    }

    /// What `verify` prints.
    #[must_use]
    pub fn text(&self) -> String {
        plain(&self.0.show())
    }
}

/// The text without colours.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
