//! When a player can no longer force a line, by Erdős and Selfridge's potential (1973, 'On a
//! combinatorial game', theorem 1).
//!
//! Give every line that the opponent has not touched the weight 2^-(stones missing). If these
//! weights add up to less than 1 and the opponent moves next, the opponent can keep every such line
//! from being completed: always occupy the square whose lines weigh most. If the player moves next,
//! the sum must be below 1/2, because that move can at most double it.
//!
//! The theorem speaks of a game in which one player only builds and the other only breaks. It holds
//! here because a breaker's extra stones never hurt him, and because a line that he completes on the
//! way ends the game in his favour. It says nothing in misère play, where lines are shunned.

use unbeatable_core::{Analysis, Bounds, Game, Notation, Wdl};

use crate::mnk::{Board, Mnk};

/// Longer lines are not weighed.
const LENGTH_MAX: u8 = 48;

/// Knowledge of who can still be kept from completing a line.
#[derive(Clone, Copy, Debug)]
pub struct Potential;

impl Potential {
    /// The sums of the weights for the player to move and for the other, in units of 2^-length.
    fn sums(game: &Mnk, pos: &Board) -> (u64, u64) {
        let (mut mine, mut theirs) = (0u64, 0u64);
        for line in game.lines() {
            let (my_stones, their_stones) = (line & pos.mine, line & pos.theirs);
            if their_stones == 0 {
                mine += 1 << my_stones.count_ones();
            }
            if my_stones == 0 {
                theirs += 1 << their_stones.count_ones();
            }
        }
        (mine, theirs)
    }
}

impl Analysis<Mnk> for Potential {
    fn bounds(&self, game: &Mnk, pos: &Board) -> Bounds<Wdl> {
        // Weights of longer lines would not fit 64 bits; no board that is a game has them.
        if game.is_misere() || game.length() > LENGTH_MAX {
            return Bounds::UNKNOWN;
        }
        let whole = 1u64 << game.length();
        let (mine, theirs) = Potential::sums(game, pos);
        Bounds {
            lower: if theirs < whole { Wdl::Draw } else { Wdl::Loss },
            upper: if 2 * mine < whole {
                Wdl::Draw
            } else {
                Wdl::Win
            },
        }
    }

    fn why(&self, game: &Mnk, pos: &Board) -> Option<String> {
        let turn = game.turn(pos);
        let [mover, other] = [turn, turn.other()].map(|player| game.player_name(player));
        let Bounds { lower, upper } = self.bounds(game, pos);
        let told = match (lower, upper) {
            (Wdl::Draw, Wdl::Draw) => "neither player can force a line any more".into(),
            (Wdl::Draw, _) => format!("{other} can no longer force a line"),
            (_, Wdl::Draw) => format!("{mover} can no longer force a line"),
            _ => return None,
        };
        Some(format!("{told} (Erdős–Selfridge)"))
    }
}
