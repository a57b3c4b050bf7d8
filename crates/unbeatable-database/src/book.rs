//! A book: what every position up to some ply is worth, and how soon it ends, without the positions.
//!
//! A layer is one shard of a table: a function from the keys of its classes to
//! codewords, in which frequent values are short. Positions that are finished, or that the rules decide at a
//! glance, are left out. The file, numbers with the low byte first:
//!
//! ```text
//! bytes      what
//! 8          "unbbook1"
//! 4          h, the length of the head
//! h          the head, as JSON: BookHead
//! ...        a shard for each layer, the first one first, each with its vector behind it
//! 4          CRC-32 of all before
//! ```

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use unbeatable_core::{Numbered, Settled};

use crate::reach::{CLASSES_MAX, is_reachable};
use crate::table::Shard;

const MAGIC: &[u8; 8] = b"unbbook1";

/// What a book is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookHead {
    /// The version of the program that made it.
    pub program: String,
    /// The complete spec of the rules.
    pub game: String,
    /// The number of the start's class.
    pub root: u64,
    /// How many unfinished classes each layer has, from the start's on. The last one is the book's depth.
    pub classes: Vec<u64>,
}

impl BookHead {
    /// Positions after more plies are not in it.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.classes.len() as u32 - 1
    }
}

/// The classes of each layer with what they are worth, ascending.
pub type BookLayers = Vec<Vec<(u64, Settled)>>;

/// A book that can be asked.
pub struct Book {
    head: BookHead,
    layers: Vec<Shard>,
}

impl Book {
    /// The book of these layers.
    #[must_use]
    pub fn new(game: &dyn Numbered, head: BookHead, layers: &BookLayers) -> Self {
        let shard = |(layer, classes): (usize, &Vec<(u64, Settled)>)| {
            let kept = classes.iter().copied();
            let kept: Vec<_> = kept
                .filter(|(class, _)| game.glance(*class).is_none())
                .collect();
            Shard::new(layer as u32, 0, &kept)
        };
        let layers = layers.iter().enumerate().map(shard).collect();
        Book { head, layers }
    }

    /// What it is about.
    #[must_use]
    pub fn head(&self) -> &BookHead {
        &self.head
    }

    /// The bytes of its file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let head = serde_json::to_vec(&self.head).expect("a head can be written");
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for layer in &self.layers {
            layer.write(&mut bytes);
        }
        let crc = crc32fast::hash(&bytes);
        bytes.extend(crc.to_le_bytes());
        bytes
    }

    /// Whether bytes begin as a book does.
    #[must_use]
    pub fn is_book(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads what [`write`](Self::write) writes, or says what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let damaged = || "it is damaged: expected the bytes of a whole book".to_string();
        if !Self::is_book(bytes) {
            return Err("expected a book, as `unbeatable book` writes one".into());
        }
        let (rest, crc) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*crc) {
            return Err(damaged());
        }
        let rest = &rest[MAGIC.len()..];
        let (len, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
        let len = u32::from_le_bytes(*len) as usize;
        let (head, mut rest) = rest.split_at_checked(len).ok_or_else(damaged)?;
        let head: BookHead = serde_json::from_slice(head).map_err(|_| damaged())?;
        let mut layers = vec![];
        for layer in 0..head.classes.len() {
            let shard = Shard::read(&mut rest).ok_or_else(damaged)?;
            if shard.layer() as usize != layer {
                return Err(damaged());
            }
            layers.push(shard);
        }
        match rest.is_empty() && !layers.is_empty() {
            true => Ok(Book { head, layers }),
            false => Err(damaged()),
        }
    }

    /// What an unfinished position is worth, if the book has it.
    #[must_use]
    pub fn find(&self, game: &dyn Numbered, number: u64) -> Option<Settled> {
        let layer = game.layer_of(number);
        let shard = self.layers.get(layer as usize)?;
        if game.outcome_of(number).is_some() {
            return None;
        }
        // Of a position that cannot be reached it says anything.
        if is_reachable(game, self.head.root, 0, number, CLASSES_MAX) != Some(true) {
            return None;
        }
        self.find_reachable(game, game.class_of(number), shard)
    }

    fn find_reachable(&self, game: &dyn Numbered, class: u64, shard: &Shard) -> Option<Settled> {
        match game.glance(class) {
            Some(settled) => Some(settled),
            None => shard.find(class).filter(|found| found.value().is_some()),
        }
    }

    /// All that it says of these classes, layer by layer.
    #[must_use]
    pub fn layers(&self, game: &dyn Numbered, classes: &[Vec<u64>]) -> Option<BookLayers> {
        let each = |(shard, classes): (&Shard, &Vec<u64>)| {
            let found = classes.iter();
            found
                .map(|&class| Some((class, self.find_reachable(game, class, shard)?)))
                .collect()
        };
        self.layers.iter().zip(classes).map(each).collect()
    }
}

/// All unfinished classes up to so many plies behind a root, layer by layer, ascending. No layer is empty:
/// where all games are over, there are fewer.
///
/// `goes_on` is asked with how many there are so far; `None` once it says no.
pub fn classes(
    game: &dyn Numbered,
    root: u64,
    plies: u32,
    goes_on: &mut dyn FnMut(usize) -> bool,
) -> Option<Vec<Vec<u64>>> {
    let mut layers = vec![vec![game.class_of(root)]];
    let mut behind = vec![];
    let mut before = 1;
    for _ in 0..plies {
        let mut next = vec![];
        for (i, &class) in layers.last()?.iter().enumerate() {
            game.positions_behind(class, &mut behind);
            let unfinished = behind.iter().filter(|&&n| game.outcome_of(n).is_none());
            next.extend(unfinished.map(|&number| game.class_of(number)));
            // Most classes are met several times: what is there twice must not take the room of others.
            if i.is_multiple_of(REPEATS_EVERY) {
                next.sort_unstable();
                next.dedup();
                if !goes_on(before + next.len()) {
                    return None;
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            break;
        }
        before += next.len();
        layers.push(next);
    }
    Some(layers)
}

/// After so many classes those behind them are looked through for repeats.
const REPEATS_EVERY: usize = 1 << 18;

/// What the classes of all layers are worth, by those of the last one.
///
/// Panics if `last` lacks one that the rules do not decide at a glance.
#[must_use]
pub fn complete(
    game: &dyn Numbered,
    classes: &[Vec<u64>],
    last: &HashMap<u64, Settled>,
) -> BookLayers {
    let mut layers: BookLayers = vec![];
    for classes in classes.iter().rev() {
        let is_last = layers.is_empty();
        let settle = |&class: &u64| {
            let settled = match is_last {
                true => (game.glance(class)).unwrap_or_else(|| last[&class]),
                false => best(game, class, layers.last().expect("it is behind this one")),
            };
            (class, settled)
        };
        let settled = classes.iter().map(settle).collect();
        layers.push(settled);
    }
    layers.reverse();
    layers
}

/// What a class is worth by those behind it.
fn best(game: &dyn Numbered, class: u64, behind: &[(u64, Settled)]) -> Settled {
    let mut numbers = vec![];
    game.positions_behind(class, &mut numbers);
    let worth = |&number: &u64| match game.end_of(number) {
        Some(end) => end.before(),
        None => {
            let key = game.class_of(number);
            let at = behind.binary_search_by_key(&key, |(class, _)| *class);
            behind[at.expect("every class behind it is there")]
                .1
                .before()
        }
    };
    let best = numbers.iter().map(worth).max();
    best.expect("an unfinished position has a move")
}

/// The first position that is not what those behind it make it, with what it is said to be worth and what
/// it is; `None` if there is none before the last layer, and the rules decide no other at a glance.
#[must_use]
pub fn contradiction(game: &dyn Numbered, layers: &BookLayers) -> Option<(u64, Settled, Settled)> {
    for (layer, next) in layers.iter().zip(&layers[1..]) {
        for &(class, said) in layer {
            let is = best(game, class, next);
            if said != is {
                return Some((class, said, is));
            }
        }
    }
    None
}
