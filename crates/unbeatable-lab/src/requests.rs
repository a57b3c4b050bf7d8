//! What can be asked, a file for each group of requests.

mod catalogue;
mod claims;
mod page;
mod position;
mod questions;
mod records;
mod rules;
mod strategy;
mod tree;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware;
use axum::routing::{get, post};

use crate::failure::{Code, Failure};
use crate::guard::guard;
use crate::shared::Shared;

/// All requests.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new()
        .route("/api/v1", get(catalogue::index))
        .route("/api/v1/status", get(catalogue::status))
        .route("/api/v1/games", get(catalogue::games))
        .route("/api/v1/solvers", get(catalogue::solvers))
        .route("/api/v1/players", get(catalogue::players))
        .route("/api/v1/claims", get(claims::list))
        .route("/api/v1/claims/{id}", get(claims::measure))
        .route("/api/v1/position", get(position::position))
        .route("/api/v1/analyze", get(questions::analyze))
        .route("/api/v1/solve", get(questions::solve))
        .route("/api/v1/move", get(questions::choose))
        .route("/api/v1/count", get(questions::count))
        .route("/api/v1/strategy", get(strategy::strategy))
        .route("/api/v1/tree", get(tree::tree))
        .route("/api/v1/certificates", post(tree::certificates))
        .route("/api/v1/rules", post(rules::rules))
        .route("/api/v1/read", post(records::read))
        .route("/api/v1/sgf", get(records::write_sgf))
        .route("/api/v1/record", get(records::record))
        .route("/page/{name}", get(page::file));
    for address in page::LAB {
        router = router.route(address, get(page::lab));
    }
    router
        .fallback(not_found)
        .method_not_allowed_fallback(not_allowed)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

async fn not_found() -> Failure {
    Failure::new(
        Code::NotFound,
        "no such address: GET /api/v1 lists what there is",
    )
}

async fn not_allowed(request: Request) -> Failure {
    let what = format!("method {}: not for this address", request.method());
    Failure::new(Code::MethodNotAllowed, what)
}
