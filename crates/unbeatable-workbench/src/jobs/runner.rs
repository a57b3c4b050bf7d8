//! A worker: who has jobs done by a process, and checks what it returns.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use unbeatable_bench::erased::ErasedGame;

use unbeatable_core::{Margin, Notation, Outcome};

use super::joiner::accept;
use super::tree::NodeId;
use super::{JobResult, SCHEMA, beside};
use unbeatable_ask::checkpoint::PROGRAM;
use unbeatable_bench::clock::Clock;
use unbeatable_play::players::outside::process::{Engine, Program};

/// How often it is looked whether a job has ended, and whether to stop.
const LOOK_EVERY: Duration = Duration::from_millis(3);

/// How long a file that was written on another machine may not be seen here.
const SEEN_LATE: Duration = Duration::from_secs(5);

/// What a job is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobPurpose {
    /// To find an answer that is needed.
    Needed,
    /// To find one that is needed in case others fail.
    InCase,
    /// To show answers that are known.
    Show,
}

/// A job under way.
pub(super) struct Given {
    pub(super) number: u64,
    pub(super) file: PathBuf,
    pub(super) nodes: Vec<NodeId>,
    pub(super) positions: Vec<String>,
    pub(super) aim: JobPurpose,
    /// Set when nobody needs the result any more.
    pub(super) is_dropped: Arc<AtomicBool>,
}

/// What became of a job without a result.
pub(super) enum Failed {
    /// There is none, and this is what is known of it.
    Lost(String),
    /// It is not true, or not shown to be.
    Refused(String),
    /// It cannot be started, now or ever.
    Unstartable(String),
    /// The run is over.
    Stopped,
    /// Nobody needs it any more.
    Dropped,
}

/// Who runs a job as a process, and checks what it returns.
pub(super) struct Runner<'a, 'g> {
    pub(super) game: &'g ErasedGame,
    pub(super) at_least: Outcome<Margin>,
    pub(super) program: Program,
    pub(super) bytes_max: usize,
    pub(super) clock: &'a Clock<'a>,
    pub(super) patience: Duration,
    pub(super) is_over: &'a AtomicBool,
}

impl Runner<'_, '_> {
    /// Has a job done by the process of a worker, or by a new one.
    pub(super) fn run(
        &self,
        given: &Given,
        engine: &mut Option<Engine>,
    ) -> Result<JobResult, Failed> {
        let result = beside(&given.file, ".result.json");
        let name = given.file.display().to_string();
        let start = Instant::now();
        let told = engine.take().and_then(|mut process| {
            let is_told = process.tell(format!("{name}\n"));
            is_told.then_some(process)
        });
        let mut is_new = told.is_none();
        let mut process = match told {
            Some(process) => process,
            None => self.start(&name)?,
        };
        while !result.exists() {
            if !process.is_running() {
                // It may have ended before it was told, because what it is run by keeps its input from it.
                if is_new || !process.has_ended_well() || result.exists() {
                    break;
                }
                (process, is_new) = (self.start(&name)?, true);
            }
            if self.must_stop() {
                return Err(Failed::Stopped);
            }
            if given.is_dropped.load(Ordering::Relaxed) {
                // An empty line: it is to leave what it does, and waits for more.
                if process.tell("\n".into()) {
                    *engine = Some(process);
                }
                return Err(Failed::Dropped);
            }
            if start.elapsed() > self.patience {
                return Err(Failed::Lost("it did not come back in time".into()));
            }
            // A file on another machine may be seen late, unless one looks again.
            if !process.has_spoken() {
                thread::sleep(LOOK_EVERY);
            }
        }
        if process.is_running() || process.has_ended_well() {
            self.await_file(&result)?;
        }
        let text = match fs::read_to_string(&result) {
            Ok(text) => text,
            Err(_) => {
                return Err(Failed::Lost(format!(
                    "it {} without a result",
                    process.end()
                )));
            }
        };
        *engine = Some(process);
        let found: JobResult = serde_json::from_str(&text)
            .map_err(|e| Failed::Refused(format!("its result is damaged: {e}")))?;
        self.check(given, &found)
            .map_err(|why| match self.clock.must_stop() {
                true => Failed::Stopped,
                false => Failed::Refused(why),
            })?;
        Ok(found)
    }

    fn must_stop(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.clock.must_stop()
    }

    /// Waits a little for a file that was written on another machine, and may be seen late.
    fn await_file(&self, file: &Path) -> Result<(), Failed> {
        let start = Instant::now();
        while !file.exists() && start.elapsed() < SEEN_LATE {
            if self.must_stop() {
                return Err(Failed::Stopped);
            }
            // To list a folder makes some systems look again.
            let folder = file.parent().map(fs::read_dir);
            drop(folder);
            thread::sleep(20 * LOOK_EVERY);
        }
        Ok(())
    }

    fn start(&self, file: &str) -> Result<Engine, Failed> {
        let program = self.program.clone().with([file.to_string()]);
        program.start().map_err(Failed::Unstartable)
    }

    /// Checks all that a job claims to have answered.
    fn check(&self, given: &Given, found: &JobResult) -> Result<(), String> {
        let asked = given.positions.iter();
        let told = found.positions.iter().map(|at| &at.position);
        if found.program != PROGRAM || found.schema != SCHEMA {
            return Err(format!(
                "its result is of another version of the program: expected {PROGRAM}"
            ));
        }
        if !asked.eq(told) {
            return Err("its result is about other positions".into());
        }
        for at in &found.positions {
            let (holds, name) = match (at.answer, &at.certificate) {
                (Some(holds), Some(name)) => (holds, name),
                (Some(_), None) => return Err("its answer has no certificate".into()),
                (None, Some(_)) => return Err("its certificate has no answer".into()),
                (None, None) if at.moves.is_empty() => {
                    return Err("it found neither an answer nor moves".into());
                }
                (None, None) => continue,
            };
            let is_plain = Path::new(name)
                .file_name()
                .is_some_and(|plain| plain == name.as_str());
            if !is_plain {
                return Err("its certificate is somewhere else".into());
            }
            let line = self
                .game
                .parse_line(&at.position)
                .map_err(|e| e.to_string())?;
            let file = given.file.with_file_name(name);
            accept(
                &line,
                self.at_least,
                holds,
                &file,
                self.bytes_max,
                self.clock,
            )
            .map_err(|why| why.to_string())?;
        }
        Ok(())
    }
}
