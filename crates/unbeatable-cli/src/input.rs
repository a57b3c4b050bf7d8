//! Standard input, or a file, line by line.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;
use crate::progress;

/// Longer lines are cut off: no command is that long.
const LINE_BYTES_MAX: usize = 1 << 16;

/// How soon Ctrl-C is noticed while nobody says anything.
const POLL: Duration = Duration::from_millis(100);

/// The lines of an input, read by a thread of their own: whoever waits for them must not miss
/// Ctrl-C.
pub(crate) struct InputLines(Receiver<io::Result<Vec<u8>>>);

/// What comes next.
pub(crate) enum Input {
    /// A line without its end.
    Line(Vec<u8>),
    /// Nothing more.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl InputLines {
    /// Those of standard input, from now on.
    pub(crate) fn new() -> InputLines {
        InputLines::of(|| io::stdin().lock())
    }

    /// The lines of something else that is read.
    pub(crate) fn of<R: BufRead>(open: impl FnOnce() -> R + Send + 'static) -> InputLines {
        let (sender, receiver) = mpsc::sync_channel(1);
        thread::spawn(move || {
            let mut input = open();
            // Nobody waits for a line any more once the program is about to end.
            while let Some(line) = read_line(&mut input).transpose() {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        InputLines(receiver)
    }

    /// Waits for what comes next.
    pub(crate) fn next(&self) -> Result<Input, Failure> {
        loop {
            match self.0.recv_timeout(POLL) {
                _ if progress::is_interrupted() => return Ok(Input::Interrupted),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Input::End),
                Ok(Ok(line)) => return Ok(Input::Line(line)),
                Ok(Err(e)) => {
                    return Err(format!("cannot read the input: {e}").into());
                }
            }
        }
    }
}

/// The next line without its end, cut off where it is too long; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut is_read = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            return Ok(is_read.then_some(line));
        }
        is_read = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let found = end.unwrap_or(bytes.len());
        let kept = found.min(LINE_BYTES_MAX - line.len());
        line.extend_from_slice(&bytes[..kept]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_cut_off() {
        let long = "x".repeat(3 * LINE_BYTES_MAX);
        let text = format!("a\n\n{long}\nb");
        let mut input = io::BufReader::with_capacity(1000, text.as_bytes());
        let mut next = || read_line(&mut input).expect("no error");
        assert_eq!(next(), Some(b"a".to_vec()));
        assert_eq!(next(), Some(vec![]));
        assert_eq!(next().map(|line| line.len()), Some(LINE_BYTES_MAX));
        assert_eq!(next(), Some(b"b".to_vec()));
        assert_eq!(next(), None);
    }
}
