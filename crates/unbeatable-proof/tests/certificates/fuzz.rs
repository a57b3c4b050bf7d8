//! The reader on random bytes, and on certificates with random edits and repaired checksums: it never
//! panics, always ends soon, and accepts nothing that is false.

use std::collections::HashMap;
use std::io::Read;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use unbeatable_core::random::Random;

use crate::file::{No, Parts, list_bytes, verify};
use crate::mutants::{confirm, originals};
use crate::raw::{SEAL_BYTES, begin, block, sealed, zlib};

/// No file of these tests takes longer, even on a busy machine.
const TIME_MAX: Duration = Duration::from_secs(60);

/// What became of the files.
#[derive(Default, Debug)]
struct Tally {
    damaged: u64,
    refused: u64,
    accepted: u64,
}

/// Checks a file, and what it claims if it is accepted.
fn count(bytes: &[u8], truths: &mut HashMap<String, Option<bool>>, tally: &mut Tally) {
    let start = Instant::now();
    let verdict = verify(bytes);
    assert!(start.elapsed() < TIME_MAX, "{:?}", start.elapsed());
    match verdict {
        Err(No::Damaged(_)) => tally.damaged += 1,
        Err(No::Refused(_)) => tally.refused += 1,
        Ok(_) => {
            tally.accepted += 1;
            confirm(&Parts::read(bytes), truths);
        }
    }
}

/// Bytes that mean something to a reader.
const WORDS: [&[u8]; 16] = [
    b"head",
    b"lowr",
    b"uppr",
    b"ends",
    b"\x89unb\r\n\x1a\n",
    b"\x01\0\0\0",
    b"\xff\xff\xff\xff",
    b"\0\0\x10\0",
    b"\x78\xda",
    b"proof: strategy\n",
    b"at least: 1\n",
    b"at most: -1\n",
    b"within: 9\n",
    b";history=",
    b"\n",
    b"|",
];

/// Changes a few bytes: exchanged, put in, left out, repeated, or words put in.
fn edit(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let length = bytes.len() as u64;
        let i = random.below(length + 1) as usize;
        let end = i + random.below(length - i as u64 + 1).min(random.below(40)) as usize;
        match random.below(6) {
            0 | 1 if i < bytes.len() => {
                bytes[i] = match random.below(3) {
                    0 => bytes[i] ^ 1 << random.below(8),
                    1 => random.pick(b"0123456789XO./;:B\n-+"),
                    _ => random.bits() as u8,
                };
            }
            2 => bytes.insert(i, random.bits() as u8),
            3 => drop(bytes.drain(i..end)),
            4 => bytes.extend_from_within(i..end),
            _ => drop(bytes.splice(i..i, random.pick(&WORDS).iter().copied())),
        }
    }
}

#[test]
fn random_bytes() {
    let mut random = Random::new(15);
    let (mut truths, mut tally) = (HashMap::new(), Tally::default());
    for _ in 0..20_000 {
        let mut bytes = match random.below(3) {
            0 => vec![],
            _ => begin(),
        };
        for _ in 0..random.below(60) {
            match random.below(3) {
                0 => bytes.extend(random.pick(&WORDS)),
                1 => bytes.extend((random.below(40) as u32).to_le_bytes()),
                _ => bytes.push(random.bits() as u8),
            }
        }
        count(&bytes, &mut truths, &mut tally);
        count(&sealed(bytes), &mut truths, &mut tally);
    }
    println!("{tally:?}");
    assert_eq!(tally.accepted, 0);
    assert!(tally.damaged > 39_000, "{tally:?}");
}

/// Blocks of the right form with payloads that are not.
#[test]
fn random_blocks() {
    let mut random = Random::new(16);
    let (mut truths, mut tally) = (HashMap::new(), Tally::default());
    let heads: Vec<String> = originals("go:2x2", 4)
        .iter()
        .chain(&originals("ttt", 4))
        .map(|parts| parts.claim.to_string())
        .collect();
    for _ in 0..10_000 {
        let head = &heads[random.below(heads.len() as u64) as usize];
        let mut bytes = begin();
        block(&mut bytes, b"head", head.as_bytes());
        for (code, line) in [(b"lowr", "at least"), (b"uppr", "at most")] {
            if head.contains(line) {
                let noise: Vec<u8> = (0..random.below(50))
                    .map(|_| match random.below(4) {
                        0 => random.bits() as u8,
                        _ => random.below(20) as u8,
                    })
                    .collect();
                let list = match random.below(4) {
                    0 => noise,
                    _ => zlib(&noise, Compression::fast()),
                };
                block(&mut bytes, code, &list);
            }
        }
        count(&sealed(bytes), &mut truths, &mut tally);
    }
    println!("{tally:?}");
    assert_eq!(tally.damaged, 0);
    assert!(tally.refused > 9_000, "{tally:?}");
}

/// The sections of a file with edits in its head, in its lists before they are compressed, or after.
fn edited(parts: &Parts, random: &mut Random) -> Vec<u8> {
    let way = random.below(4);
    let mut bytes = begin();
    let mut head = parts.claim.to_string().into_bytes();
    if way == 0 {
        edit(&mut head, random);
    }
    block(&mut bytes, b"head", &head);
    for (code, answers) in [b"lowr", b"uppr"].into_iter().zip(&parts.strategies) {
        if let Some(answers) = answers {
            let mut list = list_bytes(answers);
            if way == 1 {
                let mut numbers = vec![];
                let mut expanded = ZlibDecoder::new(&list[..]);
                expanded.read_to_end(&mut numbers).expect("a list");
                edit(&mut numbers, random);
                list = zlib(&numbers, Compression::fast());
            }
            if way == 2 {
                edit(&mut list, random);
            }
            block(&mut bytes, code, &list);
        }
    }
    if way == 3 {
        edit(&mut bytes, random);
    }
    sealed(bytes)
}

fn edits(specs: &[&str], files: u64, seed: u64) {
    let mut random = Random::new(seed);
    for spec in specs {
        let (mut truths, mut tally) = (HashMap::new(), Tally::default());
        let mut all = originals(spec, 12);
        all.retain(|parts| parts.answers() < 300);
        for _ in 0..files {
            let parts = &all[random.below(all.len() as u64) as usize];
            let bytes = edited(parts, &mut random);
            count(&bytes, &mut truths, &mut tally);
            // Without the repair it would never come so far.
            is_damaged_unless_same(&bytes, parts);
        }
        println!("{spec}: {tally:?}");
        let Tally {
            damaged, refused, ..
        } = tally;
        assert!(damaged > files / 20 && refused > files / 2, "{tally:?}");
    }
}

/// Bytes under the checksum of the original are damaged, unless they are the original's.
fn is_damaged_unless_same(bytes: &[u8], parts: &Parts) {
    let original = parts.bytes();
    let mut bytes = bytes.to_vec();
    bytes.truncate(bytes.len() - SEAL_BYTES);
    bytes.extend(&original[original.len() - SEAL_BYTES..]);
    if bytes != original {
        assert!(matches!(verify(&bytes), Err(No::Damaged(_))));
    }
}

const SPECS: [&str; 8] = [
    "ttt",
    "mnk:4x3x3+misere",
    "nim:3,4,5",
    "kayles:3,4,5+misere",
    "go:1x4",
    "go:2x2+ssk",
    "go:2x3",
    "uttt:play-on",
];

#[test]
fn edited_files() {
    edits(&SPECS, 3_000, 17);
}

#[test]
#[ignore = "slow: 60 s"]
fn many_edited_files() {
    edits(&SPECS, 30_000, 18);
}
