//! The rule book.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};
use std::iter;

use crate::mixer::{BuildMixer, BuildSecondMixer};
use crate::value::{Bounds, Outcome, Player, Value};

/// A two-player, zero-sum, perfect-information, deterministic game in which turns alternate.
///
/// The implementing type is the rule book (board size, komi, which repetition is forbidden).
/// Positions are small `Copy` values that make sense only together with their rule book; what
/// happened before them is not theirs to know: [`Line`](crate::Line) owns history.
///
/// A game must say where it starts, whose turn it is, whether it is over, which moves there are and
/// what a move does. Everything else has a default. [`laws::check`](crate::laws::check) tests by
/// play that the answers fit together.
pub trait Game: Clone + Send + Sync {
    /// A position, without its history.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;
    /// What a position can be worth.
    type Value: Value;

    /// Whether what happened before decides which moves are legal, by all rules of the kind: whether
    /// [`repetition`](Game::repetition) is forbidden. It is said twice so that no solver is compiled for
    /// games that it is not for.
    const HAS_HISTORY: bool = false;

    /// Whether a game can end with a value of rank 0: win and loss alone take one question, not two.
    const HAS_DRAWS: bool = true;

    /// The position in which a game starts.
    fn start(&self) -> Self::Position;

    /// Who moves next. After every move it is the other player.
    fn turn(&self, pos: &Self::Position) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, pos: &Self::Position) -> Option<Outcome<Self::Value>>;

    /// The legal moves of an unfinished position, in board order; at least one.
    ///
    /// The order is part of the contract: node counts depend on it. Which moves look best is not the
    /// rule book's business but a [`Guide`](crate::Guide)'s. Where a repetition is forbidden, moves
    /// that only the history forbids are listed, and one that never repeats must be among them.
    fn moves(&self, pos: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after `m`, which must be one of `moves(pos)`.
    fn play(&self, pos: &Self::Position, m: Self::Move) -> Self::Position;

    /// What no outcome exceeds, seen by `player`: as little as no points, as much as the whole board.
    fn range(&self, _player: Player) -> Bounds<Self::Value> {
        Bounds::UNKNOWN
    }

    /// The position's images under every symmetry of the rules, the position itself first; the same
    /// symmetries in the same order for every position.
    ///
    /// An image has the same value, for the same reasons: its moves are the images of the moves.
    /// (Both colours may be swapped along with the turn where the rules allow it.)
    fn images(&self, pos: &Self::Position) -> impl Iterator<Item = Self::Position> {
        iter::once(*pos)
    }

    /// The one image that stands for all of them.
    fn canonical(&self, pos: &Self::Position) -> Self::Position {
        *pos
    }

    /// The one that stands for all images with the same player to move: the class of a position. A
    /// canonical form may have the players exchanged, which is all one to a solver, whose values are for
    /// the player to move; but who moves and who wins is part of what is counted and shown.
    fn class(&self, pos: &Self::Position) -> Self::Position {
        let (canonical, turn) = (self.canonical(pos), self.turn(pos));
        if self.turn(&canonical) == turn {
            return canonical;
        }
        self.images(&canonical)
            .find(|image| self.turn(image) == turn)
            .expect("the position is an image of its canonical form")
    }

    /// What is counted as one when positions are counted: the position itself, or, where history
    /// matters, one that stands for all with the same board.
    fn board(&self, pos: &Self::Position) -> Self::Position {
        *pos
    }

    /// A number that finds the position in a table. Equal positions have equal keys; the reverse is
    /// only likely, so a result that rests on keys alone says so.
    fn key(&self, pos: &Self::Position) -> u64 {
        BuildMixer::default().hash_one(pos)
    }

    /// A second number, as good as independent of `key`: tables of proof-number search tell positions
    /// apart by both. Positions with the same key and second key have the same moves and the same value,
    /// all but surely.
    fn second_key(&self, pos: &Self::Position) -> u64 {
        BuildSecondMixer::default().hash_one(pos)
    }

    /// What a repetition means in this game; see also [`HAS_HISTORY`](Game::HAS_HISTORY).
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    /// What a move that leads to `pos` leaves in the history, where repetition is forbidden.
    fn trace(&self, _pos: &Self::Position) -> Trace {
        Trace::Nothing
    }

    /// What the first position of a line leaves there, to which no move led.
    fn first_trace(&self, pos: &Self::Position) -> Trace {
        self.trace(pos)
    }
}

/// What it means that a position comes up again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// It cannot: every move brings the game nearer to its end.
    Impossible,
    /// A move that repeats is illegal (superko). [`Game::trace`] says what repeats what; its marks
    /// are numbers of `mark_bits` bits.
    Forbidden {
        /// All marks are less than `1 << mark_bits`.
        mark_bits: u32,
    },
}

impl Repetition {
    /// Whether what happened before decides which moves are legal.
    #[must_use]
    #[inline]
    pub const fn is_forbidden(self) -> bool {
        matches!(self, Repetition::Forbidden { .. })
    }
}

/// What must not come up twice: a board, or a board with a player. Two positions have the same mark
/// if, and only if, the one repeats the other; so a mark is exact, never a hash.
pub type Mark = u64;

/// What a position leaves in the history.
///
/// All superko rules are ways to choose marks. Positional: a stone leaves its board, once; a pass leaves
/// nothing, because its board stands there already. Situational: board and side to move, by stones once,
/// by passes too. Natural situational: board and who made it, by stones alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trace {
    /// Nothing.
    Nothing,
    /// A mark. The move is legal even if it stands there already.
    Leaves(Mark),
    /// A mark. The move is illegal if it stands there already.
    Once(Mark),
}
