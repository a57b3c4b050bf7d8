//! Game records of Go in the Smart Game Format, version 4 (Hollosi 1999): read and written.
//!
//! What is read becomes a [`Setup`](unbeatable_report::question::Setup): a first position and moves, which the rules of a spec accept.
//! What is written is the game up to a setup, and behind it what was found out about it.
//!
//! ```
//! use unbeatable_play::sgf;
//!
//! let record = sgf::read("go:3x2", b"(;SZ[3:2]AW[ab];B[aa];W[])", None)?;
//! assert_eq!(record.setup.position.as_deref(), Some(".../O..;B"));
//! assert_eq!(record.setup.moves, ["A2", "pass"]);
//! # Ok::<(), unbeatable_report::AskError>(())
//! ```

mod reader;
mod record;
mod scan;
mod values;
mod writer;

use unbeatable_core::Notation;
use unbeatable_report::AskError;

use reader::named_rules;
pub use reader::{read, rules_in};
use record::rules;
pub use record::{BYTES_MAX, SgfRecord, Variation, go_rules, read_all, read_file};
pub use writer::{result, superko_text, write, write_game, write_moves};

/// Whether games of that spec are read and written here; says so if not.
pub fn check_game(spec: &str) -> Result<(), AskError> {
    rules(spec).map(|_| ())
}

/// The game that a text records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// Its spec: board, komi and rules.
    pub spec: String,
    /// What of its rules is not taken, a sentence each.
    pub notes: Vec<String>,
}

/// The game that a text records: the board, the komi and the rules that it names; where it names none that
/// are known here, those of `like`.
pub fn recorded_game(text: &[u8], like: &str) -> Result<RecordedGame, AskError> {
    let like = rules(like)?;
    let (like, notes) = named_rules(text, &like)?;
    let spec = rules_in(text, &like)?.spec();
    Ok(RecordedGame { spec, notes })
}
