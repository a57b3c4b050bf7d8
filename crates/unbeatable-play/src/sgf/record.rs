//! What reading and writing share: what is kept of a text, and how rules and points are written.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use unbeatable_core::Spec;
use unbeatable_core::notation::quoted;
use unbeatable_games::go::Go;
use unbeatable_report::question::Setup;
use unbeatable_report::{Argument, AskError};

/// A text longer than this is not read: games on small boards take a few kilobytes.
pub const BYTES_MAX: usize = 16 << 20;

/// What stands in a file, as far as it may be read.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?)
}

/// All there is, or one byte more than is allowed.
pub fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The name of the node whose position was asked about: what stands behind it is an answer.
pub(super) const ASKED: &str = "asked about";

/// What a text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfRecord {
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

/// The rule book of a spec.
pub(super) fn rules(spec: &str) -> Result<Go, AskError> {
    go_rules(spec, "expected go or hex, the games with SGF files here")
}

/// The rule book of a spec of Go; says `otherwise` of another game.
pub fn go_rules(spec: &str, otherwise: &str) -> Result<Go, AskError> {
    let wrong = |e: &dyn Display| Argument::Game.wrong(format!("game {}: {e}", quoted(spec)));
    let parsed = Spec::parse(spec).map_err(|e| wrong(&e))?;
    match parsed.name.text {
        "go" => Go::from_spec(parsed).map_err(|e| wrong(&e)),
        _ => Err(wrong(&otherwise)),
    }
}

/// A point as SGF writes it: columns from the left, rows from the top.
pub(super) fn letters(column: u8, row: u8) -> String {
    let letter = |n: u8| match n {
        0..26 => char::from(b'a' + n),
        _ => char::from(b'A' + (n - 26) % 26),
    };
    [letter(column), letter(row)].iter().collect()
}

/// The property that names the board's size.
pub(super) fn size_property(go: &Go) -> String {
    match go.size() {
        [columns, rows] if columns == rows => format!("SZ[{columns}]"),
        [columns, rows] => format!("SZ[{columns}:{rows}]"),
    }
}
