//! Nelson Elhage (nelhage), 'Solving Ultimate Tic Tac Toe', July 2020: how a position is represented,
//! and which moves need no search.

mod as_printed;
mod pruning;
mod representation;

use super::claim::Claim;

const REPRESENTATION: &str = "Elhage (nelhage), 'Solving Ultimate Tic Tac Toe' (2020), Efficient \
     representation: minimax.dev/docs/ultimate/efficient-representation";
const PRUNING: &str = "Elhage (nelhage), 'Solving Ultimate Tic Tac Toe' (2020), Pruning and \
     positional analysis: minimax.dev/docs/ultimate/pruning";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "nelhage-2020-position-bytes",
        REPRESENTATION,
        "a position takes 40 bytes",
        "40",
        |published, _| representation::position_bytes(published),
    ),
    Claim::new(
        "nelhage-2020-marks-bytes",
        REPRESENTATION,
        "28 of them are marks: two 9-bit sets for the global board, and six rows of three",
        "28",
        |published, _| representation::marks_bytes(published),
    ),
    Claim::new(
        "nelhage-2020-win-test",
        REPRESENTATION,
        "eight lines of 16 bits fit a 128-bit register: one comparison finds any of them",
        r#"{"lines": ["0x7", "0x38", "0x1c0", "0x49", "0x92", "0x124", "0x111", "0x54"], "wrong": 0}"#,
        |published, _| representation::win_test(published),
    ),
    Claim::new(
        "nelhage-2020-table-kb",
        REPRESENTATION,
        "a table with an entry for each of the 18-bit boards is 256 kB",
        "256",
        |published, _| representation::table_kb(published),
    ),
    Claim::new(
        "nelhage-2020-critical-square",
        PRUNING,
        "in the example O wins at once in the marked square, and nowhere else",
        r#"["ii"]"#,
        |published, _| pruning::critical_square(published),
    ),
    Claim::new(
        "nelhage-2020-to-avoid",
        PRUNING,
        "so X must not send O to the bottom right board, or to one that is over",
        r##"["# . .", ". . .", "# # #"]"##,
        |published, _| pruning::to_avoid_drawn(published),
    ),
    Claim::new(
        "nelhage-2020-example-losses",
        PRUNING,
        "X loses the example by any move in one of those squares, in whatever board",
        r#"{"not_lost": 0}"#,
        |published, _| pruning::example_losses(published),
    ),
    Claim::new(
        "nelhage-2020-centre-right",
        PRUNING,
        "X wins the example by any move that sends O to the centre right board",
        r#"{"bf": "X"}"#,
        |published, _| pruning::centre_right(published),
    ),
    Claim {
        erratum: Some(
            "the sides are exchanged: squares that X must avoid are not O's to avoid. It is X who \
             must not be sent to such a board (if he cannot block the threat there): in the example \
             O would win by the move to the centre right. X wins by it too, but only a search shows \
             that",
        ),
        ..Claim::new(
            "nelhage-2020-lookahead",
            PRUNING,
            "where a board has only squares left that X must avoid, X wins by sending O there",
            r#"{"wrong": 0}"#,
            pruning::lookahead,
        )
    },
    Claim {
        erratum: Some(
            "a move that wins the game is not the only exception: one that is played in the \
             threatened board may block there or win it, and one that ends the game draws",
        ),
        ..Claim::new(
            "nelhage-2020-pruning",
            PRUNING,
            "a move in a square to avoid loses, in whatever board, unless it wins the game",
            r#"{"wrong_moves": 0, "wrong_values": 0}"#,
            pruning::pruning,
        )
    },
    Claim {
        erratum: Some(
            "two of the three draw: played in the threatened board, they block the threat",
        ),
        ..Claim::new(
            "nelhage-2020-counterexample",
            PRUNING,
            "by that rule every move of the position that `unbeatable games` shows for uttt loses",
            r#"["loss", "loss", "loss"]"#,
            |published, _| pruning::counterexample(published),
        )
    },
];
