//! The parsers of ultimate tic-tac-toe on 80,000 texts: none panics, and what is read is written and
//! read again the same.
//!
//! Four properties of 20,000 inputs each: positions of random play and the same with a few characters
//! exchanged; positions with any statuses and marks; arbitrary texts as specs, positions and moves.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, ParseError, Spec, laws};
use unbeatable_games::ultimate::{Move, Position, Ultimate};

const INPUTS_EACH: u32 = 20_000;

fn game() -> impl Strategy<Value = Ultimate> {
    select(&[Ultimate::STANDARD, Ultimate::PLAY_ON][..])
}

/// The position after some random moves, perhaps the end.
fn some_position(game: &Ultimate, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut pos = game.start();
    for _ in 0..random.below(82) {
        if game.outcome(&pos).is_some() {
            break;
        }
        let moves: Vec<Move> = game.moves(&pos).collect();
        pos = game.play(&pos, random.pick(&moves));
    }
    pos
}

/// Characters put in, in the place of others or (`true`) between them, or (`None`) taken out.
fn edits() -> impl Strategy<Value = Vec<(Index, Option<char>, bool)>> {
    let character = prop_oneof![
        9 => select("XO.#@xo;/".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    let is_new = prop::bool::weighted(0.1);
    let edit = (
        any::<Index>(),
        prop::option::weighted(0.9, character),
        is_new,
    );
    prop::collection::vec(edit, 1..4)
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
    prop_assert!(message.chars().count() <= 200, "{message}");
    Ok(())
}

/// Says whether the text is a position. If so it keeps every law, and so does what follows it.
fn check_position(game: &Ultimate, text: &str) -> Result<bool, TestCaseError> {
    let pos = match game.parse_position(text) {
        Err(error) => return check_error(&error, text).map(|()| false),
        Ok(pos) => pos,
    };
    prop_assert_eq!(game.position_text(&pos), text);
    laws::check_position(game, &pos).map_err(|e| TestCaseError::fail(e.to_string()))?;
    if game.outcome(&pos).is_none() {
        for m in game.moves(&pos) {
            let next = game.play(&pos, m);
            let read = game.parse_position(&game.position_text(&next));
            prop_assert_eq!(read, Ok(next), "{} after {:?}", text, m);
        }
    }
    Ok(true)
}

fn check_spec(text: &str) -> Result<(), TestCaseError> {
    match Spec::parse(text).and_then(Ultimate::from_spec) {
        Err(error) => check_error(&error, text),
        Ok(game) => {
            let spec = game.spec();
            let again = Ultimate::from_spec(Spec::parse(&spec).expect("a spec"));
            prop_assert_eq!(again, Ok(game));
            Ok(())
        }
    }
}

fn check_move(game: &Ultimate, pos: &Position, text: &str) -> Result<(), TestCaseError> {
    match game.parse_move(pos, text) {
        Err(error) => check_error(&error, text),
        Ok(m) => {
            prop_assert!(game.moves(pos).any(|legal| legal == m));
            prop_assert_eq!(game.move_text(pos, m), text);
            Ok(())
        }
    }
}

/// A text of the right form with any statuses and marks, a few or many.
fn letters(seed: u64) -> String {
    let mut random = Random::new(seed);
    let marks = ["XO.......", "XO..", "XO."][random.below(3) as usize];
    let marks: Vec<char> = marks.chars().collect();
    let statuses: Vec<char> = ["XO.#", "XO#", "..@", "XO"][random.below(4) as usize]
        .chars()
        .collect();
    let turn = random.pick(&['X', 'O']);
    let boards: String = (0..9).map(|_| random.pick(&statuses)).collect();
    let mut local = || -> String { (0..9).map(|_| random.pick(&marks)).collect() };
    let locals: Vec<String> = (0..9).map(|_| local()).collect();
    format!("{turn};{boards};{}", locals.join("/"))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: INPUTS_EACH,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn positions_of_random_play(game in game(), seed in any::<u64>()) {
        let text = game.position_text(&some_position(&game, seed));
        prop_assert!(check_position(&game, &text)?, "{}", text);
    }

    #[test]
    fn positions_with_characters_exchanged(game in game(), seed in any::<u64>(), edits in edits()) {
        let text = game.position_text(&some_position(&game, seed));
        check_position(&game, &edited(&text, &edits))?;
    }

    #[test]
    fn positions_of_the_right_form(game in game(), seed in any::<u64>()) {
        check_position(&game, &letters(seed))?;
    }

    #[test]
    fn any_texts(
        game in game(),
        seed in any::<u64>(),
        text in prop_oneof![
            any::<String>(),
            "[a-j]{0,3}",
            "uttt(:(play-on|play))?(\\+[a-z]{0,3})?",
            "[XO];[XO.#@xo]{9};([XO.]{9}/){0,9}",
        ],
    ) {
        check_spec(&text)?;
        check_position(&game, &text)?;
        check_move(&game, &some_position(&game, seed), &text)?;
    }
}

/// The checks above would be empty if nothing were ever read.
#[test]
fn enough_texts_are_valid() {
    let is_read = |seed: &u64| Ultimate::STANDARD.parse_position(&letters(*seed)).is_ok();
    let read = (0..100_000).filter(is_read).count();
    assert!(read > 50, "{read}");
    let game = Ultimate::STANDARD;
    let mut random = Random::new(1);
    // One sign of another's position changed.
    let mut read = 0;
    for seed in 0..2_000 {
        let mut text = game.position_text(&some_position(&game, seed)).into_bytes();
        let i = random.below(text.len() as u64) as usize;
        text[i] = random.pick(b"XO.#@");
        let text = String::from_utf8(text).expect("one letter for another");
        read += u32::from(game.parse_position(&text).is_ok());
    }
    assert!((500..1_500).contains(&read), "{read}");
}
