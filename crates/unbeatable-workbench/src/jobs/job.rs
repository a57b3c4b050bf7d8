//! A job: df-pn with a budget, and a certificate of what it proves.

use std::fs;
use std::io;
use std::path::Path;
use unbeatable_bench::erased::Line;
use unbeatable_core::Game;

use unbeatable_bench::searches::JobSession;
use unbeatable_core::{Budget, Margin, Notation, Outcome, Player, Stopped};
use unbeatable_proof::extract::Failure;
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::proof_table::Distance;

use super::notes::Notes;
use super::{FoundAt, Job, JobDescription, JobResult, Orders, SCHEMA, beside, claim, promise};
use unbeatable_ask::certificate::write_one;
use unbeatable_ask::checkpoint::PROGRAM;
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock};
use unbeatable_database::atomic_file::AtomicFile;
use unbeatable_report::question::Limits;
use unbeatable_report::report::{self, JobReport, ProgressReport};
use unbeatable_report::{Argument, AskError, Follow};

/// Does a job and then further ones of the same game, and leaves each result beside its file.
pub(crate) fn work(
    bench: &Bench,
    first: Job,
    orders: &dyn Orders,
    follow: &dyn Follow,
) -> Result<(), AskError> {
    let both = Both { orders, follow };
    let mut memory = None;
    let mut next = Some(first);
    while let Some(job) = next {
        let wrong =
            |what: String| Argument::Job.wrong(format!("job '{}': {what}", job.file.display()));
        if bench.has_history() {
            return Err(wrong("expected a game without repetition".into()));
        }
        if job.game() != bench.game.identity() {
            return Err(wrong("it is about another game than those before".into()));
        }
        match do_one(bench, &job, &mut memory, &both) {
            Ok(report) => orders.done(&report),
            // Somebody wants another job done instead.
            Err(Halt::Asked) if !follow.is_interrupted() => {}
            Err(Halt::Asked) => return Err(wrong("interrupted".into())),
            Err(Halt::Wrong(what)) => return Err(wrong(what)),
            Err(Halt::Io(e)) => return Err(wrong(format!("its result cannot be written: {e}"))),
        }
        next = orders.next()?;
    }
    Ok(())
}

/// Listens to whoever follows, and to whoever brings jobs.
struct Both<'a> {
    orders: &'a dyn Orders,
    follow: &'a dyn Follow,
}

impl Follow for Both<'_> {
    fn progress(&self, now: &ProgressReport) {
        self.follow.progress(now);
    }

    fn is_interrupted(&self) -> bool {
        self.follow.is_interrupted() || self.orders.is_waiting()
    }
}

/// What a job leaves to the next one of the same process.
struct JobMemory<'g> {
    /// What it is about, and how large it is.
    about: (f64, bool, u64),
    search: Box<dyn JobSession<'g> + 'g>,
    notes: Notes,
}

fn do_one<'g>(
    bench: &'g Bench,
    job: &Job,
    memory: &mut Option<JobMemory<'g>>,
    follow: &dyn Follow,
) -> Result<JobReport, Halt> {
    let (game, order) = (&bench.game, &job.order);
    let value = game.value_from_points(order.at_least);
    let value = value.ok_or_else(|| Halt::Wrong(format!("no game ends {}", order.at_least)))?;
    let at_least = Outcome::from_value(value, Player::First);
    let limits = Limits {
        memory: Some(order.memory),
        ..Limits::default()
    };
    let clock = Clock::start(&limits, follow, None);
    let cpu_before = cpu_seconds();
    let bytes_max = clock::budget(&limits).table_bytes_max;
    let about = (order.at_least, order.symmetry, order.memory);
    if memory.as_ref().is_none_or(|memory| memory.about != about) {
        // One goes before the other comes.
        *memory = None;
        *memory = Some(JobMemory {
            about,
            search: search(bench, order, bytes_max / 8 * 5),
            notes: Notes::none(bench, order, &job.file),
        });
    }
    let mut worker = JobWorker {
        order,
        file: &job.file,
        at_least,
        memory: memory.as_mut().expect("it was made"),
        again: &|| search(bench, order, bytes_max / 8 * 5),
        bytes_max: bytes_max / 8 * 3,
        clock: &clock,
        nodes: 0,
    };
    worker.read_notes();
    let mut positions = vec![];
    for (i, text) in order.positions.iter().enumerate() {
        let line = game.parse_line(text);
        let line = line.map_err(|e| Halt::Wrong(e.to_string()))?;
        if line.outcome().is_some() {
            let what = "expected positions where the game goes on";
            return Err(Halt::Wrong(what.into()));
        }
        positions.push(worker.position(&line, i)?);
    }
    let seconds = clock.seconds();
    let cpu = cpu_seconds().zip(cpu_before);
    let found = JobResult {
        schema: SCHEMA,
        program: PROGRAM.into(),
        positions,
        nodes: worker.nodes,
        seconds,
        cpu_seconds: cpu.map_or(seconds, |(after, before)| after - before),
    };
    let result = beside(&job.file, ".result.json");
    let written = AtomicFile::new(&result).and_then(|place| {
        place.replace_soon(|file| serde_json::to_writer(file, &found).map_err(io::Error::from))
    });
    written.map_err(Halt::Io)?;
    let answered = found.positions.iter().filter(|at| at.answer.is_some());
    Ok(JobReport {
        schema: report::SCHEMA,
        game: game.identity(),
        positions: found.positions.len(),
        answered: answered.count(),
        result: result.display().to_string(),
        nodes: found.nodes,
        seconds: found.seconds,
    })
}

/// A search with an empty table.
fn search<'g>(
    bench: &'g Bench,
    order: &JobDescription,
    bytes_max: usize,
) -> Box<dyn JobSession<'g> + 'g> {
    let options = DfPn {
        symmetry: Some(order.symmetry),
        ..bench.df_pn
    };
    let budget = Budget {
        table_bytes_max: bytes_max,
        ..Budget::DEFAULT
    };
    bench.searches.job_session(options, budget)
}

/// Seconds that the processor has spent on this process, where Linux tells: in hundredths.
fn cpu_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program comes first, in brackets, and may hold anything.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

/// Each position of a job gets so many nodes, whatever those before it took.
const NODES_AT_LEAST: u64 = 256;

/// Why a job ends without a result.
enum Halt {
    Asked,
    /// Something is wrong with it.
    Wrong(String),
    Io(io::Error),
}

struct JobWorker<'a, 'g> {
    order: &'a JobDescription,
    file: &'a Path,
    at_least: Outcome<Margin>,
    memory: &'a mut JobMemory<'g>,
    /// Makes another search, which remembers nothing.
    again: &'a dyn Fn() -> Box<dyn JobSession<'g> + 'g>,
    /// What the strategy may take.
    bytes_max: usize,
    clock: &'a Clock<'a>,
    nodes: u64,
}

impl<'g> JobWorker<'_, 'g> {
    /// Reads what others have noted meanwhile.
    fn read_notes(&mut self) {
        let JobMemory { search, notes, .. } = &mut *self.memory;
        if let Some(table) = search.table() {
            notes.begin(self.order, &table);
        }
    }

    /// Forgets everything, and reads no more: somebody's notes were wrong.
    fn begin_again(&mut self) {
        self.memory.search = (self.again)();
        self.memory.notes.forget();
    }

    /// Searches one position, the `i`-th.
    fn position(&mut self, line: &Line<'g>, i: usize) -> Result<FoundAt, Halt> {
        let (order, clock, at_least) = (self.order, self.clock, self.at_least);
        let game = line.game();
        let position = game.line_text(line);
        let [win, lose] = order.limits;
        let limits = Distance { win, lose };
        let mut at = FoundAt {
            position,
            answer: None,
            certificate: None,
            moves: vec![],
        };
        let JobMemory { search, notes, .. } = &mut *self.memory;
        let left = order.nodes.saturating_sub(self.nodes);
        search.limit_nodes(left.max(NODES_AT_LEAST));
        let (found, effort, stopped) =
            search.approach(line, at_least, limits, order.nodes_min, notes, clock);
        self.nodes += effort.nodes;
        if stopped == Some(Stopped::Asked) {
            return Err(Halt::Asked);
        }
        let is_first = game.turn(line.position()) == Player::First;
        let decided = found.filter(|found| found.is_decided());
        let answer = decided.map(|found| (found.win == 0) == is_first);
        if let Some(holds) = answer {
            match self.certificate(line, holds, i)? {
                Certified::By(name) => (at.answer, at.certificate) = (Some(holds), Some(name)),
                // What cannot be played out is no answer.
                Certified::Wrong if self.memory.notes.are_used() => {
                    self.begin_again();
                    return self.position(line, i);
                }
                Certified::Wrong | Certified::TooLarge => {}
            }
        }
        if at.answer.is_none() {
            let look = self.memory.search.look(line);
            let moves = look.map(|look| look.moves(at_least)).unwrap_or_default();
            let text = |m| game.move_text(line.position(), m);
            let moves = moves.into_iter();
            at.moves = moves.map(|(m, d)| (text(m), d.win, d.lose)).collect();
        }
        Ok(at)
    }

    /// Writes a certificate of an answer.
    fn certificate(&mut self, line: &Line<'g>, holds: bool, i: usize) -> Result<Certified, Halt> {
        let promise = promise(line.game(), self.at_least, holds);
        let search = &mut self.memory.search;
        let strategy = match search.extract_alone(line, promise, self.bytes_max, self.clock) {
            Some(Ok(strategy)) => strategy,
            Some(Err(Failure::Stopped(Stopped::Asked))) => return Err(Halt::Asked),
            None | Some(Err(Failure::Stopped(_))) => return Ok(Certified::TooLarge),
            Some(Err(Failure::Wrong(_) | Failure::Lost)) => return Ok(Certified::Wrong),
        };
        let file = beside(self.file, &format!("-{i}.cert"));
        let claim = claim(line, self.at_least, holds);
        let rules = line.game().rules_text();
        let written =
            AtomicFile::new(&file).and_then(|place| write_one(&place, &claim, rules, &strategy));
        written.map_err(Halt::Io)?;
        let name = file.file_name().unwrap_or_default();
        Ok(Certified::By(name.to_string_lossy().into_owned()))
    }
}

/// What came of an answer's certificate.
enum Certified {
    /// It is in the file of this name.
    By(String),
    /// The answer cannot be played out.
    Wrong,
    /// There is too little memory for it.
    TooLarge,
}
