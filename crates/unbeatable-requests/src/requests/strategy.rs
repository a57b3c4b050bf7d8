//! Smallest tables, and their proofs.

use std::sync::Arc;
use std::time::Duration;
use unbeatable_workbench::Ask;

use serde::Serialize;
use serde_json::{Value as Json, json};
use unbeatable_workbench::question::{Counted, Keep, Limits, Named, Role, Rule, Strategy};
use unbeatable_workbench::report::{Stop, StrategyReport};
use unbeatable_workbench::verify;

use crate::allowance::Allowance;
use crate::desk::Desk;
use crate::failure::Failure;
use crate::query::Query;
use crate::request::Request;
use crate::task::{JsonAnswer, Task, written};
use crate::temporary_file::temporary;
use crate::timed_follower::TimedFollower;

pub(crate) const EXPECTED: &[&str] = &[
    "game", "position", "moves", "limit", "nodes", "role", "open", "count", "keep", "default",
    "proof",
];

pub(crate) fn strategy(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let query = &request.query;
    let spec = query.spec()?;
    let asked = asked(query, &desk.allowance)?;
    let has_proof = query.switch("proof")?.unwrap_or_default();
    let limit = asked.limits.time.unwrap_or(desk.allowance.limit);
    let desk = Arc::clone(desk);
    Ok(Task::timed(
        &asked.limits.clone(),
        move |following| match has_proof {
            true => proven(&desk, &spec, asked, limit, following),
            false => shown(&desk.game(&spec)?.strategy(&asked, following)?, None),
        },
    ))
}

fn asked(query: &Query, allowance: &Allowance) -> Result<Strategy, Failure> {
    let count = query.choice("count", Counted::ALL)?;
    Ok(Strategy {
        setup: query.setup(),
        role: query.choice("role", Role::ALL)?.unwrap_or(Role::First),
        open: query.list("open"),
        count: count.unwrap_or(Counted::Rows),
        keep: query.choice("keep", Keep::ALL)?.unwrap_or(Keep::Value),
        default: query.choice("default", Rule::ALL)?,
        all: false,
        certificate: None,
        pictures: vec![],
        limits: query.limits(allowance)?,
    })
}

/// What came of a certificate.
#[derive(Serialize)]
struct CertificateVerdict {
    verdict: String,
    reason: Option<String>,
    bytes: u64,
    steps: u64,
    sha256: Option<String>,
    seconds: f64,
    stopped: Option<Stop>,
}

/// A table with a certificate, which is checked as anybody else's would be.
fn proven(
    desk: &Desk,
    spec: &str,
    mut asked: Strategy,
    limit: Duration,
    following: &TimedFollower<'_>,
) -> JsonAnswer {
    let file = temporary()?;
    asked.certificate = Some(file.path().into());
    // The check needs some of the time.
    asked.limits.time = Some(limit * 3 / 4);
    let mut report = desk.game(spec)?.strategy(&asked, following)?;
    let is_written = (report.certificate.take()).is_some_and(|written| written.bytes.is_some());
    let proof = match is_written {
        false => None,
        true => {
            let limits = Limits {
                time: Some(limit.saturating_sub(following.elapsed())),
                ..asked.limits
            };
            let checked = verify(&desk.games, file.path(), &limits, following)?;
            Some(CertificateVerdict {
                verdict: checked.verdict,
                reason: checked.reason,
                bytes: checked.bytes,
                steps: checked.table.map_or(0, |table| table.steps),
                sha256: checked.sha256,
                seconds: checked.seconds,
                stopped: checked.stopped,
            })
        }
    };
    shown(&report, proof)
}

/// The report, with pictures of its rows.
fn shown(report: &StrategyReport, proof: Option<CertificateVerdict>) -> JsonAnswer {
    let mut answer = serde_json::to_value(report).expect("reports are JSON");
    if let Json::Array(rows) = &mut answer["rows"] {
        for (row, of) in rows.iter_mut().zip(&report.rows) {
            row["diagram"] = json!(of.diagram);
        }
    }
    answer["proof"] = json!(proof);
    written(&answer)
}
