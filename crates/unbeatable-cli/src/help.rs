//! Help texts, wrapped to the terminal.

use clap::Command;

use crate::table::{paragraph_within, width};

/// The widest line: longer ones are hard to read.
pub(crate) const WIDTH_MAX: usize = 100;

/// What an explanation beside its name keeps, or else it stands below.
const BESIDE_MIN: usize = 20;

/// How many columns help texts have: those of the terminal, or of `COLUMNS` where there is none.
pub(crate) fn columns() -> usize {
    let terminal = terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(named).unwrap_or(WIDTH_MAX).min(WIDTH_MAX)
}

/// The grammar, with help texts of so many columns. What stands behind the options is written with one line
/// for each paragraph, and is wrapped here: clap would lose the place beside a name.
pub(crate) fn wrapped(command: Command, columns: usize) -> Command {
    let text = command.get_after_help().map(ToString::to_string);
    let command = command
        .term_width(columns)
        .mut_subcommands(|command| wrapped(command, columns));
    match text {
        Some(text) => {
            let lines: String = text.lines().map(|line| fit(line, columns)).collect();
            command.after_help(lines.trim_end().to_string())
        }
        None => command,
    }
}

/// One line in as many as it needs: the others begin below its explanation, or below the second word of an
/// example, or at the left.
fn fit(line: &str, columns: usize) -> String {
    if width(line) <= columns {
        return format!("{line}\n");
    }
    let indent = line.len() - line.trim_start().len();
    let behind = |gap: &str| {
        let at = indent + line[indent..].find(gap)?;
        Some(line.len() - line[at..].trim_start().len())
    };
    let beside = behind("  ").filter(|text| text + BESIDE_MIN <= columns);
    let text = match indent {
        0 => 0,
        _ => beside.or_else(|| behind(" ")).unwrap_or(indent),
    };
    paragraph_within(&line[..text], &line[text..], columns)
}
