//! How Go is written: specs, positions with their history, and what is said about wrong ones.

use std::collections::BTreeSet;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, Spec};
use unbeatable_games::go::{Go, Move};

fn rules(spec: &str) -> Go {
    let parsed = Spec::parse(spec).expect("a spec");
    Go::from_spec(parsed).expect("a board")
}

#[test]
fn specs_are_canonical_and_errors_say_what_was_expected() {
    let canonical = |spec: &str| rules(spec).spec();
    assert_eq!(canonical("go:4x3"), "go:4x3");
    assert_eq!(
        canonical("go:4x3+suicide+ssk+komi=7.50"),
        "go:4x3+komi=7.5+ssk+suicide"
    );
    assert_eq!(canonical("go:2x2+komi=0"), "go:2x2");
    assert_eq!(canonical("go:2x2+nssk+komi=-0.5"), "go:2x2+komi=-0.5+nssk");
    let error = |spec: &str| {
        let parsed = Spec::parse(spec).unwrap();
        Go::from_spec(parsed).unwrap_err().to_string()
    };
    for (spec, expected) in [
        (
            "go",
            "expected a size such as :4x3 (columns x rows) at character 3, found the end",
        ),
        (
            "go:4",
            "expected columns x rows, such as 4x3 at character 4, found '4'",
        ),
        (
            "go:0x3",
            "expected at least one column and one row at character 4, found '0x3'",
        ),
        (
            "go:19x19",
            "expected at most 30 points at character 4, found '19x19'",
        ),
        (
            "go:26x1",
            "expected at most 25 columns at character 4, found '26x1'",
        ),
        (
            "go:300x1",
            "expected a number up to 30 (columns x rows) at character 4, found '300x1'",
        ),
        (
            "go:2x2x2",
            "expected a number up to 30 (columns x rows) at character 6, found '2x2'",
        ),
        (
            "go:2x2+komi",
            "expected a value for +komi at character 12, found the end",
        ),
        (
            "go:2x2+komi=0.3",
            "expected a number of points up to 1000, halves allowed at character 13, found '0.3'",
        ),
        (
            "go:2x2+komi=inf",
            "expected a number of points up to 1000, halves allowed at character 13, found 'inf'",
        ),
        (
            "go:2x2+komi=9999",
            "expected a number of points up to 1000, halves allowed at character 13, found '9999'",
        ),
        (
            "go:2x2+ssk+nssk",
            "expected one superko rule, +ssk or +nssk at character 12, found 'nssk'",
        ),
        (
            "go:2x2+misere",
            "expected +komi=N, +nssk, +ssk or +suicide, the options of this game, at character 8, found 'misere'",
        ),
    ] {
        assert_eq!(error(spec), expected, "{spec}");
    }
}

#[test]
fn wrong_positions_and_histories_are_refused() {
    for (spec, text, expected) in [
        (
            "go:2x2",
            "",
            "expected X, O or . (2 rows of 2 points) at character 1, found the end",
        ),
        (
            "go:2x2",
            "../.;B",
            "expected X, O or . (2 rows of 2 points) at character 5, found ';B'",
        ),
        (
            "go:2x2",
            "../..",
            "expected ';B' or ';W', who is to move, at character 6, found the end",
        ),
        (
            "go:2x2",
            "../..;X",
            "expected ';B' or ';W', who is to move, at character 6, found ';X'",
        ),
        (
            "go:2x2",
            "XX/XX;B",
            "expected a liberty for every chain, found Black without one on A2, B2, A1, B1",
        ),
        (
            "go:2x2",
            "OX/X.;B",
            "expected a liberty for every chain, found White without one on A2",
        ),
        (
            "go:2x2",
            "../..;B;pass;pass;pass",
            "expected at most two passes, which end the game, at character 18, found ';pass'",
        ),
        (
            "go:2x2",
            "../..;B;past",
            "expected ';history=' or the end of the position at character 8, found ';past'",
        ),
        (
            "go:2x2",
            "X./..;W;history=",
            "expected X, O or . (2 rows of 2 points) at character 17, found the end",
        ),
        (
            "go:2x2",
            "X./..;W;history=../..:b",
            "expected '|' and the next board, or the end at character 22, found ':b'",
        ),
        (
            "go:2x2",
            "X./..;W;history=X./..",
            "expected a board that differs from X./.. before it, found 'X./..;W'",
        ),
        (
            "go:2x2",
            "XO/..;B;history=../..",
            "expected one stone after ../.., found 'XO/..;B'",
        ),
        (
            "go:2x2",
            "X./..;B;history=../..",
            "expected X./..;W after that history, found 'X./..;B'",
        ),
        (
            "go:2x2",
            "X./..;W;pass;history=../..",
            "expected X./..;B;pass after that history, found 'X./..;W;pass'",
        ),
        (
            "go:2x2+ssk",
            "X./..;W;history=../..",
            "expected ':b' or ':w', who was to move, and ':p' if a pass led there at character 22, found the end",
        ),
        (
            "go:2x2+ssk",
            "X./..;W;history=../..:w",
            "expected one stone after ../.., found 'X./..;W'",
        ),
        (
            "go:2x2+ssk",
            "X./..;B;history=../..:b",
            "expected White to move there, found 'X./..;B'",
        ),
        (
            "go:2x2+ssk",
            "X./..;W;history=../..:b|../..:b:p",
            "expected White to move there, found '../..:b:p'",
        ),
    ] {
        let found = rules(spec).parse_line(text).err().map(|e| e.to_string());
        assert_eq!(found.as_deref(), Some(expected), "{spec} {text}");
    }
}

/// A pass was made on the board on which it is found: that situation stood before it.
#[test]
fn a_first_pass_leaves_what_it_was_made_on() {
    for (spec, marks) in [("go:2x2", 1), ("go:2x2+ssk", 2), ("go:2x2+nssk", 0)] {
        let go = rules(spec);
        let line = go.parse_line("X./..;B;pass").expect("a position");
        assert_eq!(line.marks().count(), marks, "{spec}");
        let text = go.line_text(&line);
        let told = go.parse_line(&text).expect("what is written is read");
        assert!(told.marks().eq(line.marks()), "{text}");
        assert_eq!(told.position(), line.position());
    }
    let go = rules("go:2x2+ssk");
    let text = go.line_text(&go.parse_line("X./..;B;pass").expect("a position"));
    assert_eq!(text, "X./..;B;pass;history=X./..:w");
}

/// The history that the rule forbids to repeat is found in the text too.
#[test]
fn a_history_that_repeats_is_refused() {
    let go = rules("go:2x2");
    let mut random = Random::new(9);
    let mut refused = 0;
    for _ in 0..2_000 {
        // A line that breaks the rule: boards that one stone leads to, whatever stood before.
        let mut boards = vec![go.start()];
        for _ in 0..30 {
            let pos = *boards.last().unwrap();
            let moves: Vec<Move> = go.moves(&pos).filter(|m| *m != Move::Pass).collect();
            if moves.is_empty() {
                break;
            }
            boards.push(go.play(&pos, random.pick(&moves)));
        }
        let texts: Vec<String> = boards
            .iter()
            .map(|pos| go.position_text(pos)[..5].to_string())
            .collect();
        let text = format!(
            "{};history={}",
            go.position_text(boards.last().unwrap()),
            texts[..texts.len() - 1].join("|")
        );
        let distinct: BTreeSet<&String> = texts.iter().collect();
        let repeats = distinct.len() < texts.len();
        match go.parse_line(&text) {
            Ok(line) => {
                assert!(!repeats, "{text}");
                assert_eq!(go.line_text(&line), text);
            }
            Err(e) => {
                assert!(repeats, "{text}: {e}");
                assert!(e.to_string().contains("superko"), "{e}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100 && refused < 2_000, "{refused}");
}
