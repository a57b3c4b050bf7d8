//! Boards that are recognised, and what is drawn of them.

use unbeatable_core::diagram::{CellShape, Diagram, Square};
use unbeatable_core::{Game, Notation, Player};

use crate::{book, text};

/// A diagram as text: X and O, `?` where the mark is and `*` where it comes from, letters of the second player as
/// capitals.
fn drawn(diagram: &Diagram) -> String {
    let Diagram::Grid {
        columns, squares, ..
    } = diagram
    else {
        panic!("a board of squares");
    };
    let sign = |square: &Square| match *square {
        Square::Empty => '.',
        Square::Of(player) => ['X', 'O'][player.index()],
        Square::Piece(Some(Player::Second), letter) => letter.to_ascii_uppercase(),
        Square::Piece(_, letter) => letter,
        Square::Marked => '?',
        Square::Left => '*',
    };
    let rows = squares.chunks(*columns);
    let rows: Vec<String> = rows.map(|row| row.iter().map(sign).collect()).collect();
    rows.join("/")
}

/// What the position of a file looks like after these moves, with the last one marked in the position before it.
#[track_caller]
fn check(rules: &str, moves: &str, marked: &str, expected: &str, shape: CellShape) {
    let (file, _) = book(rules);
    let mut pos = file.start();
    let mut with_mark = None;
    for m in moves.split_whitespace() {
        let m = file.parse_move(&pos, m).expect("a legal move");
        with_mark = file.diagram(&pos, Some(m));
        pos = file.play(&pos, m);
    }
    let diagram = file.diagram(&pos, None).expect("a board");
    assert_eq!(with_mark.as_ref().map_or(String::new(), drawn), marked);
    assert_eq!(drawn(&diagram), expected);
    let Diagram::Grid { shape: found, .. } = diagram else {
        panic!("a board of squares");
    };
    assert_eq!(found, shape);
}

#[test]
fn tic_tac_toe_has_crosses_and_rings() {
    let moves = "mark:2:2 mark:1:3 mark:3:1";
    let squares = CellShape::Squares;
    check(
        text("tic-tac-toe"),
        moves,
        "O../.X./..?",
        "O../.X./..X",
        squares,
    );
}

/// The first player's sign is a cross everywhere: who is called O and moves first has letters.
#[test]
fn an_o_that_moves_first_is_no_cross() {
    let rules = text("tic-tac-toe").replace("(init (turn x))", "(init (turn o))");
    check(
        &rules,
        "mark:2:2",
        ".../.?./...",
        ".../.o./...",
        CellShape::Squares,
    );
}

#[test]
fn discs_fall() {
    let rules = text("connect-four-4x4");
    let (marked, expected) = ("..../..../.?../.r..", "..../..../.Y../.r..");
    check(rules, "drop:2 drop:2", marked, expected, CellShape::Falling);
}

#[test]
fn pieces_step() {
    let rules = text("breakthrough-4x4");
    let start = "BBBB/BBBB/wwww/wwww";
    check(rules, "", "", start, CellShape::Squares);
    let (marked, expected) = ("BBBB/BB?B/w*ww/wwww", "BBBB/BBwB/w.ww/wwww");
    check(rules, "move:2:2:3:3", marked, expected, CellShape::Squares);
}

#[test]
fn squares_that_are_taken_or_there_are_a_board() {
    let rules = text("domineering-4x4");
    let (marked, expected) = ("..../.#../.#?./....", "..../.#../.###/....");
    check(
        rules,
        "lay:2:2 lay:3:2",
        marked,
        expected,
        CellShape::Squares,
    );
    let rules = text("chomp-4x3");
    let (marked, expected) = ("##?#/####/####", "##../####/####");
    check(rules, "bite:3:3", marked, expected, CellShape::Squares);
}

#[test]
fn heaps_are_no_board() {
    let (nim, _) = book(text("nim-3-4-5"));
    assert_eq!(nim.diagram(&nim.start(), None), None);
    assert_eq!(nim.surroundings(&nim.start()), None);
}

#[test]
fn columns_rows_and_facts_have_the_words_of_the_file() {
    let rules =
        text("tic-tac-toe").replace("(init (turn x))", "(init (turn x)) (init (moves 1 2))");
    let rules = format!(
        "{rules}\n(<= (next (moves 2 1)) (true (moves 1 2)))\n(<= (next (moves 1 2)) (true (moves 2 1)))"
    );
    let (file, _) = book(&rules);
    let around = file.surroundings(&file.start()).expect("a board");
    assert_eq!(around.columns, ["1", "2", "3"]);
    assert_eq!(around.rows, ["3", "2", "1"]);
    assert_eq!(around.facts, ["moves:1:2"]);
}
