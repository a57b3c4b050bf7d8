//! Names and comments, as docs/glossary.md and CONTRIBUTING.md want them: a type's name is that of one type in
//! the whole workspace, the glossary is short, and no comment leans on the one before it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::root;

/// Names of several types, and what these have in common.
const SHARED: &[(&str, &str)] = &[
    ("Move", "a move of one game; of any game, on the bench"),
    (
        "Position",
        "a position of one game; of any game, on the bench",
    ),
    ("Line", "a line of one game; of any game, on the bench"),
    (
        "Solved",
        "what a search of one game found; of any game, on the bench",
    ),
    (
        "Failure",
        "why a command, a request or a writer could not do its work",
    ),
    ("Halt", "why a thread, a job or a run leaves its work"),
    ("Halted", "why a count or a run ended early"),
    ("Wrong", "what is wrong with a file, or with a line"),
];

/// How many words the glossary may have.
const WORDS_MAX: usize = 60;

/// How a comment begins that means the one before it.
const LEANING: &str = "The same";

/// All types of the workspace by name, with their files, and all that is wrong.
#[derive(Default)]
pub(super) struct Names {
    types: BTreeMap<String, Vec<PathBuf>>,
    wrong: Vec<String>,
}

impl Names {
    /// Reads a file; what tests define does not count.
    pub(super) fn read(&mut self, path: &Path) -> Result<(), String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let path = path.strip_prefix(root()).unwrap_or(path);
        let leaning = leaning(&text).map(|line| {
            let path = path.display();
            format!("{path}:{line}: a comment that begins with '{LEANING}'")
        });
        self.wrong.extend(leaning);
        let is_source = path.components().any(|part| part.as_os_str() == "src");
        if is_source && !path.ends_with("tests.rs") {
            for name in types(&text) {
                let files = self.types.entry(name.into()).or_default();
                files.push(path.into());
            }
        }
        Ok(())
    }

    /// How many types there are; what is wrong with their names, with comments and with the glossary.
    pub(super) fn judge(mut self, glossary: &str) -> (usize, Vec<String>) {
        let is_shared = |name: &str| SHARED.iter().any(|(shared, _)| *shared == name);
        for (name, files) in &self.types {
            if files.len() > 1 && !is_shared(name) {
                let files: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
                let files = files.join(", ");
                self.wrong
                    .push(format!("{name} is {files}: expected one type"));
            }
        }
        let words = words(glossary);
        if words > WORDS_MAX {
            let wrong = format!("the glossary has {words} words, expected at most {WORDS_MAX}");
            self.wrong.push(wrong);
        }
        (self.types.len(), self.wrong)
    }
}

/// The types that a file defines outside of functions and modules of its own.
fn types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
            Some(rest) => rest.strip_prefix(' ')?,
            None => line,
        };
        let (what, rest) = line.split_once(' ')?;
        let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        ["struct", "enum", "trait", "type"]
            .contains(&what)
            .then_some(name)
    })
}

/// The lines with comments that lean on the one before.
fn leaning(text: &str) -> impl Iterator<Item = usize> {
    let begins = |line: &str| {
        let comment = line.trim_start().strip_prefix("//")?;
        let comment = comment.trim_start_matches(['/', '!']).trim_start();
        comment.starts_with(LEANING).then_some(())
    };
    let lines = text.lines().zip(1..);
    lines.filter_map(move |(line, number)| begins(line).map(|()| number))
}

/// How many words a glossary explains: the rows of its table.
fn words(glossary: &str) -> usize {
    let rows = glossary.lines().filter(|line| line.starts_with("| **"));
    rows.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_where_they_are_defined() {
        let text = "pub struct A<T>(T);\npub(in crate::b) enum B {\n    C,\n}\ntrait D: E {\n    type F;\n}\n\
                    type G = u8;\nimpl A {}\nstructure\n";
        assert_eq!(types(text).collect::<Vec<_>>(), ["A", "B", "D", "G"]);
    }

    #[test]
    fn a_name_is_that_of_one_type() {
        let files = |many| vec![PathBuf::from("a.rs"); many];
        let judged = |name: &str, many| {
            let types = BTreeMap::from([(name.to_string(), files(many))]);
            let names = Names {
                types,
                wrong: vec![],
            };
            names.judge("").1.len()
        };
        assert_eq!(judged("Entry", 1), 0);
        assert_eq!(judged("Entry", 2), 1);
        assert_eq!(judged("Move", 2), 0);
    }

    #[test]
    fn comments_stand_on_their_own() {
        let text = format!(
            "/// {LEANING}, twice.\n    // {LEANING} move.\nlet a = \"{LEANING}\";\n//! By {LEANING}."
        );
        assert_eq!(leaning(&text).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn the_glossary_is_short() {
        let row = "| **word** | what it means | where |\n";
        let judge = |many| Names::default().judge(&row.repeat(many)).1.len();
        assert_eq!((judge(WORDS_MAX), judge(WORDS_MAX + 1)), (0, 1));
    }
}
