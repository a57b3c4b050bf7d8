//! Files of layers: what goes in comes out, and damage is noticed.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use unbeatable_core::Settled;
use unbeatable_core::random::Random;
use unbeatable_database::{
    Archive, BLOCK_ITEMS, KeysReader, KeysWriter, LayerHead, ValuesReader, values_path,
};

use crate::folder::{Folder, rewrite};
use crate::solution::write_layer;

fn head(layer: u32) -> LayerHead {
    LayerHead {
        game: "connect:9x9".to_string(),
        root: 7,
        layer,
        part: None,
    }
}

/// Keys with gaps of all sizes, and a value for each.
fn keys(count: usize, seed: u64) -> (Vec<u64>, Vec<Settled>) {
    let mut random = Random::new(seed);
    let mut keys: Vec<u64> = (0..count).map(|i| random.bits() >> (i % 60)).collect();
    keys.sort_unstable();
    keys.dedup();
    let value = |key: &u64| Settled::from_byte((key % 200 + 1) as u8);
    let values = keys.iter().map(value).collect();
    (keys, values)
}

fn write_keys(path: &Path, keys: &[u64], step: usize) {
    let mut writer = KeysWriter::create(path, &head(3)).unwrap();
    for some in keys.chunks(step.max(1)) {
        writer.push(some).unwrap();
    }
    let summary = writer.finish().unwrap();
    assert_eq!(summary.count, keys.len() as u64);
    let bytes = fs::read(path).unwrap();
    assert_eq!(summary.bytes, bytes.len() as u64);
    assert_eq!(summary.crc, crc32fast::hash(&bytes));
}

fn read_keys(path: &Path) -> std::io::Result<Vec<u64>> {
    let mut reader = KeysReader::open(path, &head(3))?;
    let (mut all, mut block) = (vec![], vec![]);
    while reader.next(&mut block)? {
        all.extend_from_slice(&block);
    }
    assert_eq!(reader.count(), all.len() as u64);
    Ok(all)
}

#[test]
fn keys_come_back_however_they_were_pushed() {
    let folder = Folder::new();
    let path = folder.join("some");
    for count in [
        0,
        1,
        2,
        1000,
        BLOCK_ITEMS - 1,
        BLOCK_ITEMS,
        3 * BLOCK_ITEMS + 5,
    ] {
        let (keys, _) = keys(count, 1);
        let mut bytes: Option<Vec<u8>> = None;
        for step in [1000, 7, BLOCK_ITEMS, usize::MAX] {
            write_keys(&path, &keys, step);
            assert_eq!(read_keys(&path).unwrap(), keys);
            let written = fs::read(&path).unwrap();
            assert_eq!(*bytes.get_or_insert(written.clone()), written);
        }
    }
    // The extremes of keys and gaps.
    for keys in [
        vec![0, u64::MAX],
        vec![u64::MAX],
        vec![0, 1, 2, u64::MAX - 1, u64::MAX],
    ] {
        write_keys(&path, &keys, 1);
        assert_eq!(read_keys(&path).unwrap(), keys);
    }
}

#[test]
fn a_class_is_found_by_reading_one_block() {
    let folder = Folder::new();
    let (keys, values) = keys(3 * BLOCK_ITEMS, 2);
    write_layer(folder.path(), &head(3), &keys, &values);
    let mut reader = ValuesReader::open(&values_path(folder.path(), 3), &head(3)).unwrap();
    let mut block = vec![];
    assert!(reader.next(&mut block).unwrap());
    assert_eq!(block, values[..BLOCK_ITEMS]);
    let archive = Archive::open(folder.path(), &[head(3)], 1).unwrap();
    for i in (0..keys.len()).step_by(997) {
        assert_eq!(archive.find(3, keys[i]).unwrap(), Some(values[i]));
        let absent = keys[i].wrapping_add(1);
        let expected = keys.binary_search(&absent).ok().map(|i| values[i]);
        assert_eq!(archive.find(3, absent).unwrap(), expected);
    }
    assert_eq!(archive.find(2, keys[0]).unwrap(), None);
    assert_eq!(archive.find(4, keys[0]).unwrap(), None);
    assert!(keys[0] == 0 || archive.find(3, 0).unwrap().is_none());
}

#[test]
fn a_file_has_its_name_only_when_it_is_complete() {
    let folder = Folder::new();
    let path = folder.join("some");
    let mut writer = KeysWriter::create(&path, &head(3)).unwrap();
    writer.push(&[1, 2, 3]).unwrap();
    assert_eq!(folder.names(), ["some.part"]);
    drop(writer);
    assert!(folder.names().is_empty());
    write_keys(&path, &[1, 2, 3], 1);
    assert_eq!(folder.names(), ["some"]);
}

#[test]
#[should_panic(expected = "strictly ascending")]
fn keys_out_of_order_are_a_broken_promise() {
    let folder = Folder::new();
    let mut writer = KeysWriter::create(&folder.join("some"), &head(3)).unwrap();
    writer.push(&[1, 2, 2]).unwrap();
    drop(writer.finish());
}

/// On Linux `/dev/full` is always full. The writer's part cannot be renamed to it, nor removed: it is a
/// link in our folder.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let folder = Folder::new();
    let path = folder.join("some");
    std::os::unix::fs::symlink("/dev/full", folder.join("some.part")).unwrap();
    let mut writer = KeysWriter::create(&path, &head(3)).unwrap();
    let (keys, _) = keys(3 * BLOCK_ITEMS, 3);
    let error = writer.push(&keys).and_then(|()| writer.finish().map(drop));
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StorageFull);
    let text = error.to_string();
    assert!(text.contains("some.part: No space left"), "{text}");
    assert!(!path.exists() && !folder.join("some.part").exists());
}

#[track_caller]
fn check_refused(path: &Path, expected: &str) {
    let error = read_keys(path).unwrap_err().to_string();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
    assert!(error.contains(expected), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn files_that_are_something_else_are_refused() {
    let folder = Folder::new();
    let path = folder.join("some");
    check_refused(&path, "No such file");
    for foreign in [
        &b""[..],
        b"{}",
        b"\x89PNG\r\n\x1a\n and so on and on and on",
    ] {
        fs::write(&path, foreign).unwrap();
        check_refused(&path, "foreign, expected a file of a database");
    }
    write_keys(&path, &[3, 5, 8], 9);
    let bytes = fs::read(&path).unwrap();
    let other_root = LayerHead { root: 8, ..head(3) };
    let other_game = LayerHead {
        game: "ttt".to_string(),
        ..head(3)
    };
    let open = |head: &LayerHead| KeysReader::open(&path, head).err();
    for (error, expected) in [
        (open(&head(4)), "is of layer 3, expected 4"),
        (
            open(&other_root),
            "is of the root 0000000000000007, expected 0000000000000008",
        ),
        (
            open(&other_game),
            "is of the game connect:9x9, expected ttt",
        ),
        (
            ValuesReader::open(&path, &head(3)).err(),
            r#"holds "keys", expected "vals""#,
        ),
    ] {
        let error = error.unwrap().to_string();
        assert!(error.ends_with(expected), "{error}");
    }
    // A later version: sound, but not ours.
    let mut later = bytes.clone();
    later[8] = 9;
    let crc = crc32fast::hash(&later[..20]);
    later[20..24].copy_from_slice(&crc.to_le_bytes());
    fs::write(&path, later).unwrap();
    check_refused(&path, "has format 9, expected 1 or 2");
    for len in 1..bytes.len() {
        rewrite(&path, &bytes[..len]);
        check_refused(&path, "cut short");
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let folder = Folder::new();
    let path = folder.join("some");
    let (keys, _) = keys(80, 5);
    write_keys(&path, &keys, 9);
    let bytes = fs::read(&path).unwrap();
    for i in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[i] ^= 1 << bit;
            rewrite(&path, &damaged);
            assert!(read_keys(&path).is_err(), "bit {bit} of byte {i}");
        }
    }
}
