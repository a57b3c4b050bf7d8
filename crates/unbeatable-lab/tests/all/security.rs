//! What is refused, and what is bounded, whatever a client sends: raw bytes over a socket.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use unbeatable_lab::{Lab, ServeOptions};
use unbeatable_workbench::Registry;

use super::client::{LATE, LONG, Reply, Server, options, read_some};

/// What comes back when these bytes are sent, if anything.
fn exchange(server: &Server, bytes: &[u8]) -> Option<Reply> {
    let mut stream = server.connect();
    // One that refuses need not read it all.
    let _ = stream.write_all(bytes);
    answered(&mut stream)
}

/// The first answer on a connection that may stay open, or `None` if it is closed without one.
fn answered(stream: &mut TcpStream) -> Option<Reply> {
    let (mut bytes, mut buffer) = (vec![], [0; 4096]);
    loop {
        // A server that closes with something unread resets; what came before counts.
        let length = read_some(stream, &mut buffer).unwrap_or(0);
        bytes.extend_from_slice(&buffer[..length]);
        let has_head = bytes.windows(4).any(|four| four == b"\r\n\r\n");
        let reply = has_head.then(|| Reply::parse(&bytes));
        let is_whole = |reply: &Reply| {
            let said = reply.header("content-length")?.parse().ok()?;
            Some(reply.body.len() >= said)
        };
        if length == 0 || reply.as_ref().and_then(is_whole) == Some(true) {
            return reply;
        }
    }
}

/// Refused with JSON that says so.
#[track_caller]
fn is_refused(reply: &Reply, status: u16, code: &str) -> Json {
    assert_eq!(reply.status, status, "{}", reply.text());
    let error = reply.json()["error"].clone();
    assert_eq!(error["status"], status, "{error}");
    assert_eq!(error["code"], code, "{error}");
    let message = error["message"].as_str().expect("an error has a message");
    assert!(!message.is_empty() && !message.contains('\n'), "{error}");
    error
}

/// The server still answers, and nothing runs.
#[track_caller]
fn is_well(server: &Server) {
    server.wait_until("nothing runs", |status| {
        status["running"] == 0 && status["waiting"] == 0
    });
}

#[test]
fn only_this_machine_is_listened_to_unless_told_otherwise() {
    assert!(ServeOptions::default().host.is_loopback());
    let lab =
        Lab::bind(Registry::standard(), ServeOptions::default()).expect("there is a free port");
    let port = lab.address().port();
    assert!(lab.address().ip().is_loopback());
    // Another address of this machine is free: nobody listens on all of them.
    let other = TcpListener::bind(("127.0.0.2", port));
    assert!(cfg!(not(target_os = "linux")) || other.is_ok(), "{other:?}");
}

#[test]
fn foreign_hosts_are_refused() {
    let server = Server::start();
    let port = server.address.port();
    for host in [
        "evil.example".into(),
        format!("evil.example:{port}"),
        "localhost".into(),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost:{port}@evil.example"),
        format!("evil.example@localhost:{port}"),
        format!("localhost:{port}:{port}"),
        format!("192.168.0.1:{port}"),
        format!("0.0.0.0:{port}"),
        "127.0.0.1:1".into(),
        String::new(),
    ] {
        for target in ["/api/v1/status", "/", "/page/index.html", "/nowhere"] {
            let reply = server.send("GET", target, &[("Host", &host)]);
            is_refused(&reply, 403, "forbidden");
        }
    }
    for host in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("[::1]:{port}"),
    ] {
        let reply = server.send("GET", "/api/v1/status", &[("Host", &host)]);
        assert_eq!(reply.status, 200, "{host}");
    }
}

#[test]
fn a_host_cannot_be_said_in_two_ways() {
    let server = Server::start();
    let own = server.host();
    let foreign = "evil.example";
    for request in [
        format!("GET /api/v1/status HTTP/1.1\r\nHost: {own}\r\nHost: {foreign}\r\n\r\n"),
        format!("GET /api/v1/status HTTP/1.1\r\nHost: {foreign}\r\nHost: {own}\r\n\r\n"),
        format!("GET http://{foreign}/api/v1/status HTTP/1.1\r\nHost: {own}\r\n\r\n"),
        format!("GET http://{own}/api/v1/status HTTP/1.1\r\nHost: {foreign}\r\n\r\n"),
        "GET /api/v1/status HTTP/1.0\r\n\r\n".into(),
        "GET /api/v1/status HTTP/1.1\r\n\r\n".into(),
    ] {
        let reply = exchange(&server, request.as_bytes()).expect("an answer");
        is_refused(&reply, 403, "forbidden");
    }
    let own = format!("GET http://{own}/api/v1/status HTTP/1.1\r\nHost: {own}\r\n\r\n");
    let reply = exchange(&server, own.as_bytes()).expect("an answer");
    assert_eq!(reply.status, 200);
}

#[test]
fn foreign_origins_are_refused() {
    let server = Server::start();
    let own = server.host();
    let port = server.address.port();
    for origin in [
        "http://evil.example".into(),
        "null".into(),
        "file://".into(),
        format!("http://evil.example:{port}"),
        format!("http://{own}.evil.example"),
        format!("http://{own}@evil.example"),
        format!("ftp://{own}"),
        format!("http://localhost:{}", port ^ 1),
        own.clone(),
    ] {
        for method in ["GET", "POST"] {
            for target in ["/api/v1/status", "/api/v1/read", "/"] {
                let headers = [("Origin", origin.as_str()), ("Content-Length", "0")];
                let reply = server.send(method, target, &headers);
                is_refused(&reply, 403, "forbidden");
            }
        }
    }
    let ours = format!("http://{own}");
    let reply = server.send("GET", "/api/v1/status", &[("Origin", &ours)]);
    assert_eq!(reply.status, 200);
    // Nobody else is told that he may read an answer.
    assert_eq!(reply.header("access-control-allow-origin"), None);
    for site in ["cross-site", "same-site"] {
        let reply = server.send("GET", "/api/v1/status", &[("Sec-Fetch-Site", site)]);
        is_refused(&reply, 403, "forbidden");
    }
}

#[test]
fn no_path_leads_to_other_files() {
    let server = Server::start();
    let deep = format!("/page/{}", "a/".repeat(4_000));
    let up = format!("/{}etc/passwd", "../".repeat(1_000));
    for target in [
        "/page/../Cargo.toml",
        "/page/%2e%2e/Cargo.toml",
        "/page/%2e%2e%2fCargo.toml",
        "/page/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/page/..%5c..%5cCargo.toml",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/index.html%00.js",
        "/page/%00",
        "/page/.",
        "/page/..",
        "/page/",
        "//etc/passwd",
        "/etc/passwd",
        "/api/v1/../../etc/passwd",
        "/api/v1/claims/%2e%2e",
        "/api/v1/claims/%ff",
        &deep,
        &up,
    ] {
        is_refused(&server.get(target), 404, "not_found");
    }
    let long = format!("/page/{}", "a".repeat(20_000));
    is_refused(&server.get(&long), 414, "uri_too_long");
    let longer = format!("/api/v1/status?{}", "a".repeat(1 << 20));
    let request = format!("GET {longer} HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
    if let Some(reply) = exchange(&server, request.as_bytes()) {
        assert!([414, 431].contains(&reply.status), "{}", reply.status);
    }
    is_well(&server);
}

#[test]
fn heads_that_are_too_large_or_no_heads_are_not_answered() {
    let server = Server::start();
    let host = format!("Host: {}\r\n", server.host());
    let many: String = (0..10_000).map(|i| format!("X-{i}: a\r\n")).collect();
    let long = format!("X: {}\r\n", "a".repeat(1 << 20));
    for request in [
        format!("GET /api/v1/status HTTP/1.1\r\n{host}{many}\r\n"),
        format!("GET /api/v1/status HTTP/1.1\r\n{host}{long}\r\n"),
        format!("GET /api/v1/status HTTP/1.1\r\n{host}X: a\0b\r\n\r\n"),
        format!("GET /api/v1/\0status HTTP/1.1\r\n{host}\r\n"),
        format!("GET /api/v1/status HTTP/9.9\r\n{host}\r\n"),
        "GET /\r\n\r\n".into(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into(),
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0".into(),
        "\0".repeat(100_000),
    ] {
        if let Some(reply) = exchange(&server, request.as_bytes()) {
            let begin: String = request.chars().take(60).collect();
            assert!((400..500).contains(&reply.status), "{begin:?}: {reply:?}");
        }
    }
    is_well(&server);
}

/// Two ways to say where a body ends are a way to hide a second request in it.
#[test]
fn a_body_has_one_end() {
    let server = Server::start();
    let hidden = "GET /api/v1/games HTTP/1.1\r\n\r\n";
    for lengths in [
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 4\r\nContent-Length: 60\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: +4\r\n",
        "Content-Length: 18446744073709551616\r\n",
    ] {
        let head = format!("POST /api/v1/read HTTP/1.1\r\nHost: {}\r\n", server.host());
        let kind = "Content-Type: application/json\r\n";
        let request = format!("{head}{kind}{lengths}\r\n0\r\n\r\n{hidden}");
        let Some(reply) = exchange(&server, request.as_bytes()) else {
            continue;
        };
        assert!((400..500).contains(&reply.status), "{lengths}: {reply:?}");
        let answers = reply.text().matches("HTTP/1.1 200").count();
        assert_eq!(answers, 0, "{lengths}: {reply:?}");
    }
    is_well(&server);
}

#[test]
fn huge_bodies_are_refused_before_they_are_read() {
    let server = Server::start();
    let head = |target: &str, kind: &str, length: &str| {
        format!(
            "POST {target} HTTP/1.1\r\nHost: {}\r\nContent-Type: {kind}\r\n{length}\r\n\r\n",
            server.host()
        )
    };
    for (target, kind) in [
        ("/api/v1/read", "application/json"),
        ("/api/v1/certificates", "application/octet-stream"),
    ] {
        // It is said to be huge, and nothing of it is sent.
        let mut stream = server.connect();
        let said = head(target, kind, "Content-Length: 99999999999");
        stream.write_all(said.as_bytes()).expect("a head is read");
        let reply = answered(&mut stream).expect("an answer comes");
        is_refused(&reply, 413, "too_large");
        // It is not said to be huge, and never ends.
        let mut stream = server.connect();
        let endless = head(target, kind, "Transfer-Encoding: chunked");
        stream
            .write_all(endless.as_bytes())
            .expect("a head is read");
        let chunk = [&b"10000\r\n"[..], &[b'a'; 0x10000], b"\r\n"].concat();
        let sent = (0..10_000).take_while(|_| stream.write_all(&chunk).is_ok());
        let sent = sent.count() * 0x10000;
        assert!(sent < 64 << 20, "{sent} bytes were taken");
    }
    let body = "Content-Length: 5\r\nConnection: close\r\n\r\nhello";
    let request = format!(
        "GET /api/v1/status HTTP/1.1\r\nHost: {}\r\n{body}",
        server.host()
    );
    let reply = exchange(&server, request.as_bytes()).expect("an answer");
    is_refused(&reply, 413, "too_large");
    is_well(&server);
}

#[test]
fn malformed_json_is_refused() {
    let server = Server::start();
    let deep = "[".repeat(100_000);
    let deep_text = format!(r#"{{"text":{deep}"#);
    let deep_record = json!({ "text": r#"{"schema":"#.repeat(50_000) }).to_string();
    let deep_sgf = json!({ "text": "(;".repeat(100_000), "game": "go:3x3" }).to_string();
    for body in [
        &b""[..],
        b"{",
        b"null",
        b"[]",
        b"{\"text\":1}",
        b"{\"text\":\"\xff\xfe\"}",
        b"{\"text\":\"\\ud800\"}",
        b"{\"text\":\"X\",\"text\":\"O\"}",
        b"{\"text\":\"X\",\"unknown\":1}",
        b"{\"text\":\"...\",\"game\":\"ttt\"} trailing",
        deep.as_bytes(),
        deep_text.as_bytes(),
        deep_record.as_bytes(),
        deep_sgf.as_bytes(),
    ] {
        let reply = server.post("/api/v1/read", "application/json", body);
        is_refused(&reply, 400, "bad_request");
    }
    // What a form of another page can send without asking is not read.
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "",
    ] {
        let reply = server.post("/api/v1/read", kind, b"{\"text\":\"\",\"game\":\"ttt\"}");
        is_refused(&reply, 415, "unsupported");
    }
    is_well(&server);
}

#[test]
fn malformed_queries_are_refused() {
    let server = Server::start();
    let moves = "b2,".repeat(5_000);
    for (query, parameter) in [
        ("game=%ff%fe", "game"),
        ("game=%", "game"),
        ("game=%zz", "game"),
        ("game=ttt%00", "game"),
        ("game=ttt%0d%0aX-Header:1", "game"),
        ("game=ttt&game=ttt", "game"),
        ("game=ttt&positon=X", "positon"),
        ("", "game"),
        ("game=ttt&position=%F0%9F%98%80", "position"),
        ("game=ttt&moves=a1,%00", "moves"),
        (&format!("game=ttt&moves={moves}"), "moves"),
    ] {
        for address in ["position", "analyze", "solve"] {
            let target = format!("/api/v1/{address}?{query}");
            let error = is_refused(&server.get(&target), 400, "bad_request");
            assert_eq!(error["parameter"], parameter, "{target}: {error}");
        }
    }
    let raw = format!("Host: {}\r\nConnection: close\r\n\r\n", server.host());
    let request = [
        b"GET /api/v1/position?game=\xff HTTP/1.1\r\n",
        raw.as_bytes(),
    ]
    .concat();
    if let Some(reply) = exchange(&server, &request) {
        assert_eq!(reply.status, 400, "{reply:?}");
    }
}

#[test]
fn enormous_games_are_refused_or_shown_in_time() {
    let server = Server::start();
    let start = Instant::now();
    for spec in [
        "go:19x19",
        "go:255x255",
        "mnk:64x1x1",
        "mnk:65x1x1",
        "mnk:255x255x255",
        "mnk:99999999999999999999x1x1",
        "nim:65536",
        "nim:65535,65535",
        "kayles:65535",
        "nim:1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
    ] {
        for address in ["position", "players", "analyze"] {
            let error = server.refused(&format!("/api/v1/{address}?game={spec}"), 400);
            assert_eq!(error["parameter"], "game", "{spec}: {error}");
        }
    }
    for spec in [
        "mnk:1x64x64",
        "mnk:8x8x8",
        "nim:65535",
        "octal:24%2Bcode=4.7777777777777777",
    ] {
        server.json(&format!("/api/v1/position?game={spec}"));
    }
    assert!(start.elapsed() < LATE, "{:?}", start.elapsed());
}

/// A position that would take a week takes what the server allows, whatever the request asks for.
#[test]
fn what_would_take_a_week_is_stopped() {
    let server = Server::with(ServeOptions {
        limit: Duration::from_millis(300),
        ..options()
    });
    for question in [
        "solve?game=uttt",
        "solve?game=uttt&solver=minimax",
        "solve?game=uttt&solver=pn",
        "solve?game=mnk:8x8x5&solver=alpha-beta",
        "solve?game=go:5x5",
        "analyze?game=uttt",
        "analyze?game=go:5x5",
        "count?game=uttt&of=tree",
        "count?game=uttt&of=positions",
    ] {
        let start = Instant::now();
        let answer = server.json(&format!("/api/v1/{question}&limit=168h"));
        // What remembers everything may run out of memory first.
        let stopped = answer["stopped"].as_str();
        assert!(
            stopped == Some("time")
                || (question.contains("positions") && stopped == Some("memory")),
            "{question}: {stopped:?}"
        );
        let time = start.elapsed();
        assert!(time < LATE, "{question}: {time:?}");
    }
    is_well(&server);
}

#[test]
fn no_player_starts_a_program_or_reads_a_file() {
    let server = Server::start();
    for player in [
        "gtp:/bin/sh",
        "codingame:/bin/sh",
        "table:/etc/passwd",
        "gtp",
        "human",
    ] {
        let target = format!("/api/v1/move?game=ttt&player={player}");
        let error = is_refused(&server.get(&target), 400, "bad_request");
        assert_eq!(error["parameter"], "player", "{error}");
    }
}

/// One search runs, one waits, and the third is told to come back.
#[test]
fn too_many_searches_are_refused() {
    let server = Server::with(ServeOptions {
        searches_max: 1,
        waiting_max: 1,
        ..options()
    });
    let streams: Vec<_> = (0..2).map(|_| server.events(LONG)).collect();
    server.wait_until("one runs, one waits", |status| {
        status["running"] == 1 && status["waiting"] == 1
    });
    let reply = server.get("/api/v1/analyze?game=ttt");
    is_refused(&reply, 503, "busy");
    let seconds = reply
        .header("retry-after")
        .and_then(|text| text.parse().ok());
    assert!(seconds.is_some_and(|seconds: u64| seconds > 0), "{reply:?}");
    drop(streams);
    is_well(&server);
    server.json("/api/v1/analyze?game=ttt");
}

/// Whenever a client leaves, its search ends.
#[test]
fn clients_may_leave_at_any_moment() {
    let server = Server::start();
    let request = format!(
        "GET /api/v1/solve?game=uttt&limit=10m HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.host()
    );
    let events = request.replace("\r\n\r\n", "\r\nAccept: text/event-stream\r\n\r\n");
    for request in [request, events] {
        for (i, part) in [1, 20, request.len() - 1, request.len()]
            .into_iter()
            .enumerate()
        {
            let mut stream = server.connect();
            let sent = stream.write_all(&request.as_bytes()[..part]);
            sent.expect("a server reads what begins well");
            std::thread::sleep(Duration::from_millis(40 * i as u64));
        }
        is_well(&server);
    }
}

/// A client that does not read what it asked for makes nothing grow, and keeps nobody waiting.
#[test]
fn clients_that_never_read_keep_nobody_waiting() {
    let server = Server::start();
    let request = format!(
        "GET /api/v1/solve?game=ttt&solver=minimax HTTP/1.1\r\nHost: {}\r\n\
         Accept: text/event-stream\r\n\r\n",
        server.host()
    );
    let silent: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = server.connect();
            let sent = stream.write_all(request.as_bytes());
            sent.expect("the server reads");
            stream
        })
        .collect();
    server.json("/api/v1/analyze?game=ttt");
    is_well(&server);
    drop(silent);
}

#[test]
fn browsers_are_told_what_pages_must_not_do() {
    let server = Server::start();
    for target in [
        "/",
        "/board",
        "/api/v1",
        "/api/v1/position?game=ttt",
        "/nowhere",
        "/api/v1/solve",
    ] {
        let reply = server.get(target);
        let policy = reply.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(policy.contains("script-src 'self'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(
            !policy.contains("unsafe") && !policy.contains('*'),
            "{policy}"
        );
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    }
    // What the policy forbids is not there to begin with.
    let page = server.get("/").text();
    let scripts = page.split("<script").skip(1);
    for script in scripts {
        let (attributes, rest) = script.split_once('>').expect("a tag ends");
        assert!(
            attributes.contains("src="),
            "a script without a file: {attributes}"
        );
        assert!(
            rest.trim_start().starts_with("</script>"),
            "a script in the page"
        );
    }
    for inline in ["<style", " style=", " onclick=", " onload=", "javascript:"] {
        assert!(!page.contains(inline), "{inline}");
    }
}
