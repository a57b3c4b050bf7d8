//! What a search remembers: numbers that guide it, and proofs with what they depend on.
//!
//! ```text
//! slot:   position | proof numbers, for either side's goal | work | proofs
//!                                                                    |
//! proof:  bound, and whether from below | new | stood | kept         v  newest first,
//!                                                                       a few for each position
//! ```
//!
//! The numbers are one for all histories: they only guide. A proof holds where
//!
//! - no mark of `new` stands in the history: the winner's moves make them;
//! - every mark of `stood` stands there: it kept the loser from making a move;
//! - if `kept`, the winner has kept what was ever safe ([`Analysis::bounds_if_kept`]).
//!
//! The key only finds the place: positions are compared, and marks are exact.
//!
//! [`Analysis::bounds_if_kept`]: unbeatable_core::Analysis::bounds_if_kept

use std::collections::HashMap;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Game, Mark, Numbers};

use super::frames::{Frame, Frames, Single};
use super::sets::{EMPTY, SetStart, Sets, reserve};
use crate::distance::Distance;

/// How far a position is of which nothing is known.
pub(super) const FIRST: Distance = Distance {
    win: Numbers::UNIT,
    lose: Numbers::UNIT,
};

/// A proof about one position, in the frame of its canonical form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// The rank that the value reaches, if won, or does not exceed.
    pub(super) bound: i16,
    /// Whether the player to move has reached the goal.
    pub(super) won: bool,
    /// Whether the winner must have kept what was safe.
    pub(super) kept: bool,
    /// Maps `new` into the frame of the proof; not `newest`.
    pub(super) frame: Frame,
    /// Marks that must not stand in the history,
    pub(super) new: SetStart,
    /// and one more: the winner's next move's.
    pub(super) newest: Single,
    /// Positions whose marks must stand in the history.
    pub(super) stood: List,
}

impl Proof {
    /// A proof that depends on nothing.
    pub(super) fn of_itself(bound: i16, won: bool) -> Self {
        Proof {
            bound,
            won,
            kept: false,
            frame: 0,
            new: EMPTY,
            newest: Single::NONE,
            stood: NONE,
        }
    }

    /// Whether it says if the player to move reaches `goal`.
    #[inline]
    pub(super) fn decides(&self, goal: i32) -> bool {
        match self.won {
            true => i32::from(self.bound) >= goal,
            false => i32::from(self.bound) < goal,
        }
    }
}

/// A list of positions, by number.
pub(super) type List = u32;

/// The list without positions.
pub(super) const NONE: List = 0;

/// No proof.
const END: u32 = u32::MAX;

/// A position has at most so many proofs; the oldest makes room. In a game where the same few
/// positions come up behind thousands of histories, more would have to be looked through each time.
const PROOFS_MAX: usize = 8;

/// Where a position was proven behind one history, it is near to be behind another.
const FAR: u32 = 1000 * Numbers::UNIT;

#[derive(Clone, Copy)]
struct Link {
    proof: Proof,
    next: u32,
}

/// What is remembered of a position; in Go 32 bytes, which no border of a cache line divides.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct MemorySlot<P> {
    position: P,
    numbers: [Distance; 2],
    /// The newest proof.
    proofs: u32,
    /// Which question the numbers are about.
    asked: u16,
    /// One more than the log2 of the nodes spent; 0 where nothing is remembered.
    work: u8,
}

/// Where a position is, or would be.
pub(super) type SlotIndex = usize;

/// When a place was last looked at, in changes of the memory.
pub(super) type Moment = u64;

/// Changes are told apart by so many remainders of their places, within the nearest cache.
const REMAINDERS: usize = 1 << 11;

/// Everything remembered.
pub(super) struct ProofMemory<P> {
    slots: Vec<MemorySlot<P>>,
    used: usize,
    links: Vec<Link>,
    pub(super) sets: Sets,
    listed: Vec<P>,
    list_ends: Vec<u32>,
    asked: u16,
    /// How many changes there were,
    now: Moment,
    /// and the last of those of places with that remainder: who looked at one later need not look again.
    changed: Box<[Moment]>,
    bytes_max: usize,
    /// How many times it was swept.
    pub(super) sweeps: u32,
}

impl<P: Copy + Eq> ProofMemory<P> {
    /// An empty memory that takes at most three quarters of `bytes_max`: what is left is for a sweep.
    pub(super) fn new(bytes_max: usize) -> Self {
        ProofMemory {
            slots: vec![],
            used: 0,
            links: vec![],
            sets: Sets::new(),
            listed: vec![],
            list_ends: vec![0],
            asked: 0,
            now: 1,
            changed: vec![0; REMAINDERS].into(),
            bytes_max,
            sweeps: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<MemorySlot<P>>()
            + self.links.capacity() * size_of::<Link>()
            + self.listed.capacity() * size_of::<P>()
            + self.list_ends.capacity() * 4
            + self.sets.bytes()
    }

    /// The moment that it is.
    #[inline]
    pub(super) fn now(&self) -> Moment {
        self.now
    }

    /// Whether what is remembered at a place may have changed after that moment.
    #[inline]
    pub(super) fn may_have_changed(&self, place: SlotIndex, since: Moment) -> bool {
        self.changed[place % REMAINDERS] > since
    }

    /// What is remembered at a place changes.
    #[inline]
    fn change(&mut self, place: SlotIndex) {
        self.now += 1;
        self.changed[place % REMAINDERS] = self.now;
    }

    /// Places are others now.
    fn change_all(&mut self) {
        self.now += 1;
        self.changed.fill(self.now);
    }

    /// Begins a new question: what is remembered of numbers belongs to another.
    pub(super) fn ask(&mut self) {
        if self.asked == u16::MAX {
            self.slots.iter_mut().for_each(|slot| slot.asked = 0);
            self.asked = 0;
        }
        self.asked += 1;
    }

    /// Makes room for what one node adds: a slot and a proof for each of `moves` and for itself, one
    /// set, and one list of `listed`. `false` if the limit forbids it.
    pub(super) fn make_room<G: Game<Position = P>>(
        &mut self,
        game: &G,
        moves: usize,
        listed: usize,
    ) -> bool {
        let quarter = self.bytes_max / 4;
        let mut left = (3 * quarter).saturating_sub(self.bytes());
        let has_room = reserve(&mut self.links, moves + 1, &mut left)
            && reserve(&mut self.listed, listed, &mut left)
            && reserve(&mut self.list_ends, 1, &mut left)
            && self.sets.make_room(&mut left);
        let wanted = (5 * (self.used + moves + 1)).div_ceil(3);
        has_room && (wanted <= self.slots.len() || self.grow(game, wanted, left))
    }

    #[cold]
    fn grow<G: Game<Position = P>>(&mut self, game: &G, wanted: usize, left: usize) -> bool {
        let length = wanted.next_power_of_two().max(1 << 8);
        if left < length * size_of::<MemorySlot<P>>() {
            return false;
        }
        let vacant = MemorySlot {
            position: game.start(),
            numbers: [FIRST; 2],
            proofs: END,
            asked: 0,
            work: 0,
        };
        self.change_all();
        let old = std::mem::replace(&mut self.slots, vec![vacant; length]);
        for slot in old.into_iter().filter(|slot| slot.work > 0) {
            let place = self.find(game, &slot.position);
            self.slots[place] = slot;
        }
        true
    }

    /// Where a position is looked for first.
    #[inline]
    pub(super) fn first_place<G: Game<Position = P>>(&self, game: &G, canon: &P) -> SlotIndex {
        game.key(canon) as usize & (self.slots.len() - 1)
    }

    /// Where a position is, or would be.
    #[inline]
    pub(super) fn find<G: Game<Position = P>>(&self, game: &G, canon: &P) -> SlotIndex {
        let mask = self.slots.len() - 1;
        let mut place = self.first_place(game, canon);
        loop {
            let slot = &self.slots[place];
            if slot.work == 0 || slot.position == *canon {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// Where a position is, or would be, that was at `place` when it was last looked for.
    #[inline]
    pub(super) fn find_again<G: Game<Position = P>>(
        &self,
        game: &G,
        canon: &P,
        place: SlotIndex,
    ) -> SlotIndex {
        match self.slots.get(place) {
            Some(slot) if slot.work > 0 && slot.position == *canon => place,
            _ => self.find(game, canon),
        }
    }

    #[inline]
    pub(super) fn is_known(&self, place: SlotIndex) -> bool {
        self.slots[place].work > 0
    }

    /// The numbers of a remembered position, if they belong to this question.
    #[inline]
    pub(super) fn numbers(&self, place: SlotIndex, side: usize) -> Option<Distance> {
        let slot = &self.slots[place];
        (slot.asked == self.asked && slot.numbers[side].win > 0).then(|| slot.numbers[side])
    }

    /// Its newest proof: it has changed if there are new ones.
    #[inline]
    pub(super) fn newest_proof(&self, place: SlotIndex) -> u32 {
        self.slots[place].proofs
    }

    /// Its proofs, newest first.
    #[inline]
    pub(super) fn proofs(&self, place: SlotIndex) -> impl Iterator<Item = Proof> {
        let mut at = self.slots[place].proofs;
        std::iter::from_fn(move || {
            let link = self.links.get(at as usize)?;
            at = link.next;
            Some(link.proof)
        })
    }

    fn slot<G: Game<Position = P>>(
        &mut self,
        game: &G,
        canon: &P,
        nodes: u64,
    ) -> &mut MemorySlot<P> {
        /// No number is 0: these are not known.
        const UNKNOWN: Distance = Distance { win: 0, lose: 0 };
        let place = self.find(game, canon);
        let work = 1 + nodes.max(1).ilog2() as u8;
        self.change(place);
        let slot = &mut self.slots[place];
        if slot.work == 0 {
            self.used += 1;
            slot.position = *canon;
            slot.proofs = END;
            slot.asked = 0;
        }
        slot.work = slot.work.max(work);
        if slot.asked != self.asked {
            slot.asked = self.asked;
            slot.numbers = [UNKNOWN; 2];
        }
        slot
    }

    /// Remembers numbers, found with so many nodes.
    pub(super) fn note<G: Game<Position = P>>(
        &mut self,
        game: &G,
        canon: &P,
        side: usize,
        numbers: Distance,
        nodes: u64,
    ) {
        self.slot(game, canon, nodes).numbers[side] = numbers;
    }

    /// Remembers a proof, found with so many nodes.
    pub(super) fn prove<G: Game<Position = P>>(
        &mut self,
        game: &G,
        canon: &P,
        side: usize,
        proof: Proof,
        nodes: u64,
    ) {
        let slot = self.slot(game, canon, nodes);
        slot.numbers[side] = match proof.won {
            true => Distance {
                win: Numbers::UNIT,
                lose: FAR,
            },
            false => Distance {
                win: FAR,
                lose: Numbers::UNIT,
            },
        };
        let first = slot.proofs;
        let at = self.link(first);
        self.links[at as usize] = Link { proof, next: first };
        let place = self.find(game, canon);
        self.slots[place].proofs = at;
    }

    /// A place for one more proof in front of those from `first` on: a new one, or that of the last.
    fn link(&mut self, first: u32) -> u32 {
        let (mut at, mut before) = (first, END);
        for _ in 1..PROOFS_MAX {
            if at == END {
                break;
            }
            before = at;
            at = self.links[at as usize].next;
        }
        if at == END {
            let new = self.links.len() as u32;
            self.links.push(Link {
                proof: Proof::of_itself(0, false),
                next: END,
            });
            return new;
        }
        self.links[before as usize].next = END;
        at
    }

    /// The positions of a list.
    #[inline]
    pub(super) fn list(&self, list: List) -> &[P] {
        match list as usize {
            0 => &[],
            i => &self.listed[self.list_ends[i - 1] as usize..self.list_ends[i] as usize],
        }
    }

    /// Remembers a list of positions.
    pub(super) fn keep_list(&mut self, list: &[P]) -> List {
        if list.is_empty() {
            return NONE;
        }
        self.listed.extend_from_slice(list);
        self.list_ends.push(self.listed.len() as u32);
        self.list_ends.len() as List - 1
    }
}

/// A memory being copied into a smaller one: what cost most stays, and with it the marks that it needs,
/// in classes that are numbered anew.
pub(super) struct MemorySweep<'f, P> {
    frames: &'f Frames,
    old: ProofMemory<P>,
    new: ProofMemory<P>,
    least: Vec<Mark>,
    /// The new number of each class.
    classes: Vec<u32>,
    /// The new place of each set and of each list.
    sets: HashMap<SetStart, SetStart, BuildMixer>,
    lists: HashMap<List, List, BuildMixer>,
}

impl<'f, P: Copy + Eq> MemorySweep<'f, P> {
    /// Copies as much of `memory` as takes about an eighth of its limit.
    pub(super) fn new<G: Game<Position = P>>(
        game: &G,
        frames: &'f Frames,
        memory: &mut ProofMemory<P>,
    ) -> Self {
        let mut new = ProofMemory::new(memory.bytes_max);
        new.asked = memory.asked;
        new.now = memory.now;
        new.change_all();
        new.sweeps = memory.sweeps + 1;
        let old = std::mem::replace(memory, ProofMemory::new(0));
        let least = old.sets.least_marks();
        let mut sweep = MemorySweep {
            frames,
            classes: vec![u32::MAX; least.len()],
            least,
            old,
            new,
            sets: HashMap::default(),
            lists: HashMap::default(),
        };
        sweep.copy_slots(game);
        sweep
    }

    fn copy_slots<G: Game<Position = P>>(&mut self, game: &G) {
        let mut costs = [0usize; 66];
        let mut counts = [0usize; 66];
        for slot in &self.old.slots {
            counts[usize::from(slot.work)] += 1;
            costs[usize::from(slot.work)] += self.cost(slot);
        }
        let (mut least_work, mut cost, mut count) = (66, 0, 0);
        while least_work > 1 && cost + costs[least_work - 1] <= self.old.bytes_max / 8 {
            least_work -= 1;
            cost += costs[least_work];
            count += counts[least_work];
        }
        assert!(
            self.new.grow(game, (count + 64) * 5 / 3, usize::MAX),
            "there is always room without a limit"
        );
        for i in 0..self.old.slots.len() {
            let slot = self.old.slots[i];
            if usize::from(slot.work) < least_work {
                continue;
            }
            let mut proofs: Vec<Proof> = self.old.proofs(i).collect();
            proofs.reverse();
            let mut first = END;
            for proof in proofs {
                let proof = self.proof(proof);
                let next = first;
                first = self.new.links.len() as u32;
                self.new.links.push(Link { proof, next });
            }
            let place = self.new.find(game, &slot.position);
            self.new.slots[place] = MemorySlot {
                proofs: first,
                ..slot
            };
            self.new.used += 1;
        }
    }

    fn cost(&self, slot: &MemorySlot<P>) -> usize {
        let mut cost = size_of::<MemorySlot<P>>();
        let mut at = slot.proofs;
        while let Some(Link { proof, next }) = self.old.links.get(at as usize) {
            cost += size_of::<Link>() + self.old.sets.set_bytes(proof.new);
            cost += size_of_val(self.old.list(proof.stood));
            at = *next;
        }
        cost
    }

    /// A mark, in its new class.
    pub(super) fn single(&mut self, mark: Single) -> Single {
        if mark.is_none() {
            return mark;
        }
        let class = &mut self.classes[mark.class as usize];
        if *class == u32::MAX {
            *class = self.new.sets.class(self.least[mark.class as usize]);
        }
        Single {
            class: *class,
            ..mark
        }
    }

    /// A proof, about the new classes.
    pub(super) fn proof(&mut self, proof: Proof) -> Proof {
        Proof {
            new: self.set(proof.new),
            newest: self.single(proof.newest),
            stood: self.list(proof.stood),
            ..proof
        }
    }

    fn set(&mut self, set: SetStart) -> SetStart {
        if set == EMPTY {
            return EMPTY;
        }
        if let Some(&copied) = self.sets.get(&set) {
            return copied;
        }
        let words: Vec<(u32, u64)> = self.old.sets.words(set).collect();
        for word in words {
            for mark in self.frames.marks(word) {
                let mark = self.single(mark);
                self.new.sets.add(mark.word(self.frames));
            }
        }
        let copied = self.new.sets.unite();
        self.sets.insert(set, copied);
        copied
    }

    fn list(&mut self, list: List) -> List {
        if list == NONE {
            return NONE;
        }
        if let Some(&copied) = self.lists.get(&list) {
            return copied;
        }
        let copied = self.new.keep_list(self.old.list(list));
        self.lists.insert(list, copied);
        copied
    }

    /// The smaller memory.
    pub(super) fn finish(self) -> ProofMemory<P> {
        self.new
    }
}
