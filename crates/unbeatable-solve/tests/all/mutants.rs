//! Errors that the comparison must find: positions folded that are not alike, and a table that
//! takes one position for another.

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};

use unbeatable_core::{Budget, Game, Goal, Line, Notation, Outcome, ParseError, Player, Wdl};
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::{AlphaBeta, Search, Solved, Solver, backward, minimax};

use crate::agree::{compare, positions, truth};

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Error {
    Nothing,
    /// The canonical form is one for all boards that are alike but for a turn of the columns: the
    /// left one becomes the right one. That keeps rows and columns, not diagonals.
    FoldsColumnsRound,
    /// The canonical form is right, then the mover's stone on the top left goes to the centre if that is
    /// empty.
    FoldsCornerIntoCentre,
    /// The canonical form is that of the board with its colours exchanged where each has as many
    /// stones: the same mover, with the other's stones.
    FoldsColours,
    /// Positions are equal that differ on this square only.
    IgnoresSquare(u8),
    /// Positions are equal that have stones on the same squares.
    IgnoresColours,
}

#[derive(Clone)]
struct Mutant {
    inner: Mnk,
    error: Error,
}

/// A board, and what equality looks at.
#[derive(Clone, Copy, Debug)]
struct Place {
    board: Board,
    seen: [u64; 2],
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.seen == other.seen
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.seen.hash(hasher);
    }
}

impl Mutant {
    fn place(&self, board: Board) -> Place {
        let stones = [board.mine, board.theirs];
        let seen = match self.error {
            Error::IgnoresSquare(square) => stones.map(|stones| stones & !(1 << square)),
            Error::IgnoresColours => [board.stones(), 0],
            _ => stones,
        };
        Place { board, seen }
    }
}

/// Columns turned round by one.
fn turned(stones: u64) -> u64 {
    (stones & 0o333) << 1 | (stones & 0o444) >> 2
}

impl Game for Mutant {
    type Position = Place;
    type Move = u8;
    type Value = Wdl;

    fn start(&self) -> Place {
        self.place(self.inner.start())
    }

    fn turn(&self, pos: &Place) -> Player {
        self.inner.turn(&pos.board)
    }

    fn outcome(&self, pos: &Place) -> Option<Outcome<Wdl>> {
        self.inner.outcome(&pos.board)
    }

    fn moves(&self, pos: &Place) -> impl Iterator<Item = u8> {
        self.inner.moves(&pos.board)
    }

    fn play(&self, pos: &Place, m: u8) -> Place {
        self.place(self.inner.play(&pos.board, m))
    }

    fn canonical(&self, pos: &Place) -> Place {
        let board = self.inner.canonical(&pos.board);
        let turn = |board: Board| Board {
            mine: turned(board.mine),
            theirs: turned(board.theirs),
        };
        self.place(match self.error {
            Error::FoldsColumnsRound => [board, turn(board), turn(turn(board))]
                .map(|board| self.inner.canonical(&board))
                .into_iter()
                .min_by_key(|board| (board.mine, board.theirs))
                .expect("three boards"),
            Error::FoldsCornerIntoCentre if board.mine & 1 == 1 && board.stones() >> 4 & 1 == 0 => {
                Board {
                    mine: board.mine & !1 | 1 << 4,
                    ..board
                }
            }
            Error::FoldsColours
                if board.mine.count_ones() == board.theirs.count_ones()
                    && self.inner.outcome(&board).is_none()
                    && board.mine > board.theirs =>
            {
                self.inner.canonical(&Board {
                    mine: board.theirs,
                    theirs: board.mine,
                })
            }
            _ => board,
        })
    }

    fn key(&self, pos: &Place) -> u64 {
        let [mine, theirs] = pos.seen;
        self.inner.key(&Board { mine, theirs })
    }
}

impl Notation for Mutant {
    fn spec(&self) -> String {
        format!("{:?}", self.error)
    }

    fn write_position(&self, pos: &Place, f: &mut dyn Write) -> fmt::Result {
        self.inner.write_position(&pos.board, f)
    }

    fn parse_position(&self, text: &str) -> Result<Place, ParseError> {
        self.inner
            .parse_position(text)
            .map(|board| self.place(board))
    }

    fn write_move(&self, pos: &Place, m: u8, f: &mut dyn Write) -> fmt::Result {
        self.inner.write_move(&pos.board, m, f)
    }
}

fn mutant(error: Error) -> Mutant {
    Mutant {
        inner: Mnk::tic_tac_toe(),
        error,
    }
}

/// The boards behind up to four plies, each once.
fn early_boards() -> Vec<Board> {
    let boards = positions(&Mnk::tic_tac_toe(), false, 0, 4);
    assert_eq!(boards.len(), 1 + 9 + 72 + 252 + 756);
    boards
}

/// Which solvers do not agree with the truth in some early position: minimax, alpha-beta with a
/// table, alpha-beta with symmetry too, backward, backward with folding.
fn disagreeing(error: Error) -> [bool; 5] {
    let game = mutant(error);
    let table = AlphaBeta {
        symmetry: false,
        ..AlphaBeta::BEST
    };
    // One table for all questions.
    let [mut with_table, mut with_symmetry] = [table, AlphaBeta::BEST]
        .map(|options| Search::new(&game, &(), &(), options, Budget::DEFAULT));
    let line = |board| Line::new(&game, game.place(board));
    let solve =
        |board, folds| backward(&game, game.place(board), folds, &Budget::DEFAULT, &()).solved();
    [
        disagrees(|board| minimax(&line(board), &Budget::DEFAULT, &())),
        disagrees(|board| with_table.solve(&line(board), Goal::Value, &())),
        disagrees(|board| with_symmetry.solve(&line(board), Goal::Value, &())),
        disagrees(|board| solve(board, false)),
        disagrees(|board| solve(board, true)),
    ]
}

/// Whether what `solve` says about some early board is not the truth, which is found without error.
fn disagrees(mut solve: impl FnMut(Board) -> Solved<Mutant>) -> bool {
    let right = mutant(Error::Nothing);
    let truth = truth(&right);
    let mut differs = |board: &Board| {
        let line = Line::new(&right, right.place(*board));
        compare(&truth, &line, |_| solve(*board)).is_err()
    };
    early_boards().iter().any(&mut differs)
}

#[test]
fn without_an_error_all_agree() {
    assert_eq!(disagreeing(Error::Nothing), [false; 5]);
}

#[test]
fn positions_folded_that_are_not_alike_are_found() {
    for error in [
        Error::FoldsColumnsRound,
        Error::FoldsCornerIntoCentre,
        Error::FoldsColours,
    ] {
        let found = disagreeing(error);
        assert_eq!(found, [false, false, true, false, true], "{error:?}");
    }
}

/// Alpha-beta shows it whichever square is ignored. Backward induction visits positions in another
/// order and may be lucky with a square, but not with many.
#[test]
fn a_table_that_confuses_positions_is_found() {
    let mut by_backward = 0;
    for square in 0..9 {
        let found = disagreeing(Error::IgnoresSquare(square));
        assert_eq!(found[..3], [false, true, true], "square {square}");
        by_backward += u32::from(found[3]) + u32::from(found[4]);
    }
    assert!(by_backward > 9, "{by_backward} of 18");
    let found = disagreeing(Error::IgnoresColours);
    assert_eq!(found, [false, true, true, true, true]);
}
