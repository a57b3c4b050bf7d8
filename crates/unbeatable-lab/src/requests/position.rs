//! Positions, without a search.

use std::sync::Arc;
use unbeatable_workbench::Ask;

use axum::extract::{Request, State};
use axum::response::Response;
use unbeatable_workbench::question::Setup;

use crate::query::{POSITION, Query};
use crate::replies::{response, written};
use crate::shared::Shared;

pub(super) const EXPECTED: &[&str] = &POSITION;

pub(crate) async fn position(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let asked = Query::of(&request, EXPECTED).and_then(|query| Ok((query.spec()?, query.setup())));
    let show = |shared: &Shared, (spec, setup): (String, Setup)| {
        written(&shared.game(&spec)?.position(&setup)?)
    };
    response(shared.at_once(asked, show).await)
}
