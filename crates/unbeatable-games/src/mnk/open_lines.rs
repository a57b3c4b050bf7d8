//! A guess at good moves in k-in-a-row games: squares on lines that are still open.
//!
//! A line without stones of the opponent counts more the more stones it holds already: four times
//! as much for each. The mover's own lines count double, because the mover is a stone ahead on them.
//! In misère play the mover's own lines are what to stay away from.

use unbeatable_core::{Guide, SCORE_MAX};

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

    /// What the open lines of both count, and half as much again of the mover's, who is a stone ahead.
    fn score(&self, game: &Mnk, pos: &Board) -> Option<i32> {
        let mut sums = [0_i64; 2];
        for line in game.lines() {
            let stones = [line & pos.mine, line & pos.theirs];
            for (sum, [own, other]) in sums.iter_mut().zip([stones, [stones[1], stones[0]]]) {
                if other == 0 && own != 0 {
                    *sum += i64::from(weight(own));
                }
            }
        }
        let [mine, theirs] = sums;
        let score = match game.is_misere() {
            true => theirs - mine - mine / 2,
            false => mine + mine / 2 - theirs,
        };
        let most = i64::from(SCORE_MAX);
        Some(score.clamp(-most, most) as i32)
    }
}

/// Four to the power of the number of stones, as far as a number goes.
fn weight(stones: u64) -> i32 {
    1 << (2 * stones.count_ones()).min(24)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::{Game, Kind, Notation, Spec};

    fn score(spec: &str, position: &str) -> i32 {
        let spec = Spec::parse(spec).expect("a spec");
        let game = Mnk::parse(spec).expect("a game");
        let pos = game.parse_position(position).expect("a position");
        assert!(game.outcome(&pos).is_none());
        OpenLines.score(&game, &pos).expect("an opinion")
    }

    /// Two open stones count for whoever has them, and against in misère play; a line with stones of both
    /// counts for nobody.
    #[test]
    fn open_lines_count() {
        let ahead = ".../XX./O..";
        assert!(
            score("ttt", ahead) < 0,
            "X has two in a row, and O is to move"
        );
        assert!(score("ttt+misere", ahead) > 0);
        assert_eq!(score("ttt", ".../.../..."), 0);
        assert!(
            score("ttt", "X../.../..O") > 0,
            "whoever moves is a stone ahead"
        );
        // O's stone closes the row, or stands beside it.
        let (closed, open) = (
            score("mnk:4x4x4", "XXO./..../..../...."),
            score("mnk:4x4x4", "XX../..../..../...O"),
        );
        assert!(closed > open, "O is to move: {closed} {open}");
    }

    #[test]
    fn turned_boards_look_alike() {
        for (one, other) in [
            ("X.O/.../..X", "X../.../O.X"),
            ("XO./.X./..O", "O../.X./.OX"),
        ] {
            assert_eq!(score("ttt", one), score("ttt", other));
        }
    }
}
