//! Who may ask: pages of the lab, and programs of its user, but no page from elsewhere.
//!
//! A page of any site can make a browser send requests to this machine, and can give its own name this
//! machine's address (DNS rebinding) to read what comes back. The first says so in `Origin` or
//! `Sec-Fetch-Site`, the second in `Host`.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use unbeatable_workbench::core::notation::quoted;

use crate::Shared;
use crate::failure::{Code, Failure};

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
        Err(failure) => failure.into_response(),
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

/// The names under which the server may be asked.
pub(crate) struct Hosts {
    address: SocketAddr,
    /// Names that were allowed, in lower case.
    allowed: Vec<String>,
}

impl Hosts {
    pub(crate) fn new(address: SocketAddr, allowed: &[String]) -> Self {
        let allowed = allowed.iter().map(|name| name.to_ascii_lowercase());
        Hosts {
            address,
            allowed: allowed.collect(),
        }
    }

    /// Whether a `Host` names this server: by an address, or a name that nobody else can give it.
    fn are_ours(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        if self.allowed.contains(&host) {
            return true;
        }
        let (name, port) = split(&host);
        let port = match port {
            None => Some(80),
            Some(port) if !port.bytes().all(|byte| byte.is_ascii_digit()) => None,
            Some(port) => port.parse().ok(),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        if name == "localhost" || self.allowed.iter().any(|allowed| allowed == name) {
            return true;
        }
        let ip = name.strip_prefix('[').and_then(|ip| ip.strip_suffix(']'));
        let Ok(ip) = ip.unwrap_or(name).parse::<IpAddr>() else {
            return false;
        };
        // An address is no name that could be given to another machine.
        ip.is_loopback() || ip == self.address.ip() || self.address.ip().is_unspecified()
    }
}

/// A host and its port; an address of IPv6 is in brackets.
fn split(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, Some(port)),
        _ => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(listens: &str, allowed: &[&str], host: &str, expected: bool) {
        let allowed: Vec<String> = allowed.iter().map(|&name| name.into()).collect();
        let address = listens.parse().expect("an address");
        let hosts = Hosts::new(address, &allowed);
        assert_eq!(hosts.are_ours(host), expected, "{host} at {listens}");
    }

    #[test]
    fn hosts() {
        let here = "127.0.0.1:8080";
        for ours in [
            "127.0.0.1:8080",
            "localhost:8080",
            "LOCALHOST:8080",
            "[::1]:8080",
        ] {
            check(here, &[], ours, true);
        }
        for foreign in [
            "",
            "localhost",
            "localhost:80",
            "localhost:8081",
            "localhost:",
            "localhost:x",
            "evil.example:8080",
            "localhost.evil.example:8080",
            "127.0.0.1.evil.example:8080",
            "192.168.0.1:8080",
            "[::1",
            "::1:8080:8080",
            "�",
        ] {
            check(here, &[], foreign, false);
        }
        check("127.0.0.1:80", &[], "localhost", true);
        check("0.0.0.0:8080", &[], "192.168.0.1:8080", true);
        check("0.0.0.0:8080", &[], "lab.example:8080", false);
        check(here, &["Lab.example"], "lab.example:8080", true);
        check(here, &["lab.example"], "lab.example:8081", false);
        check(here, &["lab.example:443"], "lab.example:443", true);
    }
}
