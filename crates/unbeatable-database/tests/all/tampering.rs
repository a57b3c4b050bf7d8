//! Files that were changed, with all checksums made right again: whatever was changed, it is found.
//!
//! A database is determined by the solution but for four things, which decide nothing: `program` and
//! `position` of the header, which are the caller's words; how a block of a layer is deflated; and, where
//! nothing has distances, `plies` and `digest`.

use std::fs;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use flate2::read::DeflateDecoder;
use unbeatable_core::Layered;
use unbeatable_database::{DatabaseOptions, Header, keys_path};

use crate::databases::{PLAIN, connect};
use crate::folder::{Folder, repaired_header, rewrite};
use crate::parts::database_in_parts;
use crate::solution::database;
use crate::verification::{ARCHIVE, change_header, check};

const TAIL_BYTES: usize = 32;

fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

fn put(bytes: &mut [u8], at: usize, number: u32) {
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
}

fn put_crc(bytes: &mut [u8], of: Range<usize>, at: usize) {
    let crc = crc32fast::hash(&bytes[of]);
    put(bytes, at, crc);
}

/// Where a file's blocks begin, and where they end.
fn blocks(bytes: &[u8]) -> Range<usize> {
    28 + number(bytes, 16)..number(bytes, bytes.len() - TAIL_BYTES)
}

/// Makes all checksums of a file right, as far as its lengths make sense.
fn repair(bytes: &mut [u8]) {
    put_crc(bytes, 0..20, 20);
    let tail = bytes.len() - TAIL_BYTES;
    let Range { start, end } = blocks(bytes);
    if start > end || end > tail || bytes[tail + 4..tail + 8] != [0; 4] {
        return put_crc(bytes, tail..tail + 20, tail + 20);
    }
    put_crc(bytes, 24..start - 4, start - 4);
    let is_table = &bytes[12..16] == b"tabl";
    let (mut block, mut entry) = (start, end);
    while entry + 24 <= tail {
        let (length, crc_at, entry_bytes) = match is_table {
            true => {
                let slots = number(bytes, entry + 20);
                let length = if slots == 0 {
                    0
                } else {
                    (slots - 120.min(slots)) / 8 + 16
                };
                let values = bytes.get(entry + 28).copied().unwrap_or_default();
                (length, entry + 24, 29 + 2 * usize::from(values))
            }
            false => (number(bytes, entry + 16), entry + 20, 24),
        };
        if block + length > end || crc_at + 4 > tail {
            break;
        }
        put_crc(bytes, block..block + length, crc_at);
        block += length;
        entry += entry_bytes;
    }
    put_crc(bytes, end..tail, tail + 16);
    put_crc(bytes, tail..tail + 20, tail + 20);
}

/// Puts a file in the place of another one of a database, with all checksums.
fn exchange(folder: &Path, path: &Path, bytes: &[u8]) {
    rewrite(path, bytes);
    let json = folder.join("database.json");
    if path == json {
        return;
    }
    let text = fs::read_to_string(&json).unwrap();
    let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
    let (before, rest) = text.split_once(&format!("\"name\": \"{name}\"")).unwrap();
    let (_, rest) = rest.split_once('}').unwrap();
    let (length, crc) = (bytes.len(), crc32fast::hash(bytes));
    let file = format!(
        "\"name\": \"{name}\",\n      \"bytes\": {length},\n      \"crc\": \"{crc:08x}\"\n    }}"
    );
    let text = format!("{before}{file}{rest}");
    rewrite(&json, &repaired_header(text.as_bytes()));
}

/// The bytes of a header that nothing is known to contradict.
fn free_words(text: &str, options: &DatabaseOptions) -> Vec<Range<usize>> {
    let mut fields = vec!["program", "position"];
    if !options.distances && !options.archive {
        fields.extend(["digest", "plies"]);
    }
    let place = |field: &&str| {
        let name = format!("\"{field}\": ");
        let start = text.find(&name).unwrap() + name.len();
        start..start + text[start..].find(",\n").unwrap()
    };
    fields.iter().map(place).collect()
}

/// Flips every bit of a table, and every `step`th of all other files of a database, one at a time, and makes
/// all checksums right.
fn check_changes<G: Layered>(game: &G, folder: &Path, options: &DatabaseOptions, step: usize) {
    let [mut refused, mut accepted] = [0; 2];
    let json = folder.join("database.json");
    let header = fs::read(&json).unwrap();
    let listed = Header::read(folder).unwrap().files;
    let listed = listed.iter().map(|file| folder.join(&file.name));
    for path in listed.chain([json.clone()]) {
        let bytes = fs::read(&path).unwrap();
        // Which bytes decide nothing.
        let free = match path.extension() {
            Some(_) if path == json => free_words(str::from_utf8(&bytes).unwrap(), options),
            Some(_) => vec![blocks(&bytes)],
            None => vec![],
        };
        let step = if path.ends_with("table") { 1 } else { step };
        for i in (0..8 * bytes.len()).step_by(step) {
            let mut changed = bytes.clone();
            changed[i / 8] ^= 1 << (i % 8);
            match path == json {
                true => changed = repaired_header(&changed),
                false => repair(&mut changed),
            }
            if changed == bytes {
                continue;
            }
            exchange(folder, &path, &changed);
            match check(game, folder) {
                Err(error) => {
                    assert!(!error.contains('\n'), "{error}");
                    refused += 1;
                }
                Ok(_) => {
                    let is_free = free.iter().any(|free| free.contains(&(i / 8)));
                    assert!(is_free, "{}: bit {i}", path.display());
                    accepted += 1;
                }
            }
        }
        exchange(folder, &path, &bytes);
    }
    assert_eq!(fs::read(&json).unwrap(), header);
    assert!(refused > 20 * accepted, "{refused} {accepted}");
}

#[test]
fn every_change_of_a_small_database_is_found() {
    let game = connect(2, 2, 2);
    for options in [&ARCHIVE, &PLAIN] {
        let folder = Folder::new();
        drop(database(&game, "connect:2x2+K=2", folder.path(), options));
        check_changes(&game, folder.path(), options, 3);
    }
}

#[test]
fn every_change_of_a_table_with_vectors_is_found() {
    let game = connect(3, 3, 3);
    let options = DatabaseOptions {
        distances: true,
        ..PLAIN
    };
    let folder = Folder::new();
    drop(database(&game, "connect:3x3+K=3", folder.path(), &options));
    check_changes(&game, folder.path(), &options, 7);
}

#[test]
fn every_change_of_parts_is_found() {
    let game = connect(2, 2, 2);
    let name = "connect:2x2+K=2";
    let folder = Folder::new();
    database_in_parts(&game, name, folder.path(), 2, &ARCHIVE);
    check_changes(&game, folder.path(), &ARCHIVE, 7);
}

/// A file with other bytes in the place of some before its index, which may become more or less.
fn spliced(bytes: &[u8], place: Range<usize>, with: &[u8]) -> Vec<u8> {
    let mut changed = [&bytes[..place.start], with, &bytes[place.end..]].concat();
    let tail = changed.len() - TAIL_BYTES;
    let index_at = number(&changed, tail) + with.len() - place.len();
    put(&mut changed, tail, index_at as u32);
    changed
}

/// The block of a file of a layer replaced: so many bytes if inflated, and these.
fn with_block(bytes: &[u8], plain_bytes: usize, block: &[u8]) -> Vec<u8> {
    let mut changed = spliced(bytes, blocks(bytes), block);
    let entry = blocks(&changed).end;
    put(&mut changed, entry + 12, plain_bytes as u32);
    put(&mut changed, entry + 16, block.len() as u32);
    changed
}

#[test]
fn only_how_a_block_is_deflated_is_free() {
    let game = connect(3, 3, 3);
    let folder = Folder::new();
    let folder = folder.path();
    drop(database(&game, "connect:3x3+K=3", folder, &ARCHIVE));
    let path = keys_path(folder, 6);
    let bytes = fs::read(&path).unwrap();
    let block = &bytes[blocks(&bytes)];
    let mut plain = vec![];
    DeflateDecoder::new(block).read_to_end(&mut plain).unwrap();
    assert!(plain.len() > block.len(), "the layer is deflated");
    let verdict = |mut changed: Vec<u8>| {
        repair(&mut changed);
        exchange(folder, &path, &changed);
        let verdict = check(&game, folder);
        exchange(folder, &path, &bytes);
        verdict
    };
    // Not deflated, deflated with a byte too many, made longer; and a gap with a zero on top.
    let right = check(&game, folder);
    assert_eq!(verdict(with_block(&bytes, plain.len(), &plain)), right);
    let stored = |plain: &[u8]| {
        let length = plain.len() as u16;
        let lengths = [length.to_le_bytes(), (!length).to_le_bytes()].concat();
        [&[1], &lengths[..], plain].concat()
    };
    let last = plain.len() - 1;
    let padded = [&plain[..last], &[plain[last] | 0x80, 0]].concat();
    for (plain_bytes, block, expected) in [
        (plain.len(), [block, &[0]].concat(), "not deflated"),
        (plain.len(), stored(&plain), "index does not fit its blocks"),
        (padded.len(), padded, "no such items"),
    ] {
        let error = verdict(with_block(&bytes, plain_bytes, &block)).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn what_is_too_much_is_found() {
    let game = connect(2, 2, 2);
    let folder = Folder::new();
    let folder = folder.path();
    drop(database(&game, "connect:2x2+K=2", folder, &ARCHIVE));
    let refused = |path: &Path, mut changed: Vec<u8>, expected: &str| {
        let bytes = fs::read(path).unwrap();
        repair(&mut changed);
        exchange(folder, path, &changed);
        let error = check(&game, folder).unwrap_err();
        assert!(error.contains(expected), "{error}");
        exchange(folder, path, &bytes);
    };
    // A space behind the head.
    for path in [folder.join("table"), keys_path(folder, 1)] {
        let bytes = fs::read(&path).unwrap();
        let head = blocks(&bytes).start - 4;
        let mut changed = spliced(&bytes, head..head, b" ");
        put(&mut changed, 16, number(&bytes, 16) as u32 + 1);
        refused(&path, changed, "its head is not written as heads are");
    }
    // A layer, or a shard, of no classes behind the last one.
    let table = folder.join("table");
    let bytes = fs::read(&table).unwrap();
    let tail = bytes.len() - TAIL_BYTES;
    let last = Header::read(folder).unwrap().layers.len() as u32 - 1;
    for (layer, first) in [(last + 1, 0u64), (last, u64::MAX)] {
        let entry = [&layer.to_le_bytes()[..], &first.to_le_bytes(), &[0; 17]].concat();
        let changed = [&bytes[..tail], &entry, &bytes[tail..]].concat();
        refused(&table, changed, "shards, expected");
    }
    change_header(folder, "\"format\"", " \"format\"");
    let error = check(&game, folder).unwrap_err();
    assert!(error.contains("is not written as headers are"), "{error}");
}
