//! The parsers on 290,000 texts: none panics, and what is read is written and read again the same.
//!
//! Nine properties of 25,000 inputs each: specs, positions and moves, arbitrary, from the alphabet of
//! the notation, and as a valid text with a few characters exchanged (the last two properties read
//! two texts an input); and 5,000 long texts, each given to all three parsers.

use proptest::prelude::*;
use proptest::sample::select;
use std::sync::LazyLock;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation};
use unbeatable_games::mnk::{Board, Mnk};

use super::{Parsers, any_text, edited, inputs, keeps_laws, matching, some_moves};

const INPUTS_EACH: u32 = 25_000;

/// Rule books of all shapes: a single square, a single row, 26 columns, 64 squares, misère.
const SPECS: [&str; 10] = [
    "ttt",
    "ttt+misere",
    "mnk:4x3x3",
    "mnk:4x4x4+misere",
    "mnk:5x5x4",
    "mnk:1x1x1",
    "mnk:1x7x3",
    "mnk:26x2x5",
    "mnk:8x8x5",
    "mnk:3x21x4",
];

const PARSERS: Parsers<Mnk> = Parsers {
    from_spec: Mnk::from_spec,
    message_max: 400,
};

static RULES: LazyLock<[Mnk; SPECS.len()]> =
    LazyLock::new(|| SPECS.map(|spec| PARSERS.rules(spec)));

/// The position after some random moves, perhaps the end.
fn some_position(game: &Mnk, seed: u64) -> Board {
    some_moves(game, 65, seed).1
}

fn edits() -> impl Strategy<Value = Vec<super::Edit>> {
    super::edits("XO./#x:+=0123456789abcmnktise- ")
}

fn check_spec(text: &str) -> Result<(), TestCaseError> {
    if let Some([again, game]) = PARSERS.check_spec(text)? {
        prop_assert_eq!(again.lines(), game.lines());
        prop_assert_eq!(again.is_misere(), game.is_misere());
    }
    Ok(())
}

fn check_position(game: &Mnk, text: &str) -> Result<(), TestCaseError> {
    if let Some((pos, written)) = PARSERS.check_position(game, text)? {
        prop_assert!(written == text || text.starts_with('#'), "{written}");
        keeps_laws(game, &pos)?;
    }
    Ok(())
}

/// One of the rule books, by its place in the list: a failure prints that, not its tables.
fn game() -> impl Strategy<Value = usize> {
    0..SPECS.len()
}

/// A board's text with any letters, of the right form but for their counts and lines.
fn letters(game: &Mnk, seed: u64) -> String {
    let mut random = Random::new(seed);
    let blank = game.position_text(&game.start());
    let put = |c| {
        if c == '.' {
            random.pick(&['X', 'O', '.', '.'])
        } else {
            c
        }
    };
    blank.chars().map(put).collect()
}

proptest! {
    #![proptest_config(inputs(INPUTS_EACH))]

    #[test]
    fn specs_of_any_text(text in any_text()) {
        check_spec(&text)?;
    }

    #[test]
    fn specs_of_the_alphabet(text in matching("(mnk|ttt)?:?[0-9]{0,3}x?[0-9]{0,2}x[0-9]{1,2}(\\+misere)?[=+x:]?")) {
        check_spec(&text)?;
    }

    #[test]
    fn specs_with_characters_exchanged(spec in select(&SPECS[..]), edits in edits()) {
        check_spec(&edited(spec, &edits))?;
    }

    #[test]
    fn positions_of_any_text(game in game(), text in any_text()) {
        let game = &RULES[game];
        check_position(game, &text)?;
    }

    #[test]
    fn positions_of_the_alphabet(game in game(), text in matching("[XO./#0-9]{0,24}")) {
        let game = &RULES[game];
        check_position(game, &text)?;
    }

    #[test]
    fn positions_of_the_right_form(game in game(), seed in any::<u64>()) {
        let game = &RULES[game];
        check_position(game, &letters(game, seed))?;
    }

    #[test]
    fn positions_by_number(game in game(), number in 0u64..40_000) {
        let game = &RULES[game];
        check_position(game, &format!("#{number}"))?;
    }

    #[test]
    fn positions_with_characters_exchanged(game in game(), seed in any::<u64>(), edits in edits()) {
        let game = &RULES[game];
        let text = game.position_text(&some_position(game, seed));
        check_position(game, &text)?;
        check_position(game, &edited(&text, &edits))?;
    }

    #[test]
    fn moves_of_any_text(
        game in game(),
        seed in any::<u64>(),
        text in prop_oneof![any_text(), matching("[a-z][0-9]{1,2}")],
        edits in edits(),
    ) {
        let game = &RULES[game];
        let pos = some_position(game, seed);
        PARSERS.check_move(game, &pos, &text)?;
        PARSERS.check_move(game, &pos, &edited(&text, &edits))?;
    }
}

proptest! {
    #![proptest_config(inputs(INPUTS_EACH / 5))]

    /// 5,000 characters: one letter again and again, with a few exchanged, to every parser.
    #[test]
    fn long_texts(
        game in game(),
        letter in prop_oneof![select("XO./#0+:x1é".chars().collect::<Vec<_>>()), any::<char>()],
        front in select(&["", "#", "ttt+", "mnk:", "mnk:4x3x", "a", "X../.O./..X"][..]),
        edits in edits(),
    ) {
        let game = &RULES[game];
        let text = edited(&format!("{front}{}", letter.to_string().repeat(5_000)), &edits);
        check_spec(&text)?;
        check_position(game, &text)?;
        PARSERS.check_move(game, &game.start(), &text)?;
    }
}

/// The checks above would be empty if nothing were ever read.
#[test]
fn enough_texts_are_valid() {
    let valid = |text: String| PARSERS.rules("ttt").parse_position(&text).is_ok();
    let by_number = (0..19_683).filter(|n| valid(format!("#{n}"))).count();
    // All reachable positions and no other: 5,478 (Lomont 2024).
    assert_eq!(by_number, 5_478);
    let ttt = PARSERS.rules("ttt");
    let by_form = (0..10_000)
        .filter(|seed| valid(letters(&ttt, *seed)))
        .count();
    assert!(by_form > 1_000, "{by_form}");
}
