//! Relevance zones of the positions that a search has proven.

use std::hash::BuildHasher;
use std::sync::Mutex;

use unbeatable_core::Player;
use unbeatable_core::mixer::BuildMixer;

/// How many zones are kept: a few megabytes.
const ZONES_MAX: usize = 1 << 16;

/// A proven position, and a zone of its winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvenZone<P> {
    /// The position.
    pub pos: P,
    /// Who wins there.
    pub winner: Player,
    /// Where: empty squares, bit by bit.
    pub zone: u128,
}

/// The zones of the last proven positions, shared by all threads.
pub(super) struct ZoneTable<P> {
    slots: Vec<Mutex<Option<ProvenZone<P>>>>,
}

impl<P: Copy + Eq + std::hash::Hash> ZoneTable<P> {
    pub(super) fn new() -> Self {
        let empty = || Mutex::new(None);
        let slots = std::iter::repeat_with(empty).take(ZONES_MAX).collect();
        ZoneTable { slots }
    }

    fn slot(&self, pos: &P) -> &Mutex<Option<ProvenZone<P>>> {
        let hash = BuildMixer::default().hash_one(pos);
        &self.slots[hash as usize % ZONES_MAX]
    }

    /// The zone of a position, if it is kept.
    pub(super) fn get(&self, pos: &P) -> Option<u128> {
        let held = *self.slot(pos).lock().expect("no thread panics");
        held.filter(|held| held.pos == *pos).map(|held| held.zone)
    }

    /// Keeps a zone; another one may have to go.
    pub(super) fn put(&self, proven: ProvenZone<P>) {
        *self.slot(&proven.pos).lock().expect("no thread panics") = Some(proven);
    }

    /// All that are kept.
    pub(super) fn all(&self) -> Vec<ProvenZone<P>> {
        let held = |slot: &Mutex<_>| *slot.lock().expect("no thread panics");
        self.slots.iter().filter_map(held).collect()
    }
}
