//! Connections to other processes, and the letters on them.
//!
//! Each has a thread that reads and one that writes. What is sent, the lowest byte of a number first:
//!
//! ```text
//! bytes       what
//! 1           0 a question, 1 an answer, 2 the end of a round, 3 the end of all letters
//! 4           the worker who wrote it
//! 4           the worker who reads it
//! 8           the number of the question that it is, or answers
//! 4           length of what follows
//! length      what is written in it
//! ```
//!
//! Only who ends well says that all letters have ended: a connection that breaks before is a loss.

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::fleet::FleetMembers;
use crate::mail::{LETTER_BYTES_MAX, Letter, LetterKind};
use crate::trouble::Trouble;

/// Bytes before what is written in a letter.
const HEAD_BYTES: usize = 21;

/// Letters by the number that they begin with, and the end of all behind them.
const KINDS: [LetterKind; 3] = [
    LetterKind::Question,
    LetterKind::Answer,
    LetterKind::EndOfRound,
];
const END_OF_ALL: u8 = KINDS.len() as u8;

/// A process that has ended its work waits so long for the others to say that they have, too.
const GOODBYE: Duration = Duration::from_secs(10);

/// Small letters are read and written together.
const BUFFER_BYTES: usize = 1 << 16;

/// The connections of a process, and how they stand.
pub(crate) struct Links<'f> {
    fleet: &'f FleetMembers,
    /// A stream to each other process.
    streams: Vec<Option<TcpStream>>,
    /// The first process that was lost.
    lost: OnceLock<usize>,
    is_closed: AtomicBool,
}

impl<'f> Links<'f> {
    pub(crate) fn new(fleet: &'f FleetMembers, streams: Vec<Option<TcpStream>>) -> Self {
        Links {
            fleet,
            streams,
            lost: OnceLock::new(),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Whether all connections stand. All that came before a loss is in the inboxes of the workers. Whoever
    /// ended well is not lost: it did so after the last round.
    pub(crate) fn check(&self) -> Result<(), Trouble> {
        if self.is_closed.load(Relaxed) {
            return Err(Trouble::Mate);
        }
        match self.lost.get() {
            None => Ok(()),
            Some(&lost) => Err(Trouble::Lost(format!(
                "process {lost} ({}) has ended, or the connection to it is lost",
                self.fleet.hosts[lost]
            ))),
        }
    }

    /// Breaks all connections, so that the others know at once that this process is lost. Who is lost by that
    /// is not the others' fault.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Relaxed);
        for stream in self.streams.iter().flatten() {
            drop(stream.shutdown(Shutdown::Both));
        }
    }

    /// Does `work` with the senders to all workers, and carries the letters until it is done and everybody has
    /// heard everything; the last not for ever. `inboxes` are those to our workers.
    pub(crate) fn carry<T>(
        &self,
        inboxes: &[Sender<Letter>],
        work: impl FnOnce(&[Sender<Letter>]) -> T,
    ) -> T {
        thread::scope(|scope| {
            let _closing = Closing(self);
            // Nobody sends anything here. It breaks when all who carry have ended.
            let (carrying, carried) = channel::<()>();
            let mut post = vec![];
            for (peer, stream) in self.streams.iter().enumerate() {
                let Some(stream) = stream else {
                    post.extend_from_slice(inboxes);
                    continue;
                };
                let (sender, letters) = channel();
                post.resize(post.len() + self.fleet.workers, sender);
                let (reading, writing) = (carrying.clone(), carrying.clone());
                scope.spawn(move || {
                    self.receive(peer, stream, inboxes);
                    drop(reading);
                });
                scope.spawn(move || {
                    // Whoever reads from it hears of a loss, after all that came before.
                    if send(stream, &letters).is_err() {
                        drop(stream.shutdown(Shutdown::Write));
                    }
                    drop(writing);
                });
            }
            let done = work(&post);
            drop((post, carrying));
            let _ = carried.recv_timeout(GOODBYE);
            done
        })
    }

    /// Brings what a process sends to the inboxes of our workers, until it ends or is lost.
    fn receive(&self, peer: usize, stream: &TcpStream, inboxes: &[Sender<Letter>]) {
        let mut stream = BufReader::with_capacity(BUFFER_BYTES, stream);
        let (theirs, own) = (self.fleet.of(peer), self.fleet.own());
        loop {
            match read(&mut stream, &theirs, &own) {
                // Whoever has ended needs none.
                Ok(Some(letter)) => drop(inboxes[letter.to as usize - own.start].send(letter)),
                Ok(None) => return,
                Err(_) if self.is_closed.load(Relaxed) => return,
                Err(_) => {
                    self.lost.get_or_init(|| peer);
                    return;
                }
            }
        }
    }
}

/// Breaks all connections when it is dropped, be it by a panic.
pub(crate) struct Closing<'a>(pub(crate) &'a Links<'a>);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Sends letters to a process, and that they have ended when all who write some have ended.
fn send(stream: &TcpStream, letters: &Receiver<Letter>) -> io::Result<()> {
    let mut stream = BufWriter::with_capacity(BUFFER_BYTES, stream);
    while let Ok(letter) = letters.recv() {
        write(&letter, &mut stream)?;
        for letter in letters.try_iter() {
            write(&letter, &mut stream)?;
        }
        stream.flush()?;
    }
    let mut end = [0; HEAD_BYTES];
    end[0] = END_OF_ALL;
    stream.write_all(&end)?;
    stream.flush()
}

fn write(letter: &Letter, stream: &mut impl Write) -> io::Result<()> {
    let length = letter.bytes.len() as u32;
    stream.write_all(&[letter.kind as u8])?;
    stream.write_all(&letter.from.to_le_bytes())?;
    stream.write_all(&letter.to.to_le_bytes())?;
    stream.write_all(&letter.about.to_le_bytes())?;
    stream.write_all(&length.to_le_bytes())?;
    stream.write_all(&letter.bytes)
}

/// The next letter between these workers, or none if all have ended.
fn read(
    stream: &mut impl Read,
    from: &Range<usize>,
    to: &Range<usize>,
) -> io::Result<Option<Letter>> {
    let mut head = [0; HEAD_BYTES];
    stream.read_exact(&mut head)?;
    if head[0] == END_OF_ALL {
        return Ok(None);
    }
    let number = |at| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
    let length = number(17) as usize;
    let mut letter = Letter {
        kind: *KINDS.get(head[0] as usize).ok_or(ErrorKind::InvalidData)?,
        from: number(1),
        to: number(5),
        about: u64::from_le_bytes(head[9..17].try_into().expect("eight bytes")),
        bytes: vec![],
    };
    let is_ours = from.contains(&(letter.from as usize)) && to.contains(&(letter.to as usize));
    if !is_ours || length > LETTER_BYTES_MAX {
        return Err(ErrorKind::InvalidData.into());
    }
    letter.bytes = vec![0; length];
    stream.read_exact(&mut letter.bytes)?;
    Ok(Some(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(mut bytes: &[u8]) -> io::Result<Vec<Letter>> {
        let mut letters = vec![];
        while let Some(letter) = read(&mut bytes, &(2..4), &(0..2))? {
            letters.push(letter);
        }
        Ok(letters)
    }

    #[test]
    fn letters_are_read_as_they_were_written_and_no_break_is_an_end() {
        let letter = |(i, kind): (usize, LetterKind)| Letter {
            kind,
            from: 2 + i as u32 % 2,
            to: i as u32 % 2,
            about: u64::MAX >> (20 * i),
            bytes: vec![i as u8; [300, 0, 1][i]],
        };
        let letters: Vec<Letter> = KINDS.into_iter().enumerate().map(letter).collect();
        let mut bytes = vec![];
        for letter in &letters {
            write(letter, &mut bytes).expect("memory takes all");
        }
        let last = bytes.len();
        bytes.extend([0; HEAD_BYTES]);
        bytes[last] = END_OF_ALL;
        assert_eq!(read_all(&bytes).expect("all is there"), letters);
        for end in 0..bytes.len() {
            let broken = read_all(&bytes[..end]).expect_err("it has no end");
            assert_eq!(broken.kind(), ErrorKind::UnexpectedEof, "{end}");
        }
    }

    #[test]
    fn what_is_no_letter_is_refused() {
        let good = Letter {
            kind: LetterKind::Question,
            from: 2,
            to: 1,
            about: 0,
            bytes: vec![],
        };
        let mut bytes = vec![];
        write(&good, &mut bytes).expect("memory takes all");
        // Another kind, workers of somebody else, and a length that nobody sends.
        for (at, byte) in [
            (0, 4),
            (1, 1),
            (1, 4),
            (5, 2),
            (8, 1),
            (20, 0x10),
            (20, 0xff),
        ] {
            let mut odd = bytes.clone();
            odd[at] = byte;
            odd[17] = 1;
            let refused = read_all(&odd).expect_err("no letter");
            assert_eq!(refused.kind(), ErrorKind::InvalidData, "{at}: {byte}");
        }
    }
}
