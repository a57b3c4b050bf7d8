//! Every request is answered with what the façade says.

use serde::Serialize;
use serde_json::{Value as Json, json};
use unbeatable_workbench::Ask;
use unbeatable_workbench::question::{
    Analyze, Count, CountOf, Counted, Keep, Limits, Method, Role, Setup, Solve, Strategy,
};
use unbeatable_workbench::{Registry, claims, game};

use crate::client::Server;

/// A report as JSON, without what differs from run to run.
fn steady(report: &impl Serialize) -> Json {
    let mut json = serde_json::to_value(report).expect("reports are JSON");
    if let Some(fields) = json.as_object_mut() {
        fields.remove("seconds");
    }
    json
}

fn moves(texts: &[&str]) -> Setup {
    Setup {
        position: None,
        moves: texts.iter().map(|&m| m.into()).collect(),
    }
}

#[test]
fn the_index_lists_requests_that_exist() {
    let server = Server::start();
    let index = server.json("/api/v1");
    assert_eq!(index["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(index["limits"]["limit_seconds"], 600.0);
    let requests = index["requests"].as_array().expect("a list of requests");
    assert!(requests.len() > 15, "{index}");
    for request in requests {
        let (method, path) = (&request["method"], &request["path"]);
        let path = path.as_str().expect("a path").replace("ID", "nothing");
        let reply = server.send(method.as_str().expect("a method"), &path, &[]);
        let is_there = !reply.text().contains("no such address") && reply.status != 405;
        assert!(is_there, "{method} {path}: {}", reply.text());
    }
}

#[test]
fn lists_are_those_of_the_command_line() {
    let server = Server::start();
    assert_eq!(
        server.json("/api/v1/games"),
        steady(&Registry::standard().games())
    );
    assert_eq!(
        server.json("/api/v1/solvers"),
        steady(&Registry::standard().solvers())
    );
    let listed = server.json("/api/v1/claims");
    let listed = listed["claims"].as_array().expect("a list of claims");
    assert_eq!(listed.len(), claims::list().len());
    for (found, known) in listed.iter().zip(claims::list()) {
        assert_eq!(
            (&found["id"], &found["is_slow"]),
            (&json!(known.id), &json!(known.is_slow))
        );
        let published: Json = serde_json::from_str(known.published).expect("JSON");
        assert_eq!(found["published"], published);
    }
}

#[test]
fn players_are_those_who_play_the_game() {
    let server = Server::start();
    let names = |spec: &str| -> Vec<String> {
        let answer = server.json(&format!("/api/v1/players?game={spec}"));
        let players = answer["players"].as_array().expect("a list of players");
        let named = |player: &Json| player["name"].as_str().expect("a name").to_string();
        assert!(
            players
                .iter()
                .any(|player| player["name"] == answer["opponent"]),
            "{answer}"
        );
        players.iter().map(named).collect()
    };
    assert!(names("ttt").contains(&"alpha-beta:1s".to_string()));
    // It would have to know the history.
    assert!(
        !names("go:3x3")
            .iter()
            .any(|name| name.starts_with("alpha-beta"))
    );
    for spec in ["ttt", "nim:3,5,7", "go:2x2", "uttt"] {
        for player in names(spec) {
            let known = server.json(&format!("/api/v1/position?game={spec}"));
            let legal = known["moves"].as_array().expect("a list of moves");
            // To solve the whole of ultimate tic-tac-toe takes longer.
            let is_stopped = spec == "uttt" && player.starts_with("perfect");
            let limit = if is_stopped { "1s" } else { "60s" };
            let answer = server.json(&format!(
                "/api/v1/move?game={spec}&player={player}&limit={limit}"
            ));
            match is_stopped {
                true => assert_eq!(
                    (&answer["move"], &answer["stopped"]),
                    (&Json::Null, &json!("time"))
                ),
                false => assert!(
                    legal.iter().any(|m| m["move"] == answer["move"]),
                    "{answer}"
                ),
            }
        }
    }
}

#[test]
fn a_position_is_shown() {
    let server = Server::start();
    for (query, spec, setup) in [
        ("game=ttt", "ttt", Setup::default()),
        ("game=ttt&moves=b2,a1", "ttt", moves(&["b2", "a1"])),
        ("game=nim:3,5,7", "nim:3,5,7", Setup::default()),
        (
            "game=go:2x2%2Bssk&moves=A1,%20pass",
            "go:2x2+ssk",
            moves(&["A1", "pass"]),
        ),
    ] {
        let known = game(spec).expect("a spec");
        let known = known.position(&setup).expect("a position");
        assert_eq!(
            server.json(&format!("/api/v1/position?{query}")),
            steady(&known)
        );
    }
}

#[test]
fn moves_and_values_are_the_facades() {
    let server = Server::start();
    for spec in ["ttt", "go:2x2", "nim:3,5,7"] {
        let known = game(spec).expect("a spec");
        let analyze = Analyze {
            limits: Limits {
                threads: Some(1),
                memory: Some(512 << 20),
                ..Limits::default()
            },
            ..Analyze::default()
        };
        let answer = server.json(&format!("/api/v1/analyze?game={spec}"));
        let known_answer = known.analyze(&analyze, &()).expect("an answer");
        assert_eq!(steady(&answer), steady(&known_answer));
        let solve = Solve {
            limits: analyze.limits,
            ..Solve::default()
        };
        let answer = server.json(&format!("/api/v1/solve?game={spec}"));
        assert_eq!(
            steady(&answer),
            steady(&known.solve(&solve, &()).expect("an answer"))
        );
    }
}

#[test]
fn every_option_of_a_search_reaches_it() {
    let server = Server::start();
    let query = "game=mnk:3x3x3&moves=a1&solver=alpha-beta&order=natural&fail=soft&window=open\
                 &plain=true&table=true&symmetry=true&analysis=false&scout=false&deepen=false";
    let answer = server.json(&format!("/api/v1/solve?{query}"));
    let solve = Solve {
        setup: moves(&["a1"]),
        method: Method {
            solver: Some("alpha-beta".into()),
            order: Some("natural".into()),
            plain: true,
            table: Some(true),
            symmetry: Some(true),
            analysis: Some(false),
            scout: Some(false),
            deepen: Some(false),
            fail: Some(unbeatable_workbench::question::Fail::Soft),
            window: Some(unbeatable_workbench::question::Window::Open),
        },
        limits: Limits {
            memory: Some(512 << 20),
            ..Limits::default()
        },
        ..Solve::default()
    };
    let known = game("mnk:3x3x3").expect("a spec");
    assert_eq!(
        steady(&answer),
        steady(&known.solve(&solve, &()).expect("an answer"))
    );
    let answer = server.json("/api/v1/solve?game=go:2x2&at_least=2");
    assert_eq!(
        answer["at_least"],
        json!({ "points": 2, "answer": false, "move": null })
    );
    let answer = server.json("/api/v1/solve?game=mnk:4x4x4&solver=minimax&nodes=1k");
    assert_eq!(
        (&answer["stopped"], &answer["nodes"]),
        (&json!("nodes"), &json!(1000))
    );
}

#[test]
fn a_perfect_player_plays_perfectly_by_its_seed() {
    let server = Server::start();
    let position = "game=ttt&moves=b2,b1";
    let answer = server.json(&format!("/api/v1/move?{position}&player=perfect&seed=7"));
    let again = server.json(&format!("/api/v1/move?{position}&player=perfect&seed=7"));
    assert_eq!(answer["move"], again["move"]);
    let analysis = server.json(&format!("/api/v1/analyze?{position}"));
    let all = analysis["moves"].as_array().expect("a list of moves");
    let played = all.iter().find(|m| m["move"] == answer["move"]);
    assert_eq!(
        played.expect("a legal move")["outcome"],
        json!({ "winner": "X" })
    );
    let over = server.refused(
        "/api/v1/move?game=ttt&position=XXX/OO./...&player=random",
        400,
    );
    assert_eq!(over["parameter"], "position");
}

#[test]
fn things_are_counted() {
    let server = Server::start();
    for (of, count) in [
        (CountOf::Tree, 549_946),
        (CountOf::Games, 255_168),
        (CountOf::Positions, 5_478),
        (CountOf::Classes, 765),
    ] {
        let answer = server.json(&format!("/api/v1/count?game=ttt&of={}", of.name()));
        assert_eq!(answer["count"], count);
        let known = Count {
            setup: Setup::default(),
            of,
            limits: Limits::default(),
        };
        let known = game("ttt").expect("a spec").count(&known, &());
        assert_eq!(steady(&answer), steady(&known.expect("an answer")));
    }
}

#[test]
fn a_claim_is_measured() {
    let server = Server::start();
    let answer = server.json("/api/v1/claims/lomont-2024-tree-nodes");
    assert_eq!(
        (
            &answer["published"],
            &answer["measured"],
            &answer["agrees"],
            &answer["stopped"]
        ),
        (&json!(549_946), &json!(549_946), &json!(true), &Json::Null)
    );
    // The beginning of an id is no id.
    let refused = server.refused("/api/v1/claims/lomont-2024-tree", 404);
    assert_eq!(refused["code"], "not_found");
}

#[test]
fn a_slow_claim_is_stopped() {
    let server = Server::start();
    let slow = claims::list().into_iter().find(|claim| claim.is_slow);
    let id = slow.expect("some claims are slow").id;
    let answer = server.json(&format!("/api/v1/claims/{id}?limit=100ms"));
    assert_eq!(
        (&answer["measured"], &answer["agrees"], &answer["stopped"]),
        (&Json::Null, &Json::Null, &json!("time"))
    );
}

#[test]
fn a_smallest_table_has_pictures_and_a_proof() {
    let server = Server::start();
    let answer = server.json("/api/v1/strategy?game=ttt&role=first&proof=true&limit=60s");
    assert_eq!(
        (&answer["size"], &answer["stopped"]),
        (&json!(22), &Json::Null)
    );
    let proof = &answer["proof"];
    assert_eq!(proof["verdict"], "accepted");
    assert!(
        proof["steps"].as_u64() > Some(0) && proof["bytes"].as_u64() > Some(100),
        "{proof}"
    );
    assert_eq!(proof["sha256"].as_str().map(str::len), Some(64));
    let rows = answer["rows"].as_array().expect("a list of rows");
    assert_eq!(rows.len(), 22);
    for row in rows {
        let square = row["diagram"]["answer"]["square"].as_u64();
        let squares = row["diagram"]["squares"].as_array().expect("squares");
        let square = square.expect("the answer is on a square") as usize;
        assert_eq!(squares[square], Json::Null, "{row}");
    }
    let known = Strategy {
        setup: Setup::default(),
        role: Role::First,
        open: vec![],
        count: Counted::Rows,
        keep: Keep::Value,
        default: None,
        all: false,
        certificate: None,
        pictures: vec![],
        limits: Limits::default(),
    };
    let known = game("ttt").expect("a spec").strategy(&known, &());
    let known = known.expect("an answer");
    assert_eq!((known.size, known.graph.len()), (Some(22), 1));
    assert_eq!(answer["graph"], json!(known.graph));
    assert!(
        !answer.to_string().contains("/tmp"),
        "no file of the server is named"
    );
}

#[test]
fn a_table_may_open_and_count_as_asked() {
    let server = Server::start();
    let answer = server.json("/api/v1/strategy?game=ttt&open=a1&count=full&keep=draw&limit=60s");
    assert_eq!(
        (
            &answer["open"],
            &answer["count"],
            &answer["keep"],
            &answer["proof"]
        ),
        (&json!(["a1"]), &json!("full"), &json!("draw"), &Json::Null)
    );
    let answer =
        server.json("/api/v1/strategy?game=ttt&role=both&default=win-block-first&limit=60s");
    assert_eq!(
        (&answer["size"], &answer["role"]),
        (&json!(5), &json!("both"))
    );
}
