//! Ctrl-C.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::run::program;

#[test]
fn what_is_proven_is_printed() {
    // A search that takes longer than anyone waits.
    let line = "solve mnk:5x5x5 --solver minimax --memory 64MiB --progress json";
    let mut command = program(line.split_whitespace());
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program starts");
    let mut err = BufReader::new(child.stderr.take().expect("standard error is a pipe"));
    // Its first word of progress says that it has begun, and that it listens to Ctrl-C.
    let mut progress = String::new();
    err.read_line(&mut progress).expect("progress is text");
    assert!(progress.contains("\"nodes\""), "{progress}");

    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill starts").success());
    let mut rest = String::new();
    err.read_to_string(&mut rest).expect("notes are text");
    let ran = child.wait_with_output().expect("the program ends");
    assert_eq!(ran.status.code(), Some(130), "{rest}");
    // Who reads JSON lines gets nothing else.
    assert!(rest.lines().all(|line| line.starts_with('{')), "{rest}");
    let out = String::from_utf8(ran.stdout).expect("the answer is text");
    assert!(out.contains("(stopped: interrupted)"), "{out}");
    assert!(
        out.contains("X to move") && out.contains(" nodes "),
        "{out}"
    );
}
