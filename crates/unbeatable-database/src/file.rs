//! What all files of a database have in common: a front that says what they are, a head, blocks, an
//! index of the blocks, and a tail by which a file that was cut short is known.
//!
//! ```text
//! bytes      what
//! 8          89 'U' 'N' 'D' 0d 0a 1a 0a: as in PNG, a transfer as text shows at once
//! 4          the format's version
//! 4          the kind of file: "keys", "vals" or "tabl"
//! 4          h, the length of the head
//! 4          CRC-32 of the bytes so far
//! h          the head, JSON: of which game, which layer, by which program
//! 4          CRC-32 of the head
//! …          blocks, one behind the other
//! i          the index: what it says of the blocks depends on the kind, a checksum of each among it
//! 8          where the index begins
//! 8          n, how many keys or values the blocks have
//! 4          CRC-32 of the index
//! 4          CRC-32 of the 20 bytes before
//! 8          0a 1a 0a 0d 'D' 'N' 'U' 89: the end
//! ```
//!
//! Numbers are little-endian. The first 24 bytes stay as they are in every version. Every byte is under
//! a checksum or compared; a CRC-32 finds every damage of up to 32 bits in a row, and any other but for
//! one in four thousand million.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::atomic_file::Beside;

/// The newest version of the formats of this crate: files, heads, blocks, indices, and what they mean.
/// A file says the oldest version in which it can be read, so that an older program refuses what it would
/// misunderstand, and nothing else: whole databases say 1, databases in parts say 2.
pub const FORMAT: u32 = 2;

/// The version of whole databases and their files.
const FORMAT_WHOLE: u32 = 1;

/// The version of a database, or of a file of it.
pub(crate) const fn format_of(is_in_parts: bool) -> u32 {
    if is_in_parts { FORMAT } else { FORMAT_WHOLE }
}

const MAGIC: [u8; 8] = *b"\x89UND\r\n\x1a\n";
const END: [u8; 8] = *b"\n\x1a\n\rDNU\x89";
const FRONT_BYTES: usize = 24;
const TAIL_BYTES: usize = 32;

/// Heads are shorter: a spec, a position, a few numbers.
const HEAD_BYTES_MAX: u32 = 1 << 20;

/// What a file holds.
pub(crate) type FileKind = [u8; 4];

/// A file that was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How many keys or values it has.
    pub count: u64,
    /// Its length.
    pub bytes: u64,
    /// CRC-32 of all of it.
    pub crc: u32,
}

/// An error about a file: what is wrong, on one line.
pub(crate) fn wrong(path: &Path, what: impl Display) -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        format!("{}: {what}", path.display()),
    )
}

/// The system's error, with the name of the file.
pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A file of a database that is being written, under the name `NAME.part` until it is complete.
pub(crate) struct UnfinishedFile {
    file: BufWriter<Beside>,
    crc: Hasher,
    bytes: u64,
}

impl UnfinishedFile {
    /// Begins a file of any content, with that end of the name under which it is written.
    pub(crate) fn under(path: &Path, end: &str) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(end);
        let part = path.with_file_name(name);
        let file = Beside::create(path, part.clone()).map_err(at(&part))?;
        Ok(UnfinishedFile {
            file: BufWriter::with_capacity(1 << 18, file),
            crc: Hasher::new(),
            bytes: 0,
        })
    }

    /// Begins a file of this format.
    pub(crate) fn create(
        path: &Path,
        kind: FileKind,
        format: u32,
        head: &impl Serialize,
    ) -> io::Result<Self> {
        let mut part = UnfinishedFile::under(path, ".part")?;
        let head = &head_bytes(head);
        let head_bytes = u32::try_from(head.len()).expect("a short head");
        let mut front = [0; FRONT_BYTES];
        front[..8].copy_from_slice(&MAGIC);
        front[8..12].copy_from_slice(&format.to_le_bytes());
        front[12..16].copy_from_slice(&kind);
        front[16..20].copy_from_slice(&head_bytes.to_le_bytes());
        let crc = crc32fast::hash(&front[..20]);
        front[20..].copy_from_slice(&crc.to_le_bytes());
        part.append(&front)?;
        part.append(head)?;
        part.append(&crc32fast::hash(head).to_le_bytes())?;
        Ok(part)
    }

    /// Appends.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.file.write_all(bytes);
        written.map_err(at(&self.file.get_ref().part))?;
        self.crc.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Appends index and tail, and finishes the file.
    pub(crate) fn finish(mut self, index: &[u8], count: u64, is_kept: bool) -> io::Result<Summary> {
        let index_at = self.bytes;
        self.append(index)?;
        let mut tail = [0; TAIL_BYTES];
        tail[..8].copy_from_slice(&index_at.to_le_bytes());
        tail[8..16].copy_from_slice(&count.to_le_bytes());
        tail[16..20].copy_from_slice(&crc32fast::hash(index).to_le_bytes());
        let crc = crc32fast::hash(&tail[..20]);
        tail[20..24].copy_from_slice(&crc.to_le_bytes());
        tail[24..].copy_from_slice(&END);
        self.append(&tail)?;
        let summary = self.finish_plain(is_kept)?;
        Ok(Summary { count, ..summary })
    }

    /// Brings the file to the disk, if it `is_kept` after a crash of the machine, and under its name.
    pub(crate) fn finish_plain(mut self, is_kept: bool) -> io::Result<Summary> {
        let written = self.file.flush();
        let (file, _) = self.file.into_parts();
        written.map_err(at(&file.part))?;
        if is_kept {
            file.sync().map_err(at(&file.part))?;
        }
        let path = file.path.clone();
        file.rename(is_kept).map_err(at(&path))?;
        Ok(Summary {
            count: 0,
            bytes: self.bytes,
            crc: self.crc.finalize(),
        })
    }
}

/// A head as it is written.
fn head_bytes(head: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(head).expect("a head has text keys and numbers")
}

/// A file whose front, head, index and tail were read and are sound.
pub(crate) struct OpenFile {
    pub(crate) path: PathBuf,
    /// `None` while it is closed.
    file: Option<File>,
    pub(crate) format: u32,
    head: Vec<u8>,
    pub(crate) index: Vec<u8>,
    /// Where the blocks begin.
    pub(crate) blocks_at: u64,
    /// Where the blocks end.
    pub(crate) index_at: u64,
    pub(crate) count: u64,
    pub(crate) bytes: u64,
}

impl OpenFile {
    /// Opens a file of that kind. Its blocks are not looked at.
    pub(crate) fn open(path: &Path, kind: FileKind) -> io::Result<Self> {
        let mut file = File::open(path).map_err(at(path))?;
        let bytes = file.metadata().map_err(at(path))?.len();
        let mut front = vec![];
        let mut start = Read::by_ref(&mut file).take(FRONT_BYTES as u64);
        start.read_to_end(&mut front).map_err(at(path))?;
        let head_bytes = check_front(path, kind, &front)?;
        let short = || {
            wrong(
                path,
                "cut short, expected a file that was written to its end",
            )
        };
        let blocks_at = FRONT_BYTES as u64 + u64::from(head_bytes) + 4;
        if bytes < blocks_at + TAIL_BYTES as u64 {
            return Err(short());
        }
        let mut head = vec![0; head_bytes as usize + 4];
        file.read_exact(&mut head).map_err(at(path))?;
        let crc = head.split_off(head_bytes as usize);
        if crc32fast::hash(&head) != number(&crc, 0) {
            return Err(wrong(path, "its head is damaged (checksum)"));
        }
        let mut tail = [0; TAIL_BYTES];
        let tail_at = bytes - TAIL_BYTES as u64;
        file.seek(SeekFrom::Start(tail_at)).map_err(at(path))?;
        file.read_exact(&mut tail).map_err(at(path))?;
        if tail[24..] != END {
            return Err(short());
        }
        if crc32fast::hash(&tail[..20]) != number(&tail, 20) {
            return Err(wrong(path, "its end is damaged (checksum)"));
        }
        let index_at = long_number(&tail, 0);
        if index_at < blocks_at || index_at > tail_at {
            return Err(wrong(path, "its index is not where its end says"));
        }
        let index_bytes = usize::try_from(tail_at - index_at)
            .map_err(|_| wrong(path, "its index does not fit into memory"))?;
        let mut index = vec![0; index_bytes];
        file.seek(SeekFrom::Start(index_at)).map_err(at(path))?;
        file.read_exact(&mut index).map_err(at(path))?;
        if crc32fast::hash(&index) != number(&tail, 16) {
            return Err(wrong(path, "its index is damaged (checksum)"));
        }
        Ok(OpenFile {
            path: path.to_path_buf(),
            file: Some(file),
            format: number(&front, 8),
            head,
            index,
            blocks_at,
            index_at,
            count: long_number(&tail, 8),
            bytes,
        })
    }

    /// An error about this file.
    pub(crate) fn wrong(&self, what: impl Display) -> io::Error {
        wrong(&self.path, what)
    }

    /// The head, which must have the bytes that a writer gives it.
    pub(crate) fn head<H: Serialize + DeserializeOwned>(&self) -> io::Result<H> {
        let head = serde_json::from_slice(&self.head)
            .map_err(|error| self.wrong(format!("its head is none: {error}")))?;
        match head_bytes(&head) == self.head {
            true => Ok(head),
            false => Err(self.wrong("its head is not written as heads are")),
        }
    }

    /// Reads a part of the file.
    pub(crate) fn read(&mut self, from: u64, into: &mut [u8]) -> io::Result<()> {
        let OpenFile { file, path, .. } = self;
        let file = match file {
            Some(file) => file,
            closed => closed.insert(File::open(&*path).map_err(at(path))?),
        };
        file.seek(SeekFrom::Start(from)).map_err(at(path))?;
        file.read_exact(into).map_err(at(path))
    }

    /// Closes the file until it is read again: a process can have some hundreds or thousands open.
    pub(crate) fn close(&mut self) -> Option<File> {
        self.file.take()
    }
}

/// Whether it is a version that we know.
pub(crate) fn check_format(path: &Path, format: u32) -> io::Result<()> {
    if (FORMAT_WHOLE..=FORMAT).contains(&format) {
        return Ok(());
    }
    let what = format!("has format {format}, expected {FORMAT_WHOLE} or {FORMAT}");
    Err(wrong(path, what))
}

/// The length of the head.
fn check_front(path: &Path, kind: FileKind, front: &[u8]) -> io::Result<u32> {
    let magic = &front[..front.len().min(MAGIC.len())];
    if !MAGIC.starts_with(magic) || front.is_empty() {
        return Err(wrong(path, "foreign, expected a file of a database"));
    }
    if front.len() < FRONT_BYTES {
        return Err(wrong(
            path,
            "cut short, expected a file that was written to its end",
        ));
    }
    if crc32fast::hash(&front[..20]) != number(front, 20) {
        return Err(wrong(path, "its first bytes are damaged (checksum)"));
    }
    check_format(path, number(front, 8))?;
    if front[12..16] != kind {
        let [found, expected] = [&front[12..16], &kind].map(String::from_utf8_lossy);
        return Err(wrong(
            path,
            format!("holds \"{found}\", expected \"{expected}\""),
        ));
    }
    match number(front, 16) {
        head_bytes @ 0..=HEAD_BYTES_MAX => Ok(head_bytes),
        _ => Err(wrong(path, "has too long a head")),
    }
}

/// The number of four bytes at a place.
pub(crate) fn number(bytes: &[u8], from: usize) -> u32 {
    u32::from_le_bytes(bytes[from..from + 4].try_into().expect("four bytes"))
}

/// The number of eight bytes at a place.
pub(crate) fn long_number(bytes: &[u8], from: usize) -> u64 {
    u64::from_le_bytes(bytes[from..from + 8].try_into().expect("eight bytes"))
}
