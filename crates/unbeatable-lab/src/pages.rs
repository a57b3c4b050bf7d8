//! The lab's own pages: files that are part of the program.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tokio::task;

use crate::Shared;
use crate::failure::{Code, Failure};
use crate::replying::typed;

/// Every file of the page with its name.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Addresses that are the lab itself.
pub(crate) const LAB: [&str; 6] = ["/", "/board", "/race", "/tree", "/strategies", "/claims"];

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

/// The page's files.
pub(crate) struct Pages {
    /// Where they are read from anew each time, for those who work on them.
    folder: Option<PathBuf>,
    files: HashMap<&'static str, &'static [u8]>,
}

impl Pages {
    pub(crate) fn new(folder: Option<PathBuf>) -> io::Result<Self> {
        if let Some(folder) = &folder {
            fs::read_dir(folder)?;
        }
        Ok(Pages {
            folder,
            files: FILES.iter().copied().collect(),
        })
    }

    async fn file(&self, name: &str) -> Option<Bytes> {
        // No name leads out of the folder.
        let is_plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b".-".contains(&c);
        if name.starts_with('.') || !name.bytes().all(is_plain) {
            return None;
        }
        match &self.folder {
            None => self.files.get(name).map(|bytes| Bytes::from_static(bytes)),
            Some(folder) => {
                let file = folder.join(name);
                let read = task::spawn_blocking(move || fs::read(file)).await;
                read.ok()?.ok().map(Bytes::from)
            }
        }
    }
}

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
        return Failure::new(Code::NotFound, "no such file").into_response();
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
