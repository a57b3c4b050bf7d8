//! Heap games: Nim, take-away games, Kayles and every octal game, by one rule book.
//!
//! Stones lie in heaps. A move takes stones from one heap and may leave what is left of it as no heap,
//! as one heap or as two; who cannot move loses (misère: wins). Which numbers may be taken, and what
//! may be left then, is the game. Guy and Smith (1956, 'The G-values of various games') write that as
//! one octal digit for each number of stones taken:
//!
//! ```text
//! 0.77    Kayles: take 1 or 2, and leave no heap (1), one heap (2) or two (4): 1 + 2 + 4 = 7
//! 0.07    Dawson's Kayles: take 2, and leave no heap, one or two
//! 0.333   take-away: take 1, 2 or 3, and leave no heap or one
//! 0.333…  Nim: take any number, and leave no heap or one
//! 4.      before the point: take nothing, and split a heap in two
//! ```
//!
//! Such games are impartial: both players have the same moves, so what a position is worth to the
//! player to move does not depend on who that is. The symmetry that folds positions is to exchange
//! the players.

use std::hash::{Hash, Hasher};
use std::iter;

use unbeatable_core::{Game, Outcome, Player, Wdl};

mod entry;
pub mod nim_sum;
pub mod nimbers;
mod notation;

/// A position has at most this many heaps.
pub const HEAPS_MAX: usize = 32;

/// A heap has at most this many stones.
pub const HEAP_MAX: u16 = u16::MAX;

/// All heaps together have at most this many stones, so that no game takes more moves.
pub const STONES_MAX: u32 = 65_535;

/// Heaps that can be split are followed up to this size; they outgrow a position long before.
const SPLIT_HEAP_MAX: u16 = 1024;

/// The rule book: what a move may take and leave, who wins, and the heaps at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heaps {
    taking: Taking,
    misere: bool,
    start: Piles,
    /// Into how many heaps a heap of each size can fall apart at most; empty where none splits.
    most_heaps: Vec<u8>,
}

/// What a move may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taking {
    /// Any number of stones, and what is left stays one heap: Nim.
    Any,
    /// These numbers of stones, ascending.
    Listed(Vec<Removal>),
}

/// A number of stones that may be taken, and what may be left then: an octal digit and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Removal {
    /// How many stones.
    pub take: u16,
    /// A set of [`NONE_LEFT`], [`ONE_LEFT`] and [`TWO_LEFT`].
    pub leaves: u8,
}

/// The whole heap may be taken.
pub const NONE_LEFT: u8 = 1;
/// What is left may stay one heap.
pub const ONE_LEFT: u8 = 2;
/// What is left may be split in two heaps.
pub const TWO_LEFT: u8 = 4;

/// A position: heaps and whose turn it is.
///
/// ```text
/// sizes   3  5  7  0  0  …  0      3,5,7: the smallest first, then zeros up to 32 places
/// count   3                        how many of them are heaps
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piles {
    sizes: [u16; HEAPS_MAX],
    count: u8,
    turn: Player,
}

/// Takes stones from a heap of that size; equal heaps give one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// How many stones the heap has.
    pub heap: u16,
    /// How many are taken.
    pub take: u16,
    /// The smaller one of the two heaps left; 0 if what is left stays together.
    pub split: u16,
}

impl Take {
    /// The heaps that are left, the smaller one first; 0 is none.
    #[must_use]
    pub fn left(self) -> [u16; 2] {
        [self.split, self.heap - self.take - self.split]
    }
}

// What follows the heaps is all zeros; only they need to be mixed, four at a time.
impl Hash for Piles {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let word = |four: &[u16]| four.iter().fold(0, |word, n| word << 16 | u64::from(*n));
        for four in self.heaps().chunks(4) {
            hasher.write_u64(word(four));
        }
        hasher.write_u8(self.count << 1 | self.turn.index() as u8);
    }
}

impl Piles {
    /// These heaps in any order, zeros left out; `None` if there are too many.
    #[must_use]
    pub fn new(heaps: &[u16], turn: Player) -> Option<Self> {
        let mut piles = Piles {
            sizes: [0; HEAPS_MAX],
            count: 0,
            turn,
        };
        for &heap in heaps.iter().filter(|heap| **heap > 0) {
            *piles.sizes.get_mut(usize::from(piles.count))? = heap;
            piles.count += 1;
        }
        piles.sizes[..usize::from(piles.count)].sort_unstable();
        Some(piles)
    }

    /// The heaps, the smallest first.
    #[must_use]
    #[inline]
    pub fn heaps(&self) -> &[u16] {
        &self.sizes[..usize::from(self.count)]
    }

    /// Each size of heap once, the smallest first.
    pub fn distinct(&self) -> impl Iterator<Item = u16> + use<> {
        let Piles { sizes, count, .. } = *self;
        (0..usize::from(count))
            .filter(move |&i| i == 0 || sizes[i - 1] != sizes[i])
            .map(move |i| sizes[i])
    }

    /// Who moves next.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// These heaps with `turn` to move.
    #[must_use]
    pub fn with_turn(self, turn: Player) -> Self {
        Piles { turn, ..self }
    }

    /// The heaps with one of size `heap` replaced by `left`, and the other player to move.
    #[inline]
    fn replaced(&self, heap: u16, left: [u16; 2]) -> Self {
        let at = self.heaps().iter().position(|known| *known == heap);
        let at = at.expect("stones are taken from a heap of the position");
        let mut next = Piles {
            turn: self.turn.other(),
            ..*self
        };
        next.sizes.copy_within(at + 1..usize::from(self.count), at);
        next.count -= 1;
        next.sizes[usize::from(next.count)] = 0;
        for new in left.into_iter().filter(|new| *new > 0) {
            let count = usize::from(next.count);
            assert!(
                count < HEAPS_MAX,
                "the rule book refuses heaps that outgrow a position"
            );
            let at = next.heaps().partition_point(|known| *known < new);
            next.sizes.copy_within(at..count, at + 1);
            next.sizes[at] = new;
            next.count += 1;
        }
        next
    }
}

impl Removal {
    /// The moves that take this from a heap, the one that leaves it whole first.
    fn moves(self, heap: u16) -> impl Iterator<Item = Take> {
        let Removal { take, leaves } = self;
        let rest = heap.checked_sub(take);
        let stays = match rest {
            None => false,
            Some(0) => leaves & NONE_LEFT != 0,
            Some(_) => take > 0 && leaves & ONE_LEFT != 0,
        };
        let halves = rest
            .filter(|_| leaves & TWO_LEFT != 0)
            .map_or(0, |rest| rest / 2);
        let whole = stays.then_some(Take {
            heap,
            take,
            split: 0,
        });
        let split = move |split| Take { heap, take, split };
        whole.into_iter().chain((1..=halves).map(split))
    }
}

impl Taking {
    /// The moves in a heap, the fewest stones first.
    pub fn moves(&self, heap: u16) -> impl Iterator<Item = Take> {
        let (any, listed) = match self {
            Taking::Any => (heap, &[][..]),
            Taking::Listed(removals) => (0, &removals[..]),
        };
        let any = (1..=any).map(move |take| Take {
            heap,
            take,
            split: 0,
        });
        any.chain(listed.iter().flat_map(move |removal| removal.moves(heap)))
    }

    /// Whether the move is one of those of its heap.
    fn allows(&self, m: Take) -> bool {
        match self {
            Taking::Any => (1..=m.heap).contains(&m.take) && m.split == 0,
            Taking::Listed(removals) => removals
                .iter()
                .filter(|removal| removal.take == m.take)
                .any(|removal| removal.moves(m.heap).any(|legal| legal == m)),
        }
    }

    /// Whether a move can leave two heaps.
    #[must_use]
    pub fn splits(&self) -> bool {
        match self {
            Taking::Any => false,
            Taking::Listed(removals) => removals.iter().any(|r| r.leaves & TWO_LEFT != 0),
        }
    }
}

impl Heaps {
    /// The rules of a game that starts with these heaps; `Err` says what would be possible.
    pub fn new(taking: Taking, misere: bool, start: &[u16]) -> Result<Self, String> {
        let most_heaps = match taking.splits() {
            true => most_heaps(&taking),
            false => vec![],
        };
        let mut game = Heaps {
            taking,
            misere,
            start: Piles::new(&[], Player::First).expect("no heap is not too many"),
            most_heaps,
        };
        game.start = game.position(start, Player::First)?;
        Ok(game)
    }

    /// The position with these heaps in any order; `Err` says what would be possible.
    ///
    /// Any heaps will do that fit: they need not be what play from the start can leave.
    pub fn position(&self, heaps: &[u16], turn: Player) -> Result<Piles, String> {
        let heap_max = self.heap_max();
        if heaps.iter().any(|heap| *heap > heap_max) {
            return Err(match self.taking.splits() {
                true => format!(
                    "heaps of at most {heap_max} (larger ones can fall apart into more than \
                     {HEAPS_MAX})"
                ),
                false => format!("heaps of at most {heap_max}"),
            });
        }
        if heaps.iter().map(|heap| u32::from(*heap)).sum::<u32>() > STONES_MAX {
            return Err(format!("at most {STONES_MAX} stones in all"));
        }
        let most = |heap: &u16| {
            usize::from(
                self.most_heaps
                    .get(usize::from(*heap))
                    .copied()
                    .unwrap_or(1),
            )
        };
        if heaps
            .iter()
            .filter(|heap| **heap > 0)
            .map(most)
            .sum::<usize>()
            > HEAPS_MAX
        {
            return Err(match self.taking.splits() {
                true => format!("heaps that cannot fall apart into more than {HEAPS_MAX}"),
                false => format!("at most {HEAPS_MAX} heaps"),
            });
        }
        Ok(Piles::new(heaps, turn).expect("the heaps were counted"))
    }

    /// What a move may take.
    #[must_use]
    pub fn taking(&self) -> &Taking {
        &self.taking
    }

    /// Whether who takes the last stone loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// The largest heap that a position may have.
    #[must_use]
    pub fn heap_max(&self) -> u16 {
        match self.most_heaps.len() {
            0 => HEAP_MAX,
            sizes => (sizes - 1) as u16,
        }
    }
}

/// Into how many heaps a heap of each size can fall apart, for all sizes that fit a position.
fn most_heaps(taking: &Taking) -> Vec<u8> {
    let mut most: Vec<u8> = vec![0];
    for heap in 1..=SPLIT_HEAP_MAX {
        let of = |left: u16| most[usize::from(left)];
        let apart = taking.moves(heap).map(|m| m.left().map(of).iter().sum());
        match apart.fold(1, u8::max) {
            many if usize::from(many) > HEAPS_MAX => break,
            many => most.push(many),
        }
    }
    most
}

impl Game for Heaps {
    type Position = Piles;
    type Move = Take;
    type Value = Wdl;

    fn start(&self) -> Piles {
        self.start
    }

    #[inline]
    fn turn(&self, pos: &Piles) -> Player {
        pos.turn
    }

    #[inline]
    fn outcome(&self, pos: &Piles) -> Option<Outcome<Wdl>> {
        // Small heaps may be out of play: Dawson's Kayles takes nothing from a heap of one.
        let can_move = |heap: &u16| self.taking.moves(*heap).next().is_some();
        if pos.heaps().iter().rev().any(can_move) {
            return None;
        }
        let last = pos.turn.other();
        Some(Outcome::win(if self.misere { last.other() } else { last }))
    }

    /// Small heaps first, few stones first, whole heaps before split ones.
    #[inline]
    fn moves(&self, pos: &Piles) -> impl Iterator<Item = Take> {
        pos.distinct().flat_map(|heap| self.taking.moves(heap))
    }

    #[inline]
    fn play(&self, pos: &Piles, m: Take) -> Piles {
        debug_assert!(self.taking.allows(m), "{m:?} is a move");
        pos.replaced(m.heap, m.left())
    }

    /// The players exchanged.
    fn images(&self, pos: &Piles) -> impl Iterator<Item = Piles> {
        iter::once(*pos).chain(iter::once(pos.with_turn(pos.turn.other())))
    }

    fn canonical(&self, pos: &Piles) -> Piles {
        pos.with_turn(Player::First)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::notation_checks;
    use unbeatable_core::{Notation, laws};

    fn rules(spec: &str) -> Heaps {
        notation_checks::rules(spec)
    }

    #[test]
    fn games_of_all_kinds_keep_the_laws() {
        for spec in [
            "nim:3,5,7",
            "nim:3,5,7+misere",
            "nim:1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
            "nim:0",
            "nim:0+misere",
            "nim:90",
            "subtract:21+take=1,2,3",
            "subtract:9,30+misere+take=2,5,7",
            "kayles:5,7",
            "kayles:20+misere",
            "dawson:9",
            "dawson:3,25",
            "octal:7+code=0.137",
            "octal:4,9+code=4.0077",
            "octal:12+code=0.5",
            "octal:3+code=0.0",
        ] {
            let tally = laws::check(&rules(spec), 200, 1).unwrap_or_else(|e| panic!("{spec}: {e}"));
            assert_eq!(tally.games, 200);
            assert_eq!(
                tally.images, tally.distinct,
                "{spec}: the players exchanged"
            );
        }
    }

    #[track_caller]
    fn check_moves(spec: &str, position: &str, moves: &str) {
        let game = rules(spec);
        let pos = game.parse_position(position).unwrap();
        let texts: Vec<String> = game.moves(&pos).map(|m| game.move_text(&pos, m)).collect();
        assert_eq!(texts.join(" "), moves, "{spec} {position}");
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        check_moves("nim:3,5,7", "1,3,3", "1-1 3-1 3-2 3-3");
        check_moves("subtract:9+take=2,3", "1,2,5", "2-2 5-2 5-3");
        check_moves("kayles:5", "5", "5-1 5-1:1+3 5-1:2+2 5-2 5-2:1+2");
        check_moves("dawson:9", "1,4,4", "4-2 4-2:1+1");
        // 0.137: a lone stone; two with at most one heap left; three with up to two left.
        check_moves("octal:7+code=0.137", "1,2,5", "1-1 2-2 5-2 5-3 5-3:1+1");
        check_moves("octal:7+code=4.1", "1,4", "1-1 4-0:1+3 4-0:2+2");
    }

    #[test]
    fn who_cannot_move_loses_or_wins_misere() {
        for (spec, position, winner) in [
            ("nim:1", "0", Player::Second),
            ("nim:1+misere", "0", Player::First),
            ("nim:1", "0;Second", Player::First),
            ("dawson:9", "1,1,1", Player::Second),
            ("subtract:9+misere+take=2,3", "1;Second", Player::Second),
        ] {
            let game = rules(spec);
            let pos = game.parse_position(position).unwrap();
            assert_eq!(
                game.outcome(&pos),
                Some(Outcome::win(winner)),
                "{spec} {position}"
            );
        }
    }

    #[test]
    fn heaps_that_split_never_outgrow_a_position() {
        // Each split costs a pin, or two: k heaps take 2k - 1 pins in Kayles, 3k - 2 in Dawson's.
        assert_eq!(rules("kayles:5").heap_max(), 64);
        assert_eq!(rules("dawson:5").heap_max(), 96);
        assert_eq!(rules("octal:5+code=4.0").heap_max(), 32);
        assert_eq!(rules("octal:5+code=0.333").heap_max(), HEAP_MAX);
        assert!(rules("kayles:9").position(&[64], Player::First).is_ok());
        assert!(rules("kayles:9").position(&[3, 62], Player::First).is_err());
    }
}
