//! Reports read back from JSON.

use std::any::type_name;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use unbeatable_workbench::claims::reproduce;
use unbeatable_workbench::question::{
    Analyze, Count, CountOf, Draw, DrawOf, Limits, Look, Match, Method, Perft, Prove, Record,
    RecordOf, Setup, Solve, Strategy, Strong,
};
use unbeatable_workbench::report::{
    BlockReport, ClaimsReport, CountReport, GameRecord, Place, ProgressReport, SCHEMA, ScoreReport,
    SolveReport, Stop, TableReport, VerifyReport,
};
use unbeatable_workbench::{Ask, Follow, Registry, game, verify, verify_database};

/// What is read back from a report's JSON is written as the same JSON.
#[track_caller]
fn check<R: Serialize + DeserializeOwned>(report: &R) {
    let text = serde_json::to_string(report).expect("reports are JSON");
    let back: R = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{}: {e} in {text}", type_name::<R>()));
    assert_eq!(serde_json::to_string(&back).expect("JSON"), text);
}

/// A folder of our own, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("unbeatable-{}-read-back-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).expect("a folder of our own");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Checks all that it hears.
struct Listener(Mutex<u32>);

impl Follow for Listener {
    fn progress(&self, now: &ProgressReport) {
        *self.0.lock().expect("nobody panicked") += 1;
        check(now);
    }

    fn score(&self, now: &ScoreReport) {
        check(now);
    }

    fn game(&self, record: &GameRecord) {
        *self.0.lock().expect("nobody panicked") += 1;
        check(record);
    }

    fn is_interrupted(&self) -> bool {
        false
    }
}

fn setup(moves: &[&str]) -> Setup {
    Setup {
        position: None,
        moves: moves.iter().map(|&m| m.into()).collect(),
    }
}

#[test]
fn what_there_is() {
    check(&Registry::standard().games());
    check(&Registry::standard().solvers());
    check(&game("uttt").unwrap().players());
    let mut claims = vec![];
    let names = ["lomont-2024-tree".into()];
    reproduce(&names, false, &(), &mut |claim| claims.push(claim)).unwrap();
    claims[0].tables.push(TableReport {
        title: "a table".into(),
        columns: vec!["n".into()],
        rows: vec![vec![1.into()], vec![0.1.into()]],
    });
    check(&ClaimsReport {
        schema: SCHEMA,
        claims,
    });
}

#[test]
fn positions() {
    for (spec, moves) in [
        ("ttt", &["b2", "a1"][..]),
        ("nim:3,4,5", &[]),
        ("uttt", &[]),
        ("go:2x2", &[]),
    ] {
        check(&game(spec).unwrap().position(&setup(moves)).unwrap());
    }
    check(&[BlockReport::Open, BlockReport::Won(1), BlockReport::Drawn]);
    check(&[Place::Square(3), Place::Heap(1, [2, 3])]);
}

#[test]
fn answers() {
    let folder = Folder::new("answers");
    let limits = Limits {
        nodes: Some(1_000),
        ..Limits::default()
    };
    for spec in ["ttt", "go:2x2", "nim:3,4,5", "connect:4x4", "uttt"] {
        let game = game(spec).unwrap();
        for at_least in [None, Some("1".to_string())] {
            let question = Solve {
                at_least,
                certificate: Some(folder.0.join("cert")),
                limits: limits.clone(),
                ..Solve::default()
            };
            check(&game.solve(&question, &()).unwrap());
        }
        let question = Analyze {
            limits: limits.clone(),
            ..Analyze::default()
        };
        check(&game.analyze(&question, &()).unwrap());
    }
    let sizes = Solve {
        at_least: Some("0".into()),
        method: Method {
            solver: Some("df-pn".into()),
            ..Method::default()
        },
        proof_size: true,
        ..Solve::default()
    };
    let report = game("ttt").unwrap().solve(&sizes, &()).unwrap();
    assert!(report.proof_positions.is_some());
    check(&report);
    check(&SolveReport {
        proof_positions: Some(None),
        ..report
    });
    let stops = [Stop::Time, Stop::Interrupted, Stop::Unconfirmed];
    check(&stops);
    assert!(
        stops
            .iter()
            .all(|&stop| serde_json::json!(stop) == stop.name())
    );
}

#[test]
fn counts_and_pictures() {
    let game = game("ttt").unwrap();
    for of in [
        CountOf::Tree,
        CountOf::Positions,
        CountOf::Classes,
        CountOf::Games,
    ] {
        let question = Count {
            of,
            ..Count::default()
        };
        let report = game.count(&question, &()).unwrap();
        check(&report);
        check(&CountReport {
            count: Some(u128::MAX),
            ..report
        });
    }
    let question = Perft {
        depth: 4,
        ..Perft::default()
    };
    check(&game.perft(&question, &()).unwrap());
    let question = Draw {
        of: DrawOf::Graph,
        depth: Some(2),
        ..Draw::default()
    };
    check(&game.draw(&question, &()).unwrap());
}

#[test]
fn tables_and_certificates() {
    let folder = Folder::new("tables");
    let (file, other) = (folder.0.join("table.cert"), folder.0.join("value.cert"));
    let game = game("ttt").unwrap();
    let question = Strategy {
        setup: setup(&["b2", "a1"]),
        all: true,
        certificate: Some(file.clone()),
        ..Strategy::default()
    };
    check(&game.strategy(&question, &()).unwrap());
    let question = Solve {
        certificate: Some(other.clone()),
        ..Solve::default()
    };
    check(&game.solve(&question, &()).unwrap());
    let games = Registry::standard();
    let table = verify(&games, &file, &Limits::default(), &()).unwrap();
    let value = verify(&games, &other, &Limits::default(), &()).unwrap();
    assert!(table.table.is_some() && value.proven.is_some());
    check(&table);
    check(&value);
    let text = serde_json::to_string(&table).unwrap();
    let back: VerifyReport = serde_json::from_str(&text).unwrap();
    assert!(back.table.is_some() && back.proven.is_none());
    std::fs::write(&other, "no certificate").unwrap();
    check(&verify(&games, &other, &Limits::default(), &()).unwrap());
}

#[test]
fn trees() {
    let folder = Folder::new("trees");
    let game = game("ttt").unwrap();
    let proof = RecordOf::Proof(folder.0.join("cert"));
    let search = Record {
        setup: setup(&["b2"]),
        ..Record::default()
    };
    let proof = Record {
        of: proof,
        ..search.clone()
    };
    let proof = game.record(&proof, &()).unwrap();
    let search = game.record(&search, &()).unwrap();
    for recording in [None, Some(&proof), Some(&search)] {
        for path in ["", "0"] {
            let question = Look {
                setup: setup(&["b2"]),
                path: path.into(),
                count: 100,
                ..Look::default()
            };
            check(&game.look(&question, recording).unwrap());
        }
    }
}

#[test]
fn matches_and_runs() {
    let folder = Folder::new("runs");
    let heard = Listener(Mutex::new(0));
    let question = Match {
        games: 4,
        swap: true,
        records: true,
        ..Match::default()
    };
    check(&game("ttt").unwrap().play_match(&question, &heard).unwrap());
    assert_eq!(*heard.0.lock().unwrap(), 8);
    let database = folder.0.join("database");
    let question = Strong {
        folder: Some(database.clone()),
        distances: true,
        ..Strong::default()
    };
    let connect = game("connect:3x3+k=3").unwrap();
    check(&connect.strong(&question, &heard).unwrap());
    check(&connect.strong(&Strong::default(), &heard).unwrap());
    check(&connect.probe(&database, &Setup::default()).unwrap());
    check(&verify_database(&Registry::standard(), &database, &Limits::default(), &()).unwrap());
    let question = Prove {
        at_least: "1".into(),
        folder: folder.0.join("run"),
        program: vec!["true".into()],
        workers: Some(1),
        limits: Limits {
            time: Some(Duration::from_millis(1)),
            ..Limits::default()
        },
        ..Prove::default()
    };
    check(&game("uttt").unwrap().prove(&question, &heard).unwrap());
}
