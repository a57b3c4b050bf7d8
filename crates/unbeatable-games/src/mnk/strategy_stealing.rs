//! Who moves first on an empty board does not lose at k in a row.
//!
//! If the second player had a winning strategy, the first could put a stone anywhere and then follow
//! it as if moving second; where it asks for the square that is taken, any other will do. An extra
//! stone never hurts, so both would win (Nash 1949, for Hex; Hales and Jewett 1963, for games like
//! this one). It says nothing in misère play, where an extra stone does hurt, and nothing once there
//! are stones on the board.

use unbeatable_core::{Analysis, Bounds, Notation, Player, Wdl};

use crate::mnk::{Board, Mnk};

/// Knowledge of the empty board.
#[derive(Clone, Copy, Debug)]
pub struct StrategyStealing;

impl Analysis<Mnk> for StrategyStealing {
    #[inline]
    fn bounds(&self, game: &Mnk, pos: &Board) -> Bounds<Wdl> {
        match pos.stones() == 0 && !game.is_misere() {
            true => Bounds::at_least(Wdl::Draw),
            false => Bounds::UNKNOWN,
        }
    }

    fn why(&self, game: &Mnk, pos: &Board) -> Option<String> {
        let first = game.player_name(Player::First);
        (self.bounds(game, pos) != Bounds::UNKNOWN).then(|| {
            format!("{first} can at least draw: an extra stone never hurts (strategy stealing)")
        })
    }
}
