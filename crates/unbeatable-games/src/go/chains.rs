//! Chains and their liberties: what a stone does to the board, and how much of it is whose.

use unbeatable_core::Game;
use unbeatable_core::bits::Bits;

use crate::go::{Go, Stones};

impl Go {
    /// The points beside `points`, some of themselves perhaps included.
    #[inline]
    pub(crate) fn beside(&self, points: u32) -> u32 {
        let right = points << 1 & self.not_leftmost;
        let left = (points & self.not_leftmost) >> 1;
        let vertical = points << self.columns | points >> self.columns;
        (right | left | vertical) & self.board
    }

    /// Everything that is connected with `seed` through `stones`.
    #[inline]
    pub(crate) fn connected(&self, seed: u32, stones: u32) -> u32 {
        let mut chain = seed;
        loop {
            let grown = chain | self.beside(chain) & stones;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    /// A stone is put on an empty `point`: the mover's stones and the opponent's after it. `None` for
    /// a suicide, if that is forbidden.
    #[inline]
    pub(super) fn place(&self, mine: u32, theirs: u32, point: u8) -> Option<(u32, u32)> {
        let stone = 1 << point;
        let mut mine = mine | stone;
        let empty = self.board & !(mine | theirs);
        let beside = self.beside(stone);
        let mut left = theirs;
        let mut attacked = beside & theirs;
        while attacked != 0 {
            let chain = self.connected(attacked & attacked.wrapping_neg(), theirs);
            if self.beside(chain) & empty == 0 {
                left &= !chain;
            }
            attacked &= !chain;
        }
        // What was captured is a liberty.
        if left == theirs && beside & empty == 0 {
            let chain = self.connected(stone, mine);
            if self.beside(chain) & empty == 0 {
                if !self.suicide {
                    return None;
                }
                mine &= !chain;
            }
        }
        Some((mine, left))
    }

    /// The points on which the player to move may put a stone, as far as history allows it.
    pub(super) fn legal_points(&self, pos: &Stones) -> u32 {
        let empty = self.board & !(self.black(pos) | self.white(pos));
        if self.suicide {
            return empty;
        }
        let mover = self.turn(pos);
        let (mine, theirs) = (self.colour(pos, mover), self.colour(pos, mover.other()));
        // A stone beside an empty point has a liberty.
        let easy = empty & self.beside(empty);
        Bits(u64::from(empty & !easy))
            .filter(|&point| self.place(mine, theirs, point).is_some())
            .fold(easy, |legal, point| legal | 1 << point)
    }

    /// Black's area and White's: stones, and empty regions that touch one colour only.
    #[inline]
    pub(super) fn areas(&self, pos: &Stones) -> [u32; 2] {
        let (black, white) = (self.black(pos), self.white(pos));
        let [black, white] = [
            self.connected(black, self.board & !white),
            self.connected(white, self.board & !black),
        ];
        [black & !white, white & !black]
    }

    /// The points of Black's area minus those of White's.
    #[must_use]
    pub fn area(&self, pos: &Stones) -> i16 {
        let [black, white] = self.areas(pos).map(u32::count_ones);
        black as i16 - white as i16
    }

    /// A chain without a liberty, if there is one: such a board never stands.
    #[must_use]
    pub(crate) fn dead_chain(&self, black: u32, white: u32) -> Option<u32> {
        let empty = self.board & !(black | white);
        [black, white].into_iter().find_map(|stones| {
            let alive = self.connected(self.beside(empty) & stones, stones);
            let dead = stones & !alive;
            (dead != 0).then(|| self.connected(dead & dead.wrapping_neg(), dead))
        })
    }
}
