//! Every request: where it is asked, what it takes, and who understands it.

use std::net::IpAddr;
use std::sync::Arc;

use crate::desk::Desk;
use crate::failure::Failure;
use crate::query::Query;
use crate::requests::{catalogue, claims, position, questions, records, rules, strategy, tree};
use crate::task::Task;

/// The type of most answers.
pub const JSON: &str = "application/json";

/// How a request is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
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
}

type Understand = fn(&Arc<Desk>, Request) -> Result<Task, Failure>;

/// A kind of request.
pub struct RequestKind {
    /// How it is sent.
    pub method: Method,
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
    const fn short(
        path: &'static str,
        parameters: &'static [&'static str],
        understand: Understand,
    ) -> RequestKind {
        RequestKind {
            method: Method::Get,
            path,
            parameters,
            body: None,
            answer: JSON,
            is_long: false,
            understand,
        }
    }

    const fn long(
        path: &'static str,
        parameters: &'static [&'static str],
        understand: Understand,
    ) -> RequestKind {
        RequestKind {
            is_long: true,
            ..RequestKind::short(path, parameters, understand)
        }
    }

    const fn with_body(self, body: BodyKind) -> RequestKind {
        RequestKind {
            method: Method::Post,
            body: Some(body),
            ..self
        }
    }

    const fn answering(self, answer: &'static str) -> RequestKind {
        RequestKind { answer, ..self }
    }

    /// What a board asks before anything else: for programs that have no more than that.
    pub const BOARD: &'static [RequestKind] = &[
        RequestKind::short("/api/v1/games", &[], catalogue::games),
        RequestKind::short("/api/v1/players", &["game"], catalogue::players),
        RequestKind::short("/api/v1/position", position::EXPECTED, position::position),
        RequestKind::long("/api/v1/analyze", questions::ANALYZE, questions::analyze),
        RequestKind::long("/api/v1/move", questions::MOVE, questions::choose),
    ];

    /// Every kind of request.
    pub const ALL: &'static [RequestKind] = &[
        RequestKind::short("/api/v1", &[], catalogue::index),
        RequestKind::short("/api/v1/status", &[], catalogue::status),
        RequestKind::short("/api/v1/games", &[], catalogue::games),
        RequestKind::short("/api/v1/solvers", &[], catalogue::solvers),
        RequestKind::short("/api/v1/players", &["game"], catalogue::players),
        RequestKind::short("/api/v1/claims", &[], claims::list),
        RequestKind::long("/api/v1/claims/{id}", claims::EXPECTED, claims::measure),
        RequestKind::short("/api/v1/position", position::EXPECTED, position::position),
        RequestKind::long("/api/v1/analyze", questions::ANALYZE, questions::analyze),
        RequestKind::long("/api/v1/solve", questions::SOLVE, questions::solve),
        RequestKind::long("/api/v1/move", questions::MOVE, questions::choose),
        RequestKind::long("/api/v1/count", questions::COUNT, questions::count),
        RequestKind::long("/api/v1/strategy", strategy::EXPECTED, strategy::strategy),
        RequestKind::long("/api/v1/tree", tree::EXPECTED, tree::tree),
        RequestKind::long("/api/v1/certificates", &["limit"], tree::certificates)
            .with_body(tree::CERTIFICATE),
        RequestKind::long("/api/v1/rules", rules::EXPECTED, rules::rules).with_body(rules::TEXT),
        RequestKind::short("/api/v1/read", &[], records::read).with_body(records::TEXT),
        RequestKind::short("/api/v1/sgf", records::EXPECTED, records::write_sgf)
            .answering("application/x-go-sgf; charset=utf-8"),
        RequestKind::short("/api/v1/record", records::EXPECTED, records::record),
    ];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found() {
        let found = |path| RequestKind::find(RequestKind::ALL, path).map(|kind| kind.path);
        assert_eq!(found("/api/v1"), Some("/api/v1"));
        assert_eq!(found("/api/v1/solve"), Some("/api/v1/solve"));
        assert_eq!(found("/api/v1/claims"), Some("/api/v1/claims"));
        assert_eq!(found("/api/v1/claims/boyce"), Some("/api/v1/claims/{id}"));
        for nowhere in [
            "",
            "/",
            "/api/v1/",
            "/api/v1/claims/",
            "/api/v1/claims/a/b",
            "/api/v1/solve/",
        ] {
            assert_eq!(found(nowhere), None, "{nowhere}");
        }
    }
}
