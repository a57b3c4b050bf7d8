//! Published claims, measured now beside what was published.
//!
//! A claim is a row of its publication's list: who said what and where, and how to measure it. No
//! measured number stands here: published ones do, beside the measurement.

mod bertholon_2020;
mod bouton_1901;
mod boyce_2024;
mod claim;
mod drange_1998;
mod go_values;
mod guy_smith_1956;
mod literature;
mod lomont_2024;
mod lomont_2024_games;
mod lomont_2024_tables;
mod nelhage_2020;
mod tromp_1999;
mod tromp_2006;
mod van_der_werf_2003;
mod weninger_2017;

use std::time::Instant;

use unbeatable_core::notation::quoted;

use unbeatable_report::report::ClaimReport;
use unbeatable_report::{AskError, Follow};

use claim::Claim;

fn all_claims() -> impl Iterator<Item = &'static Claim> {
    lomont_2024::CLAIMS
        .iter()
        .chain(lomont_2024_games::CLAIMS)
        .chain(lomont_2024_tables::CLAIMS)
        .chain(boyce_2024::CLAIMS)
        .chain(literature::CLAIMS)
        .chain(bouton_1901::CLAIMS)
        .chain(guy_smith_1956::CLAIMS)
        .chain(tromp_1999::CLAIMS)
        .chain(tromp_2006::CLAIMS)
        .chain(van_der_werf_2003::CLAIMS)
        .chain(weninger_2017::CLAIMS)
        .chain(drange_1998::CLAIMS)
        .chain(go_values::CLAIMS)
        .chain(nelhage_2020::CLAIMS)
        .chain(bertholon_2020::CLAIMS)
}

/// A claim before it is measured.
#[derive(Clone, Copy, Debug)]
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

/// Every claim this project knows.
#[must_use]
pub fn list() -> Vec<ClaimSummary> {
    all_claims()
        .map(
            |&Claim {
                 id,
                 source,
                 claim,
                 published,
                 is_slow,
                 ..
             }| ClaimSummary {
                id,
                source,
                claim,
                published,
                is_slow,
            },
        )
        .collect()
}

/// Measures the claims named (an id, or the beginning of several ids), or all that are not slow if
/// none is named, or all. `each` gets every report as soon as it is there.
///
/// An interrupted measurement is reported as `null`, and those behind it are left out.
pub fn reproduce(
    names: &[String],
    all: bool,
    follow: &dyn Follow,
    each: &mut dyn FnMut(ClaimReport),
) -> Result<(), AskError> {
    for name in names {
        if name.is_empty() || !all_claims().any(|claim| claim.id.starts_with(name.as_str())) {
            let found = quoted(name);
            return Err(AskError(format!(
                "unknown claim {found}: expected the id of a claim or the beginning of one \
                 (reproduce --list shows them)"
            )));
        }
    }
    let is_wanted = |claim: &Claim| match names {
        [] => all || !claim.is_slow,
        names => names.iter().any(|name| claim.id.starts_with(name.as_str())),
    };
    for claim in all_claims().filter(|claim| is_wanted(claim)) {
        if follow.is_interrupted() {
            break;
        }
        each(measure(claim, follow));
    }
    Ok(())
}

/// Measures the claim of that id.
pub fn measure_one(id: &str, follow: &dyn Follow) -> Result<ClaimReport, AskError> {
    let unknown = || AskError(format!("unknown claim {}: expected an id", quoted(id)));
    let claim = all_claims().find(|claim| claim.id == id);
    Ok(measure(claim.ok_or_else(unknown)?, follow))
}

fn measure(claim: &Claim, follow: &dyn Follow) -> ClaimReport {
    let start = Instant::now();
    let published = serde_json::from_str(claim.published).expect("published values are JSON");
    let measured = (claim.measure)(&published, follow);
    ClaimReport {
        id: claim.id,
        source: claim.source,
        claim: claim.claim,
        published,
        agrees: (!measured.value.is_null()).then_some(measured.agrees),
        measured: measured.value,
        erratum: claim.erratum.filter(|_| measured.confirms_erratum),
        note: measured.note,
        tables: measured.tables,
        seconds: start.elapsed().as_secs_f64(),
    }
}
