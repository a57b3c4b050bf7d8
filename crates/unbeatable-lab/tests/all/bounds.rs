//! Nothing is unbounded: time, room in the queue, connections.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;
use unbeatable_lab::ServeOptions;

use crate::client::{LATE, LONG, PATIENCE, Server, options};

#[test]
fn a_limit_is_kept_and_no_longer_than_the_servers() {
    let server = Server::with(ServeOptions {
        limit: Duration::from_millis(500),
        ..options()
    });
    for target in [
        "/api/v1/solve?game=mnk:8x8x5&limit=1d",
        "/api/v1/solve?game=go:5x6",
        "/api/v1/analyze?game=uttt&limit=10m",
        "/api/v1/analyze?game=nim:30000,20000,15535",
        "/api/v1/count?game=mnk:8x8x5&of=tree",
        "/api/v1/move?game=go:5x6&player=perfect",
        "/api/v1/move?game=uttt&player=alpha-beta:1d",
        "/api/v1/strategy?game=mnk:8x8x5",
        "/api/v1/strategy?game=nim:65535&proof=true",
        "/api/v1/strategy?game=subtract:20000%2Btake=1,2,3",
        "/api/v1/tree?of=certificate&game=uttt",
        "/api/v1/tree?of=search&game=go:5x6&solver=minimax&nodes=1T",
        "/api/v1/players?game=mnk:8x8x5",
        "/api/v1/position?game=nim:65535",
    ] {
        let start = Instant::now();
        let reply = server.get(target);
        let time = start.elapsed();
        assert_eq!(reply.status, 200, "{target}: {}", reply.text());
        assert!(time < LATE, "{target} took {time:?}");
    }
    server.wait_until("no search", |status| status["running"] == 0);
}

#[test]
fn when_too_many_wait_others_are_sent_away() {
    let server = Server::with(ServeOptions {
        searches_max: 1,
        waiting_max: 1,
        ..options()
    });
    let mut first = server.events(LONG);
    first.next();
    let mut second = server.events(LONG);
    assert_eq!(second.next().0, "waiting");
    for headers in [&[][..], &[("Accept", "text/event-stream")]] {
        let reply = server.send("GET", "/api/v1/solve?game=ttt", headers);
        assert_eq!(
            (reply.status, reply.header("retry-after")),
            (503, Some("5"))
        );
        assert_eq!(reply.json()["error"]["code"], "busy");
    }
    // What takes no search is answered all the same.
    assert_eq!(server.json("/api/v1/position?game=ttt")["mover"], 0);
    drop((first, second));
    server.wait_until("no search", |status| status["running"] == 0);
    assert_eq!(
        server.json("/api/v1/solve?game=ttt")["outcome"],
        json!({ "winner": null })
    );
}

#[test]
fn nobody_waits_forever() {
    let server = Server::with(ServeOptions {
        searches_max: 1,
        patience: Duration::from_millis(300),
        ..options()
    });
    let mut first = server.events(LONG);
    first.next();
    let reply = server.get("/api/v1/solve?game=ttt");
    assert_eq!(
        (reply.status, reply.header("retry-after")),
        (503, Some("5"))
    );
    let events = server.events("/api/v1/solve?game=ttt").all();
    let (name, failure) = &events[events.len() - 1];
    assert_eq!(
        (name.as_str(), &failure["error"]["code"]),
        ("failure", &json!("busy"))
    );
}

#[test]
fn connections_are_counted() {
    let server = Server::with(ServeOptions {
        connections_max: 2,
        head_time: 2 * PATIENCE,
        ..options()
    });
    // They are accepted in the order in which they come.
    let idle = [server.connect(), server.connect()];
    let mut third = server.connect();
    let head = format!(
        "GET /api/v1/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.host()
    );
    third
        .write_all(head.as_bytes())
        .expect("the system keeps it");
    let short = Some(Duration::from_millis(500));
    third.set_read_timeout(short).expect("a socket has times");
    assert!(third.read(&mut [0; 16]).is_err(), "nobody answers yet");
    drop(idle);
    let long = Some(PATIENCE);
    third.set_read_timeout(long).expect("a socket has times");
    let mut answer = [0; 15];
    third.read_exact(&mut answer).expect("there is room now");
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
}

#[test]
fn a_server_ends_at_once_with_its_searches() {
    let server = Server::start();
    let mut events = server.events(LONG);
    events.next();
    let start = Instant::now();
    drop(server);
    assert!(start.elapsed() < LATE, "it took {:?}", start.elapsed());
}

#[test]
fn a_client_that_does_not_read_keeps_nobody_waiting() {
    let server = Server::with(ServeOptions {
        searches_max: 1,
        ..options()
    });
    // Its answer is longer than what the system keeps for it.
    let deaf = server.events("/api/v1/analyze?game=nim:30000,20000,15535&limit=20s");
    server.wait_until("an answer", |status| status["answered"] == 1);
    assert_eq!(
        server.json("/api/v1/solve?game=ttt")["outcome"],
        json!({ "winner": null })
    );
    drop(deaf);
}

#[test]
fn a_client_that_does_not_send_is_not_waited_for() {
    let server = Server::with(ServeOptions {
        head_time: Duration::from_millis(300),
        ..options()
    });
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHo")
        .expect("the server reads");
    let start = Instant::now();
    let mut answer = vec![];
    let _ = slow.read_to_end(&mut answer);
    assert!(start.elapsed() < LATE, "it waited {:?}", start.elapsed());
    // A connection that is kept open for nothing ends, too.
    let mut idle = server.connect();
    let head = format!(
        "GET /api/v1/games HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.host()
    );
    idle.write_all(head.as_bytes()).expect("the server reads");
    let start = Instant::now();
    let _ = idle.read_to_end(&mut answer);
    assert!(start.elapsed() < LATE, "it waited {:?}", start.elapsed());
}

#[test]
fn a_client_that_does_not_read_is_not_waited_for() {
    let server = Server::with(ServeOptions {
        connections_max: 1,
        head_time: 2 * PATIENCE,
        read_time: Duration::from_millis(300),
        ..options()
    });
    // Answers of some megabytes do not fit into what the system keeps.
    let target = "/api/v1/position?game=nim:65535";
    let mut deaf = server.connect();
    let head = format!("GET {target} HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
    deaf.write_all(head.repeat(8).as_bytes())
        .expect("the server reads");
    // There is no room for another connection before this one is given up.
    server.json("/api/v1/status");
    let mut rest = vec![];
    let ended = deaf.read_to_end(&mut rest);
    let whole = Server::start().get(target).body.len();
    assert!(
        ended.is_err() || rest.len() < 8 * whole,
        "{} bytes",
        rest.len()
    );
}
