//! `gtp`: sessions with a client.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::run::{Ran, program, refuse};

/// The program as an engine, with the words of `line` as further arguments.
fn start(line: &str) -> Child {
    start_speaking("gtp", line)
}

/// The program as an engine of a protocol.
fn start_speaking(protocol: &str, line: &str) -> Child {
    let mut command = program([protocol].into_iter().chain(line.split_whitespace()));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// A whole session: all that is sent, then the end of the input.
fn session(line: &str, sent: &[u8]) -> Ran {
    session_of(start(line), sent)
}

fn session_of(mut child: Child, sent: &[u8]) -> Ran {
    let mut input = child.stdin.take().expect("it reads");
    // After `quit` nobody reads any more.
    let _ = input.write_all(sent);
    drop(input);
    child.wait_with_output().expect("it ends").into()
}

/// Every command is answered as the talk says: `command -> response`, further lines of a response
/// behind `|`.
#[track_caller]
fn check(line: &str, talk: &[&str]) {
    check_speaking("gtp", line, talk);
}

/// A whole session in a protocol: every command is answered as the talk says.
#[track_caller]
pub(crate) fn check_speaking(protocol: &str, line: &str, talk: &[&str]) {
    let mut commands = String::new();
    let mut expected = String::new();
    for part in talk {
        match part.split_once(" -> ") {
            Some((command, response)) => {
                commands += &format!("{command}\n");
                expected += &format!("{}\n\n", response.replace('|', "\n"));
            }
            None => commands += &format!("{part}\n"),
        }
    }
    let ran = session_of(start_speaking(protocol, line), commands.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{talk:?}");
    assert_eq!(ran.out, expected);
}

#[test]
fn a_game_is_played_to_its_end() {
    // Wherever a move is asked for here, only one is best.
    check(
        "go:3x1",
        &[
            "1 protocol_version -> =1 2",
            "2 name -> =2 unbeatable",
            "clear_board -> =",
            "genmove b -> = B1",
            "play w a1 -> ? illegal move",
            "showboard -> =| 1 . X .|   A B C|go:3x1, White to move",
            "play WHITE PASS -> =",
            "genmove Black -> = pass",
            "final_score -> = B+3",
            "genmove w -> = pass",
            "final_status_list alive -> = B1",
            "final_status_list dead -> =",
            "final_status_list seki -> =",
            "showboard -> =| 1 . X .|   A B C|go:3x1, the game is over: B+3",
            "undo -> =",
            "undo -> =",
            "undo -> =",
            "undo -> =",
            "undo -> ? cannot undo",
            "quit -> =",
            "name",
        ],
    );
}

#[test]
fn the_form_of_commands_is_free() {
    check(
        "",
        &[
            "",
            "# a comment",
            "   \t ",
            "\u{7}\u{1b}",
            "  3 \t name # and a comment -> =3 unbeatable",
            "name\r -> = unbeatable",
            "na\u{1}me -> = unbeatable",
            "known_command genmove -> = true",
            "known_command Genmove -> = false",
            "7 -> ?7 unknown command",
            "8 fly -> ?8 unknown command",
            "play -> ? syntax error",
            "play b a1 b1 -> ? syntax error",
            "play x a1 -> ? invalid color or coordinate",
            "play b i1 -> ? invalid color or coordinate",
            "play b a6 -> ? invalid color or coordinate",
            "play b aé -> ? invalid color or coordinate",
            "genmove -> ? syntax error",
            "genmove x -> ? invalid color or coordinate",
            "name name -> ? syntax error",
            "final_status_list asleep -> ? syntax error",
            "quit now -> ? syntax error",
        ],
    );
    let ran = session("", b"\xff\xfe\xff\n9 \x80name\nname");
    let unknown = "unknown command\n\n";
    let expected = format!("? {unknown}?9 {unknown}= unbeatable\n\n");
    assert_eq!(
        (ran.code, ran.out, ran.err),
        (Some(0), expected, String::new())
    );
}

#[test]
fn boards_and_komi_can_be_chosen() {
    check(
        "go:4x3+ssk",
        &[
            "showboard -> =| 3 . . . .| 2 . . . .| 1 . . . .|   A B C D|go:4x3+ssk, Black to move",
            "komi 1.5 -> =",
            "play b a1 -> =",
            "boardsize 6 -> ? unacceptable size",
            "boardsize 19 -> ? unacceptable size",
            "boardsize 0 -> ? unacceptable size",
            "boardsize 300 -> ? unacceptable size",
            "boardsize big -> ? syntax error",
            "boardsize -> ? syntax error",
            "final_score -> = B+10.5",
            "boardsize 2 -> =",
            "showboard -> =| 2 . .| 1 . .|   A B|go:2x2+komi=1.5+ssk, Black to move",
            "rectangular_boardsize 3 1 -> =",
            "showboard -> =| 1 . . .|   A B C|go:3x1+komi=1.5+ssk, Black to move",
            "komi -0.5 -> =",
            "komi 0.25 -> ? unacceptable komi",
            "komi nan -> ? unacceptable komi",
            "komi 5000 -> ? unacceptable komi",
            "komi much -> ? syntax error",
            "final_score -> = B+0.5",
        ],
    );
}

#[test]
fn superko_and_suicide_are_illegal() {
    check(
        "go:2x1",
        &[
            "play b a1 -> =",
            "play w a1 -> ? illegal move",
            "play w b1 -> =",
            "play b a1 -> ? illegal move",
            "undo -> =",
            "play b b1 -> ? illegal move",
            "undo -> =",
            "undo -> ? cannot undo",
        ],
    );
}

#[test]
fn either_colour_moves_at_any_time() {
    check(
        "go:1x4",
        &[
            "play w a2 -> =",
            "play w a3 -> =",
            "play b pass -> =",
            "play b pass -> =",
            // Black has passed twice, White never: the game goes on, and White is to move.
            "showboard -> =| 4 .| 3 O| 2 O| 1 .|   A|go:1x4, White to move",
            "clear_board -> =",
            // Were White's missing move a pass, a pass would win everything for Black.
            "play b a1 -> =",
            "unbeatable-value b -> = W+4",
            "play w pass -> =",
            "unbeatable-value b -> = B+4",
            "play b pass -> =",
            "genmove w -> = pass",
            "genmove b -> = pass",
            "final_score -> = B+4",
            // Who does not agree plays on.
            "play w a3 -> =",
            "showboard -> =| 4 .| 3 O| 2 .| 1 X|   A|go:1x4, Black to move",
        ],
    );
}

#[test]
fn every_move_has_a_value() {
    check(
        "go:2x2",
        &[
            "gogui-analyze_commands -> = gfx/Value of Every Move/unbeatable-values %m|\
             string/Value/unbeatable-value %m",
            "unbeatable-value -> = B+1",
            "unbeatable-value w -> = W+1",
            "play b a2 -> =",
            "unbeatable-values -> = LABEL B1 B+1 B2 B+4 A1 B+4|COLOR green B1|COLOR red B2 A1|\
             TEXT B+1; pass B+4",
            "unbeatable-values x -> ? invalid color or coordinate",
            "play w pass -> =",
            "play b pass -> =",
            "unbeatable-values -> = TEXT B+4",
            "unbeatable-value -> = B+4",
        ],
    );
}

#[test]
fn what_cannot_be_solved_is_played_all_the_same() {
    let sent = b"unbeatable-value\nreg_genmove w\nshowboard\ngenmove b\nundo\nundo\n";
    let ran = session("go:5x5 --nodes 1000", sent);
    let responses: Vec<&str> = ran.out.split("\n\n").collect();
    let [value, chosen, board, m, undone, cannot, end] = responses[..] else {
        panic!("{}", ran.out)
    };
    assert!(value.contains(" to "), "{value}");
    assert!(
        chosen.starts_with("= ") && m.starts_with("= "),
        "{chosen} {m}"
    );
    assert!(board.starts_with("=\n 5 . . . . .\n"), "{board}");
    assert_eq!((undone, cannot, end), ("=", "? cannot undo", ""));
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

#[test]
fn games_are_loaded_and_saved() {
    let here = folder("games_are_loaded_and_saved");
    let path = |name: &str| here.join(name).display().to_string();
    let (game, saved) = (path("game.sgf"), path("saved.sgf"));
    fs::write(&game, "(;GM[1]SZ[3:2]KM[0.5];B[aa];W[bb];B[cb])").expect("a file");
    fs::write(path("large.sgf"), "(;GM[1]SZ[19];B[aa])").expect("a file");
    let sent = format!(
        "loadsgf {game}\nshowboard\nloadsgf {game} 2\nshowboard\nundo\nundo\nloadsgf {game} 9\n\
         loadsgf {game} x\nloadsgf\nloadsgf {}\nloadsgf {}\nplay w pass\nprintsgf {saved}\n\
         printsgf {}\nprintsgf\n",
        path("large.sgf"),
        path("missing.sgf"),
        path("no/such/folder.sgf"),
    );
    let ran = session("go:5x5+ssk", sent.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let board = |rows: &str, turn: &str| {
        format!("=\n=\n{rows}\n   A B C\ngo:3x2+komi=0.5+ssk, {turn} to move\n")
    };
    let begin = board(" 2 X . .\n 1 . O X", "White") + &board(" 2 X . .\n 1 . . .", "White");
    let out = ran.out.replace("\n\n", "\n");
    let rest = out.strip_prefix(&begin).expect(&out);
    let lines: Vec<&str> = rest.lines().collect();
    assert_eq!(lines[0], "=");
    assert_eq!(lines[1], "? cannot undo");
    let failures = [
        "cannot load file: expected at least 8 moves",
        "syntax error",
        "syntax error",
    ];
    for (line, failure) in lines[2..].iter().zip(failures) {
        assert!(line.starts_with(&format!("? {failure}")), "{line}");
    }
    assert_eq!(
        lines[5],
        "? cannot load file: expected at most 30 points, found a board of 19x19"
    );
    assert!(lines[6].starts_with("? cannot load file: "), "{}", lines[6]);
    assert_eq!(lines[7..9], ["=", "="]);
    assert!(lines[9].starts_with("? cannot save file: "), "{}", lines[9]);
    let text = fs::read_to_string(&saved).expect("it was saved");
    assert_eq!(format!("= {text}"), lines[10..].join("\n") + "\n");
    assert!(text.ends_with("KM[0.5]\n;W[])\n"), "{text}");
}

#[test]
fn the_clock_counts() {
    let start = Instant::now();
    let sent = b"time_settings 1 0 0\ngenmove b\ntime_left w 0 0\ngenmove w\ntime_settings 1 2\n\
                 time_settings 1 -2 3\ntime_settings 0 1 1\ngenmove b\ntime_left b 1\n\
                 time_left b 1 x\ntime_left x 1 1\n";
    let ran = session("go:5x5", sent);
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
    let responses: Vec<&str> = ran.out.split("\n\n").collect();
    let wrong = "? syntax error";
    assert_eq!(responses[0], "=");
    assert!(responses[1].starts_with("= "), "{}", responses[1]);
    assert_eq!(
        (responses[2], responses[4], responses[5]),
        ("=", wrong, wrong)
    );
    assert_eq!(
        responses[8..11],
        [wrong, wrong, "? invalid color or coordinate"]
    );
}

#[test]
fn responses_come_at_once() {
    let mut child = start("go:3x1");
    let mut input = child.stdin.take().expect("it reads");
    let mut output = BufReader::new(child.stdout.take().expect("it writes"));
    for (command, expected) in [("name", "= unbeatable\n"), ("genmove b", "= B1\n")] {
        writeln!(input, "{command}").expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        assert_eq!(line, expected);
        line.clear();
        output.read_line(&mut line).expect("it answers");
        assert_eq!(line, "\n");
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn wrong_calls_are_refused() {
    refuse(
        ["gtp", "ttt"],
        "game 'ttt': expected go, the only game on a goban",
    );
    refuse(["gtp", "go:9x9"], "at most 30 points");
    refuse(["gtp", "--limit", "0s"], "allowed is 1ms to 3650d");
}

/// Ctrl-C, while the engine thinks and while it waits: both end it.
#[cfg(unix)]
#[test]
fn an_interrupted_engine_ends() {
    for (sent, expected) in [("name\n", ""), ("name\ngenmove b\n", "? interrupted\n\n")] {
        let mut child = start("go:5x5 --limit 600s --progress json");
        let mut input = child.stdin.take().expect("it reads");
        input.write_all(sent.as_bytes()).expect("it reads");
        let mut output = BufReader::new(child.stdout.take().expect("it writes"));
        let mut name = String::new();
        output.read_line(&mut name).expect("it answers");
        let mut err = BufReader::new(child.stderr.take().expect("it has progress"));
        if !expected.is_empty() {
            let mut progress = String::new();
            err.read_line(&mut progress).expect("it has progress");
            assert!(progress.contains("\"nodes\""), "{progress}");
        }
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args(["-INT", &id])
            .status();
        assert!(sent.expect("kill starts").success());
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("it answers");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        assert_eq!(rest, format!("\n{expected}"));
        drop(input);
    }
}
