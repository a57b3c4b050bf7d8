//! A line on standard error that is written over and over.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The spinner's signs, one after the other.
const SIGNS: &str = "⠁⠁⠉⠙⠚⠒⠂⠂⠒⠲⠴⠤⠄⠄⠤⠠⠠⠤⠦⠖⠒⠐⠐⠒⠓⠋⠉⠈⠈";

/// The line is not drawn again sooner than this.
const PAUSE: Duration = Duration::from_millis(50);

/// A sign that turns, and where a question stands. Nothing is drawn before the first line is known.
#[derive(Default)]
pub(crate) struct Spinner(Mutex<Drawn>);

#[derive(Default)]
struct Drawn {
    line: String,
    turns: usize,
    last: Option<Instant>,
}

impl Spinner {
    /// Shows another line, and turns.
    pub(crate) fn show(&self, line: &str) {
        let mut drawn = self.lock();
        drawn.line = line.to_string();
        drawn.turns += 1;
        if drawn.last.is_none_or(|last| last.elapsed() >= PAUSE) {
            drawn.draw();
        }
    }

    /// Does something while the line is out of the way.
    pub(crate) fn suspend<R>(&self, act: impl FnOnce() -> R) -> R {
        let mut drawn = self.lock();
        drawn.clear();
        let done = act();
        if drawn.last.is_some() {
            drawn.draw();
        }
        done
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Drawn> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drawn {
    fn draw(&mut self) {
        let columns = terminal_size::terminal_size_of(io::stderr())
            .map_or(80, |(columns, _)| usize::from(columns.0));
        let sign = SIGNS.chars().cycle().nth(self.turns);
        let line: String = sign
            .into_iter()
            .chain([' '])
            .chain(self.line.chars())
            .take(columns)
            .collect();
        // Who does not see it misses nothing that is said later.
        let _ = write!(io::stderr(), "\r\x1b[2K{line}");
        self.last = Some(Instant::now());
    }

    fn clear(&self) {
        if self.last.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}
