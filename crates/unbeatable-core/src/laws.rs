//! The laws that every game obeys, checked by random play.
//!
//! A game's own test is one line:
//!
//! ```text
//! laws::check(&my_game, 1_000, 1).unwrap();
//! ```
//!
//! The laws of symmetry make [`Game::canonical`] a bisimulation: a position and each of its images
//! end alike, and their moves lead, one for one, into the same classes. Checked on all positions
//! (which [`check_position`] allows for small games) that is a proof that folding keeps every value.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::diagram::{Diagram, Square};
use crate::game::{Game, Repetition, Trace};
use crate::line::Line;
use crate::notation::Notation;
use crate::random::Random;
use crate::value::{Player, Value};

/// Longer games than this are taken to be endless.
const PLIES_MAX: usize = 100_000;

/// A law that a game broke, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The law, as it should be.
    pub law: &'static str,
    /// The position, as text or as its debug form where text is what is wrong.
    pub position: String,
    /// What was seen instead.
    pub seen: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{}: not so at {}: {}",
            self.law, self.position, self.seen
        )
    }
}

impl std::error::Error for Broken {}

/// What was checked, so that a test can see that it was enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played to their end.
    pub games: u64,
    /// Positions met, repeats included.
    pub positions: u64,
    /// Distinct positions met.
    pub distinct: u64,
    /// Images compared with their position, the position itself left out.
    pub images: u64,
}

/// Plays `games` random games from the start and checks every law at every position on the way.
pub fn check<G: Notation>(game: &G, games: u64, seed: u64) -> Result<Tally, Broken> {
    let mut tally = Tally::default();
    let mut keys: HashMap<u64, G::Position> = HashMap::new();
    if game.turn(&game.start()) != Player::First {
        let seen = "the second does".into();
        return broken(game, &game.start(), "the first player moves first", seen);
    }
    for index in 0..games {
        let mut random = Random::for_task(seed, index);
        let mut line = Line::new(game, game.start());
        loop {
            let pos = *line.position();
            tally.positions += 1;
            match keys.insert(game.key(&pos), pos) {
                Some(known) if known != pos => {
                    return broken(
                        game,
                        &pos,
                        "different positions have different keys",
                        format!("{known:?} has the same key"),
                    );
                }
                Some(_) => {}
                None => {
                    tally.images += check_position(game, &pos)?;
                    tally.distinct += 1;
                }
            }
            if line.outcome().is_some() {
                break;
            }
            step(game, &mut line, &mut random)?;
        }
        tally.games += 1;
    }
    Ok(tally)
}

/// Plays a random move and checks the laws that need a line.
fn step<G: Notation>(game: &G, line: &mut Line<G>, random: &mut Random) -> Result<(), Broken> {
    let pos = *line.position();
    let mut moves: Vec<G::Move> = game.moves(&pos).collect();
    loop {
        if moves.is_empty() {
            return broken(
                game,
                &pos,
                "history never forbids all moves",
                "no move is left".into(),
            );
        }
        let i = random.below(moves.len() as u64) as usize;
        if line.play(moves.swap_remove(i)) {
            break;
        }
    }
    let now = line.position();
    let mut earlier = line.positions().take(line.plies());
    if game.repetition() == Repetition::Impossible && earlier.any(|pos| pos == now) {
        return broken(
            game,
            now,
            "positions never repeat",
            "it stood before".into(),
        );
    }
    if line.plies() > PLIES_MAX {
        return broken(
            game,
            &pos,
            "every game ends",
            format!("{PLIES_MAX} moves were played"),
        );
    }
    Ok(())
}

/// Checks every law that speaks of one position. Says how many images it compared.
pub fn check_position<G: Notation>(game: &G, pos: &G::Position) -> Result<u64, Broken> {
    check_text(game, pos)?;
    match game.outcome(pos) {
        None => check_moves(game, pos)?,
        Some(end) if !G::HAS_DRAWS && end.winner().is_none() => {
            let law = "a game without draws has a winner";
            return broken(game, pos, law, "nobody won".into());
        }
        Some(_) => {}
    }
    check_diagram(game, pos)?;
    check_symmetry(game, pos)
}

fn check_moves<G: Notation>(game: &G, pos: &G::Position) -> Result<(), Broken> {
    let moves: Vec<G::Move> = game.moves(pos).collect();
    if moves.is_empty() {
        return broken(
            game,
            pos,
            "an unfinished position has a move",
            "none".into(),
        );
    }
    if !game.moves(pos).eq(moves.iter().copied()) {
        return broken(
            game,
            pos,
            "moves are the same every time",
            format!("{moves:?}"),
        );
    }
    let mut texts = HashSet::new();
    for (i, &m) in moves.iter().enumerate() {
        if moves[..i].contains(&m) {
            return broken(game, pos, "moves are distinct", format!("{m:?} twice"));
        }
        let text = game.move_text(pos, m);
        match game.parse_move(pos, &text) {
            Ok(read) if read == m => {}
            other => {
                return broken(
                    game,
                    pos,
                    "a move's text is read back",
                    format!("{m:?} is written {text:?} and read {other:?}"),
                );
            }
        }
        if !texts.insert(text) {
            return broken(
                game,
                pos,
                "different moves are written differently",
                format!("{m:?}"),
            );
        }
        let next = game.play(pos, m);
        if game.turn(&next) != game.turn(pos).other() {
            return broken(
                game,
                pos,
                "turns alternate",
                format!("{m:?} leaves {:?} to move", game.turn(&next)),
            );
        }
    }
    Ok(())
}

fn check_text<G: Notation>(game: &G, pos: &G::Position) -> Result<(), Broken> {
    let text = game.position_text(pos);
    let law = "a position's text is one line and is read back";
    match game.parse_position(&text) {
        Ok(read) if read == *pos && !text.contains('\n') => {
            if game.key(&read) != game.key(pos) {
                return broken(
                    game,
                    pos,
                    "equal positions have equal keys",
                    format!("{:x}", game.key(&read)),
                );
            }
        }
        other => return broken(game, pos, law, format!("{text:?} is read as {other:?}")),
    }
    if let Some(number) = game.number(pos) {
        match game.parse_position(&format!("#{number}")) {
            Ok(read) if read == *pos => {}
            other => {
                return broken(
                    game,
                    pos,
                    "a position's number is read back",
                    format!("#{number} is read as {other:?}"),
                );
            }
        }
    }
    Ok(())
}

/// A diagram has full rows, only a finished game has a line in it, and a mark changes one place in it, a different
/// one for each move; one move at most, a pass, leaves none. In a game from a file a mark may cover a piece and say
/// where a piece comes from, and moves of which its board does not show enough may share a mark or leave none.
fn check_diagram<G: Notation>(game: &G, pos: &G::Position) -> Result<(), Broken> {
    let Some(plain) = game.diagram(pos, None) else {
        return Ok(());
    };
    if let Diagram::Grid {
        columns,
        squares,
        block,
        blocks,
        line,
        ..
    } = &plain
        && (*columns == 0
            || line.iter().any(|&square| square >= squares.len())
            || !line.is_empty() && game.outcome(pos).is_none()
            || squares.len() % columns != 0
            || squares
                .iter()
                .any(|of| matches!(of, Square::Marked | Square::Left))
            || Some(blocks.len()) != squares.len().checked_div(block * block).or(Some(0)))
    {
        let law = "a diagram has full rows and blocks, no mark without a move, and a line at the end only";
        return broken(game, pos, law, format!("{plain:?}"));
    }
    if game.outcome(pos).is_some() {
        return Ok(());
    }
    let law = "a diagram marks each move at a place of its own";
    let mut marked = vec![];
    for m in game.moves(pos) {
        let with_mark = game.diagram(pos, Some(m));
        let is_from_file = game.rules_text().is_some();
        let changed = with_mark.as_ref();
        let changed = changed.and_then(|it| places_changed(&plain, it, is_from_file));
        let is_shared = !is_from_file && marked.contains(&with_mark);
        if changed.is_none_or(|places| places > 1) || is_shared {
            return broken(game, pos, law, format!("{m:?}: {with_mark:?}"));
        }
        marked.push(with_mark);
    }
    Ok(())
}

/// At how many places a mark changed a diagram; `None` if it changed more than marks may.
fn places_changed(plain: &Diagram, marked: &Diagram, is_from_file: bool) -> Option<usize> {
    match (plain, marked) {
        (Diagram::Grid { squares: a, .. }, Diagram::Grid { squares: b, .. }) => {
            let (mut places, mut sources) = (0, 0);
            for (a, b) in a.iter().zip(b).filter(|(a, b)| a != b) {
                match (a, b) {
                    (Square::Empty, Square::Marked) => places += 1,
                    (_, Square::Marked) if is_from_file => places += 1,
                    (_, Square::Left) if is_from_file => sources += 1,
                    _ => return None,
                }
            }
            (a.len() == b.len() && sources <= places).then_some(places)
        }
        (Diagram::Heaps(a), Diagram::Heaps(b)) => {
            let is_inside = |heap: &crate::diagram::Heap| {
                let taken = heap.taken.as_ref();
                taken.is_none_or(|taken| taken.start <= taken.end && taken.end <= heap.stones)
            };
            let pairs = || a.iter().zip(b);
            let is_same = a.len() == b.len()
                && pairs().all(|(a, b)| a.stones == b.stones && a.taken.is_none())
                && b.iter().all(is_inside);
            is_same.then(|| pairs().filter(|(a, b)| a != b).count())
        }
        _ => None,
    }
}

fn check_symmetry<G: Notation>(game: &G, pos: &G::Position) -> Result<u64, Broken> {
    let class = game.canonical(pos);
    let images: Vec<G::Position> = game.images(pos).collect();
    if images.first() != Some(pos) {
        return broken(
            game,
            pos,
            "a position is its own first image",
            format!("{:?}", images.first()),
        );
    }
    if !images.contains(&class) {
        return broken(
            game,
            pos,
            "the canonical form is an image",
            format!("{class:?}"),
        );
    }
    let ends = seen_by_mover(game, pos);
    let children = child_classes(game, pos);
    for (i, image) in images.iter().enumerate().skip(1) {
        let what = |seen: String| format!("image {i}, {}: {seen}", game.position_text(image));
        if game.canonical(image) != class {
            return broken(
                game,
                pos,
                "all images have one canonical form",
                what(format!("{:?}", game.canonical(image))),
            );
        }
        if seen_by_mover(game, image) != ends {
            return broken(
                game,
                pos,
                "an image ends as its position does",
                what(format!("{:?}", game.outcome(image))),
            );
        }
        if child_classes(game, image) != children {
            return broken(
                game,
                pos,
                "an image's moves lead into the same classes",
                what("they do not".into()),
            );
        }
        if let Some(seen) = acts_differently(game, pos, image, i) {
            return broken(
                game,
                pos,
                "a symmetry does the same to a position and to what follows it",
                what(seen),
            );
        }
    }
    Ok(images.len() as u64 - 1)
}

/// How symmetry `i`, which takes `pos` to `image`, does not take what follows the one to what follows
/// the other, or does not keep what repeats what; nothing if it does.
fn acts_differently<G: Game>(
    game: &G,
    pos: &G::Position,
    image: &G::Position,
    i: usize,
) -> Option<String> {
    if game.outcome(pos).is_some() || game.outcome(image).is_some() {
        return None;
    }
    let follow = |pos: &G::Position| -> Vec<G::Position> {
        game.moves(pos).map(|m| game.play(pos, m)).collect()
    };
    let children = follow(pos);
    let image_of = |pos: &G::Position| game.images(pos).nth(i);
    let moved: Option<Vec<G::Position>> = children.iter().map(image_of).collect();
    let Some(moved) = moved else {
        return Some("what follows has fewer images".into());
    };
    let mut left = follow(image);
    for child in &moved {
        match left.iter().position(|other| other == child) {
            Some(at) => left.swap_remove(at),
            None => return Some(format!("{child:?} does not follow")),
        };
    }
    let pairs = children.iter().zip(&moved);
    for (j, (a, moved_a)) in pairs.clone().enumerate() {
        let (b, moved_b) = pairs.clone().nth(j / 2).unwrap_or((pos, image));
        for (b, moved_b) in [(pos, image), (b, moved_b)] {
            if is_same_mark(game, a, b) != is_same_mark(game, moved_a, moved_b) {
                return Some(format!("{a:?} repeats {b:?}, or their images do, not both"));
            }
        }
    }
    None
}

/// Whether two positions leave the same mark in the history, each in the same way.
fn is_same_mark<G: Game>(game: &G, a: &G::Position, b: &G::Position) -> (bool, [bool; 2]) {
    let marks = [a, b].map(|pos| match game.trace(pos) {
        Trace::Nothing => (None, false),
        Trace::Leaves(mark) => (Some(mark), false),
        Trace::Once(mark) => (Some(mark), true),
    });
    (marks[0].0 == marks[1].0, marks.map(|(_, once)| once))
}

/// The rank of the outcome for the player to move, if the game is over.
fn seen_by_mover<G: Game>(game: &G, pos: &G::Position) -> Option<i16> {
    game.outcome(pos)
        .map(|outcome| outcome.value_for(game.turn(pos)).rank())
}

/// Into which classes the moves lead, and how many into each.
fn child_classes<G: Game>(game: &G, pos: &G::Position) -> HashMap<G::Position, u32> {
    let mut classes = HashMap::new();
    if game.outcome(pos).is_none() {
        for m in game.moves(pos) {
            *classes
                .entry(game.canonical(&game.play(pos, m)))
                .or_default() += 1;
        }
    }
    classes
}

fn broken<T, G: Notation>(
    game: &G,
    pos: &G::Position,
    law: &'static str,
    seen: String,
) -> Result<T, Broken> {
    Err(Broken {
        law,
        position: format!("{} ({pos:?})", game.position_text(pos)),
        seen,
    })
}
