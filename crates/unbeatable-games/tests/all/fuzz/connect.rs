//! The parsers of Connect Four on 175,000 texts: none panics, what is read is written and read again the
//! same, and a position that is read can be reached.

use proptest::prelude::*;
use proptest::sample::select;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation};
use unbeatable_games::connect::{Connect, Discs};

use super::{Parsers, any_text, edited, inputs, keeps_laws, matching};

const INPUTS_EACH: u32 = 25_000;

/// Rule books of all shapes: a single square, row and column, move numbers of two digits, 64 bits.
const SPECS: [&str; 9] = [
    "connect:7x6",
    "connect:4x4",
    "connect:5x4+k=3",
    "connect:6x5+k=5",
    "connect:1x1+k=1",
    "connect:1x63",
    "connect:32x1",
    "connect:10x5",
    "connect:9x6",
];

const PARSERS: Parsers<Connect> = Parsers {
    from_spec: Connect::from_spec,
    message_max: 400,
};

fn rules(spec: &str) -> Connect {
    PARSERS.rules(spec)
}

/// Some moves of a random game, perhaps all of them, and the position behind them.
fn some_moves(game: &Connect, seed: u64) -> (Vec<u8>, Discs) {
    super::some_moves(game, 65, seed)
}

fn edits() -> impl Strategy<Value = Vec<super::Edit>> {
    super::edits("XO./0123456789x:+=kKconet ")
}

fn check_spec(text: &str) -> Result<(), TestCaseError> {
    if let Some([again, game]) = PARSERS.check_spec(text)? {
        prop_assert_eq!(again, game);
    }
    Ok(())
}

fn check_position(game: &Connect, text: &str) -> Result<(), TestCaseError> {
    if let Some((pos, written)) = PARSERS.check_position(game, text)? {
        let is_sequence = text.chars().all(|c| c.is_ascii_digit());
        prop_assert!(written == text || is_sequence, "{written}");
        if is_sequence {
            prop_assert_eq!(pos.discs.count_ones() as usize, text.len());
        }
        keeps_laws(game, &pos)?;
    }
    Ok(())
}

/// Discs of both players in equal numbers that stand on each other, in any order.
fn heaped(game: &Connect, seed: u64) -> String {
    let mut random = Random::new(seed);
    let (columns, rows) = (usize::from(game.columns()), usize::from(game.rows()));
    let mut letters = vec![vec!['.'; columns]; rows];
    for disc in 0..random.below(columns as u64 * rows as u64 + 1) {
        let column = random.below(columns as u64) as usize;
        if let Some(row) = (0..rows).rev().find(|row| letters[*row][column] == '.') {
            letters[row][column] = ['X', 'O'][usize::from(random.below(2) == disc % 2)];
        }
    }
    let rows: Vec<String> = letters.into_iter().map(String::from_iter).collect();
    rows.join("/")
}

proptest! {
    #![proptest_config(inputs(INPUTS_EACH))]

    #[test]
    fn specs(text in matching("(connect)?:?[0-9]{0,3}x?[0-9]{0,2}(\\+[kK]=?[0-9]{0,3})?[=+x:]?")) {
        check_spec(&text)?;
    }

    #[test]
    fn specs_with_characters_exchanged(spec in select(&SPECS[..]), edits in edits()) {
        check_spec(&edited(spec, &edits))?;
    }

    #[test]
    fn positions_of_any_text(spec in select(&SPECS[..]), text in any_text()) {
        check_position(&rules(spec), &text)?;
    }

    #[test]
    fn positions_of_the_alphabet(spec in select(&SPECS[..]), text in matching("[XO./]{0,24}|[0-9]{0,24}")) {
        check_position(&rules(spec), &text)?;
    }

    #[test]
    fn positions_of_the_right_form(spec in select(&SPECS[..]), seed in any::<u64>()) {
        let game = rules(spec);
        check_position(&game, &heaped(&game, seed))?;
    }

    #[test]
    fn positions_with_characters_exchanged(
        spec in select(&SPECS[..]),
        seed in any::<u64>(),
        edits in edits(),
    ) {
        let game = rules(spec);
        let (played, pos) = some_moves(&game, seed);
        let text = game.position_text(&pos);
        prop_assert_eq!(game.parse_position(&text), Ok(pos));
        check_position(&game, &edited(&text, &edits))?;
        let digits: String = played.iter().map(|m| (m + 1).to_string()).collect();
        if game.columns() < 10 {
            prop_assert_eq!(game.parse_position(&digits), Ok(pos));
        }
        check_position(&game, &edited(&digits, &edits))?;
    }

    #[test]
    fn moves(spec in select(&SPECS[..]), seed in any::<u64>(), text in matching("[0-9]{0,3}|\\PC{0,4}")) {
        let game = rules(spec);
        let (_, pos) = some_moves(&game, seed);
        PARSERS.check_move(&game, &pos, &text)?;
    }
}

/// A position is read exactly if play can reach it: all boards of 3x3 squares with three in a row, by all
/// rows of letters.
#[test]
fn what_is_read_is_what_can_be_reached() {
    let game = rules("connect:3x3+k=3");
    let mut reached = std::collections::HashSet::from([game.start()]);
    let mut open = vec![game.start()];
    while let Some(pos) = open.pop() {
        for m in game.moves(&pos).filter(|_| game.outcome(&pos).is_none()) {
            let next = game.play(&pos, m);
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    let mut read = 0;
    for number in 0..3usize.pow(9) {
        let letter = |i: u32| ['.', 'X', 'O'][number / 3usize.pow(i) % 3];
        let row = |r: u32| String::from_iter((3 * r..3 * r + 3).map(letter));
        let text = [row(0), row(1), row(2)].join("/");
        if let Ok(pos) = game.parse_position(&text) {
            assert!(reached.contains(&pos), "{text}");
            read += 1;
        }
    }
    assert_eq!(read, reached.len());
}
