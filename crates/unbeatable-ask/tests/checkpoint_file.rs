//! The file format of checkpoints.

use std::io::Cursor;

use serde_json::{Map, Value as Json};
use unbeatable_core::random::Random;
use unbeatable_solve::proof_table::{Distance, Name, ProofTable};

use unbeatable_ask::checkpoint_file::{CheckpointHead, CheckpointQuestion, Wrong, open, write};
use unbeatable_bench::clock::Spent;

fn head() -> CheckpointHead {
    CheckpointHead {
        program: "1.2.3".into(),
        game: "mnk:3x3x3".into(),
        position: ".../.../...".into(),
        question: CheckpointQuestion {
            within: None,
            restrict: None,
            at_least: Some(0.5),
        },
        solver: "df-pn".into(),
        options: Map::from_iter([("analysis".to_string(), Json::Bool(true))]),
        keys: u64::MAX - 1,
        spent: Spent {
            nodes: 1 << 60,
            seconds: 0.1,
            bounds: Some([-1.0, 0.5]),
            ..Spent::default()
        },
    }
}

fn table(entries: u64) -> ProofTable {
    let table = ProofTable::new(1 << 20).expect("little memory");
    let mut random = Random::new(3);
    for i in 0..entries {
        let (key, second_key) = (random.bits(), random.bits());
        table.count(usize::from(table.put(
            Name { key, second_key },
            Distance::WON,
            i,
        )));
    }
    table
}

fn bytes_of(table: &ProofTable) -> Vec<u8> {
    let mut out = Cursor::new(vec![]);
    let written = write(&mut out, &head(), table.saved_slots(), || false);
    let written = written.expect("memory does not fail").expect("it ends");
    let bytes = out.into_inner();
    assert_eq!(written.bytes, bytes.len() as u64);
    bytes
}

/// Reads a whole checkpoint.
fn read(bytes: &[u8]) -> Result<(CheckpointHead, ProofTable), Wrong> {
    let opened = open(bytes, bytes.len() as u64)?;
    let (head, table) = (opened.head.clone(), table(0));
    opened.load(&table)?;
    Ok((head, table))
}

#[test]
fn what_is_written_is_read_back() {
    for entries in [0, 1, 3_000] {
        let table = table(entries);
        let (read_head, other) = read(&bytes_of(&table)).expect("an undamaged checkpoint");
        assert_eq!(read_head, head());
        let all = |table: &ProofTable| {
            let mut all: Vec<_> = table
                .saved_slots()
                .map(|kept| (kept.key, kept.word))
                .collect();
            all.sort_unstable();
            all
        };
        assert_eq!(all(&other), all(&table));
        assert!(all(&other).len() as u64 >= entries * 99 / 100);
    }
}

#[test]
fn who_stops_writing_writes_nothing() {
    let written = write(
        &mut Cursor::new(vec![]),
        &head(),
        table(9).saved_slots(),
        || true,
    );
    assert_eq!(written.expect("memory does not fail"), None);
}

/// Every bit of a checkpoint counts.
#[test]
fn every_bit_flipped_is_refused() {
    let bytes = bytes_of(&table(5));
    for i in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[i / 8] ^= 1 << (i % 8);
        let wrong = read(&flipped).err().expect("a bit was flipped");
        let is_told = match wrong {
            Wrong::Other => i < 64,
            Wrong::Damaged(_) => i >= 64,
            _ => false,
        };
        assert!(is_told, "bit {i}: {wrong}");
    }
}

#[test]
fn every_length_but_the_right_one_is_refused() {
    let mut bytes = bytes_of(&table(5));
    for length in 0..bytes.len() {
        let wrong = read(&bytes[..length]).err().expect("it is cut off");
        let is_told = match wrong {
            Wrong::Other => length < 8,
            Wrong::Short { .. } => length >= 8,
            _ => false,
        };
        assert!(is_told, "{length} bytes: {wrong}");
    }
    bytes.push(0);
    assert!(matches!(read(&bytes), Err(Wrong::Damaged("length"))));
}

#[test]
fn other_files_are_refused() {
    let other = |bytes: &[u8]| matches!(read(bytes), Err(Wrong::Other));
    assert!(other(b"") && other(b"PK\x03\x04") && other(&[0; 1000]) && other(b"\x89UNB\n"));
    assert!(other(&[0xff; 1000]));
}

#[test]
fn other_formats_are_refused() {
    let mut bytes = bytes_of(&table(5));
    bytes[8..12].copy_from_slice(&7_u32.to_le_bytes());
    let crc = crc32fast::hash(&bytes[..24]);
    bytes[24..28].copy_from_slice(&crc.to_le_bytes());
    assert!(matches!(read(&bytes), Err(Wrong::Format(7))));
}

/// Lengths that no file has, with a checksum that fits.
#[test]
fn absurd_lengths_are_refused() {
    for (head_bytes, entries) in [
        (u32::MAX, 0),
        (0, u64::MAX),
        (5, u64::MAX / 16),
        (u32::MAX, u64::MAX / 16),
        (0, 0),
    ] {
        let mut bytes = bytes_of(&table(0));
        bytes[12..16].copy_from_slice(&u32::to_le_bytes(head_bytes));
        bytes[16..24].copy_from_slice(&u64::to_le_bytes(entries));
        let crc = crc32fast::hash(&bytes[..24]);
        bytes[24..28].copy_from_slice(&crc.to_le_bytes());
        bytes[28..].fill(0);
        bytes.resize(1000, 0);
        assert!(read(&bytes).is_err(), "{head_bytes} {entries}");
    }
}
