//! Alpha-beta: minimax that leaves out what cannot matter (Knuth and Moore 1975).
//!
//! One search serves the textbook's version and the strong one; what is switched on makes the
//! difference ([`AlphaBeta`]). It differs from the textbook in what it returns: not a number but
//! bounds on the value, both of them proven. So results that depend on the depth of the search, on
//! the window, or on analyses are all the same kind of fact, and any of them may be remembered and
//! used again under another window and at another depth.

use unbeatable_core::{Budget, Game, Repetition};

use crate::rank_bounds::{INFINITY, RankBounds};
use crate::search::Algorithm;
use crate::table::Table;

mod graph;
mod lines;
mod on_graph;
mod run;
mod solver;

/// How alpha-beta goes about its work. None of this changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBeta {
    /// What a search returns outside its window.
    pub fail: Fail,
    /// How wide the window is at the root.
    pub window: Window,
    /// Remember positions. Not for games in which history matters.
    pub table: bool,
    /// Look positions up, and go on from them, in their canonical form. Only with a table.
    pub symmetry: bool,
    /// Ask 'is it at least v?' with null windows, as few times as possible, instead of searching one
    /// wide window (after MTD(f), Plaat et al. 1996; here by bisection over what is still possible).
    pub scout: bool,
    /// Search to depth 1, 2, 3, … until the question is answered: a win is found at the depth of the
    /// shortest one. (The line of best play need not be that one.)
    pub deepen: bool,
}

impl AlphaBeta {
    /// The textbook's: one wide window, nothing remembered.
    pub const PLAIN: Self = AlphaBeta {
        fail: Fail::Hard,
        window: Window::Closed,
        table: false,
        symmetry: false,
        scout: false,
        deepen: false,
    };

    /// What is fastest.
    pub const BEST: Self = AlphaBeta {
        fail: Fail::Soft,
        window: Window::Closed,
        table: true,
        symmetry: true,
        scout: true,
        deepen: false,
    };
}

/// What a search returns when the value lies outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    /// No more than that: the window's edge.
    Hard,
    /// The best bound that was proven on the way (Fishburn 1983).
    Soft,
}

impl Fail {
    /// What a failing search returns that found so much.
    #[inline]
    pub(crate) fn bounds(self, found: RankBounds, alpha: i32, beta: i32) -> RankBounds {
        match self {
            Fail::Soft => found,
            Fail::Hard if found.is_stopped() => found,
            Fail::Hard if found.lower >= beta => RankBounds {
                lower: beta,
                upper: INFINITY,
            },
            Fail::Hard if found.upper <= alpha => RankBounds {
                lower: -INFINITY,
                upper: alpha,
            },
            Fail::Hard => found,
        }
    }
}

/// The window at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// From the worst to the best value of the game. A win found cuts at once: nothing is better.
    Closed,
    /// One beyond both, as if minus and plus infinity could be values; many textbooks' window.
    Open,
}

impl<G: Game> Algorithm<G> for AlphaBeta {
    type Memory = Table<G::Position, G::Value, G::Move>;

    fn memory(self, game: &G, budget: &Budget) -> Self::Memory {
        assert!(
            !self.table || game.repetition() == Repetition::Impossible,
            "a table of positions is wrong where history matters"
        );
        Table::new(match self.table {
            true => budget.table_bytes_max,
            false => 0,
        })
    }
}
