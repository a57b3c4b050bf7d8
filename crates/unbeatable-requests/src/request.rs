//! Every request: where it is asked, what it takes, and who understands it.

use std::net::IpAddr;
use std::sync::Arc;

use crate::desk::Desk;
use crate::failure::Failure;
use crate::query::Query;
use crate::task::Task;

/// The type of most answers.
pub const JSON: &str = "application/json";

/// How a request is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Without a body.
    Get,
    /// With one.
    Post,
}

/// What a body has to be.
#[derive(Clone, Copy, Debug)]
pub struct BodyKind {
    /// Its type.
    pub kind: &'static str,
    /// How long it may be.
    pub bytes_max: usize,
    /// How large it is beside others, for whoever has room for so many at a time.
    pub share: u32,
}

/// A request of some kind.
pub struct Request {
    /// Where it is asked: the path without the query.
    pub path: String,
    /// The query, read with the parameters of its kind.
    pub query: Query,
    /// The body, of the type that its kind takes.
    pub body: Vec<u8>,
    /// Who asks, and shares what is kept.
    pub from: IpAddr,
    /// What can be asked of whoever was asked.
    pub kinds: &'static [RequestKind],
}

type Understand = fn(&Arc<Desk>, Request) -> Result<Task, Failure>;

/// A kind of request.
pub struct RequestKind {
    /// How it is sent.
    pub verb: Verb,
    /// Where it is asked. `{id}` stands for a name.
    pub path: &'static str,
    /// What its query may have.
    pub parameters: &'static [&'static str],
    /// What its body has to be, if it has one.
    pub body: Option<BodyKind>,
    /// The type of its answer.
    pub answer: &'static str,
    /// Whether it may take so long that events on the way are wanted.
    pub is_long: bool,
    understand: Understand,
}

impl RequestKind {
    pub(crate) const fn short(
        path: &'static str,
        parameters: &'static [&'static str],
        understand: Understand,
    ) -> RequestKind {
        RequestKind {
            verb: Verb::Get,
            path,
            parameters,
            body: None,
            answer: JSON,
            is_long: false,
            understand,
        }
    }

    pub(crate) const fn long(
        path: &'static str,
        parameters: &'static [&'static str],
        understand: Understand,
    ) -> RequestKind {
        RequestKind {
            is_long: true,
            ..RequestKind::short(path, parameters, understand)
        }
    }

    pub(crate) const fn with_body(self, body: BodyKind) -> RequestKind {
        RequestKind {
            verb: Verb::Post,
            body: Some(body),
            ..self
        }
    }

    pub(crate) const fn answering(self, answer: &'static str) -> RequestKind {
        RequestKind { answer, ..self }
    }

    /// The kind of a path among some, however it is sent.
    #[must_use]
    pub fn find<'k>(kinds: &'k [RequestKind], path: &str) -> Option<&'k RequestKind> {
        kinds.iter().find(|kind| kind.has_path(path))
    }

    fn has_path(&self, path: &str) -> bool {
        match self.path.strip_suffix("{id}") {
            None => path == self.path,
            Some(folder) => path
                .strip_prefix(folder)
                .is_some_and(|name| !name.is_empty() && !name.contains('/')),
        }
    }

    /// What is to be done for a request of this kind.
    pub fn understand(&self, desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
        (self.understand)(desk, request)
    }
}
