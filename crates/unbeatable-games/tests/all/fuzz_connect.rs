//! The parsers of Connect Four on 175,000 texts: none panics, what is read is written and read again the
//! same, and a position that is read can be reached.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use unbeatable_core::laws;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, ParseError, Spec};
use unbeatable_games::connect::{Connect, Discs};

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

fn rules(spec: &str) -> Connect {
    let spec = Spec::parse(spec).expect("a spec");
    Connect::from_spec(spec).expect("a board")
}

/// Some moves of a random game, perhaps all of them, and the position behind them.
fn some_moves(game: &Connect, seed: u64) -> (Vec<u8>, Discs) {
    let mut random = Random::new(seed);
    let mut pos = game.start();
    let mut played = vec![];
    for _ in 0..random.below(65) {
        if game.outcome(&pos).is_some() {
            break;
        }
        let moves: Vec<u8> = game.moves(&pos).collect();
        let m = random.pick(&moves);
        pos = game.play(&pos, m);
        played.push(m);
    }
    (played, pos)
}

/// A few characters put, inserted or taken out.
fn edited(text: &str, edits: &[(u8, Index, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (kind, at, letter) in edits {
        match kind {
            0 => letters.insert(at.index(letters.len() + 1), *letter),
            _ if letters.is_empty() => {}
            1 => {
                let at = at.index(letters.len());
                letters[at] = *letter;
            }
            _ => {
                letters.remove(at.index(letters.len()));
            }
        }
    }
    letters.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(u8, Index, char)>> {
    let letter = prop_oneof![
        4 => select("XO./0123456789x:+=kKconet ".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    prop::collection::vec((0..3u8, any::<Index>(), letter), 0..4)
}

/// An error points into the text, or just behind it, and is one line of a few hundred characters at most.
fn check_error(error: &ParseError, text: &str) -> Result<(), TestCaseError> {
    let message = error.to_string();
    let fits = error.at.is_none_or(|at| at <= text.chars().count());
    prop_assert!(fits && !message.contains('\n'), "{message}");
    prop_assert!(message.chars().count() <= 400, "{message}");
    Ok(())
}

fn check_spec(text: &str) -> Result<(), TestCaseError> {
    let spec = match Spec::parse(text) {
        Ok(spec) => spec,
        Err(error) => return check_error(&error, text),
    };
    match Connect::from_spec(spec) {
        Err(error) => check_error(&error, text),
        Ok(game) => {
            prop_assert_eq!(rules(&game.spec()), game);
            Ok(())
        }
    }
}

fn check_position(game: &Connect, text: &str) -> Result<(), TestCaseError> {
    match game.parse_position(text) {
        Err(error) => check_error(&error, text),
        Ok(pos) => {
            let is_sequence = text.chars().all(|c| c.is_ascii_digit());
            let written = game.position_text(&pos);
            prop_assert!(written == text || is_sequence, "{written}");
            if is_sequence {
                prop_assert_eq!(pos.discs.count_ones() as usize, text.len());
            }
            laws::check_position(game, &pos).map_err(|e| TestCaseError::fail(e.to_string()))?;
            Ok(())
        }
    }
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
    #![proptest_config(ProptestConfig {
        cases: INPUTS_EACH,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn specs(text in "(connect)?:?[0-9]{0,3}x?[0-9]{0,2}(\\+[kK]=?[0-9]{0,3})?[=+x:]?") {
        check_spec(&text)?;
    }

    #[test]
    fn specs_with_characters_exchanged(spec in select(&SPECS[..]), edits in edits()) {
        check_spec(&edited(spec, &edits))?;
    }

    #[test]
    fn positions_of_any_text(spec in select(&SPECS[..]), text in any::<String>()) {
        check_position(&rules(spec), &text)?;
    }

    #[test]
    fn positions_of_the_alphabet(spec in select(&SPECS[..]), text in "[XO./]{0,24}|[0-9]{0,24}") {
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
    fn moves(spec in select(&SPECS[..]), seed in any::<u64>(), text in "[0-9]{0,3}|\\PC{0,4}") {
        let game = rules(spec);
        let (_, pos) = some_moves(&game, seed);
        match game.parse_move(&pos, &text) {
            Err(error) => check_error(&error, &text)?,
            Ok(m) => {
                prop_assert!(game.moves(&pos).any(|legal| legal == m));
                prop_assert_eq!(game.move_text(&pos, m), text);
            }
        }
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
