//! Trees, node by node, and certificates.

use serde_json::{Value as Json, json};
use unbeatable_workbench::Ask;
use unbeatable_workbench::game;
use unbeatable_workbench::question::{Look, Setup, Solve};

use crate::client::Server;

#[test]
fn a_games_tree_takes_no_search() {
    let server = Server::start();
    let answer = server.json("/api/v1/tree?of=game&game=ttt&path=4.0&count=3&from=2");
    let known = game("ttt").expect("a spec").look(
        &Look {
            setup: Setup::default(),
            path: "4.0".into(),
            from: 2,
            count: 3,
        },
        None,
    );
    assert_eq!(answer, json!(known.expect("an answer")));
    assert_eq!(answer["node"]["moves"], json!(["b2", "a3"]));
    assert_eq!(answer["children"].as_array().map(Vec::len), Some(3));
    assert_eq!(server.json("/api/v1/status")["answered"], 0);
}

#[test]
fn a_searchs_tree_is_searched_once() {
    let server = Server::start();
    let tree = "/api/v1/tree?of=search&game=ttt&solver=alpha-beta&plain=true&limit=60s";
    let root = server.json(tree);
    assert_eq!(
        (&root["of"], &root["is_complete"]),
        (&json!("search"), &json!(true))
    );
    let searched = server.json("/api/v1/solve?game=ttt&solver=alpha-beta&plain=true");
    assert_eq!(root["nodes"], searched["nodes"]);
    let status = server.json("/api/v1/status");
    assert_eq!(
        (&status["trees"], &status["answered"]),
        (&json!(1), &json!(2))
    );
    assert!(status["tree_bytes"].as_u64() > Some(100_000), "{status}");
    // Three levels down, without another search.
    let below = server.json(&format!("{tree}&path=0.0.0"));
    assert_eq!(below["node"]["moves"].as_array().map(Vec::len), Some(3));
    let status = server.json("/api/v1/status");
    assert_eq!(
        (&status["trees"], &status["answered"]),
        (&json!(1), &json!(2))
    );
    // Another search is another tree.
    let minimax = server.json("/api/v1/tree?of=search&game=ttt&solver=minimax&limit=60s");
    assert_eq!(minimax["nodes"], 549_946);
    assert_eq!(server.json("/api/v1/status")["trees"], 2);
    let events = server.events(&format!("{tree}&path=1")).all();
    assert_eq!((events.len(), events[0].0.as_str()), (1, "answer"));
}

#[test]
fn a_tree_is_no_larger_than_allowed() {
    let server = Server::start();
    let tree = "/api/v1/tree?of=search&game=mnk:4x4x4&solver=minimax";
    let small = server.json(&format!("{tree}&nodes=1000"));
    assert_eq!(
        (&small["nodes"], &small["stopped"]),
        (&json!(1000), &json!("nodes"))
    );
    let large = server.json(&format!("{tree}&nodes=1T&limit=30s"));
    assert!(
        large["nodes"].as_u64() <= Some(2_000_000),
        "{}",
        large["nodes"]
    );
    let refused = server.refused("/api/v1/tree?of=search&game=ttt&solver=df-pn", 400);
    assert_eq!(refused["parameter"], "solver");
    for (query, parameter) in [("of=game&game=ttt&path=9", "path"), ("game=ttt", "of")] {
        let refused = server.refused(&format!("/api/v1/tree?{query}"), 400);
        assert_eq!(refused["parameter"], parameter, "{refused}");
    }
}

#[test]
fn a_proof_is_found_and_shown() {
    let server = Server::start();
    let answer = server.json("/api/v1/tree?of=certificate&game=ttt");
    assert_eq!(answer["claim"], json!({ "at_least": 0, "at_most": 0 }));
    let children = answer["children"].as_array().expect("a list of children");
    let strategies: Vec<&Json> = children.iter().map(|child| &child["strategy"]).collect();
    assert_eq!(strategies, [&json!("lower"), &json!("upper")]);
}

#[test]
fn a_certificate_can_be_sent_and_looked_at() {
    let server = Server::start();
    let folder = std::env::temp_dir();
    let file = folder.join(format!("unbeatable-lab-{}.cert", std::process::id()));
    let solve = Solve {
        certificate: Some(file.clone()),
        ..Solve::default()
    };
    let report = game("go:2x2").expect("a spec").solve(&solve, &());
    let sum = report
        .expect("an answer")
        .certificate
        .and_then(|written| written.sha256);
    let sum = sum.expect("a certificate was written");
    let bytes = std::fs::read(&file).expect("it can be read");
    std::fs::remove_file(&file).expect("it can be removed");

    let unknown = server.refused(
        &format!("/api/v1/tree?of=certificate&certificate={sum}"),
        404,
    );
    assert_eq!(unknown["parameter"], "certificate");
    let reply = server.post("/api/v1/certificates", "application/octet-stream", &bytes);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let answer = reply.json();
    assert_eq!(
        (&answer["certificate"], &answer["game"]),
        (&json!(sum), &json!("go:2x2"))
    );
    assert_eq!(answer["report"]["verdict"], "accepted");
    assert_eq!(answer["report"]["bytes"], bytes.len());
    assert!(
        !answer.to_string().contains("/tmp"),
        "no file of the server is named"
    );
    let tree = server.json(&format!("/api/v1/tree?of=certificate&certificate={sum}"));
    assert_eq!(tree["claim"], json!({ "at_least": 1, "at_most": 1 }));

    // A flipped byte is found, and nothing is kept of it.
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let reply = server.post("/api/v1/certificates", "application/octet-stream", &damaged);
    let answer = reply.json();
    assert_eq!(
        (reply.status, &answer["report"]["verdict"]),
        (200, &json!("refused"))
    );
    assert_eq!(answer["certificate"], Json::Null);
}
