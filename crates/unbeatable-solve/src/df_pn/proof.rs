//! How many positions a proof takes.

use std::collections::HashSet;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Analysis, Game, Goal, Guide, Player, Stopped, Value};

use super::DfPn;
use super::children::YesNoQuestion;
use super::peers::Halt;
use super::worker::{SearchTask, Worker};
use crate::meter::{DEPTH_MAX, Meter};
use crate::proof_table::{Distance, Name};
use crate::search::Search;

/// Bytes that a position in the set of those counted takes, room to grow included.
const COUNTED_BYTES: usize = 64;

/// How many positions a proof of the answer to `goal` about `pos` takes: at each turn of the player who
/// gets what he wants one move that does, at the other's all of them. Positions that the analysis
/// decides at sight are not counted, and those with the same name once. What the table has lost is
/// searched again.
///
/// `None` if the goal is no yes/no question, or if the positions are too many for a third of what the
/// table may take, or the search for more than its budget.
pub(super) fn size<G: Game, A: Analysis<G>, D: Guide<G>>(
    search: &Search<'_, G, A, D, DfPn>,
    pos: &G::Position,
    goal: Goal<G::Value>,
    mut meter: Meter<'_, G::Value>,
) -> Option<u64> {
    let Goal::AtLeast(at_least) = goal else {
        return None;
    };
    let game = search.game;
    if game.outcome(pos).is_some() {
        return Some(0);
    }
    let order = SearchTask {
        // As the search asks it: what the first player needs.
        question: YesNoQuestion::new(at_least.value_for(Player::First).rank()),
        earlier: None,
        symmetry: search.folds(pos),
    };
    let table = &search.memory.as_ref()?.table;
    let mut worker = Worker::new(search, table, order, &mut meter, ());
    let is_won = worker.search(pos, Distance::UNLIMITED, 0).ok()? == Distance::WON;
    let winner = match is_won {
        true => game.turn(pos),
        false => game.turn(pos).other(),
    };
    let mut walk = ProofWalk {
        worker,
        winner,
        seen: HashSet::default(),
        seen_max: search.budget.table_bytes_max / 3 / COUNTED_BYTES,
    };
    walk.visit(pos, 0).ok()?;
    // The root has no name.
    Some(1 + walk.seen.len() as u64)
}

/// A walk over a proof.
struct ProofWalk<'r, 'g, 'w, G: Game, A, D> {
    worker: Worker<'r, 'g, 'w, G, A, D, ()>,
    winner: Player,
    seen: HashSet<u64, BuildMixer>,
    seen_max: usize,
}

impl<G: Game, A: Analysis<G>, D: Guide<G>> ProofWalk<'_, '_, '_, G, A, D> {
    /// Visits what is behind a position that the winner wins.
    fn visit(&mut self, pos: &G::Position, depth: u32) -> Result<(), Halt> {
        if depth > DEPTH_MAX {
            return Err(Stopped::Depth.into());
        }
        let game = self.worker.search.game;
        let (decided, children) = self.worker.opened(pos)?;
        if decided.is_some() {
            return Ok(());
        }
        if game.turn(pos) != self.winner {
            for child in &children {
                self.count(&game.play(pos, child.m), child.name, depth)?;
            }
            return Ok(());
        }
        let known = children
            .iter()
            .find(|child| child.distance == Distance::LOST);
        let child = match known {
            Some(child) => *child,
            None => {
                let found = self.worker.search(pos, Distance::UNLIMITED, depth)?;
                assert!(found == Distance::WON, "contradictory proofs: {found:?}");
                let m = self.worker.winner.take().expect("a win has a move");
                let found = children.iter().find(|child| child.m == m);
                *found.expect("the move that wins was listed")
            }
        };
        self.count(&game.play(pos, child.m), child.name, depth)
    }

    /// Counts a position, and visits it the first time.
    fn count(&mut self, pos: &G::Position, name: Name, depth: u32) -> Result<(), Halt> {
        if !self.seen.insert(name.key ^ name.second_key.rotate_left(32)) {
            return Ok(());
        }
        if self.seen.len() > self.seen_max {
            return Err(Stopped::Memory.into());
        }
        // Seen while it was searched: the budget and the watcher count it as a node.
        self.worker.meter.node()?;
        self.visit(pos, depth + 1)
    }
}
