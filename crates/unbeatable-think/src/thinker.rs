//! A good move in limited time: iterative deepening alpha-beta with scores at the leaves.
//!
//! Principal variation search (Marsland and Campbell 1982; Reinefeld 1983) to depth 1, 2, 3, … until
//! it is stopped. A leaf gets the guide's score, which is a guess; so the score of everything above it
//! is one, too. Beside the scores, and apart from them, every node returns the bounds that are proven:
//! by ends of the game, by an analysis, and by the bounds of its moves. So a thinker knows which of
//! its results are facts, draws among them, whatever the scores say, and however the moves were
//! ordered, reduced or cut.
//!
//! What is proven counts for more than any score. A proven win is played, the sooner the better, and a
//! proven loss put off.
//!
//! Positions are remembered from one move of a game to the next. That is wrong where history matters,
//! so games with forbidden repetition are not for thinkers.

use unbeatable_core::{Analysis, Game, Guide, Repetition};

use crate::thought::PLIES;

mod memory;
mod run;
#[cfg(test)]
mod tests;

use memory::ScoreMemory;

/// The deepest that a thinker looks, in plies.
pub const DEPTH_MAX: u32 = 200;

const _: () = assert!(DEPTH_MAX < PLIES as u32);

/// How much thinking is enough; the watcher may stop it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// At most this many positions are visited.
    pub nodes_max: u64,
    /// No line is searched deeper than this, in plies; at least one.
    pub depth_max: u32,
}

impl Patience {
    /// As long as the watcher lets it.
    pub const ENDLESS: Self = Patience {
        nodes_max: u64::MAX,
        depth_max: DEPTH_MAX,
    };
}

/// Someone who thinks about the moves of one game after the other, and remembers what it thought.
pub struct Thinker<'g, G: Game, A, D> {
    game: &'g G,
    know: &'g A,
    guide: Option<&'g D>,
    memory: ScoreMemory<G::Position, G::Value, G::Move>,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Thinker<'g, G, A, D> {
    /// A thinker who remembers no more than fits into `table_bytes_max`. Without a guide it tries moves
    /// in board order, and takes every position for even that is not proven to be won or lost.
    ///
    /// Panics if history matters in the game.
    #[must_use]
    pub fn new(game: &'g G, know: &'g A, guide: Option<&'g D>, table_bytes_max: usize) -> Self {
        assert_eq!(
            game.repetition(),
            Repetition::Impossible,
            "thinkers remember positions without their history"
        );
        Thinker {
            game,
            know,
            guide,
            memory: ScoreMemory::new(table_bytes_max),
        }
    }

    /// Bytes taken by what is remembered.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.memory.bytes()
    }
}
