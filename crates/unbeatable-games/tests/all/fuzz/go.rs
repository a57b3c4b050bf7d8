//! Go's parsers on 120,000 texts: none panics, and what is read is written and read again the same.

use proptest::prelude::*;
use proptest::sample::select;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Line, Notation};
use unbeatable_games::go::{Go, Move};

use super::{Parsers, any_text, edited, inputs, matching};

const INPUTS_EACH: u32 = 20_000;

/// Rule books of all shapes and rules.
const SPECS: [&str; 9] = [
    "go:1x1",
    "go:1x1+ssk+suicide",
    "go:2x2",
    "go:2x2+ssk",
    "go:2x2+nssk+suicide",
    "go:3x2+komi=0.5",
    "go:5x5+ssk",
    "go:6x5",
    "go:25x1+nssk",
];

const PARSERS: Parsers<Go> = Parsers {
    from_spec: Go::from_spec,
    message_max: 400,
};

fn rules(spec: &str) -> Go {
    PARSERS.rules(spec)
}

/// A line of some random moves.
fn some_line(go: &Go, seed: u64) -> Line<'_, Go> {
    let mut random = Random::new(seed);
    let mut line = Line::new(go, go.start());
    for _ in 0..random.below(25) {
        if line.outcome().is_some() {
            break;
        }
        let moves: Vec<Move> = go.moves(line.position()).collect();
        let _ = line.play(random.pick(&moves));
    }
    line
}

/// Whatever is read as a line is one, and its text is read as the same.
fn check_line(go: &Go, text: &str) -> Result<(), TestCaseError> {
    if let Some(line) = PARSERS.read(go.parse_line(text), text)? {
        let written = go.line_text(&line);
        let again = go.parse_line(&written).expect("what is written is read");
        prop_assert_eq!(go.line_text(&again), written);
        prop_assert!(again.marks().eq(line.marks()), "{text}");
    }
    if let Some((_, written)) = PARSERS.check_position(go, text)? {
        prop_assert_eq!(written, text);
    }
    Ok(())
}

fn edits() -> impl Strategy<Value = Vec<super::Edit>> {
    super::edits("XO./;|:=bwpBWhistorypass0123")
}

proptest! {
    #![proptest_config(inputs(INPUTS_EACH))]

    #[test]
    fn damaged_lines(spec in select(&SPECS[..]), seed in any::<u64>(), edits in edits()) {
        let go = rules(spec);
        let text = go.line_text(&some_line(&go, seed));
        check_line(&go, &edited(&text, &edits))?;
    }

    #[test]
    fn lines_from_the_alphabet(spec in select(&SPECS[..]), text in matching("[XO./;|:bwpBW]{0,40}")) {
        check_line(&rules(spec), &text)?;
    }

    #[test]
    fn lines_of_any_text(spec in select(&SPECS[..]), text in any_text()) {
        check_line(&rules(spec), &text)?;
    }

    #[test]
    fn damaged_specs(spec in select(&SPECS[..]), edits in edits()) {
        PARSERS.check_spec(&edited(spec, &edits))?;
    }

    #[test]
    fn moves_of_any_text(spec in select(&SPECS[..]), seed in any::<u64>(), text in matching("[A-Za-z]?[0-9]{0,3}|pass|\\PC*")) {
        let go = rules(spec);
        let line = some_line(&go, seed);
        if let Ok(m) = go.parse_move(line.position(), &text) {
            let written = go.move_text(line.position(), m);
            prop_assert!(written.eq_ignore_ascii_case(&text));
        }
    }

    #[test]
    fn lines_are_read_back(spec in select(&SPECS[..]), seed in any::<u64>()) {
        let go = rules(spec);
        let line = some_line(&go, seed);
        let text = go.line_text(&line);
        let read = go.parse_line(&text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(read.position(), line.position());
        prop_assert_eq!(go.line_text(&read), text);
    }
}
