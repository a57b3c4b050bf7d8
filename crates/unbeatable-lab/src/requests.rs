//! What can be asked, a file for each group of requests.

mod catalogue;
mod claims;
mod position;
mod questions;
mod records;
mod strategy;
mod tree;

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tempfile::NamedTempFile;
use tokio::time::timeout;

use crate::Shared;
use crate::failure::{Code, Failure};
use crate::guard::guard;
use crate::pages;
use crate::query::Query;
use crate::replying::json_response;
use crate::searches::Answer;

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
        .route("/api/v1/read", post(records::read))
        .route("/api/v1/sgf", get(records::write_sgf))
        .route("/api/v1/record", get(records::record))
        .route("/page/{name}", get(pages::file));
    for address in pages::LAB {
        router = router.route(address, get(pages::lab));
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

/// The options of a request.
fn query(request: &Request, expected: &[&'static str]) -> Result<Query, Failure> {
    Query::parse(request.uri().query(), expected)
}

/// An answer that took no time.
fn response(answer: Answer) -> Response {
    match answer {
        Ok(text) => json_response(text),
        Err(failure) => failure.into_response(),
    }
}

/// Who does not send a whole body in this time is not waited for.
const BODY_TIME: Duration = Duration::from_secs(30);

/// How long a body is read that is too long, for the sake of an answer.
const DRAIN_TIME: Duration = Duration::from_secs(2);

/// Reads a body to its end, and keeps nothing of it.
async fn drain(mut body: Body) {
    while let Some(Ok(_)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {}
}

/// The body of a request, of one type and of so many bytes at most.
async fn body(request: Request, kind: &str, bytes_max: usize) -> Result<Vec<u8>, Failure> {
    let found = request.headers().get(header::CONTENT_TYPE);
    let found = found.and_then(|found| found.to_str().ok());
    let found = found.unwrap_or_default().split(';').next();
    let found = found.unwrap_or_default().trim();
    if !found.eq_ignore_ascii_case(kind) {
        let what = format!("content type '{found}': expected {kind}");
        return Err(Failure::new(Code::Unsupported, what));
    }
    let too_large = || {
        let what = format!("body: expected at most {bytes_max} bytes");
        Failure::new(Code::TooLarge, what)
    };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > bytes_max as u64) {
        // Who is still sending hears nothing, and would find the connection closed.
        let _ = timeout(DRAIN_TIME, drain(request.into_body())).await;
        return Err(too_large());
    }
    let reading = async {
        let (mut body, mut bytes) = (request.into_body(), vec![]);
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let Ok(frame) = frame else {
                let what = "body: it ends too soon, or is not written as HTTP has it";
                return Err(Failure::new(Code::BadRequest, what));
            };
            if let Ok(part) = frame.into_data() {
                if bytes.len() + part.len() > bytes_max {
                    return Err(too_large());
                }
                bytes.extend_from_slice(&part);
            }
        }
        Ok(bytes)
    };
    let read = timeout(BODY_TIME, reading).await;
    read.unwrap_or_else(|_| Err(Failure::new(Code::Timeout, "the body took too long")))
}

/// A file under a name that nobody can guess, which is gone when it is dropped.
fn temporary() -> Result<NamedTempFile, Failure> {
    // Its error would name the folder.
    let cannot =
        |e: std::io::Error| Failure::new(Code::Internal, format!("a temporary file: {}", e.kind()));
    NamedTempFile::new().map_err(cannot)
}
