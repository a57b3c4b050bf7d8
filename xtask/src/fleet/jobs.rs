//! A proof by jobs: how fast on two workers, and what it costs to lose one.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::crew::PATIENCE;
use super::slurm::{NODES, Slurm, THROUGH};
use crate::process::{Process, wait, wait_until};
use crate::shell::{ask, command, skip, text};
use crate::ultimate::position;

/// A position of the suite that takes half a minute to a minute on one core, by the machine. The question is
/// whether the first player wins.
const POSITION: &str = "selfplay-1s:24";

/// How much faster two workers must be than one core.
const FACTOR_MIN: f64 = 1.6;

pub(super) fn jobs(program: &Path, notes: &Path) -> Result<(), String> {
    let folder = notes.join("slurm");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut slurm = match Slurm::start(&folder) {
        Ok(slurm) => slurm,
        Err(why) => {
            skip("jobs through Slurm", &why);
            return Ok(());
        }
    };
    println!(
        "Slurm with {} nodes: an empty job takes {:.0} ms",
        NODES.len(),
        1e3 * slurm.latency()?
    );
    let alone = alone(program, notes)?;
    let proof = ProveCommand::new(program, notes, "two")?;
    let mut process = proof.start(&slurm)?;
    wait([&mut process], PATIENCE)?;
    let together = proof.check(&process, alone.0)?;
    let seconds = process.took.seconds;
    let factor = alone.1 / seconds;
    println!(
        "{POSITION}: {:.1} s on one core with its certificate, {seconds:.1} s by jobs on two nodes: \
         {factor:.2} times as fast; {} jobs",
        alone.1, together["jobs"]["asked"]
    );
    killed(program, notes, &mut slurm, alone.0)?;
    match factor < FACTOR_MIN {
        true => Err(format!("expected {FACTOR_MIN} times as fast")),
        false => Ok(()),
    }
}

/// The answer by one thread of one process, and how long that takes with a certificate.
fn alone(program: &Path, notes: &Path) -> Result<(bool, f64), String> {
    let position = position(POSITION)?;
    let certificate = text(&notes.join("alone.cert"));
    let mut solve = command(program, &["solve", "uttt", &position]);
    solve.args(["--at-least", "1", "--threads", "1"]);
    solve.args(["--memory", "4GiB", "--certificate", &certificate]);
    let process = Process::run(solve.args(["--quiet", "--json"]), "alone", notes, PATIENCE)?;
    let answer = process.report()?["at_least"]["answer"].as_bool();
    Ok((answer.ok_or("no answer")?, process.took.seconds))
}

/// A job is killed, and then a node with all that runs there; the proof is none the worse.
fn killed(program: &Path, notes: &Path, slurm: &mut Slurm, answer: bool) -> Result<(), String> {
    let proof = ProveCommand::new(program, notes, "killed")?;
    let mut process = [proof.start(slurm)?];
    wait_until(&mut process, PATIENCE, "some results are there", || {
        proof.results() >= 10 && !slurm.on_node(0).is_empty()
    })?;
    slurm.kill_job(0)?;
    let results = proof.results();
    wait_until(&mut process, PATIENCE, "more results are there", || {
        proof.results() >= results + 5 && !slurm.on_node(1).is_empty()
    })?;
    slurm.kill_node(1)?;
    wait(&mut process, PATIENCE)?;
    let report = proof.check(&process[0], answer)?;
    println!(
        "a job killed, then a node: the same answer, accepted, {:.1} s, {} jobs, {} of them lost",
        process[0].took.seconds, report["jobs"]["asked"], report["jobs"]["lost"]
    );
    slurm.restart_node(1)?;
    match report["jobs"]["lost"].as_u64() {
        Some(1..) => Ok(()),
        _ => Err("expected lost jobs".into()),
    }
}

/// A run of `prove`.
struct ProveCommand<'a> {
    program: &'a Path,
    position: String,
    folder: PathBuf,
    notes: &'a Path,
}

impl<'a> ProveCommand<'a> {
    fn new(program: &'a Path, notes: &'a Path, name: &str) -> Result<Self, String> {
        Ok(ProveCommand {
            program,
            position: position(POSITION)?,
            folder: notes.join(name),
            notes,
        })
    }

    /// Starts it, with a worker on each node.
    fn start(&self, slurm: &Slurm) -> Result<Process, String> {
        let mut prove = slurm.with_both(self.program);
        prove.args(["prove", "uttt", &self.position]);
        prove.args(["--at-least", "1", "--workers", "2"]);
        prove.args(["--output", &text(&self.folder), "--quiet", "--json"]);
        // When a node dies, `srun` may wait for ever.
        prove.args(["--through", THROUGH, "--wait", "1m"]);
        Process::start(&mut prove, "prove", self.notes)
    }

    /// How many results were used so far.
    fn results(&self) -> usize {
        let journal = fs::read(self.folder.join("journal")).unwrap_or_default();
        journal.iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The report, if the answer is that and the whole proof is accepted.
    fn check(&self, process: &Process, answer: bool) -> Result<Json, String> {
        let report = process.report()?;
        if report["answer"] != answer {
            let found = &report["answer"];
            return Err(format!("the answer is {found}, expected {answer}"));
        }
        let proof = text(&self.folder.join("proof.cert"));
        let arguments = ["verify", &proof, "--json"];
        let verdict = ask(self.program, self.notes, &arguments)?;
        match verdict["certificates"][0]["verdict"] == "accepted" {
            true => Ok(report),
            false => Err(format!("expected an accepted proof: {verdict}")),
        }
    }
}
