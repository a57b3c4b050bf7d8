//! Games that lie about which positions belong together.

use std::fmt::{self, Write};
use std::io::Cursor;

use unbeatable_core::{Game, Notation, Outcome, ParseError, Player, Wdl};
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_proof::Refusal;
use unbeatable_proof::container::Container;
use unbeatable_proof::table::check::check;
use unbeatable_proof::table::claim::TableClaim;
use unbeatable_proof::table::classes::{Classes, NoTruth};

use crate::pieces::Certify;
use crate::{CLASS_LIMITS, Root, question};

/// Tic-tac-toe, with another word about what is the same.
#[derive(Clone, Debug)]
struct Liar {
    game: Mnk,
    canonical: Canonical,
    outcome: Outcomes,
}

type Canonical = fn(&Mnk, &Board) -> Board;
type Outcomes = fn(&Mnk, &Board) -> Option<Outcome<Wdl>>;

impl Game for Liar {
    type Position = Board;
    type Move = u8;
    type Value = Wdl;

    fn start(&self) -> Board {
        self.game.start()
    }

    fn turn(&self, pos: &Board) -> Player {
        self.game.turn(pos)
    }

    fn outcome(&self, pos: &Board) -> Option<Outcome<Wdl>> {
        (self.outcome)(&self.game, pos)
    }

    fn moves(&self, pos: &Board) -> impl Iterator<Item = u8> {
        self.game.moves(pos)
    }

    fn play(&self, pos: &Board, m: u8) -> Board {
        self.game.play(pos, m)
    }

    fn images(&self, pos: &Board) -> impl Iterator<Item = Board> {
        self.game.images(pos)
    }

    fn canonical(&self, pos: &Board) -> Board {
        (self.canonical)(&self.game, pos)
    }
}

impl Notation for Liar {
    fn spec(&self) -> String {
        self.game.spec()
    }

    fn write_position(&self, pos: &Board, f: &mut dyn Write) -> fmt::Result {
        self.game.write_position(pos, f)
    }

    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        self.game.parse_position(text)
    }

    fn write_move(&self, pos: &Board, m: u8, f: &mut dyn Write) -> fmt::Result {
        self.game.write_move(pos, m, f)
    }
}

/// What the test of the classes says, and the checker to an honest certificate.
fn verdicts(liar: &Liar, asked: &str) -> [Result<(), String>; 2] {
    let classes = Classes::new(liar, &liar.start(), &CLASS_LIMITS).unwrap();
    let tested = match classes.test(&liar.start(), &CLASS_LIMITS) {
        Ok(_) => Ok(()),
        Err(NoTruth::Differs(pos)) => Err(liar.position_text(&pos)),
        Err(e) => panic!("{e:?}"),
    };
    let file = Root::start("ttt").ask(Certify(&question(asked))).file();
    let mut container = Container::open(Cursor::new(file)).unwrap();
    let claim = TableClaim::parse(&container.head).unwrap();
    let checked = match check(liar, &claim, &mut container, &CLASS_LIMITS) {
        Ok(_) => Ok(()),
        Err(Refusal::Refused(why)) => Err(why),
        Err(e) => panic!("{e:?}"),
    };
    [tested, checked]
}

fn liar(canonical: Canonical) -> Liar {
    Liar {
        game: Mnk::tic_tac_toe(),
        canonical,
        outcome: |game, pos| game.outcome(pos),
    }
}

/// A board with other stones, and the same player to move.
fn with(pos: &Board, change: impl Fn(u64) -> u64) -> Board {
    Board {
        mine: change(pos.mine),
        theirs: change(pos.theirs),
    }
}

fn lowest(count: u32) -> u64 {
    (1 << count) - 1
}

#[test]
fn boards_that_are_no_images_are_found_out() {
    let liars: [(&str, Canonical); 8] = [
        ("as many stones each", |_, pos| {
            let (mine, theirs) = (pos.mine.count_ones(), pos.theirs.count_ones());
            Board {
                mine: lowest(mine),
                theirs: lowest(theirs) << mine,
            }
        }),
        ("stones where they are, in any colour", |_, pos| Board {
            mine: pos.stones(),
            theirs: 0,
        }),
        ("all positions", |game, _| game.start()),
        ("rows in any order", |game, pos| {
            let down = |stones: u64| stones << 3 & 0o777 | stones >> 6;
            let images = [*pos, with(pos, down), with(pos, |s| down(down(s)))];
            let canonical = images.map(|image| game.canonical(&image));
            canonical
                .into_iter()
                .min_by_key(|b| (b.mine, b.theirs))
                .unwrap()
        }),
        ("two boards", |game, pos| {
            let first = game.canonical(&Board {
                mine: 0o021,
                theirs: 0o102,
            });
            let second = game.canonical(&Board {
                mine: 0o021,
                theirs: 0o042,
            });
            match game.canonical(pos) {
                canonical if canonical == second => first,
                canonical => canonical,
            }
        }),
        ("a full board and a won one", |game, pos| {
            match pos.stones() == 0o777 {
                true => Board {
                    mine: 0o252,
                    theirs: 0o525,
                },
                false => game.canonical(pos),
            }
        }),
        ("finished games", |game, pos| {
            match game.outcome(pos).is_some() {
                true => game.start(),
                false => game.canonical(pos),
            }
        }),
        ("mine and theirs", |game, pos| {
            let other = Board {
                mine: pos.theirs,
                theirs: pos.mine,
            };
            let [a, b] = [game.canonical(pos), game.canonical(&other)];
            if (a.mine, a.theirs) < (b.mine, b.theirs) {
                a
            } else {
                b
            }
        }),
    ];
    for (what, canonical) in liars {
        for asked in [
            "second rows value",
            "first rows value default=win-block-first",
        ] {
            let [tested, checked] = verdicts(&liar(canonical), asked);
            assert!(tested.is_err(), "{what}: {tested:?}");
            let why = checked.unwrap_err();
            assert!(why.contains("is not what its class says"), "{what}: {why}");
        }
    }
}

/// The symmetries of tic-tac-toe, where one diagonal does not count, or the last square may not win.
#[test]
fn rules_without_the_symmetry_are_found_out() {
    let outcomes: [Outcomes; 3] = [
        |game, pos| {
            let is_diagonal = |stones: u64| stones & 0o421 == 0o421;
            let is_won = game.outcome(pos).is_some();
            match is_won && is_diagonal(pos.theirs) && pos.stones() != 0o777 {
                true => None,
                false => game.outcome(pos),
            }
        },
        |game, pos| match game.outcome(pos) {
            Some(_) if pos.theirs & 0o007 == 0o007 => Some(Outcome::DRAW),
            outcome => outcome,
        },
        |game, pos| match game.outcome(pos) {
            Some(_) if pos.theirs & 0o700 == 0o700 => Some(Outcome::win(game.turn(pos))),
            outcome => outcome,
        },
    ];
    for outcome in outcomes {
        let liar = Liar {
            game: Mnk::tic_tac_toe(),
            canonical: |game, pos| game.canonical(pos),
            outcome,
        };
        let [tested, checked] = verdicts(&liar, "second rows value");
        assert!(tested.is_err());
        let why = checked.unwrap_err();
        assert!(why.contains("is not what its class says"), "{why}");
    }
}

/// Whatever stands for a class, the classes are the same, and so is what the checker says.
#[test]
fn another_image_is_no_lie() {
    let honest = liar(|game, pos| {
        let image = game
            .images(&game.canonical(pos))
            .max_by_key(|b| (b.mine, b.theirs));
        image.unwrap()
    });
    assert_eq!(verdicts(&honest, "second rows value"), [Ok(()), Ok(())]);
}

/// A game that folds nothing tells the truth, too; but the rows are not for its classes.
#[test]
fn every_board_for_itself_is_no_lie() {
    let [tested, checked] = verdicts(&liar(|_, pos| *pos), "second rows value");
    assert_eq!(tested, Ok(()));
    assert!(!checked.unwrap_err().contains("its class"));
}
