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

    /// How many groups of moves there are.
    fn move_groups(&self) -> usize;

    /// The group of a move, less than [`move_groups`](Self::move_groups). Moves of a position are in different
    /// groups.
    ///
    /// Moves of one group, a square or a column say, should keep the order of numbers: if a position of
    /// a layer has a smaller number than another, so has the position behind it. Nothing but speed
    /// depends on that.
    fn move_group(&self, m: Self::Move) -> usize;

    /// All unfinished positions from which a move leads to `pos`, each once; whether or not they can be
    /// reached themselves.
    fn predecessors(&self, pos: &Self::Position, each: impl FnMut(Self::Position));

    /// The number of the position that stands for all images of the one with this number.
    #[inline]
    fn fold(&self, packed: u64) -> u64 {
        self.pack(&self.canonical(&self.unpack(packed)))
    }
}

/// A [`Layered`] game that is asked by numbers alone: what solves, keeps and verifies all of its positions is
/// compiled once, for every game.
///
/// A number is [`Layered::pack`] of a position. Positions that are symmetric make a class, and one of them
/// stands for it: the number of the class is the [folded](Layered::fold) one.
pub trait Numbered: Send + Sync {
    /// No layer behind this one has a position.
    fn last_layer(&self) -> u32;

    /// How many groups of moves there are.
    fn move_group_count(&self) -> usize;

    /// The layer of a position.
    fn layer_of(&self, number: u64) -> u32;

    /// The player to move.
    fn turn_of(&self, number: u64) -> Player;

    /// How the game ended, if it did.
    fn outcome_of(&self, number: u64) -> Option<Outcome<Wdl>>;

    /// The class of a position.
    fn class_of(&self, number: u64) -> u64;

    /// Notes what is behind these positions, in their order; what was noted before is gone.
    fn expand(&self, numbers: &[u64], behind: &mut Behind);

    /// Writes down the positions behind the moves of an unfinished one.
    fn positions_behind(&self, number: u64, behind: &mut Vec<u64>);

    /// Writes down the classes of all positions from which a move leads to this one, or to one of its
    /// images, sorted and each once; whether or not they can be reached.
    fn classes_before(&self, number: u64, before: &mut Vec<u64>);

    /// Writes down all images of a position, itself among them, sorted and each once.
    fn images_of(&self, number: u64, images: &mut Vec<u64>);

    /// What a position is worth that is finished, or that a move wins at once; `None` for all others.
    fn glance(&self, number: u64) -> Option<Settled>;

    /// What a finished position is worth to the player who would move.
    fn end_of(&self, number: u64) -> Option<Settled> {
        let outcome = self.outcome_of(number)?;
        Some(Settled::finished(outcome, self.turn_of(number)))
    }
}

impl<G: Layered> Numbered for G {
    fn last_layer(&self) -> u32 {
        self.layer_max()
    }

    fn move_group_count(&self) -> usize {
        self.move_groups()
    }

    fn layer_of(&self, number: u64) -> u32 {
        self.layer(&self.unpack(number))
    }

    fn turn_of(&self, number: u64) -> Player {
        self.turn(&self.unpack(number))
    }

    fn outcome_of(&self, number: u64) -> Option<Outcome<Wdl>> {
        self.outcome(&self.unpack(number))
    }

    fn class_of(&self, number: u64) -> u64 {
        self.fold(number)
    }

    fn expand(&self, numbers: &[u64], behind: &mut Behind) {
        behind.moves.clear();
        behind.positions.clear();
        for &number in numbers {
            let pos = self.unpack(number);
            let end = match self.outcome(&pos) {
                Some(outcome) => Settled::finished(outcome, self.turn(&pos)),
                None => {
                    for m in self.moves(&pos) {
                        let next = self.fold(self.pack(&self.play(&pos, m)));
                        behind.moves.push((self.move_group(m), next));
                    }
                    Settled::UNKNOWN
                }
            };
            behind.positions.push((behind.moves.len(), end));
        }
    }

    fn positions_behind(&self, number: u64, behind: &mut Vec<u64>) {
        let pos = self.unpack(number);
        behind.clear();
        behind.extend(self.moves(&pos).map(|m| self.pack(&self.play(&pos, m))));
    }

    fn classes_before(&self, number: u64, before: &mut Vec<u64>) {
        before.clear();
        self.predecessors(&self.unpack(number), |found| {
            before.push(self.fold(self.pack(&found)));
        });
        before.sort_unstable();
        before.dedup();
    }

    fn images_of(&self, number: u64, images: &mut Vec<u64>) {
        images.clear();
        let pos = self.unpack(number);
        images.extend(self.images(&pos).map(|image| self.pack(&image)));
        images.sort_unstable();
        images.dedup();
    }

    fn glance(&self, number: u64) -> Option<Settled> {
        let pos = self.unpack(number);
        let turn = self.turn(&pos);
        if let Some(outcome) = self.outcome(&pos) {
            return Some(Settled::finished(outcome, turn));
        }
        let wins = |m| {
            let outcome = self.outcome(&self.play(&pos, m));
            outcome.is_some_and(|outcome| outcome.value_for(turn) == Wdl::Win)
        };
        let is_won = self.moves(&pos).any(wins);
        is_won.then(|| Settled::new(Wdl::Win, Some(1)).expect("one ply fits"))
    }
}

/// What is behind the moves of some positions.
#[derive(Default)]
pub struct Behind {
    /// The group of each move, and the class behind it, which may be behind several moves.
    moves: Vec<(usize, u64)>,
    /// Where the moves of each position end, and what it is worth if it is finished.
    positions: Vec<(usize, Settled)>,
}

impl Behind {
    /// The group of each move of all positions, and the class behind it.
    #[must_use]
    pub fn moves(&self) -> &[(usize, u64)] {
        &self.moves
    }

    /// For each position its moves, and what it is worth: unknown if it is unfinished.
    pub fn positions(&self) -> impl Iterator<Item = (&[(usize, u64)], Settled)> {
        let mut begin = 0;
        self.positions.iter().map(move |&(end, settled)| {
            let moves = &self.moves[begin..end];
            begin = end;
            (moves, settled)
        })
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
            let mut groups: Vec<usize> = moves.iter().map(|&m| game.move_group(m)).collect();
            groups.sort_unstable();
            groups.dedup();
            if groups.len() != moves.len()
                || groups.last().is_some_and(|&s| s >= game.move_groups())
            {
                return wrong(
                    "two moves are in one group, or one is in a group with too large a number",
                );
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
