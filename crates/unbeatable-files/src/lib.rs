//! Games from files, ready to be asked.
//!
//! This is a crate of its own because searches are made here for every width of positions: so they are
//! compiled beside those of other games.

mod text;

use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

use unbeatable_bench::Bench;
use unbeatable_bench::registry::Opener;
use unbeatable_report::report::{ComplaintReport, RulesGameReport, RulesReport, SCHEMA};
use unbeatable_report::{Argument, AskError};
use unbeatable_rules::complaint::Complaint;
use unbeatable_rules::ending::Finiteness;
use unbeatable_rules::expression::BYTES_MAX;
use unbeatable_rules::file::{GameFile, RulesSummary};
use unbeatable_rules::format::format;
use unbeatable_rules::grounding::limits::GroundingLimits;
use unbeatable_rules::rules::Alternation;

pub use text::{BROUGHT, ReadGame, ReadLimits, SHARE_BYTES, SHARE_TIME};

/// How long it may take to write rules out without variables.
const GROUNDING_MAX: Duration = Duration::from_secs(20);

/// Games from files, for a registry.
pub const OPENER: Opener = Opener {
    open,
    read: game_of_text,
};

/// The game of the file at that path.
pub fn open(path: &str) -> Result<Bench, AskError> {
    game_of_text(path, &text(path)?)
}

/// The game of a text that was the file at that path.
fn game_of_text(path: &str, text: &str) -> Result<Bench, AskError> {
    match read(path, text) {
        Ok((file, _)) => Ok(bench(&file, title(path))),
        Err(complaints) => Err(refusal(&complaints, path, text)),
    }
}

/// A game on its bench.
fn bench(file: &GameFile, title: String) -> Bench {
    match file {
        GameFile::Tiny(book) => Bench::plain_in_layers(book.clone(), title),
        GameFile::Small(book) => Bench::plain(book.clone(), title),
        GameFile::Large(book) => Bench::plain(book.clone(), title),
        GameFile::Scored(book) => Bench::plain(book.clone(), title),
    }
}

/// What the file at that path is, and what is wrong with it.
pub fn summary(path: &str) -> Result<RulesReport, AskError> {
    let text = text(path)?;
    let told =
        |complaints: &[Complaint]| complaints.iter().map(|of| told(of, path, &text)).collect();
    let (game, wrong, odd) = match read(path, &text) {
        Ok((_, summary)) => {
            let odd = told(&summary.odd);
            (Some(described(summary)), vec![], odd)
        }
        Err(complaints) => (None, told(&complaints), vec![]),
    };
    Ok(RulesReport {
        schema: SCHEMA,
        file: path.into(),
        game,
        wrong,
        odd,
    })
}

/// The rules of a file, laid out anew.
pub fn formatted(path: &str) -> Result<String, AskError> {
    let text = text(path)?;
    format(&text).map_err(|complaint| refusal(&[complaint], path, &text))
}

fn read(path: &str, text: &str) -> Result<(GameFile, RulesSummary), Vec<Complaint>> {
    let is_over = clock(GROUNDING_MAX);
    let limits = GroundingLimits {
        is_over: &is_over,
        ..GroundingLimits::USUAL
    };
    GameFile::read(path, text, &limits)
}

/// Tells when so much time is over from now on.
fn clock(time: Duration) -> impl Fn() -> bool {
    let begin = Instant::now();
    move || begin.elapsed() > time
}

/// The first complaint on one line, and where all of them are shown.
fn refusal(complaints: &[Complaint], path: &str, text: &str) -> AskError {
    let first = &complaints[0];
    let place = first
        .place(text)
        .map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
    let what = &first.what;
    Argument::Game.wrong(format!(
        "{path}{place}: {what} (`unbeatable rules {path}` shows where)"
    ))
}

fn told(complaint: &Complaint, path: &str, text: &str) -> ComplaintReport {
    let place = complaint.place(text);
    ComplaintReport {
        line: place.map(|(line, _)| line),
        column: place.map(|(_, column)| column),
        what: complaint.what.clone(),
        remedy: complaint.remedy.clone(),
        text: complaint.told(path, text).to_string(),
    }
}

fn described(summary: RulesSummary) -> RulesGameReport {
    let alternates = match summary.alternation {
        Alternation::Proven(_) => "by the rules: whose turn it is, something true says, and every move changes it".into(),
        Alternation::Tested if summary.has_passes => {
            "looked at in every position that comes up: who has another turn is waited for by a pass".into()
        }
        Alternation::Tested => "looked at in every position that comes up".into(),
    };
    let ends = match summary.finiteness {
        Finiteness::Walked(n) => {
            format!("all {n} positions were looked at, and none comes up again")
        }
        Finiteness::Counted(n) => {
            format!("something counts moves, and ends the game after {n} of them")
        }
        Finiteness::Weighed => {
            "what is true gets lighter with every move, by weights that were found".into()
        }
    };
    RulesGameReport {
        roles: summary.roles,
        fluents: summary.fluents,
        actions: summary.actions,
        ground_rules: summary.rules,
        weight: summary.weight,
        symmetries: summary.symmetries,
        has_all_symmetries: summary.has_all_symmetries,
        alternates,
        ends,
        sum: summary.sum,
        is_scored: summary.is_scored,
    }
}

/// The text of a file. Bytes that are no text become signs for that: in comments they do no harm.
fn text(path: &str) -> Result<String, AskError> {
    let wrong = |e: std::io::Error| Argument::Game.wrong(format!("{path}: {e}"));
    let mut bytes = vec![];
    let file = File::open(path).map_err(wrong)?;
    // One more than there may be: whoever reads it says that it is too long.
    let mut file = file.take(BYTES_MAX as u64 + 1);
    file.read_to_end(&mut bytes).map_err(wrong)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What people call the game: the name of its file, with spaces.
fn title(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    let title = name.replace(['-', '_'], " ");
    let mut letters = title.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => title,
    }
}
