//! Depth-first proof-number search, for games without repetition (Nagai 2002).
//!
//! Like [`pn`](crate::pn) it answers yes/no questions by going where a proof looks nearest. But instead
//! of a tree it has a table of numbers ([`proof_table`](crate::proof_table)): it stays below a position
//! until the position's numbers exceed what makes another one look nearer, and remembers the numbers
//! when it leaves. So a position that is reached in several ways is searched once, memory is bounded,
//! and what is forgotten is only searched again.
//!
//! - It leaves a position not as soon as another one is nearer, but when that one is nearer by half
//!   (the 1+ε trick, Pawlewicz and Lew 2007), since coming back is dear.
//! - New positions begin with the numbers of a guide, and are opened with what an analysis sees in one
//!   sweep ([`unbeatable_core::Analysis::prospects`]).
//! - Numbers add up over the moves of the side that must answer them all, as in the original; or, if
//!   [`DfPn::weak`] says so, only the largest counts, and one for each of the others (Ueda et al. 2008).
//!   That helps where many moves lead to the same positions, as in a race to a win within so many plies;
//!   in ultimate tic-tac-toe without a limit it is five times worse.
//! - If [`DfPn::focused`] says so, only the first few moves of a position count at a time, in the order in
//!   which the analysis likes them (Henderson, Arneson and Hayward 2010). The others wait until those
//!   have failed.
//! - Where an analysis knows relevance zones, a move outside of the zone of what refutes another move is
//!   refuted, too, and is not searched ([`unbeatable_core::RelevanceZones`]).
//! - Several questions about a position share what they can: a position that is won in one is at least
//!   drawn in the other, and both entries are in the same line of memory.
//!
//! Nodes are positions opened, as often as they are. Finished positions are never opened.

use std::sync::Arc;

use unbeatable_core::{Budget, Game, Repetition};

mod children;
mod crew;
mod oracle;
mod outlook;
mod peers;
mod proof;
mod remote;
mod solver;
mod worker;
mod zone_view;
mod zones;

pub use remote::Exchange;
pub use zones::ProvenZone;

use crate::proof_table::ProofTable;
use crate::search::{Algorithm, Search};
use zones::ZoneTable;

/// How df-pn goes about its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DfPn {
    /// Whether positions are remembered in their canonical form; `None` where it is likely to pay:
    /// from a position that is its own mirror image. From any other, few lines of play meet as mirror
    /// images, and to look for them is dear.
    pub symmetry: Option<bool>,
    /// Whether numbers are weak: the largest of the moves that must all be answered, and one for each
    /// of the others, instead of the sum.
    pub weak: bool,
    /// Whether only few moves of a position are searched at a time: those that looked nearest to a win for
    /// the player to move when the position was opened, one and a quarter of those that are open. For
    /// games whose analysis orders moves well.
    pub focused: bool,
    /// With several threads the first one begins alone, and takes so many nodes before the others
    /// join: many a question is answered before they would have begun.
    pub alone_nodes: u64,
}

impl DfPn {
    /// What is fastest.
    pub const BEST: Self = DfPn {
        symmetry: None,
        weak: false,
        focused: false,
        alone_nodes: 1 << 14,
    };
}

/// What df-pn remembers.
pub struct DfPnMemory<P> {
    table: Arc<ProofTable>,
    /// Only where the analysis knows zones.
    zones: Option<ZoneTable<P>>,
}

impl<G: Game> Algorithm<G> for DfPn {
    /// Made for the first question; `None` before, and if there is no memory for it.
    type Memory = Option<DfPnMemory<G::Position>>;

    fn memory(self, game: &G, _: &Budget) -> Self::Memory {
        assert!(
            game.repetition() == Repetition::Impossible,
            "a table without histories is wrong where history matters"
        );
        None
    }
}

impl<G: Game, A, D> Search<'_, G, A, D, DfPn> {
    /// Whether positions behind `pos` are remembered in their canonical form.
    pub fn folds(&self, pos: &G::Position) -> bool {
        let is_mirrored = || self.game.images(pos).skip(1).any(|image| image == *pos);
        self.options.symmetry.unwrap_or_else(is_mirrored)
    }
}
