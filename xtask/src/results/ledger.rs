//! How rows become RESULTS.md.

use std::thread;

use super::questions::{LedgerQuestion, NOT_YET, SECTIONS};
use crate::shell::said;

const HEAD: &str = "\
# Results

What the program has proven, one row a claim.
This file is written by `cargo xtask results`, never by hand.

Each command searches with one thread and writes a certificate: a strategy for each side of the claim, \
in a [format](docs/certificates.md) that says how to check it.
Two programs that share no code with the search check it by the rules of the game alone: \
`unbeatable verify`, which accepted every one, and `checker/verify.py` in plain Python, which accepted \
every one that it was given; where it did not run, the row says so.
Both counted the same entries (answers of the strategies) and positions.

To check a row yourself, run its command, then

```sh
unbeatable verify FILE
python3 checker/verify.py FILE
sha256sum --check --ignore-missing RESULTS.md
```

The last compares all certificates in the current folder with the [checksums](#checksums) below: \
the same question gives the same file.
Nodes are positions that the search visited. Seconds are those of this run: of the search, of finding \
and writing the strategies (extract), and of both checkers.
";

/// A claim that was proven.
pub(super) struct LedgerRow {
    pub(super) question: LedgerQuestion,
    pub(super) proven: String,
    pub(super) solver: String,
    pub(super) nodes: u64,
    pub(super) solve_seconds: f64,
    pub(super) extract_seconds: f64,
    pub(super) entries: u64,
    pub(super) positions: u64,
    pub(super) bytes: u64,
    pub(super) sha256: String,
    pub(super) check_seconds: f64,
    /// `None` where the second checker did not run.
    pub(super) second_seconds: Option<f64>,
}

/// The whole file.
pub(super) fn write(rows: &[LedgerRow], version: &str) -> Result<String, String> {
    let mut text = HEAD.to_string();
    text += &format!("\n{}\n", about(rows, version)?);
    let mut sections: Vec<(&str, Vec<&LedgerRow>)> = Vec::new();
    for (i, section) in SECTIONS.iter().enumerate() {
        let is_of = |row: &&LedgerRow| row.question.section() == Ok(i);
        sections.push((section.heading, rows.iter().filter(is_of).collect()));
    }
    text += &format!("\n{}", totals(&sections));
    for (heading, rows) in &sections {
        text += &format!("\n## {heading}\n\n{}", table(rows));
    }
    let not_yet: Vec<String> = NOT_YET.iter().map(|what| format!("`{what}`")).collect();
    text += &format!(
        "\n## Not here\n\nSolved too, but their strategies take more than two minutes to write down: \
         {}.\n",
        not_yet.join(", ")
    );
    text += "\n## Checksums\n\nSHA-256 of the certificates, as `sha256sum` writes and reads them.\n\n```\n";
    for row in rows {
        text += &format!("{}  {}\n", row.sha256, row.question.file());
    }
    Ok(text + "```\n")
}

/// The rows as a table.
pub(super) fn table(rows: &[&LedgerRow]) -> String {
    let mut text = "\
| game | position | proven | solver | nodes | solve s | entries | bytes | extract s | sha256 | \
`unbeatable verify` | `verify.py` | command |
| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- | --- | --- |
"
    .to_string();
    for row in rows {
        let question = &row.question;
        let cells = [
            format!("`{}`", question.game),
            question.name.clone(),
            row.proven.clone(),
            row.solver.clone(),
            grouped(row.nodes),
            brief(row.solve_seconds),
            grouped(row.entries),
            grouped(row.bytes),
            brief(row.extract_seconds),
            format!("`{}`", &row.sha256[..12]),
            format!("accepted, {} s", brief(row.check_seconds)),
            second(row),
            format!("`{}`", question.command()),
        ];
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

/// One line about a row, on standard error.
pub(super) fn tell(done: usize, count: usize, row: &LedgerRow) {
    eprintln!(
        "[{done}/{count}] {}: {}; {} entries in {} s and {} s; accepted in {} s; Python: {}",
        row.question.title(),
        row.proven,
        grouped(row.entries),
        brief(row.solve_seconds),
        brief(row.extract_seconds),
        brief(row.check_seconds),
        second(row),
    );
}

fn second(row: &LedgerRow) -> String {
    match row.second_seconds {
        Some(seconds) => format!("accepted, {} s", brief(seconds)),
        None => "not run: `cargo xtask results --slow`".into(),
    }
}

/// What the whole is worth: one line a section, and all of them.
fn totals(sections: &[(&str, Vec<&LedgerRow>)]) -> String {
    let mut text = "\
| | claims | entries | positions walked | bytes | solve s | extract s | `unbeatable verify` s | `verify.py` s | \
claims that it checked |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"
    .to_string();
    let all: Vec<&LedgerRow> = sections
        .iter()
        .flat_map(|(_, rows)| rows)
        .copied()
        .collect();
    let lines = sections.iter().map(|(heading, rows)| (*heading, rows));
    for (heading, rows) in lines.chain([("in all", &all)]) {
        let sum = |of: &dyn Fn(&LedgerRow) -> u64| grouped(rows.iter().map(|row| of(row)).sum());
        let time = |of: &dyn Fn(&LedgerRow) -> f64| brief(rows.iter().map(|row| of(row)).sum());
        let cells = [
            heading.to_string(),
            rows.len().to_string(),
            sum(&|row| row.entries),
            sum(&|row| row.positions),
            sum(&|row| row.bytes),
            time(&|row| row.solve_seconds),
            time(&|row| row.extract_seconds),
            time(&|row| row.check_seconds),
            time(&|row| row.second_seconds.unwrap_or(0.0)),
            sum(&|row| row.second_seconds.is_some().into()),
        ];
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

/// With what, where and when the file was made, and how much of it others had said before.
fn about(rows: &[LedgerRow], version: &str) -> Result<String, String> {
    let known = rows.iter().filter(|row| row.question.known.is_some());
    let changes = said(
        "git",
        &["status", "--porcelain", "--", ":/", ":!:/RESULTS.md"],
    )?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let changed = if changes.is_empty() {
        ""
    } else {
        " with changes"
    };
    Ok(format!(
        "- {} claims; {} of the values were known before ([testdata](testdata/README.md)), and all of \
         these agree\n\
         - {} by {version}{changed}, {}; {}\n\
         - {cores} cores, {}: one searches and checks, beside it Python checks what is done",
        rows.len(),
        known.count(),
        said("date", &["-u", "+%Y-%m-%d"])?,
        said("rustc", &["--version"])?,
        said("python3", &["--version"])?,
        processor(),
    ))
}

/// The processor's name, as far as the system tells.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(": "));
    name.map_or(std::env::consts::ARCH.into(), |(_, name)| name.into())
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Seconds, to what can be told from noise.
fn brief(seconds: f64) -> String {
    match seconds {
        0.0..1.0 => format!("{seconds:.3}"),
        1.0..100.0 => format!("{seconds:.1}"),
        _ => format!("{seconds:.0}"),
    }
}
