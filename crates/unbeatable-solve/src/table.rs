//! A bounded table of what is proven about positions.
//!
//! The key only finds the place: a slot holds its whole position, and another position is never
//! taken for it, so what comes out of the table is as exact as what went in.
//!
//! ```text
//! buckets of 4 slots; a position's key chooses the bucket
//! +----------+----------+----------+----------+
//! | position | position | position | position |   compared by equality
//! | bounds   | bounds   | bounds   | bounds   |   what is proven of the value
//! | move     | move     | move     | move     |   the move that was best or that cut
//! | searched | searched | searched | searched |   the depth to which that is all there is
//! | work     | work     | work     | work     |   log2 of the nodes spent: the least is replaced
//! +----------+----------+----------+----------+
//! ```
//!
//! The table starts small and doubles while the next size, together with the old one that it is
//! copied from, fits its budget; then slots that cost least are replaced.

use unbeatable_core::Bounds;

/// How many slots share a bucket.
const BUCKET: usize = 4;

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven<V, M> {
    /// What is proven of its value.
    pub bounds: Bounds<V>,
    /// The move that was best, or that cut.
    pub m: Option<M>,
    /// To this depth a search of the position found no more than these bounds; 0 if none was cut
    /// short by its depth.
    pub searched: u8,
}

#[derive(Clone, Copy)]
struct TableSlot<P, V, M> {
    position: P,
    proven: Proven<V, M>,
    work: u8,
}

/// A bounded table from positions to what is proven of them.
pub struct Table<P, V, M> {
    buckets: Vec<[Option<TableSlot<P, V, M>>; BUCKET]>,
    used: usize,
    bytes_max: usize,
}

impl<P: Copy + Eq, V: Copy, M: Copy> Table<P, V, M> {
    /// A table that never takes more than `bytes_max` bytes. With too few for one bucket it stays
    /// empty and remembers nothing.
    #[must_use]
    pub fn new(bytes_max: usize) -> Self {
        let mut table = Table {
            buckets: vec![],
            used: 0,
            bytes_max,
        };
        let mut buckets = 1 << 8;
        while buckets > 1 && buckets * Self::bucket_bytes() > bytes_max {
            buckets /= 2;
        }
        if buckets * Self::bucket_bytes() <= bytes_max {
            table.buckets = vec![[const { None }; BUCKET]; buckets];
        }
        table
    }

    /// Bytes taken now.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * Self::bucket_bytes()
    }

    /// What is remembered of the position with that key.
    #[must_use]
    #[inline]
    pub fn find(&self, key: u64, position: &P) -> Option<&Proven<V, M>> {
        if self.buckets.is_empty() {
            return None;
        }
        let bucket = &self.buckets[self.place(key)];
        bucket
            .iter()
            .flatten()
            .find(|e| e.position == *position)
            .map(|e| &e.proven)
    }

    /// Remembers what is proven of a position after `nodes` nodes of work, in place of what was
    /// remembered of it before. `rekey` gives the keys of slots that move when the table grows.
    pub fn remember(
        &mut self,
        key: u64,
        position: P,
        proven: Proven<V, M>,
        nodes: u64,
        rekey: &dyn Fn(&P) -> u64,
    ) {
        if self.buckets.is_empty() {
            return;
        }
        // A table that can grow should not forget; but it need not grow for one unlucky bucket.
        let is_full = self.buckets[self.place(key)].iter().all(Option::is_some);
        if is_full && self.used > self.buckets.len() * BUCKET / 4 {
            self.grow(rekey);
        }
        let work = nodes.max(1).ilog2() as u8;
        self.insert(
            key,
            TableSlot {
                position,
                proven,
                work,
            },
        );
    }

    fn insert(&mut self, key: u64, entry: TableSlot<P, V, M>) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let same = bucket
            .iter()
            .position(|e| e.is_some_and(|e| e.position == entry.position));
        let slot = same
            .or_else(|| bucket.iter().position(Option::is_none))
            .unwrap_or_else(|| {
                // All full: the slot with the least work goes.
                let cheapest = |i: &usize| bucket[*i].map_or(0, |e| e.work);
                (0..BUCKET)
                    .min_by_key(cheapest)
                    .expect("a bucket has entries")
            });
        self.used += usize::from(bucket[slot].is_none());
        bucket[slot] = Some(entry);
    }

    fn grow(&mut self, rekey: &dyn Fn(&P) -> u64) {
        let buckets = 2 * self.buckets.len();
        if self.bytes() + buckets * Self::bucket_bytes() > self.bytes_max {
            return;
        }
        let old = std::mem::replace(&mut self.buckets, vec![[const { None }; BUCKET]; buckets]);
        self.used = 0;
        for entry in old.into_iter().flatten().flatten() {
            self.insert(rekey(&entry.position), entry);
        }
    }

    fn place(&self, key: u64) -> usize {
        // The number of buckets is a power of two.
        key as usize & (self.buckets.len() - 1)
    }

    const fn bucket_bytes() -> usize {
        size_of::<[Option<TableSlot<P, V, M>>; BUCKET]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Margin;
    use unbeatable_core::random::finalise;

    fn proven(lower: i16) -> Proven<Margin, u8> {
        Proven {
            bounds: Bounds::at_least(Margin::points(lower)),
            m: None,
            searched: 0,
        }
    }

    #[test]
    fn equal_keys_are_not_mistaken_for_equal_positions() {
        let mut table: Table<u64, Margin, u8> = Table::new(1 << 16);
        table.remember(7, 1, proven(1), 1, &|_| 7);
        assert_eq!(table.find(7, &1), Some(&proven(1)));
        assert_eq!(table.find(7, &2), None);
        table.remember(7, 1, proven(2), 1, &|_| 7);
        assert_eq!(table.find(7, &1), Some(&proven(2)));
    }

    #[test]
    fn growth_keeps_everything_and_bytes_stay_within_the_budget() {
        for bytes_max in [0, 100, 1_000, 10_000, 1 << 20] {
            let mut table: Table<u64, Margin, u8> = Table::new(bytes_max);
            for p in 0..20_000u64 {
                table.remember(finalise(p), p, proven(p as i16 % 9), p, &|p| finalise(*p));
                assert!(table.bytes() <= bytes_max);
            }
            let kept = (0..20_000u64)
                .filter_map(|p| table.find(finalise(p), &p).map(|found| (p, *found)))
                .inspect(|(p, found)| assert_eq!(*found, proven(*p as i16 % 9)))
                .count();
            assert_eq!(kept, table.used);
        }
        let mut table: Table<u64, Margin, u8> = Table::new(1 << 24);
        for p in 0..20_000u64 {
            table.remember(finalise(p), p, proven(0), p, &|p| finalise(*p));
        }
        assert!(
            table.used > 19_800,
            "a roomy table loses next to nothing: {}",
            table.used
        );
    }

    #[test]
    fn the_entry_that_cost_least_is_replaced() {
        let mut table: Table<u64, Margin, u8> =
            Table::new(Table::<u64, Margin, u8>::bucket_bytes());
        for (p, nodes) in [(1, 100), (2, 1), (3, 50), (4, 1000), (5, 7)] {
            table.remember(0, p, proven(0), nodes, &|_| 0);
        }
        assert_eq!(table.find(0, &2), None);
        assert!([1, 3, 4, 5].iter().all(|p| table.find(0, p).is_some()));
    }
}
