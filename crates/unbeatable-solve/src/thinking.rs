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

use unbeatable_core::{
    Analysis, Bounds, Budget, Effort, Game, Guide, Line, Repetition, SCORE_MAX, Stopped, Value,
    Watch,
};

use crate::meter::Meter;

mod memory;
mod run;
#[cfg(test)]
mod tests;

use memory::Memory;
use run::{RootMove, Run};

/// The deepest that a thinker looks, in plies.
pub const DEPTH_MAX: u32 = 200;

/// How many nodes pass between two looks at the watcher: less than a millisecond's work.
const PULSE_NODES: u64 = 512;

/// What a proven end is worth: more than any guess. To this comes what the value is worth, times
/// [`PLIES`], less the plies that it takes.
const PROVEN: i32 = 1_000_000;

/// More plies than any score tells apart.
const PLIES: i32 = 1024;

const _: () = assert!(SCORE_MAX < PROVEN && DEPTH_MAX < PLIES as u32);

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

/// What came of thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought<V, M> {
    /// The move; always a legal one.
    pub m: M,
    /// How good the position looks to the player to move, as in [`Guide::score`]; beyond
    /// [`SCORE_MAX`] if it is proven to be won or lost.
    pub score: i32,
    /// What is proven of the position's value. If that is exact, `m` keeps it.
    pub bounds: Bounds<V>,
    /// The depth that was searched completely.
    pub depth: u32,
    /// What it cost.
    pub effort: Effort,
    /// Why it ended; `None` if there was nothing left to think about.
    pub stopped: Option<Stopped>,
}

/// Someone who thinks about the moves of one game after the other, and remembers what he thought.
pub struct Thinker<'g, G: Game, A, D> {
    game: &'g G,
    know: &'g A,
    guide: Option<&'g D>,
    memory: Memory<G::Position, G::Value, G::Move>,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Thinker<'g, G, A, D> {
    /// A thinker who remembers no more than fits into `table_bytes_max`. Without a guide he tries moves
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
            memory: Memory::new(table_bytes_max),
        }
    }

    /// Bytes taken by what is remembered.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// A move for the player whose turn it is in an unfinished game. The same game, thoughts before it
    /// and patience give the same move, unless the watcher ends it.
    pub fn think(
        &mut self,
        line: &Line<'g, G>,
        patience: Patience,
        watch: &dyn Watch<G::Value>,
    ) -> Thought<G::Value, G::Move> {
        assert!(line.outcome().is_none(), "an unfinished game has a move");
        let budget = Budget {
            nodes_max: patience.nodes_max,
            table_bytes_max: self.memory.bytes(),
            ..Budget::DEFAULT
        };
        let mut meter = Meter::new(&budget, watch).watched_every(PULSE_NODES);
        meter.table_bytes = self.memory.bytes();
        self.memory.next_generation();
        let mut run = Run::new(self, *line.position(), meter);
        let mut depth = 0;
        let mut stopped = None;
        // Who has no choice need not think.
        let depth_max = match run.roots.len() {
            1 => 1,
            _ => patience.depth_max.clamp(1, DEPTH_MAX),
        };
        while depth < depth_max && !run.is_decided() {
            if let Err(why) = run.deepen(depth + 1) {
                stopped = Some(why);
                break;
            }
            depth += 1;
        }
        let bounds = run.bounds();
        let RootMove { m, score, .. } = *run.best();
        Thought {
            m,
            score,
            bounds,
            depth,
            effort: run.meter.effort,
            stopped,
        }
    }
}

/// What a proven value is worth, `plies` from the root on.
pub(crate) fn proven_score<V: Value>(value: V, plies: u32) -> i32 {
    let soon = PLIES - (plies as i32).min(PLIES - 1);
    match i32::from(value.rank()) {
        0 => 0,
        rank @ 1.. => PROVEN + PLIES * (rank - 1) + soon,
        rank => -(PROVEN + PLIES * (-rank - 1) + soon),
    }
}

/// The smallest and the largest score that values within the bounds can have.
pub(crate) fn score_range<V: Value>(bounds: Bounds<V>) -> (i32, i32) {
    let floor = |value: V| match i32::from(value.rank()) {
        0 => 0,
        rank @ 1.. => PROVEN + PLIES * (rank - 1) + 1,
        rank => -(PROVEN + PLIES * -rank),
    };
    (floor(bounds.lower), -floor(-bounds.upper))
}
