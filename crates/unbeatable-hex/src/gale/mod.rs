//! Gale, which is sold as Bridg-it: Black joins top and bottom, White left and right; somebody always does.

use unbeatable_core::{Game, Outcome, Player, Wdl};

use crate::board::each;
use crate::gale::board::{CrossingSet, GaleBoard};

pub mod board;
mod entry;
mod notation;
pub mod trees;

/// The rule book: players build bridges in turn, each between two neighbouring dots of their own, on a crossing
/// that has none; who has joined both sides wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gale {
    board: GaleBoard,
}

/// Black's bridges and White's, as sets of crossings ([`CrossingSet`]). Black has as many as White and is to
/// move, or one more and White is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GaleBridges {
    black: CrossingSet,
    white: CrossingSet,
}

impl GaleBridges {
    /// Bridges of both players.
    #[must_use]
    pub fn new(black: CrossingSet, white: CrossingSet) -> Self {
        GaleBridges { black, white }
    }

    /// A player's bridges.
    #[must_use]
    #[inline]
    pub fn of(&self, player: Player) -> CrossingSet {
        match player {
            Player::First => self.black,
            Player::Second => self.white,
        }
    }

    /// Who moves next.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Player {
        match self.black.count_ones() > self.white.count_ones() {
            false => Player::First,
            true => Player::Second,
        }
    }
}

/// A bridge on a crossing, by its bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Crossing(pub u8);

impl Gale {
    /// Gale on a board.
    #[must_use]
    pub fn new(board: GaleBoard) -> Self {
        Gale { board }
    }

    /// The board.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &GaleBoard {
        &self.board
    }

    /// The crossings without a bridge.
    #[must_use]
    #[inline]
    pub fn empty(&self, pos: &GaleBridges) -> CrossingSet {
        self.board.full() & !(pos.black | pos.white)
    }

    fn images_of(&self, pos: &GaleBridges) -> [GaleBridges; 4] {
        let turned = |pos: &GaleBridges| GaleBridges {
            black: self.board.turned(pos.black),
            white: self.board.turned(pos.white),
        };
        let mirrored = GaleBridges {
            black: self.board.mirrored(pos.black),
            white: self.board.mirrored(pos.white),
        };
        [*pos, turned(pos), mirrored, turned(&mirrored)]
    }
}

impl Game for Gale {
    type Position = GaleBridges;
    type Move = Crossing;
    type Value = Wdl;

    const HAS_DRAWS: bool = false;

    fn start(&self) -> GaleBridges {
        GaleBridges { black: 0, white: 0 }
    }

    #[inline]
    fn turn(&self, pos: &GaleBridges) -> Player {
        pos.turn()
    }

    #[inline]
    fn outcome(&self, pos: &GaleBridges) -> Option<Outcome<Wdl>> {
        // Only the player who moved last can have joined the sides.
        let last = pos.turn().other();
        let connects = self.board.connects(last, pos.of(last));
        connects.then(|| Outcome::win(last))
    }

    #[inline]
    fn moves(&self, pos: &GaleBridges) -> impl Iterator<Item = Crossing> {
        each(self.empty(pos)).map(Crossing)
    }

    #[inline]
    fn play(&self, pos: &GaleBridges, Crossing(crossing): Crossing) -> GaleBridges {
        debug_assert!(
            self.empty(pos) >> crossing & 1 == 1,
            "a bridge on an empty crossing"
        );
        match pos.turn() {
            Player::First => GaleBridges {
                black: pos.black | 1 << crossing,
                ..*pos
            },
            Player::Second => GaleBridges {
                white: pos.white | 1 << crossing,
                ..*pos
            },
        }
    }

    /// Half a turn, left and right exchanged, top and bottom exchanged: each takes both lattices to themselves,
    /// and sides to sides. To exchange rows and columns is to exchange the players and the turn, and Black
    /// moves first: no position of a game has such an image but its own start.
    fn images(&self, pos: &GaleBridges) -> impl Iterator<Item = GaleBridges> {
        self.images_of(pos).into_iter()
    }

    /// The image with the smallest sets.
    fn canonical(&self, pos: &GaleBridges) -> GaleBridges {
        let images = self.images_of(pos).into_iter();
        let least = images.min_by_key(|image| (image.black, image.white));
        least.expect("a position is its own image")
    }
}
