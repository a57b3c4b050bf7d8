//! Strong solutions: every position of a game, solved and kept in a folder.

use std::ops::ControlFlow;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::Duration;

use unbeatable_core::{Game, Layered, Line, Notation, Outcome, Player, Stopped};
use unbeatable_database::{
    About, Database, Header, Known, Options, Probe, Wrong, assemble, verify,
};
use unbeatable_solve::layered::{Halted, Kernel, Room, solve};

use crate::any_game::{AskError, Follow};
use crate::clock::Clock;
use crate::consulting::{Consult, Opened, open};
use crate::question::{Count, Limits, Strong};
use crate::report::{
    CountReport, DatabaseReport, DatabaseVerdict, ForecastReport, LayerReport, OutcomeReport,
    ProbeReport, ProbedMove, SCHEMA, StrongReport,
};

use crate::units::{write_room, write_roughly, write_rounded};

mod counting;
mod fleet;
mod folder;
mod pace;

use folder::Folder;
use pace::{Account, Following};

/// What a run takes, unless told otherwise.
const MEMORY: u64 = 2 << 30;

/// What verification takes for a class of the layer that it finds; in the one before it, 8 bytes.
const VERIFIED_BYTES: u64 = 32;

/// A forecast takes no longer than this: when nothing else is asked for, before a run, and before one that
/// goes on.
const FORECAST: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_secs(3);
const GLANCE: Duration = Duration::from_millis(100);

/// Whoever would wait longer is told before.
const LONG_SECONDS: f64 = 10.0;

/// The version of the program, as databases name it.
const PROGRAM: &str = concat!("unbeatable ", env!("CARGO_PKG_VERSION"));

/// What can be done with games in layers, for games whose type is known here but not behind it.
pub(crate) trait InLayers<G: Game>: Send + Sync {
    /// Solves everything behind the end of a line.
    fn strong(
        &self,
        line: &Line<G>,
        question: &Strong,
        follow: &dyn Follow,
    ) -> Result<StrongReport, AskError>;

    /// Counts positions or classes, if there are many; `None` leaves it to others.
    fn count(&self, line: &Line<G>, question: &Count, follow: &dyn Follow) -> Option<CountReport>;

    /// Opens a database.
    fn open(&self, game: &G, folder: &Path) -> Result<Box<dyn Consult<G>>, AskError>;

    /// What a database says of the end of a line.
    fn probe(&self, line: &Line<G>, folder: &Path) -> Result<ProbeReport, AskError>;

    /// Checks a database.
    fn verify(
        &self,
        game: &G,
        folder: &Path,
        limits: &Limits,
        follow: &dyn Follow,
    ) -> Result<DatabaseVerdict, AskError>;
}

/// All of it, for every game in layers.
pub(crate) struct Layers;

impl<G: Layered + Notation> InLayers<G> for Layers {
    fn strong(
        &self,
        line: &Line<G>,
        question: &Strong,
        follow: &dyn Follow,
    ) -> Result<StrongReport, AskError> {
        let game = line.game();
        let clock = Clock::start(&question.limits, follow, None);
        let room = match &question.fleet {
            None => room(&question.limits)?,
            Some(fleet) => room(&Limits {
                threads: Some(fleet.workers),
                ..question.limits.clone()
            })?,
        };
        let kernel = Kernel::new(game, line.position());
        let account = Account::new(&clock, kernel.first_layer(), question.distances);
        let mut report = StrongReport {
            schema: SCHEMA,
            game: game.spec(),
            title: String::new(),
            position: game.line_text(line),
            turn: game.player_name(game.turn(line.position())),
            players: Player::BOTH.map(|player| game.player_name(player)),
            database: None,
            forecast: None,
            resumed: false,
            classes_found: 0,
            seconds: 0.0,
            threads: room.threads,
            fleet: None,
            stopped: None,
        };
        let result = run(&kernel, line, question, room, &account, follow, &mut report);
        report.seconds = clock.seconds();
        match result {
            Ok(()) => Ok(report),
            Err(Halt::Stopped) => {
                report.stopped = clock.reason(Some(Stopped::Asked));
                Ok(report)
            }
            Err(Halt::Wrong(error)) => Err(error),
        }
    }

    fn count(&self, line: &Line<G>, question: &Count, follow: &dyn Follow) -> Option<CountReport> {
        counting::count(line, question, follow)
    }

    fn open(&self, game: &G, folder: &Path) -> Result<Box<dyn Consult<G>>, AskError> {
        Ok(Box::new(Opened::open(folder, game)?))
    }

    fn probe(&self, line: &Line<G>, folder: &Path) -> Result<ProbeReport, AskError> {
        let game = line.game();
        let pos = line.position();
        let turn = game.turn(pos);
        let opened = Opened::open(folder, game)?;
        let header = opened.database.header();
        // Without distances a few are known all the same: all or nothing is easier to read.
        let has_distances = header.distances || header.archive;
        let told =
            |(outcome, distance): (_, Option<u32>)| (outcome, distance.filter(|_| has_distances));
        let (outcome, distance) = told(worth(opened.probe(game, pos)?, turn));
        let mut moves = vec![];
        if line.outcome().is_none() {
            for m in game.moves(pos) {
                let next = game.play(pos, m);
                let (outcome, distance) = told(worth(opened.probe(game, &next)?, turn.other()));
                moves.push((m, outcome, distance.map(|plies| plies + 1)));
            }
        }
        // Wins rather soon, losses rather late.
        moves.sort_by_key(|(_, outcome, distance)| {
            let value = outcome.value_for(turn);
            let plies = i64::from(distance.unwrap_or(0));
            let late = if value > outcome.value_for(turn.other()) {
                plies
            } else {
                -plies
            };
            (std::cmp::Reverse(value), late)
        });
        let mark = |asked: G::Move| {
            let found = moves.iter().find(|(m, ..)| *m == asked)?;
            Some(match found.1.winner() {
                None => '=',
                Some(winner) if winner == turn => '+',
                Some(_) => '-',
            })
        };
        let mut board = String::new();
        game.write_board(pos, &mark, &mut board)
            .expect("writing to a string does not fail");
        let moves = moves.iter().map(|&(m, outcome, distance)| ProbedMove {
            m: game.move_text(pos, m),
            outcome: outcome_report(game, outcome),
            distance,
        });
        Ok(ProbeReport {
            schema: SCHEMA,
            database: folder.display().to_string(),
            game: game.spec(),
            title: String::new(),
            position: game.line_text(line),
            turn: game.player_name(turn),
            is_over: line.outcome().is_some(),
            outcome: outcome_report(game, outcome),
            distance,
            moves: moves.collect(),
            board,
        })
    }

    fn verify(
        &self,
        game: &G,
        folder: &Path,
        limits: &Limits,
        follow: &dyn Follow,
    ) -> Result<DatabaseVerdict, AskError> {
        let clock = Clock::start(limits, follow, None);
        let opened = Opened::open(folder, game)?;
        let header = opened.database.header();
        let room = room(limits)?;
        let layers: Vec<u64> = header
            .layers
            .iter()
            .map(|found| found.counts.classes)
            .collect();
        let pairs = layers.iter().zip(layers.iter().skip(1).chain(&[0]));
        let needed = pairs
            .map(|(here, behind)| 8 * here + VERIFIED_BYTES * behind)
            .max();
        let is_narrow = needed.unwrap_or(0) > room.bytes_max as u64;
        let show = |pos: &G::Position| game.position_text(pos);
        let mut watch = |step: unbeatable_database::Step| {
            clock.report_strong(crate::report::StrongProgress {
                work: "verifying",
                layer: step.layer,
                layer_done: 0.0,
                classes: step.classes,
                classes_in_all: opened.database.header().total.classes as f64,
                seconds_left: 0.0,
            });
            match clock.must_stop() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let verified = match is_narrow {
            true => Err(Wrong::Stopped),
            false => verify(game, &opened.database, room.threads, &show, &mut watch),
        };
        let (verdict, reason) = match &verified {
            Ok(_) => ("accepted", None),
            Err(Wrong::Stopped) => ("open", None),
            Err(Wrong::Found(what)) => ("refused", Some(what.clone())),
        };
        let about = &header.about;
        let has_distances = verified.as_ref().is_ok_and(|verified| verified.distances);
        Ok(DatabaseVerdict {
            folder: folder.display().to_string(),
            verdict,
            reason,
            game: about.game.clone(),
            title: String::new(),
            position: about.position.clone(),
            positions: verified.as_ref().map_or(0, |v| v.positions),
            classes: verified.as_ref().map_or(0, |v| v.classes),
            digest: has_distances.then(|| header.digest.clone()),
            digest_of_values: verified.is_ok().then(|| header.digest_of_values.clone()),
            seconds: clock.seconds(),
            stopped: match verified {
                Err(Wrong::Stopped) if is_narrow => Some("memory"),
                Err(Wrong::Stopped) => clock.reason(Some(Stopped::Asked)),
                _ => None,
            },
        })
    }
}

/// Why a run ended early.
enum Halt {
    /// Time was up, or somebody asked.
    Stopped,
    /// Something is wrong.
    Wrong(AskError),
}

impl From<AskError> for Halt {
    fn from(error: AskError) -> Self {
        Halt::Wrong(error)
    }
}

/// What so many threads take beside layers, in bytes.
fn beside(threads: usize) -> usize {
    (24 << 20) + (8 << 20) * threads
}

/// Threads and bytes that a run may take. What it takes beside its layers, buffers of every thread among
/// them, is left out.
fn room(limits: &Limits) -> Result<Room, AskError> {
    const LEAST_BYTES: u64 = 8 << 20;
    let all = || available_parallelism().map_or(1, usize::from);
    let threads = limits.threads.unwrap_or_else(all);
    let memory = limits.memory.unwrap_or(MEMORY);
    let beside = beside(threads) as u64;
    if memory < beside + LEAST_BYTES {
        return Err(AskError(format!(
            "there is too little memory for {threads} threads: expected --memory {}MiB or more",
            (beside + LEAST_BYTES) >> 20
        )));
    }
    Ok(Room {
        threads,
        bytes_max: usize::try_from(memory - beside).unwrap_or(usize::MAX),
    })
}

fn run<G: Layered + Notation>(
    kernel: &Kernel<G>,
    line: &Line<G>,
    question: &Strong,
    room: Room,
    account: &Account,
    follow: &dyn Follow,
    report: &mut StrongReport,
) -> Result<(), Halt> {
    let Some(path) = &question.folder else {
        account
            .prepare(kernel, room, FORECAST, true)
            .ok_or(Halt::Stopped)?;
        report.forecast = account.report();
        return match &report.forecast {
            Some(_) => Ok(()),
            None => Err(Halt::Wrong(AskError(format!(
                "a forecast of {} takes more than {} seconds: expected a smaller game",
                report.game,
                FORECAST.as_secs()
            )))),
        };
    };
    if let Some(asked) = &question.fleet {
        let making = fleet::Making {
            kernel,
            line,
            question,
            fleet: &fleet::fleet(asked)?,
            path,
            account,
        };
        return making.run(room, follow, report);
    }
    let game = kernel.game();
    let name = path.display();
    if let Some(database) = finished(path, report, question) {
        follow.advise(&format!("the database in '{name}' is finished already"));
        report.resumed = true;
        report.database = Some(database_report(game, database.header(), path));
        return Ok(());
    }
    let wrong = |e: std::io::Error| Halt::Wrong(AskError(format!("folder '{name}': {e}")));
    let folder = Folder::open(path, &report.game, &report.position, kernel.root())?;
    report.resumed = folder.is_resumed;
    folder.check_layers(kernel.first_layer(), game.layer_max())?;
    if folder.is_resumed {
        follow.advise(&format!("goes on with the unfinished run in '{name}'"));
    }
    // Whoever goes on was told before, and wants to go on.
    let (patience, pilots) = match folder.is_resumed {
        true => (GLANCE, false),
        false => (LOOK, true),
    };
    account
        .prepare(kernel, room, patience, pilots)
        .ok_or(Halt::Stopped)?;
    report.forecast = account.report();
    let largest = report.forecast.iter().flat_map(|expected| &expected.layers);
    let largest = largest.fold(0.0, |largest: f64, layer| largest.max(*layer)) / 2.0;
    if largest > 1.2 * room.bytes_max as f64 {
        return Err(Halt::Wrong(AskError(format!(
            "there is too little memory: a layer will have about {} classes, and takes a byte for each: \
             expected --memory {} or more",
            write_rounded(largest),
            mebibytes(largest as usize)
        ))));
    }
    if let Some(expected) = &report.forecast
        && expected.seconds > LONG_SECONDS
    {
        follow.advise(&told(expected));
    }
    let following = Following {
        account,
        kernel,
        bytes: &|| folder.bytes(),
        forecasts: true,
    };
    let halted = |halted| match halted {
        Halted::Asked => Halt::Stopped,
        Halted::Shelf(error) => wrong(error),
        Halted::Memory(bytes) => Halt::Wrong(AskError(format!(
            "there is too little memory for a layer: expected --memory {} or more",
            mebibytes(bytes)
        ))),
    };
    let found = solve(kernel, room, &folder, &following).map_err(halted);
    report.classes_found = account.classes_found();
    found?;
    let about = About {
        program: PROGRAM.into(),
        game: report.game.clone(),
        position: report.position.clone(),
    };
    let options = Options {
        distances: question.distances,
        archive: question.archive,
        threads: room.threads,
    };
    let mut watch = |step: unbeatable_database::Step| account.note_table(step.layer, step.classes);
    let made = assemble(game, line.position(), &about, path, &options, &mut watch);
    let database = match made {
        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => return Err(Halt::Stopped),
        made => made.map_err(wrong)?,
    };
    folder.finish();
    report.database = Some(database_report(game, database.header(), path));
    Ok(())
}

/// The database that is asked for, if it is there already, with all that is asked for.
fn finished(path: &Path, report: &StrongReport, question: &Strong) -> Option<Database> {
    let database = Database::open(path).ok()?;
    let header = database.header();
    let is_it = header.about.game == report.game && header.about.position == report.position;
    let has_all = header.distances >= question.distances && header.archive >= question.archive;
    // What a process left that was killed at the last moment goes under the lock.
    drop(Folder::open(
        path,
        &report.game,
        &report.position,
        header.root,
    ));
    (is_it && has_all).then_some(database)
}

/// What a database says of itself.
fn database_report<G: Layered + Notation>(
    game: &G,
    header: &Header,
    folder: &Path,
) -> DatabaseReport {
    let winner = match header.outcome.as_str() {
        "first" => Some(Player::First),
        "second" => Some(Player::Second),
        _ => None,
    };
    let bytes = |is_counted: fn(&str) -> bool| {
        // In a database in parts, a file's name begins with its part's folder.
        let is_counted = |name: &str| name.rsplit('/').next().is_some_and(is_counted);
        let files = header.files.iter().filter(|file| is_counted(&file.name));
        files.map(|file| file.bytes).sum::<u64>()
    };
    let table_bytes = bytes(|name| name == "table");
    let total = &header.total;
    let bits = |of: u64| 8.0 * table_bytes as f64 / of as f64;
    let layers = header.layers.iter().map(|found| LayerReport {
        layer: found.layer,
        positions: found.counts.positions,
        classes: found.counts.classes,
        finished: found.counts.finished,
        first_wins: found.counts.first_wins,
        draws: found.counts.draws,
        second_wins: found.counts.second_wins,
    });
    DatabaseReport {
        folder: folder.display().to_string(),
        outcome: OutcomeReport {
            winner: winner.map(|player| game.player_name(player)),
            margin: None,
        },
        distance: header.plies,
        positions: total.positions,
        classes: total.classes,
        layers: layers.collect(),
        distances: header.distances,
        table_bytes,
        bits_per_position: bits(total.positions),
        bits_per_class: bits(total.classes),
        archive_bytes: header
            .archive
            .then(|| bytes(|name| name.starts_with("layer-"))),
        digest: header.digest.clone(),
    }
}

/// How the game ends, and in how many plies, from a position in which `turn` moves.
fn worth(probed: Probe, turn: Player) -> (Outcome<unbeatable_core::Wdl>, Option<u32>) {
    match probed {
        Probe::Finished(outcome) => (outcome, outcome.winner().map(|_| 0)),
        Probe::Known(Known { value, distance }) => (Outcome::from_value(value, turn), distance),
        Probe::Outside | Probe::CannotTell => unreachable!("these are errors"),
    }
}

fn outcome_report<G: Layered + Notation>(
    game: &G,
    outcome: Outcome<unbeatable_core::Wdl>,
) -> OutcomeReport {
    OutcomeReport {
        winner: outcome.winner().map(|player| game.player_name(player)),
        margin: None,
    }
}

/// Checks the database in a folder.
pub fn verify_database(
    folder: &Path,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<DatabaseVerdict, AskError> {
    let found = Database::open(folder);
    match found {
        // A database that is damaged is refused; a folder that is none cannot be checked at all.
        Err(error) if folder.join(folder::FINISHED).exists() => Ok(DatabaseVerdict {
            folder: folder.display().to_string(),
            verdict: "refused",
            reason: Some(error.to_string()),
            ..DatabaseVerdict::default()
        }),
        _ => database_game(folder)?.verify_database(folder, limits, follow),
    }
}

/// The text of the position from which the database in a folder reaches all others.
pub fn database_root(folder: &Path) -> Result<String, AskError> {
    Ok(open(folder)?.header().about.position.clone())
}

/// The game that the database in a folder is of.
pub fn database_game(folder: &Path) -> Result<Box<dyn crate::AnyGame>, AskError> {
    let spec = &open(folder)?.header().about.game.clone();
    let wrong = |AskError(e)| AskError(format!("database '{}': {e}", folder.display()));
    crate::registry::game(spec).map_err(wrong)
}

/// So many bytes and a little more, as `--memory` takes them.
fn mebibytes(bytes: usize) -> String {
    format!("{}MiB", (bytes >> 20) + 64)
}

/// A forecast in a line.
fn told(expected: &ForecastReport) -> String {
    format!(
        "about {} positions, give or take {:.0} %; {} on disk; about {} ({} to {})",
        write_rounded(expected.positions),
        100.0 * expected.error,
        write_room(expected.disk_bytes),
        write_roughly(expected.seconds),
        write_roughly(expected.seconds_low),
        write_roughly(expected.seconds_high)
    )
}
