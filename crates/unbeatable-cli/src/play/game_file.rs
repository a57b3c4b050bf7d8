//! Games in files: one JSON object, or SGF.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use unbeatable_workbench::Registry;
use unbeatable_workbench::players::HUMAN;
use unbeatable_workbench::question::Setup;
use unbeatable_workbench::report::GameRecord;
use unbeatable_workbench::sgf;

use crate::failure::Failure;
use crate::whole_file::WholeFile;

/// How a game begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    /// Position and moves that were given.
    pub(crate) setup: Setup,
    /// Moves of players, to be made again.
    pub(crate) moves: Vec<String>,
    /// Where persons sat, if that is known.
    pub(crate) persons: Option<[bool; 2]>,
}

/// A game that was read from a file.
pub(crate) struct Loaded {
    /// The spec of its rules.
    pub(crate) game: String,
    /// How it went so far.
    pub(crate) opening: Opening,
}

/// What is read of a record. The rest is for people and scripts: who won, the moves say.
#[derive(Deserialize)]
struct SavedGame {
    schema: u32,
    game: String,
    first: String,
    second: String,
    position: String,
    moves: Vec<String>,
    #[serde(default)]
    opening: usize,
}

/// Keeps a game: as SGF if the name ends so.
pub(crate) fn write(path: &Path, record: &GameRecord) -> Result<(), Failure> {
    if path.as_os_str().is_empty() {
        return Err("expected the name of a file".into());
    }
    let text = match is_sgf(path) {
        true => {
            sgf::check_game(&record.game)?;
            sgf::write_game(record, ["unbeatable", env!("UNBEATABLE_VERSION")])?
        }
        false => {
            let text = serde_json::to_string(record).expect("a record has text keys");
            format!("{text}\n")
        }
    };
    WholeFile::ready(path.to_path_buf())?.replace(text.as_bytes())
}

/// Reads the first game of a file, which must have these rules if any are given.
pub(crate) fn read(games: &Registry, path: &Path, spec: Option<&str>) -> Result<Loaded, Failure> {
    if path.as_os_str().is_empty() {
        return Err("expected the name of a file".into());
    }
    let name = path.display();
    let wrong = |what: String| Failure::Input(format!("{name}: {what}"));
    let unreadable = |e: &dyn Display| Failure::Input(format!("cannot read {name}: {e}"));
    // To open a pipe would be to wait for somebody who writes.
    if !fs::metadata(path).map_err(|e| unreadable(&e))?.is_file() {
        return Err(unreadable(&"expected a file"));
    }
    let bytes = sgf::read_file(path).map_err(|e| unreadable(&e))?;
    let begin = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if !is_sgf(path) && begin.is_some_and(|byte| *byte != b'{') {
        return Err(wrong("expected a game as JSON, an object".into()));
    }
    if is_sgf(path) {
        let Some(spec) = spec else {
            let what = "an SGF file does not name all rules; expected the game before --load";
            return Err(wrong(what.into()));
        };
        let record = sgf::read(spec, &bytes, None).map_err(|e| wrong(e.to_string()))?;
        let opening = Opening {
            setup: record.setup,
            ..Opening::default()
        };
        return Ok(Loaded {
            game: spec.to_string(),
            opening,
        });
    }
    // One object, or the first of several: records of a match stand in lines.
    let mut records = serde_json::Deserializer::from_slice(&bytes).into_iter::<SavedGame>();
    let record = match records.next() {
        Some(Ok(record)) => record,
        Some(Err(e)) => return Err(wrong(format!("expected a game as JSON, found {e}"))),
        None => return Err(wrong("expected a game as JSON, found nothing".into())),
    };
    opening(games, record, spec).map_err(wrong)
}

/// The record as the beginning of a game.
fn opening(games: &Registry, record: SavedGame, spec: Option<&str>) -> Result<Loaded, String> {
    let schema = unbeatable_workbench::report::SCHEMA;
    if record.schema != schema {
        return Err(format!("expected schema {schema}, found {}", record.schema));
    }
    let theirs = games.game(&record.game).map_err(|e| e.to_string())?;
    if let Some(spec) = spec {
        let ours = games.game(spec).map_err(|e| e.to_string())?;
        if ours.spec() != theirs.spec() {
            let (ours, theirs) = (ours.spec(), theirs.spec());
            return Err(format!("expected a game of {ours}, found one of {theirs}"));
        }
    }
    let mut given = record.moves;
    if record.opening > given.len() {
        let (opening, moves) = (record.opening, given.len());
        return Err(format!("{opening} of {moves} moves cannot be the opening"));
    }
    let moves = given.split_off(record.opening);
    let persons = [record.first, record.second].map(|player| player == HUMAN);
    Ok(Loaded {
        game: record.game,
        opening: Opening {
            setup: Setup {
                position: Some(record.position),
                moves: given,
            },
            moves,
            persons: Some(persons),
        },
    })
}

fn is_sgf(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}
