//! A game by one process and by two: the same digest, about the same work, half the memory.

use std::path::Path;

use super::crew::{CrewResult, FleetCrew, GAME, PATIENCE, strong};
use crate::process::Process;
use crate::shell::{command, text};

/// As Tromp counted them.
pub(super) const POSITIONS: u64 = 69_763_700;

/// How often what is compared is measured.
const TIMES: usize = 3;

/// What two processes may take in all, in parts of what one takes, be it with one thread or with one worker.
const CPU_FACTOR_MAX: f64 = 1.25;

/// What each of two processes may have of the memory of one. Half, and what every process needs. One with a
/// single worker has less than one with a single thread, in a game as small as this: what it needs beside
/// its layers is less.
const MEMORY_PART_MAX: f64 = 0.6;

pub(super) fn layers(program: &Path, notes: &Path) -> Result<(), String> {
    let mut runs: [Vec<CrewResult>; 4] = Default::default();
    for i in 0..TIMES {
        // In turn, so that whatever else the machine does meets all of them.
        let name = |what: &str| format!("{what}-{i}");
        let [plain, one, two_workers, two] = &mut runs;
        plain.push(alone(program, notes, &name("plain"), &["--threads", "1"])?);
        one.push(alone(program, notes, &name("one"), &["--workers", "1"])?);
        two_workers.push(alone(program, notes, &name("both"), &["--workers", "2"])?);
        two.push(FleetCrew::of_two(program, notes, &name("two"))?.run()?);
    }
    let [plain, one, two_workers, two] = runs.map(least);
    if plain.positions != POSITIONS {
        let found = plain.positions;
        return Err(format!("{found} positions, expected {POSITIONS}"));
    }
    println!("{GAME}                  seconds  CPU s  factor  peak MiB of each");
    for (ran, what) in [
        (&plain, "one process"),
        (&one, "  one worker"),
        (&two_workers, "  two workers"),
        (&two, "two processes"),
    ] {
        ran.expect(&plain, what)?;
        print(ran, &plain, what);
    }
    let factor = two.cpu_seconds() / one.cpu_seconds();
    let [part, part_of_one] = [&plain, &one].map(|alone| two.peak_mib() / alone.peak_mib());
    println!(
        "two processes, each with one worker: {factor:.2} times the CPU time of one worker in all; each has \
         {part:.2} of the memory of one process, {part_of_one:.2} of that of one worker"
    );
    println!("every digest: {}", plain.digest);
    if factor > CPU_FACTOR_MAX || part > MEMORY_PART_MAX {
        return Err(format!(
            "{factor:.2} times the CPU time, {part:.2} of the memory: expected at most {CPU_FACTOR_MAX} and \
             {MEMORY_PART_MAX}"
        ));
    }
    Ok(())
}

/// The run that took the least processor time of some: whatever else the machine does only ever adds to it.
fn least(mut runs: Vec<CrewResult>) -> CrewResult {
    runs.sort_by(|a, b| a.cpu_seconds().total_cmp(&b.cpu_seconds()));
    runs.swap_remove(0)
}

/// A run by a process without others.
pub(super) fn alone(
    program: &Path,
    notes: &Path,
    name: &str,
    options: &[&str],
) -> Result<CrewResult, String> {
    let folder = text(&notes.join(name));
    let mut run = command(program, &strong(&folder));
    CrewResult::new(&[Process::run(run.args(options), name, notes, PATIENCE)?])
}

fn print(ran: &CrewResult, plain: &CrewResult, what: &str) {
    let peaks = ran.took.iter().map(|took| format!("{:.0}", took.peak_mib));
    println!(
        "{what:<28} {:>8.1} {:>6.1} {:>7.2}  {}",
        ran.seconds(),
        ran.cpu_seconds(),
        ran.cpu_seconds() / plain.cpu_seconds(),
        peaks.collect::<Vec<_>>().join(", ")
    );
}
