//! A guess at good moves in k-in-a-row games: squares on lines that are still open.
//!
//! A line without stones of the opponent counts more the more stones it holds already: four times
//! as much for each. The mover's own lines count double, because the mover is a stone ahead on them.
//! In misère play the mover's own lines are what to stay away from.

use unbeatable_core::Guide;

use crate::mnk::{Board, Mnk};

/// Prefers squares on lines that are still open.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines;

impl Guide<Mnk> for OpenLines {
    fn promise(&self, game: &Mnk, pos: &Board, m: u8) -> i32 {
        let mut mine = 0;
        let mut theirs = 0;
        for line in game.lines() {
            if line >> m & 1 == 1 {
                let (my_stones, their_stones) = (line & pos.mine, line & pos.theirs);
                if their_stones == 0 {
                    mine += weight(my_stones);
                }
                if my_stones == 0 {
                    theirs += weight(their_stones);
                }
            }
        }
        if game.is_misere() {
            theirs - 2 * mine
        } else {
            2 * mine + theirs
        }
    }
}

/// Four to the power of the number of stones, as far as a number goes.
fn weight(stones: u64) -> i32 {
    1 << (2 * stones.count_ones()).min(24)
}
