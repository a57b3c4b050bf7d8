//! What a solver returns.

use unbeatable_core::{Bounds, Effort, Game, Line, Stopped, Value};

/// Lines of best play are followed this far. A heap game can take tens of thousands of moves.
pub const LINE_MOVES_MAX: usize = 500;

/// What a finished or stopped search knows.
#[derive(Clone, Debug)]
pub struct Solved<G: Game> {
    /// All that is proven of the position's value, for the player to move.
    pub bounds: Bounds<G::Value>,
    /// Moves proven to be best; some once the value is exact and the game goes on, unless the search was
    /// stopped before it found a move for a value that was known.
    pub best: Vec<G::Move>,
    /// A move that is proven to be worth the lower bound at least; `None` while that is no more than
    /// the worst that can happen.
    pub witness: Option<G::Move>,
    /// Whether `best` lists all of them.
    pub best_complete: bool,
    /// A line of best play, legal from the position that was asked about; its beginning if it has more
    /// than [`LINE_MOVES_MAX`] moves.
    pub line: Vec<G::Move>,
    /// What was spent.
    pub effort: Effort,
    /// Bytes taken by tables.
    pub table_bytes: usize,
    /// Why the search stopped early, if it did.
    pub stopped: Option<Stopped>,
    /// What the bounds rest on.
    pub evidence: Evidence,
    /// How many plies are left, once it is known who wins, and if the solver asks for that.
    pub plies_left: Option<PliesLeft>,
}

/// How many plies a game goes on that somebody wins, the winner hurrying and the loser delaying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PliesLeft {
    /// No fewer than these.
    pub least: u32,
    /// No more than these.
    pub most: u32,
}

impl PliesLeft {
    /// So many.
    #[must_use]
    pub fn exactly(plies: u32) -> Self {
        PliesLeft {
            least: plies,
            most: plies,
        }
    }

    /// The number, if it is known.
    #[must_use]
    pub fn exact(self) -> Option<u32> {
        (self.least == self.most).then_some(self.least)
    }
}

/// What a result rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// No step rests on a hash alone.
    Exact,
    /// Positions were told apart by hashes.
    Hashed,
}

/// What a search by bounds has found when it ends.
pub(crate) struct Findings<V, M> {
    /// What it proved of the root.
    pub(crate) bounds: Bounds<V>,
    /// A move that is worth the lower bound, if it found one.
    pub(crate) witness: Option<M>,
    pub(crate) effort: Effort,
    pub(crate) table_bytes: usize,
    pub(crate) stopped: Option<Stopped>,
}

impl<V: Value, M: Copy> Findings<V, M> {
    /// What is known of the end of `line` then, without a line of best play. `known` is what is known of
    /// an unfinished position without search.
    pub(crate) fn solved<G: Game<Value = V, Move = M>>(
        self,
        line: &Line<G>,
        known: impl FnOnce(&G::Position) -> Bounds<V>,
    ) -> Solved<G> {
        let (game, pos) = (line.game(), line.position());
        let is_over = line.outcome().is_some();
        let Findings {
            bounds: proven,
            witness,
            ..
        } = self;
        let mut bounds = proven;
        if self.stopped.is_some() && !is_over {
            // What is known without search holds all the same; but an exact value comes with a move.
            let both = bounds.and(known(pos));
            bounds = if both.is_exact() { bounds } else { both };
        }
        let mut legal = game.moves(pos).filter(|&m| line.clone().play(m));
        // Where nothing is worse, any move is best.
        let first = if is_over { None } else { legal.next() };
        let best = witness.or(first).filter(|_| bounds.is_exact());
        let range = game.range(game.turn(pos));
        Solved {
            bounds,
            // Analysis may know of more than the move gets.
            witness: witness.filter(|_| range.lower < bounds.lower && bounds.lower <= proven.lower),
            best: best.into_iter().collect(),
            best_complete: bounds.is_exact() && (is_over || legal.next().is_none()),
            line: vec![],
            effort: self.effort,
            table_bytes: self.table_bytes,
            stopped: self.stopped,
            evidence: Evidence::Exact,
            plies_left: None,
        }
    }
}
