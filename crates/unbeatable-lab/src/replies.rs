//! Questions that take time: answered with one object, or with events on the way.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use http_body::Frame;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};
use tokio::task;
use tokio::time::{interval, sleep};
use unbeatable_requests::{Code, Failure, JSON, JsonAnswer, TimedFollower, TimedQuestion};

use crate::clients::Client;
use crate::queue::Asker;
use crate::search_follower::SearchFollower;
use crate::searches::{QueueTicket, SearchTurn, broken};
use crate::shared::Shared;

/// A question that may take no longer is small: it does not wait behind others.
const SMALL: Duration = Duration::from_secs(1);

/// How often the queue is looked at for those who wait.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// How many events may wait to be read.
const EVENTS_MAX: usize = 4;

/// An answer of a type.
pub(crate) fn response(kind: &'static str, answer: JsonAnswer) -> Response {
    match answer {
        Ok(text) => typed(kind, Body::from(text)),
        Err(failure) => refused(&failure),
    }
}

/// Why there is no answer.
pub(crate) fn refused(failure: &Failure) -> Response {
    let mut response = typed(JSON, Body::from(failure.json().to_string()));
    let status = StatusCode::from_u16(failure.code.status());
    *response.status_mut() = status.expect("its numbers are those of HTTP");
    if failure.code == Code::Busy {
        let headers = response.headers_mut();
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    response
}

/// A body of some type.
pub(crate) fn typed(kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// An answer that is there already, in the way that its client asks for.
pub(crate) fn answered(client: Client, answer: JsonAnswer) -> Response {
    match client.wants_events {
        false => response(JSON, answer),
        true => typed("text/event-stream", Body::from(last_event(&answer))),
    }
}

/// Answers a question in the way that its client asks for. What is held is let go when it is answered.
pub(crate) async fn reply(
    shared: Arc<Shared>,
    client: Client,
    question: TimedQuestion,
    held: impl Send + 'static,
) -> Response {
    let asker = Asker {
        address: client.address,
        is_small: question.limit <= SMALL,
    };
    let (place, turn) = match shared.searches.enter(asker) {
        Ok(entered) => entered,
        Err(busy) => return refused(&busy),
    };
    let (tell, told) = mpsc::channel(EVENTS_MAX);
    let asking = Replier {
        shared,
        tell: client.wants_events.then_some(tell),
    };
    let answer = async move {
        let answer = asking.answer(question, place, turn).await;
        drop(held);
        (asking, answer)
    };
    if !client.wants_events {
        return response(JSON, answer.await.1);
    }
    task::spawn(async move {
        let (asking, answer) = answer.await;
        if let Some(tell) = &asking.tell {
            // Nobody may be there to read it.
            let _ = tell.send(last_event(&answer)).await;
        }
    });
    typed("text/event-stream", Body::new(Events(told)))
}

/// Somebody who asks.
struct Replier {
    shared: Arc<Shared>,
    /// Where events go, if they are wanted.
    tell: Option<mpsc::Sender<Bytes>>,
}

impl Replier {
    /// Waits for a turn and for the answer. Whoever gives up drops this.
    async fn answer(
        &self,
        question: TimedQuestion,
        place: QueueTicket,
        turn: oneshot::Receiver<SearchTurn>,
    ) -> JsonAnswer {
        tokio::select! {
            answer = self.waited(question, place, turn) => answer,
            () = self.left() => Err(Failure::new(Code::Internal, "nobody waits for the answer")),
        }
    }

    /// Comes back when nobody reads the events any more.
    async fn left(&self) {
        match &self.tell {
            Some(tell) => tell.closed().await,
            // The connection drops the whole request.
            None => std::future::pending().await,
        }
    }

    async fn waited(
        &self,
        question: TimedQuestion,
        place: QueueTicket,
        mut turn: oneshot::Receiver<SearchTurn>,
    ) -> JsonAnswer {
        let mut patience = std::pin::pin!(sleep(self.shared.options.patience));
        let mut look = interval(LOOK_EVERY);
        let mut ahead_told = None;
        let turn = loop {
            tokio::select! {
                biased;
                turn = &mut turn => break turn.expect("the queue gives everybody a turn who has a place"),
                () = &mut patience => return Err(Failure::new(
                    Code::Busy,
                    "other searches took too long; try again in a few seconds",
                )),
                _ = look.tick(), if self.tell.is_some() => {
                    let ahead = place.ahead();
                    if ahead_told.replace(ahead) != Some(ahead) {
                        let text = json!({ "ahead": ahead }).to_string();
                        self.event("waiting", &text);
                    }
                }
            }
        };
        self.asked(question, turn).await
    }

    async fn asked(&self, question: TimedQuestion, turn: SearchTurn) -> JsonAnswer {
        let searches = Arc::clone(&self.shared.searches);
        let (following, mut waiting) = SearchFollower::new(searches);
        let mut answer = task::spawn_blocking(move || {
            let timed = TimedFollower::new(&following, question.limit);
            let answer = (question.ask)(&timed);
            turn.count(following.is_left());
            answer
        });
        let mut is_running = self.tell.is_some();
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => return answer.unwrap_or_else(|e| Err(broken(&e))),
                changed = waiting.progress.changed(), if is_running => {
                    is_running = changed.is_ok();
                    let now = waiting.progress.borrow_and_update().clone();
                    if let Some(now) = now.filter(|_| is_running) {
                        let text = serde_json::to_string(&now).expect("progress is JSON");
                        self.event("progress", &text);
                    }
                }
            }
        }
    }

    /// Sends an event if there is room for it: a client that does not read makes nothing grow, and
    /// keeps nobody waiting.
    fn event(&self, name: &str, json: &str) {
        if let Some(tell) = &self.tell {
            let _ = tell.try_send(event(name, json));
        }
    }
}

/// An event as it is sent. JSON of one line is data of one line.
fn event(name: &str, json: &str) -> Bytes {
    format!("event: {name}\ndata: {json}\n\n").into()
}

/// The event that ends the stream.
fn last_event(answer: &JsonAnswer) -> Bytes {
    match answer {
        Ok(text) => event("answer", text),
        Err(failure) => event("failure", &failure.json().to_string()),
    }
}

/// Events as the body of an answer.
struct Events(mpsc::Receiver<Bytes>);

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.0
            .poll_recv(context)
            .map(|event| event.map(|event| Ok(Frame::data(event))))
    }
}
