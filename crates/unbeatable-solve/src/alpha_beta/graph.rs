//! A game of few positions as a graph.
//!
//! Where history matters alpha-beta remembers nothing, and comes to the same few positions millions of
//! times. So the rules, the analysis and the move order are asked about each of them once, and the search
//! goes from number to number, with the marks that stand as a set of bits:
//!
//! ```text
//! position    leaves: set of marks | its moves, from .. to | what is known 2 × i32
//! move        repeats: set of marks | where it leads: the number of a position, or a value
//! ```
//!
//! The graph itself has no history: it has all positions that moves lead to, whatever stood before.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Analysis, Bounds, Game, Guide, Line, Mark, Trace, Value};

use crate::rank_bounds::RankBounds;

/// With more positions than that there is no graph.
pub(super) const POSITIONS_MAX: usize = 1 << 10;

/// A set of marks. With more marks than it has bits there is no graph.
pub(super) type MarkBits = u64;

/// A position that is not finished.
#[derive(Clone, Copy)]
pub(super) struct GraphPosition {
    /// The mark that it leaves, if it leaves one.
    pub(super) leaves: MarkBits,
    /// From where to where its moves are.
    first: u32,
    end: u32,
    /// What the analysis knows of it.
    pub(super) known: RankBounds,
}

impl GraphPosition {
    /// The places of its moves, those to try first before the others.
    #[inline]
    pub(super) fn moves(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// A move.
#[derive(Clone, Copy)]
pub(super) struct GraphMove<M> {
    pub(super) name: M,
    /// The mark that forbids it if it stands, if there is one.
    pub(super) repeats: MarkBits,
    pub(super) leads_to: LeadsTo,
}

/// What a move leads to.
#[derive(Clone, Copy)]
pub(super) enum LeadsTo {
    /// An unfinished position, by its number.
    Position(u16),
    /// The end: the rank of its value for the player whose turn it would be.
    End(i16),
}

/// All positions that can be reached from one of them, the root, which is number 0.
pub(super) struct PositionGraph<G: Game> {
    pub(super) root: G::Position,
    pub(super) positions: Vec<GraphPosition>,
    pub(super) moves: Vec<GraphMove<G::Move>>,
    /// Each bit's mark.
    marks: Vec<Mark>,
    /// Whether an analysis knows something of a position.
    pub(super) is_informed: bool,
}

impl<G: Game> PositionGraph<G> {
    /// All that follows the unfinished `root`; `None` if that is too much.
    pub(super) fn new(
        game: &G,
        know: &impl Analysis<G>,
        guide: &impl Guide<G>,
        root: G::Position,
    ) -> Option<Self> {
        let mut graph = PositionGraph {
            root,
            positions: vec![],
            moves: vec![],
            marks: vec![],
            is_informed: false,
        };
        let mut numbers: HashMap<G::Position, u16, BuildMixer> = HashMap::default();
        numbers.insert(root, 0);
        let mut found = vec![root];
        while let Some(&pos) = found.get(graph.positions.len()) {
            let mut names: Vec<G::Move> = know.candidates(game, &pos).collect();
            if guide.sorts() {
                // Equals stay in board order.
                let promise = |m: &G::Move| Reverse(guide.promise(game, &pos, *m));
                names.sort_by_cached_key(promise);
            }
            let first = graph.moves.len();
            for name in names {
                let next = game.play(&pos, name);
                let repeats = match game.trace(&next) {
                    Trace::Once(mark) => graph.bit(mark)?,
                    Trace::Nothing | Trace::Leaves(_) => 0,
                };
                let leads_to = match game.outcome(&next) {
                    Some(outcome) => LeadsTo::End(outcome.value_for(game.turn(&next)).rank()),
                    None => LeadsTo::Position(*numbers.entry(next).or_insert_with(|| {
                        found.push(next);
                        found.len() as u16 - 1
                    })),
                };
                graph.moves.push(GraphMove {
                    name,
                    repeats,
                    leads_to,
                });
            }
            if found.len() > POSITIONS_MAX {
                return None;
            }
            let bounds = know.bounds(game, &pos);
            graph.is_informed |= bounds != Bounds::UNKNOWN;
            let leaves = match game.trace(&pos) {
                Trace::Nothing => 0,
                Trace::Once(mark) | Trace::Leaves(mark) => graph.bit(mark)?,
            };
            graph.positions.push(GraphPosition {
                leaves,
                first: first as u32,
                end: graph.moves.len() as u32,
                known: RankBounds::from_bounds(bounds),
            });
        }
        Some(graph)
    }

    /// The set of that mark alone; `None` if there are too many.
    fn bit(&mut self, mark: Mark) -> Option<MarkBits> {
        let known = self.marks.iter().position(|other| *other == mark);
        let number = known.unwrap_or_else(|| {
            self.marks.push(mark);
            self.marks.len() - 1
        });
        (number < MarkBits::BITS as usize).then(|| 1 << number)
    }

    /// The marks that stand at the end of a line.
    pub(super) fn standing(&self, line: &Line<G>) -> MarkBits {
        let marks = self.marks.iter().enumerate();
        let standing = marks.filter(|(_, mark)| line.history().has(**mark));
        standing.fold(0, |set, (number, _)| set | 1 << number)
    }

    /// What is behind a move of the root.
    pub(super) fn of_root(&self, name: G::Move) -> &GraphMove<G::Move> {
        let mut moves = self.moves[self.positions[0].moves()].iter();
        let found = moves.find(|m| m.name == name);
        found.expect("a move that is searched is one of the root's")
    }
}
