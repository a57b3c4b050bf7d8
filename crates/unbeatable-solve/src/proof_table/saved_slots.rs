//! What a table holds, slot by slot: to be kept elsewhere, and brought back.

use std::sync::atomic::Ordering::Relaxed;

use super::slot::ProofSlot;
use super::word::{SECOND_KEY_SHIFT, SavedSlot, WORK_MASK, fits, is_decided};
use super::{CROWDED, ProofTable};
use crate::cells::SLOTS;

/// See [`ProofTable::saved_slots`].
struct SavedSlots<'t> {
    table: &'t ProofTable,
    /// How many buckets there were when the last part was read, and the first of the next part.
    buckets: usize,
    next: usize,
    /// What is read already, last first.
    part: Vec<SavedSlot>,
}

/// The buckets of one part: 256 KiB, so that doubling never waits long.
const PART_BUCKETS: usize = 1 << 12;

impl Iterator for SavedSlots<'_> {
    type Item = SavedSlot;

    fn next(&mut self) -> Option<SavedSlot> {
        loop {
            if let Some(kept) = self.part.pop() {
                return Some(kept);
            }
            if !self.read_part() {
                return None;
            }
        }
    }
}

impl SavedSlots<'_> {
    /// Reads the next part; `false` if there is none.
    fn read_part(&mut self) -> bool {
        let table = self.table;
        let still = table.doubling.read();
        let _still = still.expect("nobody dies while the table doubles");
        // If it has doubled, every bucket is two now, in the same order.
        let buckets = table.buckets();
        self.next *= buckets / self.buckets;
        self.buckets = buckets;
        let part = self.next..buckets.min(self.next + PART_BUCKETS);
        self.next = part.end;
        let is_left = !part.is_empty();
        for i in part.rev() {
            let found = table.memory.all()[i].0.iter().filter_map(ProofSlot::read);
            let belong = found.filter(|&(key, _)| table.bucket(key) == i);
            self.part
                .extend(belong.map(|(key, word)| SavedSlot { key, word }));
        }
        is_left
    }
}

impl ProofTable {
    /// All slots, by key as far as buckets go. Others may go on reading and writing: what they write
    /// meanwhile is found or is not, and halves of two slots are left out or fit no position, so that
    /// whatever is found is as true as the table. It is read in parts; between two of them the table
    /// may double.
    pub fn saved_slots(&self) -> impl Iterator<Item = SavedSlot> {
        SavedSlots {
            table: self,
            buckets: self.buckets(),
            next: 0,
            part: vec![],
        }
    }

    /// Makes an empty table large enough for so many slots, as far as it may grow: slots come by
    /// key, so that they would crowd the first buckets of a small one.
    ///
    /// Panics if the table is not empty.
    pub fn reserve(&self, slots: u64) {
        let _alone = self.doubling.write();
        assert_eq!(self.taken.load(Relaxed), 0, "an empty table has room");
        let is_crowded =
            |buckets: usize| u128::from(slots) * 8 >= buckets as u128 * (SLOTS * CROWDED) as u128;
        let mut buckets = self.buckets();
        while is_crowded(buckets) && buckets < self.memory.len() {
            buckets *= 2;
        }
        self.buckets.store(buckets, Relaxed);
    }

    /// Brings a slot back, unless the table has one of that position already, which stays if it is an
    /// answer, or if this one is none and took no more work. Where there is no room, the one with the least
    /// work behind it is dropped.
    pub fn restore(&self, kept: SavedSlot) {
        let SavedSlot { key, word } = kept;
        let second_key = word >> SECOND_KEY_SHIFT;
        let (mut least, mut place) = (u64::MAX, None);
        for slot in &self.memory.all()[self.bucket(key)].0 {
            match slot.read() {
                Some((other, held)) if other == key && fits(held, second_key) => {
                    let is_better = is_decided(word) || held & WORK_MASK < word & WORK_MASK;
                    if is_better && !is_decided(held) {
                        slot.write(key, word);
                    }
                    return;
                }
                Some((_, held)) if (held & WORK_MASK) < least => {
                    (least, place) = (held & WORK_MASK, Some((slot, 0)));
                }
                Some(_) => {}
                None => {
                    (least, place) = (0, Some((slot, 1)));
                    break;
                }
            }
        }
        let (slot, taken) = place.expect("a bucket has slots");
        if taken == 1 || least < word & WORK_MASK {
            slot.write(key, word);
            self.count(taken);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof_table::Distance;
    use crate::proof_table::word::{Name, WORK_SHIFT, decode};
    use std::collections::{HashMap, HashSet};
    use std::sync::atomic::AtomicBool;
    use unbeatable_core::random::Random;

    fn name(i: u64) -> Name {
        let mut random = Random::new(i);
        Name {
            key: random.bits(),
            second_key: random.bits(),
        }
    }

    fn distance(i: u64) -> Distance {
        Distance {
            win: i as u32 % 1000 + 1,
            lose: 7,
        }
    }

    /// A table of these bytes at most, in which so many slots were put, one with more work than the
    /// other.
    fn filled(bytes: usize, slots: u64) -> ProofTable {
        let table = ProofTable::new(bytes).expect("little memory");
        for i in 0..slots {
            if table.put(name(i), distance(i), 1 << (i % 50)) && table.count(1) {
                table.double(1);
            }
        }
        table
    }

    fn brought_back(table: &ProofTable, bytes: usize) -> ProofTable {
        let kept: Vec<SavedSlot> = table.saved_slots().collect();
        let other = ProofTable::new(bytes).expect("little memory");
        other.reserve(kept.len() as u64);
        kept.into_iter().for_each(|kept| other.restore(kept));
        other
    }

    #[test]
    fn tables_come_back_as_they_were() {
        for slots in [0, 1, 5_000, 100_000] {
            let table = filled(1 << 22, slots);
            let held = table.saved_slots().count();
            assert_eq!(held, table.taken.load(Relaxed));
            for bytes in [1 << 22, 1 << 24, 3 << 21] {
                let other = brought_back(&table, bytes);
                let all = (0..slots).map(name);
                let kept = all.filter(|&name| match (other.get(name), table.get(name)) {
                    (None, _) => false,
                    (found, known) => found == known || panic!("{found:?} {known:?}"),
                });
                let kept = kept.count();
                assert_eq!(kept, other.saved_slots().count());
                assert_eq!(kept, other.taken.load(Relaxed));
                // Buckets that are no halves of others may have to hold more than they can.
                let lost = if bytes.is_power_of_two() {
                    0
                } else {
                    held / 50
                };
                assert!(kept + lost >= held, "{kept} of {held} in {bytes} bytes");
            }
        }
    }

    #[test]
    fn a_smaller_table_keeps_what_took_the_most_work() {
        let table = filled(1 << 22, 100_000);
        let other = brought_back(&table, 1 << 19);
        let [mut kept, mut lost] = [0; 2];
        for name in (0..100_000).map(name) {
            let Some(known) = table.get(name) else {
                continue;
            };
            if let Some(found) = other.get(name) {
                assert_eq!(found, known);
                kept += 1;
                continue;
            }
            lost += 1;
            let bucket = &other.memory.all()[other.bucket(name.key)].0;
            let held = bucket.iter().filter_map(ProofSlot::read);
            let works: Vec<u8> = held.map(|(_, word)| (word >> WORK_SHIFT) as u8).collect();
            assert_eq!(works.len(), SLOTS, "it is full");
            assert!(works.iter().all(|&work| work >= known.work), "{works:?}");
        }
        assert!(kept > 30_000 && lost > 30_000, "{kept} {lost}");
    }

    /// What another thread writes meanwhile is whole or not there; what was there before is there, also
    /// if the table doubles in between.
    #[test]
    fn others_may_write_meanwhile() {
        let table = filled(1 << 24, 20_000);
        let before = table.buckets();
        let is_over = AtomicBool::new(false);
        let truth: HashMap<u64, u64> = (0..400_000).map(|i| (name(i).key, i)).collect();
        let known = (0..20_000).filter(|&i| table.get(name(i)).is_some());
        let known: Vec<u64> = known.collect();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for i in 20_000..400_000 {
                    if table.put(name(i), distance(i), 1) {
                        table.count(1);
                    }
                    // Nothing happens while the slots are gone through: the other thread lets go when
                    // it has seen them all, and waits.
                    while table.count(0) {
                        table.double(1);
                        std::thread::yield_now();
                    }
                }
                is_over.store(true, Relaxed);
            });
            while !is_over.load(Relaxed) {
                let mut found = HashSet::new();
                for SavedSlot { key, word } in table.saved_slots() {
                    // Halves of two slots have a key that is nobody's.
                    if let Some(&i) = truth.get(&key) {
                        assert_eq!(decode(word), distance(i).win, "{i}");
                        assert!(fits(word, name(i).second_key), "{i}");
                        found.insert(i);
                    }
                }
                let missing = known.iter().filter(|i| !found.contains(i));
                let still_there = missing.filter(|&&i| table.get(name(i)).is_some());
                assert_eq!(still_there.count(), 0);
                while table.count(0) && !is_over.load(Relaxed) {
                    std::thread::yield_now();
                }
            }
        });
        assert!(table.buckets() > before, "it has doubled");
    }

    #[test]
    #[should_panic(expected = "an empty table has room")]
    fn only_an_empty_table_is_made_larger() {
        filled(1 << 20, 1).reserve(5);
    }
}
