//! Trees, looked at node by node as a page does: of games and searches here, of certificates in a module.

mod certificates;

use std::time::{Duration, Instant};
use unbeatable_workbench::Bench;

use serde_json::json;
use unbeatable_workbench::core::random::Random;
use unbeatable_workbench::question::{
    Limits, Look, Method, Record, RecordOf, Setup, Solve, Window,
};
use unbeatable_workbench::report::{NodeReport, Stop, TreeReport};
use unbeatable_workbench::trees::{NODES_MAX, Recording};
use unbeatable_workbench::{Argument, Ask, AskError, game};

fn setup(position: Option<&str>, moves: &[&str]) -> Setup {
    Setup {
        position: position.map(Into::into),
        moves: moves.iter().map(|&m| m.into()).collect(),
    }
}

fn look_at(
    game: &Bench,
    setup: Setup,
    path: &str,
    recording: Option<&Recording>,
) -> Result<TreeReport, AskError> {
    let question = Look {
        setup,
        path: path.into(),
        from: 0,
        count: 1_000,
    };
    game.look(&question, recording)
}

#[track_caller]
fn look(game: &Bench, recording: &Recording, path: &[usize]) -> TreeReport {
    let path: Vec<String> = path.iter().map(usize::to_string).collect();
    look_at(game, Setup::default(), &path.join("."), Some(recording)).expect("a good path")
}

/// What a search visits from a position.
#[track_caller]
fn search(game: &Bench, position: Option<&str>, method: &Method) -> Recording {
    let question = Record {
        setup: setup(position, &[]),
        of: RecordOf::Search {
            method: method.clone(),
            at_least: None,
        },
        limits: Limits::default(),
    };
    game.record(&question, &()).expect("a good question")
}

fn by(solver: &str) -> Method {
    Method {
        solver: Some(solver.into()),
        ..Method::default()
    }
}

fn plain() -> Method {
    Method {
        plain: true,
        ..by("alpha-beta")
    }
}

/// The value of a position from the first player's side, by a solver that the trees do not use.
#[track_caller]
fn value(game: &Bench, position: &str) -> f64 {
    let question = Solve {
        setup: setup(Some(position), &[]),
        ..Solve::default()
    };
    let report = game.solve(&question, &()).expect("a position");
    assert_eq!(report.bounds.lower, report.bounds.upper);
    report.bounds.lower.0
}

/// Walks over all of a tree that was written down: calls `visit` at each node of it, and says how many
/// there are.
fn walk(
    game: &Bench,
    recording: &Recording,
    path: &mut Vec<usize>,
    visit: &mut dyn FnMut(&TreeReport),
) -> u64 {
    let report = look(game, recording, path);
    visit(&report);
    let node = &report.node.node;
    assert_eq!(node.path, *path);
    assert_eq!(node.children_total, report.children.len());
    // A root above several has children without a move, or nothing was written down at all.
    let is_above = path.is_empty()
        && report.children.iter().all(|child| child.m.is_none())
        && report.nodes == Some(report.children.iter().filter_map(|child| child.nodes).sum());
    let mut nodes = u64::from(!is_above);
    for (i, child) in report.children.iter().enumerate() {
        path.push(i);
        assert_eq!(child.path, *path);
        if matches!(child.status.as_str(), "left-out" | "repeat") {
            assert_eq!((child.nodes, child.children_total), (Some(0), 0));
        } else {
            nodes += walk(game, recording, path, visit);
            let again = look(game, recording, path);
            assert_eq!(again.node.node, *child, "as a child and as a node");
        }
        path.pop();
    }
    nodes
}

fn statuses(report: &TreeReport) -> Vec<&str> {
    report
        .children
        .iter()
        .map(|child| child.status.as_str())
        .collect()
}

#[test]
fn a_games_tree_needs_no_search() {
    let ttt = game("ttt").unwrap();
    let report = look_at(&ttt, setup(None, &["b2"]), "", None).unwrap();
    assert_eq!(
        (report.of.as_str(), report.nodes, report.is_complete),
        ("game", None, true)
    );
    assert_eq!(report.position, ".../.X./...");
    assert_eq!(report.children.len(), 8);
    assert!(report.children.iter().all(|child| child.status == "open"));
    let report = look_at(&ttt, Setup::default(), "0.3.0.2.0", None).unwrap();
    assert_eq!(report.node.moves, ["a3", "b2", "b3", "c2", "c3"]);
    assert_eq!(report.node.position, "XXX/.OO/...");
    let node = json!(report.node);
    assert_eq!(
        (&node["status"], &node["outcome"]),
        (&json!("end"), &json!({ "winner": "X" }))
    );
    assert_eq!(
        (report.children, report.node.node.children_total),
        (vec![], 0)
    );
}

#[test]
fn children_are_listed_in_parts() {
    let game = game("nim:400").unwrap();
    let mut question = Look {
        setup: Setup::default(),
        path: "7".into(),
        from: 390,
        count: 100,
    };
    let report = game.look(&question, None).unwrap();
    assert_eq!(
        (report.node.node.children_total, report.children.len()),
        (392, 2)
    );
    assert_eq!(report.children[0].path, [7, 390]);
    question.from = 400;
    assert_eq!(game.look(&question, None).unwrap().children, []);
}

#[test]
fn moves_that_history_forbids_are_shown() {
    let go = game("go:2x1").unwrap();
    // White took the stone; to take back would make the same board again.
    let there = || setup(None, &["A1", "B1"]);
    let report = look_at(&go, there(), "", None).unwrap();
    let repeats = report.children.iter().filter(|c| c.status == "repeat");
    let repeats: Vec<&NodeReport> = repeats.collect();
    assert_eq!(repeats.len(), 1, "{:?}", statuses(&report));
    assert_eq!(repeats[0].m.as_deref(), Some("A1"));
    assert_eq!((repeats[0].children_total, repeats[0].mover), (0, 1));
    let path = repeats[0].path[0].to_string();
    let message = format!("path {path}: expected a move that history allows");
    assert_eq!(
        look_at(&go, there(), &path, None),
        Err(Argument::Path.wrong(message))
    );
}

#[test]
fn bad_paths_say_what_was_expected() {
    let ttt = game("ttt").unwrap();
    let minimax = search(&ttt, Some("XO./XO./..."), &by("minimax"));
    let check = |path: &str, recording, expected: &str| {
        let refused = look_at(&ttt, Setup::default(), path, recording);
        assert_eq!(refused, Err(Argument::Path.wrong(expected)), "{path}");
    };
    check("0.9", None, "path 0.9: expected a number below 8");
    check("9.9", None, "path 9: expected a number below 9");
    let dots = "expected numbers with dots between them, such as 0.3.1";
    for path in ["x", "0..1", "0.", "-1", "0.99999999999999999999"] {
        check(path, None, &format!("path '{path}': {dots}"));
    }
    let long = vec!["0"; 1_001].join(".");
    let refused = look_at(&ttt, Setup::default(), &long, None).expect_err("it is too long");
    assert!(
        refused.message.ends_with("expected at most 1000 numbers"),
        "{refused}"
    );
    let minimax = Some(&minimax);
    check("5", minimax, "path 5: expected a number below 5");
    let over = look_at(&ttt, Setup::default(), "2", minimax).unwrap();
    assert_eq!(over.node.node.status, "end", "{over:?}");
    check(
        "2.0",
        minimax,
        "path 2.0: expected no number after the first 1",
    );
    let other = game("ttt+misere").unwrap();
    let refused = look_at(&other, Setup::default(), "", minimax);
    let message = "the tree is one of ttt: expected ttt+misere";
    assert_eq!(refused, Err(AskError::new(message)));
}

/// As docs/http.md promises it.
#[test]
fn a_search_as_json() {
    let ttt = game("ttt").unwrap();
    let recording = search(&ttt, None, &plain());
    let question = Look {
        setup: Setup::default(),
        path: "0".into(),
        from: 0,
        count: 1,
    };
    let report = ttt.look(&question, Some(&recording)).unwrap();
    let mut json = json!(report);
    let diagram = json["node"]
        .as_object_mut()
        .and_then(|node| node.remove("diagram"));
    assert_eq!(diagram.expect("a picture")["kind"], "grid");
    assert_eq!(
        json,
        json!({
            "schema": 1, "of": "search", "game": "ttt", "position": ".../.../...",
            "solver": "alpha-beta",
            "options": {
                "order": "natural", "table": false, "symmetry": false, "analysis": false,
                "scout": false, "deepen": false, "fail": "hard", "window": "closed",
            },
            "sides": ["X", "O"], "nodes": 16811, "is_complete": true, "stopped": null,
            "bounds": { "lower": 0, "upper": 0 }, "claim": null,
            "node": {
                "path": [0], "moves": ["a3"], "move": "a3", "position": "X../.../...",
                "turn": "O", "mover": 1, "outcome": null, "last": { "square": 0 },
                "window": { "lower": -1, "upper": 1 }, "bounds": { "lower": 0, "upper": 0 },
                "status": "searched", "nodes": 1903, "children_total": 8,
            },
            "children": [{
                "path": [0, 0], "move": "b3", "turn": "X", "mover": 0, "outcome": null,
                "window": { "lower": -1, "upper": 1 }, "bounds": { "lower": 1, "upper": 1 },
                "status": "cut", "nodes": 450, "children_total": 7,
            }],
        })
    );
}

/// Looked at from end to end, a search is what it said, and every bound holds.
#[test]
fn searches_from_end_to_end() {
    let both = |analysis| Method {
        analysis: Some(analysis),
        ..by("alpha-beta")
    };
    let deepening = Method {
        deepen: Some(true),
        analysis: Some(false),
        ..by("alpha-beta")
    };
    let methods = [by("minimax"), plain(), both(false), both(true), deepening];
    for (spec, position) in [
        ("ttt", "X../.O./..."),
        ("ttt", "OX./.X./..."),
        ("ttt+misere", "X../.O./..X"),
        ("nim:1,2,2", "1,2,2"),
        ("kayles:4", "4"),
        ("go:2x1", "..;B"),
    ] {
        let game = game(spec).unwrap();
        for method in &methods {
            check_search(&game, position, method);
        }
    }
    // Many classes have fewer moves than their positions.
    check_search(&game("ttt").unwrap(), ".../.../...", &both(false));
    check_search(&game("mnk:3x2x2").unwrap(), ".../...", &both(false));
}

#[track_caller]
fn check_search(game: &Bench, position: &str, method: &Method) {
    let recording = search(game, Some(position), method);
    let what = format!("{} {position} {method:?}", game.spec());
    assert_eq!(recording.stopped(), None, "{what}");
    let is_fast = method.plain || method.solver.as_deref() == Some("minimax");
    let mut visit = |report: &TreeReport| {
        let node = &report.node.node;
        let bounds = node.bounds.expect("a search proves something");
        let value = value(game, &report.node.position);
        assert!(
            bounds.lower.0 <= value && value <= bounds.upper.0,
            "{what}: {report:?}"
        );
        // The moves lead there.
        let there = game.position(&Setup {
            position: Some(position.into()),
            moves: report.node.moves.clone(),
        });
        assert_eq!(there.expect("legal moves").position, report.node.position);
        let mut moves: Vec<_> = report.children.iter().map(|child| &child.m).collect();
        moves.sort();
        moves.dedup();
        let has_moves = moves.iter().all(|m| m.is_some());
        assert!(
            !has_moves || moves.len() == report.children.len(),
            "{what}: {report:?}"
        );
        let below: u64 = report.children.iter().filter_map(|child| child.nodes).sum();
        let itself = u64::from(has_moves);
        assert_eq!(node.nodes, Some(below + itself), "{what}: {report:?}");
        if is_fast && node.status == "searched" && !game.spec().starts_with("go") {
            assert!(
                !statuses(report).contains(&"left-out"),
                "{what}: {report:?}"
            );
        }
    };
    let nodes = walk(game, &recording, &mut vec![], &mut visit);
    assert_eq!(nodes, recording.nodes(), "{what}");
    assert!(recording.bytes() < 40 * nodes as usize + 4096, "{what}");
}

#[test]
fn several_questions_have_a_root_of_their_own() {
    let ttt = game("ttt").unwrap();
    let recording = search(&ttt, None, &by("alpha-beta"));
    let report = look(&ttt, &recording, &[]);
    assert_eq!(report.node.node.status, "searched");
    assert_eq!(report.node.node.window, None);
    assert_eq!(report.nodes, Some(recording.nodes()));
    assert!(report.children.len() > 1);
    for child in &report.children {
        assert_eq!((&child.m, child.mover), (&None, 0));
        let window = child.window.expect("a null window");
        let [lower, upper] = [window.lower, window.upper].map(|edge| edge.expect("finite").0);
        assert_eq!(upper - lower, 1.0);
    }
    let method = Method {
        deepen: Some(true),
        ..plain()
    };
    let report = look(&ttt, &search(&ttt, None, &method), &[]);
    let depths: Vec<_> = report
        .children
        .iter()
        .map(|child| child.depth_limit)
        .collect();
    assert_eq!(depths[..3], [Some(1), Some(2), Some(3)]);
}

#[test]
fn an_open_window_is_infinite() {
    let ttt = game("ttt").unwrap();
    let method = Method {
        window: Some(Window::Open),
        ..plain()
    };
    let recording = search(&ttt, None, &method);
    assert_eq!(recording.nodes(), 18_297);
    let json = json!(look(&ttt, &recording, &[]));
    assert_eq!(
        json["node"]["window"],
        json!({ "lower": null, "upper": null })
    );
    // The first move draws: from then on no less than a draw matters to X.
    assert_eq!(
        json["children"][1]["window"],
        json!({ "lower": 0, "upper": null })
    );
}

#[test]
fn questions_and_points() {
    let go = game("go:2x2").unwrap();
    let question = Record {
        setup: Setup::default(),
        of: RecordOf::Search {
            method: Method {
                order: Some("pass-first".into()),
                ..plain()
            },
            at_least: Some("1".into()),
        },
        limits: Limits::default(),
    };
    let recording = go.record(&question, &()).unwrap();
    let json = json!(look(&go, &recording, &[]));
    assert_eq!(json["node"]["window"], json!({ "lower": 0.5, "upper": 1 }));
    assert_eq!(json["bounds"]["lower"], 1);
    assert_eq!(json["children"][0]["move"], "pass");
}

#[test]
fn a_search_that_is_stopped_shows_what_it_did() {
    let game = game("mnk:4x4x4").unwrap();
    let question = |solver: &str, nodes, time| Record {
        setup: Setup::default(),
        of: RecordOf::Search {
            method: by(solver),
            at_least: None,
        },
        limits: Limits {
            nodes,
            time,
            ..Limits::default()
        },
    };
    let recording = game
        .record(&question("minimax", Some(1_000), None), &())
        .unwrap();
    assert_eq!(
        (recording.nodes(), recording.stopped()),
        (1_000, Some(Stop::Nodes))
    );
    let report = look(&game, &recording, &[]);
    assert_eq!(
        (report.is_complete, report.node.node.status.as_str()),
        (false, "stopped")
    );
    assert_eq!(statuses(&report)[..2], ["stopped", "left-out"]);
    assert_eq!(walk(&game, &recording, &mut vec![], &mut |_| {}), 1_000);
    let none = game
        .record(&question("minimax", Some(0), None), &())
        .unwrap();
    let report = look(&game, &none, &[]);
    assert_eq!(
        (report.node.node.status.as_str(), report.children.len()),
        ("stopped", 0)
    );
    let late = game
        .record(&question("minimax", None, Some(Duration::ZERO)), &())
        .unwrap();
    assert_eq!(late.stopped(), Some(Stop::Time));
    let refused = game
        .record(&question("df-pn", None, None), &())
        .err()
        .expect("df-pn");
    let message =
        "solver 'df-pn' does not write down what it visits: expected minimax or alpha-beta";
    assert_eq!(refused.message, message);
}

/// A thousand nodes of a tree of two million, the second half of the way at random.
#[test]
fn large_trees_are_looked_at_quickly() {
    let mut random = Random::new(5);
    for (spec, method) in [
        ("mnk:4x4x4", by("minimax")),
        (
            "mnk:4x4x4",
            Method {
                table: Some(true),
                symmetry: Some(true),
                ..plain()
            },
        ),
        ("nim:300,300", by("minimax")),
        ("go:3x3", by("minimax")),
    ] {
        let game = game(spec).unwrap();
        let start = Instant::now();
        let recording = search(&game, None, &method);
        let seconds = start.elapsed().as_secs_f64();
        assert!(recording.nodes() <= NODES_MAX);
        let mut looks = 0_u32;
        let mut time = Duration::ZERO;
        while looks < 1_000 {
            let mut path = vec![];
            loop {
                // The quickest of three: a machine that is busy is not busy with every one.
                let timed = |_| {
                    let start = Instant::now();
                    let report = look(&game, &recording, &path);
                    (start.elapsed(), report)
                };
                let quickest = (0..3).map(timed).min_by_key(|(time, _)| *time);
                let (quickest, report) = quickest.expect("one of three");
                time += quickest;
                looks += 1;
                let node = &report.node.node;
                assert_eq!(node.children_total, report.children.len());
                let below = report.children.iter().filter_map(|child| child.nodes);
                assert_eq!(below.sum::<u64>() + 1, node.nodes.unwrap(), "{path:?}");
                if report.children.is_empty() || looks >= 1_000 {
                    break;
                }
                // Most nodes are below few.
                let largest = (0..report.children.len()).max_by_key(|&i| report.children[i].nodes);
                let any = random.below(report.children.len() as u64) as usize;
                path.push(match looks % 2 {
                    0 => largest.unwrap(),
                    _ => any,
                });
                if report.children[*path.last().unwrap()].nodes == Some(0) {
                    break;
                }
            }
        }
        let mean = time / looks;
        println!(
            "{spec}: {} nodes, {} bytes, {seconds:.2} s, {mean:?} a look",
            recording.nodes(),
            recording.bytes()
        );
        assert!(mean < Duration::from_millis(5), "{spec}: {mean:?}");
    }
}
