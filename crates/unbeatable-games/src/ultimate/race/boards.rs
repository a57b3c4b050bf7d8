//! What matters of a local board in a race, in tables over all boards.
//!
//! A board has its [`number`](crate::ultimate::local_boards::number). What matters of one that nobody
//! owns are its empty squares and, for each player, the sets of squares that complete a line without a
//! mark of the opponent's: only those that hold no smaller one, and only those that the player can
//! afford. Boards in which these agree have the same *word*.

use std::collections::HashMap;
use std::sync::LazyLock;

use unbeatable_core::random::finalise;

use super::lines::DEAD;
use crate::ultimate::local_boards::{BOARDS, LINES, PERMUTED, SYMMETRIES, has_line, marks};

/// What a mark of X adds to the number of its board, by square.
pub(super) const POWERS: [u16; 9] = {
    let mut powers = [1; 9];
    let mut i = 1;
    while i < 9 {
        powers[i] = 3 * powers[i - 1];
        i += 1;
    }
    powers
};

/// What kind of board it is: which of its words to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoardKind(u8);

/// Nobody affords more than three marks in a line.
const AFFORDED: u32 = 4;
const KINDS: usize = (AFFORDED * AFFORDED) as usize + 2;

impl BoardKind {
    /// Nothing but its empty squares matters.
    pub(super) const PLAIN: Self = BoardKind(0);

    /// Nobody owns it, and the players can afford so many marks there.
    #[inline]
    pub(super) fn open(x: u32, o: u32) -> Self {
        let [x, o] = [x, o].map(|marks| marks.min(AFFORDED - 1));
        BoardKind((AFFORDED * x + o) as u8)
    }

    /// It matters that this player owns it.
    #[inline]
    pub(super) fn owned(player: usize) -> Self {
        BoardKind((AFFORDED * AFFORDED) as u8 + player as u8)
    }
}

/// All tables.
pub(super) struct Boards {
    need: [Vec<u8>; 2],
    images: Vec<Vec<u16>>,
    words: Vec<Vec<u64>>,
    places: [[u64; 2]; 9],
    sent: [u64; 10],
}

/// The tables, made when they are first asked for.
pub(super) fn boards() -> &'static Boards {
    static TABLES: LazyLock<Boards> = LazyLock::new(Boards::new);
    &TABLES
}

impl Boards {
    /// How many marks a player needs to win a board, if nobody owned it before its last mark: 0 if that
    /// mark won it, [`DEAD`] if he cannot.
    #[inline]
    pub(super) fn need(&self, player: usize, number: u16) -> u8 {
        self.need[player][usize::from(number)]
    }

    /// What stands in a name for a board, under a symmetry.
    #[inline]
    pub(super) fn word(&self, kind: BoardKind, symmetry: usize, number: u16) -> u64 {
        let image = self.images[symmetry][usize::from(number)];
        self.words[usize::from(kind.0)][usize::from(image)]
    }

    /// With what to multiply it at that place, for either half of a name.
    #[inline]
    pub(super) fn places(&self, board: u8) -> [u64; 2] {
        self.places[usize::from(board)]
    }

    /// What stands in a name for the board to play in, 9 for a free choice.
    #[inline]
    pub(super) fn sent(&self, board: u8) -> u64 {
        self.sent[usize::from(board)]
    }

    fn new() -> Self {
        let mut need = [vec![DEAD; BOARDS], vec![DEAD; BOARDS]];
        let mut images = vec![vec![0; BOARDS]; SYMMETRIES];
        let mut words = vec![vec![0; BOARDS]; KINDS];
        let mut known: HashMap<Matters, u64> = HashMap::new();
        for number in 0..BOARDS {
            let marks = marks(number);
            let sets = [sets(marks[0], marks[1]), sets(marks[1], marks[0])];
            for p in 0..2 {
                let least = sets[p].iter().map(|set| set.count_ones() as u8).min();
                if let Some(least) = least.filter(|_| !has_line(marks[1 - p])) {
                    need[p][number] = least;
                }
            }
            for (image, permuted) in images.iter_mut().zip(&PERMUTED) {
                let moved = POWERS.iter().zip(permuted).map(|(&power, &to)| {
                    let digit = number / usize::from(power) % 3;
                    digit as u16 * POWERS[usize::from(to)]
                });
                image[number] = moved.sum();
            }
            for (kind, words) in words.iter_mut().enumerate() {
                let matters = Matters::new(marks, &sets, kind);
                let next = finalise(known.len() as u64 + 1);
                words[number] = *known.entry(matters).or_insert(next);
            }
        }
        // Odd numbers without a pattern, so that no place swallows a bit of a word.
        let place = |i: usize| [0, 1].map(|half| finalise(2 * i as u64 + half + 1_000_000) | 1);
        Boards {
            need,
            images,
            words,
            places: std::array::from_fn(place),
            sent: std::array::from_fn(|board| finalise(board as u64 + 2_000_000)),
        }
    }
}

/// The sets of squares that complete a line of `mine`, but for those that hold a smaller one.
fn sets(mine: u16, theirs: u16) -> Vec<u16> {
    let open = LINES.iter().filter(|&line| line & theirs == 0);
    let all: Vec<u16> = open.map(|line| line & !mine).collect();
    let is_least = |set: &u16| !all.iter().any(|other| other != set && other & !set == 0);
    let mut least: Vec<u16> = all.iter().copied().filter(is_least).collect();
    least.sort_unstable();
    least.dedup();
    least
}

/// All that matters of a board.
#[derive(PartialEq, Eq, Hash)]
struct Matters {
    occupied: u16,
    owner: Option<usize>,
    sets: [Vec<u16>; 2],
}

impl Matters {
    fn new(marks: [u16; 2], sets: &[Vec<u16>; 2], kind: usize) -> Self {
        let owner = kind.checked_sub((AFFORDED * AFFORDED) as usize);
        let afforded = match owner {
            Some(_) => [0; 2],
            None => [kind as u32 / AFFORDED, kind as u32 % AFFORDED],
        };
        let affordable = |p: usize| {
            let sets = sets[p].iter().copied();
            sets.filter(|set| set.count_ones() <= afforded[p]).collect()
        };
        Matters {
            occupied: marks[0] | marks[1],
            owner,
            sets: [affordable(0), affordable(1)],
        }
    }
}
