//! The parsers on 290,000 texts: none panics, and what is read is written and read again the same.
//!
//! Nine properties of 25,000 inputs each: specs, positions and moves, arbitrary, from the alphabet of
//! the notation, and as a valid text with a few characters exchanged (the last two properties read
//! two texts an input); and 5,000 long texts, each given to all three parsers.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use unbeatable_core::laws;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, ParseError, Spec};
use unbeatable_games::mnk::{Board, Mnk};

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

fn rules(spec: &str) -> Mnk {
    let spec = Spec::parse(spec).expect("a spec");
    Mnk::from_spec(spec).expect("a board")
}

fn all_rules() -> &'static [Mnk] {
    static RULES: std::sync::OnceLock<Vec<Mnk>> = std::sync::OnceLock::new();
    RULES.get_or_init(|| SPECS.map(rules).into())
}

/// The position after some random moves, perhaps the end.
fn some_position(game: &Mnk, seed: u64) -> Board {
    let mut random = Random::new(seed);
    let mut pos = game.start();
    for _ in 0..random.below(65) {
        if game.outcome(&pos).is_some() {
            break;
        }
        let moves: Vec<u8> = game.moves(&pos).collect();
        pos = game.play(&pos, random.pick(&moves));
    }
    pos
}

/// What exchanges one character: where, what is done, with which character.
#[derive(Clone, Debug)]
enum Edit {
    Put(Index, char),
    Insert(Index, char),
    Remove(Index),
    /// The text from there on comes twice.
    Repeat(Index),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let character = prop_oneof![
        4 => select("XO./#x:+=0123456789abcmnktise- ".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    let edit = prop_oneof![
        4 => (any::<Index>(), character.clone()).prop_map(|(i, c)| Edit::Put(i, c)),
        2 => (any::<Index>(), character).prop_map(|(i, c)| Edit::Insert(i, c)),
        2 => any::<Index>().prop_map(Edit::Remove),
        1 => any::<Index>().prop_map(Edit::Repeat),
    ];
    prop::collection::vec(edit, 0..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        match edit {
            Edit::Insert(i, c) => letters.insert(i.index(letters.len() + 1), *c),
            _ if letters.is_empty() => {}
            Edit::Put(i, c) => {
                let i = i.index(letters.len());
                letters[i] = *c;
            }
            Edit::Remove(i) => {
                letters.remove(i.index(letters.len()));
            }
            Edit::Repeat(i) => letters.extend_from_within(i.index(letters.len())..),
        }
    }
    letters.into_iter().collect()
}

/// An error points into the text, or just behind it, and is one line of a few hundred characters at most.
fn check_error(error: &ParseError, text: &str) -> Result<(), TestCaseError> {
    let message = error.to_string();
    prop_assert!(
        error.at.is_none_or(|at| at <= text.chars().count()),
        "{message}"
    );
    prop_assert!(!message.contains('\n'), "{message}");
    prop_assert!(message.chars().count() <= 400, "{message}");
    Ok(())
}

fn check_spec(text: &str) -> Result<(), TestCaseError> {
    let spec = match Spec::parse(text) {
        Ok(spec) => spec,
        Err(error) => return check_error(&error, text),
    };
    let printed = spec.to_string();
    let again = Spec::parse(&printed).expect("a printed spec is read");
    prop_assert_eq!(again.to_string(), printed);
    match Mnk::from_spec(spec) {
        Err(error) => check_error(&error, text),
        Ok(game) => {
            let again = rules(&game.spec());
            prop_assert_eq!(again.spec(), game.spec());
            prop_assert_eq!(again.lines(), game.lines());
            prop_assert_eq!(again.is_misere(), game.is_misere());
            Ok(())
        }
    }
}

fn check_position(game: &Mnk, text: &str) -> Result<(), TestCaseError> {
    match game.parse_position(text) {
        Err(error) => check_error(&error, text),
        Ok(pos) => {
            let written = game.position_text(&pos);
            prop_assert!(written == text || text.starts_with('#'), "{written}");
            // What is read keeps every law: it is written and read alike, folds, and can be played.
            laws::check_position(game, &pos).map_err(|e| TestCaseError::fail(e.to_string()))?;
            Ok(())
        }
    }
}

fn check_move(game: &Mnk, pos: &Board, text: &str) -> Result<(), TestCaseError> {
    match game.parse_move(pos, text) {
        Err(error) => check_error(&error, text),
        Ok(m) => {
            prop_assert!(game.moves(pos).any(|legal| legal == m));
            prop_assert_eq!(game.move_text(pos, m), text);
            Ok(())
        }
    }
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
    #![proptest_config(ProptestConfig {
        cases: INPUTS_EACH,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn specs_of_any_text(text in any::<String>()) {
        check_spec(&text)?;
    }

    #[test]
    fn specs_of_the_alphabet(text in "(mnk|ttt)?:?[0-9]{0,3}x?[0-9]{0,2}x[0-9]{1,2}(\\+misere)?[=+x:]?") {
        check_spec(&text)?;
    }

    #[test]
    fn specs_with_characters_exchanged(spec in select(&SPECS[..]), edits in edits()) {
        check_spec(&edited(spec, &edits))?;
    }

    #[test]
    fn positions_of_any_text(game in game(), text in any::<String>()) {
        let game = &all_rules()[game];
        check_position(game, &text)?;
    }

    #[test]
    fn positions_of_the_alphabet(game in game(), text in "[XO./#0-9]{0,24}") {
        let game = &all_rules()[game];
        check_position(game, &text)?;
    }

    #[test]
    fn positions_of_the_right_form(game in game(), seed in any::<u64>()) {
        let game = &all_rules()[game];
        check_position(game, &letters(game, seed))?;
    }

    #[test]
    fn positions_by_number(game in game(), number in 0u64..40_000) {
        let game = &all_rules()[game];
        check_position(game, &format!("#{number}"))?;
    }

    #[test]
    fn positions_with_characters_exchanged(game in game(), seed in any::<u64>(), edits in edits()) {
        let game = &all_rules()[game];
        let text = game.position_text(&some_position(game, seed));
        check_position(game, &text)?;
        check_position(game, &edited(&text, &edits))?;
    }

    #[test]
    fn moves_of_any_text(
        game in game(),
        seed in any::<u64>(),
        text in prop_oneof![any::<String>(), "[a-z][0-9]{1,2}"],
        edits in edits(),
    ) {
        let game = &all_rules()[game];
        let pos = some_position(game, seed);
        check_move(game, &pos, &text)?;
        check_move(game, &pos, &edited(&text, &edits))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: INPUTS_EACH / 5,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// 5,000 characters: one letter again and again, with a few exchanged, to every parser.
    #[test]
    fn long_texts(
        game in game(),
        letter in prop_oneof![select("XO./#0+:x1é".chars().collect::<Vec<_>>()), any::<char>()],
        front in select(&["", "#", "ttt+", "mnk:", "mnk:4x3x", "a", "X../.O./..X"][..]),
        edits in edits(),
    ) {
        let game = &all_rules()[game];
        let text = edited(&format!("{front}{}", letter.to_string().repeat(5_000)), &edits);
        check_spec(&text)?;
        check_position(game, &text)?;
        check_move(game, &game.start(), &text)?;
    }
}

/// The checks above would be empty if nothing were ever read.
#[test]
fn enough_texts_are_valid() {
    let valid = |text: String| rules("ttt").parse_position(&text).is_ok();
    let by_number = (0..19_683).filter(|n| valid(format!("#{n}"))).count();
    // All reachable positions and no other: 5,478 (Lomont 2024).
    assert_eq!(by_number, 5_478);
    let ttt = rules("ttt");
    let by_form = (0..10_000)
        .filter(|seed| valid(letters(&ttt, *seed)))
        .count();
    assert!(by_form > 1_000, "{by_form}");
}
