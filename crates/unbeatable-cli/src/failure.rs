//! How the program ends: exit codes, and errors as one line.

use std::io::{self, Write};

use unbeatable_workbench::AskError;
use unbeatable_workbench::report::Stop;

/// The longest error line in characters: long enough for any message, short enough that a
/// position of thousands of characters does not flood the terminal.
const LINE_CHARS_MAX: usize = 300;

/// How a command ended that did its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The question was answered.
    Answered,
    /// A check failed.
    Refused,
    /// The budget ran out before an answer.
    Stopped,
    /// Ctrl-C.
    Interrupted,
}

impl Exit {
    /// How a question ends: answered, or else for the reason the report gives.
    pub(crate) fn of(is_answered: bool, stopped: Option<Stop>) -> Exit {
        match stopped {
            _ if is_answered => Exit::Answered,
            Some(Stop::Interrupted) => Exit::Interrupted,
            _ => Exit::Stopped,
        }
    }
}

impl From<()> for Exit {
    fn from((): ()) -> Exit {
        Exit::Answered
    }
}

impl Exit {
    /// The exit code.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Refused => 1,
            Exit::Stopped => 3,
            Exit::Interrupted => INTERRUPTED_CODE,
        }
    }
}

/// The exit code after Ctrl-C: 128 + SIGINT, as shells have it.
pub(crate) const INTERRUPTED_CODE: u8 = 130;

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the call is wrong.
    Input(String),
    /// The answer cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Says what is wrong, in one line on standard error, and which exit code says so.
    pub(crate) fn report(self) -> u8 {
        let text = match self {
            Failure::Input(text) => text,
            // The reader has seen enough (`| head`): nothing is wrong.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return 0;
            }
            Failure::Output(error) => format!("cannot write to standard output: {error}"),
        };
        // If standard error is closed too, the exit code is all that is left to say.
        let _ = writeln!(io::stderr(), "error: {}", one_line(&text));
        2
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<String> for Failure {
    fn from(what: String) -> Failure {
        Failure::Input(what)
    }
}

impl From<&str> for Failure {
    fn from(what: &str) -> Failure {
        Failure::Input(what.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// The text on one line that is safe to show: control characters escaped, the middle of what is
/// too long left out.
pub(crate) fn one_line(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    let chars: Vec<char> = shown.chars().collect();
    if chars.len() <= LINE_CHARS_MAX {
        return shown;
    }
    let (head, tail) = (LINE_CHARS_MAX / 3, LINE_CHARS_MAX / 2);
    chars[..head]
        .iter()
        .chain(&['…'])
        .chain(&chars[chars.len() - tail..])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_safe_and_short() {
        assert_eq!(one_line("bad\n\u{1b}[31mred"), "bad\\n\\u{1b}[31mred");
        let long = one_line(&format!("begin {} end", "X".repeat(5000)));
        assert!(
            long.chars().count() <= LINE_CHARS_MAX,
            "{} characters",
            long.chars().count()
        );
        assert!(
            long.starts_with("begin ") && long.ends_with(" end"),
            "{long}"
        );
    }

    #[test]
    fn an_answer_counts_even_if_the_search_was_stopped_after_it() {
        assert_eq!(Exit::of(true, Some(Stop::Time)), Exit::Answered);
        assert_eq!(Exit::of(false, Some(Stop::Nodes)), Exit::Stopped);
        assert_eq!(Exit::of(false, Some(Stop::Interrupted)), Exit::Interrupted);
    }
}
