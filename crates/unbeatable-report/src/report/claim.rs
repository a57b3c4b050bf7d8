//! Published claims, measured.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
/// The answer to `reproduce`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClaimsReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// Every claim that was measured.
    pub claims: Vec<ClaimReport>,
}

/// One published claim, measured.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClaimReport {
    /// Its name for `reproduce`.
    pub id: String,
    /// Author, year, where.
    pub source: String,
    /// The claim in words.
    pub claim: String,
    /// What was published.
    pub published: Json,
    /// What was measured now; `null` if that was stopped.
    pub measured: Json,
    /// Whether they agree; sampled or timed claims agree within an interval that `note` states. `null`
    /// if the measurement was stopped.
    pub agrees: Option<bool>,
    /// What is wrong in the publication, if we know it to be.
    pub erratum: Option<String>,
    /// How it was measured, and what else there is to say.
    pub note: String,
    /// Tables that belong to the claim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableReport>,
    /// Wall-clock time.
    pub seconds: f64,
}

/// A table of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableReport {
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Json>>,
}
