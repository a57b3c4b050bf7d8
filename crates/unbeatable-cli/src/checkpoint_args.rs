//! Long searches: `--checkpoint`, `--every` and `--resume`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use unbeatable_workbench::AskError;
use unbeatable_workbench::question::{Checkpoint, Solve};

use crate::units;

/// Where a search is kept, and where it goes on.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long runs (df-pn, in games without repetition)")]
pub(crate) struct CheckpointArgs {
    /// Keep what the search remembers in this file: from time to time, and when a budget runs out or
    /// Ctrl-C or SIGTERM stops it. The file is only ever replaced as a whole.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    checkpoint: Option<PathBuf>,

    /// How often to write the checkpoint: 30s, 5m, 1h.
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = units::parse_time)]
    #[arg(requires = "checkpoint")]
    every: Duration,

    /// Go on from a checkpoint. Game, position, question and method may be left out, or must be the
    /// same; budgets are for this run, the effort reported is that of all runs.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    resume: Option<PathBuf>,
}

impl CheckpointArgs {
    /// The game that was named, or else the one of the checkpoint to go on from, if there is one.
    pub(crate) fn game(&self, named: Option<String>) -> Result<Option<String>, AskError> {
        match (named, &self.resume) {
            (None, Some(file)) => unbeatable_workbench::checkpoint_game(file).map(Some),
            (named, _) => Ok(named),
        }
    }

    /// The question, with these wishes.
    pub(crate) fn keep(self, question: Solve) -> Solve {
        let every = self.every;
        Solve {
            checkpoint: self.checkpoint.map(|file| Checkpoint { file, every }),
            resume: self.resume,
            ..question
        }
    }
}
