//! Whether tables have the bytes that a writer makes of the classes of a layer.

use unbeatable_core::Settled;

use super::layer::{Checker, LayerProgress, in_parallel};
use super::wrong::Wrong;
use crate::layers::BLOCK_ITEMS;
use crate::table::Shard;

impl Checker<'_> {
    /// Makes all shards of a layer once more, part by part, and counts them. The values that the tables
    /// have of these classes were found to be right before.
    pub(super) fn check_shards(
        &self,
        layer: u32,
        keys: &[u64],
        shards: &mut [usize],
        threads: usize,
        tell: LayerProgress,
    ) -> Result<(), Wrong> {
        for ((part, table), shards) in self.tables.all().iter().enumerate().zip(shards) {
            let is_own = |key: &u64| self.tables.part_of(*key) == part;
            let mut own = keys.iter().copied().filter(is_own);
            let mut number = 0;
            loop {
                let batch: Vec<u64> = own.by_ref().take(threads.max(1) * BLOCK_ITEMS).collect();
                let mut made = in_parallel(&batch, |_, keys| self.shard(layer, keys));
                if number == 0 && made.is_empty() {
                    made.push(Shard::new(layer, 0, &[]));
                }
                for shard in &made {
                    table.check(number, shard)?;
                    number += 1;
                }
                if tell(keys.len() as u64).is_break() {
                    return Err(Wrong::Stopped);
                }
                if batch.is_empty() {
                    break;
                }
            }
            *shards += number;
        }
        Ok(())
    }

    /// The shard of these classes.
    fn shard(&self, layer: u32, keys: &[u64]) -> Shard {
        let stored = |&key: &u64| -> Option<(u64, Settled)> {
            let is_stored = self.game.glance(key).is_none();
            let value = is_stored.then(|| self.tables.find(layer, key)).flatten()?;
            Some((key, value))
        };
        let classes: Vec<(u64, Settled)> = keys.iter().filter_map(stored).collect();
        Shard::new(layer, keys[0], &classes)
    }
}
