//! Rules that a client sends: a game like any other, or what is wrong with them.

use std::time::Instant;

use serde_json::{Value as Json, json};

use crate::client::{LATE, Reply, Server};

const TIC_TAC_TOE: &str = include_str!("../../../../games/tic-tac-toe.kif");
const BREAKTHROUGH: &str = include_str!("../../../../games/breakthrough-4x4.kif");
const NIM: &str = include_str!("../../../../games/nim-3-4-5.kif");

fn send(server: &Server, name: &str, text: &str) -> Reply {
    let target = format!("/api/v1/rules?name={name}");
    server.post(&target, "text/plain; charset=utf-8", text.as_bytes())
}

/// The name of the game whose rules were sent.
#[track_caller]
fn game_of(server: &Server, name: &str, text: &str) -> String {
    let reply = send(server, name, text);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let answer = reply.json();
    let game = answer["game"].as_str();
    game.unwrap_or_else(|| panic!("no game: {answer}")).into()
}

/// What is wrong with the rules that were sent.
#[track_caller]
fn wrong(server: &Server, text: &str) -> Json {
    let reply = send(server, "mine.kif", text);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let answer = reply.json();
    assert_eq!(
        (&answer["game"], &answer["report"]["game"]),
        (&Json::Null, &Json::Null)
    );
    // Of several complaints, one that has a place.
    let all = answer["report"]["wrong"].as_array().expect("complaints");
    let placed = all.iter().find(|told| told["line"].is_number());
    placed.unwrap_or(&all[0]).clone()
}

#[test]
fn rules_that_are_sent_are_a_game() {
    let server = Server::start();
    let reply = send(&server, "tic-tac-toe.kif", TIC_TAC_TOE).json();
    let game = reply["game"].as_str().expect("it is a game");
    assert!(
        game.starts_with("sent/") && game.ends_with("/tic-tac-toe.kif"),
        "{game}"
    );
    let report = &reply["report"]["game"];
    assert_eq!(report["roles"], json!(["x", "o"]));
    assert_eq!(
        (&report["fluents"], &report["symmetries"]),
        (&29.into(), &8.into())
    );
    let shown = server.json(&format!("/api/v1/position?game={game}&moves=mark:2:2"));
    assert_eq!(
        (&shown["title"], &shown["turn"]),
        (&"Tic tac toe".into(), &"o".into())
    );
    assert_eq!(shown["diagram"]["squares"][4], 0);
    assert_eq!(
        shown["moves"][0],
        json!({ "move": "mark:1:1", "place": { "square": 6 } })
    );
    assert_eq!(shown["surroundings"]["rows"], json!(["3", "2", "1"]));
    // Values, as of the game that the program has: corners draw, edges lose.
    let found = server.json(&format!("/api/v1/analyze?game={game}&moves=mark:2:2"));
    let moves = found["moves"].as_array().expect("moves");
    let draws = moves
        .iter()
        .filter(|m| m["outcome"] == json!({ "winner": null }));
    assert_eq!((moves.len(), draws.count()), (8, 4));
    // Everything else that can be asked.
    let answer = server.json(&format!("/api/v1/solve?game={game}&solver=minimax"));
    assert_eq!(
        (&answer["nodes"], &answer["ends"]),
        (&549_946.into(), &255_168.into())
    );
    let answer = server.json(&format!("/api/v1/move?game={game}&player=perfect"));
    assert!(answer["move"].is_string(), "{answer}");
    let answer = server.json(&format!("/api/v1/count?game={game}&of=classes"));
    assert_eq!(answer["count"], 765, "{answer}");
    let tree = server.json(&format!("/api/v1/tree?of=certificate&game={game}"));
    assert_eq!(tree["claim"], json!({ "at_least": 0, "at_most": 0 }));
    let tree = server.json(&format!("/api/v1/tree?of=game&game={game}&path=0"));
    assert_eq!(tree["node"]["moves"], json!(["mark:1:1"]));
    // Who sends them again has the same game, and no search.
    let before = server.json("/api/v1/status");
    assert_eq!(game_of(&server, "tic-tac-toe.kif", TIC_TAC_TOE), game);
    let after = server.json("/api/v1/status");
    assert_eq!(
        (&before["answered"], &before["sent_games"]),
        (&after["answered"], &after["sent_games"])
    );
}

/// A certificate of a table is made and checked by the rules that it brings along.
#[test]
fn tables_of_such_games_are_proven() {
    let server = Server::start();
    let game = game_of(&server, "nim.kif", NIM);
    let answer = server.json(&format!(
        "/api/v1/strategy?game={game}&proof=true&limit=30s"
    ));
    assert_eq!(answer["proof"]["verdict"], "accepted", "{answer}");
}

/// A certificate of the command line names a file that nobody here has, and brings its rules along.
#[test]
fn a_certificate_that_brings_rules_is_walked_through() {
    use unbeatable_workbench::question::Solve;
    use unbeatable_workbench::{Ask, Registry, files};
    let games = Registry::standard().opening(files::OPENER);
    let path = "elsewhere/nim-3-4-5.kif";
    let game = games.game_by_rules(path, NIM).expect("Nim is a game");
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("nim.cert");
    let question = Solve {
        certificate: Some(file.clone()),
        ..Solve::default()
    };
    game.solve(&question, &()).expect("Nim is solved");
    let server = Server::start();
    let bytes = std::fs::read(&file).expect("it was written");
    let reply = server.post("/api/v1/certificates", "application/octet-stream", &bytes);
    let sent = reply.json();
    assert_eq!(sent["report"]["verdict"], "accepted", "{sent}");
    let game = sent["game"].as_str().expect("a game");
    assert!(
        game.starts_with("sent/") && game.ends_with("/nim-3-4-5.kif"),
        "{game}"
    );
    let sum = sent["certificate"].as_str().expect("it is kept");
    let tree = server.json(&format!("/api/v1/tree?of=certificate&certificate={sum}"));
    assert_eq!(
        (&tree["game"], &tree["claim"]["at_least"]),
        (&game.into(), &1.into())
    );
    server.json(&format!("/api/v1/position?game={game}"));
}

#[test]
fn steps_have_two_squares_and_heaps_have_no_picture() {
    let server = Server::start();
    let game = game_of(&server, "breakthrough.kif", BREAKTHROUGH);
    let shown = server.json(&format!("/api/v1/position?game={game}"));
    assert_eq!(
        shown["diagram"]["letters"][0],
        json!({ "square": 0, "letter": "b" })
    );
    assert_eq!(shown["diagram"]["squares"][0], 1);
    let step = json!({ "move": "move:1:2:2:3", "place": { "square": 5, "from": 8 } });
    let moves = shown["moves"].as_array().expect("moves");
    assert!(moves.contains(&step), "{moves:?}");
    let game = game_of(&server, "nim.kif", NIM);
    let shown = server.json(&format!("/api/v1/position?game={game}"));
    assert_eq!(shown["diagram"], Json::Null);
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(12));
}

#[test]
fn what_is_wrong_with_rules_has_its_place() {
    let server = Server::start();
    let told = wrong(
        &server,
        "(role x) (role o)\n(<= (legal x ?m) (not (true ?m)))\n",
    );
    assert_eq!(
        (&told["line"], &told["column"]),
        (&2.into(), &5.into()),
        "{told}"
    );
    let excerpt = told["excerpt"].as_str().unwrap_or_default();
    assert!(
        excerpt.contains("2 | (<= (legal x ?m)") && excerpt.contains("^^^"),
        "{told}"
    );
    assert!(
        told["what"].is_string() && told["remedy"].is_string(),
        "{told}"
    );
    let told = wrong(&server, "");
    assert_eq!(
        (&told["line"], &told["excerpt"]),
        (&Json::Null, &Json::Null),
        "{told}"
    );
    let binary: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    let reply = server.post("/api/v1/rules", "text/plain", &binary);
    assert_eq!((reply.status, &reply.json()["game"]), (200, &Json::Null));
}

#[test]
fn rules_without_end_are_refused_in_time() {
    let server = Server::start();
    let begin =
        "(role a) (role b) (init x) (legal a go) (legal b go) (next x) (goal a 100) (goal b 0)";
    let digits: String = (0..40).map(|i| format!("(d {i}) ")).collect();
    for rest in [
        "(<= (next (s ?x)) (true ?x)) (<= terminal (true x))".to_string(),
        "(n zero) (<= (n (s ?x)) (n ?x)) (<= terminal (n ?x) (true x))".into(),
        format!(
            "{digits} (<= (p ?a ?b ?c ?d ?e ?f) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f)) (<= terminal (true x) (p 1 1 1 1 1 1))"
        ),
        format!(
            "{digits} (<= terminal (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (distinct ?a ?a))"
        ),
    ] {
        let start = Instant::now();
        let told = wrong(&server, &format!("{begin} {rest}"));
        let time = start.elapsed();
        assert!(time < LATE, "{rest} took {time:?}: {told}");
    }
    server.wait_until("nothing runs", |status| status["running"] == 0);
}

/// A name that looks like a path opens nothing.
#[test]
fn no_file_is_read_that_a_client_names() {
    let server = Server::start();
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tic-tac-toe.kif");
    for game in [here, "games/tic-tac-toe.kif", "../../games/tic-tac-toe.kif"] {
        for request in ["position", "solve", "players", "record"] {
            let error = server.refused(&format!("/api/v1/{request}?game={game}"), 400);
            assert_eq!(error["parameter"], "game");
        }
    }
    let sent = format!("sent/{}", here.trim_start_matches('/'));
    for game in [
        &sent,
        "sent/../games/tic-tac-toe.kif",
        "sent/0/x.kif",
        "sent/",
    ] {
        let error = server.refused(&format!("/api/v1/position?game={game}"), 404);
        assert_eq!(
            (&error["code"], &error["parameter"]),
            (&"not_found".into(), &"game".into())
        );
    }
    // The name of a file is a name.
    let game = game_of(&server, "../../../etc/passwd", TIC_TAC_TOE);
    assert!(
        game.ends_with("/passwd.kif") && game.matches('/').count() == 2,
        "{game}"
    );
}

/// Who sends too many loses its own oldest, is told so, and may send it again.
#[test]
fn a_few_games_of_a_client_are_kept() {
    let server = Server::start();
    let nim = |i: u32| format!("{NIM}; {i}\n");
    let first = game_of(&server, "nim.kif", &nim(0));
    for i in 1..=16 {
        game_of(&server, "nim.kif", &nim(i));
    }
    let target = format!("/api/v1/position?game={first}");
    let error = server.refused(&target, 404);
    assert_eq!(
        (&error["code"], &error["parameter"]),
        (&"not_found".into(), &"game".into())
    );
    let events = server.events(&format!("/api/v1/solve?game={first}")).all();
    let (name, failure) = &events[events.len() - 1];
    assert_eq!(
        (name.as_str(), &failure["error"]["code"]),
        ("failure", &"not_found".into())
    );
    assert_eq!(server.json("/api/v1/status")["sent_games"], 16);
    assert_eq!(game_of(&server, "nim.kif", &nim(0)), first);
    server.json(&target);
}

#[test]
fn what_is_no_text_of_a_file_is_refused() {
    let server = Server::start();
    let reply = send(&server, "large.kif", &"; long\n".repeat(200_000));
    assert_eq!(
        (reply.status, &reply.json()["error"]["code"]),
        (413, &"too_large".into())
    );
    let reply = server.post("/api/v1/rules", "application/json", b"{}");
    assert_eq!(reply.status, 415);
    let reply = server.post("/api/v1/rules?file=a.kif", "text/plain", b"");
    assert_eq!(reply.status, 400);
    assert_eq!(server.get("/api/v1/rules").status, 405);
}
