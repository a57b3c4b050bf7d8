//! Published claims: what there are, and one of them measured.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value as Json, json};
use unbeatable_workbench::claims;
use unbeatable_workbench::core::notation::quoted;
use unbeatable_workbench::report::{ClaimReport, SCHEMA, Stop};

use crate::clients::Client;
use crate::failure::{Code, Failure};
use crate::query::Query;
use crate::replies::{TimedQuestion, reply, response, written};
use crate::shared::Shared;

pub(super) const EXPECTED: &[&str] = &["limit"];

/// A claim that was measured.
#[derive(Serialize)]
struct MeasuredClaim {
    schema: u32,
    #[serde(flatten)]
    claim: ClaimReport,
    /// Why it was not measured to the end.
    stopped: Option<Stop>,
}

pub(crate) async fn list(request: Request) -> Response {
    response(Query::of(&request, &[]).and_then(|_| {
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
        written(&json!({ "schema": SCHEMA, "claims": listed.collect::<Vec<Json>>() }))
    }))
}

pub(crate) async fn measure(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let id = request.uri().path().rsplit('/').next().unwrap_or_default();
    let Some(claim) = claims::list().into_iter().find(|claim| claim.id == id) else {
        let what = format!(
            "unknown claim {}: GET /api/v1/claims lists them",
            quoted(id)
        );
        return Failure::new(Code::NotFound, what).into_response();
    };
    let question = Query::of(&request, EXPECTED)
        .and_then(|query| query.limits(&shared.options))
        .map(|limits| {
            TimedQuestion::new(&limits, move |following| {
                let report = claims::measure_one(claim.id, &following.on_time())?;
                let is_stopped = report.measured.is_null();
                written(&MeasuredClaim {
                    schema: SCHEMA,
                    claim: report,
                    stopped: is_stopped.then(|| following.reason()),
                })
            })
        });
    reply(shared, Client::of(&request), question).await
}
