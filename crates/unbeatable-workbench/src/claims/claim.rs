//! A claim, how it is measured, and what came of it.

use serde_json::Value as Json;
use unbeatable_proof::table::{Role, TableCount as Counted};
use unbeatable_report::Follow;
use unbeatable_report::question::CountOf;
use unbeatable_report::report::{CountReport, TableReport};

/// A claim before it is measured.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ClaimSummary {
    /// Its name.
    pub id: &'static str,
    /// Author, year, where.
    pub source: &'static str,
    /// The claim in words.
    pub claim: &'static str,
    /// What was published, as JSON.
    pub published: &'static str,
    /// Whether it takes more than a few seconds, so that it is measured only when named or asked for.
    pub is_slow: bool,
}

/// A published claim.
pub(super) struct PublishedClaim {
    pub(super) summary: ClaimSummary,
    /// What is wrong in the publication, if we know it to be.
    pub(super) erratum: Option<&'static str>,
    pub(super) measure: Measure,
}

/// What is asked to measure a claim. Answers about several games are lists where a list was published, and
/// else objects with the names of the games.
pub(super) enum Measure {
    /// Who wins a game, or `draw`.
    Winner(&'static str),
    /// Who wins Connect Four on each of these boards, or `draw`.
    ConnectFour(&'static [&'static str]),
    /// With which ply Connect Four ends on each of these boards.
    LastPlies(&'static [&'static str]),
    /// Whether the first player wins ultimate tic-tac-toe with the older rules within so many plies.
    OlderUltimate(&'static [u32]),
    /// So many there are in a game; the function says what of it was published.
    Count(CountOf, &'static str, fn(&CountReport) -> Json),
    /// So many there are in each of these games.
    Counts(CountOf, &'static [&'static str]),
    /// Black's margins on empty boards of Go; how the publication's rules differ, if they do.
    Margins(&'static [&'static str], &'static str),
    /// Black's margins on empty boards of Go under each of our rules.
    MarginsByRule(&'static [&'static str]),
    /// The smallest table of tic-tac-toe for a role that opens with one of these moves, or with any.
    Table(Role, &'static [&'static str], Counted),
    /// The results of many games of tic-tac-toe.
    Games([Who; 2]),
    /// The period of a game's nimbers.
    Period(&'static str),
    /// Which first stones win Hex on each of these boards.
    HexOpenings(&'static [&'static str]),
    /// A program of its own; it gets what was published.
    Own(fn(&Json, &dyn Follow) -> Measurement),
}

/// Who plays tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Random,
    /// All best moves of the tree without repeats.
    Hashed,
    /// All best moves of the tree with symmetric positions folded.
    Symmetry,
    /// A smallest table.
    Table,
}

/// A measurement.
pub(super) struct Measurement {
    /// What was measured; `null` if that was stopped.
    pub(super) value: Json,
    /// Whether it agrees with what was published.
    pub(super) agrees: bool,
    /// Whether it disagrees in the way that an erratum would say.
    pub(super) confirms_erratum: bool,
    /// How it was measured.
    pub(super) note: String,
    pub(super) tables: Vec<TableReport>,
}

impl Measurement {
    /// An exact measurement: it agrees if it is the same. What was never published cannot disagree.
    pub(super) fn exactly(value: Json, published: &Json, note: impl Into<String>) -> Self {
        let agrees = published.is_null() || value == *published;
        Measurement {
            agrees,
            confirms_erratum: !agrees,
            ..Measurement::disagrees(value, note)
        }
    }

    /// A measurement that fits neither the publication nor an erratum.
    pub(super) fn disagrees(value: Json, note: impl Into<String>) -> Self {
        Measurement {
            value,
            agrees: false,
            confirms_erratum: false,
            note: note.into(),
            tables: vec![],
        }
    }

    /// The measurement was stopped.
    pub(super) fn stopped(note: impl Into<String>) -> Self {
        Measurement::disagrees(Json::Null, note)
    }

    /// An exact measurement, unless it was stopped.
    pub(super) fn unless_stopped(
        value: Option<Json>,
        published: &Json,
        note: impl Into<String>,
    ) -> Self {
        match value {
            None => Measurement::stopped(note),
            Some(value) => Measurement::exactly(value, published, note),
        }
    }

    /// Shows a table as well.
    pub(super) fn with_table(
        mut self,
        title: &str,
        columns: &[&str],
        rows: Vec<Vec<Json>>,
    ) -> Self {
        self.tables.push(TableReport {
            title: title.into(),
            columns: columns.iter().map(ToString::to_string).collect(),
            rows,
        });
        self
    }
}
