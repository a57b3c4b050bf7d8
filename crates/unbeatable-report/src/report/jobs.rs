//! What is said of proofs by many jobs.

use serde::{Deserialize, Serialize};

use super::basics::{Points, Stop};
use super::certificate::CertificateReport;

/// The answer to a yes/no question, found by many jobs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProveReport {
    /// The version of this report.
    pub schema: u32,
    /// The game, in full.
    pub game: String,
    /// What people call it.
    #[serde(skip)]
    pub title: String,
    /// The players' names.
    #[serde(skip)]
    pub players: [String; 2],
    /// Whether values are points.
    #[serde(skip)]
    pub is_scored: bool,
    /// The position.
    pub position: String,
    /// Who moves there.
    pub turn: String,
    /// Does the first player get at least this?
    pub at_least: Points,
    /// The answer, if it was found.
    pub answer: Option<bool>,
    /// The folder of the run.
    pub folder: String,
    /// How many jobs ran at a time.
    pub workers: usize,
    /// What became of them.
    pub jobs: JobsReport,
    /// Positions of the tree.
    pub tree: u64,
    /// Nodes of all jobs whose results were used.
    pub nodes: u64,
    /// Their seconds, each by its own processor.
    pub cpu_seconds: f64,
    /// Seconds of this run.
    pub seconds: f64,
    /// Why there is no answer yet.
    pub stopped: Option<Stop>,
    /// The certificate of the answer.
    pub certificate: Option<CertificateReport>,
}

/// What became of the jobs of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JobsReport {
    /// Results of earlier runs in the same folder.
    pub resumed: u64,
    /// Jobs that were started.
    pub asked: u64,
    /// Of these, those that were lost: killed, or without a result.
    pub lost: u64,
    /// And those whose result was refused: a certificate that proves something else, or nothing.
    pub refused: u64,
}

/// What one job found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobReport {
    /// The version of this report.
    pub schema: u32,
    /// The game.
    pub game: String,
    /// How many positions were looked at.
    pub positions: usize,
    /// Of how many the answer was found, with a certificate.
    pub answered: usize,
    /// The file with the result.
    pub result: String,
    /// Nodes.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}
