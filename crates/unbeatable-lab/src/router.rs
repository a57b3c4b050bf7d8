//! Requests on their way: from an address to the desk, and back as a response.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method as HttpMethod;
use axum::middleware;
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use unbeatable_requests::{ALL_KINDS, Code, Failure, JsonAnswer, Query, RequestKind, Task, Verb};

use crate::bodies::body;
use crate::clients::Client;
use crate::guard::guard;
use crate::page;
use crate::replies::{answered, refused, reply, response};
use crate::shared::Shared;

/// All requests.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new().route("/page/{name}", get(page::file));
    for address in page::LAB {
        router = router.route(address, get(page::lab));
    }
    for kind in ALL_KINDS {
        router = router.route(kind.path, asked(kind));
    }
    router
        .fallback(not_found)
        .method_not_allowed_fallback(not_allowed)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// What answers requests of a kind.
fn asked(kind: &'static RequestKind) -> MethodRouter<Arc<Shared>> {
    let answer =
        move |State(shared): State<Arc<Shared>>, request: Request| answer(shared, kind, request);
    match kind.verb {
        Verb::Get => get(answer),
        Verb::Post => post(answer),
    }
}

async fn answer(shared: Arc<Shared>, kind: &'static RequestKind, request: Request) -> Response {
    let client = Client::of(&request);
    let finish = |answer: JsonAnswer| match kind.is_long {
        true => answered(client, answer),
        false => response(kind.answer, answer),
    };
    let path = request.uri().path().to_string();
    let query = match Query::parse(request.uri().query(), kind.parameters) {
        Ok(query) => query,
        Err(failure) => return finish(Err(failure)),
    };
    let (room, body) = match kind.body {
        None => (None, vec![]),
        Some(expected) => {
            // Until it is answered: a body takes room while its question waits.
            let room = match shared.searches.room_for_bodies(expected.share) {
                Ok(room) => room,
                Err(failure) => return refused(&failure),
            };
            match body(request, expected.kind, expected.bytes_max).await {
                Ok(bytes) => (Some(room), bytes),
                Err(failure) => return refused(&failure),
            }
        }
    };
    let asked = unbeatable_requests::Request {
        path,
        query,
        body,
        from: client.address,
        kinds: ALL_KINDS,
    };
    let mut task = match kind.understand(&shared.desk, asked) {
        Ok(task) => task,
        Err(failure) => return finish(Err(failure)),
    };
    let mut making = None;
    while let Task::Kept(key, look) = task {
        making = Some(shared.making.turn(&key).await);
        task = look();
    }
    match task {
        Task::Told(answer) => finish(answer),
        Task::Brief(act) => {
            drop(making);
            finish(shared.searches.at_once(act).await)
        }
        Task::Timed(question) => reply(shared, client, question, (room, making)).await,
        Task::Kept(..) => unreachable!("the loop above ends with another task"),
    }
}

async fn not_found() -> Response {
    refused(&Failure::new(
        Code::NotFound,
        "no such address: GET /api/v1 lists what there is",
    ))
}

async fn not_allowed(method: HttpMethod) -> Response {
    let what = format!("method {method}: not for this address");
    refused(&Failure::new(Code::MethodNotAllowed, what))
}
