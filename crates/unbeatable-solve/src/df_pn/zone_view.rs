//! Zones as one thread of a search sees them: they refute moves that were never searched.

use unbeatable_core::{Game, RelevanceZones};

use super::children::Child;
use super::zones::{ProvenZone, ZoneTable};
use crate::proof_table::Distance;

/// What zones say of the children of a position.
struct ZonesTogether {
    /// Moves to other squares are refuted by what refutes those that were searched.
    open: u128,
    /// What the winner needs for that.
    union: u128,
}

/// Zones as one thread of a search sees them.
pub(super) struct ZoneView<'r, G: Game> {
    pub(super) game: &'r G,
    pub(super) know: &'r dyn RelevanceZones<G>,
    pub(super) table: &'r ZoneTable<G::Position>,
}

impl<G: Game> ZoneView<'_, G> {
    /// The zone of a position that is decided at sight.
    pub(super) fn at_sight(&self, pos: &G::Position) -> Option<u128> {
        self.know.zone(self.game, pos)
    }

    /// Keeps the zone of a decided position.
    pub(super) fn keep(&self, pos: &G::Position, found: Distance, zone: Option<u128>) {
        let turn = self.game.turn(pos);
        let winner = match found {
            Distance::WON => turn,
            Distance::LOST => turn.other(),
            _ => return,
        };
        if let Some(zone) = zone {
            let pos = *pos;
            self.table.put(ProvenZone { pos, winner, zone });
        }
    }

    fn behind(&self, pos: &G::Position, child: &Child<G::Move>) -> Option<u128> {
        self.table.get(&self.game.play(pos, child.m))
    }

    /// What the zones say of those children that their player wins: the mover loses by them.
    fn together(&self, pos: &G::Position, children: &[Child<G::Move>]) -> ZonesTogether {
        let (mut open, mut union) = (u128::MAX, 0);
        for child in children
            .iter()
            .filter(|child| child.distance == Distance::WON)
        {
            let Some(square) = self.know.square(child.m) else {
                continue;
            };
            // One that is refuted by the zones before it says nothing new.
            if square & open != 0
                && let Some(zone) = self.behind(pos, child)
            {
                open &= zone;
                union |= zone;
            }
        }
        ZonesTogether { open, union }
    }

    /// Moves of `pos` that the zones refute count as lost for the mover.
    pub(super) fn prune(&self, pos: &G::Position, children: &mut [Child<G::Move>]) {
        let ZonesTogether { open, .. } = self.together(pos, children);
        if open == u128::MAX {
            return;
        }
        for child in children {
            if self
                .know
                .square(child.m)
                .is_some_and(|square| square & open == 0)
            {
                debug_assert!(child.distance != Distance::LOST, "contradictory proofs");
                child.distance = Distance::WON;
            }
        }
    }

    /// The zone of a position that its children decide: the mover wins by the child `nearest`, or loses by
    /// all.
    pub(super) fn of_children(
        &self,
        pos: &G::Position,
        found: Distance,
        children: &[Child<G::Move>],
        nearest: usize,
    ) -> Option<u128> {
        if found == Distance::WON {
            let child = &children[nearest];
            return Some(self.behind(pos, child)? | self.know.square(child.m)?);
        }
        let ZonesTogether { open, union } = self.together(pos, children);
        let is_covered = |child: &Child<G::Move>| {
            let square = self.know.square(child.m);
            square.is_some_and(|square| square & open == 0) || self.behind(pos, child).is_some()
        };
        match children.iter().all(is_covered) {
            true => Some(self.know.zone(self.game, pos)? | union),
            false => None,
        }
    }
}
