//! Positions counted layer by layer: two layers are in memory at a time, as numbers.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use unbeatable_core::{Effort, Notation, Outcome, Player, Stopped};
use unbeatable_solve::layered::{
    Follower, Halted, Kernel, LayerStanding, MemoryShelf, find, forecast,
};

use super::room::room;
use crate::clock::Clock;
use crate::erased::Line;
use unbeatable_report::Follow;
use unbeatable_report::question::{Count, CountOf, Limits};
use unbeatable_report::report::{ByOutcome, CountReport, SCHEMA};

/// Games of fewer classes are counted position by position, which tells more.
const CLASSES_MIN: f64 = 2_000_000.0;

/// What a count takes, unless told otherwise.
const MEMORY: u64 = 1 << 30;

/// So many picks say whether a game is large.
const PICKS: usize = 400;

/// Counts the positions or classes behind a position of a large game; `None` if it is small, or if images
/// of the position are other positions, so that they cannot be counted by classes.
pub(super) fn count(
    kernel: &Kernel,
    line: &Line,
    question: &Count,
    follow: &dyn Follow,
) -> Option<CountReport> {
    let game = line.game();
    let of_classes = match question.of {
        CountOf::Positions => false,
        CountOf::Classes => true,
        CountOf::Tree | CountOf::Games => return None,
    };
    let mut images = vec![];
    kernel.game().images_of(kernel.root(), &mut images);
    // A limit on nodes is one on positions; that is kept by whoever visits them one by one.
    let is_possible = of_classes || images.len() == 1;
    if !is_possible || question.limits.nodes.is_some() {
        return None;
    }
    let clock = Clock::start(&question.limits, follow, None);
    let expected = forecast(kernel, &[], PICKS, 1, &|| clock.must_stop());
    if expected.is_some_and(|expected| expected.all.classes < CLASSES_MIN) {
        return None;
    }
    // One half is for layers, the other for finding them.
    let limits = Limits {
        memory: Some(question.limits.memory.unwrap_or(MEMORY)),
        ..question.limits.clone()
    };
    let mut room = room(&limits).ok()?;
    room.bytes_max /= 2;
    let counting = LayerCounter {
        kernel,
        clock: &clock,
        shelf: MemoryShelf::within(room.bytes_max),
        of_classes,
        tally: Mutex::default(),
        found: AtomicU64::new(0),
    };
    let result = find(kernel, room, &counting.shelf, &counting);
    let stopped = match result {
        Ok(_) => None,
        // A shelf in memory fails if it is full.
        Err(Halted::Memory(_) | Halted::Shelf(_)) => Some(Stopped::Memory),
        Err(Halted::Asked) => Some(Stopped::Asked),
    };
    let LayerTally { by_depth, ends } = counting.tally.into_inner().expect("no follower panics");
    let is_known = stopped.is_none();
    let [first, second] = Player::BOTH.map(|player| game.player_name(player));
    let by_outcome = ByOutcome(vec![
        (first.into(), ends[0]),
        (second.into(), ends[1]),
        ("draw".into(), ends[2]),
    ]);
    Some(CountReport {
        schema: SCHEMA,
        game: game.spec(),
        position: game.line_text(line),
        of: question.of.name().into(),
        count: is_known.then(|| by_depth.iter().sum()),
        by_outcome: is_known.then_some(by_outcome),
        by_depth: Some(by_depth),
        examined: None,
        largest_hash: None,
        seconds: clock.seconds(),
        stopped: clock.reason(stopped),
    })
}

struct LayerCounter<'k, 'g> {
    kernel: &'k Kernel<'g>,
    clock: &'k Clock<'k>,
    shelf: MemoryShelf,
    of_classes: bool,
    tally: Mutex<LayerTally>,
    found: AtomicU64,
}

#[derive(Default)]
struct LayerTally {
    by_depth: Vec<u128>,
    /// Won by the first player, by the second, drawn.
    ends: [u128; 3],
}

impl Follower for LayerCounter<'_, '_> {
    fn at(&self, now: &LayerStanding) -> ControlFlow<()> {
        let effort = Effort {
            nodes: self.found.load(Relaxed),
            ends: 0,
            depth_max: now.layer,
        };
        self.clock.report(effort, None, 0);
        match self.clock.must_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn found(&self, layer: u32, _: u64) {
        let game = self.kernel.game();
        let numbers = self.shelf.numbers(layer).expect("a layer that was found");
        if let Some(before) = layer.checked_sub(1) {
            self.shelf.forget(before);
        }
        let mut tally = self.tally.lock().expect("no follower panics");
        let mut all = 0;
        let mut images = vec![];
        for &number in numbers.iter() {
            let many = match self.of_classes {
                true => 1,
                false => {
                    game.images_of(number, &mut images);
                    images.len() as u128
                }
            };
            all += many;
            if let Some(outcome) = game.outcome_of(number) {
                let slot = outcome.winner().map_or(2, Player::index);
                debug_assert!(slot < 2 || outcome == Outcome::DRAW);
                tally.ends[slot] += many;
            }
        }
        tally.by_depth.push(all);
        self.found.fetch_add(all as u64, Relaxed);
    }
}
