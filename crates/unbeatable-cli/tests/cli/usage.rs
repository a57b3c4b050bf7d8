//! Wrong calls: one line on standard error, exit code 2.

use serde_json::Value as Json;

use crate::run::{refuse, run};

#[track_caller]
fn check(line: &str, what: &str) {
    refuse(
        line.split_whitespace()
            .map(|word| if word == "''" { "" } else { word }),
        what,
    );
}

#[test]
fn wrong_commands_and_options() {
    check("sulve ttt", "unrecognized subcommand 'sulve'");
    check("solve", "<GAME> (see unbeatable solve --help)");
    check(
        "solve ttt --nonsense",
        "unexpected argument '--nonsense' found (see unbeatable solve",
    );
    check("solve ttt a b", "unexpected argument 'b'");
    check("count ttt", "--of <WHAT>");
    check(
        "count ttt --of stars",
        "[possible values: games, tree, positions, classes]",
    );
    check("perft ttt", "<DEPTH>");
    check("reproduce --all --list", "cannot be used with");
    check("completions tcsh", "possible values: bash");
    check(
        "man sulve",
        "unknown command 'sulve', expected one of solve",
    );
    check("help sulve", "unrecognized subcommand 'sulve'");
    check("--color blue", "possible values: auto, always, never");
    check(
        "solve ttt --progress loud",
        "possible values: auto, json, none",
    );
    check("solve ttt --table maybe", "possible values: on, off");
    check("analyze ttt --fail softly", "possible values: hard, soft");
}

#[test]
fn zero_and_absurd_budgets() {
    for command in [
        "solve ttt",
        "analyze ttt",
        "count ttt --of tree",
        "perft ttt 2",
        "match ttt",
    ] {
        check(&format!("{command} --limit 0s"), "allowed is 1ms to 3650d");
        check(
            &format!("{command} --limit 4000d"),
            "allowed is 1ms to 3650d",
        );
        check(
            &format!("{command} --limit 60"),
            "expected a number and a unit (ms, s, m, h, d)",
        );
        check(
            &format!("{command} --memory 0B"),
            "allowed is 32MiB to 64TiB",
        );
        check(
            &format!("{command} --memory 1000TiB"),
            "allowed is 32MiB to 64TiB",
        );
        check(&format!("{command} --memory much"), "such as 4GiB");
    }
    for command in [
        "solve ttt",
        "analyze ttt",
        "count ttt --of tree",
        "perft ttt 2",
    ] {
        check(&format!("{command} --nodes 0"), "allowed is 1 to 10^18");
        check(
            &format!("{command} --nodes 99999999T"),
            "allowed is 1 to 10^18",
        );
        check(&format!("{command} --nodes -1"), "unexpected argument '-1'");
    }
    for command in ["solve ttt", "analyze ttt", "match ttt"] {
        check(&format!("{command} --threads 0"), "allowed is 1 to 1024");
        check(&format!("{command} --threads 1025"), "allowed is 1 to 1024");
        check(
            &format!("{command} --threads two"),
            "expected a whole number, 1 to 1024",
        );
    }
    check("match ttt --games 0", "allowed is 1 to 10^12");
    check("match ttt --games 10000T", "allowed is 1 to 10^12");
    check("perft ttt 1001", "allowed is 0 to 1000");
    check("perft ttt ten", "expected a whole number, 0 to 1000");
}

#[test]
fn errors_are_json_to_who_asks_for_json() {
    for line in [
        "solve chess --json",
        "analyze --json ttt XXXX",
        "solve ttt --json --limit soon",
        "sulve --json",
    ] {
        let ran = run(line.split(' '));
        assert_eq!(ran.code, Some(2), "{line}");
        let report: Json = serde_json::from_str(&ran.out).expect("one JSON object");
        assert_eq!(report["schema"], 1);
        let error = report["error"].as_str().expect("a text");
        assert_eq!(ran.err, format!("error: {error}\n"), "{line}");
    }
    // Behind an answer there is no second object.
    let ran = run("analyze ttt --json --batch no-such-file".split(' '));
    assert_eq!(
        (ran.code, ran.out.lines().count()),
        (Some(2), 1),
        "{}",
        ran.out
    );
}

#[test]
fn wrong_games() {
    check(
        "solve conect",
        "unknown game 'conect': did you mean Connect Four, such as connect:7x6?",
    );
    check(
        "solve chess",
        "unknown game 'chess': expected a game such as ttt or mnk:4x3x3 or connect:7x6 or uttt or ",
    );
    check(
        "solve ''",
        "expected the name of a game at character 1, found the end",
    );
    check("solve mnk", "expected a size such as :4x3x3");
    check(
        "solve connect:7",
        "expected a size such as :7x6 (columns x rows) at character 10, found the end",
    );
    check(
        "solve connect 4444444",
        "expected a column with room at character 7, found '4'",
    );
    check(
        "solve mnk:0x3x3",
        "expected 1 to 26 columns at character 5, found '0x3x3'",
    );
    check(
        "solve mnk:3x3x99",
        "expected a line that fits on the board at character 5",
    );
    check("solve mnk:9x9x3", "expected 1 to 64 squares at character 5");
    check(
        "solve mnk:99999999999999999999x3x3",
        "expected a number up to 64",
    );
    check(
        "analyze ttt+nonsense",
        "expected +misere, the only option of this game",
    );
    check(
        "analyze ttt+misere+misere",
        "expected each option once at character 12",
    );
    check("solve ṫẗţ", "unknown game 'ṫẗţ'");
}

#[test]
fn wrong_positions() {
    for command in [
        "solve ttt",
        "analyze ttt",
        "count ttt --of tree",
        "perft ttt 2",
        "match ttt --position",
    ] {
        for (position, what) in [
            (
                "''",
                "expected X, O or . (3 rows of 3 squares) at character 1, found the end",
            ),
            (
                "X.",
                "expected X, O or . (3 rows of 3 squares) at character 3, found the end",
            ),
            (
                "X../.O./..X/...",
                "expected the end (3 rows of 3 squares) at character 12",
            ),
            (
                "X../.Q./...",
                "expected X, O or . (3 rows of 3 squares) at character 6, found 'Q./",
            ),
            (
                "X..,.O.,..X",
                "expected '/' after each row (3 rows of 3 squares) at character 4",
            ),
            (
                "XX./X../...",
                "expected as many X as O, or one X more, found 3 X and 0 O",
            ),
            (
                "O../.../...",
                "expected as many X as O, or one X more, found 0 X and 1 O",
            ),
            (
                "XXX/OOO/...",
                "expected at most one winner, who moved last, found lines of both",
            ),
            ("XXX/OO./O..", "found a line of X though O moved last"),
            (
                "#99999999999",
                "expected a number from 0 to 19682 at character 2",
            ),
            ("Ｘ../.../...", "at character 1, found 'Ｘ../.../...'"),
            ("X../.O./..X\u{1b}", "at character 12, found '\\u{1b}'"),
        ] {
            check(&format!("{command} {position}"), what);
        }
        let long = "X".repeat(5000);
        check(
            &format!("{command} {long}"),
            "XXX…': expected '/' after each row",
        );
    }
}

#[test]
fn wrong_moves() {
    let illegal = |m: &str, what: &str| refuse(["solve", "ttt", "--moves", m], what);
    illegal(
        "a3 a3",
        "move 2 'a3': expected a legal move (b3, c3, a2, b2, c2, a1, b1, c1), found",
    );
    illegal("d1", "move 1 'd1': expected a legal move (a3, b3, ");
    illegal("é", "move 1 'é': expected a legal move");
    illegal(
        "a3 a2 b3 b2 c3 c2",
        "move 6 'c2': expected no move, because the game is over, found",
    );
}

#[test]
fn wrong_heaps() {
    for command in ["solve", "analyze", "count --of games", "match"] {
        for (rest, what) in [
            (
                "nim:",
                "expected heap sizes such as 3,5,7 (0 for none) at character 5",
            ),
            (
                "nim:3,65536",
                "expected a number from 0 to 65535 at character 7, found '65536'",
            ),
            (
                "nim:99999999999999999999",
                "expected a number from 0 to 65535 at character 5",
            ),
            (
                "nim:40000,40000",
                "expected at most 65535 stones in all at character 5",
            ),
            (
                "nim:3;5",
                "expected a number from 0 to 65535 at character 5, found '3;5'",
            ),
            (
                "nim:3+misere=yes",
                "expected no value for +misere at character 14, found 'yes'",
            ),
            (
                "kayles:70",
                "expected heaps of at most 64 (larger ones can fall apart into more",
            ),
            (
                "dawson:80,80",
                "expected heaps that cannot fall apart into more than 32",
            ),
            (
                "subtract:9+take=0",
                "expected a number from 1 to 65535 at character 17",
            ),
            ("octal:9", "expected a code such as +code=0.137"),
            (
                "octal:9+code=0.9",
                "expected an octal digit, 0 to 7 at character 16, found '9'",
            ),
        ] {
            check(&format!("{command} {rest}"), what);
        }
        let many = vec!["1"; 33].join(",");
        check(
            &format!("{command} nim:{many}"),
            "expected at most 32 heaps at character 69",
        );
    }
    for (position, what) in [
        (
            "''",
            "position '': expected heap sizes such as 3,5,7 (0 for none) at character 1",
        ),
        (
            "3,x",
            "expected a number from 0 to 65535 at character 3, found 'x'",
        ),
        (
            "3;Third",
            "expected First or Second to move at character 3, found 'Third'",
        ),
        (
            "3,5,;Second",
            "expected a number from 0 to 65535 at character 5",
        ),
    ] {
        check(&format!("solve nim:3,5,7 {position}"), what);
    }
    refuse(
        ["solve", "nim:1,3", "--moves", "3-4"],
        "move 1 '3-4': expected a legal move (1-1, 3-1, 3-2, 3-3), found '3-4'",
    );
    check(
        "solve ttt --solver formula",
        "solver 'formula' knows no formula for ttt: expected alpha-beta, df-pn, pn, backward or minimax",
    );
    check(
        "solve kayles:9+misere --solver formula",
        "knows no formula for kayles:9+misere",
    );
    check(
        "solve nim:3 --solver formula --table on",
        "solver 'formula' has no --table",
    );
}

#[test]
fn what_proof_number_search_refuses() {
    check(
        "solve go:2x2 --solver pn",
        "solver 'pn' keeps a tree of positions, but in this game values depend on the history: \
         expected df-pn, alpha-beta or minimax",
    );
    check(
        "solve ttt --solver pn --table on",
        "solver 'pn' has no --table",
    );
    check("solve ttt --solver pn --order nowhere", "nowhere");
}

#[test]
fn wrong_names() {
    check("solve ttt --solver nobody", "nobody");
    check("solve ttt --order nowhere", "nowhere");
    check("solve ttt --at-least much", "much");
    check("match ttt --first nobody", "nobody");
    check("match ttt --second nobody", "nobody");
    let expected = "unknown player 'alpha-beta': expected best, best:1s, perfect, perfect:first, \
                    perfect:teach, random, ";
    check("match ttt --first alpha-beta", expected);
    check("match ttt --first alpha-beta1s", "unknown player");
    check("match ttt --first alpha-beta:blind", "expected a limit");
    check(
        "match ttt --first alpha-beta:",
        "expected a time such as 1s, nodes=100k, depth=6 or blind",
    );
    check(
        "match ttt --first best:soon",
        "expected a number and a unit",
    );
    check("match ttt --first best:0s", "allowed is 1ms to 3650d");
    check("match ttt --first alpha-beta:fast", "found 'fast'");
    check("match ttt --first alpha-beta:width=3", "found 'width=3'");
    check(
        "match ttt --first alpha-beta:1x",
        "expected a number and a unit",
    );
    check("match ttt --first alpha-beta:0s", "allowed is 1ms to 3650d");
    check(
        "match ttt --first alpha-beta:1s,nodes=0",
        "allowed is 1 to 10^18",
    );
    check(
        "match ttt --second alpha-beta:depth=201",
        "allowed is 1 to 200",
    );
    check(
        "match go:2x2 --first alpha-beta:1s",
        "which matters in go:2x2",
    );
    check("match ttt --opening many", "expected a whole number");
    check("reproduce no-such-claim", "no-such-claim");
    check("reproduce --list no-such-claim", "no-such-claim");
    check("reproduce --list mnk ''", "unknown claim ''");
}

#[cfg(unix)]
#[test]
fn bytes_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    refuse([OsStr::new("solve"), OsStr::from_bytes(b"tt\xff")], "UTF-8");
}
