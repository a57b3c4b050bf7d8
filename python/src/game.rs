//! A game, and what can be asked of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use unbeatable::core::{Game as _, Notation};
use unbeatable::players::{BEST, HUMAN};
use unbeatable::question::{
    Analyze, Checkpoint, Count, CountOf, Draw, DrawOf, Format, Limits, Match, Perft, Play, Setup,
    Solve, Strategy, Strong,
};
use unbeatable::report::{AnalyzeReport, Answered, OutcomeReport, Stop};
use unbeatable::texts;
use unbeatable::{Argument, Ask, Bench, Follow, Registry};

use crate::asked::{Asked, refused};
use crate::interruptible::{Interruptible, follow};
use crate::own::{self, Raised};
use crate::worded_report::WordedReport;

/// A position as it is looked at: its text, who moves, how it ended (the winner and the margin), and the moves.
type Looked = (
    String,
    usize,
    Option<(Option<String>, Option<f64>)>,
    Vec<String>,
);

/// The games of the program, and those of files.
pub(crate) fn games() -> Registry {
    Registry::standard().opening(unbeatable::files::OPENER)
}

/// A game on its bench.
#[pyclass(frozen, name = "Game", module = "unbeatable._unbeatable")]
pub(crate) struct AskedGame {
    bench: Arc<Bench>,
    /// What a game that is written in Python raised.
    raised: Option<Raised>,
}

impl AskedGame {
    /// Asks a question, and hands on what a game that is written in Python raised meanwhile.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        asked: &Asked,
        question: impl FnOnce(&Arc<Bench>, &Interruptible) -> Result<T, unbeatable::AskError> + Send,
        each: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    ) -> PyResult<T> {
        asked.end()?;
        let answer = follow(py, |follower| question(&self.bench, follower), each);
        if let Some(error) = self.raised.as_ref().and_then(Raised::take) {
            return Err(error);
        }
        answer?.map_err(|error| asked.refused(&error))
    }
}

#[pymethods]
impl AskedGame {
    /// The game of a spec.
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<AskedGame> {
        let bench = py.detach(|| games().game(spec));
        Ok(AskedGame {
            bench: Arc::new(bench.map_err(|error| refused(py, &error))?),
            raised: None,
        })
    }

    /// A game whose rules are an object of Python's.
    #[staticmethod]
    fn own(rules: &Bound<'_, PyAny>) -> PyResult<AskedGame> {
        let (bench, raised) = own::bench(rules)?;
        Ok(AskedGame {
            bench: Arc::new(bench),
            raised: Some(raised),
        })
    }

    /// The complete spec of the rules.
    #[getter]
    fn spec(&self) -> String {
        self.bench.spec()
    }

    /// What the game is known as to those who keep something of it.
    #[getter]
    fn identity(&self) -> String {
        self.bench.game.identity()
    }

    #[getter]
    fn title(&self) -> &str {
        self.bench.title()
    }

    /// What the players are called.
    #[getter]
    fn sides(&self) -> [&str; 2] {
        self.bench.player_names()
    }

    #[getter]
    fn is_scored(&self) -> bool {
        self.bench.game.is_scored()
    }

    /// Asks a database first from now on, and looks into a book, or into none.
    fn consult(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<()> {
        let asked = &Asked::new(asked);
        let (database, book) = (asked.path("database")?, asked.path("book")?);
        asked.end()?;
        let consulted = py.detach(|| {
            if let Some(folder) = database {
                self.bench.consult(&folder)?;
            }
            match book {
                None => Ok(()),
                Some(none) if none == Path::new("none") => self.bench.open_book(None),
                Some(file) => self.bench.open_book(Some(&file)),
            }
        });
        consulted.map_err(|error| asked.refused(&error))
    }

    /// What there is to know of a position without a search, in short.
    fn look(
        &self,
        py: Python<'_>,
        position: Option<String>,
        moves: Vec<String>,
    ) -> PyResult<Looked> {
        let setup = Setup { position, moves };
        let look = |bench: &Bench| {
            let line = bench.line(&setup)?;
            let (game, pos) = (&bench.game, line.position());
            let outcome = line.outcome();
            let moves = match outcome {
                Some(_) => vec![],
                None => line.moves(),
            };
            let outcome = outcome.map(|outcome| {
                let OutcomeReport { winner, margin } = bench.outcome_report(outcome);
                (winner, margin.map(|points| points.0))
            });
            let moves = moves.iter().map(|&m| game.move_text(pos, m)).collect();
            Ok((
                game.line_text(&line),
                game.turn(pos).index(),
                outcome,
                moves,
            ))
        };
        if self.raised.is_some() {
            return self.ask(
                py,
                &Asked::new(&PyDict::new(py)),
                |bench, _| look(bench),
                |_| Ok(()),
            );
        }
        py.detach(|| look(&self.bench))
            .map_err(|error| refused(py, &error))
    }

    fn position(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let setup = asked.setup()?;
        let report = self.ask(py, asked, |bench, _| bench.position(&setup), |_| Ok(()))?;
        Ok(WordedReport::new(report, |report| report.board.clone()))
    }

    fn solve(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let question = solve(asked)?;
        let report = self.ask(py, asked, |bench, f| bench.solve(&question, f), |_| Ok(()))?;
        Ok(WordedReport::new(report, texts::solved))
    }

    fn analyze(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let question = analyze(asked)?;
        let report = self.ask(
            py,
            asked,
            |bench, f| bench.analyze(&question, f),
            |_| Ok(()),
        )?;
        Ok(analyzed(&self.bench, report))
    }

    /// Answers for many positions, so many at a time. `progress` is called with how many there are already.
    /// What is not answered when somebody presses Ctrl-C is `None`.
    fn many(
        &self,
        py: Python<'_>,
        what: &str,
        setups: Vec<(Option<String>, Vec<String>)>,
        asked: &Bound<'_, PyDict>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Option<WordedReport>>> {
        let asked = &Asked::new(asked);
        let at_a_time = asked.threads("threads")?.unwrap_or(1);
        let question = match what {
            "analyze" => Every::Analyze(analyze(asked)?),
            _ => Every::Solve(Box::new(solve(asked)?)),
        };
        let setups: Vec<Setup> = (setups.into_iter())
            .map(|(position, moves)| Setup { position, moves })
            .collect();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (question, setups, next) = (&question, &setups, &next);
        let answered = &done;
        let all = move |bench: &Arc<Bench>, follower: &Interruptible| {
            let one = || {
                let mut answers = vec![];
                while !follower.is_interrupted() {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(setup) = setups.get(i) else {
                        break;
                    };
                    let answer = question.ask(bench, setup, at_a_time, follower);
                    let failed = answer.is_err();
                    answers.push((i, answer));
                    answered.fetch_add(1, Ordering::Relaxed);
                    if failed {
                        // The others need not go on.
                        next.store(setups.len(), Ordering::Relaxed);
                    }
                }
                answers
            };
            let parts = thread::scope(|scope| {
                let threads = 0..at_a_time.min(setups.len());
                let threads: Vec<_> = threads.map(|_| scope.spawn(one)).collect();
                let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
                joined.collect::<Vec<_>>()
            });
            let mut answers: Vec<Option<WordedReport>> = setups.iter().map(|_| None).collect();
            let mut first_wrong = None;
            for part in parts {
                let part = part.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                for (i, answer) in part {
                    match answer {
                        Ok(answer) => answers[i] = Some(answer),
                        Err(error) if first_wrong.as_ref().is_none_or(|(j, _)| i < *j) => {
                            first_wrong = Some((i, error));
                        }
                        Err(_) => {}
                    }
                }
            }
            match first_wrong {
                None => Ok(answers),
                Some((i, error)) => Err(numbered(i, error)),
            }
        };
        let tell = |py: Python<'_>| match &progress {
            Some(progress) => progress
                .call1(py, (done.load(Ordering::Relaxed),))
                .map(|_| ()),
            None => Ok(()),
        };
        let answers = self.ask(py, asked, all, tell)?;
        tell(py)?;
        Ok(answers)
    }

    fn count(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let of = [
            CountOf::Tree,
            CountOf::Positions,
            CountOf::Classes,
            CountOf::Games,
        ];
        let question = Count {
            setup: asked.setup()?,
            of: asked
                .choice("of", &of.map(|of| (of.name(), of)))?
                .unwrap_or_default(),
            limits: asked.limits()?,
        };
        let report = self.ask(py, asked, |bench, f| bench.count(&question, f), |_| Ok(()))?;
        let title = self.bench.title().to_string();
        Ok(WordedReport::new(report, move |report| {
            texts::counted(report, &title)
        }))
    }

    fn perft(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let question = Perft {
            setup: asked.setup()?,
            depth: (asked.within("depth", 0, 1000)?)
                .ok_or_else(|| asked.missing("depth", "a whole number"))? as u32,
            limits: asked.limits()?,
        };
        let report = self.ask(py, asked, |bench, f| bench.perft(&question, f), |_| Ok(()))?;
        let title = self.bench.title().to_string();
        Ok(WordedReport::new(report, move |report| {
            texts::walked(report, &title)
        }))
    }

    fn draw(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let of = [
            DrawOf::Board,
            DrawOf::Classes,
            DrawOf::Positions,
            DrawOf::Tree,
            DrawOf::Graph,
        ];
        let formats = [Format::Svg, Format::Png, Format::Dot];
        let usual = Draw::default();
        let question = Draw {
            setup: asked.setup()?,
            of: asked
                .choice("of", &of.map(|of| (of.name(), of)))?
                .unwrap_or(DrawOf::Board),
            depth: asked.within("depth", 0, 1000)?.map(|depth| depth as u32),
            has_values: asked.flag("values")?.unwrap_or(true),
            boards_max: (asked.within("boards", 1, 100_000)?)
                .map_or(usual.boards_max, |boards| boards as usize),
            format: asked
                .choice("format", &formats.map(|format| (format.name(), format)))?
                .unwrap_or(Format::Svg),
            limits: asked.limits()?,
        };
        let mut report = self.ask(py, asked, |bench, f| bench.draw(&question, f), |_| Ok(()))?;
        let picture = report.picture.take();
        let words = |_: &_| String::new();
        Ok(WordedReport::drawn(report, words, move |_| picture.clone()))
    }

    fn strategy(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let question = Strategy {
            setup: asked.setup()?,
            role: asked.named("role")?.unwrap_or_default(),
            open: asked.texts("open")?,
            count: asked.named("count")?.unwrap_or_default(),
            keep: asked.named("keep")?.unwrap_or_default(),
            default: asked.named("default")?,
            all: asked.flag("all")?.unwrap_or(false),
            certificate: asked.path("certificate")?,
            pictures: vec![Format::Svg],
            limits: asked.limits()?,
        };
        let mut report = self.ask(
            py,
            asked,
            |bench, f| bench.strategy(&question, f),
            |_| Ok(()),
        )?;
        let picture = report.pictures.pop().and_then(Result::ok);
        Ok(WordedReport::drawn(report, texts::tabulated, move |_| {
            picture.clone()
        }))
    }

    fn strong(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let question = Strong {
            setup: asked.setup()?,
            folder: asked.path("folder")?,
            distances: asked.flag("distances")?.unwrap_or(false),
            archive: asked.flag("archive")?.unwrap_or(false),
            limits: asked.limits()?,
            fleet: None,
        };
        let report = self.ask(py, asked, |bench, f| bench.strong(&question, f), |_| Ok(()))?;
        Ok(WordedReport::new(report, texts::made_strong))
    }

    fn probe(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let setup = asked.setup()?;
        let folder = asked.needed_path("folder")?;
        let report = self.ask(
            py,
            asked,
            |bench, _| bench.probe(&folder, &setup),
            |_| Ok(()),
        )?;
        Ok(WordedReport::new(report, texts::probed))
    }

    /// A tournament.
    fn play_match(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let usual = Match::default();
        let players = asked.texts("players")?;
        let question = Match {
            setup: asked.setup()?,
            players: match players.is_empty() {
                true => usual.players,
                false => players,
            },
            swap: asked.flag("swap")?.unwrap_or(false),
            opening: asked.within("opening", 0, 1000)?.unwrap_or(0) as u32,
            games: asked.count("games")?.unwrap_or(usual.games),
            seed: (asked.within("seed", 0, u64::MAX.into())?).unwrap_or(usual.seed),
            move_time: asked.time("move_time")?.unwrap_or(usual.move_time),
            threads: asked.threads("threads")?.unwrap_or(1),
            limits: Limits {
                threads: None,
                ..asked.limits()?
            },
            ..usual
        };
        let report = self.ask(
            py,
            asked,
            |bench, f| bench.play_match(&question, f),
            |_| Ok(()),
        )?;
        let title = self.bench.title().to_string();
        Ok(WordedReport::new(report, move |report| {
            texts::played(report, &title)
        }))
    }

    /// The move that a player chooses; nothing if somebody pressed Ctrl-C.
    fn choose(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<Option<String>> {
        let asked = &Asked::new(asked);
        let usual = Play::default();
        let player = asked.text("player")?.unwrap_or_else(|| BEST.into());
        if player == HUMAN {
            return Err(asked.wrong("player", "expected one who can be asked for a move"));
        }
        let question = Play {
            setup: asked.setup()?,
            players: [player.clone(), player],
            seed: (asked.within("seed", 0, u64::MAX.into())?).unwrap_or(usual.seed),
            move_time: asked.time("move_time")?.unwrap_or(usual.move_time),
            limits: asked.limits()?,
        };
        let choose = |bench: &Arc<Bench>, f: &Interruptible| {
            let over = "the game is over: expected a position with moves";
            if bench.line(&question.setup)?.outcome().is_some() {
                return Err(Argument::Position.wrong(over));
            }
            match bench.play(&question, f)?.answer(f) {
                Answered::Move(m, _) => Ok(Some(m)),
                Answered::Stopped(Stop::Interrupted) => Ok(None),
                Answered::Stopped(why) => {
                    let why = format!("player: no move, stopped by {}", why.name());
                    Err(Argument::Player.wrong(why))
                }
                Answered::Forfeit(why) => Err(Argument::Player.wrong(format!("player {why}"))),
            }
        };
        self.ask(py, asked, choose, |_| Ok(()))
    }

    /// Checks a certificate of this game.
    fn verify(&self, py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
        let asked = &Asked::new(asked);
        let (file, limits) = (asked.needed_path("path")?, asked.limits()?);
        let check = |bench: &Arc<Bench>, f: &Interruptible| {
            unbeatable::verify_own(bench, &file, &limits, f)
        };
        let report = self.ask(py, asked, check, |_| Ok(()))?;
        Ok(WordedReport::new(report, texts::verified))
    }
}

/// A question that is asked of many positions.
enum Every {
    Solve(Box<Solve>),
    Analyze(Analyze),
}

impl Every {
    /// Asks it of one of them, with its share of the memory and on one thread.
    fn ask(
        &self,
        bench: &Arc<Bench>,
        setup: &Setup,
        at_a_time: usize,
        follow: &Interruptible,
    ) -> Result<WordedReport, unbeatable::AskError> {
        let setup = setup.clone();
        let share = |limits: &Limits| Limits {
            memory: limits.memory.map(|bytes| bytes / at_a_time as u64),
            threads: Some(1),
            ..limits.clone()
        };
        match self {
            Every::Solve(question) => {
                let limits = share(&question.limits);
                let question = Solve {
                    setup,
                    limits,
                    ..(**question).clone()
                };
                let report = bench.solve(&question, follow)?;
                Ok(WordedReport::new(report, texts::solved))
            }
            Every::Analyze(question) => {
                let limits = share(&question.limits);
                let question = Analyze {
                    setup,
                    limits,
                    ..question.clone()
                };
                let report = bench.analyze(&question, follow)?;
                Ok(analyzed(bench, report))
            }
        }
    }
}

/// An error about one of many positions, with its number.
fn numbered(i: usize, mut error: unbeatable::AskError) -> unbeatable::AskError {
    error.message = format!("number {}: {}", i + 1, error.message);
    error
}

fn solve(asked: &Asked) -> PyResult<Solve> {
    let every = asked.time("every")?;
    if let (Some(_), None) = (every, asked.path("checkpoint")?) {
        return Err(asked.wrong("every", "expected it beside a checkpoint"));
    }
    let checkpoint = asked.path("checkpoint")?.map(|file| Checkpoint {
        file,
        every: every.unwrap_or(CHECKPOINT_EVERY),
    });
    Ok(Solve {
        setup: asked.setup()?,
        method: asked.method()?,
        at_least: asked.points("at_least")?,
        within: asked.points("within")?,
        restrict: asked.text("restrict")?,
        proof_size: asked.flag("proof_size")?.unwrap_or(false),
        certificate: asked.path("certificate")?,
        limits: asked.limits()?,
        checkpoint,
        resume: asked.path("resume")?,
    })
}

/// How much time passes between two checkpoints, unless somebody says otherwise.
const CHECKPOINT_EVERY: std::time::Duration = std::time::Duration::from_secs(60);

/// An analysis, which is drawn on its board.
fn analyzed(bench: &Arc<Bench>, report: AnalyzeReport) -> WordedReport {
    let bench = Arc::clone(bench);
    WordedReport::drawn(report, texts::analyzed, move |report| {
        bench.draw_analysis(report).ok().flatten()
    })
}

fn analyze(asked: &Asked) -> PyResult<Analyze> {
    Ok(Analyze {
        setup: asked.setup()?,
        method: asked.method()?,
        limits: asked.limits()?,
    })
}
