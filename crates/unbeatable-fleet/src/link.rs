//! Connections that are watched.
//!
//! Timely's threads panic if a connection breaks. That would be a backtrace for something that happens
//! every day on a cluster; so they read and write through a [`Link`], which keeps the loss from them and
//! tells the workers instead.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use timely::communication::allocator::zero_copy::stream::Stream;

/// A process that has ended its work waits so long for the others to say that they have heard all of it.
const GOODBYE: Duration = Duration::from_secs(10);

/// How all connections of a process stand.
pub(crate) struct Links {
    hosts: Vec<String>,
    peers: Mutex<Vec<Peer>>,
    changed: Condvar,
    is_closed: AtomicBool,
}

/// How one stands.
#[derive(Default)]
struct Peer {
    /// To end it from here.
    stream: Option<TcpStream>,
    /// All that we had to say has been sent, and the end of it, too.
    is_said: bool,
    /// All that the other had to say has been heard, and the end of it, too.
    is_heard: bool,
    is_lost: bool,
}

impl Links {
    pub(crate) fn new(hosts: &[String], own: usize) -> Self {
        let peer = |i: usize| Peer {
            // Nobody is connected to himself.
            is_said: i == own,
            is_heard: i == own,
            ..Peer::default()
        };
        Links {
            peers: Mutex::new((0..hosts.len()).map(peer).collect()),
            hosts: hosts.to_vec(),
            changed: Condvar::new(),
            is_closed: AtomicBool::new(false),
        }
    }

    fn change(&self, peer: usize, change: impl FnOnce(&mut Peer)) {
        let mut peers = self
            .peers
            .lock()
            .expect("nobody panics while he looks at it");
        change(&mut peers[peer]);
        self.changed.notify_all();
    }

    /// The first process that is lost, in words. All that came from it before is with the workers. Whoever
    /// ended well is not lost: he did so after the last round.
    pub(crate) fn lost(&self) -> Option<String> {
        let peers = self
            .peers
            .lock()
            .expect("nobody panics while he looks at it");
        let lost = peers.iter().position(|peer| peer.is_lost)?;
        Some(format!(
            "process {lost} ({}) has ended, or the connection to it is lost",
            self.hosts[lost]
        ))
    }

    /// Waits until everybody has heard everything, so that nothing on its way is thrown away with a
    /// connection; not for ever.
    pub(crate) fn wait_until_over(&self) {
        let peers = self
            .peers
            .lock()
            .expect("nobody panics while he looks at it");
        let is_open = |peers: &mut Vec<Peer>| {
            let is_over = |peer: &Peer| peer.is_lost || peer.is_said && peer.is_heard;
            !peers.iter().all(is_over)
        };
        drop(self.changed.wait_timeout_while(peers, GOODBYE, is_open));
    }

    /// Breaks all connections, so that the others know at once that this process is lost. Who is lost by that
    /// is not the others' fault.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Relaxed);
        let peers = self
            .peers
            .lock()
            .expect("nobody panics while he looks at it");
        for stream in peers.iter().filter_map(|peer| peer.stream.as_ref()) {
            drop(stream.shutdown(Shutdown::Both));
        }
    }
}

/// One end of a connection to another process.
pub(crate) struct Link {
    stream: TcpStream,
    peer: usize,
    links: Arc<Links>,
    frames: Frames,
    /// The last frame, if it came with others: they are to be with the workers before it is read.
    held: Vec<u8>,
}

impl Link {
    pub(crate) fn new(stream: TcpStream, peer: usize, links: Arc<Links>) -> Self {
        links.change(peer, |peer| peer.stream = stream.try_clone().ok());
        Link {
            stream,
            peer,
            links,
            frames: Frames::default(),
            held: vec![],
        }
    }

    fn lose(&self) {
        if self.links.is_closed.load(Relaxed) {
            return;
        }
        self.links.change(self.peer, |peer| peer.is_lost = true);
    }
}

impl Read for Link {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // Whoever reads has passed on all that he read before.
        if !self.held.is_empty() {
            let count = self.held.len().min(bytes.len());
            bytes[..count].copy_from_slice(&self.held[..count]);
            self.held.drain(..count);
            self.links.change(self.peer, |peer| peer.is_heard = true);
            return Ok(count);
        }
        loop {
            match self.stream.read(bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(count) if count > 0 => {
                    let end = self.frames.pass(&bytes[..count]);
                    return match end {
                        None => Ok(count),
                        Some(0) => {
                            self.links.change(self.peer, |peer| peer.is_heard = true);
                            Ok(count)
                        }
                        Some(end) => {
                            self.held = bytes[end..count].to_vec();
                            Ok(end)
                        }
                    };
                }
                _ if self.frames.is_over => {
                    self.links.change(self.peer, |peer| peer.is_heard = true);
                    return Ok(0);
                }
                // The thread that reads would panic if it heard of this. The workers hear of it; it sleeps
                // until the process ends.
                _ => {
                    self.lose();
                    loop {
                        thread::park();
                    }
                }
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(count) if count > 0 => Ok(count),
            // Nobody will read it.
            _ => {
                self.lose();
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Link {
            stream: self.stream.try_clone()?,
            peer: self.peer,
            links: self.links.clone(),
            frames: Frames::default(),
            held: vec![],
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if self.stream.shutdown(how).is_err() {
            self.lose();
        }
        self.links.change(self.peer, |peer| peer.is_said = true);
        Ok(())
    }
}

/// Follows what timely sends, frame by frame, to know its end from a broken connection:
///
/// ```text
/// bytes       what
/// 6 x 8       head; the fifth number, the highest byte first, is the length of what follows
/// length      a message; the frame without one is the last
/// ```
#[derive(Default)]
struct Frames {
    head: Vec<u8>,
    /// Bytes of the message that are still to come.
    rest: u64,
    is_over: bool,
}

impl Frames {
    const HEAD: usize = 48;

    /// Follows some more; says where in these bytes the last frame begins, if it ends here: at 0 also if
    /// it began before.
    fn pass(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        let mut begin = 0;
        while at < bytes.len() && !self.is_over {
            let left = bytes.len() - at;
            if self.rest > 0 {
                let some = left.min(usize::try_from(self.rest).unwrap_or(usize::MAX));
                self.rest -= some as u64;
                at += some;
                begin = at;
                continue;
            }
            let some = left.min(Self::HEAD - self.head.len());
            self.head.extend_from_slice(&bytes[at..at + some]);
            at += some;
            if self.head.len() == Self::HEAD {
                let length = self.head[32..40].try_into().expect("eight bytes");
                self.rest = u64::from_be_bytes(length);
                self.is_over = self.rest == 0;
                self.head.clear();
            }
        }
        self.is_over.then_some(begin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_frame_is_known_however_bytes_arrive() {
        let frame = |length: u64| {
            let mut bytes = vec![0; Frames::HEAD + length as usize];
            bytes[32..40].copy_from_slice(&length.to_be_bytes());
            bytes
        };
        let all = [frame(1), frame(300), frame(48), frame(0)].concat();
        for step in [1, 7, 48, 49, 1000] {
            let mut frames = Frames::default();
            let mut passed = 0;
            for some in all.chunks(step) {
                assert!(!frames.is_over);
                let end = frames.pass(some);
                let last = all.len() - Frames::HEAD;
                let is_over = passed + some.len() == all.len();
                assert_eq!(
                    end,
                    is_over.then_some(last.saturating_sub(passed)),
                    "{step}"
                );
                passed += some.len();
            }
            assert!(frames.is_over && passed == all.len());
        }
        // A break anywhere before is none.
        for end in 0..all.len() {
            let mut frames = Frames::default();
            assert_eq!(frames.pass(&all[..end]), None, "{end}");
        }
    }
}
