//! Requests that are not answered: what is wrong with them, as JSON.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value as Json, json};
use unbeatable_workbench::report::SCHEMA;
use unbeatable_workbench::{Argument, AskError};

/// Why a request is not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) message: String,
    /// The parameter that is to blame, if one is.
    pub(crate) parameter: Option<String>,
}

/// The kinds of failures: their names are a promise, as their numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Timeout,
    TooLarge,
    UriTooLong,
    Unsupported,
    Busy,
    Internal,
}

impl Code {
    /// Its number and its name.
    fn shown(self) -> (StatusCode, &'static str) {
        match self {
            Code::BadRequest => (StatusCode::BAD_REQUEST, "bad_request"),
            Code::Forbidden => (StatusCode::FORBIDDEN, "forbidden"),
            Code::NotFound => (StatusCode::NOT_FOUND, "not_found"),
            Code::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Code::Timeout => (StatusCode::REQUEST_TIMEOUT, "timeout"),
            Code::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Code::UriTooLong => (StatusCode::URI_TOO_LONG, "uri_too_long"),
            Code::Unsupported => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported"),
            Code::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Code::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Failure {
            code,
            message: message.into(),
            parameter: None,
        }
    }

    /// That parameter is wrong.
    pub(crate) fn of(parameter: &str, message: impl Into<String>) -> Self {
        Failure {
            parameter: Some(parameter.into()),
            ..Failure::new(Code::BadRequest, message)
        }
    }

    pub(crate) fn json(&self) -> Json {
        let (status, name) = self.code.shown();
        let mut error = json!({
            "status": status.as_u16(),
            "code": name,
            "message": self.message,
        });
        if let Some(parameter) = &self.parameter {
            error["parameter"] = json!(parameter);
        }
        json!({ "schema": SCHEMA, "error": error })
    }
}

/// A question that cannot be asked.
impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        // The databases are the server's, no parameters.
        let argument = error.argument.filter(|a| *a != Argument::Database);
        Failure {
            parameter: argument.map(|argument| argument.name().into()),
            ..Failure::new(Code::BadRequest, error.message)
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.json().to_string()));
        (*response.status_mut(), _) = self.code.shown();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
        if self.code == Code::Busy {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
