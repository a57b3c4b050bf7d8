//! A game of Go move by move: whoever's turn it is, what is taken back or taken up again, what is guessed.

use unbeatable_workbench::core::Player;
use unbeatable_workbench::goban::useful_witness;
use unbeatable_workbench::goban::{Goban, Refused};
use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::Points;

/// Nothing is searched.
const NO_TIME: Limits = Limits {
    time: None,
    nodes: Some(0),
    memory: None,
    threads: None,
};

/// Moves such as `B:A1 W:pass`; a `!` behind one says that it is illegal.
fn played(spec: &str, moves: &str) -> Goban {
    let mut goban = Goban::new(spec).expect("a spec of Go");
    for text in moves.split_whitespace() {
        let (colour, m) = text.split_once(':').expect("colour:move");
        let player = match colour {
            "B" => Player::First,
            _ => Player::Second,
        };
        let expected = match m.ends_with('!') {
            true => Err(Refused::Illegal),
            false => Ok(()),
        };
        let m = m.trim_end_matches('!');
        assert_eq!(goban.play(player, m), expected, "{text} in {moves}");
    }
    goban
}

/// The position with its history, as a report names it.
fn line_text(goban: &Goban) -> String {
    let report = goban.solve(goban.turn(), &NO_TIME, &());
    report.asked.position
}

/// The position after the moves, without its history.
#[track_caller]
fn check(spec: &str, moves: &str, expected: &str) {
    let text = line_text(&played(spec, moves));
    let position = text.split(";history=").next();
    assert_eq!(position, Some(expected), "{moves}");
}

#[test]
fn players_take_turns() {
    check("go:2x2", "", "../..;B");
    check("go:2x2", "B:A1 W:b2", ".O/X.;B");
    check("go:2x2", "B:A1 W:A1!", "../X.;W");
    check("go:2x1", "B:A1 W:B1", ".O;B"); // Captures.
    check("go:2x1", "B:A1 W:B1 B:A1!", ".O;B"); // Would bring the first stone's board back.
    check("go:2x1+nssk+suicide", "W:A1 W:B1", "..;B"); // A suicide.
    check("go:2x1+suicide", "W:A1 W:B1!", "O.;B"); // It would bring the start back.
    check("go:2x1", "W:A1 W:B1!", "O.;B");
}

#[test]
fn a_turn_handed_over_is_no_pass() {
    check("go:2x2", "W:A1", "../O.;B");
    check("go:2x2", "B:A1 B:B1", "../XX;W");
    check("go:2x2", "B:pass B:pass", "../..;W;pass");
    check("go:2x2", "B:A1 B:pass W:pass", "../X.;B;pass;pass");
    check("go:2x2", "B:A1 B:pass B:pass B:pass", "../X.;W;pass");
    check("go:2x2", "W:pass W:A1", "../O.;B");
}

#[test]
fn two_passes_end_the_game() {
    check("go:2x2", "B:pass W:pass", "../..;B;pass;pass");
    check("go:2x2", "B:pass W:pass B:pass", "../..;W;pass;pass");
    check("go:2x2", "B:pass W:pass W:pass", "../..;B;pass;pass");
    let mut goban = played("go:2x2", "B:A1 W:pass B:pass");
    assert!(goban.is_over());
    assert!(goban.undo() && !goban.is_over());
    assert!(goban.undo() && goban.undo() && !goban.undo());
}

#[test]
fn a_stone_takes_the_game_up_again() {
    check("go:2x2", "B:A1 W:pass B:pass W:B2", ".O/X.;B");
    check("go:2x2", "B:A1 W:pass B:pass B:B2", ".X/X.;W");
    // What stood before the passes still may not come back.
    let taken = "B:A1 W:B1 B:pass W:pass";
    check("go:2x1", &format!("{taken} B:A1!"), ".O;B;pass;pass");
}

/// Which of all the next moves of either player are legal, and of those after them, so many deep.
fn future(goban: &mut Goban, plies: u32, legal: &mut Vec<bool>) {
    if plies == 0 {
        return;
    }
    for player in Player::BOTH {
        for m in ["A1", "B1", "C1", "pass"] {
            let is_legal = goban.play(player, m).is_ok();
            legal.push(is_legal);
            if is_legal {
                future(goban, plies - 1, legal);
                goban.undo();
            }
        }
    }
}

#[test]
fn a_turn_handed_over_leaves_what_a_pass_leaves() {
    // What stood when Black handed over cannot come back with White to move, where that counts.
    played("go:3x1", "B:A1 W:C1 W:pass B:B1 W:C1 B:A1!");
    played("go:3x1+ssk", "B:A1 W:C1 W:pass B:B1 W:C1 B:A1!");
    played("go:3x1+nssk", "B:A1 W:C1 W:pass B:B1 W:C1 B:A1");
    for spec in ["go:3x1", "go:3x1+ssk", "go:3x1+nssk"] {
        for (handed, passed) in [
            ("B:A1 B:C1", "B:A1 W:pass B:C1"),
            ("B:A1 W:C1 W:pass", "B:A1 W:C1 B:pass W:pass"),
        ] {
            let [handed, passed] = [handed, passed].map(|moves| {
                let mut legal = vec![];
                future(&mut played(spec, moves), 4, &mut legal);
                legal
            });
            assert!(handed.len() > 100, "{spec}: {}", handed.len());
            assert_eq!(handed, passed, "{spec}");
        }
    }
}

#[test]
fn scores() {
    let check = |spec, moves, expected| assert_eq!(played(spec, moves).score(), expected);
    check("go:2x2", "", "0");
    check("go:2x2", "B:A1", "B+4");
    check("go:2x2+komi=4.5", "B:A1", "W+0.5");
    check("go:3x1", "B:A1 W:C1", "0");
    let mut goban = played("go:2x2", "B:A1");
    assert!(goban.set_komi(0.25).is_err() && goban.set_komi(1e9).is_err());
    assert!(goban.set_komi(f64::NAN).is_err());
    goban.set_komi(-0.5).expect("a komi");
    assert_eq!(goban.score(), "B+4.5");
    assert_eq!(goban.spec(), "go:2x2+komi=-0.5");
}

#[test]
fn sizes() {
    let mut goban = played("go:2x2+komi=1+ssk", "B:A1");
    goban.resize(5, 5).expect("a size");
    assert_eq!(goban.spec(), "go:5x5+komi=1+ssk");
    assert_eq!(goban.score(), "W+1");
    assert!(goban.resize(6, 6).is_err() && goban.resize(0, 0).is_err());
    assert_eq!(goban.spec(), "go:5x5+komi=1+ssk");
}

#[test]
fn chains_are_named() {
    let goban = played("go:2x2", "B:A1 B:B1 W:B2");
    assert_eq!(goban.chains(), [vec!["B2"], vec!["A1", "B1"]]);
}

#[test]
fn records_are_read_and_written() {
    let text = b"(;SZ[3:2]KM[0.5]AW[ab];B[aa];W[];B[])";
    let mut goban = Goban::new("go:5x5+ssk").expect("a spec of Go");
    goban.read_sgf(text, None).expect("a record");
    assert_eq!(goban.spec(), "go:3x2+komi=0.5+ssk");
    assert!(goban.is_over());
    goban.read_sgf(text, Some(1)).expect("a record");
    assert_eq!(goban.board(), " 2 X . .\n 1 O . .\n   A B C\n");
    assert!(goban.read_sgf(b"(;SZ[9])", None).is_err());
    assert!(goban.read_sgf(text, Some(9)).is_err());
    let written = goban.write_sgf(["a", "1"]);
    let mut again = Goban::new("go:3x2+ssk").expect("a spec of Go");
    again.read_sgf(written.as_bytes(), None).expect("a record");
    assert_eq!(again.write_sgf(["a", "1"]), written);
    // Who moved, moved: no passes are made up.
    let twice = played("go:2x2", "B:A1 B:B2").write_sgf(["a", "1"]);
    assert!(twice.ends_with(";B[ab];B[ba])\n"), "{twice}");
}

/// A game of the moves given, colours in turn, Black first.
fn in_turn(spec: &str, moves: &str) -> Goban {
    let mut goban = Goban::new(spec).expect("a spec of Go");
    for m in moves.split_whitespace() {
        let player = goban.turn();
        goban.play(player, m).expect("a legal move");
    }
    goban
}

#[track_caller]
fn check_guess(spec: &str, moves: &str, expected: &str) {
    let goban = in_turn(spec, moves);
    // Without time, a guess is all there is.
    let choice = goban.choose(goban.turn(), &NO_TIME, &());
    let found = (choice.text.as_str(), choice.is_proven);
    assert_eq!(found, (expected, false), "{moves}");
}

#[test]
fn guesses_are_sensible() {
    check_guess("go:5x5", "", "C3");
    check_guess("go:3x3", "B2", "B3"); // On the edge there are two liberties.
    check_guess("go:3x3", "B2 pass", "pass"); // Wins.
    check_guess("go:3x3+komi=9.5", "B2 pass", "B3"); // Would lose.
    check_guess("go:3x3", "B2 A2 A1 C2", "A3"); // Takes.
    check_guess("go:3x3", "A2 pass B2 pass B1 pass B3 pass C2", "pass"); // Only self-ataris.
}

#[test]
fn a_pass_that_may_lose_is_no_witness() {
    let mut report = in_turn("go:2x2", "").solve(Player::First, &Limits::default(), &());
    for (witness, lower, expected) in [
        (None, 1.0, None),
        (Some("A1"), -4.0, Some("A1")),
        (Some("pass"), -1.0, None),
        (Some("pass"), 0.0, Some("pass")),
    ] {
        report.witness = witness.map(String::from);
        report.bounds.lower.0 = lower;
        let found = useful_witness(&report, Player::First);
        assert_eq!(found.as_deref(), expected);
    }
}

#[test]
fn a_turn_that_was_handed_over_does_not_let_a_pass_end_the_game() {
    let mut goban = in_turn("go:1x4", "A1");
    let value = |goban: &Goban| {
        let report = goban.solve(Player::First, &Limits::default(), &());
        report.outcome.expect("it is solved").margin
    };
    assert_eq!(value(&goban), Some(Points(-4.0)));
    // Had White passed, so could Black, and get the whole board.
    goban.play(Player::Second, "pass").expect("legal");
    assert_eq!(value(&goban), Some(Points(4.0)));
}
