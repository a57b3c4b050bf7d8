//! The archive: all layers with their keys, for exact answers.

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use unbeatable_core::{Settled, part_of};

use crate::file::wrong;
use crate::layers::{KeysReader, LayerHead, ValuesReader, keys_path, values_path};
use crate::part::place;

/// Archives of more files open them for each block that is read: many systems let a process have no more
/// than 1024 files open, or 256.
const OPEN_MAX: usize = 128;

/// The files of all layers, which were opened.
pub struct Archive {
    first: u32,
    stays_open: bool,
    /// The layers of each part, or of the whole.
    parts: Vec<Vec<Mutex<ArchiveLayer>>>,
}

/// A layer, and the block that was read last.
struct ArchiveLayer {
    keys: KeysReader,
    values: ValuesReader,
    block: Option<usize>,
    keys_read: Vec<u64>,
    values_read: Vec<Settled>,
}

impl ArchiveLayer {
    fn close(&mut self) {
        self.keys.close();
        self.values.close();
    }
}

/// Opens both files of a layer, which must fit together.
pub(crate) fn open_layer(
    folder: &Path,
    head: &LayerHead,
) -> io::Result<(KeysReader, ValuesReader)> {
    let keys = KeysReader::open(&keys_path(folder, head.layer), head)?;
    let values_path = values_path(folder, head.layer);
    let values = ValuesReader::open(&values_path, head)?;
    if keys.count() != values.count() {
        let (values, expected) = (values.count(), keys.count());
        let what = format!("has {values} values, expected {expected}, one for each key");
        return Err(wrong(&values_path, what));
    }
    Ok((keys, values))
}

impl Archive {
    /// Opens the files of so many layers of all parts of a database in a folder; what the first layer of
    /// each part is about, or of the whole, says `firsts`. Panics if that is none.
    pub fn open(folder: &Path, firsts: &[LayerHead], layers: usize) -> io::Result<Self> {
        let stays_open = 2 * firsts.len() * layers <= OPEN_MAX;
        let open = |first: &LayerHead, layer| {
            let head = LayerHead {
                layer,
                ..first.clone()
            };
            let (keys, values) = open_layer(&place(folder, first.part), &head)?;
            let mut layer = ArchiveLayer {
                keys,
                values,
                block: None,
                keys_read: vec![],
                values_read: vec![],
            };
            if !stays_open {
                layer.close();
            }
            Ok(Mutex::new(layer))
        };
        let open_part = |first: &LayerHead| {
            let layers = (first.layer..).take(layers);
            layers.map(|layer| open(first, layer)).collect()
        };
        Ok(Archive {
            first: firsts[0].layer,
            stays_open,
            parts: firsts.iter().map(open_part).collect::<io::Result<_>>()?,
        })
    }

    /// What the class with that key is worth; `None` if there is none. Reads one block, unless the last
    /// question was about the same.
    pub fn find(&self, layer: u32, key: u64) -> io::Result<Option<Settled>> {
        let layer = layer.checked_sub(self.first);
        let part = &self.parts[part_of(key, self.parts.len() as u32) as usize];
        let Some(layer) = layer.and_then(|layer| part.get(layer as usize)) else {
            return Ok(None);
        };
        // A thread that panicked while it read left `block` as it was before, or `None`.
        let layer = &mut *layer.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(block) = layer.keys.block_of(key) else {
            return Ok(None);
        };
        if layer.block != Some(block) {
            layer.block = None;
            layer.keys.read(block, &mut layer.keys_read)?;
            layer.values.read(block, &mut layer.values_read)?;
            layer.block = Some(block);
            if !self.stays_open {
                layer.close();
            }
        }
        let found = layer.keys_read.binary_search(&key);
        Ok(found.ok().map(|i| layer.values_read[i]))
    }
}
