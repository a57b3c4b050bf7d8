//! Files that are damaged, or that no writer would write.

use std::io::Read;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use unbeatable_core::Notation;
use unbeatable_games::mnk::Mnk;
use unbeatable_proof::container::BLOCK_BYTES_MAX;

use crate::file::{No, Parts, list_bytes, verify};
use crate::mutants::originals;
use crate::raw::{SEAL_BYTES, begin, block, blocks, sealed, zlib};

/// Small certificates of several games.
fn small() -> Vec<Parts> {
    let mut found = vec![];
    for spec in ["ttt", "nim:3,4,5", "go:1x4", "go:2x2+ssk", "uttt"] {
        let mut of_game = originals(spec, 12);
        of_game.retain(|parts| parts.answers() < 60);
        of_game.sort_by_key(Parts::answers);
        found.extend(of_game.pop());
    }
    assert_eq!(found.len(), 5);
    found
}

/// One with the first player's strategy alone: its head, and its list of answers as bytes.
fn simple() -> (Vec<u8>, Vec<u8>) {
    let mut all = originals("ttt", 40);
    all.retain(|parts| parts.strategies[1].is_none() && parts.answers() > 3);
    let parts = all.first().expect("there are wins");
    let list = parts.strategies[0].as_ref().expect("a strategy");
    (parts.claim.to_string().into_bytes(), list_bytes(list))
}

#[track_caller]
fn is_damaged(bytes: &[u8]) {
    let verdict = verify(bytes);
    assert!(matches!(verdict, Err(No::Damaged(_))), "{verdict:?}");
}

#[track_caller]
fn is_refused(bytes: &[u8], why: &str) {
    let start = Instant::now();
    match verify(bytes) {
        Err(No::Refused(reason)) => assert!(reason.contains(why), "{reason}"),
        other => panic!("{other:?}: expected '{why}'"),
    }
    assert!(start.elapsed() < Duration::from_secs(60), "that took long");
}

#[track_caller]
fn is_accepted(bytes: &[u8]) {
    let verdict = verify(bytes);
    assert!(verdict.is_ok(), "{verdict:?}");
}

#[test]
fn flipped_bytes() {
    for parts in small() {
        let whole = parts.bytes();
        is_accepted(&whole);
        for i in 0..whole.len() {
            for flip in [0x01, 0x02, 0x20, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[i] ^= flip;
                is_damaged(&bytes);
            }
        }
    }
}

#[test]
fn truncated_files() {
    for parts in small() {
        let whole = parts.bytes();
        for length in 0..whole.len() {
            is_damaged(&whole[..length]);
            is_damaged(&whole[whole.len() - length..]);
        }
    }
}

#[test]
fn files_that_go_on() {
    for parts in small() {
        let whole = parts.bytes();
        for more in [&b"\0"[..], b"ends", &[0xff; 100], &whole, &whole[..12]] {
            is_damaged(&[&whole[..], more].concat());
            is_damaged(&[more, &whole[..]].concat());
        }
    }
}

#[test]
fn other_beginnings() {
    let (head, list) = simple();
    let file = blocks(&[(b"head", &head), (b"lowr", &list)]);
    is_accepted(&file);
    let body = &file[..file.len() - SEAL_BYTES];
    for (i, byte) in [(0, b'u'), (4, b'\n'), (8, 0), (8, 2), (9, 1), (11, 0x80)] {
        let mut bytes = body.to_vec();
        bytes[i] = byte;
        is_damaged(&sealed(bytes));
    }
}

#[test]
fn blocks_in_disorder() {
    let (head, list) = simple();
    let (head, list) = (&head[..], &list[..]);
    let of = |codes: &[&str]| {
        let payload = |code: &str| if code == "head" { head } else { list };
        let all: Vec<(&[u8], &[u8])> = codes
            .iter()
            .map(|code| (code.as_bytes(), payload(code)))
            .collect();
        blocks(&all)
    };
    is_accepted(&of(&["head", "lowr"]));
    for codes in [
        &[][..],
        &["lowr"],
        &["lowr", "head"],
        &["head", "lowr", "head"],
        &["head", "uppr", "lowr"],
        &["head", "lowr", "uppr", "lowr"],
        &["head", "lowr", "more"],
        &["HEAD", "lowr"],
        &["head", "Lowr"],
        &["head", "\0\0\0\0"],
        &["head", "ends"],
        &["ends", "head", "lowr"],
        &["head", "lowr", "ends"],
    ] {
        is_damaged(&of(codes));
    }
    // Whole files whose sections are not those of the claim.
    let not_those = "the strategies are not those of the claim";
    is_refused(&of(&["head"]), not_those);
    is_refused(&of(&["head", "uppr"]), not_those);
    is_refused(&of(&["head", "lowr", "uppr"]), not_those);
    // Twice the same section in a row is one section.
    is_refused(&of(&["head", "lowr", "lowr"]), "more behind its end");
    is_refused(&of(&["head", "head", "lowr"]), "goes on with");
}

#[test]
fn pieces() {
    let (head, list) = simple();
    let none: &[u8] = &[];
    for cut in 0..list.len() {
        let (a, b) = list.split_at(cut);
        let (c, d) = head.split_at(cut.min(head.len()));
        is_accepted(&blocks(&[
            (b"head", c),
            (b"head", d),
            (b"lowr", a),
            (b"lowr", none),
            (b"lowr", b),
        ]));
    }
}

#[test]
fn absurd_lengths() {
    let (head, list) = simple();
    for length in [
        u32::MAX,
        1 << 31,
        BLOCK_BYTES_MAX as u32 + 1,
        BLOCK_BYTES_MAX as u32,
        list.len() as u32 + 1,
        list.len() as u32 - 1,
        0,
    ] {
        for code in [b"head", b"lowr"] {
            let mut bytes = begin();
            if code == b"lowr" {
                block(&mut bytes, b"head", &head);
            }
            bytes.extend(code);
            bytes.extend(length.to_le_bytes());
            bytes.extend(&list);
            is_damaged(&sealed(bytes));
        }
    }
    // The checksum's own block.
    let mut bytes = begin();
    block(&mut bytes, b"head", &head);
    block(&mut bytes, b"lowr", &list);
    let file = sealed(bytes.clone());
    let sum = &file[file.len() - 32..];
    for payload in [&[][..], &sum[..31], &[sum, &[0]].concat(), &[0; 32]] {
        let mut bytes = bytes.clone();
        block(&mut bytes, b"ends", payload);
        is_damaged(&bytes);
    }
    let mut bytes = bytes.clone();
    block(&mut bytes, b"lowr", &vec![0; BLOCK_BYTES_MAX + 1]);
    is_damaged(&sealed(bytes));
}

#[test]
fn heads() {
    let (head, list) = simple();
    let of = |head: &[u8]| blocks(&[(b"head", head), (b"lowr", &list)]);
    let text = String::from_utf8(head.clone()).expect("text");
    is_accepted(&of(&head));
    is_damaged(&of(&[&head[..], &[0xff]].concat()));
    is_damaged(&of(&[&[0xc0, 0x80], &head[..]].concat()));
    let many = vec![b'a'; BLOCK_BYTES_MAX];
    is_damaged(&blocks(&[
        (b"head", &many),
        (b"head", b"a"),
        (b"lowr", &list),
    ]));
    is_refused(&of(&many), "expected 'proof: '");
    is_refused(&of(b""), "expected 'proof: '");
    for (from, to) in [
        ("proof: ", "\u{feff}proof: "),
        ("\n", "\r\n"),
        ("strategy", "strategies"),
        ("game: ttt", "game: TTT"),
        ("game: ttt", "game: mnk:3x3x3"),
        ("game: ttt", "game:  ttt"),
        ("game: ttt", "game: ttt+misere+misere"),
        ("game: ttt", "game: chess"),
        ("game: ttt", "game: "),
        ("game: ttt\n", ""),
        ("position: ", "position:  "),
        ("position: ", "position: ;"),
        ("position: ", "position"),
        ("at least: 1", "at least: 1.0"),
        ("at least: 1", "at least: +1"),
        ("at least: 1", "at least: 0.5"),
        ("at least: 1", "at least: 2"),
        ("at least: 1", "at least: -1"),
        ("at least: 1", "at least: -2"),
        ("at least: 1", "at least: -0"),
        ("at least: 1", "at least: 1e0"),
        ("at least: 1", "at least: 1e999"),
        ("at least: 1", "at least: NaN"),
        ("at least: 1", "at least: "),
        ("at least: 1", "at most: 1"),
        ("at least: 1", "at most: 0"),
        ("at least: 1", "within: 0\nat least: 1"),
        ("at least: 1", "within: -1\nat least: 1"),
        ("at least: 1", "within: 007\nat least: 1"),
        ("at least: 1", "within: 4294967296\nat least: 1"),
        ("at least: 1", "at least: 1\nwithin: 9"),
        ("at least: 1", "at least: 1\nat least: 1"),
        ("at least: 1\n", "at least: 1"),
        ("at least: 1\n", "at least: 1\n\n"),
        ("at least: 1\n", "at least: 1\n\0"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        is_refused(&of(changed.as_bytes()), "");
    }
    // The position by its number in the literature.
    let game = Mnk::tic_tac_toe();
    let (before, rest) = text.split_once("position: ").expect("a position");
    let (position, behind) = rest.split_once('\n').expect("a line");
    let pos = game.parse_position(position).expect("a position");
    let number = game.number(&pos).expect("tic-tac-toe is numbered");
    let by_number = format!("{before}position: #{number}\n{behind}");
    is_refused(&of(by_number.as_bytes()), "not in its one form");
    // As long as a head may be, and still one short reason.
    let long = "9".repeat(BLOCK_BYTES_MAX - 200);
    for (from, to) in [
        ("game: ttt", format!("game: {long}")),
        ("game: ttt", format!("game: mnk:3x3x{long}")),
        ("game: ttt", format!("game: go:2x2+komi={long}")),
        (
            "game: ttt",
            format!("game: go:2x2+komi=0.{}", long.replace('9', "0")),
        ),
        (
            "game: ttt",
            format!("game: nim:{}", long.replace("99", "9,")),
        ),
        ("position: ", format!("position: {long}")),
        ("position: ", format!("position: #{long}")),
        ("at least: 1", format!("at least: {long}")),
        ("at least: 1", format!("at least: 0.{long}")),
        ("at least: 1", format!("within: {long}\nat least: 1")),
    ] {
        is_refused(&of(text.replacen(from, &to, 1).as_bytes()), "");
    }
    let history = "../..|".repeat(BLOCK_BYTES_MAX / 6 - 100);
    let go = format!(
        "proof: strategy\ngame: go:2x2\nposition: ../..;B;history={history}../..\nat least: 1\n"
    );
    is_refused(&of(go.as_bytes()), "the position: ");
}

/// A list of numbers with its answers as they are, and the bytes of the head.
fn numbers() -> (Vec<u8>, Vec<u8>) {
    let (head, list) = simple();
    let mut numbers = vec![];
    ZlibDecoder::new(&list[..])
        .read_to_end(&mut numbers)
        .expect("a list");
    (head, numbers)
}

#[test]
fn lists() {
    let (head, numbers) = numbers();
    let of = |list: &[u8]| blocks(&[(b"head", &head), (b"lowr", list)]);
    let best = Compression::best();
    let list = zlib(&numbers, best);
    is_accepted(&of(&list));
    // However it is compressed.
    for level in 0..=9 {
        is_accepted(&of(&zlib(&numbers, Compression::new(level))));
    }
    // A stream that breaks off, in any place: also in its own checksum.
    for length in 0..list.len() {
        is_refused(&of(&list[..length]), "");
    }
    for i in 0..list.len() {
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut list = list.clone();
            list[i] ^= flip;
            // Bits of the header and of the padding may say the same in another way.
            let is_free = i == 0 || i + 6 >= list.len();
            match verify(&of(&list)) {
                Err(No::Refused(_)) => {}
                Ok(_) if is_free => {}
                other => panic!("byte {i}: {other:?}"),
            }
        }
    }
    for more in [&[0][..], &[0; 100_000], &list, &zlib(b"", best)] {
        is_refused(&of(&[&list[..], more].concat()), "more behind its end");
        let two = blocks(&[(b"head", &head), (b"lowr", &list), (b"lowr", more)]);
        is_refused(&two, "more behind its end");
    }
    for no_list in [
        &[][..],
        &[0],
        &[0; 1000],
        &numbers,
        &list[2..],
        b"PK\x03\x04",
        b"\x1f\x8b\x08",
    ] {
        is_refused(&of(no_list), "");
    }
    // A dictionary that nobody has.
    let mut with_dictionary = list.clone();
    with_dictionary[1] = 0xbb;
    is_refused(&of(&with_dictionary), "does not expand");
}

#[test]
fn numbers_in_another_form() {
    let (head, numbers) = numbers();
    let of = |numbers: &[u8]| {
        let list = zlib(numbers, Compression::best());
        blocks(&[(b"head", &head), (b"lowr", &list)])
    };
    is_accepted(&of(&numbers));
    let (first, rest) = numbers.split_first().expect("an answer");
    for (form, why) in [
        (&[first | 0x80, 0][..], "a needless zero"),
        (&[first | 0x80, 0x80, 0], "a needless zero"),
        (&[first | 0x80, 0x80, 0x80, 0x80, 0], "a needless zero"),
        (&[first | 0x80, 0x80, 0x80, 0x80, 0x80, 0], "too many bytes"),
        (&[0xff; 20], "too many bytes"),
        (&[0xff, 0xff, 0xff, 0xff, 0x7f], "too large"),
        // 3 * 2^32, and the number before it.
        (&[0x80, 0x80, 0x80, 0x80, 0x30], "too large"),
        (&[0xff, 0xff, 0xff, 0xff, 0x2f], "not among the"),
    ] {
        is_refused(&of(&[form, rest].concat()), why);
    }
    is_refused(&of(&[]), "too short");
    is_refused(&of(&[0x80]), "ends inside a number");
    is_refused(&of(&numbers[..numbers.len() - 1]), "too short");
    for more in [0, 1, 2, 0x80] {
        is_refused(
            &of(&[&numbers[..], &[more]].concat()),
            "goes on when the walk is over",
        );
    }
}

#[test]
fn bombs() {
    let (head, numbers) = numbers();
    let of = |numbers: &[u8]| {
        let list = zlib(numbers, Compression::best());
        let pieces = list.chunks(BLOCK_BYTES_MAX);
        let mut bytes = begin();
        block(&mut bytes, b"head", &head);
        for piece in pieces {
            block(&mut bytes, b"lowr", piece);
        }
        sealed(bytes)
    };
    let bomb = vec![0; 1 << 27];
    is_refused(&of(&bomb), "");
    // Nothing behind the walk is expanded.
    is_refused(
        &of(&[&numbers[..], &bomb].concat()),
        "goes on when the walk is over",
    );
    // A game of many moves, always the first one; and the largest number again and again.
    let uttt = "proof: strategy\ngame: uttt:play-on\nposition: X;.........;........./........./\
                ........./........./........./........./........./........./.........\nat least: 0\n";
    let list = zlib(&bomb, Compression::best());
    is_refused(
        &blocks(&[(b"head", uttt.as_bytes()), (b"lowr", &list)]),
        "ended worse",
    );
    let list = zlib(&vec![0xff; 1 << 27], Compression::best());
    is_refused(
        &blocks(&[(b"head", uttt.as_bytes()), (b"lowr", &list)]),
        "too many bytes",
    );
}
