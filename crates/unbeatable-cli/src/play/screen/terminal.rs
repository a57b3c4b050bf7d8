//! The terminal, taken as a whole and given back however the program ends.

use std::io::{self, IsTerminal, Stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

use crate::progress::{self, ProgressMode, ProgressWatch};

/// Whether the program has the terminal. There is one of it, so this is the process's.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// The terminal, while the program has all of it.
pub(super) struct Screen {
    /// Never dropped: ratatui's would panic where standard error is gone with the terminal.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    events: Receiver<io::Result<Event>>,
    /// While it is there, signals ask the program to end instead of ending it.
    _watch: ProgressWatch,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn open() -> io::Result<Screen> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let previous = panic::take_hook();
            // What a panic says would be lost with the screen it is written on.
            panic::set_hook(Box::new(move |what| {
                restore();
                previous(what);
            }));
        });
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let watch = ProgressWatch::new(ProgressMode::None, true);
        progress::take_screen(Some(restore));
        IS_OPEN.store(true, Ordering::SeqCst);
        // Before anybody reads, or what was typed ahead waits for the end of its line.
        let raw = enable_raw_mode();
        let screen = Screen {
            terminal: ManuallyDrop::new(terminal),
            events: events(),
            _watch: watch,
        };
        // From here on, what fails gives the terminal back by being dropped.
        raw?;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    /// Waits so long for a key, or a new size. A terminal that is gone asks the program to end.
    pub(super) fn next(&self, time: Duration) -> io::Result<Option<Event>> {
        match self.events.recv_timeout(time) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => {
                if !io::stdin().is_terminal() {
                    progress::interrupt();
                }
                Ok(None)
            }
            Err(RecvTimeoutError::Disconnected) => {
                progress::interrupt();
                Ok(None)
            }
        }
    }

    /// Draws a frame, as large as the terminal is now.
    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame)) -> io::Result<()> {
        if IS_OPEN.load(Ordering::SeqCst) {
            match self.terminal.draw(paint) {
                Ok(_) => {}
                Err(_) if !io::stdin().is_terminal() => progress::interrupt(),
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

/// Keys and new sizes, read by a thread of their own. Where the terminal is gone (SIGHUP), crossterm 0.29
/// reads its end over and over and does not come back: who waits for it misses all signals.
fn events() -> Receiver<io::Result<Event>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        loop {
            let event = event::read();
            let is_last = event.is_err();
            // Nobody waits for events any more once the program is about to end.
            if sender.send(event).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
        progress::take_screen(None);
    }
}

/// Gives the terminal back, if that is still to be done.
fn restore() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        // Nobody is left who could hear of an error.
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
