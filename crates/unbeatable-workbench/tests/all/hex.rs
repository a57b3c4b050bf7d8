//! What `analyze` says of moves in Hex, beside exhaustive search.

use std::collections::HashMap;

use unbeatable_core::random::Random;
use unbeatable_workbench::question::{Analyze, Setup};
use unbeatable_workbench::{Ask, game};

/// A board of cells in rows, each half a cell to the right of the one above: 0 empty, 1 Black, 2 White.
struct Tried {
    side: usize,
    known: HashMap<Vec<u8>, bool>,
}

impl Tried {
    /// Whether a player's stones join the player's sides, by walking from cell to cell.
    fn joins(&self, cells: &[u8], who: u8) -> bool {
        let side = self.side as i32;
        let mut waiting: Vec<(i32, i32)> = (0..side)
            .map(|i| if who == 1 { (0, i) } else { (i, 0) })
            .collect();
        let mut met = vec![false; cells.len()];
        while let Some((row, column)) = waiting.pop() {
            let is_there = (0..side).contains(&row) && (0..side).contains(&column);
            let at = (row * side + column) as usize;
            if !is_there || met[at] || cells[at] != who {
                continue;
            }
            met[at] = true;
            if (if who == 1 { row } else { column }) == side - 1 {
                return true;
            }
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                waiting.push((row + down, column + right));
            }
        }
        false
    }

    /// Whether the player to move wins, who has as many stones as the other, or one less.
    fn wins(&mut self, cells: &mut Vec<u8>) -> bool {
        if let Some(&known) = self.known.get(cells) {
            return known;
        }
        let stones = cells.iter().filter(|&&cell| cell != 0).count();
        let mover = 1 + (stones % 2) as u8;
        let empty = (0..cells.len()).filter(|&at| cells[at] == 0);
        let empty: Vec<usize> = empty.collect();
        let wins = empty.into_iter().any(|at| {
            cells[at] = mover;
            let wins = self.joins(cells, mover) || !self.wins(cells);
            cells[at] = 0;
            wins
        });
        self.known.insert(cells.clone(), wins);
        wins
    }
}

/// All winning moves are named, and no other, in so many positions with that many stones or a few more.
fn check(side: usize, stones: u64, count: usize) {
    let game = game(&format!("hex:{side}x{side}")).expect("a game");
    let mut random = Random::new(500 + side as u64);
    let mut checked = 0;
    while checked < count {
        let mut tried = Tried {
            side,
            known: HashMap::new(),
        };
        let mut cells = vec![0; side * side];
        for i in 0..stones + random.below(4) {
            loop {
                let at = random.below(cells.len() as u64) as usize;
                if cells[at] == 0 {
                    cells[at] = 1 + (i % 2) as u8;
                    break;
                }
            }
        }
        if tried.joins(&cells, 1) || tried.joins(&cells, 2) {
            continue;
        }
        let letters: Vec<u8> = cells
            .iter()
            .map(|&cell| b".XO"[usize::from(cell)])
            .collect();
        let rows: Vec<&str> = letters
            .chunks(side)
            .map(|row| str::from_utf8(row).expect("letters"))
            .collect();
        let text = rows.join("/");
        let question = Analyze {
            setup: Setup {
                position: Some(text.clone()),
                moves: vec![],
            },
            ..Analyze::default()
        };
        let report = game.analyze(&question, &()).expect("a position");
        let stones = cells.iter().filter(|&&cell| cell != 0).count();
        let mover = 1 + (stones % 2) as u8;
        for m in &report.moves {
            let column = usize::from(m.text.as_bytes()[0] - b'a');
            let row: usize = m.text[1..].parse().expect("a row");
            let at = (row - 1) * side + column;
            cells[at] = mover;
            let wins = tried.joins(&cells, mover) || !tried.wins(&mut cells);
            cells[at] = 0;
            let expected = if wins { 1 } else { -1 };
            assert_eq!(m.sign, Some(expected), "{text} {}", m.text);
        }
        checked += 1;
    }
}

#[test]
fn all_winning_moves_are_named() {
    check(4, 7, 250);
    check(5, 15, 250);
}
