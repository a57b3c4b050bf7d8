//! What is not answered, and what every answer says to browsers.

use std::io::Write;

use crate::client::{Reply, Server};

#[track_caller]
fn check(reply: &Reply, status: u16, code: &str) {
    assert_eq!(reply.status, status, "{}", reply.text());
    let error = reply.json()["error"].clone();
    assert_eq!(
        (error["status"].as_u64(), error["code"].as_str()),
        (Some(status.into()), Some(code))
    );
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|message| !message.is_empty())
    );
}

#[test]
fn every_answer_has_its_headers() {
    let server = Server::start();
    for target in [
        "/",
        "/page/index.html",
        "/api/v1/games",
        "/api/v1/solve?game=ttt",
        "/nowhere",
    ] {
        let reply = server.get(target);
        let policy = reply.header("content-security-policy").expect("a policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self';"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{target}");
        }
    }
    assert_eq!(
        server.get("/api/v1/games").header("cache-control"),
        Some("no-store")
    );
    assert_eq!(
        server.get("/nowhere").header("cache-control"),
        Some("no-store")
    );
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Server::start();
    let target = "/api/v1/position?game=ttt";
    let port = server.address.port();
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "127.0.0.1",
        "localhost:1",
        "",
    ] {
        check(
            &server.send("GET", target, &[("Host", host)]),
            403,
            "forbidden",
        );
        check(
            &server.send("GET", "/", &[("Host", host)]),
            403,
            "forbidden",
        );
    }
    for host in [format!("localhost:{port}"), format!("[::1]:{port}")] {
        assert_eq!(
            server.send("GET", target, &[("Host", &host)]).status,
            200,
            "{host}"
        );
    }
    for origin in [
        "http://evil.example",
        "null",
        "http://localhost:1",
        "file://",
        "",
    ] {
        check(
            &server.send("GET", target, &[("Origin", origin)]),
            403,
            "forbidden",
        );
    }
    let own = format!("http://{}", server.host());
    assert_eq!(server.send("GET", target, &[("Origin", &own)]).status, 200);
    for site in ["cross-site", "same-site", "nonsense"] {
        check(
            &server.send("GET", target, &[("Sec-Fetch-Site", site)]),
            403,
            "forbidden",
        );
    }
    // A link from elsewhere may lead to a page, but not to an answer.
    assert_eq!(
        server
            .send("GET", "/", &[("Sec-Fetch-Site", "cross-site")])
            .status,
        200
    );
    for site in ["same-origin", "none"] {
        assert_eq!(
            server
                .send("GET", target, &[("Sec-Fetch-Site", site)])
                .status,
            200
        );
    }
}

#[test]
fn a_request_says_its_host_once_and_truly() {
    let server = Server::start();
    let host = server.host();
    for head in [
        "GET / HTTP/1.0\r\n\r\n".to_string(),
        format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        ),
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        format!("GET http://{host}/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
    ] {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).expect("the server reads");
        let reply = Reply::read(&mut stream);
        assert!(
            [400, 403].contains(&reply.status),
            "{head}: {}",
            reply.status
        );
    }
}

#[test]
fn only_the_methods_that_are_documented() {
    let server = Server::start();
    for (method, target) in [
        ("POST", "/api/v1/solve?game=ttt"),
        ("PUT", "/api/v1/games"),
        ("DELETE", "/"),
        ("OPTIONS", "/api/v1/games"),
        ("GET", "/api/v1/read"),
        ("GET", "/api/v1/certificates"),
        ("PATCH", "/page/index.html"),
    ] {
        check(&server.send(method, target, &[]), 405, "method_not_allowed");
    }
    let head = server.send("HEAD", "/api/v1/games", &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-type"), Some("application/json"));
    assert_eq!(server.send("HEAD", "/", &[]).status, 200);
    check(&server.get("/api/v1/nothing"), 404, "not_found");
    check(&server.get("/api/v2"), 404, "not_found");
    check(&server.get("/api"), 404, "not_found");
    check(&server.get("/robots.txt"), 404, "not_found");
}

#[test]
fn options_are_expected_once_and_spelled_right() {
    let server = Server::start();
    for (target, parameter) in [
        ("/api/v1/position", "game"),
        ("/api/v1/position?game=", "game"),
        ("/api/v1/position?game=chess", "game"),
        ("/api/v1/position?game=ttt&postion=x", "postion"),
        ("/api/v1/position?game=ttt&game=ttt", "game"),
        ("/api/v1/position?game=ttt&position=X", "position"),
        ("/api/v1/position?game=ttt&moves=b2,b2", "moves"),
        ("/api/v1/position?game=ttt&moves=%zz", "moves"),
        ("/api/v1/position?game=ttt&moves=%ff", "moves"),
        ("/api/v1/status?x=1", "x"),
        ("/api/v1/analyze?game=ttt&limit=0s", "limit"),
        ("/api/v1/analyze?game=ttt&nodes=-1", "nodes"),
        ("/api/v1/solve?game=ttt&solver=guess", "solver"),
        ("/api/v1/solve?game=ttt&order=guess", "order"),
        ("/api/v1/solve?game=ttt&plain=yes", "plain"),
        ("/api/v1/solve?game=ttt&fail=often", "fail"),
        ("/api/v1/solve?game=ttt&at_least=much", "at_least"),
        ("/api/v1/count?game=ttt", "of"),
        ("/api/v1/move?game=ttt", "player"),
        ("/api/v1/move?game=ttt&player=nobody", "player"),
        ("/api/v1/move?game=ttt&player=human", "player"),
        ("/api/v1/move?game=ttt&player=perfect&seed=x", "seed"),
        ("/api/v1/strategy?game=ttt&role=third", "role"),
        ("/api/v1/strategy?game=ttt&open=z9", "open"),
        ("/api/v1/strategy?game=ttt&proof=maybe", "proof"),
    ] {
        let error = server.refused(target, 400);
        assert_eq!(error["parameter"], parameter, "{target}: {error}");
        assert!(
            error["message"]
                .as_str()
                .is_some_and(|m| m.contains("expected") || m.contains("allowed is")),
            "{error}"
        );
    }
    let error = server.refused("/api/v1/position?game=ttt&postion=x", 400);
    let message = error["message"].as_str().expect("a message");
    assert_eq!(
        message,
        "parameter 'postion': expected game, position or moves"
    );
}

#[test]
fn players_start_no_programs_and_read_no_files() {
    let server = Server::start();
    let mark = std::env::temp_dir().join(format!("unbeatable-lab-started-{}", std::process::id()));
    for player in [
        "table:/etc/passwd".to_string(),
        format!("gtp:touch%20{}", mark.display()),
        format!("codingame:touch%20{}", mark.display()),
    ] {
        for spec in ["ttt", "go:2x2", "uttt"] {
            let error = server.refused(&format!("/api/v1/move?game={spec}&player={player}"), 400);
            assert_eq!(error["parameter"], "player");
            assert!(
                error["message"]
                    .as_str()
                    .is_some_and(|m| m.contains("no programs")),
                "{error}"
            );
        }
    }
    assert!(!mark.exists());
}

#[test]
fn bodies_are_bounded_and_expected() {
    let server = Server::start();
    let json = "application/json";
    check(&server.post("/api/v1/read", json, b"{"), 400, "bad_request");
    check(&server.post("/api/v1/read", json, b""), 400, "bad_request");
    check(
        &server.post("/api/v1/read", json, b"[]"),
        400,
        "bad_request",
    );
    check(
        &server.post("/api/v1/read", json, b"{\"text\":\"\",\"x\":1}"),
        400,
        "bad_request",
    );
    check(
        &server.post("/api/v1/read", json, &[0xff; 16]),
        400,
        "bad_request",
    );
    check(
        &server.post("/api/v1/read", "text/plain", b"{}"),
        415,
        "unsupported",
    );
    check(
        &server.post("/api/v1/read", json, &vec![b' '; (1 << 20) + 1]),
        413,
        "too_large",
    );
    let deep = format!(
        "{{\"text\":{}1{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    check(
        &server.post("/api/v1/read", json, deep.as_bytes()),
        400,
        "bad_request",
    );
    let octets = "application/octet-stream";
    let huge = vec![0; (16 << 20) + 1];
    check(
        &server.post("/api/v1/certificates", octets, &huge),
        413,
        "too_large",
    );
    let reply = server.post("/api/v1/certificates", octets, b"no certificate");
    assert_eq!(reply.json()["report"]["verdict"], "refused");
    let message = server.post("/api/v1/read", json, b"{\n\"text\": oops}");
    let message = message.json()["error"]["message"].to_string();
    assert!(message.contains("line 2 column"), "{message}");
    // A question has no body.
    let reply = server.send("GET", "/api/v1/games", &[("Content-Length", "0")]);
    assert_eq!(reply.status, 200);
    let mut stream = server.connect();
    let head = format!(
        "GET /api/v1/games HTTP/1.1\r\nHost: {}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}",
        server.host()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    check(&Reply::read(&mut stream), 413, "too_large");
}

#[test]
fn long_addresses_are_refused() {
    let server = Server::start();
    let at_most = format!("/api/v1/position?game=ttt&moves={}", "x".repeat(16_000));
    check(&server.get(&at_most), 400, "bad_request");
    let more = format!("/api/v1/position?game=ttt&moves={}", "x".repeat(17_000));
    check(&server.get(&more), 414, "uri_too_long");
    let path = format!("/{}", "a/".repeat(9_000));
    check(&server.get(&path), 414, "uri_too_long");
    let path = format!("/api/v1{}", "/x".repeat(4_000));
    check(&server.get(&path), 404, "not_found");
}

#[test]
fn nonsense_is_no_reason_to_end() {
    let server = Server::start();
    for head in [
        &b"\0\0\0\0"[..],
        b"HELO\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET  HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"POST /api/v1/read HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(head);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = vec![];
        let _ = std::io::Read::read_to_end(&mut stream, &mut answer);
        let answer = String::from_utf8_lossy(&answer).to_string();
        let is_refused = answer.is_empty() || answer.starts_with("HTTP/1.1 4");
        assert!(is_refused, "{answer}");
    }
    assert_eq!(server.get("/api/v1/games").status, 200);
}
