//! Processes that are watched, and what they take, by what the system says of them while they run.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::shell::command;

/// How often processes are looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// What a process took. What the system does not say is not a number.
#[derive(Clone, Copy)]
pub(crate) struct Took {
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
    pub(crate) peak_mib: f64,
}

impl Default for Took {
    fn default() -> Self {
        Took {
            seconds: 0.0,
            cpu_seconds: f64::NAN,
            peak_mib: f64::NAN,
        }
    }
}

impl Took {
    /// Looks at a process that may still run: at its processor time, and the most memory that it has had.
    pub(crate) fn look(&mut self, process: u32) {
        if let Some(bytes) = memory_bytes(process, "VmHWM:") {
            self.peak_mib = bytes as f64 / f64::from(1 << 20);
        }
        // User and system time in hundredths.
        if let (Some(user), Some(system)) = (stat(process, 11), stat(process, 12)) {
            self.cpu_seconds = (user + system) as f64 / 100.0;
        }
    }
}

/// A process that is watched, and killed when this is dropped.
pub(crate) struct Process {
    name: String,
    child: Child,
    start: Instant,
    pub(crate) took: Took,
    status: Option<ExitStatus>,
    output: PathBuf,
    errors: PathBuf,
}

impl Process {
    /// Starts a command; what it says goes to files in the folder.
    pub(crate) fn start(command: &mut Command, name: &str, folder: &Path) -> Result<Self, String> {
        let wrong = |e: std::io::Error| format!("{name}: {e}");
        let output = folder.join(format!("{name}.out"));
        let errors = folder.join(format!("{name}.err"));
        let child = command
            .stdin(Stdio::null())
            .stdout(File::create(&output).map_err(wrong)?)
            .stderr(File::create(&errors).map_err(wrong)?)
            .spawn()
            .map_err(wrong)?;
        Ok(Process {
            name: name.to_string(),
            child,
            start: Instant::now(),
            took: Took::default(),
            status: None,
            output,
            errors,
        })
    }

    /// Starts a command and waits until it has ended.
    pub(crate) fn run(
        command: &mut Command,
        name: &str,
        folder: &Path,
        patience: Duration,
    ) -> Result<Self, String> {
        let mut process = Process::start(command, name, folder)?;
        wait([&mut process], patience)?;
        Ok(process)
    }

    /// Whether it has ended.
    pub(crate) fn is_over(&mut self) -> Result<bool, String> {
        if self.status.is_none() {
            self.took.look(self.child.id());
            self.status = self.child.try_wait().map_err(|e| e.to_string())?;
            self.took.seconds = self.start.elapsed().as_secs_f64();
        }
        Ok(self.status.is_some())
    }

    /// Ends it as if the machine had lost its power: SIGKILL.
    pub(crate) fn kill(&mut self) -> Result<(), String> {
        if self.is_over()? {
            return Err(format!(
                "{} has ended before it was killed: {}",
                self.name,
                self.errors()
            ));
        }
        self.child.kill().map_err(|e| e.to_string())?;
        self.status = Some(self.child.wait().map_err(|e| e.to_string())?);
        Ok(())
    }

    /// Ends it with all processes that it has started, and those that these have started.
    pub(crate) fn kill_all(&mut self) -> Result<(), String> {
        let mut family = vec![self.child.id()];
        let mut seen = 0;
        while let Some(&one) = family.get(seen) {
            // So that it starts no more.
            signal(one, "-STOP");
            family.extend(processes(|id| parent(id) == Some(one)));
            seen += 1;
        }
        family.iter().for_each(|&one| signal(one, "-KILL"));
        self.status = Some(self.child.wait().map_err(|e| e.to_string())?);
        Ok(())
    }

    /// All that it has said so far.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(&self.output).unwrap_or_default() + &self.errors()
    }

    /// What it reports, if it has ended well.
    pub(crate) fn report(&self) -> Result<Json, String> {
        let wrong = |what: String| format!("{}: {what}: {}", self.name, self.errors());
        match self.status {
            Some(status) if status.success() => {}
            Some(status) => return Err(wrong(status.to_string())),
            None => return Err(wrong("it has not ended".into())),
        }
        let text = fs::read_to_string(&self.output).map_err(|e| wrong(e.to_string()))?;
        serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))
    }

    /// The one line that it says about its trouble; it must have ended by itself, and badly.
    pub(crate) fn complaint(&self) -> Result<String, String> {
        let errors = self.errors();
        let wrong = |what: &str| format!("{}: {what}: {errors}", self.name);
        match self.status.map(|status| (status.success(), status.code())) {
            None => return Err(wrong("it has not ended")),
            Some((true, _)) => return Err(wrong("it ended well, expected an error")),
            Some((_, None)) => return Err(wrong("it was killed, expected it to end by itself")),
            Some((_, Some(_))) => {}
        }
        let mut lines = errors.lines().filter(|line| !line.trim().is_empty());
        match (lines.next(), lines.next()) {
            (Some(line), None) if !line.contains("panicked") => Ok(line.to_string()),
            _ => Err(wrong("expected one line")),
        }
    }

    fn errors(&self) -> String {
        fs::read_to_string(&self.errors).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until all have ended.
pub(crate) fn wait<'p>(
    processes: impl IntoIterator<Item = &'p mut Process>,
    patience: Duration,
) -> Result<(), String> {
    wait_and(processes, patience, || {})
}

/// Waits until all have ended, and looks at something else meanwhile.
pub(crate) fn wait_and<'p>(
    processes: impl IntoIterator<Item = &'p mut Process>,
    patience: Duration,
    mut look: impl FnMut(),
) -> Result<(), String> {
    let mut processes: Vec<&mut Process> = processes.into_iter().collect();
    let start = Instant::now();
    loop {
        let mut running = None;
        for process in &mut processes {
            if !process.is_over()? {
                running = Some(process.name.clone());
            }
        }
        let Some(running) = running else {
            return Ok(());
        };
        if start.elapsed() > patience {
            return Err(format!(
                "{running} still runs after {} s",
                patience.as_secs()
            ));
        }
        look();
        sleep(PAUSE);
    }
}

/// Waits for something that happens while all of them run.
pub(crate) fn wait_until(
    processes: &mut [Process],
    patience: Duration,
    what: &str,
    mut has_happened: impl FnMut() -> bool,
) -> Result<(), String> {
    let start = Instant::now();
    while !has_happened() {
        for process in &mut *processes {
            if process.is_over()? {
                let (name, errors) = (&process.name, process.errors());
                return Err(format!("{name} has ended before {what}: {errors}"));
            }
        }
        if start.elapsed() > patience {
            return Err(format!("not after {} s: {what}", patience.as_secs()));
        }
        sleep(PAUSE);
    }
    Ok(())
}

/// What a process holds in memory, by its line of what the system says of it.
pub(crate) fn memory_bytes(process: u32, line: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kib = status.lines().find_map(|found| found.strip_prefix(line))?;
    let kib: u64 = kib.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// A number that the system says of a process, counted from behind its name, which may hold anything.
fn stat(process: u32, number: usize) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    fields.nth(number)?.parse().ok()
}

/// The parent of a process.
pub(crate) fn parent(process: u32) -> Option<u32> {
    stat(process, 1)?.try_into().ok()
}

/// The processes of the system that are meant.
pub(crate) fn processes(is_meant: impl Fn(u32) -> bool) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| is_meant(*id)).collect()
}

/// Sends a signal to a process, which may have ended.
pub(crate) fn signal(process: u32, signal: &str) {
    let _ = command("kill", &[signal, &process.to_string()])
        .stderr(Stdio::null())
        .status();
}

/// Waits for something that happens.
pub(crate) fn until(
    what: &str,
    patience: Duration,
    has_happened: impl FnMut() -> bool,
) -> Result<(), String> {
    wait_until(&mut [], patience, what, has_happened)
}
