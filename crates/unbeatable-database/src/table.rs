//! The table: values without their keys, about a bit for each position that the rules do not decide at
//! a glance.
//!
//! A layer is cut into shards of consecutive classes, each with a code of its own for its values
//! ([`code`](crate::code)) and a function from keys to codewords ([`ribbon`](crate::ribbon)). A shard
//! whose positions are all worth the same takes no bits at all. The blocks of the file are the vectors of
//! the functions; in the index each shard has
//!
//! ```text
//! bytes      what
//! 4          its layer
//! 8          its first key, whether or not that is in the table; the first keys of a layer ascend
//! 4          how many keys are in the table
//! 4          the seed of the function
//! 4          s, the number of bits that its equations speak of; 0 if there are no equations
//! 4          CRC-32 of the vector
//! 1          c, how many values there are
//! 2 c        each value, as a byte of `Settled`, and the length of its codeword; the shortest first
//! ```
//!
//! and its vector has (s - 120) / 8 + 16 bytes, rounded down, or none. Layers have no gaps: where a part of
//! a database has no class of a layer, it has a shard of none, with 0 as its first key.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use unbeatable_core::{Settled, part_of};

use crate::code::PrefixCode;
use crate::file::{FileKind, OpenFile, Summary, UnfinishedFile, long_number, number};
use crate::layers::LayerHead;
use crate::map::FileMap;
use crate::ribbon::{Codeword, KeyEquations, Ribbon, WIDTH, vector_bytes};

/// Its name in the folder of a database, or of a part.
pub(crate) const TABLE: &str = "table";

const KIND: FileKind = *b"tabl";
const ENTRY_BYTES: usize = 28;

/// What a table is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TableHead {
    /// Its layers, the first of which is the root's.
    #[serde(flatten)]
    pub(crate) of: LayerHead,
    pub(crate) distances: bool,
}

/// What the index says of a shard.
#[derive(PartialEq, Eq)]
struct ShardRecord {
    layer: u32,
    first: u64,
    count: u32,
    seed: u32,
    slots: u32,
    crc: u32,
    code: PrefixCode,
}

impl ShardRecord {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.layer.to_le_bytes());
        out.extend(self.first.to_le_bytes());
        for number in [self.count, self.seed, self.slots, self.crc] {
            out.extend(number.to_le_bytes());
        }
        self.code.write(out);
    }

    /// Reads what `write` writes from the front of `bytes`; `None` if that is no entry.
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (entry, rest) = bytes.split_at_checked(ENTRY_BYTES)?;
        *bytes = rest;
        let [count, seed, slots, crc] = [12, 16, 20, 24].map(|at| number(entry, at));
        Some(ShardRecord {
            layer: number(entry, 0),
            first: long_number(entry, 4),
            count,
            seed,
            slots,
            crc,
            code: PrefixCode::read(bytes)?,
        })
    }

    /// Whether the vector is long enough, and there is one only if it is needed.
    fn is_sound(&self) -> bool {
        let is_long_enough = self.slots == 0 || self.slots > WIDTH;
        is_long_enough && (self.slots == 0) == self.code.is_constant()
    }

    /// What the class with that key is worth, if it is in the shard; anything if it is not.
    #[inline]
    fn find(&self, vector: &[u8], key: u64) -> Option<Settled> {
        let ShardRecord {
            seed,
            slots,
            ref code,
            ..
        } = *self;
        let byte = if slots == 0 {
            code.decode(|_| false)
        } else {
            let place = KeyEquations::new(key, seed, slots);
            let window = place.window(vector);
            code.decode(|bit| place.bit(window, bit))
        };
        byte.map(Settled::from_byte)
    }
}

/// A part of a layer, ready to be written.
pub(crate) struct Shard {
    entry: ShardRecord,
    vector: Vec<u8>,
}

impl Shard {
    /// The shard of these classes, which begin with the key `first`.
    pub(crate) fn new(layer: u32, first: u64, classes: &[(u64, Settled)]) -> Self {
        let mut counts = [0; 256];
        for (_, settled) in classes {
            counts[usize::from(settled.byte())] += 1;
        }
        let code = PrefixCode::new(&counts);
        let codewords = code.codewords();
        let codeword = |&(key, settled): &(u64, Settled)| -> (u64, Codeword) {
            let codeword = codewords[usize::from(settled.byte())];
            (
                key,
                codeword.expect("every value that occurs has a codeword"),
            )
        };
        let codewords: Vec<_> = classes.iter().map(codeword).collect();
        let ribbon = Ribbon::new(&codewords);
        let entry = ShardRecord {
            layer,
            first,
            count: u32::try_from(classes.len()).expect("a shard is small"),
            seed: ribbon.seed,
            slots: ribbon.slots,
            crc: crc32fast::hash(&ribbon.vector),
            code,
        };
        Shard {
            entry,
            vector: ribbon.vector,
        }
    }

    /// Writes it with its vector.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        self.entry.write(out);
        out.extend(&self.vector);
    }

    /// Reads what `write` writes from the front of `bytes`; `None` if that is no shard.
    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Self> {
        let entry = ShardRecord::read(bytes)?;
        if !entry.is_sound() {
            return None;
        }
        let (vector, rest) = bytes.split_at_checked(vector_bytes(entry.slots))?;
        *bytes = rest;
        let vector = vector.to_vec();
        (crc32fast::hash(&vector) == entry.crc).then_some(Shard { entry, vector })
    }

    /// The layer that it is a part of.
    pub(crate) fn layer(&self) -> u32 {
        self.entry.layer
    }

    /// What the class with that key is worth, if it is in the shard; anything if it is not.
    pub(crate) fn find(&self, key: u64) -> Option<Settled> {
        self.entry.find(&self.vector, key)
    }
}

/// Writes a table, shard by shard.
pub(crate) struct TableWriter {
    part: UnfinishedFile,
    index: Vec<u8>,
    count: u64,
}

impl TableWriter {
    /// Begins a file.
    pub(crate) fn create(path: &Path, head: &TableHead) -> io::Result<Self> {
        Ok(TableWriter {
            part: UnfinishedFile::create(path, KIND, head.of.format(), head)?,
            index: vec![],
            count: 0,
        })
    }

    /// Appends a shard. They come layer by layer, without gaps, and by their keys.
    pub(crate) fn push(&mut self, shard: &Shard) -> io::Result<()> {
        shard.entry.write(&mut self.index);
        self.count += u64::from(shard.entry.count);
        self.part.append(&shard.vector)
    }

    /// Brings the file to the disk and under its name.
    pub(crate) fn finish(self) -> io::Result<Summary> {
        self.part.finish(&self.index, self.count, true)
    }
}

/// A table that can be asked.
pub(crate) struct ValueTable {
    head: TableHead,
    /// How many keys it has.
    count: u64,
    map: FileMap,
    opened: OpenFile,
    /// Those of layer `head.layer` first.
    layers: Vec<TableLayer>,
}

#[derive(Default)]
struct TableLayer {
    /// The first key of each shard.
    firsts: Vec<u64>,
    shards: Vec<Placed>,
}

/// A shard in the file.
struct Placed {
    from: usize,
    bytes: usize,
    entry: ShardRecord,
}

impl ValueTable {
    /// Opens a table, and looks at all of it but the vectors.
    pub(crate) fn open(path: &Path, expected: &TableHead) -> io::Result<Self> {
        let mut opened = OpenFile::open(path, KIND)?;
        let head: TableHead = opened.head()?;
        head.of.check(&opened, &expected.of)?;
        if head.distances != expected.distances {
            return Err(opened.wrong("is of another database, expected that of database.json"));
        }
        // What is mapped stays so when the file is closed.
        let file = opened.close().expect("nobody closed it yet");
        let map = FileMap::new(&file).map_err(crate::file::at(path))?;
        if map.bytes().len() as u64 != opened.bytes {
            return Err(opened.wrong("its length changes while it is read"));
        }
        let layers = read_index(&opened, head.of.layer)
            .ok_or_else(|| opened.wrong("its index does not fit its shards"))?;
        Ok(ValueTable {
            head,
            count: opened.count,
            map,
            opened,
            layers,
        })
    }

    /// What the class with that key is worth, if it is in the table; anything if it is not.
    #[inline]
    pub(crate) fn find(&self, layer: u32, key: u64) -> Option<Settled> {
        let layer = layer.checked_sub(self.head.of.layer)?;
        let TableLayer { firsts, shards } = self.layers.get(layer as usize)?;
        let shard = firsts
            .partition_point(|&first| first <= key)
            .checked_sub(1)?;
        let shard = &shards[shard];
        shard.entry.find(self.vector(shard), key)
    }

    #[inline]
    fn vector(&self, shard: &Placed) -> &[u8] {
        &self.map.bytes()[shard.from..shard.from + shard.bytes]
    }

    /// An error if the shard with that number of a layer is another one, be it by a bit.
    pub(crate) fn check(&self, number: usize, shard: &Shard) -> io::Result<()> {
        let layer = shard.entry.layer;
        let found = self.layers.get((layer - self.head.of.layer) as usize);
        let found = found.and_then(|found| found.shards.get(number));
        let is_it =
            |found: &Placed| found.entry == shard.entry && self.vector(found) == shard.vector;
        match found.is_some_and(is_it) {
            true => Ok(()),
            false => Err(self.opened.wrong(format!(
                "shard {number} of layer {layer} is not the one that its classes make"
            ))),
        }
    }

    /// An error if there are not so many shards, in all layers.
    pub(crate) fn check_count(&self, shards: usize) -> io::Result<()> {
        let found: usize = self.layers.iter().map(|layer| layer.shards.len()).sum();
        match found == shards {
            true => Ok(()),
            false => Err(self
                .opened
                .wrong(format!("has {found} shards, expected {shards}"))),
        }
    }
}

/// The tables of all parts of a database, or the only one of a whole one; never none.
pub(crate) struct Tables(Vec<ValueTable>);

impl Tables {
    /// Those of all parts, in order. Panics if there are none.
    pub(crate) fn new(tables: Vec<ValueTable>) -> Self {
        assert!(!tables.is_empty(), "a database has a table");
        Tables(tables)
    }

    /// Whether they have distances.
    pub(crate) fn has_distances(&self) -> bool {
        self.0[0].head.distances
    }

    /// All of them, in order.
    pub(crate) fn all(&self) -> &[ValueTable] {
        &self.0
    }

    /// How many keys they have.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|table| table.count).sum()
    }

    /// Which of them has a key.
    #[inline]
    pub(crate) fn part_of(&self, key: u64) -> usize {
        part_of(key, self.0.len() as u32) as usize
    }

    /// What the class with that key is worth, if it is in a table; anything if it is not.
    #[inline]
    pub(crate) fn find(&self, layer: u32, key: u64) -> Option<Settled> {
        let table = match &self.0[..] {
            [table] => table,
            tables => &tables[self.part_of(key)],
        };
        table.find(layer, key)
    }
}

/// The shards of each layer, from the first one; `None` if the index is none of this file.
fn read_index(opened: &OpenFile, layer_first: u32) -> Option<Vec<TableLayer>> {
    let mut layers: Vec<TableLayer> = vec![];
    let mut from = opened.blocks_at;
    let mut count = 0;
    let mut rest = &opened.index[..];
    while !rest.is_empty() {
        let entry = ShardRecord::read(&mut rest)?;
        let layer = entry.layer.checked_sub(layer_first)? as usize;
        let (first, slots) = (entry.first, entry.slots);
        // Layers have no gaps, and come one after the other.
        if layer == layers.len() {
            layers.push(TableLayer::default());
        }
        let is_last = layer + 1 == layers.len();
        if !is_last || !entry.is_sound() {
            return None;
        }
        let layer = &mut layers[layer];
        if layer.firsts.last().is_some_and(|&before| before >= first) {
            return None;
        }
        let bytes = vector_bytes(slots);
        count += u64::from(entry.count);
        layer.firsts.push(first);
        layer.shards.push(Placed {
            from: usize::try_from(from).ok()?,
            bytes,
            entry,
        });
        from += bytes as u64;
    }
    (from == opened.index_at && count == opened.count).then_some(layers)
}
