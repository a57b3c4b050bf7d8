//! Which first moves win Hex.

use serde_json::{Value as Json, json};
use unbeatable_report::Follow;
use unbeatable_report::question::Analyze;

use super::answers::{formed, last};
use super::claim::Measurement;
use crate::ask::Ask;

/// The openings of a board, row by row from the top: B where Black wins with a first stone there, w where White
/// does. `None` if the search was stopped.
fn map(size: &str, follow: &dyn Follow) -> Option<(Json, u64)> {
    let game = crate::game(&format!("hex:{size}")).expect("claims name games that exist");
    let report = game.analyze(&Analyze::default(), follow);
    let report = report.expect("the start can be asked about");
    let mut cells = vec![];
    for m in &report.moves {
        let winner = m.outcome.as_ref()?.winner.as_deref();
        // The letter of a column, the number of a row.
        let (column, row) = m.text.split_at(1);
        let row: usize = row.parse().expect("a cell has a row");
        let sign = if winner == Some("Black") { "B" } else { "w" };
        cells.push((row, column, sign));
    }
    cells.sort_unstable();
    let rows: Vec<String> = cells
        .chunk_by(|a, b| a.0 == b.0)
        .map(|row| row.iter().map(|cell| cell.2).collect())
        .collect();
    Some((json!(rows.join("/")), report.effort.nodes))
}

/// Which openings of each board win.
pub(super) fn maps(sizes: &[&str], published: &Json, follow: &dyn Follow) -> Measurement {
    let note = format!("unbeatable analyze hex:{}", last(sizes));
    let (mut values, mut rows) = (vec![], vec![]);
    for size in sizes {
        let Some((map, nodes)) = map(size, follow) else {
            return Measurement::stopped(note);
        };
        rows.push(vec![json!(size), map.clone(), json!(nodes)]);
        values.push(map);
    }
    let measured = Measurement::exactly(formed(published, sizes, values), published, note);
    let columns = ["board", "openings", "nodes"];
    measured.with_table("Who wins behind each first stone", &columns, rows)
}
