//! The parsers of ultimate tic-tac-toe on 80,000 texts: none panics, and what is read is written and
//! read again the same.
//!
//! Four properties of 20,000 inputs each: positions of random play and the same with a few characters
//! exchanged; positions with any statuses and marks; arbitrary texts as specs, positions and moves.

use proptest::prelude::*;
use proptest::sample::select;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation};
use unbeatable_games::ultimate::{Position, Ultimate};

use super::{Parsers, any_text, edited, inputs, keeps_laws, matching, some_moves};

const INPUTS_EACH: u32 = 20_000;

const PARSERS: Parsers<Ultimate> = Parsers {
    from_spec: Ultimate::from_spec,
    message_max: 200,
};

fn game() -> impl Strategy<Value = Ultimate> {
    select(&[Ultimate::STANDARD, Ultimate::PLAY_ON][..])
}

/// The position after some random moves, perhaps the end.
fn some_position(game: &Ultimate, seed: u64) -> Position {
    some_moves(game, 82, seed).1
}

fn edits() -> impl Strategy<Value = Vec<super::Edit>> {
    super::edits("XO.#@xo;/")
}

/// Says whether the text is a position. If so it keeps every law, and so does what follows it.
fn check_position(game: &Ultimate, text: &str) -> Result<bool, TestCaseError> {
    let Some((pos, written)) = PARSERS.check_position(game, text)? else {
        return Ok(false);
    };
    prop_assert_eq!(written, text);
    keeps_laws(game, &pos)?;
    if game.outcome(&pos).is_none() {
        for m in game.moves(&pos) {
            let next = game.play(&pos, m);
            let read = game.parse_position(&game.position_text(&next));
            prop_assert_eq!(read, Ok(next), "{} after {:?}", text, m);
        }
    }
    Ok(true)
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
    #![proptest_config(inputs(INPUTS_EACH))]

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
            any_text(),
            matching("[a-j]{0,3}"),
            matching("uttt(:(play-on|play))?(\\+[a-z]{0,3})?"),
            matching("[XO];[XO.#@xo]{9};([XO.]{9}/){0,9}"),
        ],
    ) {
        if let Some([again, game]) = PARSERS.check_spec(&text)? {
            prop_assert_eq!(again, game);
        }
        check_position(&game, &text)?;
        PARSERS.check_move(&game, &some_position(&game, seed), &text)?;
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
