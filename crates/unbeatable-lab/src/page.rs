//! The lab's own pages.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use unbeatable_requests::{Code, Failure};

use crate::pages::Pages;
use crate::replies::{refused, typed};
use crate::shared::Shared;

/// Addresses that are the lab itself.
pub(crate) const LAB: [&str; 7] = [
    "/",
    "/board",
    "/race",
    "/tree",
    "/lesson",
    "/strategies",
    "/claims",
];

/// Types of files, by the end of their names.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
];

/// The lab itself, whatever its address.
pub(crate) async fn lab(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    serve(&shared.pages, "index.html", &headers).await
}

/// A file of it.
pub(crate) async fn file(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let name = uri.path().strip_prefix("/page/").unwrap_or_default();
    serve(&shared.pages, name, &headers).await
}

async fn serve(pages: &Pages, name: &str, headers: &HeaderMap) -> Response {
    let Some(bytes) = pages.file(name).await else {
        return refused(&Failure::new(Code::NotFound, "no such file"));
    };
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    let kind = TYPES.iter().find(|(known, _)| *known == end);
    let kind = kind.map_or("application/octet-stream", |(_, kind)| kind);
    let tag = tag(&bytes);
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let is_known = known
        .filter_map(|tags| tags.to_str().ok())
        .flat_map(|tags| tags.split(','))
        .any(|known| known.trim().trim_start_matches("W/") == tag || known.trim() == "*");
    let mut response = match is_known {
        true => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        }
        false => typed(kind, Body::from(bytes)),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let tag = HeaderValue::from_str(&tag).expect("a tag is quoted digits");
    headers.insert(header::ETAG, tag);
    response
}

/// What tells versions of a file apart.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
