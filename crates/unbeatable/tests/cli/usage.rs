//! Wrong calls: one line on standard error, exit code 2.

use crate::run::refuse;

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
fn wrong_games() {
    check("solve chess", "chess");
    check("solve ''", "");
    check("solve mnk:0x3x3", "");
    check("solve mnk:3x3x99", "");
    check("solve mnk:99x99x3", "");
    check("solve mnk:99999999999999999999x3x3", "");
    check("analyze ttt+nonsense", "");
    check("solve ṫẗţ", "");
}

#[test]
fn wrong_positions() {
    for command in [
        "solve ttt",
        "analyze ttt",
        "count ttt --of tree",
        "perft ttt 2",
    ] {
        for position in [
            "''",                // Nothing.
            "X.",                // Too short.
            "X../.O./..X/...",   // Too long.
            "X../.Q./...",       // A wrong letter.
            "X..,.O.,..X",       // A wrong separator.
            "XX./X../...",       // Too many X.
            "O../.../...",       // Too many O.
            "XXX/OOO/...",       // Two winners.
            "#99999999999",      // No such number.
            "Ｘ../.../...",      // Not ASCII.
            "X../.O./..X\u{1b}", // A control character.
        ] {
            check(&format!("{command} {position}"), "");
        }
        let long = "X".repeat(5000);
        check(&format!("{command} {long}"), "");
    }
}

#[test]
fn wrong_names() {
    check("solve ttt --solver nobody", "nobody");
    check("solve ttt --order nowhere", "nowhere");
    check("solve ttt --at-least much", "much");
    check("match ttt --first nobody", "nobody");
    check("match ttt --second nobody", "nobody");
    check("reproduce no-such-claim", "no-such-claim");
}

#[cfg(unix)]
#[test]
fn bytes_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    refuse([OsStr::new("solve"), OsStr::from_bytes(b"tt\xff")], "UTF-8");
}
