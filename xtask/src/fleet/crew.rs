//! Processes that solve a game together.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::process::{Process, Took, wait, wait_and, wait_until};
use crate::shell::{command, text};

/// What they solve.
pub(super) const GAME: &str = "connect:5x5";

/// Nothing here takes as long on any machine.
pub(super) const PATIENCE: Duration = Duration::from_secs(900);

/// A process that has lost another one has ended by then.
pub(super) const MOURNING: Duration = Duration::from_secs(30);

/// Where a process runs.
pub(super) struct ProcessHome {
    /// Its folder; processes of one machine may share it.
    pub(super) folder: PathBuf,
    /// The network namespace, if not this one.
    pub(super) namespace: Option<String>,
}

/// Processes that solve a game together, with a worker each: the same command for each, but for its number.
pub(super) struct FleetCrew<'a> {
    program: &'a Path,
    /// The file with all addresses.
    hosts: PathBuf,
    pub(super) places: Vec<ProcessHome>,
    /// For what they say.
    notes: &'a Path,
}

impl<'a> FleetCrew<'a> {
    /// Processes at these addresses, one in each place.
    pub(super) fn new(
        program: &'a Path,
        notes: &'a Path,
        name: &str,
        addresses: &[String],
        places: Vec<ProcessHome>,
    ) -> Result<Self, String> {
        let hosts = notes.join(format!("{name}.hosts"));
        let text = addresses.join("\n") + "\n";
        fs::write(&hosts, text).map_err(|e| format!("{}: {e}", hosts.display()))?;
        Ok(FleetCrew {
            program,
            hosts,
            places,
            notes,
        })
    }

    /// Two processes with one folder, on free ports of this machine.
    pub(super) fn of_two(program: &'a Path, notes: &'a Path, name: &str) -> Result<Self, String> {
        let wrong = |e: std::io::Error| e.to_string();
        // Both at once, so that they are different.
        let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0"));
        let mut addresses = vec![];
        for listener in listeners {
            let address = listener.and_then(|listener| listener.local_addr());
            addresses.push(address.map_err(wrong)?.to_string());
        }
        let place = || ProcessHome {
            folder: notes.join(name),
            namespace: None,
        };
        FleetCrew::new(program, notes, name, &addresses, vec![place(), place()])
    }

    fn start(&self, process: usize) -> Result<Process, String> {
        let place = &self.places[process];
        let mut command = match &place.namespace {
            Some(namespace) => command("ip", &["netns", "exec", namespace, &text(self.program)]),
            None => command(self.program, &[]),
        };
        command.args(strong(&text(&place.folder)));
        command.args(["--workers", "1", "--process", &process.to_string()]);
        command.args(["--hosts", &text(&self.hosts)]);
        Process::start(&mut command, &format!("process {process}"), self.notes)
    }

    pub(super) fn start_all(&self) -> Result<Vec<Process>, String> {
        (0..self.places.len()).map(|i| self.start(i)).collect()
    }

    /// All of them, from where they are to the end.
    pub(super) fn run(&self) -> Result<CrewResult, String> {
        let mut processes = self.start_all()?;
        let mut folders: Vec<&Path> = self.places.iter().map(|p| p.folder.as_path()).collect();
        folders.dedup();
        let mut disk_bytes = 0;
        wait_and(&mut processes, PATIENCE, || {
            disk_bytes = disk_bytes.max(folders.iter().map(|folder| bytes(folder)).sum());
        })?;
        Ok(CrewResult {
            disk_bytes,
            ..CrewResult::new(&processes)?
        })
    }

    /// Waits until the part of one of them has a file of that name.
    pub(super) fn wait_for(
        &self,
        processes: &mut [Process],
        one: usize,
        file: &str,
    ) -> Result<(), String> {
        let part = self.places[one].folder.join(format!("part-{one:03}"));
        let what = format!("{file} of process {one} is there");
        wait_until(processes, PATIENCE, &what, || part.join(file).exists())
    }

    /// Kills one of them when its part has a file of that name. All others must end by themselves, and say
    /// why, each in one line; these are returned.
    pub(super) fn kill_at(&self, victim: usize, file: &str) -> Result<String, String> {
        let mut processes = self.start_all()?;
        self.wait_for(&mut processes, victim, file)?;
        processes[victim].kill()?;
        processes.remove(victim);
        wait(&mut processes, MOURNING)?;
        let said: Vec<String> = processes
            .iter()
            .map(Process::complaint)
            .collect::<Result<_, _>>()?;
        // Some may have lost first whoever had lost it.
        let name = format!("process {victim} ");
        match said.iter().any(|line| line.contains(&name)) {
            true => Ok(said.join("\n  ")),
            false => Err(format!("expected a line about {name}: {said:?}")),
        }
    }
}

/// The arguments that all runs share.
pub(super) fn strong(folder: &str) -> [&str; 8] {
    [
        "strong", GAME, "-o", folder, "--memory", "1GiB", "--quiet", "--json",
    ]
}

/// What came of a run.
pub(super) struct CrewResult {
    pub(super) digest: String,
    pub(super) positions: u64,
    /// What all files took together when they were most, if somebody looked.
    pub(super) disk_bytes: u64,
    /// What each process took.
    pub(super) took: Vec<Took>,
}

impl CrewResult {
    /// Of processes that have ended well: all must say the same.
    pub(super) fn new(processes: &[Process]) -> Result<Self, String> {
        let mut all = vec![];
        for process in processes {
            let report = process.report()?;
            let found = &report["database"];
            let digest = found["digest"].as_str();
            all.push(CrewResult {
                digest: digest.ok_or("a report without a digest")?.into(),
                positions: found["positions"].as_u64().ok_or("no positions")?,
                disk_bytes: 0,
                took: processes.iter().map(|process| process.took).collect(),
            });
        }
        for ran in &all {
            ran.expect(&all[0], "what one process says, and another one")?;
        }
        all.pop().ok_or("no process".into())
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
    pub(super) fn expect(&self, expected: &CrewResult, what: &str) -> Result<(), String> {
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
