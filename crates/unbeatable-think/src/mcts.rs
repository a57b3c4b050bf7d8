//! A good move in limited time without guesses: Monte-Carlo tree search.
//!
//! UCT (Kocsis and Szepesvári 2006): a tree is walked down by the upper confidence bounds of its
//! moves, from a leaf the game is played out at random, and the end counts for every node on the way.
//! Beside what games were worth on average, and apart from it, every node has the bounds that are
//! proven: by ends of the game, by an analysis, and by the bounds of all its children (MCTS-Solver,
//! Winands, Björnsson and Saito 2008; with bounds instead of wins and losses, Score-Bounded MCTS,
//! Cazenave and Saffidine 2010). So draws and points are proven as well. A move that cannot change
//! what is known of the nodes above it is not tried again; and an average is never outside of what
//! is proven.
//!
//! Where we differ: a leaf gets all its children at once, when it is visited again, so that wins at once
//! are seen by then; children are those that [`Analysis::candidates`] names, which keep the value,
//! where repetition is impossible, and all that the history allows where it is forbidden. No two lines
//! share a node: a node's history is that of the one line that leads to it, so proofs hold under
//! superko.
//!
//! One thread searches. A match plays games side by side, and the trees of several threads would have
//! to be joined in an order that does not depend on the clock for games to repeat. All arithmetic is
//! exact or as IEEE 754 prescribes (logarithms are our own), so moves are the same on every machine.

use unbeatable_core::{Analysis, Bounds, Game, Line, SCORE_MAX, Value};

mod run;
#[cfg(test)]
mod tests;
mod tree;

use tree::{MctsTree, ROOT};

/// How a search goes about it. Whatever they are, what it calls proven is true.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much a move that was seldom tried is worth trying: the factor of the confidence interval.
    pub explore: f64,
    /// A leaf gets children when it was visited so often before. To look at all moves takes time, which
    /// most leaves are not worth.
    pub visits_before: u32,
    /// Whether a move that wins at once is played in playouts (Teytaud and Teytaud 2010). To look for
    /// one takes time, too.
    pub decisive: bool,
}

impl Settings {
    /// What did well in matches at 5 ms a move on ultimate tic-tac-toe, 6x6x4, 7x7x5 and 5x5 Go, 80 to 200
    /// games each. No setting is best everywhere: playouts that look for a win did better on 6x6x4 and worse
    /// on 7x7x5 and in Go, and exploration of 0.4 cannot be told from 0.5 on ultimate tic-tac-toe.
    pub const BEST: Self = Settings {
        explore: 0.5,
        visits_before: 1,
        decisive: false,
    };
}

/// Someone who plays games out to find a move, and remembers how they ended from one move of a game to
/// the next.
pub struct Mcts<'g, G: Game, A> {
    game: &'g G,
    know: &'g A,
    settings: Settings,
    seed: u64,
    tree: MctsTree<G::Value, G::Move>,
    /// The line that leads to the root of the tree; `None` before the first thought.
    line: Option<Line<'g, G>>,
}

impl<'g, G: Game, A: Analysis<G>> Mcts<'g, G, A> {
    /// A search whose tree takes at most `tree_bytes_max` bytes. When it is full it does not grow any
    /// more, and games are played out from the leaves that it has.
    #[must_use]
    pub fn new(
        game: &'g G,
        know: &'g A,
        settings: Settings,
        tree_bytes_max: usize,
        seed: u64,
    ) -> Self {
        Mcts {
            game,
            know,
            settings,
            seed,
            tree: MctsTree::new(tree_bytes_max),
            line: None,
        }
    }

    /// Bytes taken by the tree, whether it is full or not.
    #[must_use]
    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Keeps what is known of the line, if it goes on from the one that was thought about last, and
    /// forgets the rest.
    fn root_at(&mut self, line: &Line<'g, G>) {
        match self.node_of(line) {
            Some(node) => self.tree.keep(node),
            None => self.tree.clear(),
        }
        self.line = Some(line.clone());
    }

    /// The node of the tree to which the line leads.
    fn node_of(&self, line: &Line<'g, G>) -> Option<u32> {
        let mut before = self.line.clone()?;
        let played = line.plies().checked_sub(before.plies())?;
        let mut node = (!self.tree.is_empty()).then_some(ROOT)?;
        for next in line.positions().skip(line.plies() + 1 - played) {
            let pos = *before.position();
            let leads_there = |&child: &u32| self.game.play(&pos, self.tree[child].m) == *next;
            node = self.tree.children(node).find(leads_there)?;
            if !before.play(self.tree[node].m) {
                return None;
            }
        }
        // Positions can be amended, so their marks are compared as well.
        let is_same = before.positions().eq(line.positions()) && before.marks().eq(line.marks());
        is_same.then_some(node)
    }
}

/// What a game is worth to a player, as a number: a loss 0, a draw half of [`Rewards::WIN`].
///
/// Where there are points, nearly all is for who wins, and the rest for by how many.
#[derive(Clone, Copy)]
struct Rewards {
    /// No game is won by more.
    rank_max: i32,
}

impl Rewards {
    /// The most that a game can be worth.
    const WIN: i32 = 1 << 16;

    /// What makes a win 1.
    const SHARE: f64 = 1.0 / Self::WIN as f64;

    /// What the margin is worth, half of it to the winner.
    const MARGIN: i32 = Self::WIN / 8;

    fn new<V: Value>(range: Bounds<V>) -> Self {
        let most = i32::from(range.upper.rank()).max(-i32::from(range.lower.rank()));
        Rewards {
            rank_max: most.max(1),
        }
    }

    /// What `value` is worth to its player. The opponent gets what is missing to a win.
    #[inline]
    fn of<V: Value>(self, value: V) -> i32 {
        let rank = i32::from(value.rank());
        let ahead = match V::SCORED {
            false => Self::WIN / 2 * rank,
            true => {
                let margin = Self::MARGIN / 2 * rank.clamp(-self.rank_max, self.rank_max);
                rank.signum() * (Self::WIN - Self::MARGIN) / 2 + margin / self.rank_max
            }
        };
        Self::WIN / 2 + ahead
    }

    /// A score, as in [`unbeatable_core::Guide::score`], for so much in so many games.
    fn score(sum: u64, games: u32) -> i32 {
        if games == 0 {
            return 0;
        }
        let average = sum as i64 / i64::from(games);
        let win = i64::from(Self::WIN);
        ((2 * average - win) * i64::from(SCORE_MAX) / win) as i32
    }
}

/// The natural logarithm of a number that is not 0. With nothing but sums, products and a quotient,
/// all of which IEEE 754 prescribes to the last bit; the standard library's differs between systems.
fn ln(n: u32) -> f64 {
    let exponent = n.ilog2();
    let x = f64::from(n) / f64::from(1u32 << exponent);
    // ln x = 2 artanh((x - 1) / (x + 1)), and the argument is a third at most.
    let t = (x - 1.0) / (x + 1.0);
    let tt = t * t;
    let series = 1.0 + tt * (1.0 / 3.0 + tt * (0.2 + tt * (1.0 / 7.0 + tt * (1.0 / 9.0))));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * t * series
}
