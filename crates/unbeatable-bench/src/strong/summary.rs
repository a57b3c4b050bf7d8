//! What is said of a database and of what is to come, in words and reports.

use std::path::Path;
use std::time::Duration;

use unbeatable_core::{Notation, Player};
use unbeatable_database::Header;
use unbeatable_report::report::{DatabaseReport, ForecastReport, LayerReport, OutcomeReport};
use unbeatable_report::units::{write_room, write_roughly, write_rounded};

use crate::erased::ErasedGame;

/// A forecast takes no longer than this: when nothing else is asked for, before a run, and before one that
/// goes on.
pub(super) const FORECAST: Duration = Duration::from_secs(60);
pub(super) const LOOK: Duration = Duration::from_secs(3);
pub(super) const GLANCE: Duration = Duration::from_millis(100);

/// Whoever would wait longer is told before.
pub(super) const LONG_SECONDS: f64 = 10.0;

/// The version of the program, as databases name it.
pub(super) const PROGRAM: &str = concat!("unbeatable ", env!("CARGO_PKG_VERSION"));

/// What a database says of itself.
pub(super) fn database_report(game: &ErasedGame, header: &Header, folder: &Path) -> DatabaseReport {
    let winner = match header.outcome.as_str() {
        "first" => Some(Player::First),
        "second" => Some(Player::Second),
        _ => None,
    };
    let bytes = |is_counted: fn(&str) -> bool| {
        // In a database in parts, a file's name begins with its part's folder.
        let is_counted = |name: &str| name.rsplit('/').next().is_some_and(is_counted);
        let files = header.files.iter().filter(|file| is_counted(&file.name));
        files.map(|file| file.bytes).sum::<u64>()
    };
    let table_bytes = bytes(|name| name == "table");
    let total = &header.total;
    let bits = |of: u64| 8.0 * table_bytes as f64 / of as f64;
    let layers = header.layers.iter().map(|found| LayerReport {
        layer: found.layer,
        positions: found.counts.positions,
        classes: found.counts.classes,
        finished: found.counts.finished,
        first_wins: found.counts.first_wins,
        draws: found.counts.draws,
        second_wins: found.counts.second_wins,
    });
    DatabaseReport {
        folder: folder.display().to_string(),
        outcome: OutcomeReport {
            winner: winner.map(|player| game.player_name(player).into()),
            margin: None,
        },
        distance: header.plies,
        positions: total.positions,
        classes: total.classes,
        layers: layers.collect(),
        distances: header.distances,
        table_bytes,
        bits_per_position: bits(total.positions),
        bits_per_class: bits(total.classes),
        archive_bytes: header
            .archive
            .then(|| bytes(|name| name.starts_with("layer-"))),
        digest: header.digest.clone(),
    }
}

/// So many bytes and a little more, as `--memory` takes them.
pub(super) fn mebibytes(bytes: usize) -> String {
    format!("{}MiB", (bytes >> 20) + 64)
}

/// A forecast in a line.
pub(super) fn told(expected: &ForecastReport) -> String {
    format!(
        "about {} positions, give or take {:.0} %; {} on disk; about {} ({} to {})",
        write_rounded(expected.positions),
        100.0 * expected.error,
        write_room(expected.disk_bytes),
        write_roughly(expected.seconds),
        write_roughly(expected.seconds_low),
        write_roughly(expected.seconds_high)
    )
}
