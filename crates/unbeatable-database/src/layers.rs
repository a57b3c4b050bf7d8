//! Layers in files: the keys of a layer, strictly ascending, and what they are worth, in the same order.
//!
//! A key is the number of a position that stands for its images, [`Layered::fold`] of
//! [`Layered::pack`]; so a layer is known by two files, and whoever reads them block by block side by
//! side needs memory for a block of each. Whatever else is sorted and has to be put aside has this
//! format, too.
//!
//! Blocks have [`BLOCK_ITEMS`] items, but for the last one. Of keys the first one is in the index, of
//! the others the gap to the one before, less one, in groups of seven bits, the lowest first, each but
//! the last one of a key with bit 7 set (LEB128); of values there is the byte of each. What comes out is
//! deflated (RFC 1951), unless that makes it longer. In the index each block has
//!
//! ```text
//! bytes      what
//! 8          the first key; 0 in files of values
//! 4          how many items
//! 4          how many bytes they have before they are deflated
//! 4          how many bytes the block has; if as many, they are not deflated
//! 4          CRC-32 of the block
//! ```
//!
//! [`Layered::fold`]: unbeatable_core::Layered::fold
//! [`Layered::pack`]: unbeatable_core::Layered::pack

use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use serde::{Deserialize, Serialize};
use unbeatable_core::Settled;

use crate::digits;
use crate::file::{FileKind, OpenFile, Summary, UnfinishedFile, format_of, long_number, number};
use crate::part::PartOf;

/// Blocks have so many items, but for the last one.
pub const BLOCK_ITEMS: usize = 1 << 15;

const ENTRY_BYTES: usize = 24;

/// How hard to deflate. On all classes of connect:5x4, bits and nanoseconds a class to write and to read:
///
/// ```text
/// level    keys                   values
/// 1        2.13   8.2 ns  3.8     3.34   9.2 ns  2.5
/// 3        1.45  11.6     3.8     1.89  11.5     2.3
/// 6        1.27  19.6     3.7     1.72  30.6     2.1
/// ```
const LEVEL: u32 = 3;

/// What a file of a layer is about. Whoever reads it says what is expected, and other files are errors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LayerHead {
    /// The complete spec of the rules.
    pub game: String,
    /// The number, folded, of the position from which all others are reached: so layers of one run are
    /// not taken for those of another. In the file 16 hexadecimal digits.
    #[serde(with = "crate::digits")]
    pub root: u64,
    /// The layer.
    pub layer: u32,
    /// The part whose classes of the layer they are; `None` if they are all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOf>,
}

impl LayerHead {
    /// The version of a file with such a head.
    pub(crate) fn format(&self) -> u32 {
        format_of(self.part.is_some())
    }

    /// An error if a file with this head is not about what was expected.
    pub(crate) fn check(&self, opened: &OpenFile, expected: &LayerHead) -> io::Result<()> {
        if opened.format != self.format() {
            return Err(opened.wrong("its head is of another format"));
        }
        if self.game != expected.game {
            let (found, expected) = (&self.game, &expected.game);
            return Err(opened.wrong(format!("is of the game {found}, expected {expected}")));
        }
        if self.root != expected.root {
            let [found, expected] = [self.root, expected.root].map(digits::text);
            return Err(opened.wrong(format!("is of the root {found}, expected {expected}")));
        }
        if self.part != expected.part {
            let text = |part: Option<PartOf>| match part {
                Some(part) => part.to_string(),
                None => "a whole database".to_string(),
            };
            let [found, expected] = [self.part, expected.part].map(text);
            return Err(opened.wrong(format!("is of {found}, expected {expected}")));
        }
        if self.layer != expected.layer {
            let (found, expected) = (self.layer, expected.layer);
            return Err(opened.wrong(format!("is of layer {found}, expected {expected}")));
        }
        Ok(())
    }
}

/// The name of a layer's keys in a folder.
#[must_use]
pub fn keys_path(folder: &Path, layer: u32) -> PathBuf {
    folder.join(format!("layer-{layer:02}.keys"))
}

/// The name of a layer's values in a folder.
#[must_use]
pub fn values_path(folder: &Path, layer: u32) -> PathBuf {
    folder.join(format!("layer-{layer:02}.values"))
}

/// Removes the files of layers in a folder, as far as there are any.
pub(crate) fn clear(place: &Path, layers: impl IntoIterator<Item = u32>) {
    for layer in layers {
        drop(fs::remove_file(keys_path(place, layer)));
        drop(fs::remove_file(values_path(place, layer)));
    }
}

/// What files of layers hold: keys (`u64`) or values ([`Settled`]).
pub trait Item: Copy + sealed::Coded {}

impl Item for u64 {}
impl Item for Settled {}

/// Writes keys, strictly ascending.
pub type KeysWriter = LayerWriter<u64>;
/// Writes values, in the order of their keys.
pub type ValuesWriter = LayerWriter<Settled>;
/// Reads keys, block by block.
pub type KeysReader = LayerReader<u64>;
/// Reads values, block by block; blocks have as many of them as those of keys.
pub type ValuesReader = LayerReader<Settled>;

mod sealed {
    use super::{FileKind, Settled};

    pub trait Coded: Sized {
        const KIND: FileKind;
        /// What the index says of a block that begins with this.
        fn first(self) -> u64;
        /// Appends the items as bytes. Panics if they are out of order.
        fn encode(items: &[Self], out: &mut Vec<u8>);
        /// Appends so many items; `None` if the bytes are not theirs.
        fn decode(bytes: &[u8], first: u64, count: usize, out: &mut Vec<Self>) -> Option<()>;
    }

    impl Coded for u64 {
        const KIND: FileKind = *b"keys";

        fn first(self) -> u64 {
            self
        }

        fn encode(items: &[u64], out: &mut Vec<u8>) {
            for pair in items.windows(2) {
                assert!(pair[0] < pair[1], "keys are strictly ascending");
                let mut gap = pair[1] - pair[0] - 1;
                while gap >= 0x80 {
                    out.push(gap as u8 | 0x80);
                    gap >>= 7;
                }
                out.push(gap as u8);
            }
        }

        fn decode(bytes: &[u8], first: u64, count: usize, out: &mut Vec<u64>) -> Option<()> {
            let mut bytes = bytes.iter();
            let mut key = first;
            out.push(key);
            for _ in 1..count {
                let mut byte = *bytes.next()?;
                let mut gap = u64::from(byte & 0x7f);
                let mut shift = 7;
                while byte >= 0x80 {
                    byte = *bytes.next()?;
                    // A gap is written in one way: without zeros on top, nor bits that it has no room for.
                    if byte == 0 || shift > 63 || shift == 63 && byte > 1 {
                        return None;
                    }
                    gap |= u64::from(byte & 0x7f) << shift;
                    shift += 7;
                }
                key = key.checked_add(gap)?.checked_add(1)?;
                out.push(key);
            }
            bytes.as_slice().is_empty().then_some(())
        }
    }

    impl Coded for Settled {
        const KIND: FileKind = *b"vals";

        fn first(self) -> u64 {
            0
        }

        fn encode(items: &[Settled], out: &mut Vec<u8>) {
            out.extend(items.iter().map(|item| item.byte()));
        }

        fn decode(bytes: &[u8], _: u64, count: usize, out: &mut Vec<Settled>) -> Option<()> {
            out.extend(bytes.iter().map(|&byte| Settled::from_byte(byte)));
            (bytes.len() == count).then_some(())
        }
    }
}

/// Writes a file of a layer. It has its name only when it is finished; one that is dropped before
/// leaves nothing.
pub struct LayerWriter<T> {
    part: UnfinishedFile,
    index: Vec<u8>,
    count: u64,
    last: Option<u64>,
    waiting: Vec<T>,
    plain: Vec<u8>,
    deflated: Vec<u8>,
    compress: Compress,
}

impl<T: Item> LayerWriter<T> {
    /// Begins a file.
    pub fn create(path: &Path, head: &LayerHead) -> io::Result<Self> {
        Ok(LayerWriter {
            part: UnfinishedFile::create(path, T::KIND, head.format(), head)?,
            index: vec![],
            count: 0,
            last: None,
            waiting: Vec::with_capacity(BLOCK_ITEMS),
            plain: vec![],
            deflated: vec![],
            compress: Compress::new(Compression::new(LEVEL), false),
        })
    }

    /// Appends. Panics if keys are not strictly ascending.
    pub fn push(&mut self, mut items: &[T]) -> io::Result<()> {
        while !items.is_empty() {
            if self.waiting.is_empty() && items.len() >= BLOCK_ITEMS {
                let (block, rest) = items.split_at(BLOCK_ITEMS);
                self.write(block)?;
                items = rest;
                continue;
            }
            let (fits, rest) = items.split_at(items.len().min(BLOCK_ITEMS - self.waiting.len()));
            self.waiting.extend_from_slice(fits);
            items = rest;
            if self.waiting.len() == BLOCK_ITEMS {
                self.write_waiting()?;
            }
        }
        Ok(())
    }

    /// Brings the file to the disk and under its name.
    pub fn finish(mut self) -> io::Result<Summary> {
        self.write_waiting()?;
        self.part.finish(&self.index, self.count, true)
    }

    /// Finishes a file that nobody needs after a crash of the machine: it need not be on the disk yet.
    pub fn finish_scratch(mut self) -> io::Result<Summary> {
        self.write_waiting()?;
        self.part.finish(&self.index, self.count, false)
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        let mut waiting = std::mem::take(&mut self.waiting);
        if !waiting.is_empty() {
            self.write(&waiting)?;
        }
        waiting.clear();
        self.waiting = waiting;
        Ok(())
    }

    /// Writes a block.
    fn write(&mut self, items: &[T]) -> io::Result<()> {
        let (first, last) = (items[0].first(), items[items.len() - 1].first());
        if T::KIND == *b"keys" {
            let is_next = self.last.is_none_or(|before| before < first);
            assert!(is_next, "keys are strictly ascending");
            self.last = Some(last);
        }
        self.plain.clear();
        T::encode(items, &mut self.plain);
        let plain_bytes = self.plain.len();
        let block = match deflate(&mut self.compress, &self.plain, &mut self.deflated) {
            true => &self.deflated,
            false => &self.plain,
        };
        self.index.extend(first.to_le_bytes());
        for number in [items.len(), plain_bytes, block.len()] {
            let number = u32::try_from(number).expect("a block is small");
            self.index.extend(number.to_le_bytes());
        }
        self.index.extend(crc32fast::hash(block).to_le_bytes());
        self.count += items.len() as u64;
        self.part.append(block)
    }
}

/// Whether the bytes become less.
fn deflate(compress: &mut Compress, plain: &[u8], deflated: &mut Vec<u8>) -> bool {
    deflated.clear();
    // More than ever comes out, nine bits a byte: zlib-rs 0.6 panics where it has too little room.
    deflated.reserve(plain.len() + plain.len() / 4 + 64);
    compress.reset();
    let status = compress.compress_vec(plain, deflated, FlushCompress::Finish);
    matches!(status, Ok(Status::StreamEnd)) && deflated.len() < plain.len()
}

/// What the index says of a block.
#[derive(Clone, Copy)]
struct LayerBlock {
    from: u64,
    first: u64,
    count: usize,
    plain_bytes: usize,
    bytes: usize,
    crc: u32,
}

/// Reads a file of a layer.
pub struct LayerReader<T> {
    opened: OpenFile,
    blocks: Vec<LayerBlock>,
    next: usize,
    bytes: Vec<u8>,
    plain: Vec<u8>,
    decompress: Decompress,
    items: PhantomData<T>,
}

impl<T: Item> LayerReader<T> {
    /// Opens a file and looks at all of it but its blocks.
    pub fn open(path: &Path, expected: &LayerHead) -> io::Result<Self> {
        let opened = OpenFile::open(path, T::KIND)?;
        opened.head::<LayerHead>()?.check(&opened, expected)?;
        let blocks = blocks::<T>(&opened)?;
        Ok(LayerReader {
            opened,
            blocks,
            next: 0,
            bytes: vec![],
            plain: vec![],
            decompress: Decompress::new(false),
            items: PhantomData,
        })
    }

    /// How many items there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.opened.count
    }

    /// The file's length.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.opened.bytes
    }

    /// Puts the next block into `items`, in place of what is there; `false`, and nothing, behind the
    /// last one.
    pub fn next(&mut self, items: &mut Vec<T>) -> io::Result<bool> {
        items.clear();
        if self.next == self.blocks.len() {
            return Ok(false);
        }
        self.read(self.next, items)?;
        self.next += 1;
        Ok(true)
    }

    /// Closes the file until a block is read again.
    pub fn close(&mut self) {
        drop(self.opened.close());
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Puts a block into `items`, in place of what is there.
    pub fn read(&mut self, block: usize, items: &mut Vec<T>) -> io::Result<()> {
        items.clear();
        let LayerBlock {
            from,
            first,
            count,
            plain_bytes,
            bytes,
            crc,
        } = self.blocks[block];
        let last = self.blocks.get(block + 1).map(|next| next.first);
        self.bytes.resize(bytes, 0);
        self.opened.read(from, &mut self.bytes)?;
        let damaged = |what: &str| {
            self.opened
                .wrong(format!("block {block} is damaged ({what})"))
        };
        if crc32fast::hash(&self.bytes) != crc {
            return Err(damaged("checksum"));
        }
        let plain = if bytes == plain_bytes {
            &self.bytes
        } else {
            self.plain.clear();
            self.plain.reserve(plain_bytes);
            self.decompress.reset(false);
            let flush = FlushDecompress::Finish;
            let status = self
                .decompress
                .decompress_vec(&self.bytes, &mut self.plain, flush);
            let is_all =
                self.decompress.total_in() == bytes as u64 && self.plain.len() == plain_bytes;
            if !matches!(status, Ok(Status::StreamEnd)) || !is_all {
                return Err(damaged("not deflated"));
            }
            &self.plain
        };
        items.reserve(count);
        T::decode(plain, first, count, items).ok_or_else(|| damaged("no such items"))?;
        let is_before = |last: u64| items.last().is_none_or(|item| item.first() < last);
        if T::KIND == *b"keys" && !last.is_none_or(is_before) {
            return Err(damaged("keys are not ascending"));
        }
        Ok(())
    }
}

impl LayerReader<u64> {
    /// The block that has a key, if any does.
    #[must_use]
    pub fn block_of(&self, key: u64) -> Option<usize> {
        self.blocks
            .partition_point(|block| block.first <= key)
            .checked_sub(1)
    }
}

/// Reads the index.
fn blocks<T: Item>(opened: &OpenFile) -> io::Result<Vec<LayerBlock>> {
    let damaged = || opened.wrong("its index does not fit its blocks");
    let (entries, []) = opened.index.as_chunks::<ENTRY_BYTES>() else {
        return Err(damaged());
    };
    let mut from = opened.blocks_at;
    let mut count = 0;
    let mut blocks: Vec<LayerBlock> = Vec::with_capacity(entries.len());
    for (i, entry) in entries.iter().enumerate() {
        let [items, plain_bytes, bytes] = [8, 12, 16].map(|at| number(entry, at) as usize);
        let is_full = items == BLOCK_ITEMS || i + 1 == entries.len();
        let is_short = plain_bytes <= 10 * items && bytes <= plain_bytes;
        let first = long_number(entry, 0);
        let is_first = T::KIND == *b"keys" || first == 0;
        if items == 0 || items > BLOCK_ITEMS || !is_full || !is_short || !is_first {
            return Err(damaged());
        }
        blocks.push(LayerBlock {
            from,
            first,
            count: items,
            plain_bytes,
            bytes,
            crc: number(entry, 20),
        });
        from += bytes as u64;
        count += items as u64;
    }
    if from != opened.index_at || count != opened.count {
        return Err(damaged());
    }
    Ok(blocks)
}
