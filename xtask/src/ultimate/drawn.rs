//! The files of positions that were drawn by lot.

use std::fs;

use super::csv::CsvRows;
use crate::files::told;
use crate::shell::root;

const HEADER: &str = "id,players,ply,position,wins,nodes";

/// A file of positions, and how hard they are.
pub(super) struct DrawnFile {
    pub(super) path: &'static str,
    /// Between which numbers of nodes the targets of its games are drawn.
    pub(super) targets: [u64; 2],
    /// A position that takes more nodes is in no file.
    pub(super) nodes_max: u64,
    /// How many positions come from the games of each pairing.
    pub(super) positions: usize,
    /// Which games are played for it: no game is for both files.
    pub(super) is_for_odd_games: bool,
}

/// What constants are chosen on.
pub(super) const CHOOSE: DrawnFile = DrawnFile {
    path: "testdata/uttt-choose.csv",
    targets: [50_000, 1_000_000],
    nodes_max: 4_000_000,
    positions: 15,
    is_for_odd_games: false,
};

/// What is only asked for a report.
pub(super) const REPORT: DrawnFile = DrawnFile {
    path: "testdata/uttt-report.csv",
    targets: [1_000_000, 8_000_000],
    nodes_max: 60_000_000,
    positions: 8,
    is_for_odd_games: true,
};

/// A position of such a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawnPosition {
    /// The name of the pairing and the number of the game.
    pub(super) id: String,
    /// The name of the pairing.
    pub(super) players: String,
    pub(super) ply: usize,
    pub(super) position: String,
    /// Whether the side to move wins.
    pub(super) wins: bool,
    /// What the program took that drew it.
    pub(super) nodes: u64,
}

impl DrawnPosition {
    pub(super) fn line(&self) -> String {
        let wins = if self.wins { "yes" } else { "no" };
        format!(
            "{},{},{},{},{wins},{}",
            self.id, self.players, self.ply, self.position, self.nodes
        )
    }
}

/// The text of a file.
pub(super) fn text(positions: &[DrawnPosition]) -> String {
    let lines = positions.iter().map(|position| position.line() + "\n");
    lines.fold(format!("{HEADER}\n"), |text, line| text + &line)
}

/// Replaces a file as a whole.
pub(super) fn write(file: &DrawnFile, positions: &[DrawnPosition]) -> Result<(), String> {
    let path = root().join(file.path);
    let new = path.with_extension("csv.new");
    fs::write(&new, text(positions)).map_err(told(&new))?;
    fs::rename(&new, &path).map_err(told(&path))
}

pub(super) fn read(file: &DrawnFile) -> Result<Vec<DrawnPosition>, String> {
    let path = root().join(file.path);
    let text = fs::read_to_string(&path).map_err(told(&path))?;
    parse(&text).map_err(|why| format!("{}: {why}", file.path))
}

fn parse(text: &str) -> Result<Vec<DrawnPosition>, String> {
    let file = CsvRows::parse(text)?;
    let [id, players, ply] = [
        file.column("id")?,
        file.column("players")?,
        file.column("ply")?,
    ];
    let [position, wins] = [file.column("position")?, file.column("wins")?];
    let nodes = file.column("nodes")?;
    let row = |cells: &Vec<&str>| {
        let number = |column: usize| {
            let number = cells[column].parse::<u64>();
            number.map_err(|e| format!("{}: {}: {e}", cells[id], cells[column]))
        };
        let row = DrawnPosition {
            id: cells[id].into(),
            players: cells[players].into(),
            ply: number(ply)? as usize,
            position: cells[position].into(),
            wins: match cells[wins] {
                "yes" => true,
                "no" => false,
                other => return Err(format!("{}: expected yes or no, not {other}", cells[id])),
            },
            nodes: number(nodes)?,
        };
        match plies(&row.position) == Some(row.ply) {
            true => Ok(row),
            false => Err(format!("{}: not a position at ply {}", row.id, row.ply)),
        }
    };
    file.rows.iter().map(row).collect()
}

/// How many moves lead to a position; `None` if it is none, or if it is the other side's turn then.
fn plies(position: &str) -> Option<usize> {
    let (turn, rest) = position.split_once(';')?;
    let (large, small) = rest.split_once(';')?;
    let boards: Vec<&str> = small.split('/').collect();
    let has_nine = |board: &&str| board.len() == 9 && board.chars().all(|c| "XO.".contains(c));
    let is_whole = large.len() == 9 && boards.len() == 9 && boards.iter().all(has_nine);
    let count = |mark: char| small.matches(mark).count();
    let (of_x, of_o) = (count('X'), count('O'));
    let expected = if of_x == of_o { "X" } else { "O" };
    let is_in_turn = of_x == of_o || of_x == of_o + 1;
    (is_whole && is_in_turn && turn == expected).then_some(of_x + of_o)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ultimate::games::PAIRINGS;
    use crate::ultimate::suite;

    #[track_caller]
    fn check(file: &DrawnFile) {
        let positions = read(file).unwrap();
        for pairing in &PAIRINGS {
            let theirs = positions.iter().filter(|row| row.players == pairing.name);
            assert_eq!(theirs.count(), file.positions, "{}", pairing.name);
        }
        assert_eq!(positions.len(), PAIRINGS.len() * file.positions);
        for (i, row) in positions.iter().enumerate() {
            let (players, game) = row.id.split_once(':').unwrap();
            let game: usize = game.parse().unwrap();
            let is_odd = game % 2 == 1;
            assert_eq!((players, is_odd), (&row.players[..], file.is_for_odd_games));
            assert!((file.targets[0]..=file.nodes_max).contains(&row.nodes));
            let is_again = |other: &DrawnPosition| other.position == row.position;
            assert!(!positions[..i].iter().any(is_again), "{}", row.id);
        }
    }

    #[test]
    fn the_files_are_as_they_were_drawn() {
        check(&CHOOSE);
        check(&REPORT);
    }

    #[test]
    fn what_is_written_is_read() {
        let row = suite::rows().unwrap().swap_remove(0);
        let drawn = DrawnPosition {
            id: "random:7".into(),
            players: "random".into(),
            ply: plies(&row.position).unwrap(),
            position: row.position,
            wins: true,
            nodes: 123_456,
        };
        let other = DrawnPosition {
            wins: false,
            ..drawn.clone()
        };
        let positions = [drawn, other];
        let text = text(&positions);
        assert_eq!(parse(&text).unwrap(), positions);
        assert!(parse(&text.replace("yes", "maybe")).is_err());
        assert!(parse(&text.replace(".", "X")).is_err());
        assert!(parse(&text.replace(",X;", ",O;")).is_err());
    }

    #[test]
    fn the_plies_of_a_position_are_counted() {
        let start = format!("X;.........;{}", ["........."; 9].join("/"));
        assert_eq!(plies(&start), Some(0));
        assert_eq!(plies(&start.replace("X;", "O;")), None);
        assert_eq!(plies(&start[1..]), None);
        assert_eq!(plies(&start[..start.len() - 1]), None);
    }
}
