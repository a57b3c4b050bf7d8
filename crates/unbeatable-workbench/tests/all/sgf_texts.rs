//! Game records, text by text: what is read, what is refused and why, and what is written.

use unbeatable_workbench::question::Setup;
use unbeatable_workbench::sgf::{BYTES_MAX, Variation, read, write};

/// The first position and the moves, all in one text.
fn read_text(spec: &str, text: &str, moves_max: Option<usize>) -> Result<String, String> {
    let record = read(spec, text.as_bytes(), moves_max).map_err(|e| e.to_string())?;
    let position = record.setup.position.unwrap_or_else(|| "start".into());
    let moves = record.setup.moves.join(" ");
    Ok(format!("{position} {moves}").trim_end().to_string())
}

#[track_caller]
fn check(spec: &str, text: &str, expected: &str) {
    assert_eq!(
        read_text(spec, text, None).as_deref(),
        Ok(expected),
        "{text}"
    );
}

#[track_caller]
fn refuse(spec: &str, text: &str, expected: &str) {
    match read_text(spec, text, None) {
        Ok(found) => panic!("{text}: {found}"),
        Err(e) => assert!(e.contains(expected), "{text}: {e:?}"),
    }
}

#[test]
fn games_are_read() {
    check("go:3x3", "(;SZ[3])", "start");
    check(
        "go:3x3",
        "(;GM[1]FF[4]SZ[3];B[bb];W[aa];B[])",
        "start B2 A3 pass",
    );
    check("go:3x3", "(;SZ[3:3];B[bb];W[tt];B[ca])", "start B2 pass C3");
    check("go:4x3", "(;SZ[4:3];B[dc];W[da])", "start D1 D3");
    check("go:25x1", "(;SZ[25:1];B[ya];W[ia])", "start Z1 J1");
    check("go:3x3", "(;SZ[3]B[bb];W[aa])", "start B2 A3");
    check(
        "go:3x3",
        "\u{feff} (\n; SZ [3]\n;B\n[ bb ] ; ) \n",
        "start B2",
    );
    check(
        "go:3x3",
        "(;GaMe[1]SiZe[3];Black[bb];White[aa])",
        "start B2 A3",
    );
    check("go:3x3", "(;SZ[3]C[a\\]b;B[aa\\\\];B[bb])", "start B2");
}

#[test]
fn only_the_main_variation_counts() {
    let text = "(;SZ[3];B[bb](;W[aa](;B[ab])(;B[ba]))(;W[cc];B[dd])(;W[bb]))(;SZ[9])";
    check("go:3x3", text, "start B2 A3 A2");
    let record = read("go:3x3", text.as_bytes(), None).unwrap();
    assert_eq!(record.notes, ["only the first of 2 games counts"]);
}

#[test]
fn stones_are_set_up() {
    check("go:3x2", "(;SZ[3:2]AB[aa][ba]AW[ab])", "XX./O..;B");
    check("go:3x2", "(;SZ[3:2]AB[aa:ba];AE[ba];W[ca])", "X../...;W C2");
    check("go:3x2", "(;SZ[3:2]AB[aa]AB[ba])", "XX./...;B");
    check("go:3x2", "(;SZ[3:2]PL[W])", ".../...;W");
    check("go:3x2", "(;SZ[3:2];W[aa];B[ba])", ".../...;W A2 B2");
    check("go:3x2", "(;SZ[3:2]HA[2]AB[aa][ca])", "X.X/...;W");
    check("go:3x2", "(;SZ[3:2]HA[0]AB[aa])", "X../...;B");
    check("go:3x2", "(;SZ[3:2]PL[B];B[aa];PL[W];W[ba])", "start A2 B2");
}

#[test]
fn as_many_moves_as_wanted() {
    let check = |moves_max, expected| {
        // What is wrong behind the moves that are wanted does not matter.
        let text = "(;SZ[3]AB[aa];W[bb];B[cc];AW[ca];W[cc]B[dd])";
        let found = read_text("go:3x3", text, Some(moves_max));
        assert_eq!(found.as_deref(), expected);
    };
    check(0, Ok("X../.../...;W"));
    check(1, Ok("X../.../...;W B2"));
    check(2, Ok("X../.../...;W B2 C1"));
    let text = "(;SZ[3];B[bb];W[aa])";
    let error = read_text("go:3x3", text, Some(3)).unwrap_err();
    assert_eq!(error, "expected at least 3 moves (--move 3), found 2");
}

#[test]
fn the_game_s_komi_counts() {
    let notes = |spec, text: &str| read(spec, text.as_bytes(), None).unwrap().notes;
    let none: [&str; 0] = [];
    assert_eq!(notes("go:3x3", "(;SZ[3])"), none);
    assert_eq!(notes("go:3x3", "(;SZ[3]KM[0.00])"), none);
    assert_eq!(notes("go:3x3+komi=6.5", "(;SZ[3]KM[6.5])"), none);
    let note = "the komi of go:3x3 counts, 0, and not";
    assert_eq!(
        notes("go:3x3", "(;SZ[3]KM[6.5])"),
        [format!("{note} 'KM[6.5]'")]
    );
    assert_eq!(
        notes("go:3x3", "(;SZ[3]KM[x])"),
        [format!("{note} 'KM[x]'")]
    );
}

#[test]
fn wrong_forms_are_refused() {
    let check = |text, expected| refuse("go:3x3", text, expected);
    check(
        "",
        "expected '(;', the beginning of a game, at line 1, character 1, found the end",
    );
    check("hello", "at line 1, character 1, found 'hello'");
    check(
        "(",
        "expected ';', a node, at line 1, character 2, found the end",
    );
    check("(SZ[3])", "expected ';', a node, at line 1, character 2");
    check(
        "()",
        "expected ';', a node, at line 1, character 2, found ')'",
    );
    check(
        "(;SZ[3]",
        "expected a property, ';', '(' or ')' at line 1, character 8",
    );
    check("(;SZ[3]\n;B[bb] é)", "line 2, character 8, found 'é)'");
    check(
        "(;SZ)",
        "expected '[', the value of a property, at line 1, character 5",
    );
    check(
        "(;SZ[3",
        "expected ']' at the end of the value that begins at line 1, character 5",
    );
    check("(;SZ[3\\])", "expected ']' at the end");
    check(
        "(;SZ[3](;B[bb]);W[aa])",
        "expected '(' or ')' after a variation",
    );
    check(
        "(;SZ[3]))",
        "expected '(;' or the end after a game at line 1, character 9",
    );
}

#[test]
fn wrong_games_are_refused() {
    let check = |text, expected| refuse("go:3x3", text, expected);
    check("(;GM[2]SZ[3])", "expected GM[1], Go, found 'GM[2]'");
    check(
        "(;SZ[9])",
        "expected SZ[3], the board of go:3x3, found 'SZ[9]'",
    );
    check(
        "(;)",
        "expected SZ[3], the board of go:3x3, found no size, which means 19x19",
    );
    check("(;SZ[3]SZ[3])", "expected SZ once in a node");
    check("(;SZ[3:4])", "found 'SZ[3:4]'");
    check("(;SZ[big])", "found 'SZ[big]'");
    refuse(
        "go:4x3",
        "(;SZ[4])",
        "expected SZ[4:3], the board of go:4x3, found 'SZ[4]'",
    );
    refuse(
        "ttt",
        "(;SZ[3])",
        "game 'ttt': expected go or hex, the games with SGF files here",
    );
    check("(;SZ[3]PL[x])", "PL: expected B or W, found 'x'");
    check(
        "(;SZ[3]AB[])",
        "AB: expected points such as aa or aa:bb, found ''",
    );
    check(
        "(;SZ[3]AB[dd])",
        "AB: expected points of the 3x3 board, found 'dd'",
    );
    check(
        "(;SZ[3]AB[aa]AW[aa])",
        "AW: expected each point once in a node, found 'aa'",
    );
    check(
        "(;SZ[3]AB[aa:cc])",
        "position 'XXX/XXX/XXX;B': expected a liberty for every chain",
    );
}

#[test]
fn wrong_moves_are_refused() {
    let check = |text, expected| refuse("go:3x3", text, expected);
    check(
        "(;SZ[3];B[bb];B[aa])",
        "move 2 'B[aa]': expected a move of White",
    );
    check(
        "(;SZ[3]PL[W];B[bb])",
        "move 1 'B[bb]': expected a move of White",
    );
    check(
        "(;SZ[3];B[bb]W[aa])",
        "move 1: expected one move in a node, found 2",
    );
    check(
        "(;SZ[3];B[bb];AB[aa])",
        "AB after move 1: expected stones to be set up before",
    );
    check(
        "(;SZ[3];B[bb];PL[B])",
        "PL after move 1: expected White to move",
    );
    check(
        "(;SZ[3];B[dd])",
        "move 1 'B[dd]': expected a point of the 3x3 board",
    );
    check(
        "(;SZ[3];B[b])",
        "move 1 'B[b]': expected a point of the 3x3 board",
    );
    check(
        "(;SZ[3];B[aa][bb])",
        "move 1 'B[aa][bb]': expected a point of the 3x3 board",
    );
    refuse(
        "go:25x1",
        "(;SZ[25:1];B[tt])",
        "move 1 'B[tt]': expected a point",
    );
    check(
        "(;SZ[3];B[bb];W[bb])",
        "move 2 'B2': expected an empty point, or pass",
    );
    check(
        "(;SZ[3]AW[ab][ba];B[aa])",
        "move 1 'A3': expected a stone with a liberty",
    );
    check(
        "(;SZ[3];B[];W[];B[aa])",
        "move 3 'A3': expected no move, because the game is over",
    );
    // Black takes the ko; White may not take it back at once.
    let ko = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])";
    refuse(
        "go:4x4",
        ko,
        "move 2 'B3': expected a move that repeats no earlier position",
    );
}

#[test]
fn sizes_and_depths_do_no_harm() {
    refuse(
        "go:3x3",
        &"(".repeat(100_000),
        "expected ';', a node, at line 1, character 2",
    );
    refuse(
        "go:3x3",
        &format!("(;SZ[3]{}", "(;".repeat(100_000)),
        "found the end",
    );
    let deep = format!("(;SZ[3]{}{})", "(;".repeat(100_000), ")".repeat(100_000));
    check("go:3x3", &deep, "start");
    check(
        "go:3x3",
        &format!("(;SZ[3]{})", ";".repeat(1_000_000)),
        "start",
    );
    let long = format!("(;SZ[3]C[{}])", "x".repeat(BYTES_MAX));
    refuse("go:3x3", &long, "expected at most 16 MiB");
    let e = read("go:3x3", b"(;SZ[3]C[\xff])", None).unwrap_err();
    assert_eq!(
        e.message,
        "expected UTF-8 text, found something else at byte 10"
    );
}

#[track_caller]
fn check_written(spec: &str, position: &str, moves: &[&str], expected: &str) {
    let setup = Setup {
        position: Some(position.into()),
        moves: moves.iter().map(ToString::to_string).collect(),
    };
    let text = write(spec, &setup, ["a:b", "1]"], "", &[]).expect("a game");
    let text = text.replace('\n', "");
    let begin = "(;FF[4]GM[1]CA[UTF-8]AP[a\\:b:1\\]]GN[";
    let rest = text.strip_prefix(begin).expect(&text);
    let (_, rest) = rest.split_once("suicide]").expect(&text);
    assert_eq!(rest, format!("{expected})"));
}

#[test]
fn games_are_written() {
    check_written("go:2x2", "../..;B", &[], "SZ[2]KM[0]");
    check_written("go:2x2", "../..;W", &["A1"], "SZ[2]KM[0]PL[W];W[ab]");
    check_written(
        "go:3x1",
        "X.O;B",
        &["pass"],
        "SZ[3:1]KM[0]AB[aa]AW[ca]PL[B];B[]",
    );
    let komi = "go:2x2+komi=0.5";
    check_written(
        komi,
        "X./..;W;pass;pass",
        &[],
        "SZ[2]KM[0.5]RE[B+3.5]AB[aa]PL[W];W[];B[]",
    );
    check_written("go:2x2", "X./..;B;pass", &[], "SZ[2]KM[0]AB[aa]PL[W];W[]");
    check_written(
        "go:2x2",
        "../..;B",
        &["pass", "pass"],
        "SZ[2]KM[0]RE[0];B[];W[]",
    );
    let history = "X./.O;B;history=../..|X./..";
    check_written("go:2x2", history, &["B2"], "SZ[2]KM[0];B[aa];W[bb];B[ba]");
    // A pass without a history was made on that board.
    check_written("go:2x2", "X./..;B;pass", &[], "SZ[2]KM[0]AB[aa]PL[W];W[]");
}

#[test]
fn answers_are_written_behind_the_game() {
    let variation = |moves: &str, comment: &str| Variation {
        moves: moves.split(' ').map(String::from).collect(),
        comment: comment.into(),
    };
    let setup = Setup {
        position: None,
        moves: vec!["A1".into()],
    };
    let text = |variations: &[Variation]| {
        let text = write("go:2x2", &setup, ["a", "1"], "a [b\\c]", variations);
        let text = text.expect("a game");
        text.split_once("KM[0]")
            .expect("it has a komi")
            .1
            .to_string()
    };
    let one = text(&[variation("pass pass", "")]);
    assert_eq!(one, "\n;B[ab]N[asked about]C[a [b\\\\c\\]]\n;W[];B[])\n");
    let two = text(&[variation("B2", "good"), variation("pass B2", "bad")]);
    let begin = "\n;B[ab]N[asked about]C[a [b\\\\c\\]]\n";
    assert_eq!(
        two,
        format!("{begin}(;W[ba]C[good])\n(;W[]C[bad];B[ba]))\n")
    );
}
