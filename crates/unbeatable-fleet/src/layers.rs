//! Layers forward and backward: what a worker does with its positions, and with the others' help.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;

use unbeatable_core::{Behind, Settled, part_of};
use unbeatable_solve::layered::{
    Follower, Halted, Kernel, LayerStanding, Layers, Lists, Phase, Room, Runs, SettledPart, Shelf,
    TOGETHER, settle,
};

use crate::code::{QuestionWriter, RunWriter, read_questions, read_run};
use crate::mail::Letter;
use crate::member::Member;
use crate::trouble::Trouble;

/// A letter is sent when it has about as many bytes.
const LETTER_BYTES: usize = 1 << 18;

/// Room for lists of what is behind positions: with more they would be merged no faster.
const LISTS_BYTES_MAX: usize = 96 << 20;

/// Questions to one worker that are collected before they are sent, about.
const QUESTIONS: usize = 1 << 15;

/// Questions to all workers that are collected before they are sent, at most.
const QUESTIONS_MAX: usize = 1 << 21;

impl Member<'_> {
    /// Finds all positions that can be reached from the kernel's root, and settles them, together with all
    /// others: this worker's are on its shelf afterwards, a file for each layer even where it has none. What
    /// is on all shelves already is taken from there.
    ///
    /// The kernel must be everybody's. One worker of a process should be `follower`'s, and the others
    /// bring `()` or one that only stops them.
    pub fn solve(
        &mut self,
        kernel: &Kernel,
        room: Room,
        shelf: &dyn Shelf,
        follower: &dyn Follower,
    ) -> Result<Layers, Trouble> {
        let room = Room { threads: 1, ..room };
        self.keep_within(room.bytes_max);
        let classes = self.find(kernel, room, shelf, follower)?;
        let first = kernel.first_layer();
        // Back from the first layer, from behind, that somebody has not settled.
        let mut settled = classes.len();
        while settled > 0 && shelf.has_values(first + settled as u32 - 1)? {
            settled -= 1;
        }
        let all = self.gather(&(settled as u64).to_le_bytes())?;
        let unsettled = all.iter().map(|told| number(told)).max().unwrap_or(0) as usize;
        for i in (0..unsettled).rev() {
            self.settle(kernel, first + i as u32, &classes, room, shelf, follower)?;
        }
        let mut root = vec![];
        if part_of(kernel.root(), self.count()) == self.index() {
            shelf.take_values(first)?.next(&mut root)?;
        }
        let byte = root.first().map(|settled| settled.byte());
        let all = self.gather(byte.as_slice())?;
        let root = all.iter().find_map(|told| told.first().copied());
        Ok(Layers {
            first,
            classes,
            root: Settled::from_byte(root.unwrap_or(0)),
        })
    }

    /// Finds all positions: classes by layer, everybody's.
    fn find(
        &mut self,
        kernel: &Kernel,
        room: Room,
        shelf: &dyn Shelf,
        follower: &dyn Follower,
    ) -> Result<Vec<u64>, Trouble> {
        let first = kernel.first_layer();
        if shelf.keys(first)?.is_none() {
            let mut sink = shelf.put_keys(first)?;
            if part_of(kernel.root(), self.count()) == self.index() {
                sink.push(&[kernel.root()])?;
            }
            sink.finish()?;
        }
        let mut classes = vec![];
        let mut layer = first;
        loop {
            // How many this worker has, and whether it has found the next layer, too, in an earlier run.
            let here = shelf.keys(layer)?.expect("a layer that was just written");
            let has_next = shelf.keys(layer + 1)?.is_some();
            let own = [here.to_le_bytes(), u64::from(has_next).to_le_bytes()].concat();
            let all = self.gather(&own)?;
            let count = all.iter().map(|told| number(told)).sum();
            let all_have_next = all.iter().all(|told| number(&told[8..]) == 1);
            if count == 0 {
                return Ok(classes);
            }
            classes.push(count);
            follower.found(layer, count);
            if !all_have_next {
                self.expand(kernel, layer, here, room, shelf, follower)?;
            }
            layer += 1;
        }
    }

    /// Finds this worker's part of the layer behind `layer`.
    fn expand(
        &mut self,
        kernel: &Kernel,
        layer: u32,
        here: u64,
        room: Room,
        shelf: &dyn Shelf,
        follower: &dyn Follower,
    ) -> Result<(), Trouble> {
        shelf.clear_runs()?;
        let runs = Runs::new(shelf, room);
        let trouble = RefCell::new(None);
        let mut hear = |question: &Letter| {
            if let Err(error) = runs.add(read_run(&question.bytes)) {
                trouble.replace(Some(error));
            }
            vec![]
        };
        let lists_room = Room {
            bytes_max: room.bytes_max.min(LISTS_BYTES_MAX),
            ..room
        };
        let mut lists = Lists::new(kernel.game().move_group_count(), lists_room);
        let mut source = shelf.take_keys(layer)?;
        let mut block = vec![];
        let mut behind = Behind::default();
        let mut done = 0;
        loop {
            let is_more = source.next(&mut block)?;
            for some in block.chunks(TOGETHER) {
                // What they are worth if they are finished, is for the way back.
                kernel.game().expand(some, &mut behind);
                lists.push(behind.moves());
            }
            if lists.is_full() || !is_more {
                let own = self.send_run(lists.take(), &mut hear)?;
                runs.add(own)?;
            }
            self.tend(&mut hear, &mut |_, _| {}, false)?;
            if let Some(trouble) = trouble.take() {
                return Err(trouble.into());
            }
            done += block.len() as u64;
            tell(follower, Phase::Forward, layer, done, here)?;
            if !is_more {
                break;
            }
        }
        self.end_round(&mut hear, &mut |_, _| {})?;
        if let Some(trouble) = trouble.take() {
            return Err(trouble.into());
        }
        let go_on = || {
            tell(follower, Phase::Forward, layer, here, here)?;
            // What it is, is said below.
            self.check().map_err(|_| Halted::Asked)
        };
        let count = match runs.merge(layer + 1, room, &go_on) {
            Err(Halted::Asked) => {
                self.check()?;
                return Err(Halted::Asked.into());
            }
            count => count?,
        };
        if count == 0 {
            shelf.put_keys(layer + 1)?.finish()?;
        }
        Ok(())
    }

    /// Sends the numbers of a run to their owners, and returns this worker's own.
    fn send_run(
        &mut self,
        run: Vec<u64>,
        hear: &mut dyn FnMut(&Letter) -> Vec<u8>,
    ) -> Result<Vec<u64>, Trouble> {
        let (own, count) = (self.index(), self.count());
        if count == 1 {
            return Ok(run);
        }
        let mut kept = vec![];
        let mut writers: Vec<RunWriter> = (0..count).map(|_| RunWriter::default()).collect();
        for number in run {
            let to = part_of(number, count);
            if to == own {
                kept.push(number);
                continue;
            }
            let writer = &mut writers[to as usize];
            writer.push(number);
            if writer.bytes.len() >= LETTER_BYTES {
                let full = std::mem::take(writer);
                self.ask(to, full.bytes);
                self.tend(hear, &mut |_, _| {}, false)?;
            }
        }
        for (to, writer) in writers.into_iter().enumerate() {
            if !writer.bytes.is_empty() {
                self.ask(to as u32, writer.bytes);
            }
        }
        kept.shrink_to_fit();
        Ok(kept)
    }

    /// Settles this worker's part of a layer.
    fn settle(
        &mut self,
        kernel: &Kernel,
        layer: u32,
        classes: &[u64],
        room: Room,
        shelf: &dyn Shelf,
        follower: &dyn Follower,
    ) -> Result<(), Trouble> {
        let is_last = layer + 1 == kernel.first_layer() + classes.len() as u32;
        let size = |layer| -> Result<usize, Trouble> {
            let count = shelf.keys(layer)?.expect("a layer that was found");
            Ok(usize::try_from(count).expect("a layer that could be written"))
        };
        let here = size(layer)?;
        let behind = if is_last { 0 } else { size(layer + 1)? };
        let bytes = here + 9 * behind;
        if bytes > room.bytes_max {
            return Err(Halted::Memory(bytes).into());
        }
        if u32::try_from(here).is_err() {
            let why =
                format!("layer {layer} has {here} classes of one worker: expected more workers");
            return Err(io::Error::other(why).into());
        }
        let mut part = SettledPart::default();
        if !is_last {
            let (mut keys, mut values) =
                (shelf.take_keys(layer + 1)?, shelf.take_values(layer + 1)?);
            part.take(&mut *keys, &mut *values, behind)?;
        }
        let groups = kernel.game().move_group_count();
        let (own, count) = (self.index(), self.count());
        let worth = |finger: &mut usize, number| {
            let found = part.find(finger, number);
            found.expect("what is behind a position is in the next layer")
        };
        let mut others = vec![vec![0; groups]; count as usize];
        let mut hear = |question: &Letter| {
            let fingers = &mut others[question.from as usize];
            let mut values = vec![];
            read_questions(&question.bytes, groups, |group, number| {
                values.push(worth(&mut fingers[group], number).byte());
            });
            values
        };
        let mut values = vec![Settled::UNKNOWN; here];
        // Whose answers are awaited: for each question the positions that it was asked for.
        let mut waiting: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        let mut begun: Vec<(QuestionWriter, Vec<u32>)> = (0..count)
            .map(|_| (QuestionWriter::new(groups), vec![]))
            .collect();
        let together = (QUESTIONS * (count as usize - 1)).min(QUESTIONS_MAX);
        let mut fingers = vec![0; groups];
        let mut source = shelf.take_keys(layer)?;
        let mut block = vec![];
        let mut next = Behind::default();
        let (mut at, mut collected) = (0, 0);
        loop {
            let is_more = source.next(&mut block)?;
            for some in block.chunks(TOGETHER) {
                kernel.game().expand(some, &mut next);
                for (moves, end) in next.positions() {
                    let mut so_far = end;
                    for &(group, next) in moves {
                        let owner = part_of(next, count);
                        if owner == own {
                            so_far = settle(so_far, worth(&mut fingers[group], next));
                        } else {
                            let (writer, positions) = &mut begun[owner as usize];
                            writer.push(group, next);
                            positions.push(at as u32);
                            collected += 1;
                        }
                    }
                    values[at] = so_far;
                    at += 1;
                }
            }
            if collected >= together || !is_more {
                collected = 0;
                for (to, (writer, positions)) in begun.iter_mut().enumerate() {
                    if !positions.is_empty() {
                        let about = self.ask(to as u32, writer.take());
                        waiting.insert(about, std::mem::take(positions));
                    }
                }
            }
            let mut take = |about, answer: &[u8]| apply(&mut waiting, &mut values, about, answer);
            self.tend(&mut hear, &mut take, false)?;
            tell(follower, Phase::Backward, layer, at as u64, here as u64)?;
            if !is_more {
                break;
            }
        }
        let mut take = |about, answer: &[u8]| apply(&mut waiting, &mut values, about, answer);
        self.end_round(&mut hear, &mut take)?;
        assert!(
            values.iter().all(|&settled| settled != Settled::UNKNOWN),
            "every question is answered"
        );
        let mut sink = shelf.put_values(layer)?;
        sink.push(&values)?;
        sink.finish()?;
        Ok(())
    }
}

/// Takes an answer: what is behind some positions is worth.
fn apply(waiting: &mut BTreeMap<u64, Vec<u32>>, values: &mut [Settled], about: u64, answer: &[u8]) {
    let positions = waiting.remove(&about).expect("a question of this round");
    assert_eq!(positions.len(), answer.len(), "an answer to every question");
    for (&i, &byte) in positions.iter().zip(answer) {
        let so_far = &mut values[i as usize];
        *so_far = settle(*so_far, Settled::from_byte(byte));
    }
}

/// Tells a follower where this worker stands.
fn tell(
    follower: &dyn Follower,
    phase: Phase,
    layer: u32,
    done: u64,
    of: u64,
) -> Result<(), Halted> {
    let now = LayerStanding {
        phase,
        layer,
        done,
        of,
    };
    match follower.at(&now) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Halted::Asked),
    }
}

/// The number that a worker told.
fn number(told: &[u8]) -> u64 {
    u64::from_le_bytes(told[..8].try_into().expect("eight bytes"))
}
