//! Checkpoints: what a search remembers, in a file, so that another run can go on from there.
//!
//! ```text
//! bytes      what
//! 8          89 'U' 'N' 'B' 0d 0a 1a 0a: as in PNG, a transfer as text shows at once
//! 4          the format's version
//! 4          h, the length of the head
//! 8          n, the number of entries
//! 4          CRC-32 of the bytes so far
//! h          the head, JSON: what was asked, of which game, by which rules, and what it took
//! 4          CRC-32 of the head
//! 16 n       entries of the table, key and word
//! 4          CRC-32 of the entries
//! ```
//!
//! Numbers are little-endian. The first 28 bytes stay as they are in every version. They are written
//! last, when n is known, so that a file without them is none; and they say how long the file must be,
//! so that one that is cut off is told from one that is damaged. A CRC-32 finds every damage of up to 32
//! bits in a row, and any other but for one in four thousand million; it is no defence against malice,
//! and needs none: who could forge a checkpoint could forge the report.
//!
//! What a checkpoint says rests on hashes, as the table does. It may be written while the search goes
//! on: it is no picture of one moment then, but every entry in it is true by itself.

use std::fmt;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use unbeatable_bench::clock::Spent;
use unbeatable_solve::proof_table::{ProofTable, SavedSlot};

const MAGIC: [u8; 8] = *b"\x89UNB\r\n\x1a\n";

/// Changes with the layout of files, heads or entries, and with what entries mean.
const FORMAT: u32 = 1;

/// The bytes before the head.
const FRONT_BYTES: usize = 28;

/// Heads are shorter: positions have a few hundred bytes.
const HEAD_BYTES_MAX: u32 = 1 << 20;

const ENTRY_BYTES: u64 = 16;
const CRC_BYTES: u64 = 4;

/// Entries are read and written so many at a time.
const BLOCK_ENTRIES: u64 = 1 << 12;

/// What a checkpoint is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CheckpointHead {
    /// The version of the program that wrote it.
    pub program: String,
    /// The complete spec of the rules.
    pub game: String,
    /// The position that is asked about.
    pub position: String,
    /// What is asked.
    pub question: CheckpointQuestion,
    /// The solver.
    pub solver: String,
    /// Its settings.
    pub options: Map<String, Json>,
    /// Changes if positions get other keys.
    pub keys: u64,
    /// What was spent so far.
    pub spent: Spent,
}

/// What was asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CheckpointQuestion {
    /// The points of a yes/no question, from the first player's side; `None` for the value.
    pub at_least: Option<f64>,
    /// The plies, if it was whether the first player wins in time.
    pub within: Option<String>,
    /// The restriction, if one was named.
    pub restrict: Option<String>,
}

impl fmt::Display for CheckpointQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.at_least, &self.within) {
            (_, Some(plies)) => write!(f, "--within {plies}")?,
            (Some(points), None) => write!(f, "--at-least {points}")?,
            (None, None) => f.write_str("the value")?,
        }
        match &self.restrict {
            Some(name) => write!(f, " --restrict {name}"),
            None => Ok(()),
        }
    }
}

/// A checkpoint that was written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CheckpointSize {
    /// Entries of the table.
    pub entries: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Writes a checkpoint. `None`, and nothing of use, if it `is_over` before that is done.
pub fn write(
    out: &mut (impl Write + Seek),
    head: &CheckpointHead,
    entries: impl Iterator<Item = SavedSlot>,
    is_over: impl Fn() -> bool,
) -> io::Result<Option<CheckpointSize>> {
    let head = serde_json::to_vec(head).expect("a head has text keys and finite numbers");
    let mut out = BufWriter::with_capacity(1 << 16, out);
    out.write_all(&[0; FRONT_BYTES])?;
    out.write_all(&head)?;
    out.write_all(&crc32fast::hash(&head).to_le_bytes())?;
    let mut crc = Hasher::new();
    let mut written = 0;
    for SavedSlot { key, word } in entries {
        if written % BLOCK_ENTRIES == 0 && is_over() {
            return Ok(None);
        }
        let mut entry = [0; ENTRY_BYTES as usize];
        entry[..8].copy_from_slice(&key.to_le_bytes());
        entry[8..].copy_from_slice(&word.to_le_bytes());
        crc.update(&entry);
        out.write_all(&entry)?;
        written += 1;
    }
    out.write_all(&crc.finalize().to_le_bytes())?;
    let front = Front {
        head_bytes: u32::try_from(head.len()).expect("a short head"),
        entries: written,
    };
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&front.to_bytes())?;
    out.flush()?;
    Ok(Some(CheckpointSize {
        entries: written,
        bytes: front.file_bytes().expect("as long as what was written"),
    }))
}

/// The lengths of what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Front {
    head_bytes: u32,
    entries: u64,
}

impl Front {
    fn to_bytes(self) -> [u8; FRONT_BYTES] {
        let mut bytes = [0; FRONT_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&FORMAT.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.head_bytes.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.entries.to_le_bytes());
        let crc = crc32fast::hash(&bytes[..24]);
        bytes[24..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; FRONT_BYTES]) -> Result<Self, Wrong> {
        let word = |at: usize| u32::from_le_bytes(array(&bytes[at..at + 4]));
        if bytes[..8] != MAGIC {
            return Err(Wrong::Other);
        }
        if word(24) != crc32fast::hash(&bytes[..24]) {
            return Err(Wrong::Damaged("first bytes"));
        }
        if word(8) != FORMAT {
            return Err(Wrong::Format(word(8)));
        }
        Ok(Front {
            head_bytes: word(12),
            entries: u64::from_le_bytes(array(&bytes[16..24])),
        })
    }

    /// How long the file must be; `None` if no file is as long.
    fn file_bytes(self) -> Option<u64> {
        let head = FRONT_BYTES as u64 + u64::from(self.head_bytes) + CRC_BYTES;
        let entries = self.entries.checked_mul(ENTRY_BYTES)?;
        entries.checked_add(head + CRC_BYTES)
    }
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("as many bytes as were cut out")
}

/// A checkpoint of which the head is read.
#[derive(Debug)]
pub struct OpenCheckpoint<R> {
    /// What it is about.
    pub head: CheckpointHead,
    /// How many there are.
    pub entries: u64,
    rest: R,
}

/// Reads the head of a checkpoint that is so many bytes long.
pub fn open<R: Read>(mut file: R, bytes: u64) -> Result<OpenCheckpoint<R>, Wrong> {
    let mut front = vec![];
    file.by_ref()
        .take(FRONT_BYTES as u64)
        .read_to_end(&mut front)?;
    let front = match <[u8; FRONT_BYTES]>::try_from(front) {
        Ok(front) => Front::from_bytes(&front)?,
        // Of one that is cut off, the beginning is there.
        Err(front) if front.starts_with(&MAGIC) => return Err(Wrong::Short { bytes, of: None }),
        Err(_) => return Err(Wrong::Other),
    };
    match front.file_bytes() {
        Some(of) if bytes < of => {
            return Err(Wrong::Short {
                bytes,
                of: Some(of),
            });
        }
        Some(of) if bytes == of && front.head_bytes <= HEAD_BYTES_MAX => {}
        _ => return Err(Wrong::Damaged("length")),
    }
    let mut head = vec![0; front.head_bytes as usize];
    file.read_exact(&mut head)?;
    if read_crc(&mut file)? != crc32fast::hash(&head) {
        return Err(Wrong::Damaged("head"));
    }
    // Of this version and undamaged, it is as it was written.
    let head = serde_json::from_slice(&head).map_err(|_| Wrong::Damaged("head"))?;
    Ok(OpenCheckpoint {
        head,
        entries: front.entries,
        rest: file,
    })
}

fn read_crc(file: &mut impl Read) -> io::Result<u32> {
    let mut crc = [0; CRC_BYTES as usize];
    file.read_exact(&mut crc)?;
    Ok(u32::from_le_bytes(crc))
}

impl<R: Read> OpenCheckpoint<R> {
    /// Puts all entries into an empty table, or as many as fit, those with the most work behind them.
    /// If something is wrong, the table is not to be used.
    pub fn load(self, table: &ProofTable) -> Result<(), Wrong> {
        table.reserve(self.entries);
        self.read(|kept| table.restore(kept))
    }

    /// Reads all entries. If something is wrong, what was read is not to be used.
    pub fn read(mut self, mut take: impl FnMut(SavedSlot)) -> Result<(), Wrong> {
        let mut crc = Hasher::new();
        let mut block = vec![0; (BLOCK_ENTRIES * ENTRY_BYTES) as usize];
        let mut left = self.entries;
        while left > 0 {
            let entries = left.min(BLOCK_ENTRIES);
            let block = &mut block[..(entries * ENTRY_BYTES) as usize];
            self.rest.read_exact(block)?;
            crc.update(block);
            for entry in block.chunks_exact(ENTRY_BYTES as usize) {
                take(SavedSlot {
                    key: u64::from_le_bytes(array(&entry[..8])),
                    word: u64::from_le_bytes(array(&entry[8..])),
                });
            }
            left -= entries;
        }
        match read_crc(&mut self.rest)? == crc.finalize() {
            true => Ok(()),
            false => Err(Wrong::Damaged("entries")),
        }
    }
}

/// What is wrong with a file that should be a checkpoint.
#[derive(Debug)]
pub enum Wrong {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is something else.
    Other,
    /// It has another version of the format.
    Format(u32),
    /// It was cut off.
    Short {
        /// So many are there.
        bytes: u64,
        /// So many should be.
        of: Option<u64>,
    },
    /// A checksum does not fit, or the length.
    Damaged(&'static str),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Wrong::Unreadable(error)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Wrong::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Wrong::Other => {
                f.write_str("is no checkpoint: expected a file that --checkpoint wrote")
            }
            Wrong::Format(found) => write!(
                f,
                "has format {found}: expected {FORMAT}, the one of this version of the program"
            ),
            Wrong::Short { bytes, of: None } => {
                write!(f, "is cut off: expected more than {bytes} bytes")
            }
            Wrong::Short {
                bytes,
                of: Some(of),
            } => write!(f, "is cut off: expected {of} bytes, found {bytes}"),
            Wrong::Damaged(what) => write!(f, "is damaged: its {what} cannot be right"),
        }
    }
}
