//! What there is: requests, games, solvers, players, and how busy whoever answers is.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use unbeatable_workbench::Ask;
use unbeatable_workbench::report::SCHEMA;

use crate::desk::Desk;
use crate::failure::Failure;
use crate::request::{Request, Verb};
use crate::task::{Task, written};

pub(crate) fn index(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let allowance = &desk.allowance;
    let requests = request.kinds.iter().map(|kind| {
        let verb = match kind.verb {
            Verb::Get => "GET",
            Verb::Post => "POST",
        };
        let path = kind.path.replace("{id}", "ID");
        json!({ "method": verb, "path": path, "parameters": kind.parameters })
    });
    Ok(Task::Told(written(&json!({
        "schema": SCHEMA,
        "version": allowance.version,
        "limits": {
            "searches_max": allowance.searches_max,
            "waiting_max": allowance.waiting_max,
            "limit_seconds": allowance.limit.as_secs_f64(),
            "memory_bytes": allowance.memory_bytes,
            "connections_max": allowance.connections_max,
        },
        "requests": requests.collect::<Vec<Json>>(),
    }))))
}

pub(crate) fn status(desk: &Arc<Desk>, _: Request) -> Result<Task, Failure> {
    let (counts, allowance) = ((desk.counts)(), &desk.allowance);
    let (trees, tree_bytes) = desk.trees.size();
    Ok(Task::Told(written(&json!({
        "schema": SCHEMA,
        "running": counts.running,
        "waiting": counts.waiting,
        "answered": counts.answered,
        "stopped": counts.stopped,
        "searches_max": allowance.searches_max,
        "waiting_max": allowance.waiting_max,
        "limit_seconds": allowance.limit.as_secs_f64(),
        "memory_bytes": allowance.memory_bytes,
        "trees": trees,
        "tree_bytes": tree_bytes,
        "sent_games": desk.sent_rules.count(),
    }))))
}

pub(crate) fn games(desk: &Arc<Desk>, _: Request) -> Result<Task, Failure> {
    Ok(Task::Told(written(&desk.games.games())))
}

pub(crate) fn solvers(desk: &Arc<Desk>, _: Request) -> Result<Task, Failure> {
    Ok(Task::Told(written(&desk.games.solvers())))
}

pub(crate) fn players(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let (desk, spec) = (Arc::clone(desk), request.query.spec()?);
    Ok(Task::brief(move || {
        let game = desk.game(&spec)?;
        written(&json!({
            "schema": SCHEMA,
            "game": game.spec(),
            "players": game.players(),
            "opponent": game.opponent(),
        }))
    }))
}
