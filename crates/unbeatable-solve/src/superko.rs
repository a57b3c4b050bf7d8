//! Depth-first proof-number search, for games in which repetition is forbidden.
//!
//! It answers yes/no questions, 'does the player to move get at least v?', and finds a value by as few
//! of them as it can. A position is searched as long as it looks nearest to a proof: its numbers say
//! how many positions must still be proven, at least (df-pn, Nagai 2002; here with weak numbers, Ueda
//! et al. 2008, and the 1+ε trick, Pawlewicz and Lew 2007).
//!
//! Where history decides which moves are legal, the same position behind another history may have
//! another value, and a table that ignores it is wrong (the graph-history interaction; Kishimoto and
//! Müller 2004 solve it by searching again, to verify). Here every proof says what it depends on:
//!
//! - The winner's moves must be legal: the marks that his strategy makes must be *new*. Where he moves,
//!   they are those of the chosen move's proof and the move's own mark; where the loser moves, those of
//!   all moves together. (If a loser's move is no longer legal, so much the better.)
//! - The loser's moves that history forbade must be forbidden still: their marks must have *stood*. A
//!   mark that is left on the way from the proven position need not have stood before it.
//!
//! A proof is used again behind every history that meets this, and behind no other. The numbers are
//! shared by all histories, since they only guide; so they can mislead, and a search could go round in
//! circles. It does not, because a visit is made to lead to a new position or proof if a few before it
//! did not; and there are finitely many of these, as long as memory has room for them.
//!
//! Threads search together with one memory (`superko/crew.rs`).
//!
//! The search goes on in the frame of the line; positions are remembered in their canonical form, and
//! proofs in its frame.

use std::sync::RwLock;

use unbeatable_core::{Budget, Game};

use crate::search::Algorithm;

mod arena;
mod claimed;
mod crew;
mod frames;
mod memory;
mod path;
mod run;
mod sets;
mod shared;
mod solver;
#[cfg(test)]
mod tests;

use frames::Frames;
use memory::ProofMemory;

/// How df-pn goes about its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuperkoDfPn {
    /// Remember positions in their canonical form.
    pub symmetry: bool,
    /// Use proofs without looking at what they depend on. That is wrong where history matters; it is
    /// here to show that it is.
    pub forgets: bool,
    /// One thread begins with so many nodes before others join: many questions need no more.
    pub alone_nodes: u64,
}

impl SuperkoDfPn {
    /// What is fastest.
    pub const BEST: Self = SuperkoDfPn {
        symmetry: true,
        forgets: false,
        alone_nodes: 1 << 13,
    };
}

impl<G: Game> Algorithm<G> for SuperkoDfPn {
    type Memory = Framed<G::Position>;

    fn memory(self, game: &G, budget: &Budget) -> Self::Memory {
        Framed {
            frames: Frames::new(game, self.symmetry),
            table: RwLock::new(ProofMemory::new(budget.table_bytes_max)),
        }
    }
}

/// What is remembered of positions, and how symmetries act on it.
pub struct Framed<P> {
    frames: Frames,
    /// Held for reading by those who search, for writing by who makes room.
    table: RwLock<ProofMemory<P>>,
}
