//! Trouble: one clear line each, and nothing lost.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::crew::{Crew, MOURNING, PATIENCE, Ran, free_addresses, write_hosts};
use super::process::{Process, wait};
use super::{skip, text};
use crate::steps::{command, is_root, run};

/// Small, as every trouble takes a run or two.
const GAME: &str = "connect:5x4";

/// Where a small disk is mounted.
const SMALL: &str = "small";

/// Room for the first layers of the game, but not for half of all.
const DISK: &str = "size=256k";

pub(super) fn trouble(program: &str, notes: &Path) -> Result<(), String> {
    let whole = Crew::here(program, GAME, 2, notes, "whole")?.run()?;
    let crew = Crew::here(program, GAME, 2, notes, "workers")?;
    other_workers(crew, &whole)?;
    lost_disk(program, notes, &whole)?;
    other_version(program, notes)?;
    unreachable(program, notes)?;
    match is_root() {
        true => full_disk(program, notes, &whole)?,
        false => skip("a full disk", "only root can mount a small one"),
    }
    Ok(())
}

/// A run that was begun with one worker in each process, and goes on with two.
fn other_workers(mut crew: Crew, whole: &Ran) -> Result<(), String> {
    crew.kill_at(1, "layer-12.keys")?;
    crew.workers = 2;
    let mut processes = crew.start_all()?;
    wait(&mut processes, MOURNING)?;
    println!("another number of workers:");
    for process in &processes {
        println!("  {}", process.complaint()?);
    }
    crew.workers = 1;
    let again = crew.run()?;
    again.expect(whole, "with the old number of workers again")?;
    println!("  with the old number again: the same digest");
    Ok(())
}

/// One of two is killed on the way back, and its disk is lost with it: another one takes its place.
fn lost_disk(program: &str, notes: &Path, whole: &Ran) -> Result<(), String> {
    let mut crew = Crew::here(program, GAME, 2, notes, "kept")?;
    crew.places[1].folder = notes.join("lost");
    crew.kill_at(1, "layer-12.values")?;
    crew.places[1].folder = notes.join("new");
    crew.run()?.expect(whole, "with a new disk")?;
    println!("a disk that is lost:\n  with an empty one in its place: the same digest");
    Ok(())
}

/// Another version: here somebody who greets as one.
fn other_version(program: &str, notes: &Path) -> Result<(), String> {
    let crew = Crew::here(program, GAME, 2, notes, "version")?;
    let mut process = crew.start(0)?;
    let hosts = fs::read_to_string(&crew.hosts).map_err(|e| e.to_string())?;
    let address = hosts.lines().next().ok_or("no hosts")?;
    greet_as_another(address).map_err(|e| format!("a greeting: {e}"))?;
    wait([&mut process], MOURNING)?;
    let said = process.complaint()?;
    println!("another version:\n  {said}");
    match said.contains("version") {
        true => Ok(()),
        false => Err("expected a line about versions".into()),
    }
}

/// Says what the process at the address says, but for the version, and that it is the next one.
fn greet_as_another(address: &str) -> std::io::Result<()> {
    let start = Instant::now();
    let mut stream = loop {
        match TcpStream::connect(address) {
            Ok(stream) => break stream,
            Err(e) if start.elapsed() > MOURNING => return Err(e),
            Err(_) => sleep(Duration::from_millis(50)),
        }
    };
    let mut head = [0; 21];
    stream.read_exact(&mut head)?;
    let length = u32::from_be_bytes([head[17], head[18], head[19], head[20]]);
    let mut text = vec![0; length as usize];
    stream.read_exact(&mut text)?;
    let mut greeting: Json = serde_json::from_slice(&text)?;
    greeting["process"] = 1.into();
    let terms = greeting["terms"].as_array_mut().into_iter().flatten();
    for term in terms.filter(|term| term[0] == "version") {
        term[1] = "unbeatable 0.0.1".into();
    }
    let text = greeting.to_string();
    let length = u32::try_from(text.len()).map_err(std::io::Error::other)?;
    stream.write_all(&head[..17])?;
    stream.write_all(&length.to_be_bytes())?;
    stream.write_all(text.as_bytes())?;
    // Until the other end has read it, and hangs up.
    let _ = stream.read(&mut [0]);
    Ok(())
}

/// The other process is never started; and the other host does not exist.
fn unreachable(program: &str, notes: &Path) -> Result<(), String> {
    println!("unreachable:");
    for (process, other) in [(0, None), (1, None), (1, Some("nowhere.invalid:2101"))] {
        let crew = Crew::here(program, GAME, 2, notes, "unreachable")?;
        if let Some(other) = other {
            let own = free_addresses(1)?.remove(0);
            write_hosts(&crew.hosts, &[other.to_string(), own])?;
        }
        let mut alone = crew.command(process);
        let mut alone = Process::start(alone.args(["--wait", "2s"]), "alone", notes)?;
        wait([&mut alone], MOURNING)?;
        println!("  {}", alone.complaint()?);
    }
    Ok(())
}

/// One of two has a small disk; with a larger one they go on.
fn full_disk(program: &str, notes: &Path, whole: &Ran) -> Result<(), String> {
    let mut crew = Crew::here(program, GAME, 2, notes, "disk")?;
    let disk = Disk::mount(notes.join(SMALL))?;
    crew.places[1].folder = disk.0.join("database");
    let mut processes = crew.start_all()?;
    wait(&mut processes, PATIENCE)?;
    println!("a full disk of process 1:");
    for process in &processes {
        println!("  {}", process.complaint()?);
    }
    if !processes.iter().map(Process::complaint).any(|said| {
        said.is_ok_and(|said| said.contains("No space left") || said.contains("StorageFull"))
    }) {
        return Err("expected a line about the room on the disk".into());
    }
    disk.grow()?;
    crew.run()?.expect(whole, "with a larger disk")?;
    println!("  with a larger disk: the same digest");
    Ok(())
}

/// A file system of its own, in memory, that is unmounted when this is dropped.
struct Disk(PathBuf);

impl Disk {
    fn mount(folder: PathBuf) -> Result<Self, String> {
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let tmpfs = ["-t", "tmpfs", "-o", DISK, "tmpfs", &text(&folder)];
        run(&mut command("mount", &tmpfs))?;
        Ok(Disk(folder))
    }

    fn grow(&self) -> Result<(), String> {
        let options = ["-o", "remount,size=64m", &text(&self.0)];
        run(&mut command("mount", &options))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Whoever still had files there has ended: processes are dropped before disks.
        let _ = run(&mut command("umount", &[&text(&self.0)]));
    }
}

/// Unmounts the disk in a folder for notes, if there is one.
pub(super) fn unmount(notes: &Path) {
    let disk = notes.join(SMALL);
    if disk.exists() {
        // It may be an empty folder.
        let _ = command("umount", &[&text(&disk)]).output();
    }
}
