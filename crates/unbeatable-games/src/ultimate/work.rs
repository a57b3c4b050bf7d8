//! Guesses for ultimate tic-tac-toe: how much work is left?
//!
//! The first numbers of proof-number search say how far a position looks from a proof. Here they are
//! made of three guesses: how likely the player to move reaches his aim; how many nodes a search takes
//! that finds out that he does; and how many one takes that finds out that he does not. With `p`, `r`
//! and `m` for these,
//!
//! ```text
//! number for reaching the aim = r^0.8 / p²          number for missing it = m^0.8 / (1 - p)²
//! ```
//!
//! in units, and at most [`NUMBER_MAX`]: beyond it a guess is surer than it ought to be, and to trust it
//! takes 1.7 times the nodes. A linear sum of the few things below guesses the logarithm of each,
//! `r` and `m` by least squares and the odds of `p` by logistic regression, on thousands of positions that
//! searches had opened the way to, each searched by itself. `cargo xtask uttt fit` makes the sums anew.
//! So the numbers are fitted to the work that a subtree takes; who is going to win is one part of that.
//!
//! Each player's standing is the sum over the eight lines of chances that [`odds`](super::odds)
//! explains: as they stand, and after the best reply, wherever it is made. What it takes to answer a
//! question grows by a quarter or so with every empty square.
//!
//! Everything is done in ordinary arithmetic on numbers of 32 bits, logarithms included, so that it comes to
//! the very same on every machine: counts of nodes depend on it.

use unbeatable_core::{Numbers, Outcome, Player, Wdl};

use crate::ultimate::chances::{BoardChances, boards_to_win};
use crate::ultimate::local_boards::FULL;
use crate::ultimate::words::{self, EACH};
use crate::ultimate::{Position, critical_boards, squares_of};

mod weights;

use weights::WEIGHTS;

/// How many things are looked at.
pub const FEATURES: usize = 10;

/// What they are called, in the order of [`Glance::features`].
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "one",
    "log of the attacker's standing",
    "log of the defender's standing",
    "log of the attacker's standing after the best reply",
    "log of the defender's standing after the best reply",
    "log of the safe replies",
    "empty squares",
    "attacker's standing and empty squares",
    "defender's standing and empty squares",
    "attacker's standing after the reply and empty squares",
];

/// What a position looks like at a glance, to somebody who wonders whether the player to move reaches
/// his aim.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// Whether the player to move needs to win; a draw does for the other.
    pub attacks: bool,
    /// How well the player to move stands, and the other.
    pub standing: [f32; 2],
    /// Likewise, when the player to move has made the mark that helps him most.
    pub replied: [f32; 2],
    /// About how many moves do not lose at once.
    pub replies: u32,
    /// Empty squares of open boards.
    pub empty: u32,
}

/// So that nobody is beyond hope: who needs to win, and who does with a draw.
const HOPES: [f32; 2] = [0.1, 0.3];

/// So many empty squares count as one.
const EMPTY_UNIT: f32 = 30.0;

/// What work counts to the power of: 0.7 takes as many nodes, 0.5 a quarter more, 1 a twentieth more.
const WORK_POWER: f32 = 0.8;

/// No guess is larger.
pub const NUMBER_MAX: f32 = 20_000.0;

impl Glance {
    /// What is seen of an unfinished position, if it is asked whether the game ends at least as well for the
    /// first player as `at_least`.
    #[must_use]
    pub fn new(pos: &Position, at_least: Outcome<Wdl>) -> Self {
        let turn = pos.turn();
        let avoided = critical_boards::to_avoid(pos);
        let [low, high] = words::without(pos.moves().0, [EACH * u64::from(avoided); 2]);
        let marks = Player::BOTH.map(|player| pos.words(player));
        let empty = words::without(
            words::without(squares_of(FULL & !pos.closed()), marks[0]),
            marks[1],
        );
        let standing = BoardChances::new(pos, turn.other());
        let swapped = |[other, own]: [f32; 2]| [own, other];
        Glance {
            attacks: attacker(at_least) == turn,
            standing: swapped(standing.totals()),
            replied: swapped(standing.after_reply(boards_to_win(pos))),
            replies: low.count_ones() + high.count_ones(),
            empty: empty[0].count_ones() + empty[1].count_ones(),
        }
    }

    /// The logarithms of the standings of who needs to win and of the other: now, and after the reply.
    #[inline]
    fn standings(&self) -> [f32; 4] {
        let ([own, other], [then_own, then_other]) = (self.standing, self.replied);
        let [win, draw] = HOPES;
        log2(match self.attacks {
            true => [own + win, other + draw, then_own + win, then_other + draw],
            false => [other + win, own + draw, then_other + win, then_own + draw],
        })
    }

    /// The features, in numbers.
    #[must_use]
    #[inline]
    pub fn features(&self) -> [f32; FEATURES] {
        let [now_a, now_d, then_a, then_d] = self.standings();
        let empty = self.empty as f32 / EMPTY_UNIT;
        [
            1.0,
            now_a,
            now_d,
            then_a,
            then_d,
            LOGS[self.replies as usize],
            empty,
            now_a * empty,
            now_d * empty,
            then_a * empty,
        ]
    }

    /// The first numbers of the position, where `turn` moves.
    #[must_use]
    #[inline]
    pub fn numbers(&self, turn: Player) -> Numbers {
        WorkGuess::new(self.attacks, self.empty).numbers(self, turn)
    }
}

/// The sums for positions in which somebody with this kind of aim is to move, and so many squares are empty:
/// what moves of one position have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkGuess {
    /// For nothing, the four logarithms of standings, and the logarithm of replies: see [`LANES`].
    weights: [[f32; 4]; 6],
}

impl WorkGuess {
    #[inline]
    pub(crate) fn new(attacks: bool, empty: u32) -> Self {
        let lanes = &LANES[usize::from(attacks)];
        let empty = empty as f32 / EMPTY_UNIT;
        let mut weights = [[0.0; 4]; 6];
        for (i, weights) in weights.iter_mut().enumerate() {
            *weights = lanes[i];
            // What is multiplied with the empty squares: nothing, and the first three standings.
            if i < FEATURES - 6 {
                for (weight, by_empty) in weights.iter_mut().zip(&lanes[6 + i]) {
                    *weight += empty * by_empty;
                }
            }
        }
        WorkGuess { weights }
    }

    /// The first numbers of a position at which this is a glance.
    #[inline]
    pub(crate) fn numbers(&self, glance: &Glance, turn: Player) -> Numbers {
        let [now_a, now_d, then_a, then_d] = glance.standings();
        let seen = [now_a, now_d, then_a, then_d, LOGS[glance.replies as usize]];
        let mut sums = self.weights[0];
        for (seen, weights) in seen.iter().zip(&self.weights[1..]) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += seen * weight;
            }
        }
        let [odds, reached, missed, _] = sums;
        // One in so many reaches his aim, one in so many misses it: as logarithms.
        let against = AGAINST[nearest((odds + ODDS_MAX) * ODDS_STEPS, AGAINST.len())];
        let in_favour = against + odds;
        let number = |power: f32| NUMBERS[nearest((power + UNIT_LOG) * POWER_STEPS, NUMBERS.len())];
        let (win, lose) = (
            number(reached + 2.0 * against),
            number(missed + 2.0 * in_favour),
        );
        match turn {
            Player::First => Numbers {
                proof: win,
                disproof: lose,
            },
            Player::Second => Numbers {
                proof: lose,
                disproof: win,
            },
        }
    }
}

/// [`WEIGHTS`] as they are added up: odds, what work counts if the aim is reached and if it is missed, and
/// nothing.
static LANES: [[[f32; 4]; FEATURES]; 2] = {
    let mut lanes = [[[0.0; 4]; FEATURES]; 2];
    let mut i = 0;
    while i < 2 * FEATURES {
        let [odds, reached, missed] = WEIGHTS[i / FEATURES][i % FEATURES];
        lanes[i / FEATURES][i % FEATURES] = [odds, WORK_POWER * reached, WORK_POWER * missed, 0.0];
        i += 1;
    }
    lanes
};

/// Who needs to win, if the question is whether the game ends at least as well for the first player as this.
#[inline]
pub(crate) fn attacker(at_least: Outcome<Wdl>) -> Player {
    match at_least.value_for(Player::First) {
        Wdl::Win => Player::First,
        _ => Player::Second,
    }
}

/// The logarithms of normal positive numbers to base 2, less than 0.0002 off.
#[inline]
fn log2(numbers: [f32; 4]) -> [f32; 4] {
    numbers.map(log2_of)
}

#[inline]
const fn log2_of(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    // What the leading part exceeds 1 by.
    let t = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000) - 1.0;
    exponent as f32 + t + t * (1.0 - t) * (0.438_379_3 + t * (-0.237_501_3 + t * 0.080_653_2))
}

/// Two to the power of `x`, less than a 200,000th off; `x` is at most 30 from 0.
const fn exp2(x: f32) -> f32 {
    let rounded = x + LARGE;
    let whole = (rounded.to_bits() as i32).wrapping_sub(LARGE.to_bits() as i32);
    let t = x - (rounded - LARGE);
    let part =
        0.999_999_2 + t * (0.693_122 + t * (0.240_249_8 + t * (0.055_917_04 + t * 0.009_560_51)));
    part * f32::from_bits(((whole + 127) << 23) as u32)
}

/// Added to a number this size, what is behind the point falls away, and the rest stands in the last bits.
const LARGE: f32 = 12_582_912.0;

/// The whole number nearest to `x` that is an index of a table of so many.
#[inline]
fn nearest(x: f32, length: usize) -> usize {
    let last = (length - 1) as f32;
    let x = if x > 0.0 { x } else { 0.0 };
    let x = if x < last { x } else { last };
    ((x + LARGE).to_bits() - LARGE.to_bits()) as usize
}

/// Odds beyond this, as a logarithm, count as this.
const ODDS_MAX: f32 = 16.0;
const ODDS_STEPS: f32 = 16.0;

/// `AGAINST[i]`: the logarithm of one more than the odds against something, where the logarithm of the odds
/// in favour is `i / ODDS_STEPS - ODDS_MAX`.
static AGAINST: [f32; 513] = {
    let mut against = [0.0; 513];
    let mut i = 0;
    while i < against.len() {
        against[i] = log2_of(1.0 + exp2(ODDS_MAX - i as f32 / ODDS_STEPS));
        i += 1;
    }
    against
};

/// The logarithm of [`Numbers::UNIT`].
const UNIT_LOG: f32 = Numbers::UNIT.ilog2() as f32;
const POWER_STEPS: f32 = 64.0;

/// `NUMBERS[i]`: two to the power of `i / POWER_STEPS`, up to [`NUMBER_MAX`].
static NUMBERS: [u32; 916] = {
    let mut numbers = [0; 916];
    let mut i = 0;
    while i < numbers.len() {
        let number = exp2(i as f32 / POWER_STEPS);
        numbers[i] = if number < NUMBER_MAX {
            number
        } else {
            NUMBER_MAX
        } as u32;
        i += 1;
    }
    assert!(numbers[915] == NUMBER_MAX as u32 && numbers[913] < numbers[915]);
    numbers
};

/// The logarithms of numbers of replies; none counts as one.
static LOGS: [f32; 82] = {
    let mut logs = [0.0; 82];
    let mut replies = 2;
    while replies < logs.len() {
        logs[replies] = log2_of(replies as f32);
        replies += 1;
    }
    logs
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers() {
        for i in 1..100_000u32 {
            let x = i as f32 / 1000.0;
            assert!((log2_of(x) - x.log2()).abs() < 2e-4, "{x}");
        }
        for i in -30_000..30_000 {
            let x = i as f32 / 1000.0;
            assert!((exp2(x) / x.exp2() - 1.0).abs() < 5e-6, "{x}");
        }
        assert_eq!(
            [-1e9, 0.4, 0.6, 511.7, 1e9].map(|x| nearest(x, 513)),
            [0, 0, 1, 512, 512]
        );
    }

    /// Whoever is likelier to reach his aim is nearer to it.
    #[test]
    fn numbers_follow_the_standing() {
        let glance = |own: f32, attacks| Glance {
            attacks,
            standing: [own, 1.0],
            replied: [own * 1.1, 1.0],
            replies: 5,
            empty: 35,
        };
        for attacks in [false, true] {
            let numbers =
                [0.1, 0.5, 1.0, 2.0].map(|own| glance(own, attacks).numbers(Player::First));
            assert!(
                numbers.is_sorted_by(|a, b| a.proof >= b.proof),
                "{numbers:?}"
            );
            assert!(
                numbers.is_sorted_by(|a, b| a.disproof <= b.disproof),
                "{numbers:?}"
            );
            let swapped = glance(0.5, attacks).numbers(Player::Second);
            assert_eq!(
                (swapped.proof, swapped.disproof),
                (numbers[1].disproof, numbers[1].proof)
            );
        }
    }
}
