//! `job`: one job of a proof, or one after the other, for whoever runs commands.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use clap::{Args, ValueHint};
use unbeatable_workbench::jobs::{Job, Orders};
use unbeatable_workbench::report::JobReport;
use unbeatable_workbench::{Ask, AskError, Follow, Registry};

use crate::failure::{Exit, Failure};
use crate::input::read_line;
use crate::output::Console;
use crate::units::{many, write_seconds};

const AFTER_HELP: &str = "\
Examples:
  unbeatable job FOLDER/jobs/000012.json       what `unbeatable prove` runs

The result is written beside the file, whole or not at all: 000012.result.json, with the answer or with \
proof and disproof numbers, and certificates of what was proven (000012-0.cert). While it searches, it \
tells others what it finds, in a file named after the first job of the process (000012.notes).";

/// Does one job of `unbeatable prove`, and leaves the result beside its file.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct JobArgs {
    /// The job, a file that `unbeatable prove` wrote.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// Then do the jobs whose files standard input names, one a line. One that is named while another is
    /// under way takes its place; an empty line ends that one, too.
    #[arg(long)]
    more: bool,
}

impl JobArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let first = Job::read(&self.file)?;
        let game = games.game(first.game())?;
        let lines = Arc::new(UntakenLines::default());
        match self.more {
            true => lines.read(),
            false => lines.end(),
        }
        let watch = console.watch();
        let bringer = Bringer {
            lines,
            watch: &watch,
            console: Mutex::new(console),
        };
        game.work(first, &bringer, &watch)?;
        Ok(Exit::Answered)
    }
}

/// How often whoever waits for a job looks whether to go on waiting.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What standard input has said and nobody has taken yet.
#[derive(Default)]
struct UntakenLines {
    waiting: Mutex<(VecDeque<String>, bool)>,
    news: Condvar,
}

impl UntakenLines {
    /// Reads standard input from now on, until it ends.
    fn read(self: &Arc<Self>) {
        let lines = Arc::clone(self);
        // Nobody waits for this thread: the process ends when its jobs are done.
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Ok(Some(line)) = read_line(&mut input) {
                let mut waiting = lines.waiting.lock().expect("nobody panics here");
                let name = String::from_utf8_lossy(&line);
                waiting.0.push_back(name.trim().to_string());
                lines.news.notify_all();
            }
            lines.end();
        });
    }

    /// There will be no more.
    fn end(&self) {
        self.waiting.lock().expect("nobody panics here").1 = true;
        self.news.notify_all();
    }
}

/// Brings jobs as standard input names them, and tells of those that are done.
struct Bringer<'c> {
    lines: Arc<UntakenLines>,
    watch: &'c dyn Follow,
    console: Mutex<&'c mut Console>,
}

impl Orders for Bringer<'_> {
    fn is_waiting(&self) -> bool {
        let waiting = self.lines.waiting.lock().expect("nobody panics here");
        !waiting.0.is_empty()
    }

    fn next(&self) -> Result<Option<Job>, AskError> {
        let mut waiting = self.lines.waiting.lock().expect("nobody panics here");
        loop {
            match waiting.0.pop_front() {
                // What was named before another one need not be done.
                Some(_) if !waiting.0.is_empty() => {}
                Some(name) if name.is_empty() => {}
                Some(name) => return Job::read(Path::new(&name)).map(Some),
                None if waiting.1 || self.watch.is_interrupted() => return Ok(None),
                None => {
                    let news = self.lines.news.wait_timeout(waiting, LOOK_EVERY);
                    waiting = news.expect("nobody panics here").0;
                }
            }
        }
    }

    fn done(&self, report: &JobReport) {
        let mut console = self.console.lock().expect("nobody panics here");
        // Who does not listen finds the result beside the file.
        let _ = console.answer(report, show);
    }
}

/// The report as text.
fn show(report: &JobReport) -> String {
    format!(
        "{} of {} answered, {}, {}: {}\n",
        report.answered,
        many(report.positions as u64, "position", "positions"),
        many(report.nodes, "node", "nodes"),
        write_seconds(report.seconds),
        report.result
    )
}
