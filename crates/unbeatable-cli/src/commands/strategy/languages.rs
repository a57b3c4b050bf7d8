//! Tables for programs: CSV, C, Rust, Python.

use std::fmt::Write;

use unbeatable_workbench::report::StrategyReport;

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// For people.
    Text,
    /// Values with commas between (RFC 4180).
    Csv,
    /// An array in C.
    C,
    /// An array in a C header, to be included.
    Header,
    /// An array in Rust.
    Rust,
    /// A list in Python.
    Python,
}

impl Language {
    /// All there are.
    pub(crate) const ALL: [Language; 5] = [
        Language::Text,
        Language::Csv,
        Language::C,
        Language::Rust,
        Language::Python,
    ];

    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Language::Text => "text",
            Language::Csv => "csv",
            Language::C => "c",
            Language::Header => "h",
            Language::Rust => "rust",
            Language::Python => "python",
        }
    }

    /// The table in that language, with the answer in a sentence. Text is written elsewhere.
    pub(crate) fn write(self, report: &StrategyReport, sentence: &str) -> String {
        let mut text = String::new();
        let rows = report.rows.iter().map(|row| (&row.class, &row.m));
        let many = report.rows.len();
        let written = match self {
            Language::Text => Ok(()),
            Language::Csv => {
                text.push_str("position,move,depth\r\n");
                report.rows.iter().try_for_each(|row| {
                    let (class, m) = (field(&row.class), field(&row.m));
                    write!(text, "{class},{m},{}\r\n", row.depth)
                })
            }
            Language::C | Language::Header => {
                let scope = match self {
                    Language::Header => "static ",
                    _ => "",
                };
                comment(&mut text, report, sentence, ["/*", " * ", " */"]);
                let array = match many {
                    // C has no empty arrays.
                    0 => "{ { 0, 0 } }".to_string(),
                    _ => {
                        let rows = rows.map(|(class, m)| format!("    {{ {class:?}, {m:?} }},\n"));
                        format!("{{\n{}}}", rows.collect::<String>())
                    }
                };
                write!(
                    text,
                    "{scope}const int table_rows = {many};\n{scope}const struct {{ const char *position, \
                     *move; }} table[{}] = {array};\n",
                    many.max(1)
                )
            }
            Language::Rust => {
                comment(&mut text, report, sentence, ["", "// ", ""]);
                text.push_str(&format!("pub const TABLE: [(&str, &str); {many}] = [\n"));
                rows.for_each(|(class, m)| text.push_str(&format!("    ({class:?}, {m:?}),\n")));
                writeln!(text, "];")
            }
            Language::Python => {
                comment(&mut text, report, sentence, ["", "# ", ""]);
                text.push_str("TABLE = [\n");
                rows.for_each(|(class, m)| text.push_str(&format!("    ({class:?}, {m:?}),\n")));
                writeln!(text, "]")
            }
        };
        written.expect("writing to a string does not fail");
        text
    }
}

/// What the table is, and how it is used, in a comment.
fn comment(
    text: &mut String,
    report: &StrategyReport,
    sentence: &str,
    [open, begin, close]: [&str; 3],
) {
    let mut lines = vec![
        format!("{} ({})", report.title, report.game),
        format!("position: {}", report.position),
        format!(
            "role: {}{}, count: {}, keep: {}{}",
            report.role,
            match &report.open[..] {
                [] => String::new(),
                moves => format!(", open: {}", moves.join(" or ")),
            },
            report.count,
            report.keep,
            report
                .default
                .as_ref()
                .map_or_else(String::new, |rule| format!(", default: {rule}"))
        ),
        sentence.to_string(),
        "Rows hold canonical positions: of all symmetric boards the one with the least number in base 3"
            .into(),
        "(0 empty, 1 X, 2 O, the upper left square the least digit). Look up all symmetric boards of a"
            .into(),
        "position, or its canonical one, and play the image of the move.".into(),
    ];
    if let Some(rule) = &report.default {
        lines.push(format!("Without a row: {rule}, on the canonical position."));
    }
    if !open.is_empty() {
        text.push_str(&format!("{open}\n"));
    }
    for line in lines {
        text.push_str(format!("{begin}{line}").trim_end());
        text.push('\n');
    }
    if !close.is_empty() {
        text.push_str(&format!("{close}\n"));
    }
}

/// A field of CSV, quoted where it must be.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}
