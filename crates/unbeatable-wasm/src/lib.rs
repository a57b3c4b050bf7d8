//! The lab inside a browser: its requests, answered by a worker in place of a server.
//!
//! A worker has no sockets, and one thread. It puts a request on standard input, calls [`answer`], and reads on
//! standard output what comes of it, line by line:
//!
//! - in: `{"method": "GET", "path": "/api/v1/solve", "query": "game=ttt"}`, the end of the line, and the body;
//! - out: `{"progress": {…}}` as often as there is something to tell, and at last
//!   `{"status": 200, "type": "application/json", "text": "…"}`.
//!
//! There are two programs: the feature `first` leaves out all but what a board of tic-tac-toe or Connect Four asks, so
//! that it is there in no time; meanwhile the whole one is fetched.
//!
//! What was sent is kept between calls, as a server keeps it. A search is stopped by ending the worker. What a
//! browser cannot do is not compiled in: several threads on one table, pictures of points, several machines;
//! what takes programs or files of the machine is refused as the server refuses it.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use unbeatable_requests::{
    ALL_KINDS, Allowance, BOARD_KINDS, Code, Desk, Failure, JSON, JsonAnswer, Query, Request,
    RequestKind, SearchCounts, Task, TimedFollower, Verb,
};
use unbeatable_workbench::report::ProgressReport;
use unbeatable_workbench::{Follow, Registry, files};

/// What can be asked.
const KINDS: &[RequestKind] = match cfg!(feature = "first") {
    true => BOARD_KINDS,
    false => ALL_KINDS,
};

/// What one search may take. Phones end a page that takes much, and without large pages of memory a larger table is
/// slower, not faster: each look at it is a miss of the translation of addresses, too.
const SEARCH_BYTES: u64 = 128 << 20;

/// What kept trees may take.
const TREES_BYTES: usize = 64 << 20;

/// What kept certificates may take.
const CERTIFICATES_BYTES: usize = 32 << 20;

/// Nobody is kept waiting by a long search but whoever asked for it.
const LIMIT: Duration = Duration::from_secs(3600);

/// The first line of what is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestLine {
    method: String,
    path: String,
    query: Option<String>,
}

/// The last line of what is written.
#[derive(Serialize)]
struct AnswerLine<'a> {
    status: u16,
    #[serde(rename = "type")]
    kind: &'a str,
    text: &'a str,
}

/// Answers the request on standard input.
//
// The name is what the worker calls. No other function of this name is linked in: it would be an error.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    let mut request = vec![];
    let read = io::stdin().lock().read_to_end(&mut request);
    read.expect("a worker's input is in its memory");
    answer_to(desk(), &request, &mut io::stdout());
}

/// What all requests of a worker are answered with.
fn desk() -> &'static Arc<Desk> {
    static DESK: OnceLock<Arc<Desk>> = OnceLock::new();
    DESK.get_or_init(|| {
        let allowance = Allowance {
            searches_max: 1,
            waiting_max: 0,
            connections_max: 1,
            limit: LIMIT,
            memory_bytes: SEARCH_BYTES,
            search_bytes: SEARCH_BYTES,
            trees_bytes: TREES_BYTES,
            certificates_bytes: CERTIFICATES_BYTES,
            databases: vec![],
            books: vec![],
            has_books: true,
            version: env!("CARGO_PKG_VERSION"),
        };
        let games = match cfg!(feature = "first") {
            true => Registry::first(),
            // Certificates may bring rules.
            false => Registry::standard().opening(files::BROUGHT),
        };
        Arc::new(Desk::new(games, allowance, SearchCounts::default))
    })
}

/// Answers a request, and writes what comes of it.
pub fn answer_to(desk: &Arc<Desk>, request: &[u8], out: &mut (impl Write + Send)) {
    let telling = Telling(Mutex::new(out));
    let (kind, answer) = match asked(desk, request, &telling) {
        Ok((kind, answer)) => (kind, answer),
        Err(failure) => (JSON, Err(failure)),
    };
    match answer {
        Ok(text) => telling.line(&AnswerLine {
            status: 200,
            kind,
            text: &text,
        }),
        Err(failure) => telling.line(&AnswerLine {
            status: failure.code.status(),
            kind: JSON,
            text: &failure.json().to_string(),
        }),
    }
}

/// The answer to a request, with its type.
fn asked(
    desk: &Arc<Desk>,
    request: &[u8],
    telling: &dyn Follow,
) -> Result<(&'static str, JsonAnswer), Failure> {
    let end = request.iter().position(|byte| *byte == b'\n');
    let (head, body) = request.split_at(end.unwrap_or(request.len()));
    let head: RequestLine = serde_json::from_slice(head)
        .map_err(|e| Failure::new(Code::BadRequest, format!("request: {e}")))?;
    let body = body.get(1..).unwrap_or_default();
    let kind = RequestKind::find(KINDS, &head.path).ok_or_else(|| {
        let what = "no such address: GET /api/v1 lists what there is";
        Failure::new(Code::NotFound, what)
    })?;
    let method = match kind.verb {
        Verb::Get => "GET",
        Verb::Post => "POST",
    };
    if head.method != method {
        let what = format!("method {}: not for this address", head.method);
        return Err(Failure::new(Code::MethodNotAllowed, what));
    }
    let bytes_max = kind.body.map_or(0, |body| body.bytes_max);
    if body.len() > bytes_max {
        let what = format!("body: expected at most {bytes_max} bytes");
        return Err(Failure::new(Code::TooLarge, what));
    }
    let request = Request {
        query: Query::parse(head.query.as_deref(), kind.parameters)?,
        path: head.path,
        body: body.to_vec(),
        from: IpAddr::V4(Ipv4Addr::LOCALHOST),
        kinds: KINDS,
    };
    let mut task = kind.understand(desk, request)?;
    // Nobody else asks meanwhile.
    while let Task::Kept(_, look) = task {
        task = look();
    }
    let answer = match task {
        Task::Told(answer) => answer,
        Task::Brief(act) => act(),
        Task::Timed(question) => {
            let following = TimedFollower::new(telling, question.limit);
            (question.ask)(&following)
        }
        Task::Kept(..) => unreachable!("the loop above ends with another task"),
    };
    Ok((kind.answer, answer))
}

/// Tells the worker where a search stands.
struct Telling<'w, W>(Mutex<&'w mut W>);

impl<W: Write> Telling<'_, W> {
    fn line(&self, told: &impl Serialize) {
        let mut line = serde_json::to_string(told).expect("what is told has text keys");
        line.push('\n');
        let mut out = self.0.lock().expect("nobody panics while writing");
        let written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
        written.expect("a worker takes every line");
    }
}

impl<W: Write + Send> Follow for Telling<'_, W> {
    fn progress(&self, now: &ProgressReport) {
        self.line(&json!({ "progress": now }));
    }

    fn is_interrupted(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    /// What is told before the answer, and the answer with its status.
    fn told(head: &str, body: &[u8]) -> (Vec<Json>, u16, Json) {
        let mut out = vec![];
        answer_to(desk(), &[head.as_bytes(), b"\n", body].concat(), &mut out);
        let text = String::from_utf8(out).expect("lines are text");
        assert!(text.ends_with('\n'), "{text}");
        let read = |line: &str| serde_json::from_str(line).expect("a line is JSON");
        let mut lines: Vec<Json> = text.lines().map(read).collect();
        let tail = lines.pop().expect("there is an answer");
        let status = tail["status"].as_u64().expect("a number") as u16;
        let text = tail["text"].as_str().expect("a text");
        (lines, status, serde_json::from_str(text).expect("JSON"))
    }

    fn asked(path: &str, query: &str) -> (Vec<Json>, u16, Json) {
        let head = json!({ "method": "GET", "path": path, "query": query });
        told(&head.to_string(), &[])
    }

    #[test]
    fn a_question_is_answered() {
        let (_, status, answer) = asked("/api/v1/solve", "game=ttt&solver=alpha-beta");
        assert_eq!((status, &answer["nodes"]), (200, &json!(70)));
        assert_eq!(answer["outcome"], json!({ "winner": null }));
        let (_, status, answer) = asked("/api/v1/position", "game=ttt&moves=b2");
        assert_eq!((status, &answer["turn"]), (200, &json!("O")));
    }

    #[test]
    fn a_search_tells_where_it_stands() {
        let (news, status, answer) =
            asked("/api/v1/solve", "game=mnk:6x6x5&solver=minimax&limit=700ms");
        assert!(!news.is_empty() && news.iter().all(|line| line["progress"].is_object()));
        assert_eq!((status, &answer["stopped"]), (200, &json!("time")));
    }

    #[test]
    fn what_is_asked_wrongly_is_told_as_the_server_tells_it() {
        for (head, expected, part) in [
            ("", 400, "request: "),
            ("{}", 400, "missing field"),
            (
                r#"{"method": "GET", "path": "/nowhere"}"#,
                404,
                "no such address",
            ),
            (
                r#"{"method": "POST", "path": "/api/v1/solve"}"#,
                405,
                "method POST",
            ),
            (
                r#"{"method": "GET", "path": "/api/v1/solve"}"#,
                400,
                "game: expected",
            ),
            (
                r#"{"method": "GET", "path": "/api/v1/solve", "query": "gmae=ttt"}"#,
                400,
                "'gmae'",
            ),
        ] {
            let (_, status, answer) = told(head, &[]);
            let message = answer["error"]["message"].as_str().expect("a message");
            assert_eq!(status, expected, "{head}: {message}");
            assert!(message.contains(part), "{head}: {message}");
        }
        let (_, status, _) = told(r#"{"method": "GET", "path": "/api/v1/games"}"#, b"a body");
        assert_eq!(status, 413);
    }

    #[test]
    fn the_small_program_lists_every_game_and_has_some() {
        let (first, all) = (Registry::first(), Registry::standard());
        assert_eq!(json!(first.games()), json!(all.games()));
        assert!(first.game("ttt").is_ok() && first.game("connect:7x6").is_ok());
        let refusal = first.game("go:2x2").err().expect("it is not there");
        assert!(
            refusal.message.contains("a game that this program has"),
            "{}",
            refusal.message
        );
    }

    #[test]
    fn no_file_is_read_and_no_program_started() {
        for query in ["game=/etc/passwd", "game=../../games/nim-3-4-5.kif"] {
            assert_eq!(asked("/api/v1/position", query).1, 400, "{query}");
        }
        assert_eq!(asked("/api/v1/move", "game=go:3x3&player=gtp:sh").1, 400);
    }

    #[test]
    fn rules_that_were_sent_are_a_game_from_then_on() {
        let text = include_bytes!("../../../games/nim-3-4-5.kif");
        let head = r#"{"method": "POST", "path": "/api/v1/rules", "query": "name=nim.kif"}"#;
        let (_, status, answer) = told(head, text);
        let game = answer["game"].as_str().expect("a name");
        assert!(status == 200 && game.starts_with("sent/"), "{answer}");
        let (_, status, answer) = asked("/api/v1/solve", &format!("game={game}"));
        assert_eq!(
            (status, &answer["outcome"]["winner"]),
            (200, &json!("first")),
            "{answer}"
        );
    }
}
