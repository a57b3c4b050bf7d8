//! `play`, line by line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use crate::run::{Ran, program, refuse, run};

/// Runs the program with the words of `line` as arguments and these bytes as its input.
#[track_caller]
fn talk_bytes(line: &str, input: &[u8], folder: Option<&PathBuf>) -> Ran {
    let mut command = program(line.split_whitespace());
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    let child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program starts");
    let mut pipe = child.stdin.take().expect("standard input is a pipe");
    // A program that ended early has said why.
    let _ = pipe.write_all(input);
    drop(pipe);
    child.wait_with_output().expect("the program ends").into()
}

/// Plays with these lines; what was said.
#[track_caller]
fn talk(line: &str, input: &str) -> String {
    let ran = talk_bytes(line, input.as_bytes(), None);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    ran.out
}

/// The lines stand in the text, in that order.
#[track_caller]
fn check(text: &str, lines: &[&str]) {
    let mut rest = text.lines();
    for line in lines {
        assert!(
            rest.any(|said| said == *line),
            "{line:?} is missing in\n{text}"
        );
    }
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for a test");
    folder
}

#[test]
fn a_whole_game_between_two_persons() {
    let said = talk(
        "play ttt --first human --second human",
        "b2\na1\na2\nc2\nb3\nb1\nc1\na3\nc3\n",
    );
    check(
        &said,
        &[
            "Tic-tac-toe, ttt. X begins, O follows. Type help for all you can type.",
            "Row 3: empty.",
            "X to move:",
            "X plays b2.",
            "Row 2: empty, X, empty.",
            "O to move:",
            "O plays a1.",
            "Row 1: O, empty, empty.",
            "Row 3: O, X, X.",
            "Row 2: X, X, O.",
            "Row 1: O, O, X.",
            "The game is over: a draw.",
        ],
    );
}

#[test]
fn a_whole_game_against_a_player() {
    // The heaps are lost for who moves second.
    let said = talk("play nim:1,2", "2-1\n1-1\n");
    check(
        &said,
        &[
            "Nim, nim:1,2. You are First, best is Second. Type help for all you can type.",
            "Heap 1: 1 stone.",
            "Heap 2: 2 stones.",
            "Your move, First:",
            "You play 2-1.",
            "Second (best) plays 1-1, proven best.",
            "Heap 1: 1 stone.",
            "You play 1-1.",
            "No stones are left.",
            "The game is over: First has won.",
        ],
    );
    let said = talk("play ttt --first perfect", "");
    check(
        &said,
        &["Tic-tac-toe, ttt. You are O, perfect is X. Type help for all you can type."],
    );
    assert!(said.contains("\nX (perfect) plays "), "{said}");
    assert!(said.ends_with("Your move, O:\n"), "{said}");
}

#[test]
fn players_are_watched_without_input() {
    let said = talk(
        "play ttt --first perfect --second perfect --seed 7",
        "quit\n",
    );
    assert!(said.ends_with("The game is over: a draw.\n"), "{said}");
    assert_eq!(
        said,
        talk("play ttt --first perfect --second perfect --seed 7", "")
    );
}

#[test]
fn wrong_moves_change_nothing() {
    let said = talk("play ttt --second human", "b2\nb2\nz9\n\n \nundo it\na1\n");
    check(
        &said,
        &["X plays b2.", "Row 2: empty, X, empty.", "O to move:"],
    );
    let said_of =
        |m: &str| format!("Not played: move 2 '{m}': expected a legal move (a3, b3, c3, ");
    for m in ["b2", "z9", "undo it"] {
        let lines: Vec<&str> = said.lines().collect();
        let at = lines.iter().position(|line| line.starts_with(&said_of(m)));
        let at = at.unwrap_or_else(|| panic!("{m}: {said}"));
        assert_eq!(lines[at + 1], "O to move:", "{said}");
    }
    check(&said, &["O plays a1."]);
}

#[test]
fn odd_input_is_survived() {
    let mut input = b"\xff\xfe\n\x1b[31m\n\0\n".to_vec();
    input.extend(vec![b'x'; 200_000]);
    input.extend(b"\nsave\nload\nload /no/such/file\nb2");
    let ran = talk_bytes("play ttt --second human", &input, None);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(
        !ran.out.contains(['\u{1b}', '\0']),
        "control characters are escaped"
    );
    assert!(ran.out.lines().all(|line| line.chars().count() <= 300));
    check(
        &ran.out,
        &[
            "Not saved: expected the name of a file.",
            "Not loaded: expected the name of a file.",
            "Not loaded: cannot read /no/such/file: No such file or directory (os error 2).",
            "X plays b2.",
        ],
    );
}

#[test]
fn moves_are_taken_back_to_a_persons_turn() {
    let said = talk("play ttt", "undo\nb2\nundo\nmoves\n");
    check(
        &said,
        &[
            "There is no move of yours to take back.",
            "You play b2.",
            "Back to X's turn.",
            "Row 2: empty.",
            "9 moves: a3, b3, c3, a2, b2, c2, a1, b1, c1.",
        ],
    );
    // The player who moved first has nothing to do with it.
    let said = talk("play ttt --first perfect --seed 3", "undo\n");
    check(
        &said,
        &["There is no move of yours to take back.", "Your move, O:"],
    );
    // Between two persons, one move; also a move that ended the game.
    let said = talk("play nim:1 --second human", "1-1\nundo\n1-1\n");
    check(
        &said,
        &[
            "The game is over: First has won.",
            "Back to First's turn.",
            "Heap 1: 1 stone.",
            "The game is over: First has won.",
        ],
    );
}

#[test]
fn hints_and_reasons() {
    let said = talk(
        "play ttt --position X../.O./..X --first perfect",
        "hint\nwhy\n",
    );
    check(
        &said,
        &[
            "A draw with perfect play.",
            "Draw: b3, a2, c2, b1.",
            "X wins in 4 plies: c3, a1.",
        ],
    );
    assert!(said.contains("\nc3: X wins in 4 plies; "), "{said}");
    let said = talk("play nim:3,5,7 --hints", "why\n");
    check(
        &said,
        &[
            "First wins: 3-1, 5-1, 7-1.",
            "Your move, First:",
            "1s: 1 ⊕ 1 ⊕ 1 = 1",
        ],
    );
    // What takes too long is left open, with a guess.
    let said = talk("play uttt --second human --hint-time 100ms", "hint\n");
    let open = "\nNothing is proven yet (stopped: the time limit was reached). A guess: X gets ";
    assert!(said.contains(open), "{said}");
    assert!(said.contains("\nOpen, a guess: "), "{said}");
}

#[test]
fn games_are_kept_and_loaded() {
    let here = folder("games_are_kept_and_loaded");
    let ran = talk_bytes(
        "play ttt --second human",
        b"b2\na1\nsave game.json\n",
        Some(&here),
    );
    check(&ran.out, &["The game is kept in game.json."]);
    let text = fs::read_to_string(here.join("game.json")).expect("it is there");
    assert!(
        text.contains("\"moves\":[\"b2\",\"a1\"],\"opening\":0"),
        "{text}"
    );
    // On the command line, without naming the game; both persons are back.
    let ran = talk_bytes(
        "play --load game.json",
        b"c3\nsave again.json\n",
        Some(&here),
    );
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    check(
        &ran.out,
        &["Row 1: O, empty, empty.", "X to move:", "X plays c3."],
    );
    // In the middle of another game; the first line counts.
    let again = fs::read_to_string(here.join("again.json")).expect("it is there");
    fs::write(here.join("lines.json"), format!("{again}{text}")).expect("a file");
    let ran = talk_bytes(
        "play ttt --second human",
        b"load lines.json\nundo\n",
        Some(&here),
    );
    check(
        &ran.out,
        &["Row 3: empty, empty, X.", "O to move:", "Back to X's turn."],
    );
    // What is wrong with a file leaves the game as it was.
    for (file, content, what) in [
        (
            "empty.json",
            String::new(),
            "expected a game as JSON, found nothing",
        ),
        (
            "list.json",
            "[]".to_string(),
            "expected a game as JSON, an object",
        ),
        (
            "broken.json",
            text[..40].to_string(),
            "expected a game as JSON, found EOF",
        ),
        (
            "nim.json",
            text.replace("\"ttt\"", "\"nim:3\""),
            "expected a game of ttt, found one of nim:3",
        ),
        (
            "schema.json",
            text.replace("\"schema\":1", "\"schema\":9"),
            "expected schema 1, found 9",
        ),
        (
            "twice.json",
            text.replace("a1", "b2"),
            "move 2 'b2': expected a legal move",
        ),
        (
            "opening.json",
            text.replace("\"opening\":0", "\"opening\":3"),
            "3 of 2 moves cannot be",
        ),
    ] {
        fs::write(here.join(file), content).expect("a file");
        let input = format!("a1\nload {file}\nboard\n");
        let ran = talk_bytes("play ttt --second human", input.as_bytes(), Some(&here));
        assert!(
            ran.out.contains(&format!("Not loaded: {file}: {what}")),
            "{}",
            ran.out
        );
        check(
            &ran.out,
            &["O to move:", "Row 1: X, empty, empty.", "O to move:"],
        );
        let path = here.join(file);
        let path = path.to_str().expect("paths of tests are text");
        refuse(["play", "ttt", "--second", "human", "--load", path], what);
    }
}

#[test]
fn a_file_does_not_say_which_program_is_run() {
    let here = folder("a_file_does_not_say");
    let text = "{\"schema\":1,\"game\":\"ttt\",\"number\":1,\"first\":\"gtp:touch started\",\
                \"second\":\"human\",\"position\":\".../.../...\",\"moves\":[],\"opening\":0,\
                \"outcome\":null,\"forfeit\":null}";
    fs::write(here.join("game.json"), text).expect("a file");
    let ran = talk_bytes("play --load game.json", b"", Some(&here));
    assert!(
        ran.out.contains("You are O, best is X."),
        "{}{}",
        ran.out,
        ran.err
    );
    assert!(!here.join("started").exists());
}

#[test]
fn rows_of_hexagons_are_told_from_the_top() {
    let said = talk("play hex:3x2 --first human --second human", "b1\na2\n");
    check(
        &said,
        &[
            "Black plays b1.",
            "Row 1: empty, Black, empty.",
            "Row 2: empty.",
            "White plays a2.",
            "Row 1: empty, Black, empty.",
            "Row 2: White, empty, empty.",
        ],
    );
}

#[test]
fn points_that_are_forbidden_are_told_with_the_reason() {
    let ko = ".XO./XO.O/.XO./....;B";
    let said = talk(
        &format!("play go:4x4 --second human --position {ko}"),
        "C3\nB3\nA4\nD1\nC1\nB3\n",
    );
    check(
        &said,
        &[
            "Row 4: empty, Black, White, empty.",
            "Black plays C3.",
            "Forbidden: A4 (suicide: the stone would have no liberty), B3 (would repeat the position \
             at the start).",
            "Not played: move 2 'B3': expected a move that repeats no earlier position; it would \
             repeat the position at the start.",
            "Not played: move 2 'A4': expected a stone with a liberty (no suicide), or pass, found \
             'A4'.",
            "White plays D1.",
            "Black plays C1.",
            "Forbidden: A4 (suicide: the stone would have no liberty).",
            "White plays B3.",
        ],
    );
}

#[test]
fn games_of_go_are_kept_as_sgf() {
    let here = folder("games_of_go_are_kept_as_sgf");
    let ran = talk_bytes(
        "play go:3x3 --second human",
        b"B2\npass\nsave game.sgf\n",
        Some(&here),
    );
    check(
        &ran.out,
        &[
            "White plays pass.",
            "Row 2: empty, Black, empty.",
            "The game is kept in game.sgf.",
        ],
    );
    let ran = talk_bytes(
        "play go:3x3 --second human --load game.sgf",
        b"pass\n",
        Some(&here),
    );
    check(
        &ran.out,
        &[
            "Row 2: empty, Black, empty.",
            "Black to move:",
            "The game is over: Black has won by 9.",
        ],
    );
    let path = here.join("game.sgf");
    let path = path.to_str().expect("paths of tests are text");
    refuse(["play", "--load", path], "expected the game before --load");
    let ran = talk_bytes("play ttt --second human", b"save game.sgf\n", Some(&here));
    assert!(ran.out.contains("Not saved: "), "{}", ran.out);
}

#[test]
fn ultimate_boards_are_read_aloud() {
    let said = talk("play uttt --second human", "ee\nea\nboard\n");
    check(
        &said,
        &[
            "To play in: any of the boards a, b, c, d, e, f, g, h, i. The word board reads them.",
            "X plays ee.",
            "Board e, to play in: top empty; middle empty, X, empty; bottom empty.",
            "O to move:",
            "O plays ea.",
            "Board a, to play in: empty.",
            "X to move:",
            "Board b: empty.",
            "Board e: top O, empty, empty; middle empty, X, empty; bottom empty.",
        ],
    );
    let position = "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./.XXO.X.XX/X.O.O.OXO/.X.OX..XO/.XOOXX..X/O...O.O.O/.O.XXXX.O";
    let said = talk(
        &format!("play uttt --second human --position {position}"),
        "",
    );
    check(
        &said,
        &[
            "Board c, to play in: top O, X, X; middle empty, empty, O; bottom O, X, empty.",
            "Board d, won by X.",
        ],
    );
}

#[test]
fn new_games_begin_as_the_first_did() {
    let said = talk("play ttt --second human --moves b2", "a1\nnew\n");
    check(
        &said,
        &[
            "O plays a1.",
            "Row 2: empty, X, empty.",
            "Row 1: empty.",
            "O to move:",
        ],
    );
    let said = talk("play ttt", "help\nquit\nb2\n");
    check(&said, &["Type a move, or one of these words."]);
    assert!(!said.contains("You play"), "{said}");
}

#[test]
fn calls_that_make_no_sense() {
    refuse(["play", "ttt", "--json"], "--json is for answers");
    refuse(["play"], "<GAME>");
    refuse(["play", "ttt", "--second", "nobody"], "nobody");
    refuse(["play", "ttt", "--moves", "b2 b2"], "move 2 'b2'");
    refuse(
        ["play", "ttt", "--load", "/no/such/file"],
        "cannot read /no/such/file",
    );
    refuse(
        ["play", "ttt", "--load", "x", "--moves", "b2"],
        "cannot be used with",
    );
    refuse(["play", "ttt", "--hint-time", "0s"], "1ms to 3650d");
}

/// A table that meets what it would never have led to gives the game away, and says so.
#[test]
fn tables_know_their_own_games() {
    let folder = std::env::temp_dir().join(format!("unbeatable-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let table = folder.join("table.json");
    let table = table.to_str().expect("text");
    let ran = run(["strategy", "ttt", "--role", "first", "-o", table, "--quiet"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let line = format!("play ttt --first table:{table} --moves b1,a1,c3,a2");
    let said = talk(&line, "quit\n");
    assert!(
        said.contains("X forfeits the game: has no move for this position"),
        "{said}"
    );
    std::fs::remove_dir_all(&folder).expect("the folder was there");
}
