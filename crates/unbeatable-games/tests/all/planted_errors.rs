//! `laws::check` against tic-tac-toe with one error planted at a time, and the names of the laws
//! that find it. What no law can see is here too: a move lost symmetrically. Counting sees that.

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use unbeatable_core::laws::{self, Tally};
use unbeatable_core::perft::perft;
use unbeatable_core::{
    Diagram, Game, Line, Notation, Outcome, ParseError, Player, Repetition, Trace, Wdl,
};
use unbeatable_games::lomont;
use unbeatable_games::mnk::{Board, Mnk};

/// Random games per check: enough to meet nearly all 5,478 positions.
const GAMES: u64 = 2_000;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Error {
    Nothing,
    /// One image has squares 0 and 1 exchanged; the canonical form is right.
    Image(usize),
    /// One image has squares 0 and 1 exchanged, and the canonical form is the least of these images.
    ImageAndCanonical(usize),
    /// Two images change places when an odd number of squares is empty.
    ImagesChangePlaces,
    /// The canonical form is the position turned upside down.
    CanonicalTurns,
    /// The canonical form is right, except for positions of four stones with the centre empty.
    CanonicalForgets,
    /// The canonical form lacks a stone on square 0.
    CanonicalIsNoImage,
    SecondStarts,
    FirstMovesAlways,
    /// Whose turn it is goes wrong with four stones on the board.
    TurnSlips,
    FirstMoveLost,
    LastMoveLost,
    /// Square 1 is not offered while an X stands on square 0.
    MoveLostBesideX,
    /// The centre is not offered while other squares are empty.
    CentreLost,
    MoveTwice,
    /// The moves come in another order when asked again.
    MovesOfAMood,
    NoMovesAtTheEnd,
    /// The top row does not count as a line.
    TopRowIgnored,
    /// One finished position counts as a draw.
    OneEndWrong,
    /// Every end is won by the wrong player, if the bottom right square is X's.
    WinnerByCorner,
    LettersSwapped,
    TwoLines,
    MovesWrittenByRow,
    NumberOffByOne,
    /// The diagram lacks its last square.
    DiagramRagged,
    /// The diagram marks a move in its row, not in its square.
    DiagramMarksRows,
    /// The diagram marks the square that a move is put on, even if nothing was asked.
    DiagramMarksAlways,
    KeyConstant,
    KeyIgnoresASquare,
    KeyOfHistory,
    /// With one stone on the board, the centre clears it.
    CentreClears,
    /// Every position counts as a repetition, and is forbidden.
    AllForbidden,
}

/// Tic-tac-toe with an error.
#[derive(Clone)]
struct Planted {
    inner: Mnk,
    error: Error,
    asked: Arc<AtomicU32>,
}

/// A board that also counts the moves since it was read, which equality ignores.
#[derive(Clone, Copy, Debug)]
struct Place {
    board: Board,
    played: u64,
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.board.hash(hasher);
    }
}

fn place(board: Board) -> Place {
    Place { board, played: 0 }
}

fn planted(error: Error) -> Planted {
    Planted {
        inner: Mnk::tic_tac_toe(),
        error,
        asked: Arc::default(),
    }
}

/// Squares 0 and 1 exchanged.
fn exchanged(stones: u64) -> u64 {
    stones & !0b11 | (stones & 1) << 1 | stones >> 1 & 1
}

impl Planted {
    fn stones(&self, pos: &Place) -> u32 {
        pos.board.stones().count_ones()
    }
}

impl Game for Planted {
    type Position = Place;
    type Move = u8;
    type Value = Wdl;

    const HAS_HISTORY: bool = true;

    fn start(&self) -> Place {
        place(self.inner.start())
    }

    fn turn(&self, pos: &Place) -> Player {
        let turn = self.inner.turn(&pos.board);
        match self.error {
            Error::SecondStarts => turn.other(),
            Error::FirstMovesAlways => Player::First,
            Error::TurnSlips if self.stones(pos) == 4 => turn.other(),
            _ => turn,
        }
    }

    fn outcome(&self, pos: &Place) -> Option<Outcome<Wdl>> {
        let outcome = self.inner.outcome(&pos.board);
        let [x, _] = pos.board.by_player();
        let wrong = match self.error {
            // A full board still ends the game.
            Error::TopRowIgnored if pos.board.theirs & 0o007 == 0o007 => {
                return (self.stones(pos) == 9).then_some(Outcome::DRAW);
            }
            Error::OneEndWrong => pos.board.by_player() == [0o007, 0o030],
            Error::WinnerByCorner => x >> 8 & 1 == 1,
            _ => false,
        };
        match outcome {
            Some(_) if wrong && self.error == Error::OneEndWrong => Some(Outcome::DRAW),
            Some(outcome) if wrong => Some(Outcome::from_value(
                outcome.value_for(Player::First),
                Player::Second,
            )),
            right => right,
        }
    }

    fn moves(&self, pos: &Place) -> impl Iterator<Item = u8> {
        let mut moves: Vec<u8> = self.inner.moves(&pos.board).collect();
        let [x, _] = pos.board.by_player();
        match self.error {
            Error::FirstMoveLost if moves.len() > 1 => {
                moves.remove(0);
            }
            Error::LastMoveLost if moves.len() > 1 => {
                moves.pop();
            }
            Error::MoveLostBesideX if x & 1 == 1 && moves.len() > 1 => moves.retain(|m| *m != 1),
            Error::CentreLost if moves.len() > 1 => moves.retain(|m| *m != 4),
            Error::MoveTwice => moves.push(moves[0]),
            Error::MovesOfAMood => {
                let asked = self.asked.fetch_add(1, Ordering::Relaxed) as usize;
                let by = asked % moves.len();
                moves.rotate_left(by);
            }
            Error::NoMovesAtTheEnd if self.stones(pos) == 8 => moves.clear(),
            _ => {}
        }
        moves.into_iter()
    }

    fn play(&self, pos: &Place, m: u8) -> Place {
        if self.error == Error::CentreClears && self.stones(pos) == 1 && m == 4 {
            return self.start();
        }
        Place {
            board: self.inner.play(&pos.board, m),
            played: pos.played + 1,
        }
    }

    fn images(&self, pos: &Place) -> impl Iterator<Item = Place> {
        let mut images: Vec<Board> = self.inner.images(&pos.board).collect();
        let stones = (pos.board.mine | pos.board.theirs).count_ones();
        if self.error == Error::ImagesChangePlaces && stones.is_multiple_of(2) {
            images.swap(1, 2);
        }
        let wrong = match self.error {
            Error::Image(i) | Error::ImageAndCanonical(i) => Some(i),
            _ => None,
        };
        images.into_iter().enumerate().map(move |(i, image)| {
            place(match wrong == Some(i) {
                true => Board {
                    mine: exchanged(image.mine),
                    theirs: exchanged(image.theirs),
                },
                false => image,
            })
        })
    }

    fn canonical(&self, pos: &Place) -> Place {
        let right = self.inner.canonical(&pos.board);
        match self.error {
            Error::ImageAndCanonical(_) => {
                let number = |image: &Place| lomont::number(image.board.by_player());
                self.images(pos).min_by_key(number).expect("eight images")
            }
            Error::CanonicalTurns => self.images(pos).nth(1).expect("eight images"),
            Error::CanonicalForgets
                if self.stones(pos) == 4 && pos.board.stones() >> 4 & 1 == 0 =>
            {
                *pos
            }
            Error::CanonicalIsNoImage => place(Board {
                mine: right.mine & !1,
                ..right
            }),
            _ => place(right),
        }
    }

    fn key(&self, pos: &Place) -> u64 {
        match self.error {
            Error::KeyConstant => 7,
            Error::KeyIgnoresASquare => self.inner.key(&Board {
                mine: pos.board.mine & !1,
                theirs: pos.board.theirs & !1,
            }),
            Error::KeyOfHistory => self.inner.key(&pos.board) ^ pos.played,
            _ => self.inner.key(&pos.board),
        }
    }

    fn repetition(&self) -> Repetition {
        match self.error {
            Error::AllForbidden => Repetition::Forbidden { mark_bits: 1 },
            _ => Repetition::Impossible,
        }
    }

    fn trace(&self, _: &Place) -> Trace {
        Trace::Once(0)
    }
}

impl Notation for Planted {
    fn spec(&self) -> String {
        self.inner.spec()
    }

    fn write_position(&self, pos: &Place, f: &mut dyn Write) -> fmt::Result {
        let text = self.inner.position_text(&pos.board);
        f.write_str(&match self.error {
            Error::LettersSwapped => text.replace('X', "o").replace('O', "X").replace('o', "O"),
            Error::TwoLines => text.replace('/', "\n"),
            _ => text,
        })
    }

    fn parse_position(&self, text: &str) -> Result<Place, ParseError> {
        let text = match self.error {
            Error::TwoLines => &text.replace('\n', "/"),
            _ => text,
        };
        self.inner.parse_position(text).map(place)
    }

    fn write_move(&self, pos: &Place, m: u8, f: &mut dyn Write) -> fmt::Result {
        match self.error {
            Error::MovesWrittenByRow => write!(f, "row {}", m / 3),
            _ => self.inner.write_move(&pos.board, m, f),
        }
    }

    fn number(&self, pos: &Place) -> Option<u64> {
        let number = self.inner.number(&pos.board)?;
        Some(match self.error {
            Error::NumberOffByOne => number ^ 1,
            _ => number,
        })
    }

    fn diagram(&self, pos: &Place, marked: Option<u8>) -> Option<Diagram> {
        let empty = (0..9).find(|square| pos.board.stones() >> square & 1 == 0);
        let marked = match self.error {
            Error::DiagramMarksRows => {
                let in_row = |m: &u8| Some(m / 3) == marked.map(|m| m / 3);
                let moves = (0..9).filter(in_row);
                moves.into_iter().find(|m| pos.board.stones() >> m & 1 == 0)
            }
            Error::DiagramMarksAlways => marked.or(empty),
            _ => marked,
        };
        let mut diagram = self.inner.diagram(&pos.board, marked)?;
        if let (Error::DiagramRagged, Diagram::Grid { squares, .. }) = (self.error, &mut diagram) {
            squares.pop();
        }
        Some(diagram)
    }
}

/// The law that `error` breaks is `law`, whatever the seed.
#[track_caller]
fn check(error: Error, law: &str) {
    check_any(error, &[law]);
}

/// The law that `error` breaks first is one of these; which one, the first game decides.
#[track_caller]
fn check_any(error: Error, expected: &[&str]) {
    for seed in 1..=3 {
        match laws::check(&planted(error), GAMES, seed) {
            Ok(tally) => panic!("{error:?} was not found in {tally:?}"),
            Err(broken) => assert!(expected.contains(&broken.law), "{error:?}: {broken}"),
        }
    }
}

const IS_IMAGE: &str = "the canonical form is an image";
const FIRST_IMAGE: &str = "a position is its own first image";
const ONE_FORM: &str = "all images have one canonical form";
const SAME_CLASSES: &str = "an image's moves lead into the same classes";
const ACTS_ALIKE: &str = "a symmetry does the same to a position and to what follows it";

#[test]
fn without_an_error_all_laws_hold() {
    let tally = laws::check(&planted(Error::Nothing), GAMES, 1).unwrap();
    assert_eq!(tally.games, GAMES);
    assert!(tally.distinct > 4_000, "{tally:?}");
    assert_eq!(tally.images, 7 * tally.distinct);
}

#[test]
fn each_of_the_eight_symmetries_is_checked() {
    check(Error::Image(0), FIRST_IMAGE);
    check_any(
        Error::ImageAndCanonical(0),
        &[FIRST_IMAGE, ONE_FORM, SAME_CLASSES],
    );
    for i in 1..8 {
        check_any(Error::Image(i), &[ONE_FORM, IS_IMAGE]);
        check_any(Error::ImageAndCanonical(i), &[ONE_FORM, SAME_CLASSES]);
    }
}

#[test]
fn symmetries_act_alike_on_all_positions() {
    check(Error::ImagesChangePlaces, ACTS_ALIKE);
}

#[test]
fn canonical_forms_are_checked() {
    check(Error::CanonicalTurns, ONE_FORM);
    check_any(Error::CanonicalForgets, &[ONE_FORM, SAME_CLASSES]);
    check(Error::CanonicalIsNoImage, IS_IMAGE);
}

#[test]
fn turns_are_checked() {
    check(Error::SecondStarts, "the first player moves first");
    check(Error::FirstMovesAlways, "turns alternate");
    check(Error::TurnSlips, "turns alternate");
}

#[test]
fn moves_are_checked() {
    check_any(Error::FirstMoveLost, &[SAME_CLASSES, ACTS_ALIKE]);
    check_any(Error::LastMoveLost, &[SAME_CLASSES, ACTS_ALIKE]);
    check_any(Error::MoveLostBesideX, &[SAME_CLASSES, ACTS_ALIKE]);
    check(Error::MoveTwice, "moves are distinct");
    check(Error::MovesOfAMood, "moves are the same every time");
    check(Error::NoMovesAtTheEnd, "an unfinished position has a move");
}

/// No law can tell rules that forbid the centre, in all positions alike, from tic-tac-toe: they are
/// rules too. That is what published counts are for.
#[test]
fn a_move_lost_symmetrically_is_seen_by_counting_only() {
    let mutant = planted(Error::CentreLost);
    laws::check(&mutant, GAMES, 1).unwrap();
    check_sequences(&mutant, [1, 8, 56, 336]);
    check_sequences(&planted(Error::Nothing), [1, 9, 72, 504]);
}

#[track_caller]
fn check_sequences(game: &Planted, expected: [u64; 4]) {
    let counted =
        perft(&mut Line::new(game, game.start()), 3, &mut |_| true).expect("a walk to its end");
    assert_eq!(counted.sequences, expected);
}

#[test]
fn outcomes_are_checked() {
    let law = "an image ends as its position does";
    check(Error::TopRowIgnored, law);
    check(Error::OneEndWrong, law);
    check(Error::WinnerByCorner, law);
}

#[test]
fn texts_are_checked() {
    let law = "a position's text is one line and is read back";
    check(Error::LettersSwapped, law);
    check(Error::TwoLines, law);
    check(Error::MovesWrittenByRow, "a move's text is read back");
    check(Error::NumberOffByOne, "a position's number is read back");
}

#[test]
fn diagrams_are_checked() {
    let law =
        "a diagram has full rows and blocks, no mark without a move, and a line at the end only";
    check(Error::DiagramRagged, law);
    check(Error::DiagramMarksAlways, law);
    check(
        Error::DiagramMarksRows,
        "a diagram marks each move at a place of its own",
    );
}

#[test]
fn keys_are_checked() {
    check(
        Error::KeyConstant,
        "different positions have different keys",
    );
    check(
        Error::KeyIgnoresASquare,
        "different positions have different keys",
    );
    check(Error::KeyOfHistory, "equal positions have equal keys");
}

#[test]
fn repetitions_are_checked() {
    check(Error::CentreClears, "positions never repeat");
    check(Error::AllForbidden, "history never forbids all moves");
}

/// All positions of tic-tac-toe, normal and misère: a proof that folding keeps every value.
#[test]
fn canonical_is_a_bisimulation_on_all_positions() {
    for misere in [false, true] {
        let game = Mnk::new(3, 3, 3, misere).unwrap();
        let mut tally = Tally::default();
        unbeatable_solve::count::positions(
            &game,
            game.start(),
            false,
            &unbeatable_core::Budget::DEFAULT,
            &(),
            &mut |pos| {
                tally.images += laws::check_position(&game, pos).unwrap_or_else(|e| panic!("{e}"));
                tally.distinct += 1;
            },
        )
        .unwrap();
        // 5,478 is Lomont's count; whether a line wins or loses makes no difference to it.
        assert_eq!((tally.distinct, tally.images), (5_478, 7 * 5_478));
    }
}
