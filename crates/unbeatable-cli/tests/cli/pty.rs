//! A pseudo-terminal with the program in it.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Longer than anything takes, also where many tests run at once.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Terminal {
    pub(crate) child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    shown: Arc<Mutex<Shown>>,
}

/// What the program wrote, and what a terminal makes of it.
struct Shown {
    parser: vt100::Parser,
    bytes: Vec<u8>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// The program in a new terminal.
pub(crate) fn spawn(
    line: &str,
    columns: u16,
    rows: u16,
    variables: &[(&str, &str)],
) -> (Box<dyn MasterPty + Send>, Box<dyn Child + Send + Sync>) {
    let pair = native_pty_system()
        .openpty(size(columns, rows))
        .expect("there are pseudo-terminals");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_unbeatable"));
    command.args(line.split_whitespace());
    command.cwd(env!("CARGO_TARGET_TMPDIR"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color");
    for (name, value) in variables {
        command.env(name, value);
    }
    let child = pair
        .slave
        .spawn_command(command)
        .expect("the program starts");
    (pair.master, child)
}

impl Terminal {
    pub(crate) fn new(line: &str, columns: u16, rows: u16, variables: &[(&str, &str)]) -> Terminal {
        let (master, child) = spawn(line, columns, rows, variables);
        let mut reader = master.try_clone_reader().expect("it can be read");
        let keys = master.take_writer().expect("it has keys");
        let shown = Arc::new(Mutex::new(Shown {
            parser: vt100::Parser::new(rows, columns, 0),
            bytes: vec![],
        }));
        let written = Arc::clone(&shown);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                let mut shown = written.lock().expect("nobody panics");
                shown.parser.process(&buffer[..read]);
                shown.bytes.extend(&buffer[..read]);
            }
        });
        Terminal {
            child,
            master,
            keys,
            shown,
        }
    }

    /// What the screen shows.
    pub(crate) fn text(&self) -> String {
        self.shown
            .lock()
            .expect("nobody panics")
            .parser
            .screen()
            .contents()
    }

    /// All the program wrote.
    pub(crate) fn bytes(&self) -> String {
        let shown = self.shown.lock().expect("nobody panics");
        String::from_utf8_lossy(&shown.bytes).into_owned()
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys are read");
        self.keys.flush().expect("keys are read");
    }

    /// Waits until the screen shows all these texts.
    #[track_caller]
    pub(crate) fn wait(&self, texts: &[&str]) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.text();
            if texts.iter().all(|text| screen.contains(text)) {
                return screen;
            }
            assert!(
                begin.elapsed() < PATIENCE,
                "{texts:?} should be on\n{screen}"
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the program has the terminal.
    #[track_caller]
    pub(crate) fn wait_open(&self) {
        let begin = Instant::now();
        while self.is_cooked() || !self.bytes().contains("\u{1b}[?1049h") {
            assert!(begin.elapsed() < PATIENCE, "the screen is taken");
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let mut shown = self.shown.lock().expect("nobody panics");
        shown.parser.screen_mut().set_size(rows, columns);
        drop(shown);
        self.master
            .resize(size(columns, rows))
            .expect("sizes change");
    }

    /// Whether lines are read as usual, and echoed.
    pub(crate) fn is_cooked(&self) -> bool {
        let termios = self.master.get_termios().expect("a terminal has settings");
        let flags = format!("{:?}", termios.local_flags);
        flags.contains("ICANON") && flags.contains("ECHO") && flags.contains("ISIG")
    }

    /// Waits for the end of the program; the terminal must be as it was. Its exit code.
    #[track_caller]
    pub(crate) fn end(&mut self) -> u32 {
        let code = end(&mut *self.child);
        let begin = Instant::now();
        loop {
            let shown = self.shown.lock().expect("nobody panics");
            let screen = shown.parser.screen();
            if !screen.alternate_screen() && !screen.hide_cursor() {
                break;
            }
            drop(shown);
            assert!(begin.elapsed() < PATIENCE, "the screen is given back");
            thread::sleep(Duration::from_millis(10));
        }
        assert!(self.is_cooked(), "keys are given back");
        code
    }
}

/// Waits for the end of the program. Its exit code.
#[track_caller]
pub(crate) fn end(child: &mut (dyn Child + Send + Sync)) -> u32 {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return status.exit_code();
        }
        if begin.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program should have ended");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// A program that a failed test leaves behind must not live on.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
