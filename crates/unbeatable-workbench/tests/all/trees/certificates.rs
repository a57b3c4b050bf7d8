//! Trees of certificates: the strategies that prove a value.

use std::path::PathBuf;
use std::time::Duration;
use unbeatable_workbench::Bench;

use serde_json::{Value as Json, json};
use unbeatable_workbench::question::{
    Counted, Keep, Limits, Record, RecordOf, Role, Setup, Solve, Strategy,
};
use unbeatable_workbench::report::{Stop, TreeReport};
use unbeatable_workbench::trees::Recording;
use unbeatable_workbench::{Ask, game};

use super::{look, setup, walk};

/// A file of this test's own, gone when it is dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("unbeatable-trees-{}-{name}.proof", std::process::id());
        Temporary(std::env::temp_dir().join(name))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

/// The strategies that prove what a position is worth.
#[track_caller]
fn proof(game: &Bench, position: Option<&str>, nodes: Option<u64>) -> Recording {
    let file = Temporary::new(&game.spec().replace([':', '/'], "-"));
    let question = Record {
        setup: setup(position, &[]),
        of: RecordOf::Proof(file.0.clone()),
        limits: Limits {
            nodes,
            ..Limits::default()
        },
    };
    game.record(&question, &()).expect("a good question")
}

/// All that must hold of the strategies of a certificate, at every node.
#[track_caller]
fn check_proof(game: &Bench, position: Option<&str>) -> [usize; 2] {
    let recording = proof(game, position, None);
    assert_eq!(recording.stopped(), None);
    let root = look(game, &recording, &[]);
    let claim = root.claim.expect("a certificate claims something");
    assert_eq!(
        (&*root.of, &*root.node.node.status),
        ("certificate", "claim")
    );
    let [mut sames, mut strategies] = [0, 0];
    let mut visit = |report: &TreeReport| {
        let node = &report.node.node;
        if node.path.is_empty() {
            strategies = report.children.len();
            return;
        }
        let is_first = root.children[node.path[0]].strategy == Some("lower".to_string());
        let his = usize::from(!is_first);
        match node.status.as_str() {
            "answer" => assert_eq!((node.mover, report.children.len()), (his, 1)),
            "replies" => {
                assert_eq!(node.mover, 1 - his);
                let there = game.position(&setup(Some(&report.node.position), &[]));
                let legal = there.expect("a position").moves;
                let moves = report
                    .children
                    .iter()
                    .filter(|child| child.status != "repeat");
                let moves: Vec<_> = moves.map(|child| child.m.clone()).collect();
                let legal: Vec<_> = legal.into_iter().map(|m| Some(m.text)).collect();
                assert_eq!(moves, legal, "all of them, in board order");
            }
            "same" => {
                sames += 1;
                let same = node.same_as.as_ref().expect("it says where");
                let there = look(game, &recording, same);
                let board = |report: &TreeReport| report.node.diagram.clone();
                assert_eq!(board(&there), board(report));
                assert_eq!(there.node.node.mover, node.mover);
                assert_ne!(there.node.node.status, "same");
                assert!(*same < node.path, "it was walked before");
            }
            "end" => {
                let outcome = node.outcome.as_ref().expect("the game is over");
                let points = outcome.margin.map_or(
                    match outcome.winner.as_deref() {
                        None => 0.0,
                        Some(name) if name == report.sides[0] => 1.0,
                        Some(_) => -1.0,
                    },
                    |margin| margin.0,
                );
                match is_first {
                    true => assert!(points >= claim.at_least.expect("his").0),
                    false => assert!(points <= claim.at_most.expect("his").0),
                }
            }
            other => panic!("{other}: {report:?}"),
        }
    };
    let nodes = walk(game, &recording, &mut vec![], &mut visit);
    assert_eq!(nodes, recording.nodes());
    [sames, strategies]
}

#[test]
fn certificates_from_end_to_end() {
    for (spec, position, has_same, many) in [
        ("ttt", None, true, 2),
        ("ttt", Some("XO./XO./..."), false, 1),
        ("nim:1,2,4", None, false, 1),
        ("go:2x1", None, false, 2),
        ("go:2x2", None, true, 2),
        ("mnk:3x2x2", None, false, 1),
    ] {
        let [sames, strategies] = check_proof(&game(spec).unwrap(), position);
        assert_eq!(
            (sames > 0 || !has_same, strategies),
            (true, many),
            "{spec} {position:?}"
        );
    }
}

#[test]
fn a_certificate_that_is_cut_off() {
    let ttt = game("ttt").unwrap();
    let recording = proof(&ttt, None, Some(100));
    assert_eq!(
        (recording.nodes(), recording.stopped()),
        (100, Some(Stop::Nodes))
    );
    let mut stopped = 0;
    let mut visit =
        |report: &TreeReport| stopped += usize::from(report.node.node.status == "stopped");
    assert_eq!(walk(&ttt, &recording, &mut vec![], &mut visit), 100);
    assert!(stopped > 1, "the way to where it was cut off");
}

#[test]
fn nothing_to_prove_is_an_empty_tree() {
    let ttt = game("ttt").unwrap();
    let over = proof(&ttt, Some("XXX/OO./..."), None);
    let report = look(&ttt, &over, &[]);
    assert_eq!(report.children.len(), over.nodes() as usize);
    let file = Temporary::new("late");
    let question = Record {
        setup: Setup::default(),
        of: RecordOf::Proof(file.0.clone()),
        limits: Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        },
    };
    let game = game("mnk:5x5x5").unwrap();
    let late = game.record(&question, &()).unwrap();
    assert_eq!((late.nodes(), late.stopped()), (0, Some(Stop::Time)));
    let report = look(&game, &late, &[]);
    assert_eq!(
        (report.node.node.status.as_str(), report.is_complete),
        ("stopped", false)
    );
}

#[test]
fn only_good_certificates_are_shown() {
    let ttt = game("ttt").unwrap();
    let file = Temporary::new("good");
    let solve = Solve {
        certificate: Some(file.0.clone()),
        ..Solve::default()
    };
    ttt.solve(&solve, &()).unwrap();
    let question = |file: &Temporary| Record {
        setup: Setup::default(),
        of: RecordOf::Certificate(file.0.clone()),
        limits: Limits::default(),
    };
    let good = ttt.record(&question(&file), &()).unwrap();
    assert_eq!(good.game(), "ttt");
    let refused = |game: &Bench, file: &Temporary, expected: &str| {
        let refused = game.record(&question(file), &()).err().expect("it is bad");
        assert!(refused.message.contains(expected), "{refused}");
    };
    refused(
        &game("go:2x2").unwrap(),
        &file,
        "it is about ttt: expected go:2x2",
    );
    let bad = Temporary::new("bad");
    let mut bytes = std::fs::read(&file.0).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&bad.0, bytes).unwrap();
    refused(&ttt, &bad, "certificate: refused: ");
    refused(&ttt, &Temporary::new("none"), "certificate ");
    let table = Temporary::new("table");
    let strategy = Strategy {
        setup: setup(Some("XO./XO./..."), &[]),
        role: Role::First,
        open: vec![],
        count: Counted::Rows,
        keep: Keep::Value,
        default: None,
        all: false,
        certificate: Some(table.0.clone()),
        pictures: vec![],
        limits: Limits::default(),
    };
    ttt.strategy(&strategy, &()).unwrap();
    refused(&ttt, &table, "it is about a table");
}

/// A limit ends games that would go on.
#[test]
fn a_certificate_with_a_limit() {
    let game = game("mnk:4x4x3").unwrap();
    let file = Temporary::new("within");
    let solve = Solve {
        within: Some("5".into()),
        certificate: Some(file.0.clone()),
        ..Solve::default()
    };
    let solved = game.solve(&solve, &()).unwrap();
    assert_eq!(solved.within.unwrap().answer, Some(true));
    let question = Record {
        setup: Setup::default(),
        of: RecordOf::Certificate(file.0.clone()),
        limits: Limits::default(),
    };
    let recording = game.record(&question, &()).unwrap();
    let mut deepest = 0;
    let nodes = walk(&game, &recording, &mut vec![], &mut |report| {
        deepest = deepest.max(report.node.moves.len());
    });
    assert_eq!((nodes, deepest), (recording.nodes(), 5));
    let claim: Json = json!(look(&game, &recording, &[]).claim);
    assert_eq!(
        claim,
        json!({ "at_least": 1, "at_most": null, "within": 5 })
    );
}
