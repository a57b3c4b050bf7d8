//! What is said of certificates.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value as Json};

use super::basics::{BoundsReport, OutcomeReport, Stop};

/// A file that proves an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CertificateReport {
    /// The file.
    pub file: String,
    /// Its length; `None`, here and below, if it was not written.
    pub bytes: Option<u64>,
    /// The checksum of the whole file.
    pub sha256: Option<String>,
    /// Answers of its strategies.
    pub answers: Option<u64>,
    /// Positions that a checker walks.
    pub positions: Option<u64>,
    /// The time that it took to find the strategies and write them.
    pub seconds: f64,
    /// The lower bound that a certificate of a table proves: 0 where there was no time for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// Why it was not written: `time`, `nodes`, `memory`, `depth` or `interrupted`, as for a search; or
    /// `nothing`, `unwritable` or `unconfirmed`.
    pub stopped: Option<Stop>,
    /// More about that, in one line, unless a budget ran out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl CertificateReport {
    /// No certificate yet.
    pub fn none(file: String) -> Self {
        CertificateReport {
            file,
            bytes: None,
            sha256: None,
            answers: None,
            positions: None,
            at_least: None,
            seconds: 0.0,
            stopped: None,
            reason: None,
        }
    }
}

/// What came of a certificate that was checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VerifyReport {
    /// The file.
    pub file: String,
    /// `accepted`, `refused`, or `open` if the check was stopped.
    pub verdict: String,
    /// Why it was refused.
    pub reason: Option<String>,
    /// What it claims; nothing if that cannot be read.
    #[serde(flatten, deserialize_with = "beside")]
    pub proven: Option<ProvenReport>,
    /// What it claims of a table, if it is about one.
    #[serde(flatten, deserialize_with = "beside")]
    pub table: Option<TableProvenReport>,
    /// Answers of its strategies, or rows of its table.
    pub answers: u64,
    /// Positions that were walked.
    pub positions: u64,
    /// Positions that had to be remembered at one time.
    pub kept: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The checksum of the whole file, if it is not damaged.
    pub sha256: Option<String>,
    /// The checksum of the rules that it brings along, if they are those of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_sha256: Option<String>,
    /// The time that it took.
    pub seconds: f64,
    /// `null`, `time`, `memory` or `interrupted`.
    pub stopped: Option<Stop>,
}

/// Reads what may stand among fields of others, and leaves theirs.
fn beside<'de, D: Deserializer<'de>, T: DeserializeOwned>(all: D) -> Result<Option<T>, D::Error> {
    let all = Map::<String, Json>::deserialize(all)?;
    Ok(serde_json::from_value(all.into()).ok())
}

/// What a certificate claims.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProvenReport {
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// What the players are called, the first one first.
    #[serde(skip)]
    pub players: [String; 2],
    /// Whether games end with points.
    #[serde(skip)]
    pub is_scored: bool,
    /// The position, with its history where that matters.
    pub position: String,
    /// The plies within which the first player has to win, if there is a limit.
    pub within: Option<u32>,
    /// What the first player gets; with a limit, 1 if he wins in time and -1 if he does not.
    pub bounds: BoundsReport,
    /// What perfect play leads to, if that is what is claimed, and accepted.
    pub outcome: Option<OutcomeReport>,
}

/// What a certificate claims of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableProvenReport {
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    #[serde(skip)]
    pub title: String,
    /// The position from which the table plays.
    pub position: String,
    /// Whom it plays.
    pub role: String,
    /// The moves with which it may open; empty for any.
    pub open: Vec<String>,
    /// What is counted.
    pub count: String,
    /// Which moves it may hold.
    pub keep: String,
    /// What is played where it has no row.
    pub default: Option<String>,
    /// No table counts less.
    pub at_least: u32,
    /// This one counts so much.
    pub at_most: u32,
    /// Rows of the table; 0, here and below, if the check did not come to its end.
    pub rows: u64,
    /// Classes of the game.
    pub classes: u64,
    /// Positions that the table plays.
    pub played: u64,
    /// Clauses that a smaller table would satisfy.
    pub clauses: u64,
    /// Steps of the proof that none does.
    pub steps: u64,
}
