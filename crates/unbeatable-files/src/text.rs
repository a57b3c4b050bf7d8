//! Texts that somebody brings, read within his share of time and memory.

use std::time::Duration;

use unbeatable_bench::Bench;
use unbeatable_bench::registry::Opener;
use unbeatable_report::report::{ComplaintReport, RulesReport, SCHEMA};
use unbeatable_report::{Argument, AskError};
use unbeatable_rules::file::GameFile;
use unbeatable_rules::grounding::limits::GroundingLimits;

use crate::{bench, clock, described, refusal, title, told};

/// How much reading a text may cost.
#[derive(Clone, Copy)]
pub struct ReadLimits<'l> {
    /// What may be kept in memory meanwhile.
    pub bytes: u64,
    /// Whether time is over, or nobody waits any more; asked now and then.
    pub is_over: &'l dyn Fn() -> bool,
}

/// A game whose rules were read. It is put on benches without being read again.
pub struct ReadGame {
    file: GameFile,
    title: String,
    bytes: usize,
}

/// What a condition takes while rules are written out without variables.
const CONDITION_BYTES: u64 = 20;

impl ReadLimits<'_> {
    fn grounding(&self) -> GroundingLimits<'_> {
        let usual = GroundingLimits::USUAL;
        let conditions = usize::try_from(self.bytes / CONDITION_BYTES).unwrap_or(usize::MAX);
        let conditions = conditions.min(usual.conditions);
        GroundingLimits {
            terms: usual.terms.min(conditions / 6),
            conditions,
            is_over: self.is_over,
        }
    }
}

impl ReadGame {
    /// Reads rules that a game with this spec has, and says what they are or what is wrong with them. Complaints name
    /// the file `name`.
    #[must_use]
    pub fn read(
        spec: &str,
        name: &str,
        text: &str,
        limits: &ReadLimits,
    ) -> (Option<ReadGame>, RulesReport) {
        let mut report = RulesReport {
            schema: SCHEMA,
            file: name.into(),
            game: None,
            wrong: vec![],
            odd: vec![],
        };
        let all = |complaints: &[_]| -> Vec<ComplaintReport> {
            complaints.iter().map(|of| told(of, name, text)).collect()
        };
        match GameFile::read(spec, text, &limits.grounding()) {
            Ok((file, summary)) => {
                report.odd = all(&summary.odd);
                let bytes = summary.bytes;
                report.game = Some(described(summary));
                let title = title(spec);
                (Some(ReadGame { file, title, bytes }), report)
            }
            Err(complaints) => {
                report.wrong = all(&complaints);
                (None, report)
            }
        }
    }

    /// The game, ready to be asked.
    #[must_use]
    pub fn bench(&self) -> Bench {
        bench(&self.file, self.title.clone())
    }

    /// What it takes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Games of texts that certificates bring along, for servers: no file is read, and a text takes a small share.
pub const BROUGHT: Opener = Opener {
    open: |path| {
        let why = format!("{path}: files are not read here");
        Err(Argument::Game.wrong(why))
    },
    read: brought,
};

/// The largest share of a text that is brought: some 50 MB.
pub const SHARE_BYTES: u64 = 50_000_000;

/// The longest time that it may take to write its rules out.
pub const SHARE_TIME: Duration = Duration::from_secs(5);

fn brought(path: &str, text: &str) -> Result<Bench, AskError> {
    let is_over = clock(SHARE_TIME);
    let limits = ReadLimits {
        bytes: SHARE_BYTES,
        is_over: &is_over,
    };
    match GameFile::read(path, text, &limits.grounding()) {
        Ok((file, _)) => Ok(bench(&file, title(path))),
        Err(complaints) => Err(refusal(&complaints, path, text)),
    }
}
