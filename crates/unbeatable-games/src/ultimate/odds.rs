//! Guesses for ultimate tic-tac-toe: who would win if chance filled the boards?
//!
//! Each open local board is filled at random, a mark of either player with equal chance in a random
//! empty square, until somebody has a line. That gives each player a chance to win each board; a won
//! board has chance 1 for its owner. The chances of three boards in a line multiplied, and these
//! products added up over the eight lines, say how well a player stands. What proof numbers begin with is
//! made of that ([`work`](super::work)).
//!
//! A player who cannot search to the end scores a position by the difference of the two sums, with the
//! best mark of the player to move counted as made: at 10,000 nodes a move that scores 60 % (200 games,
//! 53 to 67 %) against the ratio of the two without it. Tried, and no better, each in 240 games: a bonus
//! for a free choice, chances to the power of 0.75 or 1.5, and the number of boards that chance would
//! win.
//!
//! Tried for proof numbers, and no better: players who win and block in the local boards when they can,
//! and chances of local boards that were learned from solved positions.

use unbeatable_core::{Game, Guide, Numbers, Outcome, SCORE_MAX, Wdl};

use crate::ultimate::chances::{BoardChances, boards_to_win};
use crate::ultimate::work::Glance;
use crate::ultimate::{Move, Position, Ultimate};

/// The guide.
#[derive(Clone, Copy, Debug)]
pub struct Odds;

/// What a board more is worth in a game by majority, in lines: 0.1 scores 58 % against nothing (160
/// games of 10,000 nodes a move, 51 to 66 %), 0.05 50 %, 0.3 43 %.
const BOARD: f32 = 0.1;

impl Guide<Ultimate> for Odds {
    fn promise(&self, game: &Ultimate, pos: &Position, m: Move) -> i32 {
        let next = game.play(pos, m);
        let [own, other] = BoardChances::new(&next, pos.turn()).totals();
        let free = f32::from(u8::from(next.sent_to().is_none()));
        ((own - other - 0.1 * free) * 10_000.0) as i32
    }

    fn guess(&self, _: &Ultimate, pos: &Position) -> Option<Wdl> {
        let [other, own] = BoardChances::new(pos, pos.turn().other()).totals();
        Some(if own >= other { Wdl::Win } else { Wdl::Loss })
    }

    fn score(&self, game: &Ultimate, pos: &Position) -> Option<i32> {
        let standing = BoardChances::new(pos, pos.turn().other());
        let [other, own] = standing.after_reply(boards_to_win(pos));
        let mut lead = own - other;
        if game.counts_boards() {
            let count = |p: usize| standing.chances.iter().map(|c| c[p]).sum::<f32>();
            lead += BOARD * (count(1) - count(0));
        }
        // There are eight lines, but who is four of them ahead has as good as won.
        let share = (lead / 4.0).clamp(-1.0, 1.0);
        Some((share * SCORE_MAX as f32) as i32)
    }

    fn numbers(&self, _: &Ultimate, pos: &Position, at_least: Outcome<Wdl>) -> Numbers {
        Glance::new(pos, at_least).numbers(pos.turn())
    }
}
