//! Game records of Go in the Smart Game Format, version 4 (Hollosi 1999): read and written.
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

mod reading;
mod scan;
mod writing;

use std::fmt::Display;

use unbeatable_core::notation::quoted;
use unbeatable_core::{Notation, Spec};
use unbeatable_games::go::Go;

use unbeatable_report::AskError;
use unbeatable_report::question::Setup;

pub use reading::read;
pub use reading::rules_in;
pub use writing::{result, superko_text, write_moves};
pub use writing::{write, write_game};

/// A text longer than this is not read: games on small boards take a few kilobytes.
pub const BYTES_MAX: usize = 16 << 20;

/// The name of the node whose position was asked about: what stands behind it is an answer.
const ASKED: &str = "asked about";

/// What a text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The main variation, as far as it was asked for.
    pub setup: Setup,
    /// What in the text does not count, a sentence each.
    pub notes: Vec<String>,
}

/// Moves behind the position that was asked about, and what there is to say about the first of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Moves, one after the other.
    pub moves: Vec<String>,
    /// A comment; none if it is empty.
    pub comment: String,
}

/// Whether games of that spec are read and written here; says so if not.
pub fn check_game(spec: &str) -> Result<(), AskError> {
    rules(spec).map(|_| ())
}

/// The spec of the game that a text records: its board and its komi, and whatever else the rules `like`
/// say.
pub fn spec_of(text: &[u8], like: &str) -> Result<String, AskError> {
    Ok(rules_in(text, &rules(like)?)?.spec())
}

/// The rule book of a spec.
fn rules(spec: &str) -> Result<Go, AskError> {
    go_rules(spec, "expected go, the only game with SGF files here")
}

/// The rule book of a spec of Go; says `otherwise` of another game.
pub fn go_rules(spec: &str, otherwise: &str) -> Result<Go, AskError> {
    let wrong = |e: &dyn Display| AskError(format!("game {}: {e}", quoted(spec)));
    let parsed = Spec::parse(spec).map_err(|e| wrong(&e))?;
    match parsed.name.text {
        "go" => Go::from_spec(parsed).map_err(|e| wrong(&e)),
        _ => Err(wrong(&otherwise)),
    }
}

/// A point as SGF writes it: columns from the left, rows from the top.
fn letters(column: u8, row: u8) -> String {
    let letter = |n: u8| match n {
        0..26 => char::from(b'a' + n),
        _ => char::from(b'A' + (n - 26) % 26),
    };
    [letter(column), letter(row)].iter().collect()
}

fn size_property(go: &Go) -> String {
    match go.size() {
        [columns, rows] if columns == rows => format!("SZ[{columns}]"),
        [columns, rows] => format!("SZ[{columns}:{rows}]"),
    }
}
