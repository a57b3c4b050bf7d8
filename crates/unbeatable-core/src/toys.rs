//! Games small enough to be solved by hand, for tests of solvers.

use crate::game::{Game, Repetition, Trace};
use crate::value::{Margin, Outcome, Player, Wdl};

/// A heap from which each player takes one or two; who takes the last one wins. Multiples of three
/// are lost for the player to move.
#[derive(Clone, Debug)]
pub struct ToyHeap(pub u8);

impl Game for ToyHeap {
    type Position = (u8, Player);
    type Move = u8;
    type Value = Wdl;

    fn start(&self) -> (u8, Player) {
        (self.0, Player::First)
    }

    fn turn(&self, pos: &(u8, Player)) -> Player {
        pos.1
    }

    fn outcome(&self, pos: &(u8, Player)) -> Option<Outcome<Wdl>> {
        (pos.0 == 0).then(|| Outcome::win(pos.1.other()))
    }

    fn moves(&self, pos: &(u8, Player)) -> impl Iterator<Item = u8> {
        1..=pos.0.min(2)
    }

    fn play(&self, pos: &(u8, Player), m: u8) -> (u8, Player) {
        (pos.0 - m, pos.1.other())
    }
}

/// A row of coins from which each player takes the left or the right one; points decide.
#[derive(Clone, Debug)]
pub struct Coins(pub &'static [i16]);

/// Which coins are left, and how many points the first player is ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CoinRow {
    left: usize,
    right: usize,
    ahead: i16,
}

impl Game for Coins {
    type Position = CoinRow;
    type Move = bool;
    type Value = Margin;

    fn start(&self) -> CoinRow {
        CoinRow {
            left: 0,
            right: self.0.len(),
            ahead: 0,
        }
    }

    fn turn(&self, pos: &CoinRow) -> Player {
        Player::BOTH[(self.0.len() - (pos.right - pos.left)) % 2]
    }

    fn outcome(&self, pos: &CoinRow) -> Option<Outcome<Margin>> {
        (pos.left == pos.right).then(|| Outcome::margin(Margin::points(pos.ahead)))
    }

    fn moves(&self, _: &CoinRow) -> impl Iterator<Item = bool> {
        [false, true].into_iter()
    }

    fn play(&self, pos: &CoinRow, takes_right: bool) -> CoinRow {
        let mut next = *pos;
        let coin = if takes_right {
            next.right -= 1;
            self.0[next.right]
        } else {
            next.left += 1;
            self.0[pos.left]
        };
        match self.turn(pos) {
            Player::First => next.ahead += coin,
            Player::Second => next.ahead -= coin,
        }
        next
    }
}

/// A token on a ring of places steps forward or back to a place where it has not been; who says
/// that this is not possible any more, loses. Saying so is always allowed.
#[derive(Clone, Debug)]
pub struct Ring(pub u8);

/// Where the token is, who moves, and whether the player to move has won.
pub type TokenPosition = (u8, Player, bool);

impl Game for Ring {
    type Position = TokenPosition;
    type Move = i8;
    type Value = Wdl;

    const HAS_HISTORY: bool = true;

    fn start(&self) -> TokenPosition {
        (0, Player::First, false)
    }

    fn turn(&self, pos: &TokenPosition) -> Player {
        pos.1
    }

    fn outcome(&self, pos: &TokenPosition) -> Option<Outcome<Wdl>> {
        pos.2.then(|| Outcome::win(pos.1))
    }

    fn moves(&self, _: &TokenPosition) -> impl Iterator<Item = i8> {
        [1, -1, 0].into_iter()
    }

    fn play(&self, pos: &TokenPosition, m: i8) -> TokenPosition {
        let place = (pos.0 as i8 + m).rem_euclid(self.0 as i8) as u8;
        (place, pos.1.other(), m == 0)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Forbidden { mark_bits: 8 }
    }

    fn trace(&self, pos: &TokenPosition) -> Trace {
        match pos.2 {
            true => Trace::Nothing,
            false => Trace::Once(pos.0.into()),
        }
    }
}
