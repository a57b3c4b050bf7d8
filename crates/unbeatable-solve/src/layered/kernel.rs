//! What is done to one position.

use unbeatable_core::{Layered, Settled};

/// The game, and the three functions of which a strong solution is made: what is behind a position, what
/// may have been before it, and what it is worth.
///
/// Positions are numbers, those of the canonical images.
#[derive(Clone, Copy, Debug)]
pub struct Kernel<'g, G: Layered> {
    game: &'g G,
    root: u64,
    first_layer: u32,
}

impl<'g, G: Layered> Kernel<'g, G> {
    /// For all positions that can be reached from `root`.
    ///
    /// Panics if games may be too long for [`Settled`].
    #[must_use]
    pub fn new(game: &'g G, root: &G::Position) -> Self {
        assert!(
            game.layer_max() < Settled::DISTANCE_MAX,
            "games that are short enough for distances of a byte"
        );
        Kernel {
            game,
            root: game.fold(game.pack(root)),
            first_layer: game.layer(root),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The number of the root.
    #[must_use]
    pub fn root(&self) -> u64 {
        self.root
    }

    /// The layer of the root.
    #[must_use]
    pub fn first_layer(&self) -> u32 {
        self.first_layer
    }

    /// Gives `each` the slot of every move and the number of the position behind it; or says what the
    /// position is worth if it is finished.
    ///
    /// One position may be behind several moves, if they are symmetric.
    #[inline]
    pub fn expand(&self, number: u64, mut each: impl FnMut(usize, u64)) -> Option<Settled> {
        let pos = self.game.unpack(number);
        if let Some(outcome) = self.game.outcome(&pos) {
            return Some(Settled::finished(outcome, self.game.turn(&pos)));
        }
        for m in self.game.moves(&pos) {
            let next = self.game.play(&pos, m);
            each(self.game.slot(m), self.game.fold(self.game.pack(&next)));
        }
        None
    }

    /// Writes down the numbers of all positions from which a move leads to this one, or to one of its
    /// images, sorted and each once; whether or not they can be reached from the root.
    pub fn predecessors(&self, number: u64, before: &mut Vec<u64>) {
        before.clear();
        let pos = self.game.unpack(number);
        self.game.predecessors(&pos, |found| {
            before.push(self.game.fold(self.game.pack(&found)));
        });
        before.sort_unstable();
        before.dedup();
    }

    /// What a position is worth of which `so_far` is known, once one of its moves is known to lead to a
    /// position that is worth `behind`. It begins with [`Settled::UNKNOWN`], and does not depend on the
    /// order of the moves.
    #[inline]
    #[must_use]
    pub fn settle(so_far: Settled, behind: Settled) -> Settled {
        so_far.max(behind.before())
    }

    /// How many positions a number stands for.
    #[must_use]
    pub fn images(&self, number: u64) -> u32 {
        let pos = self.game.unpack(number);
        let number = |image: &G::Position| self.game.pack(image);
        let is_new = |i: usize| {
            let image = self.game.images(&pos).nth(i).map(|image| number(&image));
            !self
                .game
                .images(&pos)
                .take(i)
                .any(|before| Some(number(&before)) == image)
        };
        (0..self.game.images(&pos).count())
            .filter(|&i| is_new(i))
            .count() as u32
    }
}
