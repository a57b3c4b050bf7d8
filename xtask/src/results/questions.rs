//! What is asked: every start position of the corpus, more of them, and the ultimate suite.

use std::collections::HashSet;

/// Starts that the corpus does not have.
const MORE: &[&str] = &[
    "mnk:5x4x4",
    "mnk:4x3x3+misere",
    "mnk:4x4x3+misere",
    "mnk:4x4x4+misere",
    "kayles:30+misere",
    "octal:7+code=0.137",
    "go:1x6",
    "go:1x7",
    "go:1x8",
    "go:1x9",
    "go:1x10",
    "go:1x11",
    "go:1x12",
    "go:2x2+suicide",
    "go:2x2+ssk+suicide",
    "go:2x3",
    "go:2x3+ssk",
    "go:2x3+nssk",
    "go:2x4",
    "go:2x5",
    "go:2x6",
    "go:2x7",
    "go:2x8",
    "go:3x3",
    "go:3x3+ssk",
    "go:3x3+nssk",
    "go:3x4",
    "go:4x3",
    "go:3x5",
    "go:3x6",
    "go:4x4",
    "uttt:play-on",
];

/// Limits within which the first player wins `uttt:play-on`.
const PLAY_ON_WITHIN: &[u32] = &[43];

/// Games whose strategies take more memory to write down than there is without being asked for.
const MEMORY: &[(&str, &str)] = &[
    ("mnk:5x5x4", "2GiB"),
    ("go:1x12", "4GiB"),
    ("go:3x6", "4GiB"),
];

/// What is solved too, but whose strategies take more than two minutes to write down.
pub(crate) const NOT_YET: &[&str] = &[
    "mnk:5x5x5",
    "mnk:6x6x5",
    "mnk:6x6x6",
    "go:1x13",
    "uttt:play-on --within 27",
];

/// A section of the ledger: its heading, and the games that it is about.
pub(crate) struct LedgerSection {
    pub(crate) heading: &'static str,
    kinds: &'static [&'static str],
}

/// All sections, in the order of the ledger.
pub(crate) const SECTIONS: [LedgerSection; 6] = [
    LedgerSection {
        heading: "Tic-tac-toe and k in a row",
        kinds: &["ttt", "mnk"],
    },
    LedgerSection {
        heading: "Connect Four",
        kinds: &["connect"],
    },
    LedgerSection {
        heading: "Heap games",
        kinds: &["nim", "subtract", "kayles", "dawson", "octal"],
    },
    LedgerSection {
        heading: "Go",
        kinds: &["go"],
    },
    LedgerSection {
        heading: "Ultimate tic-tac-toe, the older rules",
        kinds: &["uttt:play-on"],
    },
    LedgerSection {
        heading: "Ultimate tic-tac-toe",
        kinds: &["uttt"],
    },
];

/// A question whose answer is to be proven.
pub(crate) struct LedgerQuestion {
    pub(crate) game: String,
    /// `start`, or the id in the suite.
    pub(crate) name: String,
    /// As the game writes it; `None` where games begin.
    position: Option<String>,
    within: Option<u32>,
    pub(crate) known: Option<PublishedValue>,
}

/// What others say that a position is worth.
pub(crate) struct PublishedValue {
    /// The player's name, or `draw`.
    pub(crate) winner: String,
    pub(crate) margin: Option<f64>,
}

impl LedgerQuestion {
    fn start(game: &str, known: Option<PublishedValue>) -> Self {
        LedgerQuestion {
            game: game.into(),
            name: "start".into(),
            position: None,
            within: None,
            known,
        }
    }

    /// The arguments of the program that answer the question and write its certificate.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["solve".to_string(), self.game.clone()];
        arguments.extend(self.position.clone());
        if let Some(plies) = self.within {
            arguments.extend(["--within".into(), plies.to_string()]);
        }
        if let Some((_, bytes)) = MEMORY.iter().find(|(game, _)| *game == self.game) {
            arguments.extend(["--memory".into(), bytes.to_string()]);
        }
        arguments.extend(["--certificate".into(), self.file()]);
        arguments
    }

    /// The command that answers the question, as one types it.
    pub(crate) fn command(&self) -> String {
        let mut command = "unbeatable".to_string();
        for argument in self.arguments() {
            let is_position = self.position.as_ref() == Some(&argument);
            let quote = if is_position { "\"" } else { "" };
            command += &format!(" {quote}{argument}{quote}");
        }
        command
    }

    /// A name for the certificate's file.
    pub(crate) fn file(&self) -> String {
        let mut words = vec![self.game.clone()];
        words.extend(self.position.as_ref().map(|_| self.name.clone()));
        words.extend(self.within.map(|plies| format!("within-{plies}")));
        let name = words.join("-").replace(|c: char| !c.is_alphanumeric(), "-");
        format!("{name}.cert")
    }

    /// What is asked, in a few words.
    pub(crate) fn title(&self) -> String {
        let within = self.within.map(|plies| format!(" within {plies}"));
        format!("{} {}{}", self.game, self.name, within.unwrap_or_default())
    }

    /// The number of the section that it belongs to.
    pub(crate) fn section(&self) -> Result<usize, String> {
        let game = self.game.split('+').next().unwrap_or_default();
        let kind = game.split(':').next().unwrap_or_default();
        let is_of = |section: &LedgerSection| section.kinds.contains(&game);
        let found = SECTIONS.iter().position(is_of);
        let is_of = |section: &LedgerSection| section.kinds.contains(&kind);
        let found = found.or_else(|| SECTIONS.iter().position(is_of));
        found.ok_or(format!("{}: no section for such a game", self.game))
    }
}

/// All questions, by sections.
pub(crate) fn questions() -> Result<Vec<LedgerQuestion>, String> {
    let mut questions = corpus()?;
    questions.extend(MORE.iter().map(|game| LedgerQuestion::start(game, None)));
    questions.extend(PLAY_ON_WITHIN.iter().map(|&plies| LedgerQuestion {
        within: Some(plies),
        ..LedgerQuestion::start("uttt:play-on", None)
    }));
    let suite = crate::ultimate::rows()?.into_iter();
    questions.extend(suite.map(|row| LedgerQuestion {
        name: row.id,
        position: Some(row.position),
        known: Some(PublishedValue {
            winner: row.winner,
            margin: None,
        }),
        ..LedgerQuestion::start("uttt", None)
    }));
    let mut files = HashSet::new();
    for question in &questions {
        question.section()?;
        if !files.insert(question.file()) {
            return Err(format!("{}: asked twice", question.title()));
        }
    }
    questions.sort_by_key(|question| question.section().expect("just checked"));
    Ok(questions)
}

/// The start positions of the corpus.
fn corpus() -> Result<Vec<LedgerQuestion>, String> {
    let text = include_str!("../../../testdata/corpus.toml");
    let corpus: toml::Table = text.parse().map_err(|e| format!("the corpus: {e}"))?;
    let entries = corpus["position"]
        .as_array()
        .ok_or("the corpus has no positions")?;
    let text = |entry: &toml::Value, name: &str| {
        let text = entry.get(name).and_then(toml::Value::as_str);
        text.map(String::from)
            .ok_or(format!("the corpus has a position without {name}"))
    };
    let mut questions = Vec::new();
    for entry in entries {
        if text(entry, "position")? != "start" {
            continue;
        }
        let margin = entry.get("margin");
        let known = PublishedValue {
            winner: text(entry, "value")?,
            margin: margin.and_then(|m| m.as_float().or(m.as_integer().map(|m| m as f64))),
        };
        questions.push(LedgerQuestion::start(&text(entry, "game")?, Some(known)));
    }
    Ok(questions)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_question_has_a_section() {
        assert!(super::questions().is_ok_and(|questions| questions.len() > 180));
    }
}
