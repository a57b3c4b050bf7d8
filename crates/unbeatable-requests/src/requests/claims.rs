//! Published claims: what there are, and one of them measured.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};
use unbeatable_workbench::claims;
use unbeatable_workbench::core::notation::quoted;
use unbeatable_workbench::report::{ClaimReport, SCHEMA, Stop};

use crate::desk::Desk;
use crate::failure::{Code, Failure};
use crate::request::Request;
use crate::task::{Task, written};

pub(crate) const EXPECTED: &[&str] = &["limit"];

/// A claim that was measured.
#[derive(Serialize)]
struct MeasuredClaim {
    schema: u32,
    #[serde(flatten)]
    claim: ClaimReport,
    /// Why it was not measured to the end.
    stopped: Option<Stop>,
}

pub(crate) fn list(_: &Arc<Desk>, _: Request) -> Result<Task, Failure> {
    let listed = claims::list().into_iter().map(|claim| {
        let published: Json =
            serde_json::from_str(claim.published).expect("published values are JSON");
        json!({
            "id": claim.id,
            "source": claim.source,
            "claim": claim.claim,
            "published": published,
            "is_slow": claim.is_slow,
        })
    });
    let listed = json!({ "schema": SCHEMA, "claims": listed.collect::<Vec<Json>>() });
    Ok(Task::Told(written(&listed)))
}

pub(crate) fn measure(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let id = request.path.rsplit('/').next().unwrap_or_default();
    let Some(claim) = claims::list().into_iter().find(|claim| claim.id == id) else {
        let what = format!(
            "unknown claim {}: GET /api/v1/claims lists them",
            quoted(id)
        );
        return Err(Failure::new(Code::NotFound, what));
    };
    let limits = request.query.limits(&desk.allowance)?;
    Ok(Task::timed(&limits, move |following| {
        let report = claims::measure_one(claim.id, &following.on_time())?;
        let is_stopped = report.measured.is_null();
        written(&MeasuredClaim {
            schema: SCHEMA,
            claim: report,
            stopped: is_stopped.then(|| following.reason()),
        })
    }))
}
