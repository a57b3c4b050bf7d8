//! Databases that the server asks first.

use std::fs;
use std::path::{Path, PathBuf};

use unbeatable_lab::ServeOptions;
use unbeatable_workbench::Ask;
use unbeatable_workbench::game;
use unbeatable_workbench::question::Strong;

use crate::client::{Server, options};

fn made(spec: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab-database");
    let _ = fs::remove_dir_all(&folder);
    let question = Strong {
        folder: Some(folder.clone()),
        distances: true,
        ..Strong::default()
    };
    let report = game(spec).expect("a game").strong(&question, &());
    assert!(report.expect("a database").database.is_some());
    folder
}

/// Values and distances come from the database, in no time; other games are searched as ever.
#[test]
fn a_database_is_asked_first() {
    let folder = made("connect:5x4");
    let server = Server::with(ServeOptions {
        databases: vec![("connect:5x4".into(), folder.clone())],
        ..options()
    });
    let start = server.json("/api/v1/analyze?game=connect:5x4");
    assert_eq!(start["outcome"]["winner"], serde_json::Value::Null);
    assert!(start["nodes"].as_u64() < Some(60), "{start}");
    assert_eq!(start["options"]["database"], folder.to_str().expect("text"));
    let solved = server.json("/api/v1/solve?game=connect:5x4&position=33");
    assert!(solved["nodes"].as_u64() < Some(60), "{solved}");
    let moved = server.json("/api/v1/move?game=connect:5x4&position=33&player=perfect&seed=1");
    assert!(moved["move"].is_string(), "{moved}");
    let other = server.json("/api/v1/analyze?game=connect:4x3");
    assert_eq!(other["options"]["database"], serde_json::Value::Null);
    assert!(other["outcome"].is_object(), "{other}");
}
