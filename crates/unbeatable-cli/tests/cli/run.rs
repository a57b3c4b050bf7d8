//! Runs the program.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

/// The program with these arguments, cut off from the tests' own terminal and settings.
pub(crate) fn program<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unbeatable"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .env("COLUMNS", "100");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// How a run ended, and what it wrote.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
        }
    }
}

/// Runs the program with these arguments.
#[track_caller]
pub(crate) fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Ran {
    program(arguments)
        .output()
        .expect("the program starts")
        .into()
}

/// Runs the program with the words of `line` as arguments; `''` is an empty one.
#[track_caller]
pub(crate) fn run_line(line: &str) -> Ran {
    run(line
        .split_whitespace()
        .map(|word| if word == "''" { "" } else { word }))
}

/// Runs the program and reads the one JSON object it should write.
#[track_caller]
pub(crate) fn run_json(line: &str) -> Json {
    let ran = run_line(line);
    assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
    assert_eq!(ran.out.lines().count(), 1, "{line}: one object on one line");
    let json: Json = serde_json::from_str(&ran.out).expect("standard output is JSON");
    assert!(json.is_object(), "{line}: an object");
    assert_eq!(json["schema"], 1, "{line}: a schema number");
    json
}

/// The program refuses these arguments: one line on standard error that contains `what`, exit code 2; on
/// standard output nothing, or with `--json` an object that says so.
#[track_caller]
pub(crate) fn refuse<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>, what: &str) {
    let arguments: Vec<S> = arguments.into_iter().collect();
    let is_json = arguments.iter().any(|word| word.as_ref() == "--json");
    let ran = run(arguments);
    assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
    match is_json {
        true => {
            let json: Json = serde_json::from_str(&ran.out).expect("an object");
            assert!(
                json["error"]
                    .as_str()
                    .is_some_and(|text| text.contains(what))
            );
        }
        false => assert_eq!(ran.out, ""),
    }
    assert!(
        ran.err.starts_with("error: ") && ran.err.ends_with('\n'),
        "{:?}",
        ran.err
    );
    assert_eq!(ran.err.lines().count(), 1, "{:?}", ran.err);
    assert!(ran.err.len() < 1000, "{} bytes", ran.err.len());
    assert!(
        ran.err.contains(what),
        "{:?} should contain {what:?}",
        ran.err
    );
}
