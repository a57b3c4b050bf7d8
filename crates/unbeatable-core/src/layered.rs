//! Games in layers, and positions as numbers: what it takes to solve every position of a game.
//!
//! In most board games a move adds a stone, so that positions with as many stones make a layer, and
//! every move leads from one layer to the next. Whoever solves all of them needs no more than two
//! layers at a time: one is found from the other by moves, forward, and solved from it, backward.

use crate::game::Game;
use crate::random::finalise;
use crate::value::{Outcome, Player, Wdl};

/// A game without points whose moves all lead from one layer of positions to the next, and whose
/// positions can be written as numbers of 64 bits.
///
/// [`check`] tests by play that the answers fit together.
pub trait Layered: Game<Value = Wdl> {
    /// The layer that a position is in; behind each of its moves is the next one.
    fn layer(&self, pos: &Self::Position) -> u32;

    /// No layer behind this one has a position.
    fn layer_max(&self) -> u32;

    /// Whether its positions are numbers at all: some boards of a game may be too large for that.
    fn is_packed(&self) -> bool {
        true
    }

    /// The position as a number: two positions of a layer never have the same one.
    fn pack(&self, pos: &Self::Position) -> u64;

    /// The position with that number; any position if it is nobody's number.
    fn unpack(&self, packed: u64) -> Self::Position;

    /// How many slots there are.
    fn slots(&self) -> usize;

    /// The slot of a move, less than [`slots`](Self::slots). Moves of a position have different slots.
    ///
    /// Moves of one slot, a square or a column say, should keep the order of numbers: if a position of
    /// a layer has a smaller number than another, so has the position behind it. Nothing but speed
    /// depends on that.
    fn slot(&self, m: Self::Move) -> usize;

    /// All unfinished positions from which a move leads to `pos`, each once; whether or not they can be
    /// reached themselves.
    fn predecessors(&self, pos: &Self::Position, each: impl FnMut(Self::Position));

    /// The number of the position that stands for all images of the one with this number.
    #[inline]
    fn fold(&self, packed: u64) -> u64 {
        self.pack(&self.canonical(&self.unpack(packed)))
    }
}

/// Which of so many parts a position belongs to, by its [folded](Layered::fold) number: all parts get about
/// as many of every layer, whatever the game. Databases rely on it, so it does not change.
///
/// Numbers that are near one another belong to the same part: they are kept in fewer bytes so, and many a
/// move stays there.
#[must_use]
#[inline]
pub const fn part_of(number: u64, parts: u32) -> u32 {
    // The high word of the product: fair, and without a division.
    ((finalise(number >> NEAR_BITS) as u128 * parts as u128) >> 64) as u32
}

/// Numbers that differ in these bits alone are near one another.
const NEAR_BITS: u32 = 10;

/// What a position is worth to the player to move, and how many plies the game goes on for if the winner
/// hurries and the loser holds out; in a byte, so that of two the larger one is better:
///
/// ```text
///   0          1 … 127            128       129 … 255
///   unknown    lost in 0 … 126    drawn     won in 126 … 0
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Settled(u8);

impl Settled {
    /// Nothing is known; worse than everything else.
    pub const UNKNOWN: Self = Settled(0);
    /// A draw. How long it takes does not matter.
    pub const DRAWN: Self = Settled(128);
    /// Games of more plies do not fit.
    pub const DISTANCE_MAX: u32 = 126;

    /// What a finished position is worth to the player who would move.
    #[must_use]
    #[inline]
    pub fn finished(outcome: Outcome<Wdl>, turn: Player) -> Self {
        match outcome.value_for(turn) {
            Wdl::Loss => Settled(1),
            Wdl::Draw => Self::DRAWN,
            Wdl::Win => Settled(255),
        }
    }

    /// With that value and distance; `None` if a draw has a distance, something else has none, or it is
    /// too large.
    #[must_use]
    pub fn new(value: Wdl, distance: Option<u32>) -> Option<Self> {
        match (value, distance) {
            (Wdl::Draw, None) => Some(Self::DRAWN),
            (Wdl::Loss, Some(plies @ 0..=Self::DISTANCE_MAX)) => Some(Settled(1 + plies as u8)),
            (Wdl::Win, Some(plies @ 0..=Self::DISTANCE_MAX)) => Some(Settled(255 - plies as u8)),
            _ => None,
        }
    }

    /// What a move into a position that is worth this is worth to the player who makes it. What is
    /// unknown stays so.
    #[must_use]
    #[inline]
    pub const fn before(self) -> Self {
        debug_assert!(self.0 != 127 && self.0 != 129, "one ply more still fits");
        Settled(match self.0 {
            0 => 0,
            lost @ 1..128 => 255 - lost,
            128 => 128,
            won => (257 - won as u16) as u8,
        })
    }

    /// The value; `None` if nothing is known.
    #[must_use]
    #[inline]
    pub const fn value(self) -> Option<Wdl> {
        match self.0 {
            0 => None,
            1..128 => Some(Wdl::Loss),
            128 => Some(Wdl::Draw),
            _ => Some(Wdl::Win),
        }
    }

    /// Plies to the end; `None` for draws, and if nothing is known.
    #[must_use]
    #[inline]
    pub const fn distance(self) -> Option<u32> {
        match self.0 {
            0 | 128 => None,
            lost @ 1..128 => Some(lost as u32 - 1),
            won => Some(255 - won as u32),
        }
    }

    /// As a byte.
    #[must_use]
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// From a byte.
    #[must_use]
    #[inline]
    pub const fn from_byte(byte: u8) -> Self {
        Settled(byte)
    }
}

/// Plays random games and says what breaks the laws of layers, if anything does: layers that do not
/// follow one another, numbers that do not lead back, predecessors that are missing, finished, or no
/// predecessors. The text of an error has the position.
pub fn check<G: Layered>(game: &G, games: u32, seed: u64) -> Result<(), String> {
    let mut random = crate::random::Random::new(seed);
    for _ in 0..games {
        let mut pos = game.start();
        loop {
            let wrong = |what: &str| Err(format!("{what}: {pos:?}"));
            if game.unpack(game.pack(&pos)) != pos {
                return wrong("the number does not lead back to the position");
            }
            if game.fold(game.pack(&pos)) != game.pack(&game.canonical(&pos)) {
                return wrong("the number folds to another one than the position");
            }
            if game.layer(&pos) > game.layer_max() {
                return wrong("the position is behind the last layer");
            }
            if game.outcome(&pos).is_some() {
                break;
            }
            let moves: Vec<G::Move> = game.moves(&pos).collect();
            let mut slots: Vec<usize> = moves.iter().map(|&m| game.slot(m)).collect();
            slots.sort_unstable();
            slots.dedup();
            if slots.len() != moves.len() || slots.last().is_some_and(|&s| s >= game.slots()) {
                return wrong("two moves have one slot, or one has too large a slot");
            }
            for &m in &moves {
                let next = game.play(&pos, m);
                if game.layer(&next) != game.layer(&pos) + 1 {
                    return wrong("a move does not lead to the next layer");
                }
                let mut before = vec![];
                game.predecessors(&next, |found| before.push(found));
                if before.iter().filter(|&&found| found == pos).count() != 1 {
                    return wrong("a position is not once among the predecessors of the next");
                }
                let leads = |found: &G::Position| {
                    game.outcome(found).is_none()
                        && game.moves(found).any(|m| game.play(found, m) == next)
                };
                if !before.iter().all(leads) {
                    return wrong("no move leads from a predecessor of a next position to it");
                }
            }
            pos = game.play(&pos, random.pick(&moves));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_about_equal_and_stay_what_they_are() {
        for parts in [1, 2, 3, 7, 64] {
            let mut sizes = vec![0; parts as usize];
            for number in 0..64_000u64 {
                sizes[part_of(number << NEAR_BITS, parts) as usize] += 1;
            }
            let fair = 64_000 / parts;
            let is_fair = |&size: &u32| size.abs_diff(fair) <= fair / 8;
            assert!(sizes.iter().all(is_fair), "{sizes:?}");
        }
        // Databases are written by these: a change would be a new format.
        assert_eq!(
            [1 << 10, 2 << 10, 3 << 10, (4 << 10) + 1023, u64::MAX]
                .map(|number| part_of(number, 10)),
            [3, 8, 1, 7, 7]
        );
    }

    #[test]
    fn better_is_larger_and_a_move_turns_it_round() {
        let lost = |plies| Settled::new(Wdl::Loss, Some(plies)).unwrap();
        let won = |plies| Settled::new(Wdl::Win, Some(plies)).unwrap();
        let mut from_worst = vec![Settled::UNKNOWN];
        from_worst.extend((0..=126).map(lost));
        from_worst.push(Settled::DRAWN);
        from_worst.extend((0..=126).rev().map(won));
        assert_eq!(from_worst.len(), 256);
        assert!(from_worst.is_sorted());
        for plies in 0..126 {
            assert_eq!(lost(plies).before(), won(plies + 1));
            assert_eq!(won(plies).before(), lost(plies + 1));
            assert_eq!(lost(plies).distance(), Some(plies));
            assert_eq!(won(plies).value(), Some(Wdl::Win));
        }
        assert_eq!(Settled::DRAWN.before(), Settled::DRAWN);
        assert_eq!(Settled::UNKNOWN.before(), Settled::UNKNOWN);
        assert_eq!(Settled::new(Wdl::Draw, Some(3)), None);
        assert_eq!(Settled::new(Wdl::Win, Some(127)), None);
        for byte in 0..=255 {
            let settled = Settled::from_byte(byte);
            let again = settled
                .value()
                .and_then(|value| Settled::new(value, settled.distance()));
            assert_eq!(again, (byte > 0).then_some(settled));
        }
    }
}
