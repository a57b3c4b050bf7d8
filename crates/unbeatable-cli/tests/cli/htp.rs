//! `htp`: sessions with a client of Hex.

use std::fs;

use crate::gtp::check_speaking;
use crate::run::{refuse, run};
use crate::sgf::folder;

#[test]
fn a_game_is_played_to_its_end() {
    // Where a move is asked for here, only one wins, or the game is on its last cells.
    check_speaking(
        "htp",
        "hex:3x3",
        &[
            "1 protocol_version -> =1 2",
            "2 name -> =2 unbeatable",
            "clear_board -> =",
            "unbeatable-value -> = B+",
            "play b a1 -> =",
            "unbeatable-value -> = W+",
            "play b a2 -> ? it is White's turn",
            "genmove b -> ? it is White's turn",
            "play w a1 -> ? illegal move",
            "play w d1 -> ? illegal move",
            "play w pass -> ? illegal move",
            "undo -> =",
            "play B B2 -> =",
            "play w a3 -> =",
            "all_legal_moves -> = a1 b1 c1 a2 c2 b3 c3",
            "genmove b -> = b3",
            "play w b1 -> =",
            "genmove b -> = c1",
            "final_score -> = B+",
            "genmove w -> ? the game is over",
            "showboard -> =|    a b c| 1  . O X  1|  2  . X .  2|   3  O X .  3|       a b c|hex:3x3, Black has won",
            "undo -> =",
            "final_score -> ? cannot score",
            "boardsize 2 -> =",
            "all_legal_moves -> = a1 b1 a2 b2",
            "unbeatable-values -> = LABEL b1 B+ a2 B+ a1 W+ b2 W+|COLOR green b1 a2|COLOR red a1 b2|TEXT B+",
            "boardsize 4 3 -> =",
            "showboard -> =|    a b c d| 1  . . . .  1|  2  . . . .  2|   3  . . . .  3|       a b c d|hex:4x3, Black to move",
            "boardsize 12 -> ? unacceptable size",
            "boardsize x -> ? syntax error",
            "frobnicate -> ? unknown command",
            "quit -> =",
            "name",
        ],
    );
}

#[test]
fn a_stone_is_taken_over() {
    check_speaking(
        "htp",
        "hex:3x3+swap",
        &[
            "play b c1 -> =",
            "all_legal_moves -> = a1 b1 a2 b2 c2 a3 b3 c3 swap-pieces",
            "play w swap-pieces -> =",
            "showboard -> =|    a b c| 1  . . .  1|  2  . . .  2|   3  O . .  3|       a b c|hex:3x3+swap, Black to move",
        ],
    );
}

#[test]
fn records_are_loaded_and_written() {
    let folder = folder("htp_records");
    let file = folder.join("game.sgf");
    fs::write(&file, "(;FF[4]GM[11]SZ[3]AB[b1]AW[a2];B[b2];W[c1])").expect("a file for a test");
    let load = format!("loadsgf {} -> =", file.display());
    let early = format!("loadsgf {} 2 -> =", file.display());
    check_speaking(
        "htp",
        "hex:5x5",
        &[
            &load,
            "showboard -> =|    a b c| 1  . X O  1|  2  O X .  2|   3  . . .  3|       a b c|hex:3x3, Black to move",
            &early,
            "unbeatable-value -> = B+",
            "loadsgf nothing.sgf -> ? cannot load file: No such file or directory (os error 2)",
        ],
    );
}

#[test]
fn other_games_and_sizes_are_refused() {
    refuse(["htp", "ttt"], "expected hex");
    refuse(["htp", "hex:12x3"], "1 to 11 columns");
}

/// A record of Hex is read, asked about, saved and read back.
#[test]
fn records_of_hex() {
    let folder = folder("hex_records");
    let path = |name: &str| folder.join(name).display().to_string();
    let (game, saved) = (path("game.sgf"), path("saved.sgf"));
    fs::write(&game, "(;FF[4]GM[11]SZ[4:4];B[a1];W[b2];B[c2])").expect("a file for a test");
    let ran = run(["solve", "--sgf", &game, "--move", "2", "--save-sgf", &saved]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("Black wins"), "{}", ran.out);
    let text = fs::read_to_string(&saved).expect("it was written");
    assert!(text.contains("GM[11]") && text.contains("SZ[4]"), "{text}");
    assert!(text.contains(";B[a1];W[b2]N[asked about]"), "{text}");
    let again = run(["solve", "--sgf", &saved]);
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert!(again.out.contains("Black wins"), "{}", again.out);
}

#[test]
fn bad_records_of_hex_are_refused() {
    let folder = folder("hex_bad_records");
    let file = folder.join("game.sgf");
    let name = file.display().to_string();
    let check = |record: &str, spec: &str, why: &str| {
        fs::write(&file, record).expect("a file for a test");
        refuse(["solve", spec, "--sgf", &name], why);
    };
    check("(;FF[4]GM[11]SZ[5];B[a1])", "hex:4x4", "expected SZ[4]");
    check("(;FF[4]GM[1]SZ[4];B[aa])", "hex:4x4", "expected GM[11]");
    check("(;GM[11]SZ[4];B[e1])", "hex:4x4", "a cell from a1 to d4");
    check("(;GM[11]SZ[4];B[a1];B[a2])", "hex:4x4", "a move of White");
    check("(;GM[11]SZ[4];B[a1];W[a1])", "hex:4x4", "an empty cell");
    check(
        "(;GM[11]SZ[4];B[a1];W[swap-pieces])",
        "hex:4x4",
        "has no swap",
    );
    check("(;GM[11]SZ[4]AB[a1][a1])", "hex:4x4", "each cell once");
    check("(;GM[11]SZ[4]AB[a9])", "hex:4x4", "cells from a1 to d4");
    check("(;GM[11]SZ[4]AB[a1][a2])", "hex:4x4", "as many X as O");
    for size in ["0", "200", "99:3", "x"] {
        fs::write(&file, format!("(;GM[11]SZ[{size}];B[zz])")).expect("a file for a test");
        refuse(["solve", "--sgf", &name], "expected SZ");
    }
}
