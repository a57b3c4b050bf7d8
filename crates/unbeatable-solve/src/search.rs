//! What all searches have in common that remember: a game, what is known of it, and a memory.

use unbeatable_core::{Analysis, Budget, Game, Guide, Restriction, Watch};

use crate::meter::Meter;

/// How a search goes about its work, and what it remembers.
pub trait Algorithm<G: Game>: Copy {
    /// What it remembers from one question to the next.
    type Memory;

    /// An empty memory. Panics in games for which the algorithm is wrong.
    fn memory(self, game: &G, budget: &Budget) -> Self::Memory;
}

/// A search with its memory, for one question or for several about the same game.
pub struct Search<'g, G: Game, A, D, S: Algorithm<G>> {
    pub(crate) game: &'g G,
    pub(crate) know: &'g A,
    pub(crate) guide: &'g D,
    pub(crate) options: S,
    pub(crate) budget: Budget,
    pub(crate) memory: S::Memory,
    /// Fewer choices for the first player, in df-pn: then only what it proves for the first player is proven.
    pub restriction: Option<&'g dyn Restriction<G>>,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>, S: Algorithm<G>> Search<'g, G, A, D, S> {
    /// A search that uses what `know` proves and tries first what `guide` likes.
    ///
    /// Panics in games for which the algorithm is wrong: it would return wrong values.
    #[must_use]
    pub fn new(game: &'g G, know: &'g A, guide: &'g D, options: S, budget: Budget) -> Self {
        Search {
            game,
            know,
            guide,
            options,
            budget,
            memory: options.memory(game, &budget),
            restriction: None,
        }
    }

    /// The meter of a question within the whole budget.
    pub(crate) fn meter<'w>(&self, watch: &'w dyn Watch<G::Value>) -> Meter<'w, G::Value> {
        Meter::new(&self.budget, watch).weighing(self.know.weight(self.game))
    }
}
