//! A game from a position on, as numbers.

use unbeatable_core::{Layered, Numbered, Settled};

/// The game, and where it begins.
///
/// A strong solution is made of three functions: what is behind a position ([`Numbered::expand`]), what may
/// have been before it ([`Numbered::classes_before`]), and what it is worth ([`settle`]).
#[derive(Clone, Copy)]
pub struct Kernel<'g> {
    game: &'g dyn Numbered,
    root: u64,
    first_layer: u32,
}

impl<'g> Kernel<'g> {
    /// For all positions that can be reached from `root`.
    ///
    /// Panics if games may be too long for [`Settled`].
    #[must_use]
    pub fn new<G: Layered>(game: &'g G, root: &G::Position) -> Self {
        Kernel::of(game, game.pack(root))
    }

    /// For all positions that can be reached from the one with that number. Panics as [`new`](Self::new) does.
    #[must_use]
    pub fn of(game: &'g dyn Numbered, root: u64) -> Self {
        assert!(
            game.last_layer() < Settled::DISTANCE_MAX,
            "games that are short enough for distances of a byte"
        );
        Kernel {
            game,
            root: game.class_of(root),
            first_layer: game.layer_of(root),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g dyn Numbered {
        self.game
    }

    /// The class of the root.
    #[must_use]
    pub fn root(&self) -> u64 {
        self.root
    }

    /// The layer of the root.
    #[must_use]
    pub fn first_layer(&self) -> u32 {
        self.first_layer
    }
}

/// So many positions are expanded at a time: what is behind them stays in the cache.
pub const TOGETHER: usize = 256;

/// What a position is worth of which `so_far` is known, once one of its moves is known to lead to a
/// position that is worth `behind`. It begins with [`Settled::UNKNOWN`], and does not depend on the
/// order of the moves.
#[inline]
#[must_use]
pub fn settle(so_far: Settled, behind: Settled) -> Settled {
    so_far.max(behind.before())
}
