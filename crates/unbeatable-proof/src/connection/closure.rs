//! All that follows from the stones of a position by the rules of lemmas, written down.
//!
//! This is H-search (Anshelevich 2000) once more, slower than a solver's: each connection knows how it was made.
//! Points are the owner's two sides, the groups of stones that touch neither, each by its first cell, and the
//! empty cells.

use std::collections::HashMap;

use super::lemma::{Ground, Lemma, LemmaStep};

/// How many carriers are kept for a pair of points, the smallest ones.
const FULL_MAX: usize = 12;
const SEMI_MAX: usize = 24;

/// How many lemmas with a move each are put together at most.
const OR_MAX: usize = 6;

/// Lemmas, each with the step that made it.
#[derive(Clone, Default, Debug)]
pub struct LemmaBook {
    /// The lemmas.
    pub lemmas: Vec<Lemma>,
    /// How they were made.
    pub steps: Vec<LemmaStep>,
    numbers: HashMap<LemmaStep, u32>,
}

impl LemmaBook {
    /// The number of the lemma that a step makes. Panics if it makes none: the writer is wrong.
    pub fn add(&mut self, ground: &Ground, step: LemmaStep) -> u32 {
        if let Some(&number) = self.numbers.get(&step) {
            return number;
        }
        let lemma = ground.follow(&self.lemmas, &step);
        let lemma = lemma.unwrap_or_else(|why| panic!("{step:?}: {why}"));
        let number = self.lemmas.len() as u32;
        self.lemmas.push(lemma);
        self.steps.push(step.clone());
        self.numbers.insert(step, number);
        number
    }

    /// Takes over a lemma of another book, with all that it is made of.
    fn take(&mut self, ground: &Ground, other: &LemmaBook, number: u32) -> u32 {
        let mut take = |number| self.take(ground, other, number);
        let step = match &other.steps[number as usize] {
            LemmaStep::And([a, b]) => LemmaStep::And([take(*a), take(*b)]),
            LemmaStep::Or(parts) => {
                let parts = parts.iter().map(|&(part, cell)| (take(part), cell));
                LemmaStep::Or(parts.collect())
            }
            chain @ LemmaStep::Chain { .. } => chain.clone(),
            LemmaStep::Capture { .. } => unreachable!("a closure captures nothing"),
        };
        self.add(ground, step)
    }
}

/// What joins the two sides.
pub struct Joined {
    /// A lemma that does.
    pub full: Option<u32>,
    /// Lemmas that do after a move, each with that cell.
    pub semis: Vec<(u32, u8)>,
}

/// What follows for the owner of these stones, as far as it joins the sides; its lemmas go into the book.
pub fn joined(ground: &Ground, mine: u128, theirs: u128, book: &mut LemmaBook) -> Joined {
    let mut closure = Closure::new(ground, mine, theirs);
    closure.close();
    let pair = &closure.pairs[0];
    let mut take = |number| book.take(ground, &closure.book, number);
    Joined {
        full: pair.full.first().map(|&(_, number)| take(number)),
        semis: match pair.full.is_empty() {
            true => (pair.semi.iter())
                .map(|&(_, (number, cell))| (take(number), cell))
                .collect(),
            false => vec![],
        },
    }
}

/// What is known of two points: carriers, the smallest first, none within another, and how they came about.
#[derive(Clone, Default)]
struct Pair {
    full: Vec<(u128, u32)>,
    semi: Vec<(u128, (u32, u8))>,
}

/// Adds a carrier unless one within it is there; those that it is within go. Of more than `max` the largest go.
fn add<T>(list: &mut Vec<(u128, T)>, carrier: u128, how: T, max: usize) -> bool {
    if has_within(list, carrier) {
        return false;
    }
    list.retain(|(known, _)| carrier & !known != 0);
    let at = list.partition_point(|(known, _)| known.count_ones() <= carrier.count_ones());
    list.insert(at, (carrier, how));
    list.truncate(max);
    at < max
}

fn has_within<T>(list: &[(u128, T)], carrier: u128) -> bool {
    list.iter().any(|(known, _)| known & !carrier == 0)
}

struct Closure<'g> {
    ground: &'g Ground,
    book: LemmaBook,
    /// The points, sides first.
    points: Vec<u8>,
    /// Which of them are empty cells.
    is_empty: Vec<bool>,
    /// `pairs[j * (j - 1) / 2 + i]` is of points `i < j`; the first pair is that of the sides.
    pairs: Vec<Pair>,
    /// Lemmas that are to be put together with others, by the size of their carrier: two points, and the
    /// lemma.
    waiting: Vec<Vec<(usize, usize, u32)>>,
    smallest: usize,
}

fn index(i: usize, j: usize) -> usize {
    let (low, high) = (i.min(j), i.max(j));
    high * (high - 1) / 2 + low
}

impl<'g> Closure<'g> {
    fn new(ground: &'g Ground, mine: u128, theirs: u128) -> Self {
        let mut points: Vec<u8> = ground.sides().into();
        let mut bodies = vec![];
        let mut rest = mine;
        for side in ground.sides() {
            let body = ground.reached(ground.beside(side), rest);
            rest &= !body;
            bodies.push(body);
        }
        while rest != 0 {
            let first = rest.trailing_zeros() as u8;
            let body = ground.reached(1 << first, rest);
            rest &= !body;
            points.push(first);
            bodies.push(body);
        }
        let groups = points.len();
        let full = u128::MAX >> (128 - ground.cells());
        let empty: Vec<u8> = cells(full & !(mine | theirs)).collect();
        points.extend(&empty);
        let mut closure = Closure {
            ground,
            book: LemmaBook::default(),
            is_empty: (0..points.len()).map(|i| i >= groups).collect(),
            pairs: vec![Pair::default(); points.len() * (points.len() - 1) / 2],
            points,
            waiting: vec![vec![]; usize::from(ground.cells()) + 1],
            smallest: 0,
        };
        let [top, bottom] = ground.sides();
        if bodies[0] & ground.beside(bottom) != 0 {
            closure.chain(0, 1, path(ground, top, bottom, bodies[0]));
        }
        for (i, &body) in bodies.iter().enumerate() {
            let point = closure.points[i];
            for (j, &cell) in empty.iter().enumerate() {
                let near = ground.beside(cell);
                if near & (body | ground.cell(point)) != 0 || ground.beside(point) & 1 << cell != 0
                {
                    closure.chain(i, groups + j, path(ground, point, cell, body));
                }
            }
        }
        for (i, &cell) in empty.iter().enumerate() {
            for (j, &other) in empty.iter().enumerate().skip(i + 1) {
                if ground.beside(cell) >> other & 1 == 1 {
                    closure.chain(groups + i, groups + j, 0);
                }
            }
        }
        closure
    }

    fn chain(&mut self, i: usize, j: usize, mine: u128) {
        let points = [self.points[i], self.points[j]];
        let number = self
            .book
            .add(self.ground, LemmaStep::Chain { points, mine });
        self.connect(i, j, number);
    }

    fn connect(&mut self, i: usize, j: usize, number: u32) {
        let carrier = self.book.lemmas[number as usize].carrier;
        let pair = &mut self.pairs[index(i, j)];
        if add(&mut pair.full, carrier, number, FULL_MAX) {
            pair.semi.retain(|(known, _)| carrier & !known != 0);
            let size = carrier.count_ones() as usize;
            self.waiting[size].push((i, j, number));
            self.smallest = self.smallest.min(size);
        }
    }

    fn close(&mut self) {
        while self.smallest < self.waiting.len() && self.pairs[0].full.is_empty() {
            let Some((i, j, number)) = self.waiting[self.smallest].pop() else {
                self.smallest += 1;
                continue;
            };
            let pair = &self.pairs[index(i, j)];
            if pair.full.iter().any(|&(_, known)| known == number) {
                self.extend(i, j, number);
                self.extend(j, i, number);
            }
        }
    }

    /// All that a lemma about `middle` and `end` makes with others about `middle`.
    fn extend(&mut self, middle: usize, end: usize, number: u32) {
        // A side is no cell.
        if middle < 2 {
            return;
        }
        let cell = self.points[middle];
        let carrier = self.book.lemmas[number as usize].carrier;
        let end_cell = self.ground.cell(self.points[end]);
        for other in 0..self.points.len() {
            if other == middle || other == end {
                continue;
            }
            let other_cell = self.ground.cell(self.points[other]);
            for second in 0..self.pairs[index(middle, other)].full.len() {
                let (more, partner) = self.pairs[index(middle, other)].full[second];
                let safe = end_cell | other_cell;
                let both = carrier | more;
                if carrier & more != 0 || both & safe != 0 {
                    continue;
                }
                let pair = &self.pairs[index(end, other)];
                if !self.is_empty[middle] {
                    if !has_within(&pair.full, both) {
                        let joint = self
                            .book
                            .add(self.ground, LemmaStep::And([number, partner]));
                        self.connect(end, other, joint);
                    }
                } else {
                    let needs = both | 1 << cell;
                    if !has_within(&pair.full, needs) && !has_within(&pair.semi, needs) {
                        let joint = self
                            .book
                            .add(self.ground, LemmaStep::And([number, partner]));
                        self.semi_connect(end, other, needs, (joint, cell));
                    }
                }
            }
        }
    }

    fn semi_connect(&mut self, i: usize, j: usize, needs: u128, how: (u32, u8)) {
        let pair = &mut self.pairs[index(i, j)];
        if !add(&mut pair.semi, needs, how, SEMI_MAX) {
            return;
        }
        let mut found = vec![];
        let semis = pair.semi.clone();
        put_together(&semis, (needs, needs), &mut vec![how], &mut found);
        for (union, parts) in found {
            if !has_within(&self.pairs[index(i, j)].full, union) {
                let number = self.book.add(self.ground, LemmaStep::Or(parts));
                self.connect(i, j, number);
            }
        }
    }
}

/// What is put together: the carrier of all parts, and the parts.
type OrParts = (u128, Vec<(u32, u8)>);

/// Finds lemmas with moves that have nothing in common: of those that are chosen already, all cells, and those
/// that they have in common.
fn put_together(
    others: &[(u128, (u32, u8))],
    (chosen, common): (u128, u128),
    parts: &mut Vec<(u32, u8)>,
    found: &mut Vec<OrParts>,
) {
    for (i, &(needs, how)) in others.iter().enumerate() {
        let less = common & needs;
        let union = chosen | needs;
        if less == common || has_within(found, union) {
            continue;
        }
        parts.push(how);
        if less == 0 {
            found.push((union, parts.clone()));
        } else if parts.len() < OR_MAX {
            put_together(&others[i + 1..], (union, less), parts, found);
        }
        parts.pop();
    }
}

/// The cells of a set.
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// The fewest stones of a body that lead from one point to the other, both left out.
fn path(ground: &Ground, from: u8, to: u8, body: u128) -> u128 {
    if ground.beside(from) & ground.cell(to) | ground.beside(to) & ground.cell(from) != 0 {
        return 0;
    }
    let body = body & !(ground.cell(from) | ground.cell(to));
    let near = |set: u128| cells(set).fold(0, |all, cell| all | ground.beside(cell));
    let mut rings = vec![ground.beside(from) & body];
    let mut met = rings[0];
    while rings[rings.len() - 1] & ground.beside(to) == 0 {
        let next = near(rings[rings.len() - 1]) & body & !met;
        assert!(next != 0, "a body joins its points");
        met |= next;
        rings.push(next);
    }
    let mut way = 0;
    let mut ahead = ground.beside(to);
    for ring in rings.into_iter().rev() {
        let step = ring & ahead;
        let step = step & step.wrapping_neg();
        way |= step;
        ahead = near(step);
    }
    way
}
