//! The lab's server, from its first line to Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{program, run_line};

/// Starts a server, and reads its first line.
fn started(line: &str) -> (Child, String) {
    let mut command = program(line.split_whitespace());
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program starts");
    let out = child.stdout.as_mut().expect("standard output is a pipe");
    let mut first = String::new();
    let read = BufReader::new(out).read_line(&mut first);
    read.expect("the first line is text");
    (child, first)
}

#[test]
fn it_says_where_it_is_answers_and_ends() {
    let (child, first) = started("serve --port 0");
    let address = first.trim_end();
    let host = address.strip_prefix("http://127.0.0.1:");
    let host = host.and_then(|rest| rest.strip_suffix('/'));
    let port: u16 = host
        .and_then(|port| port.parse().ok())
        .expect("http://127.0.0.1:PORT/");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let head = format!(
        "GET /api/v1/position?game=ttt HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("\"position\":\".../.../...\""), "{answer}");

    // Another one cannot have the same port.
    let ran = run_line(&format!("serve --port {port}"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    let expected = format!("error: cannot serve at 127.0.0.1:{port}: the port is in use; expected");
    assert!(ran.err.starts_with(&expected), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);

    // A search that runs does not keep it.
    let mut asking = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let head = format!(
        "GET /api/v1/solve?game=mnk:5x5x5&solver=minimax HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\
         Accept: text/event-stream\r\n\r\n"
    );
    asking.write_all(head.as_bytes()).expect("it reads");
    asking.read_exact(&mut [0; 64]).expect("it answers");
    let start = Instant::now();
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill starts").success());
    let ran = child.wait_with_output().expect("the program ends");
    assert_eq!(ran.status.code(), Some(130));
    let time = start.elapsed();
    assert!(time < Duration::from_secs(60), "it took {time:?}");
}

#[test]
fn its_address_is_json_if_asked_for() {
    let (mut child, first) = started("serve --json --quiet");
    let report: serde_json::Value = serde_json::from_str(&first).expect("one object");
    let address = report["address"].as_str().expect("an address");
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
}

#[test]
fn wrong_calls_are_refused_in_a_line() {
    for line in [
        "serve --port 70000",
        "serve --host nowhere",
        "serve --host 192.0.2.1",
        "serve --searches 0",
        "serve --allow-host http://lab.example/",
        "serve --limit soon",
        "serve --page /nowhere/at/all",
    ] {
        let ran = run_line(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        assert_eq!(ran.err.lines().count(), 1, "{line}: {}", ran.err);
    }
}
