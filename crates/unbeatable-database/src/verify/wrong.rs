//! Why a database was not verified.

use std::fmt;
use std::io;

/// Why a database was not verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// What is wrong, and where; on one line.
    Found(String),
    /// The watch asked to stop.
    Stopped,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Found(what) => f.write_str(what),
            Wrong::Stopped => f.write_str("stopped before all was verified"),
        }
    }
}

impl std::error::Error for Wrong {}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Wrong::Found(error.to_string())
    }
}

/// The error that something is not as it should be.
pub(super) fn expect(is_so: bool, what: impl FnOnce() -> String) -> Result<(), Wrong> {
    if is_so {
        return Ok(());
    }
    Err(Wrong::Found(what()))
}
