//! The suite of `testdata`: positions of the public solver nelhage/ultimattt.

use super::csv::CsvRows;

/// A position whose winner is known.
pub(crate) struct SuitePosition {
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) winner: String,
    /// `None` where the public solver took too long.
    pub(super) peer_nodes: Option<u64>,
}

impl SuitePosition {
    /// Whether the side to move wins.
    pub(super) fn wins(&self) -> bool {
        self.position.starts_with(&self.winner)
    }
}

/// A position of the suite.
pub(crate) fn position(id: &str) -> Result<String, String> {
    let row = all_rows()?.into_iter().find(|row| row.id == id);
    row.map(|row| row.position)
        .ok_or(format!("the suite has no position {id}"))
}

/// The rows of the suite whose winner is known.
pub(crate) fn rows() -> Result<Vec<SuitePosition>, String> {
    let mut rows = all_rows()?;
    rows.retain(|row| row.winner != "unknown");
    Ok(rows)
}

fn all_rows() -> Result<Vec<SuitePosition>, String> {
    parse(include_str!("../../../testdata/uttt-suite.csv"))
        .map_err(|why| format!("the suite: {why}"))
}

fn parse(text: &str) -> Result<Vec<SuitePosition>, String> {
    let file = CsvRows::parse(text)?;
    let [id, position] = [file.column("id")?, file.column("position")?];
    let [winner, peer_nodes] = [file.column("winner")?, file.column("peer_sound_nodes")?];
    let nodes = |cells: &[&str]| match cells[peer_nodes] {
        "" => Ok(None),
        nodes => nodes
            .parse()
            .map(Some)
            .map_err(|e| format!("{}: peer nodes: {e}", cells[id])),
    };
    let row = |cells: &Vec<&str>| {
        Ok(SuitePosition {
            id: cells[id].into(),
            position: cells[position].into(),
            winner: cells[winner].into(),
            peer_nodes: nodes(cells)?,
        })
    };
    file.rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_that_of_the_side_to_move() {
        let rows = rows().unwrap();
        let wins = |id: &str| {
            rows.iter()
                .find(|row| row.id == id)
                .map(SuitePosition::wins)
        };
        // In the first O wins and is to move, in the second O wins and X is to move.
        assert_eq!(wins("random1:41"), Some(true));
        assert_eq!(wins("random1:44"), Some(false));
        assert_eq!(wins("random3:29"), None);
        assert!(rows.len() > 100);
    }
}
