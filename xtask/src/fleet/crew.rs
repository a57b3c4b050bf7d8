//! Processes that solve a game together.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value as Json;

use super::process::{Process, wait, wait_and, wait_until};
use super::text;
use crate::measure::Took;
use crate::steps::command;

/// Nothing here takes as long on any machine.
pub(super) const PATIENCE: Duration = Duration::from_secs(900);

/// A process that has lost another one has ended by then.
const MOURNING: Duration = Duration::from_secs(30);

/// Where a process runs.
pub(super) struct Place {
    /// Its folder; processes of one machine may share it.
    pub(super) folder: PathBuf,
    /// The network namespace, if not this one.
    pub(super) namespace: Option<String>,
}

/// Processes that solve a game together: the same command for each, but for its number.
pub(super) struct Crew<'a> {
    pub(super) program: &'a str,
    pub(super) game: &'a str,
    pub(super) workers: usize,
    /// The file with all addresses.
    pub(super) hosts: PathBuf,
    pub(super) places: Vec<Place>,
    /// For what they say.
    pub(super) notes: &'a Path,
}

impl<'a> Crew<'a> {
    /// So many processes with one folder, on free ports of this machine.
    pub(super) fn here(
        program: &'a str,
        game: &'a str,
        processes: usize,
        notes: &'a Path,
        name: &str,
    ) -> Result<Self, String> {
        let folder = notes.join(name);
        let hosts = notes.join(format!("{name}.hosts"));
        write_hosts(&hosts, &free_addresses(processes)?)?;
        let place = |_| Place {
            folder: folder.clone(),
            namespace: None,
        };
        Ok(Crew {
            program,
            game,
            workers: 1,
            hosts,
            places: (0..processes).map(place).collect(),
            notes,
        })
    }

    fn command(&self, process: usize) -> Command {
        let place = &self.places[process];
        let mut command = match &place.namespace {
            Some(namespace) => command("ip", &["netns", "exec", namespace, self.program]),
            None => command(self.program, &[]),
        };
        let (workers, process) = (self.workers.to_string(), process.to_string());
        command.args(strong(self.game, &text(&place.folder)));
        command.args(["--workers", &workers, "--process", &process]);
        command.args(["--hosts", &text(&self.hosts)]);
        command
    }

    fn start(&self, process: usize) -> Result<Process, String> {
        let name = format!("process {process}");
        Process::start(&mut self.command(process), &name, self.notes)
    }

    pub(super) fn start_all(&self) -> Result<Vec<Process>, String> {
        (0..self.places.len()).map(|i| self.start(i)).collect()
    }

    /// All of them, from where they are to the end.
    pub(super) fn run(&self) -> Result<Ran, String> {
        let mut processes = self.start_all()?;
        let mut folders: Vec<&Path> = self.places.iter().map(|p| p.folder.as_path()).collect();
        folders.dedup();
        let mut disk_bytes = 0;
        wait_and(&mut processes, PATIENCE, || {
            disk_bytes = disk_bytes.max(folders.iter().map(|folder| bytes(folder)).sum());
        })?;
        Ok(Ran {
            disk_bytes,
            ..Ran::new(&processes)?
        })
    }

    /// Kills one of them when its part has a file of that name. All others must end by themselves, and say
    /// why, each in one line; these are returned.
    pub(super) fn kill_at(&self, victim: usize, file: &str) -> Result<String, String> {
        let mut processes = self.start_all()?;
        let part = format!("part-{:03}", victim * self.workers);
        let path = self.places[victim].folder.join(part).join(file);
        let what = format!("{file} of process {victim} is there");
        wait_until(&mut processes, PATIENCE, &what, || path.exists())?;
        processes[victim].kill()?;
        processes.remove(victim);
        wait(&mut processes, MOURNING)?;
        let said: Vec<String> = processes
            .iter()
            .map(Process::complaint)
            .collect::<Result<_, _>>()?;
        // Some may have lost first whoever had lost him.
        let name = format!("process {victim} ");
        match said.iter().any(|line| line.contains(&name)) {
            true => Ok(said.join("\n  ")),
            false => Err(format!("expected a line about {name}: {said:?}")),
        }
    }
}

/// The arguments that all runs share.
pub(super) fn strong<'s>(game: &'s str, folder: &'s str) -> [&'s str; 8] {
    [
        "strong", game, "-o", folder, "--memory", "1GiB", "--quiet", "--json",
    ]
}

/// What came of a run.
pub(super) struct Ran {
    pub(super) digest: String,
    pub(super) positions: u64,
    /// What all files took together when they were most, if somebody looked.
    pub(super) disk_bytes: u64,
    /// What each process took.
    pub(super) took: Vec<Took>,
}

impl Ran {
    /// Of processes that have ended well: all must say the same.
    pub(super) fn new(processes: &[Process]) -> Result<Self, String> {
        let mut ran: Option<Ran> = None;
        for process in processes {
            let report = process.report()?;
            let found = &report["database"];
            let text = |json: &Json| json.as_str().map(str::to_string);
            let digest = text(&found["digest"]).ok_or("a report without a digest")?;
            let positions = found["positions"].as_u64().ok_or("no positions")?;
            match &mut ran {
                None => {
                    ran = Some(Ran {
                        digest,
                        positions,
                        disk_bytes: 0,
                        took: vec![process.took],
                    });
                }
                Some(ran) if ran.digest == digest && ran.positions == positions => {
                    ran.took.push(process.took);
                }
                Some(ran) => {
                    return Err(format!(
                        "one process says {} positions, {}, another {positions}, {digest}",
                        ran.positions, ran.digest
                    ));
                }
            }
        }
        ran.ok_or("no process".into())
    }

    pub(super) fn seconds(&self) -> f64 {
        let seconds = self.took.iter().map(|took| took.seconds);
        seconds.fold(0.0, f64::max)
    }

    pub(super) fn cpu_seconds(&self) -> f64 {
        self.took.iter().map(|took| took.cpu_seconds).sum()
    }

    /// The most memory that any of them had.
    pub(super) fn peak_mib(&self) -> f64 {
        let peaks = self.took.iter().map(|took| took.peak_mib);
        peaks.fold(0.0, f64::max)
    }

    /// An error unless both found the same.
    pub(super) fn expect(&self, expected: &Ran, what: &str) -> Result<(), String> {
        match self.digest == expected.digest && self.positions == expected.positions {
            true => Ok(()),
            false => Err(format!(
                "{what}: {} positions, {}, expected {}, {}",
                self.positions, self.digest, expected.positions, expected.digest
            )),
        }
    }
}

/// The bytes of all files in a folder, and in those in it.
fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = |entry: fs::DirEntry| match entry.metadata() {
        Ok(found) if found.is_dir() => bytes(&entry.path()),
        Ok(found) => found.len(),
        // It has just got its name.
        Err(_) => 0,
    };
    entries.map(bytes).sum()
}

/// Addresses of this machine at which nobody listens.
fn free_addresses(count: usize) -> Result<Vec<String>, String> {
    let wrong = |e: std::io::Error| e.to_string();
    // All at once, so that they are different.
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").map_err(wrong))
        .collect::<Result<_, _>>()?;
    let address = |listener: &TcpListener| Ok(listener.local_addr().map_err(wrong)?.to_string());
    listeners.iter().map(address).collect()
}

pub(super) fn write_hosts(path: &Path, addresses: &[String]) -> Result<(), String> {
    let text = addresses.join("\n") + "\n";
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
