//! What a lemma says, and the four rules that make one.

use unbeatable_core::{Connection, Player};

/// Two points are joined: if both (as far as they are cells) and all cells of `mine` have stones of the owner,
/// no cell of `carrier` has one of the opponent, and the opponent is to move, then the owner can join them by
/// a chain of stones, with stones on cells of `carrier` alone.
///
/// Points are cells, and the owner's two sides with the next two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lemma {
    /// The points, the smaller one first.
    pub points: [u8; 2],
    /// Cells that must have stones of the owner, neither of the points among them.
    pub mine: u128,
    /// Cells that must not have stones of the opponent; none is in `mine`, none is a point.
    pub carrier: u128,
}

/// How a lemma is made of earlier ones, which are named by their number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LemmaStep {
    /// The points touch, or these cells lead from one to the other.
    Chain {
        /// The points.
        points: [u8; 2],
        /// The cells.
        mine: u128,
    },
    /// Two lemmas with a cell in common and nothing else.
    And([u32; 2]),
    /// Lemmas of which each is worth a move, that cell of its `mine`, and that have nothing in common.
    Or(Vec<(u32, u8)>),
    /// A lemma about the sides, two cells that it takes for stones, though each of them is useless as soon as the
    /// owner has the other, and further stones which make them so.
    Capture {
        /// The lemma.
        lemma: u32,
        /// The cells.
        pair: [u8; 2],
        /// The further stones.
        mine: u128,
    },
}

/// The board, as the owner of lemmas sees it.
#[derive(Clone, Debug)]
pub struct Ground {
    cells: u8,
    /// By cell, those that touch it.
    beside: Vec<u128>,
    sides: [u128; 2],
}

impl Ground {
    /// The board of a game, as a player sees it.
    ///
    /// Panics if it has more cells than there are bits for them.
    pub fn new<G: Connection>(game: &G, owner: Player) -> Self {
        let cells = game.cells();
        assert!(
            (1..=126).contains(&cells),
            "cells and two sides in 128 bits"
        );
        Ground {
            cells,
            beside: (0..cells).map(|cell| game.beside(1 << cell)).collect(),
            sides: game.sides(owner),
        }
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> u8 {
        self.cells
    }

    /// The owner's sides, as points.
    #[must_use]
    pub fn sides(&self) -> [u8; 2] {
        [self.cells, self.cells + 1]
    }

    /// The cells that touch a point.
    #[must_use]
    pub fn beside(&self, point: u8) -> u128 {
        match point.checked_sub(self.cells) {
            None => self.beside[usize::from(point)],
            Some(side) => self.sides[usize::from(side)],
        }
    }

    /// A point as a set of cells: none, if it is a side.
    #[must_use]
    pub fn cell(&self, point: u8) -> u128 {
        u128::from(point < self.cells) << (point % 128)
    }

    fn own(&self, points: [u8; 2]) -> u128 {
        self.cell(points[0]) | self.cell(points[1])
    }

    /// What can be reached from some cells by steps on others.
    #[must_use]
    pub fn reached(&self, from: u128, on: u128) -> u128 {
        let mut reached = from & on;
        let mut waiting = reached;
        while waiting != 0 {
            let cell = waiting.trailing_zeros();
            waiting &= waiting - 1;
            let new = self.beside[cell as usize] & on & !reached;
            reached |= new;
            waiting |= new;
        }
        reached
    }

    /// Whether a cell is useless to the owner of these stones, who may get `open` cells as well, to join the
    /// sides: whatever touches it there is joined without it, with each other and with a side that it is at,
    /// because it touches or by stones.
    #[must_use]
    pub fn is_useless(&self, cell: u8, stones: u128, open: u128) -> bool {
        let sides = self.sides;
        let near = |cell: u8| self.beside[usize::from(cell)];
        // By neighbour, itself and all stones that it reaches.
        let mut reach = vec![];
        let mut left = near(cell) & (stones | open);
        while left != 0 {
            let other = left.trailing_zeros() as u8;
            left &= left - 1;
            reach.push((other, 1 << other | self.reached(near(other), stones)));
        }
        let are_joined = |&(one, to): &(u8, u128), &(other, others): &(u8, u128)| {
            let touch = near(one) >> other & 1 == 1 || to & others != 0;
            touch
                || sides
                    .iter()
                    .any(|&side| to & side != 0 && others & side != 0)
        };
        let touched = sides.map(|side| side >> cell & 1 == 1);
        let meets_sides = |&(_, to): &(u8, u128)| {
            let mut both = sides.iter().zip(touched);
            both.all(|(side, touched)| !touched || to & side != 0)
        };
        touched != [true, true]
            && reach.iter().all(meets_sides)
            && (reach.iter().enumerate())
                .all(|(i, one)| reach[i + 1..].iter().all(|other| are_joined(one, other)))
    }

    /// The lemma that a step makes of earlier ones; `Err` says why it makes none.
    pub fn follow(&self, lemmas: &[Lemma], step: &LemmaStep) -> Result<Lemma, &'static str> {
        let lemma = |number: u32| {
            let found = lemmas.get(number as usize).copied();
            found.ok_or("a lemma that is not there")
        };
        match step {
            &LemmaStep::Chain { points, mine } => {
                let [x, y] = points;
                if x == y || x.max(y) > self.cells + 1 {
                    return Err("no two points");
                }
                if mine & self.own(points) != 0 || mine >> self.cells != 0 {
                    return Err("no set of cells");
                }
                let (start, end) = (self.beside(x), self.beside(y));
                let touch = self.cell(y) & start | self.cell(x) & end;
                match touch | self.reached(start, mine) & end {
                    0 => Err("a chain that does not hold"),
                    _ => Ok(Lemma {
                        points: sorted(points),
                        mine,
                        carrier: 0,
                    }),
                }
            }
            &LemmaStep::And(numbers) => {
                let [a, b] = [lemma(numbers[0])?, lemma(numbers[1])?];
                let ends = |z: u8| {
                    let other = |[x, y]: [u8; 2]| match (x == z, y == z) {
                        (true, false) => Some(y),
                        (false, true) => Some(x),
                        _ => None,
                    };
                    Some((z, [other(a.points)?, other(b.points)?]))
                };
                let middle = a.points.into_iter().find_map(ends);
                let middle = middle.filter(|&(z, [x, y])| z < self.cells && x != y);
                let (z, points) = middle.ok_or("no cell in the middle")?;
                let mine = a.mine | b.mine | self.cell(z);
                let safe = mine | self.own(points);
                match a.carrier & b.carrier & !safe {
                    0 => Ok(Lemma {
                        points: sorted(points),
                        mine: mine & !self.own(points),
                        carrier: (a.carrier | b.carrier) & !safe,
                    }),
                    _ => Err("two lemmas that need the same cell"),
                }
            }
            LemmaStep::Or(parts) => {
                let &[(first, _), ..] = &parts[..] else {
                    return Err("an or of nothing");
                };
                let points = lemma(first)?.points;
                let (mut mine, mut all, mut common) = (0, 0, u128::MAX);
                for &(number, cell) in parts {
                    let part = lemma(number)?;
                    if part.points != points {
                        return Err("lemmas about other points");
                    }
                    if cell >= self.cells || part.mine >> cell & 1 == 0 {
                        return Err("a move that the lemma does not need");
                    }
                    let needs = part.carrier | 1 << cell;
                    mine |= part.mine & !(1 << cell);
                    all |= needs;
                    common &= needs;
                }
                let safe = mine | self.own(points);
                match common & !safe {
                    0 => Ok(Lemma {
                        points,
                        mine,
                        carrier: all & !safe,
                    }),
                    _ => Err("all need the same cell"),
                }
            }
            &LemmaStep::Capture {
                lemma: number,
                pair: [a, b],
                mine: more,
            } => {
                let Lemma {
                    points,
                    mine,
                    carrier,
                } = lemma(number)?;
                if points != self.sides() {
                    return Err("a lemma that does not join the sides");
                }
                if a == b || a.max(b) >= self.cells {
                    return Err("no two cells");
                }
                let pair = 1 << a | 1 << b;
                if more & pair != 0 || more >> self.cells != 0 {
                    return Err("no set of cells");
                }
                let mine = (mine | more) & !pair;
                let carrier = (carrier | pair) & !mine;
                let is_captured =
                    |cell: u8, other: u8| self.is_useless(cell, mine | 1 << other, carrier & !pair);
                match is_captured(a, b) && is_captured(b, a) {
                    true => Ok(Lemma {
                        points,
                        mine,
                        carrier,
                    }),
                    false => Err("two cells that are not captured"),
                }
            }
        }
    }
}

fn sorted([x, y]: [u8; 2]) -> [u8; 2] {
    [x.min(y), x.max(y)]
}
