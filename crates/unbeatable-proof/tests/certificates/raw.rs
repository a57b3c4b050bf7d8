//! Files made byte by byte, for what no writer would write.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};
use unbeatable_proof::container::{MAGIC, VERSION};

/// The beginning of every file.
pub(crate) fn begin() -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes
}

/// Adds a block.
pub(crate) fn block(bytes: &mut Vec<u8>, code: &[u8], payload: &[u8]) {
    bytes.extend(code);
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(payload);
}

/// Adds the checksum.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(b"ends");
    bytes.extend(32u32.to_le_bytes());
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    bytes
}

/// Bytes of the block with the checksum.
pub(crate) const SEAL_BYTES: usize = 4 + 4 + 32;

/// A file of these blocks, with its checksum.
pub(crate) fn blocks(blocks: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut bytes = begin();
    for (code, payload) in blocks {
        block(&mut bytes, code, payload);
    }
    sealed(bytes)
}

/// A zlib stream.
pub(crate) fn zlib(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(vec![], level);
    encoder.write_all(bytes).expect("memory takes all");
    encoder.finish().expect("memory takes all")
}
