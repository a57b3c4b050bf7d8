//! Events on the way, and who leaves.

use std::net::Shutdown;
use std::thread;
use std::time::Duration;

use serde_json::json;
use unbeatable_lab::ServeOptions;
use unbeatable_workbench::claims;

use crate::client::{LONG, Server, options};

#[test]
fn an_answer_is_the_last_event() {
    let server = Server::start();
    let events = server.events("/api/v1/solve?game=ttt").all();
    let (name, answer) = &events[events.len() - 1];
    assert_eq!(
        (name.as_str(), &answer["best_complete"]),
        ("answer", &json!(false))
    );
    let mut plain = server.json("/api/v1/solve?game=ttt");
    plain["seconds"] = answer["seconds"].clone();
    assert_eq!(*answer, plain);
}

#[test]
fn progress_is_told_on_the_way() {
    let server = Server::start();
    let mut events = server.events(LONG);
    let progress: Vec<_> = (0..4).map(|_| events.next()).collect();
    for (i, (name, progress)) in progress.iter().enumerate() {
        assert_eq!(name, "progress");
        // Nobody reads more than a few a second.
        let seconds = progress["seconds"].as_f64().expect("a number");
        assert!(seconds >= i as f64 / 6.0, "event {i} after {seconds} s");
    }
    let nodes = |at: usize| progress[at].1["nodes"].as_u64().expect("a number");
    assert!(nodes(0) < nodes(3));
    for name in [
        "seconds",
        "nodes_per_second",
        "ends",
        "depth_max",
        "table_bytes",
        "bounds",
    ] {
        assert!(!progress[0].1[name].is_null(), "{name}");
    }
}

#[test]
fn the_last_event_says_that_time_was_up() {
    let server = Server::start();
    let events = server.events(&LONG.replace("10m", "300ms")).all();
    let (name, answer) = &events[events.len() - 1];
    assert_eq!(
        (name.as_str(), &answer["stopped"]),
        ("answer", &json!("time"))
    );
}

#[test]
fn what_is_wrong_with_a_question_is_an_event_too() {
    let server = Server::start();
    for (target, parameter) in [
        ("/api/v1/solve?game=ttt&position=nonsense", "position"),
        ("/api/v1/solve?game=ttt&limit=soon", "limit"),
        ("/api/v1/analyze?game=chess", "game"),
        ("/api/v1/tree?of=game&game=ttt&path=x", "path"),
    ] {
        let events = server.events(target).all();
        assert_eq!(events.len(), 1);
        let (name, failure) = &events[0];
        assert_eq!(
            (name.as_str(), &failure["error"]["status"]),
            ("failure", &json!(400))
        );
        assert_eq!(failure["error"]["parameter"], parameter, "{failure}");
    }
}

#[test]
fn whoever_waits_hears_how_many_are_ahead() {
    let server = Server::with(ServeOptions {
        searches_max: 1,
        ..options()
    });
    let mut first = server.events(LONG);
    assert_eq!(first.next().0, "progress");
    let mut second = server.events("/api/v1/solve?game=ttt");
    assert_eq!(second.next(), ("waiting".into(), json!({ "ahead": 0 })));
    let mut third = server.events("/api/v1/solve?game=ttt");
    assert_eq!(third.next(), ("waiting".into(), json!({ "ahead": 1 })));
    let status = server.json("/api/v1/status");
    assert_eq!(
        (&status["running"], &status["waiting"]),
        (&json!(1), &json!(2))
    );
    drop(first);
    for events in [second, third] {
        let events = events.all();
        assert_eq!(events[events.len() - 1].0, "answer");
    }
}

#[test]
fn a_closed_connection_stops_its_search() {
    let server = Server::start();
    // With events, without, and while it is still sending.
    let mut events = server.events(LONG);
    events.next();
    let mut plain = server.connect();
    let head = format!("GET {LONG} HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
    std::io::Write::write_all(&mut plain, head.as_bytes()).expect("the server reads");
    server.wait_until("two searches", |status| status["running"] == 2);
    drop(events);
    server.wait_until("one search", |status| status["running"] == 1);
    drop(plain);
    server.wait_until("no search", |status| status["running"] == 0);
    let status = server.json("/api/v1/status");
    assert_eq!(
        (&status["stopped"], &status["answered"]),
        (&json!(2), &json!(0))
    );
}

#[test]
fn everything_long_stops_with_its_connection() {
    let server = Server::start();
    let slow = claims::list().into_iter().find(|claim| claim.is_slow);
    let claim = format!("claims/{}?", slow.expect("some claims are slow").id);
    let questions = [
        "analyze?game=uttt&",
        "move?game=uttt&player=perfect&",
        "move?game=uttt&player=mcts:1h&",
        "count?game=mnk:5x5x5&of=tree&",
        "strategy?game=mnk:4x4x4&",
        "tree?of=certificate&game=uttt&",
        &claim,
    ];
    for question in questions {
        let events = server.events(&format!("/api/v1/{question}limit=10m"));
        server.wait_until(question, |status| status["running"] == 1);
        // Better somewhere in the middle than at its beginning, but either way it stops.
        thread::sleep(Duration::from_millis(100));
        events
            .stream
            .shutdown(Shutdown::Both)
            .expect("a socket closes");
        drop(events);
        server.wait_until(question, |status| status["running"] == 0);
    }
    let status = server.json("/api/v1/status");
    assert_eq!(
        (&status["stopped"], &status["answered"]),
        (&json!(questions.len()), &json!(0))
    );
}

#[test]
fn a_client_that_leaves_the_queue_is_forgotten() {
    let server = Server::with(ServeOptions {
        searches_max: 1,
        ..options()
    });
    let mut first = server.events(LONG);
    first.next();
    let mut second = server.events(LONG);
    assert_eq!(second.next().0, "waiting");
    drop(second);
    server.wait_until("nobody waits", |status| status["waiting"] == 0);
    assert_eq!(server.json("/api/v1/status")["running"], 1);
}
