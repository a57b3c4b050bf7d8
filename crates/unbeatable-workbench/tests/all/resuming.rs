//! Which questions go on from a checkpoint.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use unbeatable_workbench::Ask;

use serde_json::{Value as Json, json};
use unbeatable_workbench::question::{Checkpoint, Limits, Method, Setup, Solve};
use unbeatable_workbench::report::SolveReport;
use unbeatable_workbench::{AskError, game};

/// The whole question, so that nothing of it is taken from the checkpoint.
fn question() -> Solve {
    Solve {
        setup: Setup {
            position: Some(".../.../...".into()),
            moves: vec![],
        },
        method: Method {
            solver: Some("df-pn".into()),
            ..Method::default()
        },
        limits: Limits {
            nodes: Some(1),
            memory: Some(32 << 20),
            ..Limits::default()
        },
        ..Solve::default()
    }
}

fn ask(question: &Solve) -> Result<SolveReport, AskError> {
    game("ttt").expect("a game").solve(question, &())
}

/// A file that is removed at the end.
struct Kept(PathBuf);

impl Drop for Kept {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

/// A checkpoint of a question.
fn kept(name: &str, question: &Solve) -> Kept {
    let name = format!("unbeatable-{}-{name}", std::process::id());
    let file = std::env::temp_dir().join(name);
    let checkpoint = Checkpoint {
        file: file.clone(),
        every: Duration::from_secs(60),
    };
    let question = Solve {
        checkpoint: Some(checkpoint),
        ..question.clone()
    };
    ask(&question).expect("a question that can be asked");
    Kept(file)
}

/// Where the head is in a checkpoint.
const HEAD: usize = 28;

fn head_bytes(bytes: &[u8]) -> usize {
    u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize
}

fn head(file: &Path) -> Json {
    let bytes = fs::read(file).expect("a checkpoint");
    serde_json::from_slice(&bytes[HEAD..HEAD + head_bytes(&bytes)]).expect("its head")
}

/// Puts another head into a checkpoint, with checksums that fit.
fn set_head(file: &Path, head: &Json) {
    let bytes = fs::read(file).expect("a checkpoint");
    let rest = &bytes[HEAD + head_bytes(&bytes) + 4..];
    let head = serde_json::to_vec(head).expect("JSON");
    let mut front = bytes[..24].to_vec();
    front[12..16].copy_from_slice(&(head.len() as u32).to_le_bytes());
    let [front_crc, head_crc] = [&front, &head].map(|part| crc32fast::hash(part).to_le_bytes());
    let all = [&front[..], &front_crc, &head, &head_crc, rest].concat();
    fs::write(file, all).expect("a folder for such files");
}

/// What is said when a question shall go on from a checkpoint with another head.
fn resume(name: &str, question: &Solve, change: impl FnOnce(&mut Json)) -> Result<(), AskError> {
    let kept = kept(name, question);
    let mut head = head(&kept.0);
    change(&mut head);
    set_head(&kept.0, &head);
    let question = Solve {
        resume: Some(kept.0.clone()),
        ..question.clone()
    };
    ask(&question).map(drop)
}

#[test]
fn only_the_same_question_goes_on() {
    let value = question();
    let at_least = Solve {
        at_least: Some("0".into()),
        ..value.clone()
    };
    let within = Solve {
        within: Some("5".into()),
        ..value.clone()
    };
    assert_eq!(resume("same", &value, |_| ()), Ok(()));
    assert_eq!(resume("same-at-least", &at_least, |_| ()), Ok(()));
    assert_eq!(resume("same-within", &within, |_| ()), Ok(()));
    #[track_caller]
    fn refuse(question: &Solve, field: &str, to: Json, what: &str) {
        let name = field.replace('/', "-");
        let change = |head: &mut Json| {
            let found = head.pointer_mut(field).expect("a field of the head");
            assert_ne!(*found, to);
            *found = to;
        };
        let error = resume(&name, question, change).expect_err("it is about something else");
        assert!(error.message.contains(what), "{error}");
    }
    refuse(
        &value,
        "/program",
        json!("0.0.9"),
        "another version of the program",
    );
    refuse(
        &value,
        "/game",
        json!("mnk:4x3x3"),
        "another game: expected ttt",
    );
    refuse(&value, "/position", json!("x"), "another position");
    // A value is asked for where nothing else is: so what was kept decides.
    refuse(
        &at_least,
        "/question/at_least",
        json!(null),
        "another question: expected --at-least 0, found the value",
    );
    refuse(
        &at_least,
        "/question/at_least",
        json!(1.0),
        "another question: expected --at-least 0, found --at-least 1",
    );
    refuse(
        &within,
        "/question/within",
        json!(null),
        "another question: expected --within 5, found the value",
    );
    refuse(
        &at_least,
        "/question/within",
        json!("5"),
        "another question: expected --at-least 0, found --within 5",
    );
    let kept = kept("restrict", &value);
    let restricted = Solve {
        restrict: Some("centre".into()),
        resume: Some(kept.0.clone()),
        ..value.clone()
    };
    let error = ask(&restricted).expect_err("it is about something else");
    let what = "another question: expected the value --restrict centre, found the value";
    assert!(error.message.contains(what), "{error}");
    refuse(
        &value,
        "/solver",
        json!("pn"),
        "another method: expected df-pn",
    );
    refuse(&value, "/options", json!({}), "another method");
    refuse(&value, "/keys", json!(1), "names positions by other keys");
}

/// Whatever changes keys changes the number that stands for them.
#[test]
fn keys_are_told_apart() {
    let start = question();
    let next = Solve {
        setup: Setup {
            moves: vec!["a3".into()],
            ..start.setup.clone()
        },
        ..start.clone()
    };
    let [start, next] = [("start", start), ("next", next)].map(|(name, question)| {
        let kept = kept(name, &question);
        head(&kept.0)["keys"].as_u64().expect("a number")
    });
    assert_ne!(start, next);
}
