//! Guesses in Connect Four: which columns to try first, and how good a position looks.
//!
//! Good moves are those after which the mover has more winning squares, reachable or not (Pons 2015, 'Solving
//! Connect 4', part 10), and of these the one nearest to the middle.
//!
//! A position looks good to a player who has winning squares, above all where play to the end leads to them,
//! and discs on lines that are still open. Whoever is not to move while an even number of squares is empty can
//! answer in each column: the opponent then gets every second row, counted from the second one from above, and
//! he the others (`follow_up.rs`). A winning square in one's own rows falls to its owner if nothing else
//! happens (Allis 1988, 'A knowledge-based approach of Connect-Four', section 3.3).

use unbeatable_core::{Guide, SCORE_MAX};

use crate::connect::{Connect, Discs};

/// Prefers columns that make winning squares, then those in the middle.
#[derive(Clone, Copy, Debug)]
pub struct ColumnOrder;

/// What a winning square in a player's own rows counts, and one in the others.
const OWN_ROWS: i32 = 300;
const OTHER_ROWS: i32 = 50;

/// What each disc counts on each line that is still open.
const DISC: i32 = 10;

impl Guide<Connect> for ColumnOrder {
    #[inline]
    fn promise(&self, game: &Connect, pos: &Discs, column: u8) -> i32 {
        let landing = game.landings(pos) & game.column(column);
        let squares = game.completions(pos.mine | landing) & !pos.discs;
        // Twice the distance to the middle, which may lie between two columns.
        let off = (2 * i32::from(column) + 1 - i32::from(game.columns())).abs();
        64 * squares.count_ones() as i32 - off
    }

    fn score(&self, game: &Connect, pos: &Discs) -> Option<i32> {
        let empty = game.full() & !pos.discs;
        let second_rows = game.every_second_row();
        let mine = match empty.count_ones().is_multiple_of(2) {
            true => second_rows,
            false => !second_rows,
        };
        let score =
            prospects(game, pos.mine, empty, mine) - prospects(game, pos.theirs(), empty, !mine);
        Some(score.clamp(-SCORE_MAX, SCORE_MAX))
    }
}

/// What a player can hope for with these discs who gets these rows.
fn prospects(game: &Connect, discs: u64, empty: u64, rows: u64) -> i32 {
    let squares = game.completions(discs) & empty;
    let own = (squares & rows).count_ones() as i32;
    let others = (squares & !rows).count_ones() as i32;
    let mut on_lines = 0;
    for stride in game.strides() {
        let places = (0..u32::from(game.length())).map(|i| i * u32::from(stride));
        // Lines by their lowest square.
        let open = (places.clone()).fold(u64::MAX, |open, by| {
            open & (discs | empty).checked_shr(by).unwrap_or(0)
        });
        on_lines += (places)
            .map(|by| (open & discs.checked_shr(by).unwrap_or(0)).count_ones())
            .sum::<u32>() as i32;
    }
    OWN_ROWS * own + OTHER_ROWS * others + DISC * on_lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Game;
    use unbeatable_core::random::Random;

    /// A board and its mirror image look alike.
    #[test]
    fn mirror_images_look_alike() {
        let mut random = Random::new(7);
        let mut differ = 0;
        for (columns, rows, length) in [(7, 6, 4), (5, 5, 4), (6, 4, 3), (8, 7, 5)] {
            let game = Connect::new(columns, rows, length).unwrap();
            for _ in 0..200 {
                let mut pos = game.start();
                while game.outcome(&pos).is_none() {
                    let score = ColumnOrder.score(&game, &pos).unwrap();
                    let mirrored = Discs {
                        mine: game.mirrored(pos.mine),
                        discs: game.mirrored(pos.discs),
                    };
                    assert_eq!(ColumnOrder.score(&game, &mirrored), Some(score));
                    differ += u32::from(score != 0);
                    let moves: Vec<u8> = game.moves(&pos).collect();
                    pos = game.play(&pos, random.pick(&moves));
                }
            }
        }
        assert!(differ > 5_000, "few scores say anything: {differ}");
    }

    /// Three discs in the third row, with the square beside them in a player's own rows, or in the others.
    #[test]
    fn rows_count() {
        let game = Connect::new(7, 6, 4).unwrap();
        let discs = 1 << 2 | 1 << 9 | 1 << 16;
        let empty = game.full() & !discs;
        let rows = game.every_second_row();
        let gain = prospects(&game, discs, empty, rows) - prospects(&game, discs, empty, !rows);
        assert_eq!(gain, OWN_ROWS - OTHER_ROWS);
    }
}
