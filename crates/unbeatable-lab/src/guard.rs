//! Who may ask: pages of the lab, and programs of its user, but no page from elsewhere.
//!
//! A page of any site can make a browser send requests to this machine, and can give its own name this
//! machine's address (DNS rebinding) to read what comes back. The first says so in `Origin` or
//! `Sec-Fetch-Site`, the second in `Host`.

use std::sync::Arc;

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use unbeatable_requests::{Code, Failure};
use unbeatable_workbench::core::notation::quoted;

use crate::hosts::Hosts;
use crate::replies::refused;
use crate::shared::Shared;

/// Longer addresses are refused.
const URI_BYTES_MAX: usize = 16 << 10;

/// What every answer says to browsers.
const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Refuses what must not be answered, and says to browsers what they must not do.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match check(&shared.hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(failure) => refused(&failure),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    // Pages say themselves how long they last.
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(hosts: &Hosts, request: &Request<Body>) -> Result<(), Failure> {
    let (headers, uri) = (request.headers(), request.uri());
    let length = uri
        .path_and_query()
        .map_or(0, |target| target.as_str().len());
    if length > URI_BYTES_MAX {
        let what = format!("address of {length} bytes: expected at most {URI_BYTES_MAX}");
        return Err(Failure::new(Code::UriTooLong, what));
    }
    let host = only(headers, &header::HOST)?.unwrap_or_default();
    let named = uri.authority().map_or(host, |authority| authority.as_str());
    for name in [host, named] {
        if !hosts.are_ours(name) {
            let found = quoted(name);
            let what = format!(
                "host {found}: expected the server's own address; --allow-host allows another name"
            );
            return Err(Failure::new(Code::Forbidden, what));
        }
    }
    if let Some(origin) = only(headers, &header::ORIGIN)? {
        // No port speaks both, so either is this one.
        let site = ["http://", "https://"]
            .iter()
            .find_map(|scheme| origin.strip_prefix(scheme));
        if !site.is_some_and(|site| site.eq_ignore_ascii_case(host)) {
            let what = format!("origin {}: expected the server's own", quoted(origin));
            return Err(Failure::new(Code::Forbidden, what));
        }
    }
    let fetch_site = only(headers, &HeaderName::from_static("sec-fetch-site"))?;
    let is_api = uri.path().starts_with("/api");
    if is_api && !matches!(fetch_site, None | Some("same-origin" | "none")) {
        let what = "a page from elsewhere asks: expected one of the lab";
        return Err(Failure::new(Code::Forbidden, what));
    }
    if request.method() != Method::POST && !request.body().is_end_stream() {
        return Err(Failure::new(Code::TooLarge, "expected no body"));
    }
    Ok(())
}

/// A header that may be there once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Failure> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    let text = value.map(|value| value.to_str().unwrap_or("�"));
    match values.next() {
        None => Ok(text),
        Some(_) => {
            let what = format!("{name}: expected once, found twice");
            Err(Failure::new(Code::Forbidden, what))
        }
    }
}
