//! The first player's opening of Bertholon et al. (2020): the centre, and again the centre.

use unbeatable_core::{Player, Restriction};

use super::is_raced;
use crate::ultimate::local_boards::FULL;
use crate::ultimate::{Move, Position, Ultimate};

/// X opens in the centre of the centre board, and takes the centre square of whatever board he is sent
/// to, as long as the centre board is not full: that sends O back to the centre board, which O fills by
/// herself while X gets the centres of all others. From then on X may play anything.
///
/// Only the squares that are occupied decide what is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Centre;

impl Centre {
    /// Its name.
    pub const NAME: &'static str = "centre";

    /// What it leaves out.
    pub const SUMMARY: &'static str = "uttt: until the centre board is full, X takes the centre square of the board he is sent to";
}

const CENTRE: u8 = 4;

impl Restriction<Ultimate> for Centre {
    fn name(&self) -> &'static str {
        Centre::NAME
    }

    /// Under the older rules, if X has marks in centre squares alone.
    fn suits(&self, game: &Ultimate, pos: &Position) -> bool {
        let elsewhere = |board: u8| pos.local(Player::First, board) & !(1 << CENTRE) != 0;
        is_raced(game) && !(0..9).any(elsewhere)
    }

    fn allows(&self, _: &Ultimate, pos: &Position, m: Move) -> bool {
        if pos.occupied(CENTRE) == FULL {
            return true;
        }
        // Free to choose, X chooses the centre board.
        let board = pos.sent_to().unwrap_or(CENTRE);
        match pos.occupied(board) >> CENTRE & 1 == 1 {
            true => true,
            false => m == Move::new(board, CENTRE),
        }
    }
}
