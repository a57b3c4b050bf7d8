//! Standard output and standard error.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use serde::Serialize;
use unbeatable_workbench::AskError;

use crate::call;
use crate::failure::Failure;
use crate::progress::{ProgressMode, ProgressWatch};
use crate::style::{DIM, paint};

/// How the answer is written; the same for every command.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Print one JSON object, and nothing else, on standard output.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// No progress and no notes on standard error, only errors.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,

    /// When to use colours: always, never, or auto (on a terminal, unless NO_COLOR is set).
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    #[arg(hide_possible_values = true)]
    pub(crate) color: Color,

    /// How to show progress on standard error: json (an object per line), none, or auto (a spinner,
    /// on a terminal).
    #[arg(long, global = true, value_name = "HOW", value_enum, default_value_t)]
    #[arg(hide_possible_values = true)]
    pub(crate) progress: ProgressMode,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Whether something stands on standard output: behind an answer no error is written there.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);

/// Whether an error is to be written to standard output too, as JSON. The command line need not be
/// understood for that.
pub(crate) fn wants_error(mut arguments: impl Iterator<Item = OsString>) -> bool {
    !HAS_PRINTED.load(Ordering::Relaxed) && arguments.any(|argument| argument == "--json")
}

/// Where answers go, and how.
pub(crate) struct Console {
    out: AutoStream<io::Stdout>,
    color: Color,
    /// Whether the answer is one JSON object.
    pub(crate) json: bool,
    /// Whether standard error is for errors only.
    pub(crate) quiet: bool,
    progress: ProgressMode,
}

impl Console {
    /// As the command line asks for it.
    pub(crate) fn new(args: &OutputArgs) -> Console {
        Console {
            out: AutoStream::new(io::stdout(), args.color.choice()),
            color: args.color,
            json: args.json,
            quiet: args.quiet,
            progress: args.progress,
        }
    }

    /// For help texts, which come before the command line is understood.
    pub(crate) fn for_help() -> Console {
        let color = color_asked(call::arguments());
        Console::new(&OutputArgs {
            color,
            ..OutputArgs::default()
        })
    }

    /// Writes a text to standard output, at once: whoever follows reads it as it comes, and what
    /// cannot be written is noticed here.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        HAS_PRINTED.store(true, Ordering::Relaxed);
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        Ok(())
    }

    /// Writes bytes that are no text to standard output.
    pub(crate) fn print_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()?;
        Ok(())
    }

    /// Writes the one JSON object of an answer.
    pub(crate) fn print_json(&mut self, report: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_string(report)
            .expect("reports have text keys and finite numbers, so they are JSON");
        text.push('\n');
        self.print(&text)
    }

    /// Writes the report: as JSON if asked for, else as `text` shows it.
    pub(crate) fn answer<R: Serialize>(
        &mut self,
        report: &R,
        text: impl FnOnce(&R) -> String,
    ) -> Result<(), Failure> {
        if self.json {
            self.print_json(report)
        } else {
            self.print(&text(report))
        }
    }

    /// Says something beside the answer, on standard error.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            let mut err = AutoStream::new(io::stderr(), self.color.choice());
            // A note that cannot be written is not worth an error.
            let _ = writeln!(err, "{}", paint(DIM, &format!("note: {text}")));
        }
    }

    /// Whether standard output shows colours.
    pub(crate) fn is_coloured(&self) -> bool {
        match self.color {
            Color::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        }
    }

    /// What a question answers that somebody follows.
    pub(crate) fn follow<R>(
        &self,
        ask: impl FnOnce(&ProgressWatch) -> Result<R, AskError>,
    ) -> Result<R, AskError> {
        ask(&self.watch())
    }

    /// Someone to follow a question with.
    pub(crate) fn watch(&self) -> ProgressWatch {
        ProgressWatch::new(self.progress, self.quiet)
    }
}

impl Color {
    /// What the stream should do. `auto` looks at the stream, `NO_COLOR` and `TERM`.
    fn choice(self) -> ColorChoice {
        match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// The colour asked for in arguments that are not parsed yet.
fn color_asked(arguments: impl Iterator<Item = OsString>) -> Color {
    let mut color = Color::Auto;
    let mut follows = false;
    for argument in arguments {
        let Some(text) = argument.to_str() else {
            continue;
        };
        let value = if follows {
            Some(text)
        } else {
            text.strip_prefix("--color=")
        };
        color = match value {
            Some("always") => Color::Always,
            Some("never") => Color::Never,
            _ => color,
        };
        follows = text == "--color";
    }
    color
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_is_found_before_parsing() {
        let asked = |text: &str| color_asked(text.split(' ').map(OsString::from));
        assert_eq!(asked("solve --help"), Color::Auto);
        assert_eq!(asked("--color never --help"), Color::Never);
        assert_eq!(asked("--help --color=always"), Color::Always);
    }
}
