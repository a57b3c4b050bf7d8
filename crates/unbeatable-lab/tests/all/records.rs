//! Games as texts, there and back.

use serde_json::{Value as Json, json};

use crate::client::{Reply, Server};

fn read(server: &Server, text: &str, game: Option<&str>) -> Reply {
    let body = json!({ "text": text, "game": game }).to_string();
    server.post("/api/v1/read", "application/json", body.as_bytes())
}

#[track_caller]
fn check(server: &Server, text: &str, game: Option<&str>, expected: [&str; 2], moves: &[&str]) {
    let reply = read(server, text, game);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let answer = reply.json();
    assert_eq!(
        [&answer["game"], &answer["position"]],
        expected.map(|e| json!(e)).each_ref()
    );
    assert_eq!(answer["moves"], json!(moves));
}

#[test]
fn records_are_read_back() {
    let server = Server::start();
    let moves = "moves=B2,A1,pass&first=Ann&second=Bob";
    let target = format!("/api/v1/sgf?game=go:3x3%2Bkomi%3D0.5&{moves}");
    let sgf = server.get(&target);
    assert_eq!(sgf.status, 200, "{}", sgf.text());
    assert_eq!(
        sgf.header("content-type"),
        Some("application/x-go-sgf; charset=utf-8")
    );
    assert!(sgf.text().contains("PB[Ann]PW[Bob]"), "{}", sgf.text());
    let expected = ["go:3x3+komi=0.5", ".../.../...;B"];
    let played = ["B2", "A1", "pass"];
    check(
        &server,
        &sgf.text(),
        Some("go:3x3+komi=0.5"),
        expected,
        &played,
    );
    // The board and the komi stand in the text.
    check(&server, &sgf.text(), None, expected, &played);
    check(&server, &sgf.text(), Some("ttt"), expected, &played);
    check(&server, &sgf.text(), Some("go:2x2"), expected, &played);

    let record = server.json("/api/v1/record?game=ttt&moves=b2,a1&second=perfect");
    assert_eq!(
        (&record["first"], &record["second"], &record["outcome"]),
        (&json!("human"), &json!("perfect"), &Json::Null)
    );
    check(
        &server,
        &record.to_string(),
        None,
        ["ttt", ".../.../..."],
        &["b2", "a1"],
    );
    check(
        &server,
        " X../.O./..X\n",
        Some("ttt"),
        ["ttt", "X../.O./..X"],
        &[],
    );
}

#[test]
fn what_cannot_be_read_is_refused() {
    let server = Server::start();
    for (text, game, says) in [
        ("nonsense", Some("ttt"), "position"),
        ("nonsense", None, "expected an SGF file"),
        ("X../.../...", Some("chess"), "unknown game"),
        ("(;SZ[99])", None, "text"),
        ("(;SZ[3]", None, "text"),
        ("{\"schema\":1}", None, "missing field"),
        (
            "{\"schema\":9,\"game\":\"ttt\",\"position\":\"\",\"moves\":[]}",
            None,
            "schema",
        ),
    ] {
        let reply = read(&server, text, game);
        assert_eq!(reply.status, 400, "{text}: {}", reply.text());
        let error = reply.json()["error"].clone();
        assert!(
            error["message"].as_str().expect("a message").contains(says),
            "{error}"
        );
    }
    assert_eq!(
        server.refused("/api/v1/sgf?game=ttt", 400)["parameter"],
        "game"
    );
}
