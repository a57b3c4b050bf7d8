//! Published claims, measured now beside what was published.
//!
//! A claim is a row of `rows.rs`: who said what and where, what was published, and what is asked to measure it.
//! No measured number stands here: published ones do, beside the measurement.

mod answers;
mod bouton_1901;
mod boyce_2024;
mod claim;
mod go_margins;
mod guy_smith_1956;
mod hex_openings;
mod lomont_2024;
mod lomont_2024_games;
mod lomont_2024_tables;
mod nelhage_2020;
mod rows;
mod tromp_1999;

use std::time::Instant;

use serde_json::Value as Json;
use unbeatable_core::notation::quoted;

use unbeatable_report::report::ClaimReport;
use unbeatable_report::{Argument, AskError, Follow};

pub use claim::ClaimSummary;
use claim::{Measure, Measurement, PublishedClaim};
use rows::CLAIMS;

/// Every claim this project knows.
#[must_use]
pub fn list() -> Vec<ClaimSummary> {
    CLAIMS.iter().map(|claim| claim.summary).collect()
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
    let begins =
        |claim: &PublishedClaim, name: &String| claim.summary.id.starts_with(name.as_str());
    for name in names {
        if name.is_empty() || !CLAIMS.iter().any(|claim| begins(claim, name)) {
            let found = quoted(name);
            return Err(Argument::Claim.wrong(format!(
                "unknown claim {found}: expected the id of a claim or the beginning of one \
                 (reproduce --list shows them)"
            )));
        }
    }
    let is_wanted = |claim: &&PublishedClaim| match names {
        [] => all || !claim.summary.is_slow,
        names => names.iter().any(|name| begins(claim, name)),
    };
    for claim in CLAIMS.iter().filter(is_wanted) {
        if follow.is_interrupted() {
            break;
        }
        each(report(claim, follow));
    }
    Ok(())
}

/// Measures the claim of that id.
pub fn measure_one(id: &str, follow: &dyn Follow) -> Result<ClaimReport, AskError> {
    let unknown = || Argument::Claim.wrong(format!("unknown claim {}: expected an id", quoted(id)));
    let claim = CLAIMS.iter().find(|claim| claim.summary.id == id);
    Ok(report(claim.ok_or_else(unknown)?, follow))
}

fn report(claim: &PublishedClaim, follow: &dyn Follow) -> ClaimReport {
    let start = Instant::now();
    let ClaimSummary { id, source, .. } = claim.summary;
    let published =
        serde_json::from_str(claim.summary.published).expect("published values are JSON");
    let measured = measure(&claim.measure, &published, follow);
    ClaimReport {
        id: id.into(),
        source: source.into(),
        claim: claim.summary.claim.into(),
        published,
        agrees: (!measured.value.is_null()).then_some(measured.agrees),
        measured: measured.value,
        erratum: claim
            .erratum
            .filter(|_| measured.confirms_erratum)
            .map(Into::into),
        note: measured.note,
        tables: measured.tables,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Asks what a claim says is to be asked, and compares.
fn measure(measure: &Measure, published: &Json, follow: &dyn Follow) -> Measurement {
    match *measure {
        Measure::Winner(spec) => answers::winner(spec, published, follow),
        Measure::ConnectFour(sizes) => answers::connect_four(sizes, published, follow),
        Measure::LastPlies(sizes) => answers::last_plies(sizes, published, follow),
        Measure::OlderUltimate(plies) => answers::older_ultimate(plies, published, follow),
        Measure::Count(of, spec, read) => answers::count(of, spec, read, published, follow),
        Measure::Counts(of, specs) => answers::counts(of, specs, published, follow),
        Measure::Margins(boards, rules) => go_margins::margins(boards, rules, published, follow),
        Measure::MarginsByRule(boards) => go_margins::margins_by_rule(boards, published, follow),
        Measure::Table(role, open, count) => {
            lomont_2024_tables::table(role, open, count, published, follow)
        }
        Measure::Games(seats) => lomont_2024_games::tournament(seats, published, follow),
        Measure::Period(spec) => guy_smith_1956::period(spec, published),
        Measure::HexOpenings(sizes) => hex_openings::maps(sizes, published, follow),
        Measure::Own(program) => program(published, follow),
    }
}
