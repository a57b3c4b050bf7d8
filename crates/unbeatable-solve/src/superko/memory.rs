//! What a search remembers: numbers that guide it, and proofs with what they depend on.
//!
//! ```text
//! slot:   position | word | numbers for one side's goal, for the other's
//!
//!   word    bit  63..56   55..48   47..32   31..0
//!                zeros    work     asked    newest proof
//!                                              |
//!                                              v  newest first, a few for each position
//! proof:  bound, and whether from below | new | stood | kept | next proof
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
//! Threads share it without a lock. A position is written once; numbers may be anybody's, since they
//! guide and prove nothing; a proof is written before it is joined to its position, and what it says is
//! never changed. Whoever makes room is alone: the memory itself is behind a lock that all others hold for
//! reading.
//!
//! [`Analysis::bounds_if_kept`]: unbeatable_core::Analysis::bounds_if_kept

use std::sync::RwLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use unbeatable_core::{Game, Numbers};

use super::arena::{RecordArena, Stretch};
use super::frames::{Frame, Single};
use super::sets::{EMPTY, SetStart, Sets};
use crate::distance::Distance;

mod slots;
mod sweep;

use slots::{MemorySlot, SlotWord, Slots, packed, unpacked};
pub(super) use sweep::MemorySweep;

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

    /// The proof as a record, with the next one of its position.
    fn record(&self, next: u32) -> [u32; 6] {
        let flags = u32::from(self.won) << 16 | u32::from(self.kept) << 17;
        [
            u32::from(self.bound as u16) | flags | u32::from(self.frame) << 24,
            self.new,
            self.newest.class,
            self.newest.lane.into(),
            self.stood,
            next,
        ]
    }

    /// The proof that a record says, and the next one of its position.
    #[inline]
    fn of_record([word, new, class, lane, stood, next]: [u32; 6]) -> (Self, u32) {
        let proof = Proof {
            bound: word as u16 as i16,
            won: word >> 16 & 1 == 1,
            kept: word >> 17 & 1 == 1,
            frame: (word >> 24) as Frame,
            new,
            newest: Single {
                class,
                lane: lane as u16,
            },
            stood,
        };
        (proof, next)
    }
}

/// A list of positions, by number.
pub(super) type List = u32;

/// The list without positions.
pub(super) const NONE: List = 0;

/// No proof.
const END: u32 = u32::MAX;

/// Which number of a proof's record says where the next one is.
const NEXT: usize = 5;

/// A position has at most so many proofs; the oldest makes room. In a game where the same few
/// positions come up behind thousands of histories, more would have to be looked through each time.
const PROOFS_MAX: usize = 8;

/// Where a position was proven behind one history, it is near to be behind another.
const FAR: u32 = 1000 * Numbers::UNIT;

/// Where a position is, or would be.
pub(super) type SlotIndex = usize;

/// When a place was last looked at, in changes of the memory.
pub(super) type Moment = u64;

/// Changes are told apart by so many remainders of their places, within the nearest cache.
const REMAINDERS: usize = 1 << 11;

/// Everything remembered.
pub(super) struct ProofMemory<P> {
    slots: Slots<P>,
    used: AtomicUsize,
    proofs: RecordArena<6>,
    pub(super) sets: Sets,
    lists: RwLock<StoodLists<P>>,
    lists_bytes: AtomicUsize,
    asked: u16,
    /// How many changes there were,
    now: AtomicU64,
    /// and the last of those of places with that remainder: who looked at one later need not look again.
    changed: Box<[AtomicU64]>,
    bytes_max: usize,
    /// How many times it was swept.
    pub(super) sweeps: u32,
}

/// StoodLists of positions, one behind the other.
struct StoodLists<P> {
    listed: Vec<P>,
    ends: Vec<u64>,
}

/// What one node may add to memory, at most.
#[derive(Clone, Copy)]
pub(super) struct Need {
    /// That many proofs and positions,
    pub(super) proofs: usize,
    /// and listed positions.
    pub(super) listed: usize,
    /// So many threads may need that at once,
    pub(super) threads: usize,
    /// and take so many bytes each besides.
    pub(super) own_bytes: usize,
}

impl Need {
    /// What all take besides proofs, positions and sets.
    fn beside<P>(&self) -> usize {
        self.threads * (self.listed * size_of::<P>() + 8 + self.own_bytes)
    }
}

impl<P: Copy + Eq + Send + Sync> ProofMemory<P> {
    /// An empty memory that takes at most three quarters of `bytes_max`: what is left is for a sweep.
    pub(super) fn new(bytes_max: usize) -> Self {
        ProofMemory {
            slots: Slots::new(2).expect("the system gives a page"),
            used: AtomicUsize::new(0),
            proofs: RecordArena::new(),
            sets: Sets::new(),
            lists: RwLock::new(StoodLists {
                listed: vec![],
                ends: vec![0],
            }),
            lists_bytes: AtomicUsize::new(0),
            asked: 0,
            now: AtomicU64::new(1),
            changed: (0..REMAINDERS).map(|_| AtomicU64::new(0)).collect(),
            bytes_max,
            sweeps: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.bytes()
            + self.proofs.bytes()
            + self.lists_bytes.load(Relaxed)
            + self.sets.bytes()
    }

    /// The moment that it is.
    #[inline]
    pub(super) fn now(&self) -> Moment {
        self.now.load(Relaxed)
    }

    /// Whether what is remembered at a place may have changed after that moment.
    #[inline]
    pub(super) fn may_have_changed(&self, place: SlotIndex, since: Moment) -> bool {
        self.changed[place % REMAINDERS].load(Relaxed) > since
    }

    /// What is remembered at a place has changed.
    #[inline]
    fn change(&self, place: SlotIndex) {
        let now = self.now.fetch_add(1, Relaxed) + 1;
        self.changed[place % REMAINDERS].store(now, Relaxed);
    }

    /// Places are others now.
    fn change_all(&mut self) {
        let now = self.now.get_mut();
        *now += 1;
        for changed in &mut self.changed {
            *changed.get_mut() = *now;
        }
    }

    /// Begins a new question: what is remembered of numbers belongs to another.
    pub(super) fn ask(&mut self) {
        if self.asked == u16::MAX {
            for slot in self.slots.iter() {
                slot.numbers.iter().for_each(|side| side.store(0, Relaxed));
            }
            self.asked = 0;
        }
        self.asked += 1;
    }

    /// Whether a thread may add so much; it writes proofs to that stretch.
    #[inline]
    pub(super) fn has_room(&self, need: Need, stretch: &mut Stretch) -> bool {
        let used = self.used.load(Relaxed) + need.threads * need.proofs;
        (5 * used).div_ceil(3) <= self.slots.len()
            && self.proofs.extend(stretch, need.proofs)
            && self.bytes() + need.beside::<P>() <= self.bytes_most()
    }

    fn bytes_most(&self) -> usize {
        self.bytes_max / 4 * 3
    }

    /// Makes room for what a node of each thread adds, and for a set of so many words.
    /// `false` if the limit forbids it.
    #[cold]
    pub(super) fn grow<G: Game<Position = P>>(
        &mut self,
        game: &G,
        need: Need,
        words: usize,
    ) -> bool {
        let taken = self.bytes() + need.beside::<P>();
        let Some(mut left) = self.bytes_most().checked_sub(taken) else {
            return false;
        };
        let proofs = need.threads * need.proofs;
        let slots = *self.used.get_mut() + proofs;
        self.proofs.grow(proofs, &mut left)
            && self.sets.grow(words, need.threads, &mut left)
            && self.grow_slots(game, slots, left)
    }

    /// Sees to it that so many slots may be used, if that takes no more than `left` bytes.
    fn grow_slots<G: Game<Position = P>>(&mut self, game: &G, used: usize, left: usize) -> bool {
        let wanted = (5 * used).div_ceil(3);
        if wanted <= self.slots.len() {
            return true;
        }
        let length = wanted.next_power_of_two().max(1 << 8);
        if left < Slots::<P>::bytes_of(length) {
            return false;
        }
        let Some(slots) = Slots::new(length) else {
            return false;
        };
        self.change_all();
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.iter() {
            if let Some((position, word)) = slot.position.get() {
                self.take_over(game, position, word, slot);
            }
        }
        true
    }

    /// Puts a position into a vacant slot, with that word and the numbers of an old one.
    fn take_over<G: Game<Position = P>>(
        &self,
        game: &G,
        position: &P,
        word: u64,
        old: &MemorySlot<P>,
    ) {
        let slot = self.slots.get(self.find(game, position));
        assert!(slot.position.claim(*position, word), "it is there once");
        for (new, old) in slot.numbers.iter().zip(&old.numbers) {
            new.store(old.load(Relaxed), Relaxed);
        }
    }

    /// Begins to fetch what is remembered of a position.
    #[inline]
    pub(super) fn prefetch<G: Game<Position = P>>(&self, game: &G, canon: &P) {
        self.slots.prefetch(self.first_place(game, canon));
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
            match self.slots.get(place).position.get() {
                Some((position, _)) if position != canon => place = (place + 1) & mask,
                _ => return place,
            }
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
        // The table may have been swept meanwhile, and be smaller.
        if place < self.slots.len()
            && let Some((position, _)) = self.slots.get(place).position.get()
            && position == canon
        {
            return place;
        }
        self.find(game, canon)
    }

    /// What the place of a position says, if it is that position's: where it would be, another thread may
    /// have put its own since.
    #[inline]
    fn word(&self, place: SlotIndex, canon: &P) -> Option<SlotWord> {
        let (position, word) = self.slots.get(place).position.get()?;
        (position == canon).then(|| SlotWord::of(word))
    }

    #[inline]
    pub(super) fn is_known(&self, place: SlotIndex, canon: &P) -> bool {
        self.word(place, canon).is_some()
    }

    /// Whether anything is remembered of a position.
    #[inline]
    pub(super) fn knows<G: Game<Position = P>>(&self, game: &G, canon: &P) -> bool {
        self.is_known(self.find(game, canon), canon)
    }

    /// One more than the log2 of the nodes spent on a position; 0 if nothing is remembered.
    pub(super) fn work(&self, place: SlotIndex, canon: &P) -> u8 {
        self.word(place, canon).map_or(0, |word| word.work)
    }

    /// The numbers of a remembered position, if they belong to this question.
    #[inline]
    pub(super) fn numbers(&self, place: SlotIndex, canon: &P, side: usize) -> Option<Distance> {
        let asked = self.word(place, canon)?.asked;
        let numbers = self.slots.get(place).numbers[side].load(Relaxed);
        (asked == self.asked && numbers > 0).then(|| unpacked(numbers))
    }

    /// Its newest proof: it has changed if there are new ones.
    #[inline]
    pub(super) fn newest_proof(&self, place: SlotIndex, canon: &P) -> u32 {
        self.word(place, canon).map_or(END, |word| word.newest)
    }

    /// Its proofs, newest first.
    #[inline]
    pub(super) fn proofs(&self, place: SlotIndex, canon: &P) -> impl Iterator<Item = Proof> {
        self.proofs_from(self.newest_proof(place, canon))
    }

    #[inline]
    fn proofs_from(&self, mut at: u32) -> impl Iterator<Item = Proof> {
        std::iter::from_fn(move || {
            if at == END {
                return None;
            }
            let (proof, next) = Proof::of_record(self.proofs.get(at));
            at = next;
            Some(proof)
        })
    }

    /// Remembers numbers of a position on which so many nodes were spent, and what `newest` makes of its
    /// newest proof.
    fn put<G: Game<Position = P>>(
        &self,
        game: &G,
        canon: &P,
        nodes: u64,
        numbers: (usize, Distance),
        newest: impl FnMut(u32) -> u32,
    ) {
        let place = self.find(game, canon);
        self.put_at(game, (canon, place), nodes, numbers, newest);
    }

    /// As `put`, for a position that is at `place`, or would have been a moment ago.
    pub(super) fn put_at<G: Game<Position = P>>(
        &self,
        game: &G,
        (canon, mut place): (&P, SlotIndex),
        nodes: u64,
        numbers: (usize, Distance),
        mut newest: impl FnMut(u32) -> u32,
    ) {
        let work = 1 + nodes.max(1).ilog2() as u8;
        loop {
            let slot = self.slots.get(place);
            let Some((position, held)) = slot.position.get() else {
                let word = SlotWord {
                    newest: newest(END),
                    asked: self.asked,
                    work,
                };
                if slot.position.claim(*canon, word.bits()) {
                    self.used.fetch_add(1, Relaxed);
                    break;
                }
                // Another thread has put its own position here, or this one.
                place = self.find(game, canon);
                continue;
            };
            if position != canon {
                // Another thread has come between.
                place = self.find(game, canon);
                continue;
            }
            let old = SlotWord::of(held);
            if old.asked != self.asked {
                slot.numbers.iter().for_each(|side| side.store(0, Relaxed));
            }
            let new = SlotWord {
                newest: newest(old.newest),
                asked: self.asked,
                work: old.work.max(work),
            };
            if new.bits() == held || slot.position.change(held, new.bits()).is_ok() {
                break;
            }
        }
        let (side, numbers) = numbers;
        self.slots.get(place).numbers[side].store(packed(numbers), Relaxed);
        self.change(place);
    }

    /// Remembers numbers, found with so many nodes.
    pub(super) fn note<G: Game<Position = P>>(
        &self,
        game: &G,
        canon: &P,
        side: usize,
        numbers: Distance,
        nodes: u64,
    ) {
        self.put(game, canon, nodes, (side, numbers), |newest| newest);
    }

    /// Remembers a proof, found with so many nodes; it is written to that stretch.
    pub(super) fn prove<G: Game<Position = P>>(
        &self,
        game: &G,
        canon: &P,
        side: usize,
        proof: Proof,
        nodes: u64,
        stretch: &mut Stretch,
    ) {
        let numbers = match proof.won {
            true => Distance {
                win: Numbers::UNIT,
                lose: FAR,
            },
            false => Distance {
                win: FAR,
                lose: Numbers::UNIT,
            },
        };
        let at = self.proofs.write(stretch, proof.record(END));
        self.put(game, canon, nodes, (side, numbers), |newest| {
            self.proofs.part(at, NEXT).store(newest, Relaxed);
            at
        });
        self.cut(at);
    }

    /// Leaves a position its newest proofs, from that one on.
    fn cut(&self, mut at: u32) {
        for _ in 1..PROOFS_MAX {
            at = self.proofs.part(at, NEXT).load(Relaxed);
            if at == END {
                return;
            }
        }
        self.proofs.part(at, NEXT).store(END, Relaxed);
    }

    /// Whether all positions of a list are like that.
    #[inline]
    pub(super) fn all_listed(&self, list: List, is_so: impl FnMut(&P) -> bool) -> bool {
        list == NONE || self.lists().of(list).iter().all(is_so)
    }

    /// The positions of a list.
    #[inline]
    pub(super) fn list(&self, list: List) -> Vec<P> {
        match list {
            NONE => vec![],
            _ => self.lists().of(list).to_vec(),
        }
    }

    fn lists(&self) -> std::sync::RwLockReadGuard<'_, StoodLists<P>> {
        self.lists
            .read()
            .expect("no thread panics while it holds this")
    }

    /// Remembers a list of positions.
    pub(super) fn keep_list(&self, list: &[P]) -> List {
        if list.is_empty() {
            return NONE;
        }
        let mut lists = self
            .lists
            .write()
            .expect("no thread panics while it holds this");
        let StoodLists { listed, ends } = &mut *lists;
        // To double them could take more than there is.
        if listed.capacity() - listed.len() < list.len() {
            listed.reserve_exact(list.len() + listed.len() / 8);
        }
        listed.extend_from_slice(list);
        ends.push(listed.len() as u64);
        let bytes = listed.capacity() * size_of::<P>() + ends.capacity() * 8;
        self.lists_bytes.store(bytes, Relaxed);
        List::try_from(ends.len() - 1).expect("memory ends before numbers do")
    }
}

impl<P> StoodLists<P> {
    fn of(&self, list: List) -> &[P] {
        let i = list as usize;
        &self.listed[self.ends[i - 1] as usize..self.ends[i] as usize]
    }
}
