//! The parsers of heap games on 110,000 texts: none panics, and what is read is written and read again
//! the same.
//!
//! Five properties of 20,000 inputs each: specs, positions and moves, arbitrary, from the alphabet of
//! the notation, and as a valid text with a few characters exchanged; and 10,000 positions that
//! random play leaves.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, ParseError, Spec, laws};
use unbeatable_games::heaps::{Heaps, Piles, Take};

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

fn rules(spec: &str) -> Heaps {
    Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("a heap game")
}

fn all_rules() -> &'static [Heaps] {
    static RULES: std::sync::OnceLock<Vec<Heaps>> = std::sync::OnceLock::new();
    RULES.get_or_init(|| SPECS.map(rules).into())
}

/// The position after some random moves, perhaps the end.
fn some_position(game: &Heaps, seed: u64) -> Piles {
    let mut random = Random::new(seed);
    let mut pos = game.start();
    for _ in 0..random.below(12) {
        if game.outcome(&pos).is_none() {
            let moves: Vec<Take> = game.moves(&pos).collect();
            pos = game.play(&pos, random.pick(&moves));
        }
    }
    pos
}

/// Characters put in, in the place of others or between them, or (`None`) taken out.
fn edits() -> impl Strategy<Value = Vec<(Index, Option<char>, bool)>> {
    let character = prop_oneof![
        6 => select("0123456789,;:+=.-nimcodetakskayles Second".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    let edit = (any::<Index>(), prop::option::of(character), any::<bool>());
    prop::collection::vec(edit, 0..4)
}

fn edited(text: &str, edits: &[(Index, Option<char>, bool)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (index, character, is_new) in edits {
        let i = index.index(letters.len() + 1);
        if !is_new && i < letters.len() {
            letters.remove(i);
        }
        if let Some(c) = character {
            letters.insert(i.min(letters.len()), *c);
        }
    }
    letters.into_iter().collect()
}

/// An error points into the text, or just behind it, and is one line that is not too long.
fn check_error(error: &ParseError, text: &str) -> Result<(), TestCaseError> {
    let message = error.to_string();
    let is_inside = error.at.is_none_or(|at| at <= text.chars().count());
    prop_assert!(is_inside, "{text:?}: {message}");
    prop_assert!(!message.contains('\n'), "{message}");
    prop_assert!(message.chars().count() <= 400, "{message}");
    Ok(())
}

fn check_spec(text: &str) -> Result<(), TestCaseError> {
    match Spec::parse(text).and_then(Heaps::from_spec) {
        Err(error) => check_error(&error, text),
        Ok(game) => {
            let again = rules(&game.spec());
            prop_assert_eq!(&again, &game);
            prop_assert_eq!(again.spec(), game.spec());
            Ok(())
        }
    }
}

fn check_position(game: &Heaps, text: &str) -> Result<(), TestCaseError> {
    match game.parse_position(text) {
        Err(error) => check_error(&error, text),
        // The laws play every move of the position and read it back: heaps of thousands take long.
        Ok(pos) if pos.heaps().last().is_some_and(|heap| *heap > 100) => {
            prop_assert_eq!(game.parse_position(&game.position_text(&pos)), Ok(pos));
            Ok(())
        }
        Ok(pos) => {
            laws::check_position(game, &pos).map_err(|e| TestCaseError::fail(e.to_string()))?;
            Ok(())
        }
    }
}

fn check_move(game: &Heaps, pos: &Piles, text: &str) -> Result<(), TestCaseError> {
    match game.parse_move(pos, text) {
        Err(error) => check_error(&error, text),
        Ok(m) => {
            prop_assert!(game.moves(pos).any(|legal| legal == m));
            prop_assert_eq!(game.move_text(pos, m), text);
            Ok(())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: INPUTS_EACH,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn specs_of_the_alphabet(
        text in "(nim|kayles|dawson|subtract|octal):[0-9]{0,5}(,[0-9]{1,5}){0,3}(\\+misere)?\
                 (\\+(take|code)=([04]\\.)?[0-9,]{0,6})?",
    ) {
        check_spec(&text)?;
    }

    #[test]
    fn specs_with_characters_exchanged(
        spec in select(&SPECS[..]),
        edits in edits(),
        text in any::<String>(),
    ) {
        check_spec(&edited(spec, &edits))?;
        check_spec(&text)?;
    }

    #[test]
    fn positions_of_the_alphabet(game in 0..SPECS.len(), text in "[0-9]{0,2}(,[0-9]{1,2}){0,4}(;(First|Second)?)?") {
        check_position(&all_rules()[game], &text)?;
    }

    #[test]
    fn positions_with_characters_exchanged(
        game in 0..SPECS.len(),
        seed in any::<u64>(),
        edits in edits(),
        text in any::<String>(),
    ) {
        let game = &all_rules()[game];
        let written = game.position_text(&some_position(game, seed));
        check_position(game, &edited(&written, &edits))?;
        check_position(game, &text)?;
    }

    #[test]
    fn moves_of_any_text(
        game in 0..SPECS.len(),
        seed in any::<u64>(),
        text in prop_oneof![any::<String>(), "[0-9]{1,2}-[0-9](:[0-9],[0-9])?"],
        edits in edits(),
    ) {
        let game = &all_rules()[game];
        let pos = some_position(game, seed);
        check_move(game, &pos, &text)?;
        if let (None, Some(m)) = (game.outcome(&pos), game.moves(&pos).next()) {
            check_move(game, &pos, &edited(&game.move_text(&pos, m), &edits))?;
        }
    }
}

#[test]
fn what_random_play_leaves_is_read_back() {
    for seed in 0..10_000 {
        let game = &all_rules()[seed as usize % SPECS.len()];
        let pos = some_position(game, seed);
        assert_eq!(game.parse_position(&game.position_text(&pos)), Ok(pos));
    }
}

#[test]
fn long_texts_are_refused_in_one_line() {
    for part in ["1,", "9", ",", ";", "+", "7.", "é", "0,"] {
        let text = part.repeat(5_000);
        for game in all_rules() {
            let error = game.parse_position(&text).unwrap_err();
            assert!(error.to_string().chars().count() < 200, "{error}");
        }
        let spec = format!("nim:{text}");
        let read = Spec::parse(&spec).and_then(Heaps::from_spec);
        assert!(read.unwrap_err().to_string().chars().count() < 200);
    }
    let zeros = vec!["0"; 5_000].join(",");
    assert!(
        rules("nim:1").parse_position(&zeros).is_ok(),
        "zeros are dropped"
    );
}
