//! What there is: requests, games, solvers, players, and how busy the server is.

use std::sync::Arc;
use unbeatable_workbench::Ask;

use axum::extract::{Request, State};
use axum::response::Response;
use serde_json::{Value as Json, json};
use unbeatable_workbench::report::SCHEMA;

use crate::query::Query;
use crate::replies::{response, written};
use crate::shared::Shared;

/// Every request: its method, its address, and its options.
const REQUESTS: &[(&str, &str, &[&str])] = &[
    ("GET", "/api/v1", &[]),
    ("GET", "/api/v1/status", &[]),
    ("GET", "/api/v1/games", &[]),
    ("GET", "/api/v1/solvers", &[]),
    ("GET", "/api/v1/players", &["game"]),
    ("GET", "/api/v1/claims", &[]),
    ("GET", "/api/v1/claims/ID", super::claims::EXPECTED),
    ("GET", "/api/v1/position", super::position::EXPECTED),
    ("GET", "/api/v1/analyze", super::questions::ANALYZE),
    ("GET", "/api/v1/solve", super::questions::SOLVE),
    ("GET", "/api/v1/move", super::questions::MOVE),
    ("GET", "/api/v1/count", super::questions::COUNT),
    ("GET", "/api/v1/strategy", super::strategy::EXPECTED),
    ("GET", "/api/v1/tree", super::tree::EXPECTED),
    ("POST", "/api/v1/certificates", &["limit"]),
    ("POST", "/api/v1/rules", super::rules::EXPECTED),
    ("POST", "/api/v1/read", &[]),
    ("GET", "/api/v1/sgf", super::records::EXPECTED),
    ("GET", "/api/v1/record", super::records::EXPECTED),
];

pub(crate) async fn index(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    response(Query::of(&request, &[]).and_then(|_| {
        let options = &shared.options;
        let requests = REQUESTS.iter().map(|(method, address, expected)| {
            json!({ "method": method, "path": address, "parameters": expected })
        });
        written(&json!({
            "schema": SCHEMA,
            "version": options.version,
            "limits": {
                "searches_max": options.searches_max,
                "waiting_max": options.waiting_max,
                "limit_seconds": options.limit.as_secs_f64(),
                "memory_bytes": options.memory_bytes,
                "connections_max": options.connections_max,
            },
            "requests": requests.collect::<Vec<Json>>(),
        }))
    }))
}

pub(crate) async fn status(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    response(Query::of(&request, &[]).and_then(|_| {
        let (counts, options) = (shared.searches.counts(), &shared.options);
        let (trees, tree_bytes) = shared.trees.size();
        written(&json!({
            "schema": SCHEMA,
            "running": counts.running,
            "waiting": counts.waiting,
            "answered": counts.answered,
            "stopped": counts.stopped,
            "searches_max": options.searches_max,
            "waiting_max": options.waiting_max,
            "limit_seconds": options.limit.as_secs_f64(),
            "memory_bytes": options.memory_bytes,
            "trees": trees,
            "tree_bytes": tree_bytes,
            "sent_games": shared.sent_rules.count(),
        }))
    }))
}

pub(crate) async fn games(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    response(Query::of(&request, &[]).and_then(|_| written(&shared.games.games())))
}

pub(crate) async fn solvers(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    response(Query::of(&request, &[]).and_then(|_| written(&shared.games.solvers())))
}

pub(crate) async fn players(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let spec = Query::of(&request, &["game"]).and_then(|query| query.spec());
    let list = |shared: &Shared, spec: String| {
        let game = shared.game(&spec)?;
        written(&json!({
            "schema": SCHEMA,
            "game": game.spec(),
            "players": game.players(),
            "opponent": game.opponent(),
        }))
    };
    response(shared.at_once(spec, list).await)
}
