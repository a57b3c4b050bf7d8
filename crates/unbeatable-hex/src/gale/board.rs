//! The board of Gale: two lattices of dots, and the crossings of their lines.

use unbeatable_core::Player;
use unbeatable_core::notation::number;

use crate::board::each;

/// A set of crossings, one bit each, row by row from the upper left, lowest bit first.
///
/// ```text
///      x       x       x          gale:3. Black's dots are x, White's are o. Numbers are bits.
/// 5  o 0   o   1   o   2  o
/// 4    x   3   x   4   x          Bit 6 is the crossing c3. Black's bridge there joins the dots above
/// 3  o 5   o   6   o   7  o       and below it, White's the dots left and right of it.
/// 2    x   8   x   9   x
/// 1  o 10  o   11  o   12 o       Bit 3 is b4. Black's bridge there joins the dots left and right of it,
///      x       x       x          White's the dots above and below it.
///      a   b   c   d   e
///                                 Bits from 113 on are free on every board.
/// ```
///
/// Dots and crossings inside the frame are the places of a square, as those of a chess board are black and
/// white: the crossing of bit `k` is place `2k`, counted row by row.
pub type CrossingSet = u128;

/// The largest order of a board: the next one has 145 crossings.
pub const ORDER_MAX: u8 = 8;

/// More than a player's dots on any board, each side counted as one: there are 58 on the largest.
pub const DOTS_MAX: usize = 64;

const _: () = {
    let order = ORDER_MAX as usize;
    assert!(order * order + (order - 1) * (order - 1) == 113);
    assert!(order * (order - 1) + 2 <= DOTS_MAX);
};

/// The dots at the first of a player's sides, which count as one: the top for Black, the left for White.
pub const FIRST_SIDE: u8 = 0;

/// The dots at the other side.
pub const LAST_SIDE: u8 = 1;

/// A square board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GaleBoard {
    order: u8,
}

impl GaleBoard {
    /// The board of that order; `Err` says which orders there are.
    pub fn new(order: u8) -> Result<Self, &'static str> {
        match order {
            1..=ORDER_MAX => Ok(GaleBoard { order }),
            _ => Err("an order from 1 to 8"),
        }
    }

    /// How many dots of Black's stand in a row, and of White's in a column.
    #[must_use]
    #[inline]
    pub fn order(&self) -> u8 {
        self.order
    }

    /// How many rows of places there are, and how many columns.
    #[must_use]
    #[inline]
    pub fn width(&self) -> u8 {
        2 * self.order - 1
    }

    /// How many crossings there are.
    #[must_use]
    #[inline]
    pub fn count(&self) -> u8 {
        self.width().pow(2) / 2 + 1
    }

    /// All crossings.
    #[must_use]
    #[inline]
    pub fn full(&self) -> CrossingSet {
        CrossingSet::MAX >> (128 - self.count())
    }

    /// A crossing's row, from the top, and its column; both even or both odd.
    #[must_use]
    #[inline]
    pub fn place(&self, crossing: u8) -> [u8; 2] {
        let place = 2 * crossing;
        [place / self.width(), place % self.width()]
    }

    /// The crossing in that row and column, both even or both odd.
    #[must_use]
    #[inline]
    pub fn crossing(&self, [row, column]: [u8; 2]) -> u8 {
        debug_assert!((row + column).is_multiple_of(2), "a dot is no crossing");
        (row * self.width() + column) / 2
    }

    /// The two dots that a player's bridge on a crossing joins.
    ///
    /// A player's dots have numbers: 0 and 1 are the sides, then they go on row by row from Black's top, or
    /// column by column from White's left. White's lattice is Black's with rows and columns exchanged.
    ///
    /// ```text
    ///   0   0   0
    /// .   .   .   .      Black's dots on gale:3
    ///   2   3   4
    /// .   .   .   .
    ///   5   6   7
    /// .   .   .   .
    ///   1   1   1
    /// ```
    #[must_use]
    #[inline]
    pub fn dots(&self, player: Player, crossing: u8) -> [u8; 2] {
        let [mut along, mut across] = self.place(crossing);
        if player == Player::Second {
            (along, across) = (across, along);
        }
        let dot = |along: u8, across: u8| 2 + along / 2 * self.order + across / 2;
        if along % 2 == 1 {
            return [dot(along, across - 1), dot(along, across + 1)];
        }
        let before = match along {
            0 => FIRST_SIDE,
            _ => dot(along - 1, across),
        };
        let behind = match along + 1 == self.width() {
            true => LAST_SIDE,
            false => dot(along + 1, across),
        };
        [before, behind]
    }

    /// The row, from the top, and the column of a dot that is not at a side.
    #[must_use]
    pub fn place_of_dot(&self, player: Player, dot: u8) -> [u8; 2] {
        let (along, across) = ((dot - 2) / self.order, (dot - 2) % self.order);
        match player {
            Player::First => [2 * along + 1, 2 * across],
            Player::Second => [2 * across, 2 * along + 1],
        }
    }

    /// Which of a player's dots the player's bridges have joined.
    #[must_use]
    pub fn joined(&self, player: Player, bridges: CrossingSet) -> JoinedDots {
        let mut joined = JoinedDots::none();
        for crossing in each(bridges) {
            joined.join(self.dots(player, crossing));
        }
        joined
    }

    /// Whether a player's bridges join the player's sides.
    #[must_use]
    #[inline]
    pub fn connects(&self, player: Player, bridges: CrossingSet) -> bool {
        // Every way from side to side has a bridge in each of as many rows or columns.
        bridges.count_ones() >= self.order.into()
            && self
                .joined(player, bridges)
                .is_joined([FIRST_SIDE, LAST_SIDE])
    }

    /// The board turned by half a circle.
    #[must_use]
    #[inline]
    pub fn turned(&self, crossings: CrossingSet) -> CrossingSet {
        crossings.reverse_bits() >> (128 - self.count())
    }

    /// The board as in a mirror: left and right exchanged.
    #[must_use]
    pub fn mirrored(&self, crossings: CrossingSet) -> CrossingSet {
        each(crossings).fold(0, |image, crossing| {
            let [row, column] = self.place(crossing);
            image | 1 << self.crossing([row, self.width() - 1 - column])
        })
    }

    /// A crossing's name: the letter of its column and the number of its row, from the bottom.
    #[must_use]
    pub fn name(&self, crossing: u8) -> String {
        let [row, column] = self.place(crossing);
        format!("{}{}", char::from(b'a' + column), self.width() - row)
    }

    /// The crossing of that name, in letters of either case.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<u8> {
        let mut letters = name.chars();
        let column = letters.next()?.to_ascii_lowercase();
        let column = u8::try_from(column).ok()?.checked_sub(b'a')?;
        let row: u8 = number(letters.as_str())?;
        let is_there = column < self.width() && (1..=self.width()).contains(&row);
        let is_crossing = is_there && column % 2 != row % 2;
        is_crossing.then(|| self.crossing([self.width() - row, column]))
    }
}

/// Dots of one player that bridges have joined: a union-find forest (Galler and Fischer 1964).
#[derive(Clone, Copy, Debug)]
pub struct JoinedDots {
    /// Another dot of its group, or the dot itself if it stands for the group.
    next: [u8; DOTS_MAX],
}

impl JoinedDots {
    fn none() -> Self {
        JoinedDots {
            next: std::array::from_fn(|dot| dot as u8),
        }
    }

    /// The dot that stands for a dot's group.
    #[must_use]
    #[inline]
    pub fn group(&self, mut dot: u8) -> u8 {
        while self.next[usize::from(dot)] != dot {
            dot = self.next[usize::from(dot)];
        }
        dot
    }

    /// Whether there is a way of bridges between two dots.
    #[must_use]
    #[inline]
    pub fn is_joined(&self, [a, b]: [u8; 2]) -> bool {
        self.group(a) == self.group(b)
    }

    fn join(&mut self, [a, b]: [u8; 2]) {
        let (a, b) = (self.group(a), self.group(b));
        // The smaller number stands for both, so that a side stands for itself.
        self.next[usize::from(a.max(b))] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = GaleBoard> {
        (1..=ORDER_MAX).map(|order| GaleBoard::new(order).unwrap())
    }

    #[test]
    fn numbers_are_those_of_the_pictures() {
        let board = GaleBoard::new(3).unwrap();
        let check = |bit, name: &str, black, white| {
            assert_eq!(board.name(bit), name);
            assert_eq!(board.named(name), Some(bit));
            assert_eq!(board.dots(Player::First, bit), black, "{name}");
            assert_eq!(board.dots(Player::Second, bit), white, "{name}");
        };
        check(0, "a5", [0, 2], [0, 2]);
        check(6, "c3", [3, 6], [3, 6]);
        check(3, "b4", [2, 3], [2, 3]);
        check(4, "d4", [3, 4], [5, 6]);
        check(8, "b2", [5, 6], [3, 4]);
        check(12, "e1", [7, 1], [7, 1]);
        for name in ["a2", "b1", "f1", "a0", "a7", "é1", "a", ""] {
            assert_eq!(board.named(name), None, "{name}");
        }
        assert!(GaleBoard::new(0).is_err());
        assert!(GaleBoard::new(9).is_err());
    }

    #[test]
    fn a_crossing_lies_between_the_dots_that_it_joins() {
        for board in boards() {
            let order = u32::from(board.order());
            assert_eq!(board.full().count_ones(), order.pow(2) + (order - 1).pow(2));
            for crossing in each(board.full()) {
                assert_eq!(board.crossing(board.place(crossing)), crossing);
                let [row, column] = board.place(crossing);
                for player in Player::BOTH {
                    let inner = board.dots(player, crossing).into_iter().filter(|&d| d > 1);
                    for dot in inner {
                        let [y, x] = board.place_of_dot(player, dot);
                        assert_eq!(row.abs_diff(y) + column.abs_diff(x), 1);
                    }
                }
            }
        }
    }

    /// Each player's lattice goes to itself, and so do the sides, as a pair.
    #[test]
    fn symmetries_keep_lattices() {
        for board in boards() {
            let images = [GaleBoard::turned, GaleBoard::mirrored];
            let shares = |player, a, b| {
                let dots = board.dots(player, b);
                board.dots(player, a).map(|dot| dots.contains(&dot)) != [false; 2]
            };
            for image in images {
                let moved = |crossing: u8| image(&board, 1 << crossing).trailing_zeros() as u8;
                assert_eq!(image(&board, board.full()), board.full());
                for a in each(board.full()) {
                    assert_eq!(moved(moved(a)), a);
                    for (b, player) in each(board.full()).flat_map(|b| Player::BOTH.map(|p| (b, p)))
                    {
                        let after = shares(player, moved(a), moved(b));
                        assert_eq!(shares(player, a, b), after);
                    }
                }
            }
        }
    }
}
