//! The win tests and completing squares in registers, against tables and words.

use unbeatable_core::random::Random;
use unbeatable_games::ultimate::local_boards::{FULL, has_line};
use unbeatable_games::ultimate::words;

#[path = "../../benches/local_boards/registers.rs"]
mod measured;

#[test]
fn eight_lines_in_a_register_are_the_table() {
    for set in 0..=FULL {
        assert_eq!(measured::has_line(set), has_line(set), "{set:o}");
    }
}

#[test]
fn four_words_in_a_register_are_four_words() {
    let Some(avx2) = measured::Avx2::new() else {
        eprintln!("this processor has no AVX2: nothing to compare");
        return;
    };
    let check = |all: [u64; 4]| {
        let mut seen = vec![];
        avx2.completing_all(&[all], |found| seen.push(found));
        assert_eq!(seen, [all.map(words::completing)], "{all:x?}");
        assert_eq!(avx2.completing(all), seen[0], "{all:x?}");
    };
    for set in 0..=u64::from(FULL) {
        for shift in [0, 9, 18, 27, 36] {
            let (one, rest) = (set << shift, (FULL as u64 ^ set) << shift);
            check([one, rest, !one, !rest]);
        }
    }
    let mut random = Random::new(8);
    for _ in 0..100_000 {
        let thin = random.bits() & random.bits();
        check([random.bits(), thin, random.bits(), thin & random.bits()]);
    }
}
