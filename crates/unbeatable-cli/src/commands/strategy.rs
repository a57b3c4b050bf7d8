//! `strategy`: smallest tables.

mod languages;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use unbeatable_workbench::question::{Counted, Format, Keep, Named, Role, Rule, Strategy};
use unbeatable_workbench::report::{
    AllReport, CertificateReport, Chance, ChancesReport, Stop, StrategyReport,
};
use unbeatable_workbench::{Ask, Registry};

use crate::failure::{Exit, Failure};
use crate::method::{BudgetArgs, MovesArgs};
use crate::names::one_of;
use crate::output::Console;
use crate::style::{TITLE, paint};
use crate::table::{TextTable, paragraph};
use crate::units::{many, percent, thousands, write_bytes, write_seconds};
use crate::whole_file::{WholeFile, is_same};
use crate::words::{self, ReportText};
use languages::Language;

const AFTER_HELP: &str = "\
A table holds one move for each position in which its player is to move; symmetric positions are one. It \
is closed: whatever the opponent plays, it has the next move, too.

What is counted (--count):
  rows   positions for which the table holds a move
  turns  positions reached with the table's player to move, finished ones included
  full   all positions reached, the opponent's, finished ones and the first included

Which moves a table may hold (--keep):
  value      moves that keep the value of their position, also after mistakes of the opponent
  draw       moves worth at least a draw, or as much as their position if that is less
  any        every legal move: the table may lose
  strongest  moves that keep the value, and of these the ones with the largest exact chance to win \
             against an opponent who plays every legal move with the same probability

What is played where the table has no row (--default), on the canonical board (of all symmetric ones the \
one with the least number in base 3: 0 empty, 1 X, 2 O, the upper left square the least digit), in board \
order:
  first            the first move
  win-first        the first move that wins at once, else the first
  win-block-first  the first move that wins at once; else the first after which the opponent cannot win \
                   at once; else the first

Examples:
  unbeatable strategy ttt                                  22 rows play X perfectly
  unbeatable strategy ttt --role second -o second.svg      a picture to hang up
  unbeatable strategy ttt --role both --certificate both.cert && unbeatable verify both.cert
  unbeatable strategy ttt --role both --default win-block-first
  unbeatable strategy ttt --open a1 --count full --all     all smallest trees that begin in a corner
  unbeatable strategy nim:1,3,5,7 --role second --format python
  unbeatable strategy ttt --role second -o table.json && \\
    unbeatable match ttt --first random --second table:table.json

Exit code 3: a budget ran out first; the table that was found, and how much smaller another may be, are \
printed all the same.";

/// The smallest table that plays perfectly, and the proof that there is no smaller one.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct StrategyArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them.
    game: String,

    /// The position to play from, quoted; the start if left out.
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    /// Whom the table plays; both: one table, in which a position that comes up in either role
    /// counts once.
    #[arg(long, default_value = "first", value_parser = named::<Role>())]
    role: Role,

    /// The move with which the table opens; given several times, one of these. What the first position
    /// is worth is then what the best of them is worth.
    #[arg(long, value_name = "MOVE")]
    open: Vec<String>,

    /// What is counted (see below).
    #[arg(long, value_name = "WHAT", default_value = "rows", value_parser = named::<Counted>())]
    count: Counted,

    /// Which moves the table may hold (see below).
    #[arg(long, value_name = "WHICH", default_value = "value", value_parser = named::<Keep>())]
    keep: Keep,

    /// Leave out rows for positions in which this rule is right (see below).
    #[arg(long, value_name = "RULE", value_parser = named::<Rule>())]
    default: Option<Rule>,

    /// Find the number of smallest tables, as sets of positions that count, and all of them.
    #[arg(long)]
    all: bool,

    /// Write a certificate to this file, for `unbeatable verify`: the table, and a proof that none is
    /// smaller.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    certificate: Option<PathBuf>,

    /// Write the table to this file, too; the end of its name says how: a picture (.svg, .png), .json,
    /// .csv, .c, .h, .rs, .py or .txt. May be given several times.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Vec<PathBuf>,

    /// How to write the table on standard output [default: text].
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Language::ALL, Language::name))]
    format: Option<Language>,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// Reads something by its name.
fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::ALL.iter().map(|(name, _)| *name))
        .map(|name| T::named(&name).expect("only these names pass the parser"))
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    Picture(Format),
    Json,
    Table(Language),
}

/// What the end of a file's name asks for.
fn content(file: &std::path::Path) -> Result<Content, Failure> {
    let end = file.extension().unwrap_or_default().to_string_lossy();
    Ok(match end.to_ascii_lowercase().as_str() {
        "svg" => Content::Picture(Format::Svg),
        "png" => Content::Picture(Format::Png),
        "json" => Content::Json,
        "txt" => Content::Table(Language::Text),
        "csv" => Content::Table(Language::Csv),
        "c" => Content::Table(Language::C),
        "h" => Content::Table(Language::Header),
        "rs" => Content::Table(Language::Rust),
        "py" => Content::Table(Language::Python),
        _ => {
            let name = file.display();
            return Err(format!(
                "file '{name}': expected a name that ends in .svg, .png, .json, .csv, .c, .h, .rs, .py or \
                 .txt"
            ).into());
        }
    })
}

impl StrategyArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = games.game(&self.game)?;
        if console.json && self.format.is_some() {
            return Err(
                "--format: expected it without --json, which is a format of its own".into(),
            );
        }
        let mut outputs = vec![];
        for file in self.output {
            let content = content(&file)?;
            if self
                .certificate
                .as_ref()
                .is_some_and(|other| is_same(other, &file))
            {
                let name = file.display();
                return Err(
                    format!("file '{name}': expected another one than the certificate").into(),
                );
            }
            outputs.push((content, WholeFile::ready(file)?));
        }
        let question = Strategy {
            setup: self.moves.setup(self.position),
            role: self.role,
            open: self.open,
            count: self.count,
            keep: self.keep,
            default: self.default,
            all: self.all,
            certificate: self.certificate,
            pictures: outputs
                .iter()
                .filter_map(|(content, _)| match content {
                    Content::Picture(format) => Some(*format),
                    _ => None,
                })
                .collect(),
            limits: self.budget.limits(),
        };
        let mut report = console.follow(|watch| game.strategy(&question, watch))?;
        let pictures = std::mem::take(&mut report.pictures);
        let language = self.format.unwrap_or(Language::Text);
        let answered = match (language, report.upper) {
            // An empty table would look like an answer.
            (language, None) if language != Language::Text && !console.json => {
                console.note(&sentence(&report));
                Ok(())
            }
            _ => console.answer(&report, |report| match language {
                Language::Text => show(report),
                other => other.write(report, &sentence(report)),
            }),
        };
        // A reader who has seen enough (`| head`) still wants the files.
        let written = write(&report, pictures, &outputs, console);
        answered?;
        written?;
        exit(&report)
    }
}

/// Writes the table to all files that were asked for; the first that fails ends it.
fn write(
    report: &StrategyReport,
    pictures: Vec<Result<Vec<u8>, String>>,
    outputs: &[(Content, WholeFile)],
    console: &Console,
) -> Result<(), Failure> {
    let mut pictures = pictures.into_iter();
    for (content, file) in outputs {
        let name = file.name();
        if report.upper.is_none() {
            console.note(&format!("{name} is not written: there is no table"));
            continue;
        }
        match content {
            Content::Picture(_) => match pictures.next() {
                Some(Ok(picture)) => file.replace(&picture)?,
                Some(Err(why)) => return Err(format!("file '{name}': {why}").into()),
                None => {}
            },
            Content::Json => {
                let json = serde_json::to_string_pretty(report).expect("reports are JSON");
                file.replace(format!("{json}\n").as_bytes())?;
            }
            Content::Table(Language::Text) => {
                let plain = anstream::adapter::strip_str(&show(report)).to_string();
                file.replace(plain.as_bytes())?;
            }
            Content::Table(language) => {
                let text = language.write(report, &sentence(report));
                file.replace(text.as_bytes())?;
            }
        }
    }
    Ok(())
}

/// How it ends: what was asked for is all there, or why it is not.
fn exit(report: &StrategyReport) -> Result<Exit, Failure> {
    if let Some(CertificateReport {
        file,
        reason: Some(reason),
        ..
    }) = &report.certificate
    {
        return Err(format!("certificate {file}: {reason}").into());
    }
    if report.size.is_none() {
        return Ok(Exit::of(false, report.stopped));
    }
    if let Some(stopped) = report.all.as_ref().and_then(|all| all.stopped) {
        return Ok(Exit::of(false, Some(stopped)));
    }
    match &report.certificate {
        Some(CertificateReport { stopped, .. }) => Ok(Exit::of(stopped.is_none(), *stopped)),
        None => Ok(Exit::Answered),
    }
}

/// What is counted, in words.
fn counted(report: &StrategyReport, number: u32) -> String {
    match report.count.as_str() {
        "rows" => many(number, "row", "rows"),
        "turns" => format!(
            "{} with the table's player to move",
            many(number, "position", "positions")
        ),
        _ => many(number, "position", "positions"),
    }
}

/// The answer in a sentence.
fn sentence(report: &StrategyReport) -> String {
    let role = match report.role.as_str() {
        "both" => "both roles",
        "first" => "the first player",
        _ => "the second player",
    };
    match (report.size, report.upper) {
        (Some(size), _) => format!(
            "{} for {role}, and no table has fewer.",
            words::capital(&counted(report, size))
        ),
        (None, Some(upper)) => format!(
            "{} for {role}; no table has fewer than {} ({}).",
            words::capital(&counted(report, upper)),
            thousands(report.lower),
            words::stopped(report.stopped)
        ),
        (None, None) => format!(
            "No table ({}): not all positions of the game were found.",
            words::stopped(report.stopped)
        ),
    }
}

/// The report as text.
pub(crate) fn show(report: &StrategyReport) -> String {
    let mut text = words::heading(&report.title, &report.game, &report.position);
    text.push('\n');
    text.push_str(&paragraph("", &paint(TITLE, &sentence(report))));
    if !report.rows.is_empty() {
        let has_numbers = report.rows.iter().all(|row| row.number.is_some());
        let names = ["depth", "position", "move", "number"];
        let mut table =
            TextTable::new("rllr", names.into_iter().take(3 + usize::from(has_numbers)));
        for row in &report.rows {
            let mut cells = vec![row.depth.to_string(), row.class.clone(), row.m.clone()];
            cells.extend(row.number.filter(|_| has_numbers).map(|n| n.to_string()));
            table.row(cells);
        }
        text.push_str(&format!("\n{table}"));
    }
    text.push('\n');
    text.push_str(&facts(report));
    text
}

fn facts(report: &StrategyReport) -> String {
    let mut text = String::new();
    let asked = [
        Some(format!("role {}", report.role)),
        (!report.open.is_empty()).then(|| format!("open {}", report.open.join(" or "))),
        Some(format!("count {}", report.count)),
        Some(format!("keep {}", report.keep)),
        report
            .default
            .as_ref()
            .map(|rule| format!("default {rule}")),
    ];
    if let Some(outcome) = &report.outcome {
        text.fact("value", words::value(outcome, None));
    }
    let asked: Vec<String> = asked.into_iter().flatten().collect();
    text.fact("asked", asked.join(", "));
    for graph in &report.graph {
        let reached = format!(
            "{} as {} player, {} with it to move, {} that it may hold",
            many(graph.classes, "position", "positions"),
            graph.role,
            thousands(graph.turns),
            many(graph.moves, "move", "moves")
        );
        text.fact("reachable", reached);
    }
    for chances in &report.chances {
        text.fact("chances", against_random(chances));
    }
    if let Some(all) = &report.all {
        text.fact("all", all_of_them(all, report));
    }
    if let Some(certificate) = &report.certificate {
        text.fact("certificate", certified(certificate, report));
    }
    let classes = many(report.nodes, "position", "positions");
    let time = write_seconds(report.seconds);
    text.fact(
        "effort",
        format!("{classes}, symmetric ones counted once, in {time}"),
    );
    if let Some(all) = &report.all {
        for (i, set) in all.sets.iter().enumerate() {
            text.push_str(&format!("\nset {}\n", i + 1));
            text.push_str(&paragraph("  ", &set.join("  ")));
        }
    }
    text
}

fn against_random(chances: &ChancesReport) -> String {
    let part = |verb: &str, chance: &Chance| match chance.fraction.as_str() {
        "0" => format!("never {verb}"),
        "1" => format!("always {verb}"),
        fraction => format!("{verb} {fraction} ({})", percent(chance.value)),
    };
    format!(
        "as {} player {}, {}, {}",
        chances.role,
        part("wins", &chances.win),
        part("draws", &chances.draw),
        part("loses", &chances.loss)
    )
}

fn all_of_them(all: &AllReport, report: &StrategyReport) -> String {
    let sets = match report.count.as_str() {
        "rows" => "sets of rows",
        _ => "sets of positions",
    };
    match (all.count, all.stopped) {
        (Some(1), _) => format!("the only {} of this size", sets.replacen("sets", "set", 1)),
        (Some(count), _) => format!("{} {sets} of this size", thousands(count)),
        (None, Some(Stop::Many)) => format!(
            "more than {} {sets} of this size: too many to list",
            thousands(all.found)
        ),
        (None, stopped) => format!(
            "at least {} {sets} of this size ({})",
            thousands(all.found),
            words::stopped(stopped)
        ),
    }
}

fn certified(certificate: &CertificateReport, report: &StrategyReport) -> String {
    let (file, seconds) = (&certificate.file, write_seconds(certificate.seconds));
    let Some(bytes) = certificate.bytes else {
        return format!("none; {file} is not written");
    };
    let bytes = write_bytes(bytes);
    let says = match (certificate.at_least, report.size) {
        (Some(0), _) if report.lower > 0 => {
            let stopped = words::stopped(certificate.stopped);
            format!(" of the table, but not that there is no smaller one ({stopped})")
        }
        (_, Some(_)) => String::new(),
        _ => format!(
            " of the table, and that none has fewer than {}",
            report.lower
        ),
    };
    format!("{file}{says}, {bytes}, in {seconds}; unbeatable verify {file} checks it")
}
