//! The run: who gives jobs away, checks what comes back, and keeps it.

mod exchange;

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};
use unbeatable_bench::erased::{ErasedGame, Line};
use unbeatable_core::Game;

use unbeatable_core::{
    Bounds, Budget, Effort, Margin, Notation, Outcome, Player, Progress, Stopped, Value,
};
use unbeatable_solve::proof_table::Distance;

use super::folder::{self, JOBS, JOURNAL, JournalLine, PROOF, ProofLabel};
use super::joiner::{CertificateJoiner, Unjoined};
use super::notes;
use super::runner::{Failed, Given, JobPurpose, Runner};
use super::tree::{JobTree, NodeId, ROOT};
use super::{ErasedJobTree, FoundAt, JobResult, SCHEMA, distance};
use unbeatable_ask::checkpoint::PROGRAM;
use unbeatable_ask::value::value_of;
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock};
use unbeatable_bench::run_folder;
use unbeatable_play::players::outside::process::Program;
use unbeatable_report::question::{Limits, Prove};
use unbeatable_report::report::{
    self, CertificateReport, JobsReport, Points, ProveReport, ProvingReport, Stop,
};
use unbeatable_report::{Argument, AskError, Follow};

/// A job takes at most so many nodes, unless told otherwise: ten seconds or so, and whoever loses one loses
/// no more.
const JOB_NODES: u64 = 16_000_000;

/// The memory of a job, unless told otherwise.
const JOB_MEMORY: u64 = 2 << 30;

/// A job that does not come back for so long is lost, unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(600);

/// Answers a yes/no question by many jobs.
pub(crate) fn prove(
    bench: &Bench,
    question: &Prove,
    follow: &dyn Follow,
) -> Result<ProveReport, AskError> {
    let game = &bench.game;
    if bench.has_history() {
        return Err(AskError::new(format!(
            "{}: positions depend on their history: expected a game without repetition",
            game.spec()
        )));
    }
    let line = bench.line(&question.setup)?;
    let value = value_of(&bench.game, &question.at_least)?;
    let at_least = Outcome::from_value(value, Player::First);
    let clock = Clock::start(&question.limits, follow, None);
    let workers = question
        .workers
        .unwrap_or_else(|| available_parallelism().map_or(1, Into::into));
    let points = Points(value.points() + 0.0);
    let mut report = ProveReport {
        schema: report::SCHEMA,
        game: game.identity(),
        title: bench.title().into(),
        players: bench.player_names().map(Into::into),
        is_scored: bench.game.is_scored(),
        position: game.line_text(&line),
        turn: bench.turn_name(&line).into(),
        at_least: points,
        answer: None,
        folder: question.folder.display().to_string(),
        workers,
        jobs: JobsReport::default(),
        tree: 1,
        nodes: 0,
        cpu_seconds: 0.0,
        seconds: 0.0,
        stopped: None,
        certificate: None,
    };
    let range = game.range(Player::First);
    let known = line
        .outcome()
        .map(|outcome| outcome.value_for(Player::First) >= value);
    let known = known.or((value <= range.lower).then_some(true));
    if let Some(answer) = known.or((value > range.upper).then_some(false)) {
        report.answer = Some(answer);
        report.seconds = clock.seconds();
        return Ok(report);
    }
    let mut master = Master::open(bench, &line, at_least, question, workers, &clock, follow)?;
    let result = master.run();
    report.jobs = master.jobs;
    report.tree = master.tree.len() as u64;
    report.nodes = master.tree.spent();
    report.cpu_seconds = master.cpu_seconds;
    match result {
        Ok(()) => {
            let certificate = master.join(&line)?;
            // An answer that nobody can check is none.
            match certificate.stopped {
                None => {
                    report.answer = master.tree.answer(ROOT);
                    master.tidy();
                }
                stopped => report.stopped = stopped,
            }
            report.certificate = Some(certificate);
        }
        Err(Halt::Stopped) => report.stopped = clock.reason(Some(Stopped::Asked)),
        Err(Halt::Wrong(error)) => return Err(error),
    }
    report.seconds = clock.seconds();
    Ok(report)
}

/// Why a run ends without an answer.
enum Halt {
    Stopped,
    Wrong(AskError),
}

impl From<AskError> for Halt {
    fn from(error: AskError) -> Self {
        Halt::Wrong(error)
    }
}

/// Who gives the jobs away.
struct Master<'a, 'g> {
    game: &'g ErasedGame,
    at_least: Outcome<Margin>,
    symmetry: bool,
    folder: PathBuf,
    /// As it was given.
    named: PathBuf,
    _lock: File,
    journal: File,
    program: Program,
    workers: usize,
    job_nodes: u64,
    memory: u64,
    clock: &'a Clock<'a>,
    follow: &'a dyn Follow,
    tree: ErasedJobTree<'g>,
    /// The certificates of positions that were shown.
    files: HashMap<NodeId, PathBuf>,
    /// How often jobs about a position failed.
    failures: HashMap<NodeId, u32>,
    patience: Duration,
    next_job: u64,
    jobs: JobsReport,
    cpu_seconds: f64,
}

/// What is known of a job meanwhile.
struct UnderWay {
    number: u64,
    aim: JobPurpose,
    first: NodeId,
    is_dropped: Arc<AtomicBool>,
}

/// A job that came back.
struct Back {
    given: Given,
    result: Result<JobResult, Failed>,
}

impl<'a, 'g> Master<'a, 'g> {
    /// Begins a run in a new folder, or goes on with the same one.
    fn open(
        bench: &'g Bench,
        line: &Line<'g>,
        at_least: Outcome<Margin>,
        question: &Prove,
        workers: usize,
        clock: &'a Clock<'a>,
        follow: &'a dyn Follow,
    ) -> Result<Self, AskError> {
        let path = &question.folder;
        let program = match question.through.as_deref().map(str::trim) {
            None | Some("") => {
                Program::named(question.program[0].clone()).with(question.program[1..].to_vec())
            }
            Some(through) => Program::parse(through)
                .map_err(|e| Argument::Through.wrong(format!("--through: {e}")))?
                .with(question.program.clone()),
        };
        let lock = run_folder::hold(path)?;
        let wanted = ProofLabel {
            schema: SCHEMA,
            program: PROGRAM.into(),
            game: bench.game.identity(),
            position: bench.game.line_text(line),
            at_least: at_least.value_for(Player::First).points() + 0.0,
        };
        if let Some(found) = run_folder::begin(path, &wanted, folder::is_scratch)? {
            folder::same(path, &found, &wanted)?;
        }
        let cannot = run_folder::cannot(path);
        let folder = fs::canonicalize(path).map_err(cannot)?;
        fs::create_dir_all(folder.join(JOBS)).map_err(cannot)?;
        let (entries, whole) = folder::read_journal(&folder.join(JOURNAL)).map_err(cannot)?;
        let journal = OpenOptions::new()
            .create(true)
            .append(true)
            .open(folder.join(JOURNAL))
            .map_err(cannot)?;
        // What a process left that was killed while it wrote a line.
        journal.set_len(whole).map_err(cannot)?;
        let game = &bench.game;
        let session = (bench.searches).job_session(bench.df_pn, Budget::DEFAULT);
        let tree = JobTree::new(game, &bench.know, &(), *line.position(), at_least);
        let mut master = Master {
            game,
            at_least,
            symmetry: session.folds(line),
            next_job: folder::next_job(&folder.join(JOBS)).map_err(cannot)?,
            folder,
            named: path.clone(),
            _lock: lock,
            journal,
            program,
            workers,
            job_nodes: question.job_nodes.unwrap_or(JOB_NODES).max(1),
            memory: question.limits.memory.unwrap_or(JOB_MEMORY),
            clock,
            follow,
            tree,
            files: HashMap::new(),
            failures: HashMap::new(),
            patience: question.patience.unwrap_or(PATIENCE),
            jobs: JobsReport::default(),
            cpu_seconds: 0.0,
        };
        for entry in entries {
            master.replay(entry);
        }
        Ok(master)
    }

    /// Uses what an earlier run kept, as far as its certificates are still there.
    fn replay(&mut self, entry: JournalLine) {
        let find = |tree: &ErasedJobTree<'g>, text: &str| {
            let line = self.game.parse_line(text).ok()?;
            tree.find(line.position())
        };
        for (i, at) in entry.positions.iter().enumerate() {
            let nodes = if i == 0 { entry.nodes } else { 0 };
            let mut id = find(&self.tree, &at.position);
            if id.is_none() && self.tree.answer(ROOT).is_some() {
                self.tree.unshown();
                id = find(&self.tree, &at.position);
            }
            let file = at.certificate.as_ref().map(|name| self.job_path(name));
            match id {
                Some(id) if file.is_none_or(|file| file.exists()) => {
                    self.take(id, at, nodes, entry.opened);
                }
                _ => {}
            }
        }
        self.cpu_seconds += entry.cpu_seconds;
        self.jobs.resumed += 1;
    }

    fn job_path(&self, name: &str) -> PathBuf {
        self.folder.join(JOBS).join(name)
    }

    /// Puts what was found of a position into the tree.
    fn take(&mut self, id: NodeId, at: &FoundAt, nodes: u64, opens: bool) {
        self.tree.spend(nodes);
        if let (Some(holds), Some(name)) = (at.answer, &at.certificate) {
            self.files.insert(id, self.job_path(name));
            self.tree.show(id, holds);
            return;
        }
        let (game, pos) = (self.game, *self.tree.position(id));
        let moves: HashMap<&str, Distance> = at
            .moves
            .iter()
            .map(|(m, win, lose)| (m.as_str(), distance(*win, *lose)))
            .collect();
        if !opens && self.tree.leave(id, moves.values().copied()) {
            return;
        }
        self.tree
            .open(id, |m| moves.get(game.move_text(&pos, m).as_str()).copied());
    }

    /// Gives jobs away until the question is answered and the answer is shown.
    fn run(&mut self) -> Result<(), Halt> {
        let is_over = AtomicBool::new(false);
        let (to_master, from_workers) = channel::<Back>();
        let (to_workers, from_master) = channel::<Given>();
        let from_master = std::sync::Mutex::new(from_master);
        let runner = Runner {
            game: self.game,
            at_least: self.at_least,
            program: self.program.clone(),
            bytes_max: clock::budget(&Limits {
                memory: Some(self.memory),
                ..Limits::default()
            })
            .table_bytes_max,
            clock: self.clock,
            patience: self.patience,
            is_over: &is_over,
        };
        thread::scope(|scope| {
            for _ in 0..self.workers {
                let (to_master, from_master, runner) = (to_master.clone(), &from_master, &runner);
                scope.spawn(move || {
                    let mut engine = None;
                    loop {
                        let given = from_master.lock().expect("no worker panics").recv();
                        let Ok(given) = given else {
                            return;
                        };
                        let run = AssertUnwindSafe(|| runner.run(&given, &mut engine));
                        let result = catch_unwind(run).unwrap_or_else(|_| {
                            Err(Failed::Refused("its result could not be checked".into()))
                        });
                        if to_master.send(Back { given, result }).is_err() {
                            return;
                        }
                    }
                });
            }
            let result = self.conduct(&to_workers, &from_workers);
            is_over.store(true, Ordering::Relaxed);
            drop(to_workers);
            result
        })
    }

    fn conduct(
        &mut self,
        to_workers: &Sender<Given>,
        from_workers: &Receiver<Back>,
    ) -> Result<(), Halt> {
        let mut under_way: Vec<UnderWay> = vec![];
        let mut unshown: Vec<NodeId> = vec![];
        loop {
            let is_answered = self.tree.answer(ROOT).is_some();
            if !is_answered {
                unshown.clear();
            } else if unshown.is_empty() && !under_way.iter().any(|job| job.aim == JobPurpose::Show)
            {
                unshown = self.tree.unshown();
                if unshown.is_empty() && self.tree.answer(ROOT).is_some() {
                    return Ok(());
                }
            }
            while under_way.len() < self.workers {
                let given = match is_answered {
                    true => self.next_to_show(&mut unshown)?,
                    false => self.next_to_search()?,
                };
                let Some(given) = given else {
                    break;
                };
                under_way.push(UnderWay {
                    number: given.number,
                    aim: given.aim,
                    first: given.nodes[0],
                    is_dropped: given.is_dropped.clone(),
                });
                let sent = to_workers.send(given);
                sent.expect("workers wait for jobs");
                self.jobs.asked += 1;
            }
            match from_workers.recv_timeout(Duration::from_millis(50)) {
                Ok(back) => {
                    under_way.retain(|job| job.number != back.given.number);
                    // One more is idle now. If another is as well, or has nothing to do that is needed,
                    // there are too few leaves.
                    let are_few = under_way.len() + 1 < self.workers
                        || under_way.iter().any(|job| job.aim == JobPurpose::InCase);
                    self.receive(back, are_few)?;
                    let matters = self.tree.matters();
                    for job in under_way.iter().filter(|job| job.aim != JobPurpose::Show) {
                        let is_dropped = !matters[job.first as usize];
                        job.is_dropped.store(is_dropped, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("a worker died"),
            }
            if self.tell() {
                return Err(Halt::Stopped);
            }
        }
    }

    /// Tells the follower; whether to stop.
    fn tell(&self) -> bool {
        let root = self.tree.distance(ROOT);
        let is_first = self.game.turn(self.tree.position(ROOT)) == Player::First;
        let (proof, disproof) = match is_first {
            true => (root.win, root.lose),
            false => (root.lose, root.win),
        };
        let number = |number: u32| (number < Distance::INFINITY).then_some(f64::from(number));
        let effort = Effort {
            nodes: self.tree.spent(),
            ..Effort::default()
        };
        let now = Progress::<Margin> {
            effort,
            bounds: Bounds::UNKNOWN,
            table_bytes: 0,
            asking: None,
        };
        let proving = || {
            Some(ProvingReport {
                at_least: Points(self.at_least.value_for(Player::First).points() + 0.0),
                proof: number(proof),
                disproof: number(disproof),
                table_fill: 0.0,
                line: vec![],
                seconds_left: None,
            })
        };
        self.clock.watch(&now, proving).is_break()
    }

    /// Removes what only further jobs would need.
    fn tidy(&self) {
        for file in fs::read_dir(self.folder.join(JOBS)).into_iter().flatten() {
            let path = file.map(|file| file.path()).unwrap_or_default();
            if path.to_string_lossy().ends_with(notes::ENDING) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Writes the whole proof.
    fn join(&self, line: &Line<'g>) -> Result<CertificateReport, AskError> {
        let start = Instant::now();
        let path = self.folder.join(PROOF);
        let named = self.named.join(PROOF);
        let mut report = CertificateReport::none(named.display().to_string());
        let holds = self.tree.answer(ROOT).expect("it was answered");
        let wrong = |why: String| {
            AskError::new(format!(
                "the certificates of folder '{}' do not make one proof: {why}; a file that is removed is \
                 asked for again",
                self.folder.display()
            ))
        };
        let mut joining = CertificateJoiner {
            game: self.game,
            tree: &self.tree,
            at_least: self.at_least,
            holds,
            files: &self.files,
            bytes_max: self.memory as usize,
            clock: self.clock,
            kept: HashSet::default(),
        };
        match joining.join(line, &path) {
            Ok(whole) => {
                report.bytes = Some(whole.bytes);
                report.sha256 = Some(whole.sum);
                report.answers = Some(whole.checked.answers);
                report.positions = Some(whole.checked.positions);
            }
            Err(Unjoined::Stopped) => report.stopped = self.clock.reason(Some(Stopped::Asked)),
            Err(Unjoined::Memory) => report.stopped = Some(Stop::Memory),
            Err(Unjoined::Wrong(why)) => return Err(wrong(why)),
            Err(Unjoined::Io(e)) => return Err(run_folder::cannot(&self.folder)(e)),
        }
        report.seconds = start.elapsed().as_secs_f64();
        Ok(report)
    }
}
