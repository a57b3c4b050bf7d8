//! A journal: what a long work has found so far, a line for each finding, beside the file that it will write.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use unbeatable_report::{Argument, AskError};

/// The journal beside a file: its name with `.part` behind it. The first line says what the work is.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or begins the journal beside a file, and tells what is in it, line by line. One that begins
    /// otherwise is of another work, and refused. A line that is not understood is an error with its place.
    pub(crate) fn open(
        beside: &Path,
        kind: &str,
        first: &str,
        mut read: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<Self, AskError> {
        let mut name = beside.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        let wrong =
            |e: &dyn Display| Argument::Book.wrong(format!("journal {}: {e}", path.display()));
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(wrong(&e)),
        };
        // A line that was not finished is not believed.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines().zip(1..);
        if lines.next().is_some_and(|(line, _)| line != first) {
            return Err(wrong(&format!(
                "is of another {kind}: expected one that begins with '{first}'"
            )));
        }
        for (line, number) in lines {
            read(line).map_err(|e| wrong(&format!("line {number}: {e}")))?;
        }
        let open = || -> io::Result<File> {
            let mut options = OpenOptions::new();
            let mut file = options
                .create(true)
                .write(true)
                .truncate(false)
                .open(&path)?;
            file.set_len(whole.len() as u64)?;
            file.seek(SeekFrom::End(0))?;
            if whole.is_empty() {
                writeln!(file, "{first}")?;
            }
            Ok(file)
        };
        let file = open().map_err(|e| wrong(&e))?;
        Ok(Journal { path, file })
    }

    /// Adds a line, in one write: a crash leaves whole lines, but for the last.
    pub(crate) fn note(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// The work is written: its journal is not needed any more.
    pub(crate) fn remove(self) {
        // Nothing depends on it.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(beside: &Path, first: &str) -> Result<(Journal, Vec<String>), AskError> {
        let mut lines = vec![];
        let journal = Journal::open(beside, "work", first, |line| match line {
            "bad" => Err("expected something good".into()),
            _ => {
                lines.push(line.into());
                Ok(())
            }
        })?;
        Ok((journal, lines))
    }

    #[test]
    fn findings_survive_and_a_line_cut_short_does_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let beside = folder.path().join("work.txt");
        let part = folder.path().join("work.txt.part");
        let (mut journal, found) = lines(&beside, "work 1").expect("a new one");
        assert!(found.is_empty());
        journal.note("one").expect("written");
        journal.note("two").expect("written");
        drop(journal);
        let mut torn = fs::read_to_string(&part).expect("read");
        torn.push_str("thr");
        fs::write(&part, torn).expect("written");
        let (mut journal, found) = lines(&beside, "work 1").expect("the one before");
        assert_eq!(found, ["one", "two"]);
        journal.note("four").expect("written");
        drop(journal);
        let text = fs::read_to_string(&part).expect("read");
        assert_eq!(text, "work 1\none\ntwo\nfour\n");
        let (journal, _) = lines(&beside, "work 1").expect("the one before");
        journal.remove();
        assert!(!part.exists());
    }

    #[test]
    fn a_journal_of_other_work_and_a_bad_line_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let beside = folder.path().join("work.txt");
        let part = folder.path().join("work.txt.part");
        for (text, expected) in [
            (
                "work 2\n",
                "is of another work: expected one that begins with 'work 1'",
            ),
            ("work 10\n", "is of another work"),
            ("work 1\none\nbad\n", "line 3: expected something good"),
        ] {
            fs::write(&part, text).expect("written");
            let Err(e) = lines(&beside, "work 1") else {
                panic!("{text:?} was taken");
            };
            assert!(e.to_string().contains(expected), "{e}");
            assert_eq!(fs::read_to_string(&part).expect("read"), text);
        }
    }
}
