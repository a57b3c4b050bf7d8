//! A proof by jobs: how fast on two workers, and what it costs to lose one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use super::crew::PATIENCE;
use super::process::{Process, wait, wait_until};
use super::slurm::{NODES, Slurm, THROUGH};
use super::{skip, text};
use crate::steps::{ask, command};
use crate::ultimate::position;

/// A question: a position of the suite, and what the first player is asked to get.
type Question = (&'static str, &'static str);

/// Half a minute to a minute on one core, by the machine.
const QUESTION: Question = ("selfplay-1s:24", "1");

/// How much faster two workers must be than one core.
const FACTOR_MIN: f64 = 1.6;

pub(super) fn jobs(program: &str, notes: &Path) -> Result<(), String> {
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
    let proof = Proof::new(program, QUESTION, notes, "two")?;
    let mut process = [proof.start(slurm.with_both(program), THROUGH)?];
    wait(&mut process, PATIENCE)?;
    let together = proof.check(&process[0], alone.0)?;
    let seconds = process[0].took.seconds;
    let factor = alone.1 / seconds;
    println!(
        "{}: {:.1} s on one core with its certificate, {seconds:.1} s by jobs on two nodes: {factor:.2} times \
         as fast; {} jobs",
        QUESTION.0, alone.1, together["jobs"]["asked"]
    );
    killed(program, notes, &mut slurm, alone.0)?;
    match factor < FACTOR_MIN {
        true => Err(format!("expected {FACTOR_MIN} times as fast")),
        false => Ok(()),
    }
}

/// The answer by one thread of one process, and how long that takes with a certificate.
fn alone(program: &str, notes: &Path) -> Result<(bool, f64), String> {
    let position = position(QUESTION.0)?;
    let certificate = text(&notes.join("alone.cert"));
    let mut solve = command(program, &["solve", "uttt", &position]);
    solve.args(["--at-least", QUESTION.1, "--threads", "1"]);
    solve.args(["--memory", "4GiB", "--certificate", &certificate]);
    let mut process = [Process::start(
        solve.args(["--quiet", "--json"]),
        "alone",
        notes,
    )?];
    wait(&mut process, PATIENCE)?;
    let report = process[0].report()?;
    let answer = report["at_least"]["answer"].as_bool();
    Ok((answer.ok_or("no answer")?, process[0].took.seconds))
}

/// A job is killed, and then a node with all that runs there; the proof is none the worse.
fn killed(program: &str, notes: &Path, slurm: &mut Slurm, answer: bool) -> Result<(), String> {
    let proof = Proof::new(program, QUESTION, notes, "killed")?;
    let mut process = [proof.start(slurm.with_both(program), THROUGH)?];
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
struct Proof<'a> {
    program: &'a str,
    question: Question,
    position: String,
    folder: PathBuf,
    notes: &'a Path,
}

impl<'a> Proof<'a> {
    fn new(
        program: &'a str,
        question: Question,
        notes: &'a Path,
        name: &str,
    ) -> Result<Self, String> {
        Ok(Proof {
            program,
            question,
            position: position(question.0)?,
            folder: notes.join(name),
            notes,
        })
    }

    /// Starts it by a command that is the program, or begins with it.
    fn start(&self, mut prove: Command, through: &str) -> Result<Process, String> {
        prove.args(["prove", "uttt", &self.position]);
        prove.args(["--at-least", self.question.1, "--workers", "2"]);
        prove.args(["--output", &text(&self.folder), "--quiet", "--json"]);
        if !through.is_empty() {
            // When a node dies, `srun` may wait for ever.
            prove.args(["--through", through, "--wait", "1m"]);
        }
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
        let verdict = ask(Path::new(self.program), self.notes, &arguments)?;
        match verdict["certificates"][0]["verdict"] == "accepted" {
            true => Ok(report),
            false => Err(format!("expected an accepted proof: {verdict}")),
        }
    }
}
