//! Every kind of request.

use crate::request::RequestKind;
use crate::requests::{catalogue, claims, position, questions, records, rules, strategy, tree};

/// What a board asks before anything else: for programs that have no more than that.
pub const BOARD_KINDS: &[RequestKind] = &[
    RequestKind::short("/api/v1/games", &[], catalogue::games),
    RequestKind::short("/api/v1/players", &["game"], catalogue::players),
    RequestKind::short("/api/v1/position", position::EXPECTED, position::position),
    RequestKind::long("/api/v1/analyze", questions::ANALYZE, questions::analyze),
    RequestKind::long("/api/v1/move", questions::MOVE, questions::choose),
];

/// Every kind of request.
pub const ALL_KINDS: &[RequestKind] = &[
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found() {
        let found = |path| RequestKind::find(ALL_KINDS, path).map(|kind| kind.path);
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
