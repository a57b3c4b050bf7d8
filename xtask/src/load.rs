//! What the lab's server bears: many clients at a time, and tabs that are closed while searches run.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::Value as Json;

use crate::steps::{cargo, command};
use crate::ultimate::program;

/// How many clients ask at a time, each on a connection of its own.
const CLIENTS: usize = 200;

/// What they ask: every other one the same.
const QUESTIONS: [&str; 2] = ["/api/v1/analyze?game=ttt", "/api/v1/analyze?game=go:2x2"];

/// A client needs little more than a buffer.
const STACK_BYTES: usize = 128 << 10;

/// Who waits longer for an answer has found an error.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the server may take more at the end than after the first fifth of the time, when every client has
/// asked and every thread has run.
const GROWTH_BYTES_MAX: u64 = 32 << 20;

/// How many tabs are opened and closed, and what they look at: more than anybody can wait for.
const TABS: usize = 50;
const LONG_QUESTION: &str = "/api/v1/solve?game=uttt&limit=60s";

/// How soon nothing runs any more when the last tab is closed.
const STOP_TIME: Duration = Duration::from_secs(5);

/// Asks for so many seconds, prints what was measured, then opens and closes tabs. An error if anything was
/// answered wrongly or not at all, if memory grew, or if a search still runs.
pub(crate) fn load(seconds: u64) -> Result<(), String> {
    // What the tests have built: its asserts are on, so figures of a release are better.
    cargo(&[
        "build",
        "--profile",
        "checked",
        "--locked",
        "--package",
        "unbeatable",
    ])?;
    let server = Server::start(&program("checked")?.to_string_lossy())?;
    println!("{CLIENTS} clients for {seconds} s, every other one asks");
    let mut expected = vec![];
    for question in QUESTIONS {
        println!("  {question}");
        let mut client = Client::connect(&server.address)?;
        expected.push(without_time(&client.get(question)?));
    }
    let asked = ask(&server, &expected, Duration::from_secs(seconds))?;
    asked.print();
    asked.check()?;
    close_tabs(&server)
}

/// A server, ended when it is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// Starts one on a free port, which it says in its first line.
    fn start(program: &str) -> Result<Server, String> {
        let process = command(program, &["serve", "--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let mut server = Server {
            process,
            address: String::new(),
        };
        let output = server.process.stdout.take().expect("it is piped");
        let mut lines = BufReader::new(output).lines();
        let address = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, rest) = line.split_once("http://")?;
            let end = rest.find(|c: char| c == '/' || c.is_whitespace());
            Some(rest[..end.unwrap_or(rest.len())].to_string())
        });
        server.address = address.ok_or("the server does not say where it listens")?;
        // What else it has to say must not keep it waiting.
        thread::spawn(move || lines.for_each(drop));
        Ok(server)
    }

    /// What it holds in memory, where the system says so.
    fn memory_bytes(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib << 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A connection that is kept.
struct Client<'a> {
    address: &'a str,
    stream: BufReader<TcpStream>,
}

impl<'a> Client<'a> {
    fn connect(address: &'a str) -> Result<Self, String> {
        let connect = || -> io::Result<TcpStream> {
            let stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            Ok(stream)
        };
        let stream = connect().map_err(|e| format!("{address}: {e}"))?;
        Ok(Client {
            address,
            stream: BufReader::new(stream),
        })
    }

    fn send(&mut self, question: &str, accepted: &str) -> io::Result<()> {
        let host = self.address;
        let request =
            format!("GET {question} HTTP/1.1\r\nHost: {host}\r\nAccept: {accepted}\r\n\r\n");
        self.stream.get_mut().write_all(request.as_bytes())
    }

    /// The first line of an answer, and the length of what follows its head, if that is said.
    fn head(&mut self) -> io::Result<(String, Option<usize>)> {
        let (mut first, mut length) = (String::new(), None);
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim_end();
            if line.is_empty() {
                return Ok((first, length));
            }
            match line.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().ok();
                }
                _ if first.is_empty() => first = line.into(),
                _ => {}
            }
        }
    }

    /// Asks, and waits for the whole answer.
    fn get(&mut self, question: &str) -> Result<String, String> {
        let wrong = |e: io::Error| format!("{question}: {e}");
        self.send(question, "application/json").map_err(wrong)?;
        let (first, length) = self.head().map_err(wrong)?;
        let length = length.ok_or(format!("{question}: {first}, without a length"))?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).map_err(wrong)?;
        let body = String::from_utf8_lossy(&body).into_owned();
        match first.contains(" 200 ") {
            true => Ok(body),
            false => Err(format!("{question}: {first}: {body}")),
        }
    }
}

/// An answer as far as it is the same each time.
fn without_time(answer: &str) -> String {
    answer
        .split("\"seconds\"")
        .next()
        .unwrap_or_default()
        .into()
}

/// What came of asking.
#[derive(Default)]
struct Asked {
    seconds: f64,
    /// How long each answer took, sorted.
    times: Vec<Duration>,
    errors: Vec<String>,
    /// What the server held: at the start, after a fifth of the time, in the middle, at the end.
    memory: Vec<u64>,
}

/// All clients ask as long as that, and compare what they get with what is expected.
fn ask(server: &Server, expected: &[String], time: Duration) -> Result<Asked, String> {
    let is_over = AtomicBool::new(false);
    let mut asked = Asked::default();
    asked.memory.extend(server.memory_bytes());
    let start = Instant::now();
    let asking = |client: usize| {
        let kind = client % QUESTIONS.len();
        ask_again(server, QUESTIONS[kind], &expected[kind], &is_over)
    };
    thread::scope(|scope| {
        let mut clients = vec![];
        for client in 0..CLIENTS {
            let asking = &asking;
            let small = thread::Builder::new().stack_size(STACK_BYTES);
            let client = small.spawn_scoped(scope, move || asking(client));
            match client {
                Ok(client) => clients.push(client),
                Err(e) => asked.errors.push(format!("no thread for a client: {e}")),
            }
        }
        for part in [0.2, 0.5, 1.0] {
            thread::sleep(time.mul_f64(part).saturating_sub(start.elapsed()));
            asked.memory.extend(server.memory_bytes());
        }
        is_over.store(true, Ordering::Relaxed);
        for client in clients {
            let (times, error) = client.join().expect("clients do not panic");
            asked.times.extend(times);
            asked.errors.extend(error);
        }
    });
    asked.seconds = start.elapsed().as_secs_f64();
    asked.times.sort_unstable();
    match asked.times.is_empty() {
        true => Err(format!("no answer at all: {:?}", asked.errors.first())),
        false => Ok(asked),
    }
}

/// One client: how long each answer took, and what ended it, if that was an error.
fn ask_again(
    server: &Server,
    question: &str,
    expected: &str,
    is_over: &AtomicBool,
) -> (Vec<Duration>, Option<String>) {
    let mut times = vec![];
    let mut client = match Client::connect(&server.address) {
        Ok(client) => client,
        Err(e) => return (times, Some(e)),
    };
    while !is_over.load(Ordering::Relaxed) {
        let start = Instant::now();
        match client.get(question) {
            Ok(answer) if without_time(&answer) == expected => times.push(start.elapsed()),
            Ok(answer) => return (times, Some(format!("{question}: another answer: {answer}"))),
            Err(e) => return (times, Some(e)),
        }
    }
    (times, None)
}

impl Asked {
    fn print(&self) {
        let answers = self.times.len();
        let at = |part: f64| {
            let time = self.times[((answers - 1) as f64 * part) as usize];
            time.as_secs_f64() * 1e3
        };
        let per_second = answers as f64 / self.seconds;
        println!(
            "{answers} answers, {per_second:.0} a second, {} errors",
            self.errors.len()
        );
        println!(
            "answered within {:.1} ms (median), {:.1} ms (99 %), {:.1} ms (all)",
            at(0.5),
            at(0.99),
            at(1.0)
        );
        let memory: Vec<String> = self.memory.iter().map(|bytes| mib(*bytes)).collect();
        match memory.is_empty() {
            true => println!("memory: this system does not say"),
            false => println!(
                "memory at the start, after a fifth, in the middle, at the end: {}",
                memory.join(", ")
            ),
        }
    }

    fn check(&self) -> Result<(), String> {
        if let Some(error) = self.errors.first() {
            return Err(format!("{} errors, such as {error}", self.errors.len()));
        }
        match self.memory[..] {
            [_, early, _, late] if late > early + GROWTH_BYTES_MAX => Err(format!(
                "memory grew from {} to {}: expected no more than {} on top",
                mib(early),
                mib(late),
                mib(GROWTH_BYTES_MAX)
            )),
            _ => Ok(()),
        }
    }
}

fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// Opens tabs that follow long searches, closes them, and waits until nothing runs.
fn close_tabs(server: &Server) -> Result<(), String> {
    let mut tabs = vec![];
    for _ in 0..TABS {
        let mut tab = Client::connect(&server.address)?;
        let opened = tab.send(LONG_QUESTION, "text/event-stream");
        let head = opened.and_then(|()| tab.head());
        match head {
            Ok((first, _)) if first.contains(" 200 ") => tabs.push(tab),
            other => return Err(format!("a tab got {other:?}")),
        }
    }
    let at_work = |status: &Json| {
        let of = |name: &str| status[name].as_u64();
        Some((of("running")?, of("waiting")?))
    };
    let mut client = Client::connect(&server.address)?;
    let mut now = || {
        let status = client.get("/api/v1/status")?;
        let status: Json = serde_json::from_str(&status).map_err(|e| e.to_string())?;
        at_work(&status).ok_or(format!("expected 'running' and 'waiting' in {status}"))
    };
    let (running, waiting) = now()?;
    if running + waiting != TABS as u64 {
        return Err(format!(
            "{TABS} tabs, but {running} searches run and {waiting} wait"
        ));
    }
    drop(tabs);
    let start = Instant::now();
    loop {
        let (running, waiting) = now()?;
        let seconds = start.elapsed().as_secs_f64();
        if running + waiting == 0 {
            println!("{TABS} tabs opened and closed: nothing ran {seconds:.1} s later");
            return Ok(());
        }
        if start.elapsed() > STOP_TIME {
            return Err(format!(
                "{seconds:.0} s after {TABS} tabs were closed {running} searches run and {waiting} wait"
            ));
        }
        thread::sleep(Duration::from_millis(50));
    }
}
