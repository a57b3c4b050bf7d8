//! Where layers are kept.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use unbeatable_core::Settled;

/// Keeps layers while others are worked on: their numbers, sorted; what these positions are worth, in the
/// same order; and runs, sorted parts of a layer that is being found.
///
/// What is put there appears when it is finished, as a whole. A layer that has appeared does not change.
pub trait Shelf: Sync {
    /// How many numbers a layer has, if it is there.
    fn keys(&self, layer: u32) -> io::Result<Option<u64>>;

    /// Whether a layer's values are there.
    fn has_values(&self, layer: u32) -> io::Result<bool>;

    /// Puts a layer there.
    fn put_keys(&self, layer: u32) -> io::Result<Box<dyn Sink<u64> + '_>>;

    /// Takes a layer from the beginning.
    fn take_keys(&self, layer: u32) -> io::Result<Box<dyn Source<u64> + '_>>;

    /// Puts a layer's values there.
    fn put_values(&self, layer: u32) -> io::Result<Box<dyn Sink<Settled> + '_>>;

    /// Takes a layer's values from the beginning.
    fn take_values(&self, layer: u32) -> io::Result<Box<dyn Source<Settled> + '_>>;

    /// Puts a run there.
    fn put_run(&self, run: usize) -> io::Result<Box<dyn Sink<u64> + '_>>;

    /// Takes a run from the beginning.
    fn take_run(&self, run: usize) -> io::Result<Box<dyn Source<u64> + '_>>;

    /// Throws a run away.
    fn clear_run(&self, run: usize) -> io::Result<()>;

    /// Throws all runs away.
    fn clear_runs(&self) -> io::Result<()>;
}

/// Takes what is to be kept, in order.
pub trait Sink<T>: Send {
    /// Keeps some more.
    fn push(&mut self, items: &[T]) -> io::Result<()>;

    /// That is all. Without this it never was.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Gives what is kept, in order.
pub trait Source<T>: Send {
    /// Replaces what is in `items` by the next block; `false`, and nothing in it, at the end.
    fn next(&mut self, items: &mut Vec<T>) -> io::Result<bool>;
}

/// Numbers, and what they are worth.
pub type Layer = (Arc<Vec<u64>>, Arc<Vec<Settled>>);

/// A shelf in memory, for games that are small.
pub struct MemoryShelf {
    kept: Mutex<ShelfContents>,
    /// What is kept, and what is being put there.
    bytes: AtomicUsize,
    bytes_max: usize,
}

/// A shelf that takes as much as it is given.
impl Default for MemoryShelf {
    fn default() -> Self {
        MemoryShelf::within(usize::MAX)
    }
}

#[derive(Default)]
struct ShelfContents {
    keys: BTreeMap<u32, Arc<Vec<u64>>>,
    values: BTreeMap<u32, Arc<Vec<Settled>>>,
    runs: BTreeMap<usize, Arc<Vec<u64>>>,
}

/// How many items of memory make a block.
const BLOCK: usize = 1 << 16;

impl MemoryShelf {
    /// A shelf that refuses, as being out of memory, what it would keep beyond so many bytes.
    #[must_use]
    pub fn within(bytes_max: usize) -> Self {
        MemoryShelf {
            kept: Mutex::default(),
            bytes: AtomicUsize::new(0),
            bytes_max,
        }
    }

    fn with<R>(&self, ask: impl FnOnce(&mut ShelfContents) -> R) -> R {
        ask(&mut self
            .kept
            .lock()
            .expect("nobody panics while they look at it"))
    }

    /// Notes that these are thrown away.
    fn free<T>(&self, items: Option<Arc<Vec<T>>>) {
        let bytes = items.map_or(0, |items| size_of_val(&items[..]));
        self.bytes.fetch_sub(bytes, Relaxed);
    }

    /// A layer's numbers and values, if both are there.
    #[must_use]
    pub fn layer(&self, layer: u32) -> Option<Layer> {
        self.with(|kept| {
            Some((
                kept.keys.get(&layer)?.clone(),
                kept.values.get(&layer)?.clone(),
            ))
        })
    }

    /// A layer's numbers, if they are there.
    #[must_use]
    pub fn numbers(&self, layer: u32) -> Option<Arc<Vec<u64>>> {
        self.with(|kept| kept.keys.get(&layer).cloned())
    }

    /// Throws a layer's numbers away.
    pub fn forget(&self, layer: u32) {
        self.free(self.with(|kept| kept.keys.remove(&layer)));
    }

    fn put<T: Copy + Send + 'static>(
        &self,
        keep: impl FnOnce(&mut ShelfContents, Arc<Vec<T>>) + Send + 'static,
    ) -> Box<dyn Sink<T> + '_> {
        Box::new(Putting {
            shelf: self,
            items: vec![],
            keep: Box::new(keep),
        })
    }

    fn take<T: Copy + Send + Sync + 'static>(
        found: Option<Arc<Vec<T>>>,
    ) -> io::Result<Box<dyn Source<T> + 'static>> {
        let items = found.ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(ShelfReader { items, at: 0 }))
    }
}

/// Puts all of it where it belongs.
type PutAway<T> = Box<dyn FnOnce(&mut ShelfContents, Arc<Vec<T>>) + Send>;

struct Putting<'s, T> {
    shelf: &'s MemoryShelf,
    items: Vec<T>,
    keep: PutAway<T>,
}

impl<T: Copy + Send> Sink<T> for Putting<'_, T> {
    fn push(&mut self, items: &[T]) -> io::Result<()> {
        let bytes = size_of_val(items);
        if self.shelf.bytes.fetch_add(bytes, Relaxed) + bytes > self.shelf.bytes_max {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.items.extend_from_slice(items);
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let Putting { shelf, items, keep } = *self;
        shelf.with(|kept| keep(kept, Arc::new(items)));
        Ok(())
    }
}

struct ShelfReader<T> {
    items: Arc<Vec<T>>,
    at: usize,
}

impl<T: Copy + Send + Sync> Source<T> for ShelfReader<T> {
    fn next(&mut self, items: &mut Vec<T>) -> io::Result<bool> {
        let end = self.items.len().min(self.at + BLOCK);
        items.clear();
        items.extend_from_slice(&self.items[self.at..end]);
        self.at = end;
        Ok(!items.is_empty())
    }
}

impl Shelf for MemoryShelf {
    fn keys(&self, layer: u32) -> io::Result<Option<u64>> {
        Ok(self.with(|kept| kept.keys.get(&layer).map(|keys| keys.len() as u64)))
    }

    fn has_values(&self, layer: u32) -> io::Result<bool> {
        Ok(self.with(|kept| kept.values.contains_key(&layer)))
    }

    fn put_keys(&self, layer: u32) -> io::Result<Box<dyn Sink<u64> + '_>> {
        Ok(self.put(move |kept, keys| drop(kept.keys.insert(layer, keys))))
    }

    fn take_keys(&self, layer: u32) -> io::Result<Box<dyn Source<u64> + '_>> {
        Self::take(self.with(|kept| kept.keys.get(&layer).cloned()))
    }

    fn put_values(&self, layer: u32) -> io::Result<Box<dyn Sink<Settled> + '_>> {
        Ok(self.put(move |kept, values| drop(kept.values.insert(layer, values))))
    }

    fn take_values(&self, layer: u32) -> io::Result<Box<dyn Source<Settled> + '_>> {
        Self::take(self.with(|kept| kept.values.get(&layer).cloned()))
    }

    fn put_run(&self, run: usize) -> io::Result<Box<dyn Sink<u64> + '_>> {
        Ok(self.put(move |kept, keys| drop(kept.runs.insert(run, keys))))
    }

    fn take_run(&self, run: usize) -> io::Result<Box<dyn Source<u64> + '_>> {
        Self::take(self.with(|kept| kept.runs.get(&run).cloned()))
    }

    fn clear_run(&self, run: usize) -> io::Result<()> {
        self.free(self.with(|kept| kept.runs.remove(&run)));
        Ok(())
    }

    fn clear_runs(&self) -> io::Result<()> {
        let runs = self.with(|kept| std::mem::take(&mut kept.runs));
        runs.into_values().for_each(|run| self.free(Some(run)));
        Ok(())
    }
}
