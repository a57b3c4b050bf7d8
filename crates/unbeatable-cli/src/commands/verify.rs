//! `verify`: checks certificates, databases and books.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use serde::Serialize;
use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::{
    BookVerdict, DatabaseVerdict, ProvenReport, SCHEMA, Stop, TableProvenReport, VerifyReport,
};
use unbeatable_workbench::{AskError, Follow, Registry};

use crate::batch;
use crate::failure::{Exit, Failure};
use crate::method::LinesArgs;
use crate::output::Console;
use crate::units::{self, many, thousands, with_speed, write_bytes, write_seconds};
use crate::words::{self, ReportText};

const AFTER_HELP: &str = "\
Examples:
  unbeatable solve ttt --certificate ttt.cert
  unbeatable verify ttt.cert
  unbeatable verify *.cert --json
  ls *.cert | unbeatable verify --batch -
  unbeatable strong connect:5x4 -o c54
  unbeatable verify c54

The checker plays the strategies of a certificate against everything that the other player can do. It \
trusts the rules of the game and nothing else: no search, no table, no analysis. `checker/verify.py` is a \
second one, in Python.

Of a database, all of it is checked: which positions can be reached, every value against those behind it, \
every count and every byte that the solution determines.

Of a book, every position before the last ply is checked against those behind it; those of the last ply are \
searched again, 1,000 drawn by lot, or as many as --sample says. Of a repertoire, as many moves are searched \
again. Exit code 1: at least one is refused.";

/// Checks certificates and databases by the rules alone, and books.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct VerifyArgs {
    /// The certificates; databases: folders that `unbeatable strong` made; books that `unbeatable book` wrote.
    #[arg(required_unless_present = "batch", value_name = "FILE", value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// Check what every line of this file, or of standard input (-), names. A JSON object on each line says
    /// what came of it, in the order of the lines.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "files")]
    batch: Option<PathBuf>,

    #[command(flatten)]
    lines: LinesArgs,

    /// Of a book's last ply or a repertoire, search so many positions again, drawn by lot; `all` searches all
    /// of them.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_sample)]
    sample: BookSample,

    /// Stop after this time for each of them: 500ms, 60s, 1.5h, 2d.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    #[arg(help_heading = "Budget")]
    limit: Option<Duration>,

    /// Keep the whole process under this size: 512MiB, 4GiB [default: 2GiB].
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes)]
    #[arg(help_heading = "Budget")]
    memory: Option<u64>,
}

/// Positions are shown up to this length: longer ones are in the file.
const POSITION_CHARS_MAX: usize = 1000;

/// What came of all certificates.
#[derive(Serialize)]
struct VerifiedReport {
    schema: u32,
    certificates: Vec<VerifyReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    databases: Vec<DatabaseVerdict>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    books: Vec<BookVerdict>,
}

/// How many positions of a book's last ply are searched again; `None` for all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BookSample(Option<u64>);

impl BookSample {
    /// As many as are searched unless somebody says otherwise.
    pub(crate) const USUAL: BookSample = BookSample(Some(1000));
}

fn parse_sample(text: &str) -> Result<BookSample, String> {
    match text {
        "all" => Ok(BookSample(None)),
        _ => (text.parse().map(|sample| BookSample(Some(sample))))
            .map_err(|_| "expected a number of positions, or all".into()),
    }
}

/// What came of one of them.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum AnyVerdict {
    Certificate(Box<VerifyReport>),
    Database(Box<DatabaseVerdict>),
    Book(Box<BookVerdict>),
}

impl AnyVerdict {
    fn is_refused(&self) -> bool {
        let verdict = match self {
            AnyVerdict::Certificate(report) => &report.verdict,
            AnyVerdict::Database(report) => &report.verdict,
            AnyVerdict::Book(report) => &report.verdict,
        };
        verdict == "refused"
    }

    fn stopped(&self) -> Option<Stop> {
        match self {
            AnyVerdict::Certificate(report) => report.stopped,
            AnyVerdict::Database(report) => report.stopped,
            AnyVerdict::Book(report) => report.stopped,
        }
    }

    pub(crate) fn show(&self) -> String {
        match self {
            AnyVerdict::Certificate(report) => show(report),
            AnyVerdict::Database(report) => show_database(report),
            AnyVerdict::Book(report) => show_book(report),
        }
    }
}

/// Checks a certificate, a database or a book.
pub(crate) fn check(
    games: &Registry,
    file: &Path,
    BookSample(sample): BookSample,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<AnyVerdict, AskError> {
    match file.is_dir() {
        true => unbeatable_workbench::verify_database(games, file, limits, follow)
            .map(|report| AnyVerdict::Database(Box::new(report))),
        false if unbeatable_workbench::is_book(file) => {
            unbeatable_workbench::verify_book(games, file, sample, limits, follow)
                .map(|report| AnyVerdict::Book(Box::new(report)))
        }
        false if unbeatable_workbench::is_repertoire(file) => {
            unbeatable_workbench::verify_repertoire(games, file, sample, limits, follow)
                .map(|report| AnyVerdict::Book(Box::new(report)))
        }
        false => unbeatable_workbench::verify(games, file, limits, follow)
            .map(|report| AnyVerdict::Certificate(Box::new(report))),
    }
}

impl VerifyArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let limits = Limits {
            time: self.limit,
            memory: self.memory,
            ..Limits::default()
        };
        if let Some(batch) = self.batch {
            let (at_a_time, limits) = self.lines.for_lines(limits);
            let ready = || Ok(());
            return batch::run(&batch, at_a_time, console, ready, |(), file, follow| {
                let verdict = check(games, Path::new(file), self.sample, &limits, follow)?;
                let exit = exit(std::slice::from_ref(&verdict));
                Ok((verdict, exit))
            });
        }
        let mut verdicts = vec![];
        let mut unreadable = None;
        for (i, file) in self.files.iter().enumerate() {
            let watch = console.watch();
            let verdict = check(games, file, self.sample, &limits, &watch);
            drop(watch);
            let verdict = match verdict {
                Ok(verdict) => verdict,
                // The others are checked all the same; one line at the end says what is wrong.
                Err(error) => {
                    unreadable = unreadable.or(Some(error));
                    continue;
                }
            };
            if !console.json {
                let gap = if i > 0 { "\n" } else { "" };
                console.print(&format!("{gap}{}", verdict.show()))?;
            }
            let is_interrupted = verdict.stopped() == Some(Stop::Interrupted);
            verdicts.push(verdict);
            if is_interrupted {
                break;
            }
        }
        let exit = exit(&verdicts);
        if console.json && !verdicts.is_empty() {
            let mut report = VerifiedReport {
                schema: SCHEMA,
                certificates: vec![],
                databases: vec![],
                books: vec![],
            };
            for verdict in verdicts {
                match verdict {
                    AnyVerdict::Certificate(verdict) => report.certificates.push(*verdict),
                    AnyVerdict::Database(verdict) => report.databases.push(*verdict),
                    AnyVerdict::Book(verdict) => report.books.push(*verdict),
                }
            }
            console.print_json(&report)?;
        }
        match unreadable {
            Some(error) => Err(error.into()),
            None => Ok(exit),
        }
    }
}

/// A refusal counts more than a check that was stopped.
fn exit(verdicts: &[AnyVerdict]) -> Exit {
    let stopped = verdicts.iter().find_map(AnyVerdict::stopped);
    match verdicts.iter().any(AnyVerdict::is_refused) {
        true => Exit::Refused,
        false => Exit::of(stopped.is_none(), stopped),
    }
}

/// What came of a database, as text.
fn show_database(report: &DatabaseVerdict) -> String {
    let mut text = match report.game.as_str() {
        "" => String::new(),
        game => words::heading(&report.title, game, &report.position),
    };
    let sentence = match (report.verdict.as_str(), report.stopped) {
        ("accepted", _) => format!(
            "Right: all values of {}.",
            many(report.positions, "position", "positions")
        ),
        ("open", Some(Stop::Memory)) => {
            "Not checked: --memory allows less than this database takes.".to_string()
        }
        ("open", stopped) => {
            let stopped = words::stopped(stopped);
            format!("Not checked to the end ({stopped}).")
        }
        _ => "Refused.".to_string(),
    };
    text.push('\n');
    text.title(sentence);
    if let Some(why) = &report.reason {
        text.fact("reason", why);
    }
    text.fact("database", &report.folder);
    if let Some(digest) = report
        .digest
        .as_ref()
        .filter(|_| report.verdict == "accepted")
    {
        text.fact("digest", digest);
    }
    let classes = many(report.classes, "class", "classes");
    let checked = format!("{classes} in {}", write_seconds(report.seconds));
    text.fact(
        "checked",
        with_speed(checked, report.classes, report.seconds, "classes"),
    );
    text
}

/// What came of a book, as text.
fn show_book(report: &BookVerdict) -> String {
    let mut text = match report.game.as_str() {
        "" => String::new(),
        game => words::game_heading(&report.title, game),
    };
    let plies = many(report.plies, "ply", "plies");
    let sentence = match report.verdict.as_str() {
        "accepted" if report.is_repertoire && report.searched == report.last => {
            format!("Right: a best move for each position of the first {plies}.")
        }
        "accepted" if report.is_repertoire => {
            format!(
                "A move for each position of the first {plies}, and none that was searched is wrong."
            )
        }
        "accepted" => format!("Right: every position after up to {plies}."),
        "open" => {
            let stopped = words::stopped(report.stopped);
            format!("Not checked to the end ({stopped}).")
        }
        _ => "Refused.".to_string(),
    };
    text.push('\n');
    text.title(sentence);
    if let Some(why) = &report.reason {
        text.fact("reason", why);
    }
    let name = match report.is_repertoire {
        true => "repertoire",
        false => "book",
    };
    text.fact(
        name,
        format!("{}, {}", report.file, write_bytes(report.bytes)),
    );
    if report.is_repertoire && report.reason.is_none() {
        let (searched, all) = (thousands(report.searched), thousands(report.last));
        let lot = match report.searched == report.last {
            true => "",
            false => ", drawn by lot",
        };
        text.fact("searched", format!("{searched} of {all} moves{lot}"));
    } else if report.reason.is_none() {
        let classes = many(report.classes, "position", "positions");
        text.fact("itself", format!("{classes} agree with those behind them"));
        let (searched, last) = (thousands(report.searched), thousands(report.last));
        let whole = match report.searched == report.last {
            true => format!("all {last} positions of the last ply were searched again"),
            false => format!(
                "{searched} of {last} positions of the last ply were searched again, drawn by lot"
            ),
        };
        text.fact("searched", whole);
    }
    text.fact("time", write_seconds(report.seconds));
    text
}

/// The report as text.
pub(crate) fn show(report: &VerifyReport) -> String {
    let mut text = match &report.proven {
        Some(proven) => {
            // What is refused may be longer than anybody wants to read.
            let position: String = proven.position.chars().take(POSITION_CHARS_MAX).collect();
            words::heading(&proven.title, &proven.game, &position)
        }
        None => String::new(),
    };
    if let Some(table) = &report.table {
        let position: String = table.position.chars().take(POSITION_CHARS_MAX).collect();
        text = words::heading(&table.title, &table.game, &position);
    }
    let claimed = report.proven.as_ref().map(claim);
    let claimed = claimed.or_else(|| report.table.as_ref().map(table_claim));
    let sentence = match (report.verdict.as_str(), claimed) {
        ("accepted", Some(claimed)) => format!("Proven: {claimed}"),
        ("open", Some(claimed)) => {
            let stopped = match report.stopped {
                Some(Stop::Memory) => "--memory allows more than the limit that was reached".into(),
                other => words::stopped(other),
            };
            format!("Not checked to the end ({stopped}): {claimed}")
        }
        (_, Some(claimed)) => format!("Refused. It does not prove this: {claimed}"),
        (_, None) => "Refused.".to_string(),
    };
    text.push('\n');
    text.title(sentence);
    if let Some(why) = &report.reason {
        text.fact("reason", why);
    }
    if let Some(sum) = &report.rules_sha256 {
        text.fact("rules", format!("those in the file itself, SHA-256 {sum}"));
    }
    let bytes = write_bytes(report.bytes);
    text.fact("certificate", format!("{}, {bytes}", report.file));
    if let Some(sum) = &report.sha256 {
        text.fact("sha256", sum);
    }
    if let Some(table) = report
        .table
        .as_ref()
        .filter(|_| report.verdict == "accepted")
    {
        let checked = format!(
            "{} played on {}; {} of {}; {}, {}; in {}",
            many(report.answers, "row", "rows"),
            many(table.played, "position", "positions"),
            many(table.classes, "class", "classes"),
            many(report.positions, "position", "positions"),
            many(table.clauses, "clause", "clauses"),
            many(table.steps, "step", "steps"),
            write_seconds(report.seconds)
        );
        text.fact("checked", checked);
    } else if report.verdict == "accepted" {
        let checked = format!(
            "{}, {} in {}",
            many(report.answers, "entry", "entries"),
            many(report.positions, "position", "positions"),
            write_seconds(report.seconds)
        );
        let (positions, seconds) = (report.positions, report.seconds);
        text.fact(
            "checked",
            with_speed(checked, positions, seconds, "positions"),
        );
    }
    text
}

/// The claim of a table in a sentence.
fn table_claim(table: &TableProvenReport) -> String {
    let role = match table.role.as_str() {
        "both" => "both roles",
        "first" => "the first player",
        _ => "the second player",
    };
    let size = match table.count.as_str() {
        "rows" => many(table.at_most, "row", "rows"),
        "turns" => format!(
            "{} with its player to move",
            many(table.at_most, "position", "positions")
        ),
        _ => many(table.at_most, "position", "positions"),
    };
    let least = match table.at_least == table.at_most {
        true => "no such table has fewer".to_string(),
        false => format!("no such table has fewer than {}", table.at_least),
    };
    let keeps = match table.keep.as_str() {
        "value" => "keeps the value of every position",
        "draw" => "never turns a draw or a win into a loss",
        "strongest" => {
            "keeps the value of every position, with the largest chance to win against a random player"
        }
        _ => "has a move everywhere, good or bad",
    };
    // What is given is not the table's choice, and may lose.
    let opens = match &table.open[..] {
        [] => String::new(),
        moves => format!(
            "opens with {}, as told, and from there on ",
            moves.join(" or ")
        ),
    };
    let rest = match &table.default {
        None => String::new(),
        Some(rule) => format!(", with the rule {rule} where it has no row"),
    };
    let such = match table.at_least {
        0 => String::new(),
        _ => format!("; {least}"),
    };
    format!("a table of {size} for {role} {opens}{keeps}{rest}{such}.")
}

/// The claim in a sentence.
fn claim(proven: &ProvenReport) -> String {
    let [first, second] = &proven.players;
    if let Some(plies) = proven.within {
        let plies = many(u64::from(plies), "ply", "plies");
        return match (proven.bounds.lower.0, proven.bounds.upper.0) {
            (1.0, _) => format!("{first} can force a win within {plies}."),
            (_, -1.0) => format!("{first} cannot force a win within {plies}."),
            _ => "nothing".to_string(),
        };
    }
    if let Some(outcome) = &proven.outcome {
        return words::value(outcome, None);
    }
    let [lower, upper] = [proven.bounds.lower, proven.bounds.upper];
    match (proven.is_scored, lower.0, upper.0) {
        (true, ..) => format!("{first} gets at least {lower} and at most {upper} points."),
        (_, 1.0, _) => format!("{first} can force a win."),
        (_, _, -1.0) => format!("{second} can force a win."),
        (_, 0.0, 0.0) => "neither player can force a win.".to_string(),
        (_, 0.0, _) => format!("{first} can at least draw."),
        (_, _, 0.0) => format!("{second} can at least draw."),
        _ => "nothing.".to_string(),
    }
}
