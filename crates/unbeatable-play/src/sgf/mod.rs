//! Game records of Go and Hex in the Smart Game Format, version 4 (Hollosi 1999): read and written.
//!
//! What is read becomes a [`Setup`]: a first position and moves, which the rules of a spec accept.
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

mod hex;
mod reader;
mod record;
mod scan;
mod values;
mod writer;

use unbeatable_core::Notation;
use unbeatable_report::AskError;
use unbeatable_report::question::Setup;
use unbeatable_report::report::GameRecord;

use hex::HexRecords;
use reader::named_rules;
pub use reader::rules_in;
use record::rules;
pub use record::{BYTES_MAX, SgfRecord, Variation, go_rules, read_all, read_file};
pub use writer::{result, superko_text, write_moves};

/// Whether games of that spec are read and written here; says so if not.
pub fn check_game(spec: &str) -> Result<(), AskError> {
    match HexRecords::of(spec) {
        Some(_) => Ok(()),
        None => rules(spec).map(|_| ()),
    }
}

/// Reads the first game's main variation by the rules of `spec`: its first `moves_max` moves, or all;
/// of a game that was saved with an answer, those up to the position that was asked about.
pub fn read(spec: &str, text: &[u8], moves_max: Option<usize>) -> Result<SgfRecord, AskError> {
    match HexRecords::of(spec) {
        Some(hex) => hex.read(text, moves_max),
        None => reader::read(spec, text, moves_max),
    }
}

/// The game up to `setup`, a comment about the position there, and what may follow, the main
/// variation first. `application` is a program's name and its version.
///
/// [`read`] gives the game back: the same position with the same history, unless it is told to read on.
pub fn write(
    spec: &str,
    setup: &Setup,
    application: [&str; 2],
    comment: &str,
    variations: &[Variation],
) -> Result<String, AskError> {
    match HexRecords::of(spec) {
        Some(hex) => hex.write(setup, application, comment, variations),
        None => writer::write(spec, setup, application, comment, variations),
    }
}

/// A game that was played, with its players, its result, and how it was given away if it was.
/// `application` is a program's name and its version.
pub fn write_game(record: &GameRecord, application: [&str; 2]) -> Result<String, AskError> {
    match HexRecords::of(&record.game) {
        Some(hex) => hex.write_game(record, application),
        None => writer::write_game(record, application),
    }
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
    if let Some(spec) = hex::recorded(text)? {
        let notes = vec![];
        return Ok(RecordedGame { spec, notes });
    }
    // Who asks about Hex has no rules of Go in mind.
    let like = rules(like).or_else(|_| rules("go:1x1"))?;
    let (like, notes) = named_rules(text, &like)?;
    let spec = rules_in(text, &like)?.spec();
    Ok(RecordedGame { spec, notes })
}
