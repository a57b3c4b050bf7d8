//! Bodies of requests, read as long as they are of the right kind and not too long.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header;
use tokio::time::timeout;
use unbeatable_requests::{Code, Failure};

/// Who does not send a whole body in this time is not waited for.
const BODY_TIME: Duration = Duration::from_secs(30);

/// How long a body is read that is too long, for the sake of an answer.
const DRAIN_TIME: Duration = Duration::from_secs(2);

/// Reads a body to its end, and keeps nothing of it.
async fn drain(mut body: Body) {
    while let Some(Ok(_)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {}
}

/// The body of a request, of one type and of so many bytes at most.
pub(crate) async fn body(
    request: Request,
    kind: &str,
    bytes_max: usize,
) -> Result<Vec<u8>, Failure> {
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
