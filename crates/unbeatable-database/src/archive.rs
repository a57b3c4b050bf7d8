//! The archive: all layers with their keys, for exact answers.

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use unbeatable_core::Settled;

use crate::file::wrong;
use crate::layers::{KeysReader, LayerHead, ValuesReader, keys_path, values_path};

/// The files of all layers, open.
pub struct Archive {
    first: u32,
    layers: Vec<Mutex<Layer>>,
}

/// A layer, and the block that was read last.
struct Layer {
    keys: KeysReader,
    values: ValuesReader,
    block: Option<usize>,
    keys_read: Vec<u64>,
    values_read: Vec<Settled>,
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
    /// Opens the files of so many layers, the first of which is about that.
    pub fn open(folder: &Path, first: &LayerHead, layers: usize) -> io::Result<Self> {
        let open = |layer| {
            let head = LayerHead {
                layer,
                ..first.clone()
            };
            let (keys, values) = open_layer(folder, &head)?;
            Ok(Mutex::new(Layer {
                keys,
                values,
                block: None,
                keys_read: vec![],
                values_read: vec![],
            }))
        };
        let layers = (first.layer..).take(layers).map(open);
        Ok(Archive {
            first: first.layer,
            layers: layers.collect::<io::Result<_>>()?,
        })
    }

    /// What the class with that key is worth; `None` if there is none. Reads one block, unless the last
    /// question was about the same.
    pub fn find(&self, layer: u32, key: u64) -> io::Result<Option<Settled>> {
        let layer = layer.checked_sub(self.first);
        let Some(layer) = layer.and_then(|layer| self.layers.get(layer as usize)) else {
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
        }
        let found = layer.keys_read.binary_search(&key);
        Ok(found.ok().map(|i| layer.values_read[i]))
    }
}
