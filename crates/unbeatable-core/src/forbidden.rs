//! Moves that look possible and are not.

use std::fmt;

/// A move that a board seems to allow, and what forbids it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForbiddenMove<M> {
    /// The move. It is none of the legal ones, but it can be written, and marked in a diagram.
    pub m: M,
    /// What forbids it.
    pub ban: Ban,
}

/// What forbids a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ban {
    /// It would bring back what stood after so many moves of the line.
    Repeats(usize),
    /// A rule that looks at the position alone; the reason in words.
    Rule(&'static str),
}

/// The reason, in words that follow the name of a move.
impl fmt::Display for Ban {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ban::Repeats(0) => f.write_str("would repeat the position at the start"),
            Ban::Repeats(plies) => write!(f, "would repeat the position after move {plies}"),
            Ban::Rule(words) => f.write_str(words),
        }
    }
}
