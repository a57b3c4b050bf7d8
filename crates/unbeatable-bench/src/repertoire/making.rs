//! Repertoires: made by search, and checked by search.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use std::sync::Mutex;

use unbeatable_core::{Budget, Game, Notation, Outcome, Stopped};
use unbeatable_database::AtomicFile;
use unbeatable_proof::Claim;
use unbeatable_proof::container::{Container, MAGIC, Unreadable};
use unbeatable_report::question::{Limits, MakeBook, Method, Setup};
use unbeatable_report::report::{BookReport, BookVerdict, SCHEMA};
use unbeatable_report::{Argument, AskError, Follow};
use unbeatable_solve::PliesLeft;

use super::{FIRST_WORDS, Head, LineClass, PLIES_MAX, Repertoire, SIGNS, game_of};
use crate::bench::{self, Bench};
use crate::book::draw_by_lot;
use crate::clock::{self, Clock};
use crate::depth::deep;
use crate::erased::{ErasedGame, Line, Move, Solved};
use crate::journal::Journal;
use crate::registry::Registry;
use crate::searchers::{Searchers, Unsettled};

impl Bench {
    /// Makes a repertoire, or goes on with it. What a book has is looked up, the rest is searched.
    pub fn make_repertoire(
        &self,
        question: &MakeBook,
        follow: &dyn Follow,
    ) -> Result<BookReport, AskError> {
        let plies = question.plies as usize;
        if plies > PLIES_MAX {
            return Err(Argument::Plies.wrong(format!(
                "--plies {plies}: expected at most {PLIES_MAX} for a repertoire"
            )));
        }
        let game = &self.game;
        let clock = Clock::start(&question.limits, follow, None);
        let budget = clock::budget(&question.limits);
        // The rest is for what is found.
        let budget = Budget {
            table_bytes_max: budget.table_bytes_max / 8 * 7,
            ..budget
        };
        let cannot = |e: io::Error| cannot(&question.file, &e);
        let file = AtomicFile::new(&question.file).map_err(cannot)?;
        file.prepare().map_err(cannot)?;
        let mut found = Repertoire::new(plies);
        let mut journal = open_journal(self, &question.file, &mut found)?;
        let mut report = BookReport {
            schema: SCHEMA,
            game: self.spec(),
            title: self.title().into(),
            file: question.file.display().to_string(),
            plies: question.plies,
            resumed: found.replies.len() as u64,
            threads: budget.threads,
            is_repertoire: true,
            ..BookReport::default()
        };
        let mut searchers = Searchers::new(self, &clock);
        let mut sessions = searchers.sessions(self.choose(&Method::default())?, budget);
        report.threads = sessions.len();
        let mut stopped = None;
        while stopped.is_none() {
            let missing = missing(&found, game, &clock)?;
            searchers.all = found.replies.len() + missing.len();
            searchers.done = found.replies.len().into();
            if clock.must_stop() {
                stopped = Some(Stopped::Asked);
                break;
            }
            if missing.is_empty() {
                break;
            }
            let kept = Mutex::new((&mut journal, &mut found));
            stopped = searchers
                .each(&mut sessions, &missing, &|moves, session| {
                    let line = line_of(game, moves);
                    let solved = searchers.solve(session, &line)?;
                    let m = *(solved.best.first()).expect("a solved position has a best move");
                    let (journal, found) = &mut *kept.lock().expect("no thread panics");
                    found.add(&line, m);
                    let note = journal.note(&moves_text(&line, m));
                    note.map_err(Unsettled::Unwritten)
                })
                .map_err(cannot)?;
        }
        report.done = found.replies.len() as u64;
        report.searched = searchers.all as u64;
        report.nodes = searchers.nodes();
        report.classes = met_by_ply(&found, game);
        report.seconds = clock.seconds();
        if stopped.is_some() {
            report.stopped = clock.reason(stopped);
            return Ok(report);
        }
        // What the start is worth is remembered by now, and is only told: the repertoire is whole.
        let start = Line::new(game, game.start());
        let solved = searchers.solve(&mut *sessions[0], &start).ok();
        let text = found.write(game);
        file.replace(|file| file.write_all(text.as_bytes()).map(Some))
            .map_err(cannot)?;
        journal.remove();
        let turn = game.turn(start.position());
        let outcome = |value| self.outcome_report(Outcome::from_value(value, turn));
        if let Some(solved) = solved {
            report.outcome = solved.bounds.value().map(outcome);
            report.distance = solved.plies_left.and_then(PliesLeft::exact);
        }
        report.bytes = Some(text.len() as u64);
        Ok(report)
    }
}

impl Repertoire {
    fn add(&mut self, line: &Line, m: Move) {
        let mut next = line.clone();
        assert!(next.play(m), "the move is legal");
        self.replies
            .insert(LineClass::of(line), LineClass::of(&next));
    }
}

fn cannot(file: &Path, e: &io::Error) -> AskError {
    Argument::Book.wrong(format!("repertoire {}: {e}", file.display()))
}

/// The lines at whose end a move is missing, as far as the walk goes, each class once.
fn missing(
    found: &Repertoire,
    game: &ErasedGame,
    clock: &Clock,
) -> Result<Vec<Vec<Move>>, AskError> {
    let mut missing = vec![];
    let mut met = HashSet::new();
    let mut most = 0;
    Repertoire::new(found.plies).walk(game, &mut |line| {
        if clock.must_stop() {
            return None;
        }
        let m = found.find(line);
        if m.is_none() && met.insert(LineClass::of(line)) {
            most = most.max(line.moves().len());
            missing.push(moves_of(line));
        }
        m
    });
    match most > SIGNS.len() {
        true => Err(Argument::Game.wrong(format!(
            "a repertoire has signs for {} moves: expected a game with no more, found {most}",
            SIGNS.len()
        ))),
        false => Ok(missing),
    }
}

/// In how many positions there is a move, ply by ply.
fn met_by_ply(found: &Repertoire, game: &ErasedGame) -> Vec<u64> {
    let mut counts = vec![];
    Repertoire::new(found.plies).walk(game, &mut |line| {
        let m = found.find(line)?;
        let plies = line.plies();
        counts.resize(counts.len().max(plies + 1), 0);
        counts[plies] += 1;
        Some(m)
    });
    counts
}

/// The moves that led to the end of a line.
fn moves_of(line: &Line) -> Vec<Move> {
    let game = line.game();
    let positions: Vec<_> = line.positions().collect();
    let pairs = positions.windows(2);
    pairs
        .map(|pair| bench::move_between(game, pair[0], pair[1]))
        .collect()
}

fn line_of<'g>(game: &'g ErasedGame, moves: &[Move]) -> Line<'g> {
    let mut line = Line::new(game, game.start());
    for &m in moves {
        assert!(line.play(m), "it was played before");
    }
    line
}

/// Opens or begins the journal of a repertoire, and adds what is in it: a line for each position, the moves
/// that lead there, and the one that is played.
fn open_journal(bench: &Bench, file: &Path, found: &mut Repertoire) -> Result<Journal, AskError> {
    let first = format!("unbeatable repertoire moves {}", bench.game.identity());
    Journal::open(file, "repertoire", &first, |text| {
        let setup = Setup {
            position: None,
            moves: text.split_whitespace().map(String::from).collect(),
        };
        let mut line = bench.line(&setup).map_err(|e| e.to_string())?;
        let m = moves_of(&line).pop().ok_or("expected a move")?;
        line.undo();
        found.add(&line, m);
        Ok(())
    })
}

/// The moves that led to the end of a line and one more, in writing.
fn moves_text(line: &Line, last: Move) -> String {
    let game = line.game();
    let mut before = Line::new(game, game.start());
    let mut texts = vec![];
    for m in moves_of(line).into_iter().chain([last]) {
        texts.push(game.move_text(before.position(), m));
        assert!(before.play(m), "it was played before");
    }
    texts.join(" ")
}

/// Checks a repertoire of one of these games: it has a move for every position that its owner can meet, and of
/// so many of them, drawn by lot, a search says that no move is better, nor wins sooner or loses later as far
/// as the solver tells; of all of them without a number. What a book has is not searched.
///
/// An error only if the file cannot be read: one that is damaged or wrong is refused.
pub fn verify_repertoire(
    games: &Registry,
    file: &Path,
    sample: Option<u64>,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<BookVerdict, AskError> {
    deep(|| verify(games, file, sample, limits, follow))
}

fn verify(
    games: &Registry,
    file: &Path,
    sample: Option<u64>,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<BookVerdict, AskError> {
    let clock = Clock::start(limits, follow, None);
    let bytes = fs::read(file).map_err(|e| cannot(file, &e))?;
    let mut verdict = BookVerdict {
        file: file.display().to_string(),
        bytes: bytes.len() as u64,
        is_repertoire: true,
        ..BookVerdict::default()
    };
    let refused = |verdict: BookVerdict, reason: String| BookVerdict {
        verdict: "refused".into(),
        reason: Some(reason),
        seconds: clock.seconds(),
        ..verdict
    };
    let text = str::from_utf8(&bytes).unwrap_or_default();
    let head = text.lines().next().and_then(Head::parse);
    let Some(Head { spec, plies, crc }) = head else {
        return Ok(refused(verdict, "expected a repertoire".into()));
    };
    let bench = match games.game(spec) {
        Ok(bench) => bench,
        Err(e) => return Ok(refused(verdict, e.to_string())),
    };
    (verdict.game, verdict.title) = (spec.into(), bench.title().into());
    verdict.plies = plies as u32;
    let repertoire = match Repertoire::read(&bench.game, text) {
        Ok(repertoire) => repertoire,
        Err(why) => return Ok(refused(verdict, why)),
    };
    if repertoire.write(&bench.game) != text {
        return Ok(refused(
            verdict,
            "it has signs that no repertoire has".into(),
        ));
    }
    let mut lines = vec![];
    Repertoire::new(plies).walk(&bench.game, &mut |line| {
        lines.push(moves_of(line));
        repertoire.find(line)
    });
    (verdict.classes, verdict.last) = (lines.len() as u64, lines.len() as u64);
    if let Some(sample) = sample {
        // Another lot for another repertoire.
        draw_by_lot(&mut lines, sample, u64::from(crc));
    }
    let mut searchers = Searchers::new(&bench, &clock);
    searchers.all = lines.len();
    let mut sessions = searchers.sessions(bench.choose(&Method::default())?, clock::budget(limits));
    let wrong = Mutex::new(None);
    let stopped = searchers.each(&mut sessions, &lines, &|moves, session| {
        let line = line_of(&bench.game, moves);
        let m = repertoire.find(&line).expect("it was just found");
        let best = searchers.solve(session, &line)?;
        let mut next = line.clone();
        assert!(next.play(m), "the move is legal");
        let played = searchers.solve(session, &next)?;
        if -played.bounds != best.bounds || !is_as_soon(&best, &played) {
            let why = format!(
                "{} is not the best move in {}",
                bench.game.move_text(line.position(), m),
                bench.game.line_text(&line)
            );
            *wrong.lock().expect("no thread panics") = Some(why);
        }
        Ok(())
    });
    let stopped = stopped.map_err(|e| cannot(file, &e))?;
    verdict.searched = searchers.done();
    if let Some(why) = wrong.into_inner().expect("no thread panics") {
        return Ok(refused(verdict, why));
    }
    verdict.stopped = clock.reason(stopped);
    verdict.verdict = match stopped {
        None => "accepted".into(),
        Some(_) => "open".into(),
    };
    verdict.seconds = clock.seconds();
    Ok(verdict)
}

/// Whether the game ends as soon behind a move as it can, where the solver tells.
fn is_as_soon(best: &Solved, played: &Solved) -> bool {
    let plies = |solved: &Solved| solved.plies_left.and_then(PliesLeft::exact);
    match (plies(best), plies(played)) {
        (Some(best), Some(played)) => best == played + 1,
        _ => true,
    }
}

/// Whether a file is a repertoire.
#[must_use]
pub fn is_repertoire(file: &Path) -> bool {
    let mut front = vec![0; FIRST_WORDS.len()];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut front));
    read.is_ok() && front == FIRST_WORDS.as_bytes()
}

/// The spec of the game that a repertoire, or a certificate, is of.
pub fn repertoire_game(file: &Path) -> Result<String, AskError> {
    let bytes = fs::read(file).map_err(|e| cannot(file, &e))?;
    let spec = match Container::open(Cursor::new(&bytes)) {
        Ok(container) => Claim::parse(&container.head).ok().map(|claim| claim.game),
        Err(Unreadable::Damaged(why)) if bytes.starts_with(&MAGIC) => {
            let why = format!("book {}: is damaged: {why}", file.display());
            return Err(Argument::Book.wrong(why));
        }
        Err(_) => str::from_utf8(&bytes)
            .ok()
            .and_then(game_of)
            .map(String::from),
    };
    spec.ok_or_else(|| {
        let why = "expected a book, a repertoire or the certificate of a win";
        Argument::Book.wrong(format!("book {}: {why}", file.display()))
    })
}
