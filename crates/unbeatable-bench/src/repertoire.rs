//! Repertoires: what to play in the first moves of a game, whatever the other player does.
//!
//! At the start of a game a proof takes longer than a player may think. A book of all positions helps, but
//! grows with both players' choices; who has chosen a move for himself meets far fewer of them. A repertoire
//! has one best move for each position that its owner can meet, as first and as second player.
//!
//! The file is text, and has no positions: whoever reads it walks through the game again. At the owner's turn
//! the next sign says which of the legal moves is played; at the other player's turn all moves are played, one
//! after the other. A position that was met before is passed over, symmetric ones too.
//!
//! ```text
//! unbeatable repertoire connect:7x6 12 CRC  the game, how many plies it goes, CRC-32 of the lines behind this one
//! ##$"%...                                  a sign for each position in the order of the walk, first for the
//!                                           first player, then for the second: ! for the first legal move,
//!                                           " for the next one, and so on to ~
//! ```
//!
//! A certificate that a player wins is a repertoire as well: it answers everything that the other player can do,
//! to the end of the game. Here it is checked before anybody plays by it.

mod making;

use std::collections::{HashMap, hash_map};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use unbeatable_core::{Game, Notation, Player};
use unbeatable_proof::Claim;
use unbeatable_proof::check::{CheckLimits, check_and_tell};
use unbeatable_proof::container::{Container, MAGIC, Unreadable};
use unbeatable_report::{Argument, AskError};

use crate::erased::{ErasedGame, Line, Move, Position};

pub use making::{is_repertoire, repertoire_game, verify_repertoire};

/// Repertoires that come with the program.
static SHIPPED: [ShippedRepertoire; 4] = [
    ShippedRepertoire::new(
        "connect:6x6",
        include_bytes!("../repertoires/connect-6x6.moves"),
    ),
    ShippedRepertoire::new(
        "connect:7x6",
        include_bytes!("../repertoires/connect-7x6.moves"),
    ),
    ShippedRepertoire::new("go:4x4", include_bytes!("../repertoires/go-4x4.moves")),
    ShippedRepertoire::new(
        "uttt:play-on",
        include_bytes!("../repertoires/uttt-play-on.cert"),
    ),
];

/// One that comes with the program. It is read once, however often its game is put on a bench.
struct ShippedRepertoire {
    spec: &'static str,
    bytes: &'static [u8],
    read: OnceLock<Arc<Repertoire>>,
}

impl ShippedRepertoire {
    const fn new(spec: &'static str, bytes: &'static [u8]) -> Self {
        ShippedRepertoire {
            spec,
            bytes,
            read: OnceLock::new(),
        }
    }

    fn repertoire(&self, game: &ErasedGame) -> Arc<Repertoire> {
        let read = self.read.get_or_init(|| {
            let read = Repertoire::from_file(game, self.bytes);
            let read = read.expect("a repertoire that comes with the program is whole");
            Arc::new(read.expect("it is a repertoire"))
        });
        Arc::clone(read)
    }
}

/// What positions take that the check of a certificate keeps, at most.
const CHECK_BYTES_MAX: usize = 1 << 30;

/// How a file begins.
const FIRST_WORDS: &str = "unbeatable repertoire ";

/// The sign of the first legal move, and of the last one that has a sign.
const SIGNS: std::ops::RangeInclusive<u8> = b'!'..=b'~';

/// So many signs stand on a line.
const LINE_SIGNS: usize = 100;

/// More plies than anybody writes down.
const PLIES_MAX: usize = 1_000;

/// A best move for each position that its owner can meet in the first plies.
pub(crate) struct Repertoire {
    /// Owner's turns before so many plies.
    plies: usize,
    /// Whether symmetric lines are one.
    folds: bool,
    /// From a position to the one behind its move.
    replies: HashMap<LineClass, LineClass>,
}

/// What decides how a game goes on, symmetric lines being one: the position at the end of a line and, where
/// history matters, the earlier ones in no particular order.
#[derive(Clone, PartialEq, Eq, Hash)]
struct LineClass(Box<[Position]>);

impl LineClass {
    fn of(line: &Line) -> Self {
        let game = line.game();
        let last = line.position();
        if !game.repetition().is_forbidden() {
            return LineClass(Box::new([game.canonical(last)]));
        }
        // Symmetries come in the same order for every position. Keys only choose one of the images: where two
        // positions have the same key, symmetric lines may be taken for two.
        let images: Vec<Vec<Position>> = (line.positions())
            .map(|pos| game.images(pos).collect())
            .collect();
        let image = |i: usize| {
            let mut image: Vec<Position> = images.iter().map(|images| images[i]).collect();
            let last = image.pop().expect("a line has a position");
            image.sort_by_cached_key(|pos| game.key(pos));
            image.push(last);
            image
        };
        let keys = |image: &Vec<Position>| -> Vec<u64> {
            image.iter().rev().map(|pos| game.key(pos)).collect()
        };
        let least = (0..images[0].len()).map(image).min_by_key(keys);
        LineClass(least.expect("the position itself is an image").into())
    }

    /// A position alone, where neither history nor symmetry matters.
    fn exactly(pos: &Position) -> Self {
        LineClass(Box::new([*pos]))
    }
}

/// Who is asked for a move, with the game so far; `None` if the walk is not to go on there.
type Choose<'c> = dyn FnMut(&Line) -> Option<Move> + 'c;

impl Repertoire {
    fn new(plies: usize) -> Self {
        Repertoire {
            plies,
            folds: true,
            replies: HashMap::new(),
        }
    }

    /// Walks through all that an owner can meet who plays what is chosen, and keeps it.
    fn walk(&mut self, game: &ErasedGame, choose: &mut Choose) {
        for owner in Player::BOTH {
            self.walk_behind(&mut Line::new(game, game.start()), owner, choose);
        }
    }

    fn walk_behind(&mut self, line: &mut Line, owner: Player, choose: &mut Choose) {
        if line.plies() >= self.plies || line.outcome().is_some() {
            return;
        }
        if line.game().turn(line.position()) != owner {
            for m in line.moves() {
                assert!(line.play(m), "the move is legal");
                self.walk_behind(line, owner, choose);
                line.undo();
            }
            return;
        }
        let hash_map::Entry::Vacant(vacant) = self.replies.entry(LineClass::of(line)) else {
            return;
        };
        if let Some(m) = choose(line) {
            assert!(line.play(m), "the move is legal");
            vacant.insert(LineClass::of(line));
            self.walk_behind(line, owner, choose);
            line.undo();
        }
    }

    /// The move at the end of a line, if it has one.
    pub(crate) fn find(&self, line: &Line) -> Option<Move> {
        let class = |line: &Line| match self.folds {
            true => LineClass::of(line),
            false => LineClass::exactly(line.position()),
        };
        let next = self.replies.get(&class(line))?;
        let mut line = line.clone();
        line.moves().into_iter().find(|&m| {
            assert!(line.play(m), "the move is legal");
            let is_it = class(&line) == *next;
            line.undo();
            is_it
        })
    }

    /// The repertoire as text. Panics if it lacks a move.
    fn write(&self, game: &ErasedGame) -> String {
        let mut signs = String::new();
        Repertoire::new(self.plies).walk(game, &mut |line| {
            let m = self.find(line).expect("a whole repertoire");
            let at = line.moves().iter().position(|other| *other == m);
            signs.push(sign(at.expect("it is legal")).expect("its moves have signs"));
            Some(m)
        });
        let mut lines = String::new();
        for line in signs.as_bytes().chunks(LINE_SIGNS) {
            lines.push_str(str::from_utf8(line).expect("signs are ASCII"));
            lines.push('\n');
        }
        let crc = crc32fast::hash(lines.as_bytes());
        format!(
            "{FIRST_WORDS}{} {} {crc:08x}\n{lines}",
            game.identity(),
            self.plies
        )
    }

    /// Reads what [`write`](Self::write) writes, or says what is wrong.
    fn read(game: &ErasedGame, text: &str) -> Result<Self, String> {
        let (head, signs) = text.split_once('\n').unwrap_or((text, ""));
        let Head { spec, plies, crc } = Head::parse(head).ok_or("expected a repertoire")?;
        if spec != game.identity() {
            let expected = game.identity();
            return Err(format!(
                "is of another game: expected {expected}, found {spec}"
            ));
        }
        if crc32fast::hash(signs.as_bytes()) != crc {
            return Err("is damaged: its signs have another checksum".into());
        }
        let mut signs = signs.bytes().filter(|&sign| sign != b'\n');
        let mut wrong = None;
        let mut met = 0;
        let mut repertoire = Repertoire::new(plies);
        repertoire.walk(game, &mut |line| {
            if wrong.is_some() {
                return None;
            }
            met += 1;
            let moves = line.moves();
            let found = signs.next();
            let m = found.and_then(|sign| Some(*moves.get(index(sign)?)?));
            if m.is_none() {
                let place = match found {
                    Some(found) => format!("found {:?}", char::from(found)),
                    None => "found the end of the file".into(),
                };
                let count = moves.len();
                wrong = Some(format!(
                    "sign {met}: expected one of the first {count} signs from ! on, {place}"
                ));
            }
            m
        });
        if signs.next().is_some() {
            wrong = wrong.or_else(|| Some(format!("expected {met} signs, found more")));
        }
        wrong.map_or(Ok(repertoire), Err)
    }

    /// The repertoire that a file holds, a text or a certificate; `None` if it is something else.
    fn from_file(game: &ErasedGame, bytes: &[u8]) -> Result<Option<Self>, String> {
        if bytes.starts_with(&MAGIC) {
            Repertoire::from_certificate(game, bytes).map(Some)
        } else if bytes.starts_with(FIRST_WORDS.as_bytes()) {
            let text = str::from_utf8(bytes).map_err(|e| e.to_string())?;
            Repertoire::read(game, text).map(Some)
        } else {
            Ok(None)
        }
    }

    /// What a certificate plays, once it is accepted: one that a player wins from the start. One that he wins
    /// or draws would not do: there may be better moves.
    fn from_certificate(game: &ErasedGame, bytes: &[u8]) -> Result<Self, String> {
        let mut container = Container::open(Cursor::new(bytes)).map_err(|e| match e {
            Unreadable::Io(e) => e.to_string(),
            Unreadable::Damaged(why) => format!("is damaged: {why}"),
        })?;
        let claim = Claim::parse(&container.head)?;
        if claim.game != game.spec() {
            let (expected, found) = (game.spec(), &claim.game);
            return Err(format!(
                "is of another game: expected {expected}, found {found}"
            ));
        }
        let is_from_start = claim.position == game.line_text(&Line::new(game, game.start()));
        // Who keeps the other from winning in time has not won.
        let first_wins = claim.at_least == Some(1.0);
        let second_wins = claim.at_most == Some(-1.0) && claim.within.is_none();
        if !is_from_start
            || !(first_wins || second_wins)
            || game.is_scored()
            || game.repetition().is_forbidden()
        {
            return Err(
                "expected the certificate of a win from the start, in a game that knows only \
                        wins, draws and losses and whose history does not matter"
                    .into(),
            );
        }
        // What a certificate says is believed without symmetries: so it is kept without them.
        let mut repertoire = Repertoire {
            folds: false,
            ..Repertoire::new(PLIES_MAX)
        };
        let mut tell = |pos: &Position, index: usize| {
            // An answer that is no move is refused after it was told.
            if let Some(m) = game.moves(pos).nth(index) {
                let next = game.play(pos, m);
                (repertoire.replies)
                    .entry(LineClass::exactly(pos))
                    .or_insert_with(|| LineClass::exactly(&next));
            }
        };
        let limits = CheckLimits {
            bytes_max: CHECK_BYTES_MAX,
            watch: &|_| ControlFlow::Continue(()),
        };
        check_and_tell(game, &claim, &mut container, &limits, Some(&mut tell))
            .map_err(|e| e.to_string())?;
        Ok(repertoire)
    }
}

/// The first line of a text.
struct Head<'t> {
    spec: &'t str,
    plies: usize,
    /// CRC-32 of all lines behind it.
    crc: u32,
}

impl<'t> Head<'t> {
    fn parse(line: &'t str) -> Option<Self> {
        let (rest, crc) = line.strip_prefix(FIRST_WORDS)?.rsplit_once(' ')?;
        let (spec, plies) = rest.rsplit_once(' ')?;
        Some(Head {
            spec,
            plies: plies.parse().ok().filter(|&plies| plies <= PLIES_MAX)?,
            crc: u32::from_str_radix(crc, 16).ok()?,
        })
    }
}

/// The spec of a repertoire's game, if that is what a text is.
pub(crate) fn game_of(text: &str) -> Option<&str> {
    Head::parse(text.lines().next()?).map(|head| head.spec)
}

/// The sign of a legal move by its place, if there is one.
fn sign(place: usize) -> Option<char> {
    let sign = u8::try_from(place).ok()?.checked_add(*SIGNS.start())?;
    SIGNS.contains(&sign).then_some(sign.into())
}

/// The place of the legal move with that sign.
fn index(sign: u8) -> Option<usize> {
    SIGNS
        .contains(&sign)
        .then(|| usize::from(sign - SIGNS.start()))
}

/// Where a repertoire is put, or that there is none, once somebody looks for it.
#[derive(Clone, Default)]
pub(crate) struct RepertoireSlot {
    found: Arc<OnceLock<Option<Arc<Repertoire>>>>,
}

impl RepertoireSlot {
    /// The repertoire: the one that was named, or the one that comes with the program.
    pub(crate) fn repertoire(&self, game: &ErasedGame) -> Option<&Repertoire> {
        let found = self.found.get_or_init(|| {
            let spec = game.spec();
            let shipped = SHIPPED.iter().find(|shipped| shipped.spec == spec)?;
            Some(shipped.repertoire(game))
        });
        found.as_deref()
    }

    pub(crate) fn put(&self, repertoire: Option<Repertoire>) -> Result<(), AskError> {
        let second = |_| Argument::Book.wrong("a second repertoire: expected one for a game");
        self.found.set(repertoire.map(Arc::new)).map_err(second)
    }

    /// Puts the one that a file holds, if it is one. Says whether it is.
    pub(crate) fn put_file(&self, game: &ErasedGame, bytes: &[u8]) -> Result<bool, String> {
        let Some(repertoire) = Repertoire::from_file(game, bytes)? else {
            return Ok(false);
        };
        self.put(Some(repertoire)).map_err(|e| e.to_string())?;
        Ok(true)
    }
}
