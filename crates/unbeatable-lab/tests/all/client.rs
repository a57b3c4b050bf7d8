//! A server for a test, and a client that sends whatever it is told to.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use unbeatable_lab::{Lab, ServeOptions};
use unbeatable_workbench::Registry;

/// How long anything may take on a machine that has better things to do: whoever waits longer waits for ever.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// Longer than such a machine takes for what ends in a moment, and less than a client waits.
pub(crate) const LATE: Duration = Duration::from_secs(60);

/// Options that depend neither on the machine nor on how busy it is: searches may take much longer than
/// anybody waits here.
pub(crate) fn options() -> ServeOptions {
    ServeOptions {
        searches_max: 4,
        limit: 5 * PATIENCE,
        patience: 5 * PATIENCE,
        ..ServeOptions::default()
    }
}

/// A search that takes as long as it may, which is longer than anybody waits for its end.
pub(crate) const LONG: &str = "/api/v1/solve?game=mnk:5x5x5&solver=minimax&limit=10m";

/// A server that runs until it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with(options())
    }

    pub(crate) fn with(options: ServeOptions) -> Server {
        let lab = Lab::bind(Registry::standard(), options).expect("there is a free port");
        let address = lab.address();
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let thread = thread::spawn(move || lab.run(&|| flag.load(Ordering::Relaxed)));
        Server {
            address,
            is_over,
            thread: Some(thread),
        }
    }

    /// The `Host` of its own address.
    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    /// Sends a request without a body, with some more headers, and reads the answer.
    pub(crate) fn send(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Reply {
        let mut stream = self.connect();
        let host = self.host();
        write!(stream, "{method} {target} HTTP/1.1\r\n").expect("the server reads");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            write!(stream, "Host: {host}\r\n").expect("the server reads");
        }
        for (name, value) in headers {
            write!(stream, "{name}: {value}\r\n").expect("the server reads");
        }
        write!(stream, "Connection: close\r\n\r\n").expect("the server reads");
        Reply::read(&mut stream)
    }

    pub(crate) fn get(&self, target: &str) -> Reply {
        self.send("GET", target, &[])
    }

    /// The JSON of an answer, which must be one.
    #[track_caller]
    pub(crate) fn json(&self, target: &str) -> Json {
        let reply = self.get(target);
        assert_eq!(reply.status, 200, "{target}: {}", reply.text());
        reply.json()
    }

    /// The JSON of a refusal with this status.
    #[track_caller]
    pub(crate) fn refused(&self, target: &str, status: u16) -> Json {
        let reply = self.get(target);
        assert_eq!(reply.status, status, "{target}: {}", reply.text());
        reply.json()["error"].clone()
    }

    pub(crate) fn post(&self, target: &str, kind: &str, body: &[u8]) -> Reply {
        let mut stream = self.connect();
        let (host, length) = (self.host(), body.len());
        let head = format!(
            "POST {target} HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        // One that refuses need not read it all.
        let _ = stream.write_all(body);
        Reply::read(&mut stream)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        let time = Some(PATIENCE);
        stream.set_read_timeout(time).expect("a socket has times");
        stream
    }

    /// Connects from another address of this machine.
    #[cfg(not(target_os = "macos"))]
    pub(crate) fn connect_from(&self, from: [u8; 4]) -> TcpStream {
        let runtime = tokio::runtime::Runtime::new().expect("there is room for a runtime");
        let connected = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.bind((from, 0).into())?;
            socket.connect(self.address).await?.into_std()
        });
        let stream = connected.expect("the server listens");
        stream.set_nonblocking(false).expect("a socket can wait");
        let time = Some(PATIENCE);
        stream.set_read_timeout(time).expect("a socket has times");
        stream
    }

    /// Asks for events, and leaves the rest to whoever reads them.
    pub(crate) fn events(&self, target: &str) -> Events {
        let mut stream = self.connect();
        let host = self.host();
        let head =
            format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("the server reads");
        Events {
            stream,
            text: String::new(),
        }
    }

    /// Waits until that is true of the status.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&Json) -> bool) -> Duration {
        let start = Instant::now();
        loop {
            let status = self.json("/api/v1/status");
            if is_so(&status) {
                return start.elapsed();
            }
            assert!(
                start.elapsed() < PATIENCE,
                "{what} never came true: {status}"
            );
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !thread::panicking() {
            assert!(matches!(ended, Some(Ok(Ok(())))), "the server ends well");
        }
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// Reads until the connection is closed.
    pub(crate) fn read(stream: &mut TcpStream) -> Reply {
        let mut bytes = vec![];
        // A server that closes with something unread resets; what came before counts.
        let _ = stream.read_to_end(&mut bytes);
        Reply::parse(&bytes)
    }

    pub(crate) fn parse(bytes: &[u8]) -> Reply {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head in {:?}", String::from_utf8_lossy(bytes)));
        let head = String::from_utf8_lossy(&bytes[..end]).to_string();
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let status = status.and_then(|status| status.parse().ok());
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_string()))
            .collect();
        let body = bytes[end + 4..].to_vec();
        let is_chunked = headers
            .iter()
            .any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        Reply {
            status: status.expect("an answer has a status"),
            body: if is_chunked { unchunked(&body) } else { body },
            headers,
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).to_string()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Json {
        assert_eq!(self.header("content-type"), Some("application/json"));
        let text = self.text();
        let json: Json = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(json["schema"], 1, "{text}");
        json
    }
}

/// Reads what there is, once there is something; a process that is stopped for a while reads again.
pub(crate) fn read_some(stream: &mut TcpStream, bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        match stream.read(bytes) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// A body without the lengths of its chunks.
fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut bytes = vec![];
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let length = String::from_utf8_lossy(&body[..end]).to_string();
        let length = usize::from_str_radix(&length, 16).unwrap_or_default();
        let rest = &body[end + 2..];
        if length == 0 || rest.len() < length {
            break;
        }
        bytes.extend_from_slice(&rest[..length]);
        body = &rest[(length + 2).min(rest.len())..];
    }
    bytes
}

/// A stream of events that is being read.
pub(crate) struct Events {
    pub(crate) stream: TcpStream,
    text: String,
}

impl Events {
    /// The next event: its name and its JSON. Lengths of chunks stand between them, in lines of their own.
    pub(crate) fn next(&mut self) -> (String, Json) {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_string(), rest.to_string());
                self.text = rest;
                let line = |name: &str| {
                    let mut lines = event.lines();
                    let found = lines.find_map(|line| line.strip_prefix(name));
                    found.map(str::to_string)
                };
                let name = line("event: ").unwrap_or_else(|| panic!("no name in {event:?}"));
                let json = line("data: ").unwrap_or_else(|| panic!("nothing in {event:?}"));
                let json = serde_json::from_str(&json).expect("events are JSON");
                return (name, json);
            }
            let mut bytes = [0; 4096];
            let length = read_some(&mut self.stream, &mut bytes).expect("events come");
            assert!(length > 0, "the stream ended in {:?}", self.text);
            self.text
                .push_str(&String::from_utf8_lossy(&bytes[..length]));
        }
    }

    /// All events up to the last one.
    pub(crate) fn all(mut self) -> Vec<(String, Json)> {
        let mut all = vec![];
        loop {
            let (name, json) = self.next();
            let is_last = name == "answer" || name == "failure";
            all.push((name, json));
            if is_last {
                return all;
            }
        }
    }
}
