//! Requests that are not answered: what is wrong with them, as JSON.

use serde_json::{Value as Json, json};
use unbeatable_workbench::report::SCHEMA;
use unbeatable_workbench::{Argument, AskError};

/// Why a request is not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Of what kind it is.
    pub code: Code,
    /// What was wrong and what was expected, in one line.
    pub message: String,
    /// The parameter that is to blame, if one is.
    pub parameter: Option<String>,
}

/// The kinds of failures: their names are a promise, as their numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// It is not asked rightly.
    BadRequest,
    /// Whoever asks may not.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// It is not sent as it has to be.
    MethodNotAllowed,
    /// It took too long to be sent.
    Timeout,
    /// There is more of it than is taken.
    TooLarge,
    /// Its address is too long.
    UriTooLong,
    /// Its body is of another type.
    Unsupported,
    /// There is no room for it now.
    Busy,
    /// A promise of the program is broken.
    Internal,
}

impl Code {
    /// Its number, which is that of HTTP.
    #[must_use]
    pub fn status(self) -> u16 {
        self.shown().0
    }

    /// Its number and its name.
    fn shown(self) -> (u16, &'static str) {
        match self {
            Code::BadRequest => (400, "bad_request"),
            Code::Forbidden => (403, "forbidden"),
            Code::NotFound => (404, "not_found"),
            Code::MethodNotAllowed => (405, "method_not_allowed"),
            Code::Timeout => (408, "timeout"),
            Code::TooLarge => (413, "too_large"),
            Code::UriTooLong => (414, "uri_too_long"),
            Code::Unsupported => (415, "unsupported"),
            Code::Busy => (503, "busy"),
            Code::Internal => (500, "internal"),
        }
    }
}

impl Failure {
    /// Of a kind, in words.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Failure {
            code,
            message: message.into(),
            parameter: None,
        }
    }

    /// That parameter is wrong.
    pub fn of(parameter: &str, message: impl Into<String>) -> Self {
        Failure {
            parameter: Some(parameter.into()),
            ..Failure::new(Code::BadRequest, message)
        }
    }

    /// As it is told.
    #[must_use]
    pub fn json(&self) -> Json {
        let (status, name) = self.code.shown();
        let mut error = json!({
            "status": status,
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
