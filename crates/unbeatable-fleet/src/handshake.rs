//! Connections between processes, and whether both ends want the same.
//!
//! Of two processes the later one dials. Both then say who they are, before anything else:
//!
//! ```text
//! bytes       what
//! 17          "unbeatable fleet" and a line feed
//! 4           length of what follows, the highest byte first
//! length      {"process": 1, "terms": [["version", "unbeatable 0.1.0"], …]}
//! ```

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use unbeatable_solve::layered::Halted;

use crate::fleet::FleetMembers;
use crate::trouble::Trouble;

/// Something that all processes must say alike: what it is, and what they say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Term(pub String, pub String);

/// The first bytes that are sent.
const MAGIC: &[u8; 17] = b"unbeatable fleet\n";

/// No greeting is longer.
const GREETING_BYTES_MAX: u32 = 1 << 16;

/// Somebody who connects says who he is in this time.
const SHY: Duration = Duration::from_secs(5);

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Whoever waits longer is told for whom.
const SILENCE: Duration = Duration::from_secs(2);

/// A connection that is silent for so long is looked after; if nobody answers, it is lost half a minute later.
#[cfg(unix)]
const IDLE: Duration = Duration::from_secs(30);

#[derive(Serialize, Deserialize)]
struct Greeting {
    process: usize,
    terms: Vec<Term>,
}

/// Connects to all other processes: a stream for each, and `None` in this one's place.
pub(crate) fn connect(
    fleet: &FleetMembers,
    terms: &[Term],
    tell: &dyn Fn(&str),
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Option<TcpStream>>, Trouble> {
    let own = &fleet.hosts[fleet.process];
    let cannot = |e: io::Error| {
        Trouble::Unreachable(format!(
            "process {} cannot listen at {own}: {e}",
            fleet.process
        ))
    };
    let listener = TcpListener::bind(own).map_err(cannot)?;
    listener.set_nonblocking(true).map_err(cannot)?;
    let start = Instant::now();
    let mut connecting = Connecting {
        fleet,
        greeting: greeting(fleet.process, terms),
        terms,
        streams: fleet.hosts.iter().map(|_| None).collect(),
        why: fleet.hosts.iter().map(|_| None).collect(),
        end: start + fleet.patience,
    };
    let mut is_told = false;
    loop {
        if stop() {
            return Err(Halted::Asked.into());
        }
        connecting.forget_who_left();
        connecting.accept(&listener)?;
        connecting.dial()?;
        let Some(missing) = connecting.missing() else {
            return Ok(connecting.streams);
        };
        let name = format!("process {missing} ({})", fleet.hosts[missing]);
        if Instant::now() > connecting.end {
            let why = match &connecting.why[missing] {
                Some(error) => error.to_string(),
                None => "it did not connect".into(),
            };
            return Err(Trouble::Unreachable(format!(
                "{name} cannot be reached: {why}; waited {} s: expected it to be started, too, with \
                 --process {missing}",
                fleet.patience.as_secs()
            )));
        }
        if !is_told && start.elapsed() > SILENCE {
            is_told = true;
            tell(&format!("waits for {name}"));
        }
        sleep(PAUSE);
    }
}

fn greeting(process: usize, terms: &[Term]) -> Vec<u8> {
    let terms = terms.to_vec();
    let text = serde_json::to_vec(&Greeting { process, terms }).expect("texts and a number");
    let length = u32::try_from(text.len()).expect("a short greeting");
    [&MAGIC[..], &length.to_be_bytes(), &text].concat()
}

struct Connecting<'a> {
    fleet: &'a FleetMembers,
    greeting: Vec<u8>,
    terms: &'a [Term],
    streams: Vec<Option<TcpStream>>,
    /// Why the last attempt failed.
    why: Vec<Option<io::Error>>,
    end: Instant,
}

impl Connecting<'_> {
    fn missing(&self) -> Option<usize> {
        let is_missing = |&i: &usize| i != self.fleet.process && self.streams[i].is_none();
        (0..self.streams.len()).find(is_missing)
    }

    /// Somebody may have been ended and started again in the meantime.
    fn forget_who_left(&mut self) {
        for held in &mut self.streams {
            let is_there = |stream: &TcpStream| {
                let peeked = stream
                    .set_nonblocking(true)
                    .and_then(|()| stream.peek(&mut [0]));
                let restored = stream.set_nonblocking(false);
                match restored.and(peeked) {
                    Ok(count) => count > 0,
                    Err(error) => error.kind() == ErrorKind::WouldBlock,
                }
            };
            held.take_if(|stream| !is_there(stream));
        }
    }

    /// Lets in who is at the door.
    fn accept(&mut self, listener: &TcpListener) -> Result<(), Trouble> {
        loop {
            let mut stream = match listener.accept() {
                Ok((stream, _)) => stream,
                Err(_) => return Ok(()),
            };
            // Whoever is not one of us, and says so, is let go; and whoever says nothing.
            let greeted = (|| {
                stream.set_nonblocking(false)?;
                stream.write_all(&self.greeting)?;
                read_greeting(&mut stream)
            })();
            let Ok(greeting) = greeted else {
                continue;
            };
            let from = greeting.process;
            self.compare(&greeting, from)?;
            if from <= self.fleet.process || from >= self.streams.len() {
                return Err(Trouble::Stranger(format!(
                    "a process calls itself {from} and connects to process {}: expected --process to be \
                     different everywhere, and the same hosts in the same order",
                    self.fleet.process
                )));
            }
            if self.streams[from].is_some() {
                return Err(Trouble::Stranger(format!(
                    "two processes call themselves {from}: expected --process to be different everywhere"
                )));
            }
            settle(&stream).map_err(unconnected)?;
            self.streams[from] = Some(stream);
        }
    }

    /// Goes to the doors of all who are before this one.
    fn dial(&mut self) -> Result<(), Trouble> {
        for to in 0..self.fleet.process {
            if self.streams[to].is_some() {
                continue;
            }
            match self.try_dial(to) {
                Ok((stream, greeting)) => {
                    self.compare(&greeting, to)?;
                    if greeting.process != to {
                        return Err(Trouble::Stranger(format!(
                            "process {to} ({}) calls itself {}: expected the same hosts in the same order \
                             everywhere",
                            self.fleet.hosts[to], greeting.process
                        )));
                    }
                    settle(&stream).map_err(unconnected)?;
                    self.streams[to] = Some(stream);
                }
                Err(error) => self.why[to] = Some(error),
            }
        }
        Ok(())
    }

    fn try_dial(&self, to: usize) -> io::Result<(TcpStream, Greeting)> {
        let addresses: Vec<SocketAddr> = self.fleet.hosts[to].to_socket_addrs()?.collect();
        let mut last = io::Error::new(ErrorKind::NotFound, "it has no address");
        for address in addresses {
            let attempt = || {
                let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
                stream.write_all(&self.greeting)?;
                let greeting = read_greeting(&mut stream)?;
                Ok((stream, greeting))
            };
            match attempt() {
                Ok(found) => return Ok(found),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Whether a process wants the same.
    fn compare(&self, greeting: &Greeting, peer: usize) -> Result<(), Trouble> {
        let name = match self.fleet.hosts.get(peer) {
            Some(host) => format!("process {peer} ({host})"),
            None => format!("process {peer}"),
        };
        let stranger = |why: String| Err(Trouble::Stranger(format!("{name} {why}")));
        for Term(what, ours) in self.terms {
            match greeting.terms.iter().find(|Term(other, _)| other == what) {
                Some(Term(_, theirs)) if theirs == ours => {}
                Some(Term(_, theirs)) => {
                    return stranger(format!(
                        "has another {what}: expected {ours}, found {theirs}"
                    ));
                }
                None => return stranger(format!("says no {what}: expected {ours}")),
            }
        }
        match greeting.terms.len() == self.terms.len() {
            true => Ok(()),
            false => stranger("says more than this one: expected the same version".into()),
        }
    }
}

/// From now on the stream carries letters.
fn settle(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_nodelay(true)?;
    // A machine that is switched off does not say goodbye.
    #[cfg(unix)]
    {
        use rustix::net::sockopt;
        sockopt::set_socket_keepalive(stream, true)?;
        sockopt::set_tcp_keepidle(stream, IDLE)?;
        sockopt::set_tcp_keepintvl(stream, IDLE / 6)?;
        sockopt::set_tcp_keepcnt(stream, 6)?;
    }
    // Nor does it read what is sent to it.
    #[cfg(target_os = "linux")]
    rustix::net::sockopt::set_tcp_user_timeout(stream, 2 * IDLE.as_millis() as u32)?;
    Ok(())
}

/// Something is wrong with a connection, not with a shelf.
fn unconnected(error: io::Error) -> Trouble {
    Trouble::Unreachable(format!("the connections to other processes: {error}"))
}

/// What the other end says first, if it says so soon enough.
fn read_greeting(stream: &mut TcpStream) -> io::Result<Greeting> {
    let odd = || io::Error::new(ErrorKind::InvalidData, "somebody else answers there");
    let end = Instant::now() + SHY;
    let mut read = |bytes: &mut [u8]| {
        let mut filled = 0;
        while filled < bytes.len() {
            let left = end.saturating_duration_since(Instant::now());
            let silent = || io::Error::new(ErrorKind::TimedOut, "it is there, but says nothing");
            if left.is_zero() {
                return Err(silent());
            }
            stream.set_read_timeout(Some(left))?;
            match stream.read(&mut bytes[filled..]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Err(silent());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    };
    let mut magic = [0; MAGIC.len()];
    read(&mut magic)?;
    if magic != *MAGIC {
        return Err(odd());
    }
    let mut length = [0; 4];
    read(&mut length)?;
    let length = u32::from_be_bytes(length);
    if length > GREETING_BYTES_MAX {
        return Err(odd());
    }
    let mut text = vec![0; length as usize];
    read(&mut text)?;
    serde_json::from_slice(&text).map_err(|_| odd())
}
