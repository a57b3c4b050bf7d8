//! Nothing that is sent, walked or asked twice takes more than its share.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use unbeatable_lab::ServeOptions;

use crate::client::{Events, LONG, PATIENCE, Reply, Server, options};

/// What was found in no time at all is not what more time finds.
#[test]
fn a_tree_that_time_ended_is_searched_again_with_more_time() {
    let server = Server::start();
    let tree = |limit: &str| {
        let address = format!("/api/v1/tree?of=certificate&game=mnk:4x4x3%2Bmisere&limit={limit}");
        server.json(&address)
    };
    assert_eq!(tree("1ms")["stopped"], "time");
    let whole = tree("60s");
    assert_eq!(
        (&whole["stopped"], &whole["is_complete"]),
        (&().into(), &true.into())
    );
}

#[test]
fn who_asks_for_the_same_tree_waits_for_it() {
    let server = Server::start();
    let target = "/api/v1/tree?of=search&game=mnk:5x3x3&solver=alpha-beta&plain=true&limit=60s";
    thread::scope(|scope| {
        let asked: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| server.json(target)))
            .collect();
        for answer in asked {
            let answer = answer.join().expect("it is answered");
            assert_eq!(answer["nodes"], 1_330_416);
        }
    });
    let status = server.json("/api/v1/status");
    assert_eq!(
        (&status["answered"], &status["trees"]),
        (&1.into(), &1.into())
    );
}

/// If whoever began it leaves, somebody else searches.
#[test]
fn a_tree_is_found_though_the_first_who_asked_has_left() {
    let server = Server::start();
    let target = "/api/v1/tree?of=search&game=mnk:5x3x3&solver=alpha-beta&plain=true&limit=60s";
    let first = server.events(target);
    thread::sleep(Duration::from_millis(5));
    thread::scope(|scope| {
        let second = scope.spawn(|| server.json(target));
        thread::sleep(Duration::from_millis(5));
        drop(first);
        let answer = second.join().expect("it is answered");
        assert_eq!(
            (&answer["nodes"], &answer["stopped"]),
            (&1_330_416.into(), &().into())
        );
    });
}

#[test]
fn a_long_way_through_a_game_of_many_moves_takes_little() {
    let server = Server::start();
    let path = vec!["1"; 1000].join(".");
    let target = format!("/api/v1/tree?of=game&game=nim:65535&count=1&path={path}");
    let times = (0..5).map(|_| {
        let start = Instant::now();
        assert_eq!(server.json(&target)["node"]["moves"][0], "65535-2");
        start.elapsed()
    });
    // With all moves looked at on every step it was ten seconds, every time; a machine is not always busy.
    let quick = |time: &Duration| *time < Duration::from_secs(4);
    let slow: Vec<Duration> = times.take_while(|time| !quick(time)).collect();
    assert!(slow.len() < 5, "it took {slow:?}");
}

#[test]
fn options_of_another_tree_are_refused() {
    let server = Server::start();
    for (of, option) in [
        ("game", "solver=minimax"),
        ("certificate", "plain=true"),
        ("search", "certificate=00"),
    ] {
        let error = server.refused(&format!("/api/v1/tree?of={of}&game=ttt&{option}"), 400);
        assert_eq!(
            error["parameter"],
            option.split('=').next().unwrap_or_default()
        );
    }
}

/// Four certificates at a time are sent; a fifth is told to come again, and has room when one is done.
#[test]
fn bodies_have_room_before_they_are_read() {
    let server = Server::start();
    let head = format!(
        "POST /api/v1/certificates HTTP/1.1\r\nHost: {}\r\nContent-Type: application/octet-stream\r\n\
         Content-Length: 1000\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
        server.host()
    );
    // Each has its room when the server asks for its body, and not before.
    let go_on = b"HTTP/1.1 100 Continue\r\n\r\n";
    let begun: Vec<_> = (0..4)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).expect("the server reads");
            let mut line = vec![0; go_on.len()];
            stream.read_exact(&mut line).expect("the server answers");
            assert_eq!(line, go_on);
            stream
        })
        .collect();
    let send = || {
        server.post(
            "/api/v1/certificates",
            "application/octet-stream",
            b"no certificate",
        )
    };
    let reply = send();
    assert_eq!(reply.status, 503, "{}", reply.text());
    assert_eq!(reply.json()["error"]["code"], "busy");
    assert!(reply.header("retry-after").is_some());
    drop(begun);
    let start = Instant::now();
    let reply = loop {
        let reply = send();
        if reply.status == 200 {
            break reply;
        }
        let time = start.elapsed();
        assert!(time < PATIENCE, "{}", reply.text());
        thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(reply.json()["certificate"], serde_json::Value::Null);
}

#[test]
fn a_body_that_ends_too_soon_is_a_bad_request() {
    let server = Server::start();
    let mut stream = server.connect();
    let head = format!(
        "POST /api/v1/read HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n",
        server.host()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let reply = Reply::read(&mut stream);
    assert_eq!(
        (reply.status, &reply.json()["error"]["code"]),
        (400, &"bad_request".into())
    );
}

/// A server with two turns, and a client who wants to run five long searches.
fn busy() -> (Server, Vec<Events>) {
    let server = Server::with(ServeOptions {
        searches_max: 2,
        ..options()
    });
    let searches = (0..5).map(|_| server.events(LONG)).collect();
    server.wait_until("two run", |status| {
        status["running"] == 2 && status["waiting"] == 3
    });
    (server, searches)
}

#[test]
fn a_small_question_does_not_wait_for_long_ones() {
    let (server, searches) = busy();
    let answer = server.json("/api/v1/solve?game=ttt&limit=1s");
    assert_eq!(answer["game"], "ttt");
    let status = server.json("/api/v1/status");
    assert_eq!(
        (&status["running"], &status["waiting"]),
        (&2.into(), &3.into())
    );
    drop(searches);
}

/// Other systems have one address of their own only.
#[cfg(not(target_os = "macos"))]
#[test]
fn another_client_does_not_wait_for_long_questions_of_one() {
    let (server, searches) = busy();
    let ask = || {
        let mut stream = server.connect_from([127, 0, 0, 2]);
        let host = server.host();
        let head = "GET /api/v1/solve?game=ttt HTTP/1.1\r\nConnection: close\r\nHost:";
        write!(stream, "{head} {host}\r\n\r\n").expect("the server reads");
        let reply = Reply::read(&mut stream);
        assert_eq!(reply.status, 200, "{}", reply.text());
    };
    // Again and again: a turn that it had is no reason to wait.
    for _ in 0..3 {
        ask();
    }
    let status = server.json("/api/v1/status");
    assert_eq!(
        (&status["running"], &status["waiting"]),
        (&2.into(), &3.into())
    );
    drop(searches);
}

#[test]
fn one_client_takes_no_more_than_half_the_queue() {
    let server = Server::with(ServeOptions {
        searches_max: 1,
        waiting_max: 4,
        ..options()
    });
    let searches: Vec<Events> = (0..3).map(|_| server.events(LONG)).collect();
    server.wait_until("two wait", |status| status["waiting"] == 2);
    assert_eq!(server.refused(LONG, 503)["code"], "busy");
    drop(searches);
}
