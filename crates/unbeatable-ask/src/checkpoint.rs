//! Searches that are kept in a file, and go on from one.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use unbeatable_core::notation::quoted;
use unbeatable_core::{Goal, Player, Value};
use unbeatable_solve::proof_table::ProofTable;

use crate::checkpoint_file::{
    self, CheckpointHead, CheckpointQuestion, CheckpointSize, OpenCheckpoint, Wrong,
};
use crate::line_question::LineQuestion;
use unbeatable_bench::clock::{Clock, SearchStanding, Spent};
use unbeatable_bench::solvers::Chosen;
use unbeatable_database::atomic_file::AtomicFile;
use unbeatable_report::question::{Checkpoint, Method, Setup, Solve};
use unbeatable_report::report::{AskedReport, CheckpointReport, ResumedReport};
use unbeatable_report::{Argument, AskError, Follow};

/// Proofs of different versions do not mix: what one proved may rest on a rule that the other corrected.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The complete spec of the game that a checkpoint is about.
pub fn checkpoint_game(file: &Path) -> Result<String, AskError> {
    Ok(Resumed::open(file)?.opened.head.game)
}

/// A checkpoint to go on from.
pub struct Resumed {
    opened: OpenCheckpoint<BufReader<File>>,
    file: String,
    /// The file in words.
    name: String,
}

impl Resumed {
    /// Opens the file and reads what it is about.
    pub fn open(path: &Path) -> Result<Self, AskError> {
        let file = path.display().to_string();
        let name = format!("checkpoint '{file}'");
        let opened = File::open(path)
            .and_then(|file| Ok((file.metadata()?.len(), file)))
            .map_err(Wrong::from)
            .and_then(|(bytes, file)| checkpoint_file::open(BufReader::new(file), bytes));
        match opened {
            Ok(opened) => Ok(Resumed { opened, file, name }),
            Err(wrong) => Err(Argument::Checkpoint.wrong(format!("{name} {wrong}"))),
        }
    }

    /// What it is about.
    pub fn head(&self) -> &CheckpointHead {
        &self.opened.head
    }

    /// What was spent by the runs before, for reports.
    pub fn report(&self) -> ResumedReport {
        let Spent { nodes, seconds, .. } = self.head().spent;
        ResumedReport {
            file: self.file.clone(),
            nodes,
            seconds,
        }
    }

    /// The question with everything that it leaves out as the checkpoint has it.
    pub fn complete(&self, question: &Solve) -> Solve {
        let mut question = question.clone();
        let head = self.head();
        if question.setup == Setup::default() {
            question.setup.position = Some(head.position.clone());
        }
        if question.at_least.is_none() && question.within.is_none() {
            question.at_least = head.question.at_least.map(|points| points.to_string());
            question.within = head.question.within.clone();
        }
        if question.restrict.is_none() {
            question.restrict = head.question.restrict.clone();
        }
        if question.method == Method::default() {
            let option = |name: &str| head.options.get(name).and_then(|value| value.as_bool());
            question.method = Method {
                solver: Some(head.solver.clone()),
                symmetry: option("symmetry"),
                analysis: option("analysis"),
                ..Method::default()
            };
        }
        question
    }

    /// Refuses a checkpoint of another game or of another version of the program.
    pub fn check_game(&self, game: &str) -> Result<(), AskError> {
        let head = self.head();
        self.expect("version of the program", &head.program, PROGRAM)?;
        self.expect("game", &head.game, game)
    }

    /// Refuses a checkpoint that is about something else than `asked`.
    pub fn check(&self, asked: &CheckpointHead) -> Result<(), AskError> {
        let head = self.head();
        self.check_game(&asked.game)?;
        // Compared before they are quoted: quotes leave out the end of a long text.
        if head.position != asked.position {
            let [kept, wanted] = [head, asked].map(|head| quoted(&head.position));
            return Err(self.other("position", &kept, &wanted));
        }
        let [kept, wanted] = [head, asked].map(|head| head.question.to_string());
        self.expect("question", &kept, &wanted)?;
        let [kept, wanted] = [head, asked].map(|head| {
            let options = head.options.iter();
            let options = options.map(|(name, to)| format!(" {name} {to}"));
            head.solver.clone() + &options.collect::<String>()
        });
        self.expect("method", &kept, &wanted)?;
        match head.keys == asked.keys {
            true => Ok(()),
            false => Err(Argument::Checkpoint.wrong(format!(
                "{} names positions by other keys than this build of the program",
                self.name
            ))),
        }
    }

    fn expect(&self, what: &str, kept: &str, wanted: &str) -> Result<(), AskError> {
        match kept == wanted {
            true => Ok(()),
            false => Err(self.other(what, kept, wanted)),
        }
    }

    fn other(&self, what: &str, kept: &str, wanted: &str) -> AskError {
        let name = &self.name;
        Argument::Checkpoint.wrong(format!(
            "{name} is about another {what}: expected {wanted}, found {kept}"
        ))
    }

    /// Puts what is remembered into an empty table.
    pub fn load(self, table: &ProofTable) -> Result<Spent, AskError> {
        let spent = self.opened.head.spent;
        match self.opened.load(table) {
            Ok(()) => Ok(spent),
            Err(wrong) => Err(Argument::Checkpoint.wrong(format!("{} {wrong}", self.name))),
        }
    }
}

/// What a checkpoint about this question is about, before anything was spent on it.
pub fn head(asked: &LineQuestion, report: AskedReport, question: &Solve) -> CheckpointHead {
    let at_least = match asked.goal {
        Goal::Value => None,
        Goal::AtLeast(outcome) => Some(outcome.value_for(Player::First).points() + 0.0),
    };
    CheckpointHead {
        program: PROGRAM.into(),
        game: asked.bench.game.identity(),
        position: report.position,
        question: CheckpointQuestion {
            at_least: at_least.filter(|_| question.within.is_none()),
            within: question.within.clone(),
            restrict: question.restrict.clone(),
        },
        solver: report.solver,
        options: report.options,
        keys: asked.bench.searches.keys(asked.line),
        spent: Spent::default(),
    }
}

/// There is nothing to keep, or to put a checkpoint into.
pub fn no_table() -> AskError {
    Argument::Memory
        .wrong("there is no memory for a table, so no checkpoint: expected a smaller --memory")
}

/// Whether a solver can keep what it remembers, or why not.
pub fn allow(chosen: Chosen) -> Result<(), AskError> {
    match chosen {
        Chosen::DfPn { .. } => Ok(()),
        Chosen::Superko { .. } => Err(AskError::new(
            "df-pn keeps no checkpoints where values depend on the history: expected a game \
             without repetition",
        )),
        other => Err(Argument::Solver.wrong(format!(
            "solver '{}' keeps no checkpoints: expected --solver df-pn",
            other.name()
        ))),
    }
}

/// Writes a checkpoint every so often while a search runs.
pub struct Keeper<'a> {
    place: AtomicFile,
    /// As it was given, and in quotes.
    path: &'a Path,
    name: String,
    every: Duration,
    head: CheckpointHead,
    table: Arc<ProofTable>,
    clock: &'a Clock<'a>,
    follow: &'a dyn Follow,
    is_over: AtomicBool,
    /// The last checkpoint that was written.
    last: Mutex<Option<CheckpointSize>>,
    wake: Condvar,
}

impl<'a> Keeper<'a> {
    /// Begins to keep a search at `path`: writes a first checkpoint, or, if one is there already, tries
    /// whether another could be written. So who cannot keep anything learns it at once.
    pub fn begin(
        checkpoint: &'a Checkpoint,
        head: CheckpointHead,
        table: Arc<ProofTable>,
        clock: &'a Clock<'a>,
        follow: &'a dyn Follow,
        resumed: Option<&Path>,
    ) -> Result<Self, AskError> {
        let path = &checkpoint.file;
        let name = format!("'{}'", path.display());
        let wrong = |error: io::Error| {
            Argument::Checkpoint.wrong(format!("checkpoint {name} cannot be written: {error}"))
        };
        let place = AtomicFile::new(path).map_err(wrong)?;
        let keeper = Keeper {
            place,
            path,
            name: name.clone(),
            every: checkpoint.every,
            head,
            table,
            clock,
            follow,
            is_over: AtomicBool::new(false),
            last: Mutex::new(None),
            wake: Condvar::new(),
        };
        keeper.place.prepare().map_err(wrong)?;
        let found = keeper.place.open();
        let bytes = found
            .as_ref()
            .map_or(Ok(0), |file| Ok(file.metadata()?.len()));
        match (found, bytes.map_err(wrong)?) {
            (None, _) | (_, 0) => keeper.save(SearchStanding::default()).map_err(wrong)?,
            (Some(_), _) if resumed.is_some_and(|resumed| keeper.place.is(resumed)) => {}
            (Some(file), bytes) => match checkpoint_file::open(BufReader::new(file), bytes) {
                // A file of another kind is likely to be a mistake; a checkpoint is there to be replaced.
                Err(Wrong::Other) => {
                    return Err(Argument::Checkpoint.wrong(format!(
                        "checkpoint {name} would replace a file that is none: expected another name"
                    )));
                }
                _ => follow.warn(&format!(
                    "checkpoint {name} is there already, and the next one replaces it; --resume \
                     would go on from it"
                )),
            },
        }
        Ok(keeper)
    }

    /// Does something, and writes checkpoints on another thread meanwhile.
    pub fn beside<T>(&self, search: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            scope.spawn(|| self.run());
            // Also if the search panics: else the thread would be waited for in vain.
            let _end = KeeperGuard(self);
            search()
        })
    }

    /// Writes checkpoints until the search is over.
    fn run(&self) {
        let mut due = Instant::now() + self.every;
        loop {
            let last = self.last.lock().expect("no keeper panics");
            let wait = due.saturating_duration_since(Instant::now());
            let is_open = |_: &mut _| !self.is_over();
            let waited = self.wake.wait_timeout_while(last, wait, is_open);
            drop(waited.expect("no keeper panics"));
            if self.is_over() {
                return;
            }
            due = Instant::now() + self.every;
            self.try_save(self.clock.standing());
        }
    }

    /// Ends `run` soon.
    fn end(&self) {
        let _last = self.last.lock().expect("no keeper panics");
        self.is_over.store(true, Ordering::Relaxed);
        self.wake.notify_all();
    }

    /// Writes the last checkpoint of a search that was stopped where it stands.
    pub fn finish(&self, standing: SearchStanding) {
        self.is_over.store(false, Ordering::Relaxed);
        self.try_save(standing);
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn try_save(&self, standing: SearchStanding) {
        if let Err(error) = self.save(standing) {
            let name = &self.name;
            let kept = match self.place.open() {
                Some(_) => "the last one stays",
                None => "there is none",
            };
            self.follow.warn(&format!(
                "checkpoint {name} cannot be written: {error}; {kept}"
            ));
            *self.last.lock().expect("no keeper panics") = None;
        }
    }

    /// Writes a checkpoint.
    fn save(&self, standing: SearchStanding) -> io::Result<()> {
        let mut head = self.head.clone();
        head.spent = self.clock.in_all(standing);
        let is_over = || self.is_over();
        let written = self.place.replace(|file| {
            checkpoint_file::write(file, &head, self.table.saved_slots(), is_over)
        })?;
        if written.is_some() {
            *self.last.lock().expect("no keeper panics") = written;
        }
        Ok(())
    }

    /// The last checkpoint that was written, for reports.
    pub fn report(&self) -> CheckpointReport {
        let last = *self.last.lock().expect("no keeper panics");
        CheckpointReport {
            file: self.path.display().to_string(),
            entries: last.map(|last| last.entries),
            bytes: last.map(|last| last.bytes),
        }
    }
}

/// Ends a keeper's work when it is dropped.
struct KeeperGuard<'k, 'a>(&'k Keeper<'a>);

impl Drop for KeeperGuard<'_, '_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
