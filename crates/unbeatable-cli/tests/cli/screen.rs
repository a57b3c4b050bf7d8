//! `play` on the whole screen, through a pseudo-terminal.

use std::io::Read;
use std::process::Command;

use crate::pty::{Terminal, end, spawn};

const LEFT: &str = "\u{1b}[D";
const RIGHT: &str = "\u{1b}[C";
const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const ENTER: &str = "\r";
const ESCAPE: &str = "\u{1b}";
const CONTROL_C: &str = "\u{3}";

/// Two persons at tic-tac-toe.
fn two_persons(columns: u16, rows: u16) -> Terminal {
    let terminal = Terminal::new("play ttt --second human", columns, rows, &[]);
    terminal.wait(&["X to move: b2"]);
    terminal
}

#[test]
fn a_whole_game_by_arrow_keys() {
    let mut terminal = two_persons(80, 24);
    assert!(!terminal.is_cooked(), "keys come one by one");
    terminal.wait(&[
        "Tic-tac-toe  ttt",
        "[   ]",
        "a     b     c",
        "> X",
        "? help  q quit",
    ]);
    terminal.press(ENTER);
    // The middle is taken: the cursor went to the nearest square.
    terminal.wait(&["╳", "O to move: b3", "> O", "Moves: b2"]);
    terminal.press(LEFT);
    terminal.wait(&["O to move: a3"]);
    terminal.press(ENTER);
    terminal.wait(&["╭─╮", "Moves: b2 a3"]);
    terminal.press(":a2\r");
    terminal.wait(&["Moves: b2 a3 a2"]);
    terminal.press(":a1\r");
    terminal.wait(&["Moves: b2 a3 a2 a1", "X to move:"]);
    // The cursor is where it was, or beside it; from there over what is taken.
    terminal.wait(&["X to move: b3"]);
    terminal.press(DOWN);
    terminal.wait(&["X to move: c2"]);
    terminal.press(UP);
    terminal.wait(&["X to move: c3"]);
    terminal.press(DOWN);
    terminal.wait(&["X to move: c2"]);
    terminal.press(ENTER);
    terminal.wait(&["The game is over: X has won."]);
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    // What is left on the terminal says how it went.
    terminal.wait(&["Tic-tac-toe, ttt: b2 a3 a2 a1 c2. The game is over: X has won."]);
}

#[test]
fn a_game_against_a_player() {
    let mut terminal = Terminal::new("play ttt", 80, 24, &[]);
    terminal.wait(&["Your move, X: b2", "> X you", "O best"]);
    terminal.press(ENTER);
    terminal.wait(&["O plays ", "Your move, X: "]);
    terminal.press("u");
    terminal.wait(&["Taken back. Your move, X: b2"]);
    terminal.press("u");
    terminal.wait(&["There is no move of yours to take back."]);
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn illegal_moves_and_words() {
    let mut terminal = two_persons(80, 24);
    terminal.press(":z9");
    terminal.wait(&[":z9_"]);
    terminal.press(ENTER);
    terminal.wait(&[
        "Not played: move 1 'z9': expected a legal move (a3, b3, c3, ",
        "X to move: b2",
    ]);
    terminal.press("p");
    terminal.wait(&["Not played: move 1 'pass'"]);
    terminal.press(":xy\u{7f}\u{7f}\u{7f}");
    terminal.wait(&["? help  q quit"]);
    terminal.press(":moves\r");
    terminal.wait(&["Moves: a3 b3 c3 a2 b2 c2 a1 b1 c1", "Esc: back to the game"]);
    terminal.press(ESCAPE);
    terminal.wait(&["X to move: b2"]);
    terminal.press("?");
    terminal.wait(&["Arrow keys (or h j k l) choose a move"]);
    terminal.press(ENTER);
    terminal.wait(&["X to move: b2"]);
    terminal.press("\r");
    terminal.wait(&["Moves: b2"]);
    // A game that is not over is left with two keys.
    terminal.press("q");
    terminal.wait(&["The game is not over: q again quits."]);
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.wait(&["Tic-tac-toe, ttt: b2. The game is not over."]);
}

#[test]
fn hints_and_reasons() {
    let line = "play ttt --second human --position X../.O./..X";
    let mut terminal = Terminal::new(line, 80, 24, &[]);
    terminal.wait(&["O to move: "]);
    terminal.press("\t");
    terminal.wait(&[
        "A draw with perfect play.",
        "= draw: b3 a2 c2 b1",
        "- X wins in 4 plies: c3 a1",
        "  -  ",
    ]);
    terminal.press("\t");
    terminal.wait(&["O to move: "]);
    let begin = std::time::Instant::now();
    while terminal.text().contains("perfect play") {
        assert!(begin.elapsed().as_secs() < 60, "hints go away");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    terminal.press("w");
    terminal.wait(&["c3: X wins in 4 plies; ", "Esc: back to the game"]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn windows_of_any_size() {
    let mut terminal = two_persons(100, 30);
    terminal.press(ENTER);
    terminal.wait(&["╲ ╱", "O to move: b3"]);
    terminal.resize(40, 12);
    let screen = terminal.wait(&["│ X │", "> O", "O to move: b3"]);
    assert!(!screen.contains("╲ ╱"), "{screen}");
    terminal.resize(20, 8);
    terminal.wait(&["3 ·[·]·", "2 · X ·", "? help"]);
    terminal.resize(11, 3);
    terminal.wait(&["window too"]);
    terminal.resize(1, 1);
    terminal.resize(100, 30);
    terminal.wait(&["╲ ╱", "Moves: b2", "O to move: b3"]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn every_game_on_small_windows() {
    for game in [
        "ttt",
        "mnk:8x8x5",
        "uttt",
        "nim:3,5,7",
        "kayles:5,7",
        "nim:200",
        "go:4x4",
        "go:1x3",
    ] {
        for (columns, rows) in [(20, 8), (40, 12), (2, 2), (132, 50)] {
            let line = format!("play {game} --second human");
            let mut terminal = Terminal::new(&line, columns, rows, &[]);
            terminal.wait_open();
            for keys in [LEFT, UP, RIGHT, DOWN, ENTER, "?", ESCAPE, ":", ESCAPE] {
                terminal.press(keys);
            }
            terminal.press(CONTROL_C);
            assert_eq!(terminal.end(), 130, "{game} {columns}x{rows}");
            assert!(
                !terminal.bytes().contains("panicked"),
                "{}",
                terminal.bytes()
            );
        }
    }
}

#[test]
fn heaps_are_chosen_by_heap_and_number() {
    let mut terminal = Terminal::new("play nim:3,5,7 --second human", 60, 20, &[]);
    terminal.wait(&["First to move: 7-1", ">  7  ● ● ● ● ● ●[●]"]);
    terminal.press(LEFT);
    terminal.wait(&["First to move: 7-2", ">  7  ● ● ● ● ●[● ●]"]);
    terminal.press(UP);
    terminal.wait(&["First to move: 5-2", ">  5  ● ● ●[● ●]"]);
    terminal.press(ENTER);
    terminal.wait(&["Moves: 5-2", "Second to move: "]);
    terminal.press("7-7\r");
    terminal.wait(&["Moves: 5-2 7-7"]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn ultimate_boards_and_stones() {
    let mut terminal = Terminal::new("play uttt --second human", 80, 26, &[]);
    terminal.wait(&["a to play", "i to play", "[·]"]);
    terminal.press(":ea\r");
    let screen = terminal.wait(&["a to play", "O to move: a", "┃"]);
    assert!(!screen.contains("b to play"), "{screen}");
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);

    let mut terminal = Terminal::new("play go:4x4 --second human", 80, 24, &[]);
    terminal.wait(&["● Black", "○ White", "A   B   C   D", "p pass"]);
    terminal.press("\r\r");
    let screen = terminal.wait(&["Black to move: "]);
    assert!(screen.contains('●') && screen.contains('○'), "{screen}");
    terminal.press("p");
    terminal.wait(&["pass", "White to move: "]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn forbidden_points_are_marked() {
    let ko = ".XO./XO.O/.XO./....;B";
    let line = format!("play go:4x4 --second human --position {ko}");
    let mut terminal = Terminal::new(&line, 80, 24, &[]);
    terminal.wait(&["Black to move: ", "× Forbidden: D4 (suicide: "]);
    terminal.press(":C3\r");
    let screen = terminal.wait(&["White to move: ", "× Forbidden: A4 (suicide: ", "B3 (would"]);
    // Two on the board, one before the reasons.
    assert_eq!(screen.matches('×').count(), 3, "{screen}");
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn games_are_saved_and_opened() {
    let mut terminal = two_persons(80, 24);
    terminal.press(ENTER);
    terminal.wait(&["Moves: b2"]);
    terminal.press("s");
    terminal.wait(&[":save _"]);
    terminal.press("screen-game.json\r");
    terminal.wait(&["The game is kept in screen-game.json."]);
    terminal.press("n");
    terminal.wait(&["n again begins another."]);
    terminal.press("n");
    terminal.wait(&["A new game. X to move: b2"]);
    terminal.press("oscreen-game.json\r");
    terminal.wait(&["Loaded. O to move: ", "Moves: b2"]);
    terminal.press("o/no/such/file\r");
    terminal.wait(&["Not loaded: cannot read /no/such/file", "Moves: b2"]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn without_colours() {
    // Sequences that set a colour; those that set the default one do no harm.
    let has_colours = |text: &str| {
        text.split("\u{1b}[").skip(1).any(|rest| {
            let numbers: String = rest
                .chars()
                .take_while(|c| c.is_ascii_digit() || *c == ';')
                .collect();
            let is_style = rest[numbers.len()..].starts_with('m');
            let is_colour = |n: &str| matches!(n.parse(), Ok(30..=38 | 40..=48 | 90..=107));
            is_style && numbers.split(';').any(is_colour)
        })
    };
    for (option, variables, expected) in [
        ("", &[][..], true),
        ("", &[("NO_COLOR", "1")][..], false),
        ("--color never", &[][..], false),
        ("--color always", &[("NO_COLOR", "1")][..], true),
    ] {
        let line = format!("play ttt --second human --hints {option}");
        let mut terminal = Terminal::new(&line, 80, 24, variables);
        terminal.wait(&["= draw: ", "X to move: b2"]);
        terminal.press(ENTER);
        terminal.wait(&["╳", "O to move: "]);
        terminal.press(CONTROL_C);
        assert_eq!(terminal.end(), 130);
        assert_eq!(
            has_colours(&terminal.bytes()),
            expected,
            "{option} {variables:?}"
        );
    }
}

#[test]
fn a_player_who_thinks_can_be_interrupted() {
    let mut terminal = Terminal::new("play uttt --second alpha-beta:600s", 80, 26, &[]);
    terminal.wait(&["Your move, X: ee"]);
    terminal.press(ENTER);
    terminal.wait(&["O (alpha-beta:600s) thinks …", "Esc play now"]);
    // The screen stays alive.
    terminal.resize(60, 22);
    terminal.wait(&["O (alpha-beta:600s) thinks …", "Esc play now"]);
    terminal.press(ESCAPE);
    // It moves with what it has.
    terminal.wait(&["O plays ", "Your move, X: "]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

/// Nobody waits for a proof that nobody has found, without being told.
#[test]
fn a_perfect_player_without_hope_says_so_and_plays_when_told() {
    let mut terminal = Terminal::new("play uttt --first perfect", 80, 26, &[]);
    let said = [
        "X (perfect) thinks, perhaps for ever",
        "quick proofs begin at about move",
        "Esc play now",
    ];
    terminal.wait(&said);
    // How far it is.
    terminal.wait(&["nodes"]);
    terminal.press(ESCAPE);
    terminal.wait(&["X plays ", "a guess", "Your move, O: "]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn control_c_while_a_player_thinks() {
    let line = "play uttt --first alpha-beta:600s";
    let mut terminal = Terminal::new(line, 80, 26, &[]);
    terminal.wait(&["X (alpha-beta:600s) thinks …"]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let mut terminal = two_persons(80, 24);
        let id = terminal.child.process_id().expect("it runs");
        let sent = Command::new("kill")
            .args([signal, &id.to_string()])
            .status();
        assert!(sent.expect("kill starts").success());
        assert_eq!(terminal.end(), 130, "{signal}");
        assert!(
            !terminal.bytes().contains("note: stopping"),
            "nothing is written over the board"
        );
    }
}

#[test]
fn the_program_ends_with_its_terminal() {
    for line in [
        "play ttt --second human",
        "play uttt --first alpha-beta:600s",
        "play ttt --plain",
    ] {
        let (master, mut child) = spawn(line, 80, 24, &[]);
        let mut reader = master.try_clone_reader().expect("it can be read");
        let mut written = Vec::new();
        let mut buffer = [0; 4096];
        let is_there = |written: &[u8]| {
            let text = String::from_utf8_lossy(written);
            // Words come one by one: blanks are not written.
            text.contains("move") || text.contains("thinks")
        };
        while !is_there(&written) {
            let read = reader.read(&mut buffer).expect("the program writes");
            written.extend(&buffer[..read]);
        }
        // Nobody is left at the other end.
        drop(reader);
        drop(master);
        end(&mut *child);
    }
}

#[test]
fn plain_on_a_terminal() {
    let mut terminal = Terminal::new("play ttt --plain", 80, 24, &[]);
    terminal.wait(&["Row 1: empty.", "Your move, X:"]);
    terminal.press("b2\r");
    terminal.wait(&["You play b2.", "O (best) plays "]);
    terminal.press(CONTROL_C);
    assert_eq!(terminal.end(), 130);
    assert!(
        !terminal.bytes().contains("\u{1b}["),
        "no sequences: {:?}",
        terminal.bytes()
    );
    // A terminal that cannot move its cursor is spoken to in sentences.
    let mut terminal = Terminal::new("play ttt", 80, 24, &[("TERM", "dumb")]);
    terminal.wait(&["Your move, X:"]);
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn nobody_plays_on_a_board_that_is_not_to_be_seen() {
    let mut terminal = Terminal::new("play mnk:8x8x5 --second human", 30, 6, &[]);
    terminal.wait(&["window too small"]);
    terminal.press(ENTER);
    // With a stone on the board it would ask before it ends.
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}
