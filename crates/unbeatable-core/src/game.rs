//! The rule book.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};
use std::iter;

use crate::mixer::BuildMixer;
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
pub trait Game: Send + Sync {
    /// A position, without its history.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What a position can be worth.
    type Value: Value;

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

    /// The position's images under every symmetry of the rules, the position itself first.
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

    /// A number that finds the position in a table. Equal positions have equal keys; the reverse is
    /// only likely, so a key is never evidence.
    fn key(&self, pos: &Self::Position) -> u64 {
        BuildMixer::default().hash_one(pos)
    }

    /// What a repetition means in this game.
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    /// Whether `now` repeats `earlier`, where repetition is possible at all.
    fn repeats(&self, earlier: &Self::Position, now: &Self::Position) -> bool {
        earlier == now
    }
}

/// What it means that a position comes up again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// It cannot: every move brings the game nearer to its end.
    Impossible,
    /// A move that repeats is illegal (superko).
    Forbidden,
}
