//! Books: made by search, checked by rules and search.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;

use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Line, Notation, Numbered, Outcome, Settled, Stopped, Wdl};
use unbeatable_database::book::{classes, complete, contradiction};
use unbeatable_database::{AtomicFile, Book, BookHead};
use unbeatable_report::question::{Limits, MakeBook};
use unbeatable_report::report::{BookReport, BookVerdict, SCHEMA};
use unbeatable_report::{Argument, AskError, Follow};
use unbeatable_solve::PliesLeft;

use crate::bench::Bench;
use crate::clock::{self, Clock};
use crate::erased::{ErasedGame, in_points, of_points};
use crate::journal::Journal;
use crate::open_book::OpenBook;
use crate::registry::Registry;
use crate::searchers::{Searchers, Unsettled};
use crate::searches::Session;
use crate::solvers::Chosen;

impl Bench {
    /// From now on this book, repertoire or certificate of a win is looked into before any search; with `None`,
    /// none is.
    pub fn open_book(&self, file: Option<&Path>) -> Result<(), AskError> {
        let Some(file) = file else {
            self.repertoire.put(None)?;
            return self.no_book();
        };
        let wrong = |e: &dyn std::fmt::Display| {
            Argument::Book.wrong(format!("book {}: {e}", file.display()))
        };
        let bytes = fs::read(file).map_err(|e| wrong(&e))?;
        let put = self.repertoire.put_file(&self.game, &bytes);
        if put.map_err(|e| wrong(&e))? {
            return Ok(());
        }
        if !Book::is_book(&bytes) {
            return Err(wrong(
                &"expected a book, a repertoire or the certificate of a win",
            ));
        }
        let layers = self.layers()?;
        let book = Book::read(&bytes).map_err(|e| wrong(&e))?;
        let (spec, head) = (self.game.identity(), book.head());
        if head.game != spec {
            return Err(wrong(&format!(
                "is of another game: expected {spec}, found {}",
                head.game
            )));
        }
        if head.root != self.root_class()? {
            return Err(wrong(&"names another start than the game has"));
        }
        let name = format!("{}, {} plies", file.display(), head.plies());
        layers.book.put(Some(OpenBook::new(book, name)))
    }

    /// From now on no book is looked into. A game that has no books needs not be told.
    fn no_book(&self) -> Result<(), AskError> {
        self.layers().map_or(Ok(()), |layers| layers.book.put(None))
    }

    /// The book that has the end of a line, if there is one.
    #[must_use]
    pub fn book_of(&self, line: &Line<ErasedGame>) -> Option<&str> {
        let layers = self.layers().ok()?;
        let open = layers.book.book()?;
        let number = layers.packed.number(line.position());
        open.find(&*layers.packed, number).map(|_| open.name())
    }

    fn root_class(&self) -> Result<u64, AskError> {
        let packed = &self.layers()?.packed;
        Ok(packed.class_of(packed.number(&self.game.start())))
    }

    /// Makes a book, or goes on with it.
    pub fn make_book(
        &self,
        question: &MakeBook,
        follow: &dyn Follow,
    ) -> Result<BookReport, AskError> {
        let layers = self.layers()?;
        if !self.searches.has_soonest() {
            let spec = self.spec();
            return Err(Argument::Game.wrong(format!(
                "a book says how soon games end: expected ttt, mnk or connect up to 62 squares, \
                 found {spec}"
            )));
        }
        // What is written in another book is not found again.
        self.no_book()?;
        let clock = Clock::start(&question.limits, follow, None);
        let room = BookRoom::new(clock::budget(&question.limits));
        let budget = room.budget;
        let (game, root) = (&*layers.packed, self.root_class()?);
        let Some(classes) = room.classes(game, root, question.plies, &clock) else {
            return match clock.must_stop() {
                true => Ok(BookReport {
                    schema: SCHEMA,
                    game: self.spec(),
                    title: self.title().into(),
                    file: question.file.display().to_string(),
                    plies: question.plies,
                    threads: budget.threads,
                    seconds: clock.seconds(),
                    stopped: clock.reason(Some(Stopped::Asked)),
                    ..BookReport::default()
                }),
                false => Err(Argument::Plies.wrong(format!(
                    "--plies {}: more than {} positions do not fit: expected fewer plies, or more \
                     --memory",
                    question.plies, room.classes_max
                ))),
            };
        };
        let last = classes.last().expect("there is a first one");
        let searched: Vec<u64> = in_order(game, &classes)
            .into_iter()
            .filter(|&class| game.glance(class).is_none())
            .collect();
        let head = BookHead {
            program: env!("CARGO_PKG_VERSION").into(),
            game: self.game.identity(),
            root,
            classes: classes.iter().map(|layer| layer.len() as u64).collect(),
        };
        let file = AtomicFile::new(&question.file).map_err(|e| cannot(&question.file, &e))?;
        file.prepare().map_err(|e| cannot(&question.file, &e))?;
        let (journal, found) = open_journal(&question.file, &head, last)?;
        let mut report = BookReport {
            schema: SCHEMA,
            game: self.spec(),
            title: self.title().into(),
            file: question.file.display().to_string(),
            plies: head.plies(),
            classes: head.classes.clone(),
            searched: searched.len() as u64,
            resumed: found.len() as u64,
            threads: budget.threads,
            ..BookReport::default()
        };
        let missing = searched.iter().copied();
        let missing: Vec<u64> = missing.filter(|class| !found.contains_key(class)).collect();
        let mut searchers = Searchers::new(self, &clock);
        searchers.all = searched.len();
        searchers.done = found.len().into();
        let mut sessions = searchers.sessions(Chosen::Soonest, budget);
        let journal = Mutex::new((journal, found));
        let stopped = searchers.each(&mut sessions, &missing, &|&class, session| {
            let settled = settle(self, &searchers, session, class)?;
            let (journal, found) = &mut *journal.lock().expect("no thread panics");
            found.insert(class, settled);
            let line = format!("{class:x} {}", settled.byte());
            journal.note(&line).map_err(Unsettled::Unwritten)
        });
        let (journal, found) = journal.into_inner().expect("no thread panics");
        let stopped = stopped.map_err(|e| cannot(&question.file, &e))?;
        report.done = found.len() as u64;
        report.nodes = searchers.nodes();
        report.seconds = clock.seconds();
        if stopped.is_some() {
            report.stopped = clock.reason(stopped);
            return Ok(report);
        }
        let layers_found = complete(game, &classes, &found);
        let start = layers_found[0][0].1;
        let bytes = Book::new(game, head, &layers_found).write();
        file.replace(|file| file.write_all(&bytes).map(Some))
            .map_err(|e| cannot(&question.file, &e))?;
        journal.remove();
        let value = start.value().expect("every position is solved");
        let points = in_points(value);
        let turn = self.game.turn(&self.game.start());
        report.outcome = Some(self.outcome_report(Outcome::from_value(points, turn)));
        report.distance = start.distance();
        report.bytes = Some(bytes.len() as u64);
        report.seconds = clock.seconds();
        Ok(report)
    }
}

fn cannot(file: &Path, e: &io::Error) -> AskError {
    Argument::Book.wrong(format!("book {}: {e}", file.display()))
}

/// How memory is shared between a book's lists of positions and the table of its search.
struct BookRoom {
    budget: Budget,
    classes_max: usize,
}

impl BookRoom {
    fn new(budget: Budget) -> Self {
        let lists = budget.table_bytes_max / 8;
        BookRoom {
            budget: Budget {
                table_bytes_max: budget.table_bytes_max - lists,
                ..budget
            },
            classes_max: lists / CLASS_BYTES,
        }
    }

    /// All classes up to so many plies; `None` if there is no room for them, or no time.
    fn classes(
        &self,
        game: &dyn Numbered,
        root: u64,
        plies: u32,
        clock: &Clock,
    ) -> Option<Vec<Vec<u64>>> {
        classes(game, root, plies, &mut |count| {
            count <= self.classes_max && !clock.must_stop()
        })
    }
}

/// What the lists take for each class while a book is made: its number in a few of them, its value in a map,
/// and what is there twice for a while.
const CLASS_BYTES: usize = 96;

/// The last layer in the order of a walk from the start: neighbours share most of what is behind them.
fn in_order(game: &dyn Numbered, classes: &[Vec<u64>]) -> Vec<u64> {
    let Some((last, before)) = classes.split_last() else {
        return vec![];
    };
    let mut is_met: Vec<Vec<bool>> = before
        .iter()
        .map(|layer| vec![false; layer.len()])
        .collect();
    is_met.push(vec![false; last.len()]);
    let mut order = Vec::with_capacity(last.len());
    let mut waiting = vec![(0, classes[0][0])];
    let mut behind = vec![];
    while let Some((layer, class)) = waiting.pop() {
        let Ok(at) = classes[layer].binary_search(&class) else {
            continue;
        };
        if std::mem::replace(&mut is_met[layer][at], true) {
            continue;
        }
        if layer + 1 == classes.len() {
            order.push(class);
            continue;
        }
        game.positions_behind(class, &mut behind);
        waiting.extend(behind.iter().map(|&next| (layer + 1, game.class_of(next))));
    }
    order
}

/// Opens or begins the journal of a book, with what is in it of the last layer: a line for each position, its
/// number and a byte of [`Settled`].
fn open_journal(
    book: &Path,
    head: &BookHead,
    last: &[u64],
) -> Result<(Journal, HashMap<u64, Settled>), AskError> {
    let first = format!("unbeatable book {} {}", head.game, head.plies());
    let mut found = HashMap::new();
    let journal = Journal::open(book, "book", &first, |line| {
        let read = line.split_once(' ').and_then(|(class, settled)| {
            let class = u64::from_str_radix(class, 16).ok()?;
            let settled = Settled::from_byte(settled.parse().ok()?);
            (last.binary_search(&class).is_ok() && settled.value().is_some())
                .then_some((class, settled))
        });
        let (class, settled) = read.ok_or("expected a position of the last ply and its value")?;
        found.insert(class, settled);
        Ok(())
    })?;
    Ok((journal, found))
}

/// What a class is worth, and how soon.
fn settle<'g>(
    bench: &'g Bench,
    searchers: &Searchers<'g>,
    session: &mut dyn Session<'g>,
    class: u64,
) -> Result<Settled, Unsettled> {
    let layers = bench.layers().expect("a game in layers");
    let line = Line::new(&bench.game, layers.packed.position(class));
    let solved = searchers.solve(session, &line)?;
    let value = (solved.bounds.value()).expect("a search that was not stopped");
    let value: Wdl = of_points(value);
    let plies = solved.plies_left.and_then(PliesLeft::exact);
    Ok(Settled::new(value, plies).expect("a win or a loss, and how soon"))
}

/// The spec of the game that a book is of.
pub fn book_game(file: &Path) -> Result<String, AskError> {
    let bytes = fs::read(file).map_err(|e| cannot(file, &e))?;
    let book = Book::read(&bytes);
    let book = book.map_err(|e| Argument::Book.wrong(format!("book {}: {e}", file.display())))?;
    Ok(book.head().game.clone())
}

/// Whether a file is a book.
#[must_use]
pub fn is_book(file: &Path) -> bool {
    let mut front = [0; 8];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut front));
    read.is_ok() && Book::is_book(&front)
}

/// Checks a book of one of these games: against the rules, against itself, and by searching so many
/// positions of its last ply again, drawn by lot; all of them without a number.
///
/// An error only if the file cannot be read: one that is damaged or wrong is refused.
pub fn verify_book(
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
        ..BookVerdict::default()
    };
    let refused = |verdict: BookVerdict, reason: String| BookVerdict {
        verdict: "refused".into(),
        reason: Some(reason),
        seconds: clock.seconds(),
        ..verdict
    };
    let book = match Book::read(&bytes) {
        Ok(book) => book,
        Err(why) => return Ok(refused(verdict, why)),
    };
    let head = book.head();
    (verdict.game, verdict.plies) = (head.game.clone(), head.plies());
    let bench = match games.game(&head.game) {
        Ok(bench) if bench.searches.has_soonest() => bench,
        _ => return Ok(refused(verdict, "its game has no books".into())),
    };
    verdict.title = bench.title().into();
    bench.no_book()?;
    let layers = bench.layers()?;
    let game = &*layers.packed;
    let text = |class| {
        let line = Line::new(&bench.game, layers.packed.position(class));
        bench.game.line_text(&line)
    };
    if head.root != bench.root_class()? || head.game != bench.game.identity() {
        return Ok(refused(verdict, "it names another start or game".into()));
    }
    if head.plies() > game.last_layer() {
        return Ok(refused(verdict, "no game is so long".into()));
    }
    let room = BookRoom::new(clock::budget(limits));
    let Some(classes) = room.classes(game, head.root, head.plies(), &clock) else {
        let why = match clock.must_stop() {
            true => Stopped::Asked,
            false => Stopped::Memory,
        };
        return Ok(BookVerdict {
            verdict: "open".into(),
            stopped: clock.reason(Some(why)),
            seconds: clock.seconds(),
            ..verdict
        });
    };
    let counts: Vec<u64> = classes.iter().map(|layer| layer.len() as u64).collect();
    if counts != head.classes {
        return Ok(refused(verdict, "it counts positions wrongly".into()));
    }
    let Some(found) = book.layers(game, &classes) else {
        return Ok(refused(verdict, "it lacks a position".into()));
    };
    let words = |settled: Settled| match (settled.value(), settled.distance()) {
        (Some(Wdl::Win), Some(plies)) => format!("won in {plies}"),
        (Some(Wdl::Loss), Some(plies)) => format!("lost in {plies}"),
        _ => "drawn".into(),
    };
    if let Some((class, said, is)) = contradiction(game, &found) {
        let why = format!(
            "{} is said to be {}, and those behind it make it {}",
            text(class),
            words(said),
            words(is)
        );
        return Ok(refused(verdict, why));
    }
    if Book::new(game, head.clone(), &found).write() != bytes {
        return Ok(refused(verdict, "it has bytes that no book has".into()));
    }
    verdict.classes = counts.iter().sum();
    let last: HashMap<u64, Settled> = found.last().into_iter().flatten().copied().collect();
    let mut chosen = in_order(game, &classes);
    chosen.retain(|&class| game.glance(class).is_none());
    verdict.last = chosen.len() as u64;
    if let Some(sample) = sample {
        draw_by_lot(&mut chosen, sample, u64::from(crc_of(&bytes)));
    }
    let mut searchers = Searchers::new(&bench, &clock);
    searchers.all = chosen.len();
    let mut sessions = searchers.sessions(Chosen::Soonest, room.budget);
    let wrong = Mutex::new(None);
    let stopped = searchers.each(&mut sessions, &chosen, &|&class, session| {
        let settled = settle(&bench, &searchers, session, class)?;
        if last[&class] != settled {
            let mut wrong = wrong.lock().expect("no thread panics");
            *wrong = Some((class, last[&class], settled));
        }
        Ok(())
    });
    let stopped = stopped.map_err(|e| cannot(file, &e))?;
    verdict.searched = searchers.done();
    if let Some((class, said, is)) = wrong.into_inner().expect("no thread panics") {
        let why = format!(
            "{} is said to be {}, and is {}",
            text(class),
            words(said),
            words(is)
        );
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

/// Keeps so many of the items, drawn by lot, in the order they have; all if there are no more.
pub(crate) fn draw_by_lot<T>(items: &mut Vec<T>, sample: u64, seed: u64) {
    let mut random = Random::new(seed);
    let mut among = items.len() as u64;
    let mut left = sample.min(among);
    items.retain(|_| {
        let is_drawn = random.below(among) < left;
        among -= 1;
        left -= u64::from(is_drawn);
        is_drawn
    });
}

/// Another lot for another book.
fn crc_of(bytes: &[u8]) -> u32 {
    let tail = bytes.last_chunk::<4>().copied().unwrap_or_default();
    u32::from_le_bytes(tail)
}
