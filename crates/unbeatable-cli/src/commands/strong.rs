//! `strong`: every position of a game, solved and kept.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args, ValueHint};
use unbeatable_workbench::question::{Fleet, Limits, Strong};
use unbeatable_workbench::report::{DatabaseReport, FleetReport, ForecastReport, StrongReport};
use unbeatable_workbench::units::{write_room, write_roughly, write_rounded};
use unbeatable_workbench::{Ask, Registry};

use crate::failure::{Exit, Failure};
use crate::method::MovesArgs;
use crate::output::Console;
use crate::style::{TITLE, paint};
use crate::table::{TextTable, paragraph};
use crate::units::{self, many, percent, thousands, write_bytes, write_seconds};
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
Examples:
  unbeatable strong connect:5x4 -o c54         every position, in a few seconds
  unbeatable probe c54 \"332\"                   what one of them is worth
  unbeatable verify c54                        all of it, checked
  unbeatable analyze connect:5x4 --database c54
  unbeatable strong connect:7x6 --forecast     how large, and how long, before you begin

Positions are found layer by layer, and solved from the last layer to the first. A layer that is finished \
is on the disk: a run that was stopped or killed goes on from there if the same command is given again.

From a position whose mirror image is another one, that one and all behind it are counted, too.

On several machines each process has a part of all positions, and needs a part of the memory: see \
docs/fleet.md. Their connections are not encrypted: for private networks only.
  unbeatable strong connect:5x5 -o c55 --hosts hosts.txt --process 0     on the first machine
  unbeatable strong connect:5x5 -o c55 --hosts hosts.txt --process 1     on the second

For games in which every move adds a stone: connect, ttt, and mnk of up to 32 squares.";

/// Solves every position of a game, and keeps them in a database.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct StrongArgs {
    /// The game, such as connect:5x4; `unbeatable games` lists them.
    game: String,

    /// The position from which all others are reached, quoted; the start if left out.
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    /// The folder of the database: a new one, or one in which the same run was begun.
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    #[arg(required_unless_present = "forecast")]
    output: Option<PathBuf>,

    /// Only say how many positions there are, what room they take and how long it would take.
    #[arg(long, conflicts_with_all = ["output", "archive"])]
    forecast: bool,

    /// Keep distances to the end in the table, too; it takes about a third more.
    #[arg(long)]
    distances: bool,

    /// Keep all positions with values and distances, too, as an exact archive.
    #[arg(long)]
    archive: bool,

    /// Stop after this time; the same command goes on from the last layer that is finished.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, help_heading = "Budget")]
    limit: Option<Duration>,

    /// Keep the whole process under this size: 512MiB, 8GiB [default: 2GiB]. With less than two layers
    /// take, they are read in parts, which takes longer; a byte for each class of a layer must fit.
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes, help_heading = "Budget")]
    memory: Option<u64>,

    /// Threads that work, 1 to 1024 [default: one for each core]. The result is the same.
    #[arg(long, value_name = "N", value_parser = units::parse_threads, help_heading = "Budget")]
    threads: Option<usize>,

    #[command(flatten)]
    fleet: FleetArgs,
}

/// More than one machine.
#[derive(Args, Debug)]
#[command(next_help_heading = "Several machines")]
struct FleetArgs {
    /// Workers of this process, 1 to 1024, each with a part of all positions in its own part of the database
    /// [default, with --hosts: one for each core]. A run goes on with as many as it was begun with.
    #[arg(long, value_name = "N", value_parser = units::parse_threads)]
    #[arg(conflicts_with_all = ["threads", "forecast"])]
    workers: Option<usize>,

    /// A file with the address of each process in a line, such as node7:2101. Start the same command with
    /// the same file everywhere, and another --process.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(requires = "process", conflicts_with_all = ["threads", "forecast"])]
    hosts: Option<PathBuf>,

    /// Which line of the file this process is, from 0 on.
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,

    /// Wait so long for the others to be started [default: 1m].
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, requires = "hosts")]
    wait: Option<Duration>,
}

impl FleetArgs {
    fn question(self) -> Option<Fleet> {
        if self.workers.is_none() && self.hosts.is_none() {
            return None;
        }
        let cores = || available_parallelism().map_or(1, usize::from);
        Some(Fleet {
            workers: self.workers.unwrap_or_else(cores),
            hosts: self.hosts,
            process: self.process.unwrap_or(0),
            patience: self.wait.unwrap_or(Duration::from_secs(60)),
        })
    }
}

impl StrongArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = games.game(&self.game)?;
        let question = Strong {
            setup: self.moves.setup(self.position),
            folder: self.output,
            distances: self.distances,
            archive: self.archive,
            limits: Limits {
                time: self.limit,
                memory: self.memory,
                threads: self.threads,
                nodes: None,
            },
            fleet: self.fleet.question(),
        };
        let report = console.follow(|watch| game.strong(&question, watch))?;
        console.answer(&report, show)?;
        let is_answered = report.database.is_some() || question.folder.is_none();
        Ok(Exit::of(
            is_answered && report.stopped.is_none(),
            report.stopped,
        ))
    }
}

/// The report as text.
pub(crate) fn show(report: &StrongReport) -> String {
    let mut text = words::heading(&report.title, &report.game, &report.position);
    text.push('\n');
    match (&report.database, &report.forecast) {
        (Some(database), _) => text.push_str(&found(report, database)),
        (None, Some(forecast)) if report.stopped.is_none() => text.push_str(&expected(forecast)),
        _ => {
            let stopped = words::stopped(report.stopped);
            let sentence = format!("Not finished ({stopped}).");
            text.title(sentence);
            if report.classes_found > 0 {
                let so_far = many(report.classes_found, "class", "classes");
                text.fact("found", format!("{so_far} so far"));
            }
            if report.resumed || report.classes_found > 0 {
                let next = "the same command goes on from the last layer that is finished";
                text.fact("next", next);
            }
        }
    }
    text.fact("time", write_seconds(report.seconds));
    text
}

/// What there is now.
fn found(report: &StrongReport, database: &DatabaseReport) -> String {
    let solved = words::value(&database.outcome, database.distance);
    let sentence = format!(
        "{} solved. {solved}",
        many(database.positions, "position", "positions")
    );
    let mut text = paragraph("", &paint(TITLE, &sentence));
    text.push_str(&layers(database, &report.players));
    text.push('\n');
    let classes = format!(
        "{}, symmetric positions counted once",
        thousands(database.classes)
    );
    text.fact("classes", classes);
    let table = format!(
        "{}: {:.2} bits a position, {:.2} bits a class{}",
        write_bytes(database.table_bytes),
        database.bits_per_position,
        database.bits_per_class,
        if database.distances {
            ", with distances"
        } else {
            ""
        }
    );
    text.fact("table", table);
    if let Some(bytes) = database.archive_bytes {
        let bits = 8.0 * bytes as f64 / database.positions as f64;
        let archive = format!(
            "{}: {bits:.2} bits a position, keys and distances included",
            write_bytes(bytes)
        );
        text.fact("archive", archive);
    }
    text.fact("digest", &database.digest);
    text.fact("database", &database.folder);
    // Of a game that takes a moment nobody needs one.
    if let Some(forecast) = report.forecast.as_ref().filter(|f| f.seconds > 1.0) {
        let expected = format!(
            "{} positions, give or take {}; {}",
            write_rounded(forecast.positions),
            percent(forecast.error),
            write_roughly(forecast.seconds)
        );
        text.fact("forecast", expected);
    }
    match &report.fleet {
        None => text.fact("threads", report.threads.to_string()),
        Some(fleet) => text.fact("fleet", sailed(fleet)),
    }
    text
}

/// With whom this process worked.
fn sailed(fleet: &FleetReport) -> String {
    let workers = many(fleet.workers as u64, "worker", "workers");
    let sent = write_bytes(fleet.sent_bytes);
    match fleet.processes {
        1 => format!("{workers}, {sent} of letters"),
        processes => format!(
            "process {} of {processes}, {workers} in each, {sent} of letters sent",
            fleet.process
        ),
    }
}

/// How many there are in each layer.
fn layers(database: &DatabaseReport, [first, second]: &[String; 2]) -> String {
    let mut table = TextTable::new(
        "rrrrrr",
        [
            "moves".to_string(),
            "positions".to_string(),
            "finished".to_string(),
            format!("{first} wins"),
            "draws".to_string(),
            format!("{second} wins"),
        ],
    );
    for layer in &database.layers {
        let numbers = [
            layer.positions,
            layer.finished,
            layer.first_wins,
            layer.draws,
            layer.second_wins,
        ];
        let cells = [layer.layer.to_string()];
        table.row(cells.into_iter().chain(numbers.map(thousands)));
    }
    format!("\n{table}")
}

/// What there would be.
fn expected(forecast: &ForecastReport) -> String {
    let sentence = format!(
        "About {} positions, give or take {}.",
        write_rounded(forecast.positions),
        percent(forecast.error)
    );
    let mut text = String::new();
    text.title(sentence);
    let classes = format!(
        "about {}, symmetric positions counted once",
        write_rounded(forecast.classes)
    );
    text.fact("classes", classes);
    let disk = format!(
        "about {} while it is solved, and then {} for the table",
        write_room(forecast.disk_bytes),
        write_room(forecast.table_bytes)
    );
    text.fact("disk", disk);
    let time = format!(
        "about {}; from {} to {}",
        write_roughly(forecast.seconds),
        write_roughly(forecast.seconds_low),
        write_roughly(forecast.seconds_high)
    );
    text.fact("would take", time);
    text
}
