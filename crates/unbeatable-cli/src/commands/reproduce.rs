//! `reproduce`: published numbers, measured now.

use clap::Args;
use serde::Serialize;
use unbeatable_workbench::claims::{self, ClaimSummary};
use unbeatable_workbench::core::notation::quoted;
use unbeatable_workbench::report::{ClaimReport, ClaimsReport, SCHEMA, TableReport};

use crate::failure::{Exit, Failure};
use crate::names::KnownNames;
use crate::output::Console;
use crate::progress;
use crate::style::{self, BAD, DIM, EVEN, GOOD, TITLE, TYPED, paint};
use crate::table::{TextTable, line_width, paragraph, width};
use crate::units::{many, write_seconds};
use crate::words;

const AFTER_HELP: &str = "\
Examples:
  unbeatable reproduce                          every claim that takes a few seconds at most
  unbeatable reproduce --all                    the slow ones too
  unbeatable reproduce --list                   what there is to measure
  unbeatable reproduce --list mnk               those that begin so
  unbeatable reproduce lomont-2024-tree-nodes   one claim, with notes and tables
  unbeatable reproduce lomont-2024-tree         all that begin so
  unbeatable reproduce --json

Exit code 1: a measurement disagrees with what was published, and no erratum is known.";

/// Measures published numbers, beside what was published.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ReproduceArgs {
    /// Claims to measure or to list, by id or by the beginning of ids; if left out, all quick ones
    /// are measured, or all are listed.
    #[arg(value_name = "CLAIM", value_parser = KnownNames::claims(), hide_possible_values = true)]
    pub(crate) claims: Vec<String>,

    /// Measure slow claims too.
    #[arg(long, conflicts_with = "claims")]
    all: bool,

    /// List the claims, and measure nothing.
    #[arg(long, conflicts_with = "all")]
    list: bool,
}

impl ReproduceArgs {
    pub(crate) fn run(self, console: &mut Console) -> Result<Exit, Failure> {
        if self.list {
            let report = ListReport::new(&self.claims)?;
            return console.answer(&report, show_list).map(Into::into);
        }
        let watch = console.watch();
        let id_width = claims::list()
            .iter()
            .map(|c| width(c.id))
            .max()
            .unwrap_or(0);
        let is_named = !self.claims.is_empty();
        let mut reports: Vec<ClaimReport> = vec![];
        let mut written = Ok(());
        let asked = claims::reproduce(&self.claims, self.all, &watch, &mut |report| {
            if !console.json && written.is_ok() {
                let text = show(&report, id_width, is_named);
                written = watch.suspend(|| console.print(&text));
                if written.is_err() {
                    watch.stop();
                }
            }
            reports.push(report);
        });
        drop(watch);
        written?;
        asked?;
        let exit = ending(&reports);
        let report = ClaimsReport {
            schema: SCHEMA,
            claims: reports,
        };
        let gap = if is_named { "" } else { "\n" };
        console.answer(&report, |report| {
            format!("{gap}{}", summary(&report.claims))
        })?;
        Ok(exit)
    }
}

/// What there is to measure.
#[derive(Serialize)]
struct ListReport {
    schema: u32,
    claims: Vec<ListedClaim>,
}

/// A claim that is not measured.
#[derive(Serialize)]
struct ListedClaim {
    id: &'static str,
    source: &'static str,
    claim: &'static str,
    slow: bool,
}

impl ListReport {
    /// The claims of these names, or that begin so; without names, all of them.
    fn new(names: &[String]) -> Result<ListReport, Failure> {
        let begins = |claim: &ClaimSummary, name: &String| {
            !name.is_empty() && claim.id.starts_with(name.as_str())
        };
        let mut claims = claims::list();
        for name in names {
            if !claims.iter().any(|claim| begins(claim, name)) {
                let found = quoted(name);
                return Err(format!(
                    "unknown claim {found}: expected the id of a claim or the beginning of one"
                )
                .into());
            }
        }
        claims.retain(|claim| names.is_empty() || names.iter().any(|name| begins(claim, name)));
        let listed = |c: ClaimSummary| ListedClaim {
            id: c.id,
            source: c.source,
            claim: c.claim,
            slow: c.is_slow,
        };
        Ok(ListReport {
            schema: SCHEMA,
            claims: claims.into_iter().map(listed).collect(),
        })
    }
}

/// The list as text, claims of one source together.
fn show_list(report: &ListReport) -> String {
    let mut text = String::new();
    let mut source = "";
    for claim in &report.claims {
        if claim.source != source {
            source = claim.source;
            let gap = if text.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{gap}{}", paragraph("", &paint(TITLE, source))));
        }
        let slow = if claim.slow {
            " (slow: runs when named or with --all)"
        } else {
            ""
        };
        text.push_str(&format!(
            "  {}{}\n",
            paint(TYPED, claim.id),
            paint(DIM, slow)
        ));
        text.push_str(&paragraph("    ", claim.claim));
    }
    text
}

/// How a measurement compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    Agrees,
    /// There is nothing published to compare it with.
    Ours,
    /// It disagrees, and it is known what is wrong in the publication.
    Erratum,
    Differs,
    /// It was not finished.
    Stopped,
}

impl Comparison {
    fn of(report: &ClaimReport) -> Comparison {
        match report {
            r if r.measured.is_null() => Comparison::Stopped,
            r if r.erratum.is_some() => Comparison::Erratum,
            r if r.published.is_null() => Comparison::Ours,
            r if r.agrees == Some(true) => Comparison::Agrees,
            _ => Comparison::Differs,
        }
    }

    /// A sign and a word: neither colour nor symbols are needed to understand it.
    fn shown(self) -> String {
        match self {
            Comparison::Agrees => paint(GOOD, "✓ agrees "),
            Comparison::Ours => paint(GOOD, "+ ours   "),
            Comparison::Erratum => paint(EVEN, "! erratum"),
            Comparison::Differs => paint(BAD, "✗ differs"),
            Comparison::Stopped => paint(DIM, "? stopped"),
        }
    }
}

/// How the command ends.
fn ending(reports: &[ClaimReport]) -> Exit {
    let has = |verdict| reports.iter().any(|r| Comparison::of(r) == verdict);
    match () {
        () if has(Comparison::Differs) => Exit::Refused,
        () if progress::is_interrupted() => Exit::Interrupted,
        () if has(Comparison::Stopped) => Exit::Stopped,
        () => Exit::Answered,
    }
}

/// One claim as text: one line if it fits; below it whatever else there is to say.
pub(crate) fn show(report: &ClaimReport, id_width: usize, is_named: bool) -> String {
    let verdict = Comparison::of(report);
    let (published, measured) = (
        words::json(&report.published),
        words::json(&report.measured),
    );
    let seconds = write_seconds(report.seconds);
    let id = format!("{:<id_width$}", report.id);
    let head = format!("{}  {}", verdict.shown(), paint(TITLE, &id));
    let numbers = match verdict {
        Comparison::Ours => format!("measured {measured}"),
        _ => format!("published {published}  measured {measured}"),
    };
    let mut text = if 9 + 2 + id_width + 2 + width(&numbers) + 2 + width(&seconds) <= line_width() {
        format!("{head}  {numbers}  {}\n", paint(DIM, &seconds))
    } else {
        let published = match verdict {
            Comparison::Ours => String::new(),
            _ => paragraph("           published  ", &published),
        };
        let measured = paragraph("           measured   ", &measured);
        format!("{head}  {}\n{published}{measured}", paint(DIM, &seconds))
    };
    if is_named {
        text.push_str(&paragraph("           claim      ", &report.claim));
        text.push_str(&paragraph("           source     ", &report.source));
    }
    if let Some(erratum) = &report.erratum {
        text.push_str(&paragraph("           erratum    ", erratum));
    }
    if !report.note.is_empty() && (is_named || verdict == Comparison::Differs) {
        text.push_str(&paragraph("           note       ", &report.note));
    }
    if is_named {
        for table in &report.tables {
            text.push_str(&show_table(table));
        }
        text.push('\n');
    }
    text
}

/// A table of an experiment: numbers to the right, words to the left.
fn show_table(report: &TableReport) -> String {
    let is_words = |column: usize| {
        report
            .rows
            .iter()
            .any(|row| row.get(column).is_some_and(serde_json::Value::is_string))
    };
    let sides = (0..report.columns.len()).map(|i| if is_words(i) { 'l' } else { 'r' });
    let mut table = TextTable::new(&sides.collect::<String>(), &report.columns);
    for row in &report.rows {
        table.styled_row(row.iter().map(|value| (words::json(value), style::PLAIN)));
    }
    let title = paragraph("  ", &paint(TITLE, &report.title));
    format!("\n{title}{table}")
}

/// What came out in all.
fn summary(reports: &[ClaimReport]) -> String {
    let count = |verdict| {
        reports
            .iter()
            .filter(|r| Comparison::of(r) == verdict)
            .count()
    };
    let seconds: f64 = reports.iter().map(|r| r.seconds).sum();
    let mut parts = vec![many(count(Comparison::Agrees) as u64, "agrees", "agree")];
    for (verdict, one, more) in [
        (Comparison::Ours, "result of ours", "results of ours"),
        (Comparison::Erratum, "known erratum", "known errata"),
        (Comparison::Differs, "differs", "differ"),
        (Comparison::Stopped, "was stopped", "were stopped"),
    ] {
        if count(verdict) > 0 {
            parts.push(many(count(verdict) as u64, one, more));
        }
    }
    let total = many(reports.len() as u64, "claim", "claims");
    let parts = parts.join(", ");
    let total = paint(TITLE, &format!("{total}: {parts}"));
    paragraph("", &format!("{total}, in {}", write_seconds(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn claim(published: Json, measured: Json, erratum: Option<&'static str>) -> ClaimReport {
        ClaimReport {
            id: "tree".into(),
            source: "Someone 2024".into(),
            claim: "so many nodes".into(),
            agrees: Some(published == measured),
            published,
            measured,
            erratum: erratum.map(Into::into),
            note: "counted".into(),
            tables: vec![],
            seconds: 0.25,
        }
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn verdicts_decide_the_ending() {
        let good = claim(json!(5), json!(5), None);
        let bad = claim(json!(5), json!(6), None);
        let known = claim(json!(5), json!(6), Some("a misprint"));
        let open = claim(json!(5), json!(null), None);
        assert_eq!(ending(&[good.clone(), known.clone()]), Exit::Answered);
        assert_eq!(ending(&[good.clone(), bad.clone()]), Exit::Refused);
        assert_eq!(ending(&[good.clone(), open.clone()]), Exit::Stopped);
        let text = plain(&summary(&[good, bad, known, open]));
        assert_eq!(
            text,
            "4 claims: 1 agrees, 1 known erratum, 1 differs, 1 was stopped, in 1.00 s\n"
        );
    }

    #[test]
    fn a_claim_is_one_line_if_it_fits() {
        let report = claim(json!(549_946), json!(549_946), None);
        assert_eq!(
            plain(&show(&report, 6, false)),
            "✓ agrees   tree    published 549,946  measured 549,946  250.0 ms\n"
        );
        let long = claim(json!("word ".repeat(30)), json!("other"), None);
        let text = plain(&show(&long, 6, false));
        assert!(
            text.starts_with("✗ differs  tree    250.0 ms\n           published  word"),
            "{text}"
        );
        assert!(text.contains("\n           measured   other\n"), "{text}");
        assert!(text.contains("\n           note       counted\n"), "{text}");
    }

    #[test]
    fn named_claims_come_with_their_tables() {
        let mut report = claim(json!(1), json!(1), None);
        report.tables.push(TableReport {
            title: "Move by move".into(),
            columns: vec!["move".into(), "nodes".into()],
            rows: vec![vec![json!("a1"), json!(59_705)]],
        });
        let text = plain(&show(&report, 4, true));
        assert!(
            text.contains("  Move by move\n  move   nodes\n  a1    59,705\n"),
            "{text}"
        );
        assert!(!plain(&show(&report, 4, false)).contains("Move by move"));
    }
}
