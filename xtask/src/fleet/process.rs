//! A process that is watched.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::measure::Took;

/// How often processes are looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// A process that is watched, and killed when this is dropped.
pub(super) struct Process {
    name: String,
    child: Child,
    start: Instant,
    pub(super) took: Took,
    status: Option<ExitStatus>,
    output: PathBuf,
    errors: PathBuf,
}

impl Process {
    /// Starts a command; what it says goes to files in the folder.
    pub(super) fn start(command: &mut Command, name: &str, folder: &Path) -> Result<Self, String> {
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

    /// Whether it has ended.
    pub(super) fn is_over(&mut self) -> Result<bool, String> {
        if self.status.is_none() {
            self.took.look(self.child.id());
            self.status = self.child.try_wait().map_err(|e| e.to_string())?;
            self.took.seconds = self.start.elapsed().as_secs_f64();
        }
        Ok(self.status.is_some())
    }

    /// Ends it as if the machine had lost its power: SIGKILL.
    pub(super) fn kill(&mut self) -> Result<(), String> {
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

    /// What it reports, if it has ended well.
    pub(super) fn report(&self) -> Result<Json, String> {
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
    pub(super) fn complaint(&self) -> Result<String, String> {
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
pub(super) fn wait<'p>(
    processes: impl IntoIterator<Item = &'p mut Process>,
    patience: Duration,
) -> Result<(), String> {
    wait_and(processes, patience, || {})
}

/// Waits until all have ended, and looks at something else meanwhile.
pub(super) fn wait_and<'p>(
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
pub(super) fn wait_until(
    processes: &mut [Process],
    patience: Duration,
    what: &str,
    has_happened: impl Fn() -> bool,
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
