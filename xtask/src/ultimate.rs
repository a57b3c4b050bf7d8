//! Ultimate tic-tac-toe, by the program as a user runs it: raced against a public solver's figures, and
//! measured on positions that were drawn by lot.
//!
//! One question is asked everywhere: does the side to move win?

mod csv;
mod draw;
mod drawn;
mod fit;
mod games;
mod lots;
mod measure;
mod measure_table;
mod question;
mod race;
mod side_by_side;
mod spread;
mod suite;
mod walk;

use draw::DrawOptions;
use measure::MeasureOptions;
pub(crate) use question::TimedAnswer;
pub(crate) use suite::{position, rows};

/// What `cargo xtask uttt` does.
pub(crate) enum UltimateCommand<'a> {
    /// Races on the hard positions of the suite, or on all of them.
    Race {
        all: bool,
    },
    Draw(DrawOptions<'a>),
    Fit,
    Measure(MeasureOptions<'a>),
}

impl<'a> UltimateCommand<'a> {
    pub(crate) fn parse(arguments: &[&'a str]) -> Option<Self> {
        match *arguments {
            [] => Some(UltimateCommand::Race { all: false }),
            ["--all"] => Some(UltimateCommand::Race { all: true }),
            ["draw", ref options @ ..] => DrawOptions::parse(options).map(UltimateCommand::Draw),
            ["fit"] => Some(UltimateCommand::Fit),
            [set, ref options @ ..] => {
                MeasureOptions::parse(set, options).map(UltimateCommand::Measure)
            }
        }
    }

    pub(crate) fn run(&self) -> Result<(), String> {
        match self {
            UltimateCommand::Race { all } => race::race(*all),
            UltimateCommand::Draw(options) => draw::draw(options),
            UltimateCommand::Fit => fit::fit(),
            UltimateCommand::Measure(options) => measure::measure(options),
        }
    }
}
