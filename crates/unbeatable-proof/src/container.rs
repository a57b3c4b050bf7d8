//! The file: blocks of bytes and their checksum, as `docs/certificates.md` draws it.
//!
//! Written in one stream. Read in two: the first looks at the whole file and its checksum, so that a
//! damaged file is never mistaken for a false proof; the second reads the sections.

use std::io::{self, Read, Seek, SeekFrom, Write};

use sha2::{Digest, Sha256};

/// The first bytes of every certificate.
pub const MAGIC: [u8; 8] = *b"\x89unb\r\n\x1a\n";

/// The version that is written and read.
pub const VERSION: u32 = 1;

/// No block has a longer payload.
pub const BLOCK_BYTES_MAX: usize = 1 << 20;

/// No rules are longer.
pub const RULES_BYTES_MAX: usize = 4 << 20;

/// What a block holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BlockKind {
    /// The claim.
    Head,
    /// The text of the rules.
    Rules,
    /// The first player's strategy.
    Lower,
    /// The second player's strategy.
    Upper,
    /// A table.
    Table,
    /// How its classes are counted.
    Tree,
    /// Why there is no smaller one.
    Refutation,
    /// The checksum.
    Ends,
}

impl BlockKind {
    const ALL: [(Self, [u8; 4]); 8] = [
        (BlockKind::Head, *b"head"),
        (BlockKind::Rules, *b"rule"),
        (BlockKind::Lower, *b"lowr"),
        (BlockKind::Upper, *b"uppr"),
        (BlockKind::Table, *b"tabl"),
        (BlockKind::Tree, *b"tree"),
        (BlockKind::Refutation, *b"refu"),
        (BlockKind::Ends, *b"ends"),
    ];

    fn code(self) -> [u8; 4] {
        let found = Self::ALL.iter().find(|(kind, _)| *kind == self);
        found.expect("all kinds are listed").1
    }
}

/// SHA-256.
pub type Sum = [u8; 32];

/// The sum of these bytes.
#[must_use]
pub fn sum_of(bytes: &[u8]) -> Sum {
    Sha256::digest(bytes).into()
}

/// Writes a certificate.
pub struct CertificateWriter<W> {
    to: W,
    sum: Sha256,
    bytes: u64,
}

impl<W: Write> CertificateWriter<W> {
    /// Begins with the magic and the version.
    pub fn new(to: W) -> io::Result<Self> {
        let mut writer = CertificateWriter {
            to,
            sum: Sha256::new(),
            bytes: 0,
        };
        writer.write(&MAGIC)?;
        writer.write(&VERSION.to_le_bytes())?;
        Ok(writer)
    }

    /// Begins with the head, and with the text of the rules if they are not part of the program.
    pub fn begin(to: W, head: &str, rules: Option<&str>) -> io::Result<Self> {
        let mut writer = Self::new(to)?;
        for (kind, text) in [(BlockKind::Head, Some(head)), (BlockKind::Rules, rules)] {
            if let Some(text) = text {
                let mut section = writer.section(kind);
                section.write_all(text.as_bytes())?;
                section.finish()?;
            }
        }
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.bytes += bytes.len() as u64;
        self.to.write_all(bytes)
    }

    fn block(&mut self, kind: BlockKind, payload: &[u8]) -> io::Result<()> {
        self.write(&kind.code())?;
        self.write(&(payload.len() as u32).to_le_bytes())?;
        self.write(payload)
    }

    /// A section, to be written piece by piece.
    pub fn section(&mut self, kind: BlockKind) -> SectionWriter<'_, W> {
        SectionWriter {
            writer: self,
            kind,
            piece: vec![],
            is_begun: false,
        }
    }

    /// Ends with the checksum: how many bytes the file has, and the sum of them all.
    pub fn finish(mut self) -> io::Result<(u64, Sum)> {
        let mut payload = self.sum.clone();
        payload.update(BlockKind::Ends.code());
        payload.update(32u32.to_le_bytes());
        let payload: Sum = payload.finalize().into();
        self.block(BlockKind::Ends, &payload)?;
        self.to.flush()?;
        Ok((self.bytes, self.sum.finalize().into()))
    }
}

/// Writes a section in blocks.
pub struct SectionWriter<'w, W> {
    writer: &'w mut CertificateWriter<W>,
    kind: BlockKind,
    piece: Vec<u8>,
    is_begun: bool,
}

/// Pieces are written when they have so many bytes.
const PIECE_BYTES: usize = 1 << 16;

impl<W: Write> SectionWriter<'_, W> {
    fn write_piece(&mut self) -> io::Result<()> {
        self.writer.block(self.kind, &self.piece)?;
        self.piece.clear();
        self.is_begun = true;
        Ok(())
    }

    /// Ends the section.
    pub fn finish(mut self) -> io::Result<()> {
        match self.piece.is_empty() && self.is_begun {
            true => Ok(()),
            false => self.write_piece(),
        }
    }
}

impl<W: Write> Write for SectionWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = PIECE_BYTES - self.piece.len();
        let bytes = &bytes[..bytes.len().min(room)];
        self.piece.extend_from_slice(bytes);
        if self.piece.len() == PIECE_BYTES {
            self.write_piece()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why a file cannot be read as a certificate.
#[derive(Debug)]
pub enum Unreadable {
    /// The system says why.
    Io(io::Error),
    /// It is none, or damaged.
    Damaged(String),
}

impl From<io::Error> for Unreadable {
    fn from(e: io::Error) -> Self {
        match e.kind() {
            io::ErrorKind::UnexpectedEof => Unreadable::Damaged("it ends too early".into()),
            _ => Unreadable::Io(e),
        }
    }
}

/// A certificate whose bytes are whole.
pub struct Container<R> {
    from: R,
    /// The text of the head.
    pub head: String,
    /// The text of the rules, if they are in the file.
    pub rules: Option<String>,
    /// How many bytes the file has.
    pub bytes: u64,
    /// The sum of them all.
    pub sum: Sum,
    /// Where the sections begin, but for the head and the end.
    sections: Vec<(BlockKind, u64)>,
}

impl<R: Read + Seek> Container<R> {
    /// Reads the whole file, and refuses what is damaged.
    pub fn open(mut from: R) -> Result<Self, Unreadable> {
        let damaged = |why: String| Err(Unreadable::Damaged(why));
        from.seek(SeekFrom::Start(0))?;
        let mut all = Summed {
            from: &mut from,
            sum: Sha256::new(),
            bytes: 0,
        };
        let (mut magic, mut version) = ([0; 8], [0; 4]);
        all.fill(&mut magic)?;
        if magic != MAGIC {
            return damaged("it does not begin like a certificate".into());
        }
        all.fill(&mut version)?;
        let version = u32::from_le_bytes(version);
        if version != VERSION {
            return damaged(format!("its version is {version}: expected {VERSION}"));
        }
        let (mut head, mut sections, mut last) = (vec![], vec![], None);
        let mut rules: Option<Vec<u8>> = None;
        let mut payload = vec![];
        loop {
            let begin = all.bytes;
            let (mut code, mut length) = ([0; 4], [0; 4]);
            all.fill(&mut code)?;
            let Some((kind, _)) = BlockKind::ALL.iter().find(|(_, known)| *known == code) else {
                let code = code.escape_ascii();
                return damaged(format!(
                    "a block of the unknown kind '{code}' at byte {begin}"
                ));
            };
            let is_in_place = match last {
                None => *kind == BlockKind::Head,
                Some(last) => last <= *kind,
            };
            if !is_in_place {
                let code = code.escape_ascii();
                return damaged(format!(
                    "a block '{code}' in the wrong place, at byte {begin}"
                ));
            }
            all.fill(&mut length)?;
            let length = u32::from_le_bytes(length) as usize;
            if length > BLOCK_BYTES_MAX {
                return damaged(format!(
                    "a block of {length} bytes at byte {begin}: expected at most {BLOCK_BYTES_MAX}"
                ));
            }
            let sum_before = all.sum.clone();
            payload.resize(length, 0);
            all.fill(&mut payload)?;
            match kind {
                BlockKind::Head => {
                    head.extend_from_slice(&payload);
                    if head.len() > BLOCK_BYTES_MAX {
                        return damaged("its head is too long".into());
                    }
                }
                BlockKind::Rules => {
                    let rules = rules.get_or_insert_default();
                    rules.extend_from_slice(&payload);
                    if rules.len() > RULES_BYTES_MAX {
                        return damaged("its rules are too long".into());
                    }
                }
                BlockKind::Ends => {
                    if payload != sum_before.finalize()[..] {
                        return damaged("its checksum is wrong".into());
                    }
                    break;
                }
                _ if last != Some(*kind) => sections.push((*kind, begin)),
                _ => {}
            }
            last = Some(*kind);
        }
        let (bytes, sum) = (all.bytes, all.sum.finalize().into());
        if from.read(&mut [0])? != 0 {
            return damaged("it goes on behind its end".into());
        }
        let Ok(head) = String::from_utf8(head) else {
            return damaged("its head is not text".into());
        };
        let Ok(rules) = rules.map(String::from_utf8).transpose() else {
            return damaged("its rules are not text".into());
        };
        Ok(Container {
            from,
            head,
            rules,
            bytes,
            sum,
            sections,
        })
    }

    /// Whether there is such a section.
    #[must_use]
    pub fn has(&self, kind: BlockKind) -> bool {
        self.sections.iter().any(|(known, _)| *known == kind)
    }

    /// Reads a section; `None` if there is none.
    pub fn section(&mut self, kind: BlockKind) -> io::Result<Option<SectionReader<'_, R>>> {
        let Some((_, begin)) = self.sections.iter().find(|(known, _)| *known == kind) else {
            return Ok(None);
        };
        self.from.seek(SeekFrom::Start(*begin))?;
        Ok(Some(SectionReader {
            from: &mut self.from,
            kind,
            left: 0,
            is_over: false,
        }))
    }
}

/// Sums up what it reads.
struct Summed<'r, R> {
    from: &'r mut R,
    sum: Sha256,
    bytes: u64,
}

impl<R: Read> Summed<'_, R> {
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.from.read_exact(bytes)?;
        self.sum.update(&*bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}

/// Reads the payloads of a section's blocks, one behind the other.
pub struct SectionReader<'r, R> {
    from: &'r mut R,
    kind: BlockKind,
    /// What is left of the block.
    left: usize,
    is_over: bool,
}

impl<R: Read> Read for SectionReader<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 && !self.is_over {
            let (mut code, mut length) = ([0; 4], [0; 4]);
            self.from.read_exact(&mut code)?;
            self.from.read_exact(&mut length)?;
            self.is_over = code != self.kind.code();
            self.left = u32::from_le_bytes(length) as usize;
        }
        if self.is_over {
            return Ok(0);
        }
        let most = bytes.len().min(self.left);
        let read = self.from.read(&mut bytes[..most])?;
        self.left -= read;
        Ok(read)
    }
}
