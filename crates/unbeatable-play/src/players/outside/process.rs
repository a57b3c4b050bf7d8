//! An engine's process: lines in, lines out, and nothing left of it afterwards.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use unbeatable_core::{Bounds, Effort, Progress, Stopped, Value, Watch};

use crate::players::contestant::NoMove;

pub use group::kill_all;

/// A line that is longer is nonsense.
pub(super) const LINE_BYTES_MAX: usize = 1 << 16;

/// An engine that says more than so many lines without being asked waits until they are read.
const LINES_WAITING: usize = 64;

/// So much of what an engine says on standard error is kept, its end.
const ERRORS_BYTES_MAX: usize = 1 << 12;

/// Of that, so many lines and characters stand in a reason.
const ERRORS_SHOWN: [usize; 2] = [3, 160];

/// How often the watch is asked whether to go on.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long a process may take to end once it has closed its output. Only one that lives on takes so long.
const END_TIME: Duration = Duration::from_secs(2);

/// How long its last words may take to arrive once it has ended. Only if somebody else keeps standard error
/// open does it take so long; otherwise they are there at once, or when a busy machine comes to read them.
const LAST_WORDS_TIME: Duration = Duration::from_secs(5);

/// A program with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name, then the arguments.
    words: Vec<String>,
}

impl Program {
    /// Splits a command as a shell does: quotes and backslashes, but no variables, patterns or pipes.
    pub fn parse(command: &str) -> Result<Self, String> {
        let words = shell_words::split(command)
            .map_err(|_| "expected a command whose quotes are all closed".to_string())?;
        match words.first() {
            Some(name) if !name.is_empty() && !words.iter().any(|word| word.contains('\0')) => {
                Ok(Program { words })
            }
            _ => Err("expected a command, such as 'gnugo --mode gtp'".into()),
        }
    }

    /// The command with more arguments.
    pub fn with(mut self, arguments: impl IntoIterator<Item = String>) -> Self {
        self.words.extend(arguments);
        self
    }

    /// A program of that name, without arguments.
    pub fn named(name: String) -> Self {
        Program { words: vec![name] }
    }

    /// The name, then the arguments.
    pub fn words(self) -> Vec<String> {
        self.words
    }

    /// Starts it, in a process group of its own. What went wrong, if it cannot be started.
    pub fn start(&self) -> Result<Engine, String> {
        let mut command = Command::new(&self.words[0]);
        command
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        group::lead(&mut command);
        let started = command.spawn().and_then(Engine::new);
        started.map_err(|e| {
            let program = shell_words::quote(&self.words[0]);
            match e.kind() {
                io::ErrorKind::NotFound => format!("there is no program {program}"),
                _ => format!("cannot start {program}: {e}"),
            }
        })
    }
}

/// What somebody waits for, and how long.
pub(super) struct WaitingTime<'w, V: Value> {
    until: Instant,
    time: Duration,
    /// What the time is for: `for a move`.
    what: &'w str,
    watch: &'w dyn Watch<V>,
    looked: Instant,
}

impl<'w, V: Value> WaitingTime<'w, V> {
    /// From now on, so long.
    pub(super) fn start(time: Duration, what: &'w str, watch: &'w dyn Watch<V>) -> Self {
        let now = Instant::now();
        WaitingTime {
            // Whoever may take centuries never hears of it.
            until: now
                .checked_add(time)
                .unwrap_or(now + Duration::from_secs(1 << 31)),
            time,
            what,
            watch,
            looked: now,
        }
    }

    /// How long to wait before it is asked again; `Err` if there is nothing more to wait for.
    fn on(&mut self) -> Result<Duration, NoMove> {
        let now = Instant::now();
        if now >= self.looked + LOOK_EVERY {
            self.looked = now;
            let progress = Progress {
                effort: Effort::default(),
                bounds: Bounds::UNKNOWN,
                table_bytes: 0,
                asking: None,
            };
            if self.watch.progress(&progress).is_break() {
                return Err(Stopped::Asked.into());
            }
        }
        match self.until.checked_duration_since(now) {
            Some(left) if !left.is_zero() => Ok(left.min(LOOK_EVERY)),
            _ => {
                let (time, what) = (written(self.time), self.what);
                Err(NoMove::Forfeit(format!("took longer than {time} {what}")))
            }
        }
    }
}

/// A time as people write it: `10 s`, `200 ms`.
fn written(time: Duration) -> String {
    match time < Duration::from_secs(1) {
        true => format!("{} ms", time.as_millis()),
        false => format!("{} s", time.as_secs_f64()),
    }
}

/// A running engine. Dropped, its whole process group is killed and it is waited for.
pub struct Engine {
    process: EngineProcess,
    input: SyncSender<String>,
    output: Receiver<Said>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Nothing comes from there; it ends with standard error.
    errors_end: Receiver<()>,
    /// How many commands it was sent.
    pub(super) asked: u64,
}

/// What an engine says.
enum Said {
    Line(String),
    TooLong,
}

impl Engine {
    fn new(child: Child) -> io::Result<Self> {
        group::began(&child);
        let mut process = EngineProcess { child, ended: None };
        let (stdin, stdout, stderr) = process.pipes();
        let (input, to_write) = sync_channel::<String>(LINES_WAITING);
        let (to_read, output) = sync_channel(LINES_WAITING);
        let (errors_open, errors_end) = sync_channel(0);
        let errors = Arc::new(Mutex::new(vec![]));
        let kept = Arc::clone(&errors);
        // Nobody waits for these threads: they end with their pipes, which the process closes.
        let spawn = |work: Box<dyn FnOnce() + Send>| thread::Builder::new().spawn(work);
        spawn(Box::new(move || write(stdin, &to_write)))?;
        spawn(Box::new(move || read(stdout, &to_read)))?;
        spawn(Box::new(move || {
            keep_end(stderr, &kept);
            drop(errors_open);
        }))?;
        Ok(Engine {
            process,
            input,
            output,
            errors,
            errors_end,
            asked: 0,
        })
    }

    /// Whether it has not ended yet.
    pub fn is_running(&mut self) -> bool {
        !self.process.has_ended()
    }

    /// Sends it some lines, unless it has not read what it was sent before, or reads no more.
    pub fn tell(&mut self, lines: String) -> bool {
        self.input.try_send(lines).is_ok()
    }

    /// Whether it has ended, and says that all went well.
    pub fn has_ended_well(&mut self) -> bool {
        self.process.has_ended() && self.process.end().is_some_and(|status| status.success())
    }

    /// Whether it has said something since this was last asked.
    pub fn has_spoken(&mut self) -> bool {
        self.output.try_iter().count() > 0
    }

    /// Sends it some lines. It forfeits if it has not read what it was sent before.
    pub(super) fn send(&mut self, lines: String) -> Result<(), NoMove> {
        match self.input.try_send(lines) {
            // Who reads no more may have said already what there is to say: that is seen later.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
            Err(TrySendError::Full(_)) => {
                Err(NoMove::Forfeit("does not read what it is asked".into()))
            }
        }
    }

    /// The next line that it says, without its end.
    pub(super) fn line<V: Value>(
        &mut self,
        waiting: &mut WaitingTime<V>,
    ) -> Result<String, NoMove> {
        loop {
            let time = waiting.on()?;
            match self.output.recv_timeout(time) {
                Ok(Said::Line(line)) => return Ok(line),
                Ok(Said::TooLong) => {
                    return Err(NoMove::Forfeit(format!(
                        "said a line of more than {LINE_BYTES_MAX} bytes"
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(NoMove::Forfeit(self.end())),
            }
        }
    }

    /// What became of an engine that says no more.
    pub fn end(&mut self) -> String {
        let by = Instant::now() + END_TIME;
        while !self.process.has_ended() && Instant::now() < by {
            thread::sleep(Duration::from_millis(2));
        }
        let how = match self.process.has_ended() {
            true => ending(self.process.end()),
            false => {
                self.process.end();
                "closed its output".into()
            }
        };
        // Whoever left its group may keep standard error open for ever.
        let _ = self.errors_end.recv_timeout(LAST_WORDS_TIME);
        let errors = self.errors.lock().expect("nobody panics here");
        match last_words(&errors) {
            None => how,
            Some(words) => format!("{how} (it said: {words})"),
        }
    }
}

/// How a process ended.
fn ending(status: Option<ExitStatus>) -> String {
    #[cfg(unix)]
    if let Some(signal) = status.and_then(|s| std::os::unix::process::ExitStatusExt::signal(&s)) {
        return format!("was killed by signal {signal}");
    }
    match status.and_then(|status| status.code()) {
        Some(code) => format!("ended with exit code {code}"),
        None => "ended".into(),
    }
}

/// The last lines that were said on standard error, on one; `None` if there are none.
pub fn last_words(errors: &[u8]) -> Option<String> {
    let [lines_max, characters_max] = ERRORS_SHOWN;
    let text = String::from_utf8_lossy(errors);
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    let last = lines[lines.len().saturating_sub(lines_max)..].join(" / ");
    // Quotes stay as they are.
    let escape = |c: char| match c.is_control() {
        true => c.escape_debug().to_string(),
        false => c.to_string(),
    };
    let characters: Vec<char> = last
        .chars()
        .map(escape)
        .collect::<String>()
        .chars()
        .collect();
    match characters.len() {
        0 => None,
        n if n <= characters_max => Some(characters.into_iter().collect()),
        n => Some(
            ['…']
                .iter()
                .chain(&characters[n - characters_max..])
                .collect(),
        ),
    }
}

/// Passes on what is to be written, until nobody reads it, or nobody sends it.
fn write(mut input: impl Write, lines: &Receiver<String>) {
    for lines in lines {
        let written = input.write_all(lines.as_bytes());
        if written.and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Passes on what is read, line by line, until it ends or nobody listens.
fn read(output: impl Read, lines: &SyncSender<Said>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = vec![];
        // One more for the end of the line.
        let longest = LINE_BYTES_MAX as u64 + 1;
        match output.by_ref().take(longest).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
        let said = match !is_whole && line.len() > LINE_BYTES_MAX {
            true => Said::TooLong,
            false => {
                line.pop_if(|byte| *byte == b'\r');
                Said::Line(String::from_utf8_lossy(&line).into_owned())
            }
        };
        let is_last = matches!(said, Said::TooLong);
        if lines.send(said).is_err() || is_last {
            return;
        }
    }
}

/// Reads to the end, and keeps the end of what was read.
fn keep_end(mut errors: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut bytes = [0; 1 << 12];
    loop {
        match errors.read(&mut bytes) {
            Ok(0) => return,
            Ok(n) => {
                let mut kept = kept.lock().expect("nobody panics here");
                kept.extend_from_slice(&bytes[..n]);
                let more = kept.len().saturating_sub(ERRORS_BYTES_MAX);
                kept.drain(..more);
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// A process that does not outlive its owner, nor do those that it started.
struct EngineProcess {
    child: Child,
    /// How it ended, once it was waited for.
    ended: Option<Option<ExitStatus>>,
}

impl EngineProcess {
    fn pipes(&mut self) -> (impl Write + use<>, impl Read + use<>, impl Read + use<>) {
        let Child {
            stdin,
            stdout,
            stderr,
            ..
        } = &mut self.child;
        let piped = "it was started with pipes";
        (
            stdin.take().expect(piped),
            stdout.take().expect(piped),
            stderr.take().expect(piped),
        )
    }

    fn has_ended(&mut self) -> bool {
        self.ended.is_some() || group::has_ended(&mut self.child)
    }

    /// Kills its group and waits for it. How it ended, if the system says.
    fn end(&mut self) -> Option<ExitStatus> {
        let child = &mut self.child;
        *self.ended.get_or_insert_with(|| {
            // Before it is waited for: from then on its number may be another's.
            group::kill(child);
            group::ended(child);
            child.wait().ok()
        })
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.end();
    }
}

/// A process and all that it starts, unless they leave.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::Mutex;

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// The groups that run. A program that leaves at once drops nothing, so somebody has to know.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(vec![]);

    /// Lets it lead a group of its own: Ctrl-C in the terminal is not meant for it.
    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// From now on its group runs.
    pub(super) fn began(child: &Child) {
        let mut running = RUNNING.lock().expect("nobody panics here");
        running.push(Pid::from_child(child));
    }

    /// Its group was killed.
    pub(super) fn ended(child: &Child) {
        let mut running = RUNNING.lock().expect("nobody panics here");
        running.retain(|group| *group != Pid::from_child(child));
    }

    /// Kills all engines and what they started, for a program that leaves at once: one that ends in good order
    /// need not ask for it.
    pub fn kill_all() {
        // Whoever is about to leave waits for nobody.
        if let Ok(running) = RUNNING.try_lock() {
            for group in running.iter() {
                let _ = kill_process_group(*group, Signal::KILL);
            }
        }
    }

    /// Whether it has ended. It is not waited for: its number stays its own.
    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), options);
        matches!(status, Ok(Some(_)))
    }

    /// Kills them all.
    pub(super) fn kill(child: &mut Child) {
        // It may have ended already.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// A process; those that it starts end with their input, if they please.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead(_: &mut Command) {}

    pub(super) fn began(_: &Child) {}

    pub(super) fn ended(_: &Child) {}

    /// Nothing: nobody knows which processes there are.
    pub fn kill_all() {}

    pub(super) fn has_ended(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(Some(_)))
    }

    pub(super) fn kill(child: &mut Child) {
        // It may have ended already.
        let _ = child.kill();
    }
}
