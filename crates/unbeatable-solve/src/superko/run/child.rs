//! What is known of the moves of a position.

use unbeatable_core::Mark;

use super::super::frames::Single;
use super::super::memory::{Moment, Proof, SlotIndex};
use crate::distance::Distance;

/// A move of a position on the way, and what is known of the position behind it.
#[derive(Clone, Copy)]
pub(super) struct SuperkoChild<P, M> {
    pub(super) m: M,
    pub(super) pos: P,
    pub(super) canon: P,
    /// The mark that must be new, if there is one.
    pub(super) once: Option<Mark>,
    /// For the player to move there.
    pub(super) numbers: Distance,
    /// In the frame of `canon`.
    pub(super) proof: Option<Proof>,
    pub(super) place: SlotIndex,
    /// When the place was last looked at, and the newest proof then.
    pub(super) looked: Moment,
    pub(super) seen: u32,
    /// The mark of `pos` as sets see it, once it was needed.
    pub(super) mark: Single,
}

/// What the children of a position say about it.
pub(super) enum ChildrenVerdict {
    /// The player to move wins by that one.
    Won(usize),
    /// All are won by the other player.
    Lost,
    Open(OpenNumbers),
}

/// The numbers of the children that are not proven.
pub(super) struct OpenNumbers {
    /// The one that is nearest to being lost for its player,
    pub(super) best: usize,
    /// its number, and that of the next one.
    pub(super) least: u32,
    pub(super) second: u32,
    /// The largest number to win.
    pub(super) most: u32,
    /// How many there are.
    pub(super) open: u32,
}
