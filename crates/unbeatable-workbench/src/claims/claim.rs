//! A claim, and what is measured of it.

use serde_json::Value as Json;
use unbeatable_report::Follow;
use unbeatable_report::report::TableReport;

/// A published claim.
pub(super) struct Claim {
    pub(super) id: &'static str,
    pub(super) source: &'static str,
    pub(super) claim: &'static str,
    /// What was published, as JSON.
    pub(super) published: &'static str,
    /// What is wrong in the publication, if we know it to be.
    pub(super) erratum: Option<&'static str>,
    /// Whether it takes more than a few seconds.
    pub(super) is_slow: bool,
    pub(super) measure: fn(&Json, &dyn Follow) -> Measured,
}

impl Claim {
    /// A claim that is quickly measured, and in which no error is known.
    pub(super) const fn new(
        id: &'static str,
        source: &'static str,
        claim: &'static str,
        published: &'static str,
        measure: fn(&Json, &dyn Follow) -> Measured,
    ) -> Self {
        Claim {
            id,
            source,
            claim,
            published,
            erratum: None,
            is_slow: false,
            measure,
        }
    }
}

/// A measurement.
pub(super) struct Measured {
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

impl Measured {
    /// An exact measurement: it agrees if it is the same. What was never published cannot disagree.
    pub(super) fn exactly(value: Json, published: &Json, note: impl Into<String>) -> Self {
        let agrees = published.is_null() || value == *published;
        let confirms_erratum = !agrees;
        Measured {
            value,
            agrees,
            confirms_erratum,
            note: note.into(),
            tables: vec![],
        }
    }

    /// A measurement that fits neither the publication nor an erratum.
    pub(super) fn disagrees(value: Json, note: impl Into<String>) -> Self {
        let note = note.into();
        Measured {
            value,
            agrees: false,
            confirms_erratum: false,
            note,
            tables: vec![],
        }
    }

    /// The measurement was stopped.
    pub(super) fn stopped(note: impl Into<String>) -> Self {
        Measured::disagrees(Json::Null, note)
    }
}
