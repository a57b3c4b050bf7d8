//! Many clients at a time, and tabs that are closed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use unbeatable_lab::ServeOptions;

use super::client::{PATIENCE, Server, options};

const CLIENTS: usize = 200;

/// What this process holds in memory, where the system says so.
fn memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// Asks on a connection that is kept; the answer without what differs each time.
fn ask(stream: &mut BufReader<TcpStream>, request: &str) -> String {
    let sent = stream.get_mut().write_all(request.as_bytes());
    sent.expect("the server reads");
    let mut length = 0;
    let mut line = String::new();
    while line != "\r\n" {
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.trim().parse().expect("a length is a number");
        }
        line.clear();
        let read = stream.read_line(&mut line).expect("an answer comes");
        assert!(read > 0, "the connection is closed");
        assert!(
            !line.starts_with("HTTP/") || line.contains(" 200 "),
            "{line}"
        );
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("all of it comes");
    let body = String::from_utf8(body).expect("answers are text");
    body.split("\"seconds\"").next().unwrap_or_default().into()
}

#[test]
fn two_hundred_clients_get_the_same_answers() {
    // Other tests of this process take memory, too.
    check_clients(Duration::from_secs(3), 128 << 20);
}

#[test]
#[ignore = "slow: 30 s"]
fn two_hundred_clients_for_half_a_minute() {
    check_clients(Duration::from_secs(30), 32 << 20);
}

/// All clients ask for so long. At the end this process may have so much more memory than when all had asked
/// once. Prints how fast they were answered.
#[track_caller]
fn check_clients(time: Duration, growth_bytes_max: u64) {
    let server = Server::with(ServeOptions {
        // Whoever gets no time to ask again is not sent away.
        head_time: PATIENCE,
        ..options()
    });
    let requests = ["ttt", "go:2x2"].map(|game| {
        let host = server.host();
        format!("GET /api/v1/analyze?game={game} HTTP/1.1\r\nHost: {host}\r\n\r\n")
    });
    let expected = requests.clone().map(|request| {
        let answer = ask(&mut BufReader::new(server.connect()), &request);
        assert!(answer.contains("\"bounds\":"), "{answer}");
        answer
    });
    let start = Instant::now();
    let client = |number: usize| {
        let (request, expected) = (&requests[number % 2], &expected[number % 2]);
        let mut stream = BufReader::new(server.connect());
        let mut times = vec![];
        let mut memory = None;
        while times.len() < 2 || start.elapsed() < time {
            let asked = Instant::now();
            assert_eq!(ask(&mut stream, request), *expected);
            times.push(asked.elapsed());
            memory = memory.or_else(memory_bytes);
        }
        (times, memory)
    };
    let (mut times, mut early) = (vec![], 0);
    thread::scope(|scope| {
        let client = &client;
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let small = thread::Builder::new().stack_size(256 << 10);
                let started = small.spawn_scoped(scope, move || client(number));
                started.expect("there is room for a small thread")
            })
            .collect();
        for client in clients {
            let (more, memory) = client.join().expect("every answer is right");
            times.extend(more);
            early = early.max(memory.unwrap_or_default());
        }
    });
    times.sort_unstable();
    let answers = times.len();
    println!(
        "{:.0} answers a second, half within {:?}, 99 % within {:?}, all within {:?}",
        answers as f64 / start.elapsed().as_secs_f64(),
        times[answers / 2],
        times[answers * 99 / 100],
        times[answers - 1],
    );
    let mut late = memory_bytes().unwrap_or_default();
    // Tests that run beside this one take memory, too, but not for long.
    while late > early + growth_bytes_max && start.elapsed() < time + PATIENCE {
        thread::sleep(Duration::from_millis(50));
        late = memory_bytes().unwrap_or_default();
    }
    println!("{} MiB, then {} MiB", early >> 20, late >> 20);
    assert!(
        late <= early + growth_bytes_max,
        "{early} bytes, then {late}"
    );
    let status = server.json("/api/v1/status");
    assert_eq!(status["answered"], answers + 2, "{status}");
    assert_eq!(
        (&status["running"], &status["waiting"]),
        (&0.into(), &0.into())
    );
}

#[test]
fn fifty_tabs_opened_and_closed_leave_nothing_running() {
    let server = Server::start();
    for _ in 0..2 {
        let tabs: Vec<_> = (0..50)
            .map(|_| server.events("/api/v1/solve?game=uttt&limit=10m"))
            .collect();
        server.wait_until("all are there", |status| {
            status["running"]
                .as_u64()
                .zip(status["waiting"].as_u64())
                .is_some_and(|(running, waiting)| running + waiting == 50)
        });
        drop(tabs);
        let time = server.wait_until("nothing runs", |status| {
            status["running"] == 0 && status["waiting"] == 0
        });
        println!("nothing runs after {time:?}");
    }
}
