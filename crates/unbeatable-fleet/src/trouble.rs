//! Why a run ended early.

use std::fmt;
use std::io;

use unbeatable_solve::layered::Halted;

/// Why a run ended early. What was finished is on the shelves.
#[derive(Debug)]
pub enum Trouble {
    /// As on one machine.
    Halted(Halted),
    /// Another worker of this process has ended, and says why.
    Mate,
    /// Somebody cannot be reached.
    Unreachable(String),
    /// Somebody is there who wants something else.
    Stranger(String),
    /// A connection is lost.
    Lost(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Halted(Halted::Asked) => f.write_str("stopped"),
            Trouble::Halted(Halted::Memory(bytes)) => write!(f, "{bytes} bytes of memory needed"),
            Trouble::Halted(Halted::Shelf(error)) => error.fmt(f),
            Trouble::Mate => f.write_str("another worker has ended"),
            Trouble::Unreachable(why) | Trouble::Stranger(why) | Trouble::Lost(why) => {
                f.write_str(why)
            }
        }
    }
}

impl std::error::Error for Trouble {}

impl From<Halted> for Trouble {
    fn from(halted: Halted) -> Self {
        Trouble::Halted(halted)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Halted(error.into())
    }
}

impl Trouble {
    /// Of several, the one that is told is the one that says most.
    pub(crate) fn weight(&self) -> u32 {
        match self {
            Trouble::Mate => 0,
            Trouble::Halted(Halted::Asked) => 1,
            Trouble::Lost(_) => 2,
            _ => 3,
        }
    }
}
