//! The parsers of heap games on 110,000 texts: none panics, and what is read is written and read again
//! the same.
//!
//! Five properties of 20,000 inputs each: specs, positions and moves, arbitrary, from the alphabet of
//! the notation, and as a valid text with a few characters exchanged; and 10,000 positions that
//! random play leaves.

use proptest::prelude::*;
use proptest::sample::select;
use std::sync::LazyLock;
use unbeatable_core::{Game, Notation, Spec};
use unbeatable_games::heaps::{Heaps, Piles};

use super::{Parsers, any_text, edited, inputs, keeps_laws, matching, some_moves};

const INPUTS_EACH: u32 = 20_000;

const SPECS: [&str; 10] = [
    "nim:3,5,7",
    "nim:1,2,9+misere",
    "nim:0",
    "subtract:21+take=1,2,3",
    "subtract:9,30+misere+take=2,5,7",
    "kayles:5,7",
    "kayles:20+misere",
    "dawson:25",
    "octal:7+code=0.137",
    "octal:4,9+code=4.0077+misere",
];

const PARSERS: Parsers<Heaps> = Parsers {
    from_spec: Heaps::from_spec,
    message_max: 400,
};

static RULES: LazyLock<[Heaps; SPECS.len()]> =
    LazyLock::new(|| SPECS.map(|spec| PARSERS.rules(spec)));

/// The position after some random moves, perhaps the end.
fn some_position(game: &Heaps, seed: u64) -> Piles {
    some_moves(game, 12, seed).1
}

fn edits() -> impl Strategy<Value = Vec<super::Edit>> {
    super::edits("0123456789,;:+=.-nimcodetakskayles Second")
}

fn check_spec(text: &str) -> Result<(), TestCaseError> {
    if let Some([again, game]) = PARSERS.check_spec(text)? {
        prop_assert_eq!(again, game);
    }
    Ok(())
}

fn check_position(game: &Heaps, text: &str) -> Result<(), TestCaseError> {
    match PARSERS.check_position(game, text)? {
        // The laws play every move of the position and read it back: heaps of thousands take long.
        Some((pos, written)) if pos.heaps().last().is_some_and(|heap| *heap > 100) => {
            prop_assert_eq!(game.parse_position(&written), Ok(pos));
        }
        Some((pos, _)) => keeps_laws(game, &pos)?,
        None => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(inputs(INPUTS_EACH))]

    #[test]
    fn specs_of_the_alphabet(
        text in matching("(nim|kayles|dawson|subtract|octal):[0-9]{0,5}(,[0-9]{1,5}){0,3}(\\+misere)?\
                 (\\+(take|code)=([04]\\.)?[0-9,]{0,6})?"),
    ) {
        check_spec(&text)?;
    }

    #[test]
    fn specs_with_characters_exchanged(
        spec in select(&SPECS[..]),
        edits in edits(),
        text in any_text(),
    ) {
        check_spec(&edited(spec, &edits))?;
        check_spec(&text)?;
    }

    #[test]
    fn positions_of_the_alphabet(game in 0..SPECS.len(), text in matching("[0-9]{0,2}(,[0-9]{1,2}){0,4}(;(First|Second)?)?")) {
        check_position(&RULES[game], &text)?;
    }

    #[test]
    fn positions_with_characters_exchanged(
        game in 0..SPECS.len(),
        seed in any::<u64>(),
        edits in edits(),
        text in any_text(),
    ) {
        let game = &RULES[game];
        let written = game.position_text(&some_position(game, seed));
        check_position(game, &edited(&written, &edits))?;
        check_position(game, &text)?;
    }

    #[test]
    fn moves_of_any_text(
        game in 0..SPECS.len(),
        seed in any::<u64>(),
        text in prop_oneof![any_text(), matching("[0-9]{1,2}-[0-9](:[0-9],[0-9])?")],
        edits in edits(),
    ) {
        let game = &RULES[game];
        let pos = some_position(game, seed);
        PARSERS.check_move(game, &pos, &text)?;
        if let (None, Some(m)) = (game.outcome(&pos), game.moves(&pos).next()) {
            PARSERS.check_move(game, &pos, &edited(&game.move_text(&pos, m), &edits))?;
        }
    }
}

#[test]
fn what_random_play_leaves_is_read_back() {
    for seed in 0..10_000 {
        let game = &RULES[seed as usize % SPECS.len()];
        let pos = some_position(game, seed);
        assert_eq!(game.parse_position(&game.position_text(&pos)), Ok(pos));
    }
}

#[test]
fn long_texts_are_refused_in_one_line() {
    for part in ["1,", "9", ",", ";", "+", "7.", "é", "0,"] {
        let text = part.repeat(5_000);
        for game in &*RULES {
            let error = game.parse_position(&text).unwrap_err();
            assert!(error.to_string().chars().count() < 200, "{error}");
        }
        let spec = format!("nim:{text}");
        let read = Spec::parse(&spec).and_then(Heaps::from_spec);
        assert!(read.unwrap_err().to_string().chars().count() < 200);
    }
    let zeros = vec!["0"; 5_000].join(",");
    assert!(
        PARSERS.rules("nim:1").parse_position(&zeros).is_ok(),
        "zeros are dropped"
    );
}
