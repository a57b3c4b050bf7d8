//! Smallest tables, and their proofs.

use std::sync::Arc;
use std::time::Duration;
use unbeatable_workbench::Ask;

use axum::extract::{Request, State};
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value as Json, json};
use unbeatable_workbench::question::{Counted, Keep, Limits, Named, Role, Rule, Strategy};
use unbeatable_workbench::report::{Stop, StrategyReport};
use unbeatable_workbench::verify;

use crate::clients::Client;
use crate::failure::Failure;
use crate::query::Query;
use crate::replies::{TimedQuestion, reply, written};
use crate::search_follower::SearchFollower;
use crate::searches::JsonAnswer;
use crate::shared::Shared;
use crate::temporary_file::temporary;

pub(super) const EXPECTED: &[&str] = &[
    "game", "position", "moves", "limit", "nodes", "role", "open", "count", "keep", "default",
    "proof",
];

pub(crate) async fn strategy(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let question = Query::of(&request, EXPECTED).and_then(|query| {
        let spec = query.spec()?;
        let asked = asked(&query, &shared)?;
        let has_proof = query.switch("proof")?.unwrap_or_default();
        let limit = asked.limits.time.unwrap_or(shared.options.limit);
        let shared = Arc::clone(&shared);
        Ok(TimedQuestion::new(
            &asked.limits.clone(),
            move |following| match has_proof {
                true => proven(&shared, &spec, asked, limit, following),
                false => shown(&shared.game(&spec)?.strategy(&asked, following)?, None),
            },
        ))
    });
    reply(shared, Client::of(&request), question).await
}

fn asked(query: &Query, shared: &Shared) -> Result<Strategy, Failure> {
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
        limits: query.limits(&shared.options)?,
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
    shared: &Shared,
    spec: &str,
    mut asked: Strategy,
    limit: Duration,
    following: &SearchFollower,
) -> JsonAnswer {
    let file = temporary()?;
    asked.certificate = Some(file.path().into());
    // The check needs some of the time.
    asked.limits.time = Some(limit * 3 / 4);
    let mut report = shared.game(spec)?.strategy(&asked, following)?;
    let is_written = (report.certificate.take()).is_some_and(|written| written.bytes.is_some());
    let proof = match is_written {
        false => None,
        true => {
            let limits = Limits {
                time: Some(limit.saturating_sub(following.elapsed())),
                ..asked.limits
            };
            let checked = verify(&shared.games, file.path(), &limits, following)?;
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
