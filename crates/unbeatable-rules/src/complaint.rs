//! What is wrong with a file, where, and what to do about it.

use std::fmt;
use std::ops::Range;

/// The bytes of a file that something was read from.
pub type Span = Range<usize>;

/// Something that is wrong with a file, or looks wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// Where; `None` if the file is wrong as a whole.
    pub at: Option<Span>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Complaint {
    /// Something is wrong there.
    #[must_use]
    pub fn at(span: &Span, what: impl Into<String>) -> Self {
        let at = Some(span.clone());
        let (what, remedy) = (what.into(), None);
        Complaint { at, what, remedy }
    }

    /// The file is wrong as a whole.
    #[must_use]
    pub fn whole(what: impl Into<String>) -> Self {
        let (what, remedy) = (what.into(), None);
        Complaint {
            at: None,
            what,
            remedy,
        }
    }

    /// With what to do about it.
    #[must_use]
    pub fn but(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// The line and the column where it is, both from 1 on.
    #[must_use]
    pub fn place(&self, text: &str) -> Option<(usize, usize)> {
        let at = self.at.as_ref()?.start.min(text.len());
        let before = &text.as_bytes()[..at];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let begin = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        let column = String::from_utf8_lossy(&before[begin..]).chars().count() + 1;
        Some((line, column))
    }

    /// The complaint about the file `name` with the text `text`: place, words, excerpt and remedy.
    #[must_use]
    pub fn told<'c>(&'c self, name: &'c str, text: &'c str) -> impl fmt::Display + 'c {
        Told {
            complaint: self,
            name,
            text,
        }
    }
}

/// A complaint with the file that it is about.
struct Told<'c> {
    complaint: &'c Complaint,
    name: &'c str,
    text: &'c str,
}

/// Longer lines are cut in excerpts.
const EXCERPT_CHARACTERS_MAX: usize = 100;

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Complaint { at, what, remedy } = self.complaint;
        f.write_str(self.name)?;
        let place = self.complaint.place(self.text);
        if let Some((line, column)) = place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {what}")?;
        if let (Some((line, column)), Some(at)) = (place, at) {
            let whole = self.text.lines().nth(line - 1).unwrap_or("");
            // What is far to the right is shown with a little before it.
            let skipped = if column > EXCERPT_CHARACTERS_MAX {
                column - 21
            } else {
                0
            };
            let shown = whole.chars().skip(skipped).take(EXCERPT_CHARACTERS_MAX);
            let shown: String = shown
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect();
            let from = column - 1 - skipped;
            let here = self.text.get(at.clone()).unwrap_or("");
            let here = here.lines().next().unwrap_or("").chars().count();
            let marks = here.clamp(1, shown.chars().count().saturating_sub(from).max(1));
            let margin = line.to_string().len();
            write!(
                f,
                "\n{line} | {shown}\n{:margin$} | {:from$}{}",
                "",
                "",
                "^".repeat(marks)
            )?;
        }
        match remedy {
            Some(remedy) => write!(f, "\nhelp: {remedy}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_shows_its_place() {
        let text = "(role x)\n(rôle y z)\n";
        let at = text.find("y z").expect("it is there");
        let complaint = Complaint::at(&(at..at + 3), "one too many").but("leave one out");
        assert_eq!(
            complaint.told("a.kif", text).to_string(),
            "a.kif:2:7: one too many\n2 | (rôle y z)\n  |       ^^^\nhelp: leave one out"
        );
        let whole = Complaint::whole("nobody plays");
        assert_eq!(whole.told("a.kif", text).to_string(), "a.kif: nobody plays");
        // Ends of files are places, too.
        let end = Complaint::at(&(text.len()..text.len()), "the end");
        assert_eq!(
            end.told("a.kif", text).to_string(),
            "a.kif:3:1: the end\n3 | \n  | ^"
        );
    }
}
