//! A strategy as bytes: a compressed list of numbers, one for each answer.
//!
//! ```text
//! answer    3 * index + 0, 1 or 2       go on; go on and keep; kept before
//! number    LEB128: seven bits a byte, the lowest first, the highest bit set in all but the last
//! list      one zlib stream
//! ```

use std::io::{self, BufRead, BufReader, BufWriter, IntoInnerError, Read, Write};

use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::walk::{Answer, Then};

impl Answer {
    fn to_number(self) -> u64 {
        let then = match self.then {
            Then::GoOn => 0,
            Then::GoOnAndKeep => 1,
            Then::Kept => 2,
        };
        3 * u64::from(self.index) + then
    }

    fn from_number(number: u64) -> Option<Self> {
        let then = match number % 3 {
            0 => Then::GoOn,
            1 => Then::GoOnAndKeep,
            _ => Then::Kept,
        };
        let index = u32::try_from(number / 3).ok()?;
        Some(Answer { index, then })
    }
}

/// Writes a list of answers.
pub struct Encoder<W: Write> {
    to: BufWriter<ZlibEncoder<W>>,
}

impl<W: Write> Encoder<W> {
    /// An empty list.
    pub fn new(to: W) -> Self {
        let to = ZlibEncoder::new(to, Compression::best());
        // The compressor makes room for its output at every call: few long ones are much faster.
        let to = BufWriter::with_capacity(1 << 16, to);
        Encoder { to }
    }

    /// Adds an answer.
    pub fn write(&mut self, answer: Answer) -> io::Result<()> {
        self.write_number(answer.to_number())
    }

    /// Adds a number, below 2^35.
    pub fn write_number(&mut self, mut number: u64) -> io::Result<()> {
        let (mut bytes, mut length) = ([0; NUMBER_BYTES_MAX], 0);
        loop {
            bytes[length] = number as u8 & 0x7f | u8::from(number > 0x7f) << 7;
            length += 1;
            number >>= 7;
            if number == 0 {
                return self.to.write_all(&bytes[..length]);
            }
        }
    }

    /// Ends the list, and gives back where it was written to.
    pub fn finish(self) -> io::Result<W> {
        let to = self.to.into_inner().map_err(IntoInnerError::into_error)?;
        to.finish()
    }
}

/// Answers up to 3 * 2^32 + 2 take so many bytes.
const NUMBER_BYTES_MAX: usize = 5;

/// Reads a list of answers.
pub struct Decoder<R> {
    from: ZlibDecoder<BufReader<R>>,
    buffer: Box<[u8]>,
    /// What of the buffer is not yet read.
    begin: usize,
    end: usize,
}

/// Why there is no next answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// The list is over.
    Over,
    /// It is not such a list.
    Malformed(String),
    /// It cannot be read.
    Io(io::Error),
}

impl From<io::Error> for NoAnswer {
    fn from(e: io::Error) -> Self {
        match e.kind() {
            io::ErrorKind::UnexpectedEof => NoAnswer::Malformed("it breaks off".into()),
            // What flate2 says of a stream that is none.
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                NoAnswer::Malformed("it does not expand".into())
            }
            _ => NoAnswer::Io(e),
        }
    }
}

impl<R: Read> Decoder<R> {
    /// Reads a list from its beginning.
    pub fn new(from: R) -> Self {
        Decoder {
            from: ZlibDecoder::new(BufReader::with_capacity(1 << 16, from)),
            buffer: vec![0; 1 << 16].into(),
            begin: 0,
            end: 0,
        }
    }

    #[inline]
    fn byte(&mut self) -> Result<Option<u8>, NoAnswer> {
        if self.begin == self.end {
            (self.begin, self.end) = (0, self.from.read(&mut self.buffer)?);
            if self.end == 0 {
                return Ok(None);
            }
        }
        let byte = self.buffer[self.begin];
        self.begin += 1;
        Ok(Some(byte))
    }

    /// The next answer.
    #[inline]
    pub fn read(&mut self) -> Result<Answer, NoAnswer> {
        let answer = Answer::from_number(self.read_number()?);
        answer.ok_or_else(|| NoAnswer::Malformed("a number is too large".into()))
    }

    /// The next number.
    #[inline]
    pub fn read_number(&mut self) -> Result<u64, NoAnswer> {
        let malformed = |why: &str| Err(NoAnswer::Malformed(why.into()));
        let mut number = 0;
        for i in 0..NUMBER_BYTES_MAX {
            let Some(byte) = self.byte()? else {
                return match i {
                    0 => Err(NoAnswer::Over),
                    _ => malformed("it ends inside a number"),
                };
            };
            number |= u64::from(byte & 0x7f) << (7 * i);
            if byte < 0x80 {
                if byte == 0 && i > 0 {
                    return malformed("a number ends with a needless zero");
                }
                return Ok(number);
            }
        }
        malformed("a number has too many bytes")
    }

    /// Says whether the list is over, and nothing stands behind it.
    pub fn finish(mut self) -> Result<(), NoAnswer> {
        if self.byte()?.is_some() {
            return Err(NoAnswer::Malformed(
                "it goes on when the walk is over".into(),
            ));
        }
        let mut from = self.from.into_inner();
        match from.fill_buf()?.is_empty() {
            true => Ok(()),
            false => Err(NoAnswer::Malformed("there is more behind its end".into())),
        }
    }
}
