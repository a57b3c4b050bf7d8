//! One layer: which classes are behind it, and whether its own are worth what is said of them.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::thread;

use unbeatable_core::{Behind as Expanded, Numbered, Settled, Wdl};

use super::wrong::Wrong;
use crate::assemble::outcome;
use crate::digest::{Digest, without_distance};
use crate::header::Counts;
use crate::layers::BLOCK_ITEMS;
use crate::table::Tables;

/// Keys are sorted, and those that are there twice removed, when there are more than so many new ones.
const NEW_KEYS_MAX: usize = 1 << 23;

/// So many classes are expanded at a time.
const TOGETHER: usize = 256;

/// The classes of the next layer: their keys, ascending, and what the archive says of them.
pub(super) struct NextLayer<'l> {
    pub(super) keys: &'l [u64],
    pub(super) values: Option<&'l [Settled]>,
}

impl NextLayer<'_> {
    /// What the archive says of a class.
    fn archived(&self, key: u64) -> Option<Settled> {
        let values = self.values?;
        self.keys.binary_search(&key).ok().map(|i| values[i])
    }
}

/// What there is, as it was found.
#[derive(Default)]
pub(super) struct LayerFindings {
    pub(super) counts: Counts,
    pub(super) digest: Digest,
    pub(super) digest_of_values: Digest,
    /// What the first class is worth.
    pub(super) first: Option<Settled>,
}

impl LayerFindings {
    /// With all that the other has, too.
    pub(super) fn merge(&mut self, other: &LayerFindings) {
        self.counts.merge(&other.counts);
        self.digest.merge(&other.digest);
        self.digest_of_values.merge(&other.digest_of_values);
        self.first = self.first.or(other.first);
    }
}

/// What all classes are checked by.
pub(super) struct Checker<'d> {
    pub(super) game: &'d dyn Numbered,
    pub(super) tables: &'d Tables,
    pub(super) has_archive: bool,
    pub(super) show: &'d (dyn Fn(u64) -> String + Sync),
}

/// Hears how many classes of the layer are done.
pub(super) type LayerProgress<'t> = &'t mut dyn FnMut(u64) -> ControlFlow<()>;

impl Checker<'_> {
    /// The keys of all classes behind those of a layer, ascending.
    pub(super) fn expand(
        &self,
        keys: &[u64],
        threads: usize,
        tell: LayerProgress,
    ) -> Result<Vec<u64>, Wrong> {
        let mut all: Vec<u64> = vec![];
        let mut sorted = 0;
        for batch in keys.chunks(threads.max(1) * BLOCK_ITEMS) {
            for mut some in in_parallel(batch, |_, part| self.next_keys(part)) {
                all.append(&mut some);
            }
            if all.len() > sorted + sorted.max(NEW_KEYS_MAX) {
                all.sort_unstable();
                all.dedup();
                sorted = all.len();
            }
            if tell(0).is_break() {
                return Err(Wrong::Stopped);
            }
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The keys of classes behind these, ascending.
    fn next_keys(&self, keys: &[u64]) -> Vec<u64> {
        let mut behind = Expanded::default();
        let mut next = vec![];
        for some in keys.chunks(TOGETHER) {
            self.game.expand(some, &mut behind);
            next.extend(behind.moves().iter().map(|&(_, class)| class));
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Checks all classes of a layer.
    pub(super) fn check(
        &self,
        layer: u32,
        keys: &[u64],
        values: Option<&[Settled]>,
        behind: &NextLayer,
        threads: usize,
        tell: LayerProgress,
    ) -> Result<LayerFindings, Wrong> {
        let mut all = LayerFindings::default();
        let batch_len = threads.max(1) * BLOCK_ITEMS;
        for (i, batch) in keys.chunks(batch_len).enumerate() {
            let values = values.map(|values| &values[i * batch_len..]);
            let founds = in_parallel(batch, |from, part| {
                let values = values.map(|values| &values[from..]);
                self.check_some(layer, part, values, behind)
            });
            for found in founds {
                all.merge(&found.map_err(Wrong::Found)?);
            }
            if tell(all.counts.classes).is_break() {
                return Err(Wrong::Stopped);
            }
        }
        Ok(all)
    }

    fn check_some(
        &self,
        layer: u32,
        keys: &[u64],
        values: Option<&[Settled]>,
        behind: &NextLayer,
    ) -> Result<LayerFindings, String> {
        let game = self.game;
        let mut found = LayerFindings::default();
        let mut scratch = LayerBuffers::default();
        for (i, &key) in keys.iter().enumerate() {
            let wrong = |what: String| format!("layer {layer}, {}: {what}", (self.show)(key));
            self.check_images(key, &mut scratch).map_err(wrong)?;
            let archived = values.map(|values| values[i]);
            let glanced = game.glance(key);
            let next = &scratch.keys_first;
            let settled = self
                .settled(layer, key, next, glanced, archived, behind)
                .map_err(wrong)?;
            let ends =
                outcome(settled, game.turn_of(key)).ok_or_else(|| wrong("no value".into()))?;
            let images = scratch.images.len() as u64;
            let is_finished = game.outcome_of(key).is_some();
            found.counts.add(images, is_finished, ends);
            found.digest.add(layer, key, settled);
            found
                .digest_of_values
                .add(layer, key, without_distance(settled));
            found.first = found.first.or(Some(settled));
        }
        Ok(found)
    }

    /// What a class is worth by the rules and the classes behind it, `next`; an error if the table or the
    /// archive say something else. The distance is right if the archive or the table have distances.
    fn settled(
        &self,
        layer: u32,
        key: u64,
        next: &[u64],
        glanced: Option<Settled>,
        archived: Option<Settled>,
        behind: &NextLayer,
    ) -> Result<Settled, String> {
        let is_exact = self.has_archive || self.tables.has_distances();
        let as_known = |settled| {
            if is_exact {
                settled
            } else {
                without_distance(settled)
            }
        };
        let expected = if next.is_empty() {
            glanced.ok_or("an unfinished position without moves")?
        } else {
            let mut best = Settled::UNKNOWN;
            for &class in next {
                best = best.max(before(self.behind(layer + 1, class, behind)?, is_exact)?);
            }
            best
        };
        let expected = as_known(expected);
        let differ = |who: &str, said: Settled| {
            let (said, expected) = (text(said, is_exact), text(expected, is_exact));
            Err(format!("{who} says {said}, it is {expected}"))
        };
        if let Some(archived) = archived.filter(|archived| *archived != expected) {
            return differ("the archive", archived);
        }
        if let Some(glanced) = glanced {
            return match as_known(glanced) == expected {
                true => Ok(expected),
                false => differ("a glance", glanced),
            };
        }
        // The table may know less than the archive.
        let stored = match self.tables.has_distances() {
            true => expected,
            false => without_distance(expected),
        };
        match self.tables.find(layer, key) {
            Some(found) if found == stored => Ok(expected),
            found => differ("the table", found.unwrap_or(Settled::UNKNOWN)),
        }
    }

    /// What the database says of a class behind another one.
    fn behind(&self, layer: u32, class: u64, behind: &NextLayer) -> Result<Settled, String> {
        let found = if self.has_archive {
            behind.archived(class)
        } else {
            let found = self.game.glance(class);
            found.or_else(|| self.tables.find(layer, class))
        };
        found.ok_or_else(|| format!("nothing is said of {}", (self.show)(class)))
    }

    /// Whether the images of a class's position are what they should be: one class, the same end or
    /// the same classes behind, whose positions are images of those that stand for them. Leaves the images in
    /// `scratch.images` and the classes behind, each once, in `scratch.keys_first`; none if the game is over.
    fn check_images(&self, key: u64, scratch: &mut LayerBuffers) -> Result<(), String> {
        let LayerBuffers {
            images,
            keys,
            keys_first,
            places,
        } = scratch;
        let game = self.game;
        let end = game.end_of(key);
        keys_first.clear();
        if end.is_none() {
            self.classes_behind(key, places, keys_first)?;
        }
        game.images_of(key, images);
        for &image in &*images {
            let shown = || (self.show)(image);
            if game.class_of(image) != key {
                return Err(format!("is not what stands for its image {}", shown()));
            }
            if game.end_of(image) != end {
                return Err(format!("ends otherwise than its image {}", shown()));
            }
            if end.is_some() || image == key {
                continue;
            }
            self.classes_behind(image, places, keys)?;
            if keys != keys_first {
                return Err(format!("has other moves than its image {}", shown()));
            }
        }
        keys_first.dedup();
        Ok(())
    }

    /// The classes behind a position, as often as moves lead there, ascending. An error if what stands for
    /// one of the positions is no image of it.
    fn classes_behind(
        &self,
        number: u64,
        places: &mut Places,
        classes: &mut Vec<u64>,
    ) -> Result<(), String> {
        let game = self.game;
        classes.clear();
        game.positions_behind(number, &mut places.behind);
        for &number in &places.behind {
            let class = game.class_of(number);
            // What stands for itself is an image of itself.
            if class != number {
                game.images_of(class, &mut places.images);
                if places.images.binary_search(&number).is_err() {
                    let next = (self.show)(number);
                    return Err(format!("what stands for {next} is no image of it"));
                }
            }
            classes.push(class);
        }
        classes.sort_unstable();
        Ok(())
    }
}

/// Memory that is used again and again.
#[derive(Default)]
struct LayerBuffers {
    images: Vec<u64>,
    keys: Vec<u64>,
    keys_first: Vec<u64>,
    places: Places,
}

/// Positions behind one, and the images of one of them.
#[derive(Default)]
struct Places {
    behind: Vec<u64>,
    images: Vec<u64>,
}

/// What a move is worth that leads to a position worth this.
fn before(settled: Settled, is_exact: bool) -> Result<Settled, String> {
    let settled = if is_exact {
        settled
    } else {
        without_distance(settled)
    };
    match (settled.value(), settled.distance()) {
        (None, _) => Err("nothing is said of a position behind it".to_string()),
        (_, Some(Settled::DISTANCE_MAX)) => Err("too far from the end".to_string()),
        _ => Ok(settled.before()),
    }
}

/// In words.
fn text(settled: Settled, is_exact: bool) -> String {
    let value = match settled.value() {
        None => return "nothing".to_string(),
        Some(Wdl::Loss) => "lost",
        Some(Wdl::Draw) => "drawn",
        Some(Wdl::Win) => "won",
    };
    match settled.distance().filter(|_| is_exact) {
        Some(plies) => format!("{value} in {plies}"),
        None => value.to_string(),
    }
}

/// What `work` makes of the blocks of a batch, each in a thread, in order; it hears where each begins.
pub(super) fn in_parallel<T: Send>(
    keys: &[u64],
    work: impl Fn(usize, &[u64]) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let parts = keys.chunks(BLOCK_ITEMS).enumerate();
        let spawn = |(i, part)| scope.spawn(move || work(i * BLOCK_ITEMS, part));
        let threads: Vec<_> = parts.map(spawn).collect();
        let join = |thread: thread::ScopedJoinHandle<T>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}
