//! Databases in folders, of whatever game.

use std::path::Path;

use unbeatable_database::Database;
use unbeatable_report::question::Limits;
use unbeatable_report::report::DatabaseVerdict;
use unbeatable_report::{Argument, AskError, Follow};

use crate::bench::Bench;
use crate::database_analysis::open;
use crate::registry::Registry;

/// What a finished database has.
const FINISHED: &str = "database.json";

/// Checks the database in a folder, of one of these games.
pub fn verify_database(
    games: &Registry,
    folder: &Path,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<DatabaseVerdict, AskError> {
    let found = Database::open(folder);
    match found {
        // A database that is damaged is refused; a folder that is none cannot be checked at all.
        Err(error) if folder.join(FINISHED).exists() => Ok(DatabaseVerdict {
            folder: folder.display().to_string(),
            verdict: "refused".into(),
            reason: Some(error.to_string()),
            ..DatabaseVerdict::default()
        }),
        _ => {
            let bench = database_game(games, folder)?;
            let verdict = bench.layers()?.verify(folder, limits, follow)?;
            Ok(DatabaseVerdict {
                title: bench.title().into(),
                ..verdict
            })
        }
    }
}

/// The text of the position from which the database in a folder reaches all others.
pub fn database_root(folder: &Path) -> Result<String, AskError> {
    Ok(open(folder)?.header().about.position.clone())
}

/// Which of these games the database in a folder is of.
pub fn database_game(games: &Registry, folder: &Path) -> Result<Bench, AskError> {
    let spec = &open(folder)?.header().about.game.clone();
    let wrong = |e| Argument::Database.wrong(format!("database '{}': {e}", folder.display()));
    games.game(spec).map_err(wrong)
}
