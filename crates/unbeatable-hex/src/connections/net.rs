//! The net of a colour: what is connected, whatever the opponent does.

use unbeatable_core::Player;

use super::carriers::Carriers;
use super::word::Word;
use crate::board::{CellSet, HexBoard, each};

/// How many carriers are kept for a pair of points.
const FULL_MAX: u8 = 12;
const SEMI_MAX: u8 = 24;

/// How many semi-connections are put together at most.
const OR_MAX: usize = 6;

/// The two sides are the first points.
const SIDES: [usize; 2] = [0, 1];

/// All that is known to be connected for one player in a position: H-search (Anshelevich 2000).
///
/// Points are the player's two sides, the groups of stones that touch neither, and the empty cells. Three rules
/// are followed until they say nothing new:
///
/// * Points that touch are connected, and need no cell for it.
/// * *And*: connections from one point to two others that share no cell, neither of which needs the other's
///   end, connect the ends through the point. If it is a group, they are connected; if it is an empty cell,
///   semi-connected, and the cell belongs to the carrier.
/// * *Or*: semi-connections of two points that have no cell in common are a connection: whatever cell the
///   opponent takes, one of them does without it.
///
/// Only the smallest carriers are kept, so a net may miss a connection that the rules would find; what it has
/// is true.
#[derive(Clone)]
pub struct Net<W> {
    /// By point, the cell if it is empty; nothing for a side or a group.
    cells: Vec<W>,
    /// Carriers of connections: whoever moves, the player connects the points by stones within one. One is
    /// marked for a point once it has been put together with others at that point. List `j * (j - 1) / 2 + i`
    /// is of points `i < j`.
    full: Carriers<W>,
    /// Carriers of semi-connections, in lists of that order: the player connects the points if it is his move.
    semi: Carriers<W>,
    /// By point, those that it has a connection with.
    linked: Vec<u128>,
    /// By cell: its point, or `NOBODY` if the opponent has it.
    point_of: Vec<u8>,
    /// What all ways to connect the sides with the first move have in common.
    common: Option<W>,
    /// The first move of such a way.
    key: Option<u8>,
    is_connected: bool,
    /// Connections that are to be put together with others at a point, by the size of their carrier: that
    /// point, the other one, the carrier.
    waiting: Vec<Vec<(u8, u8, W)>>,
    /// There is none of a smaller size.
    smallest: usize,
}

const NOBODY: u8 = u8::MAX;

#[inline]
fn index(i: usize, j: usize) -> usize {
    let (low, high) = if i < j { (i, j) } else { (j, i) };
    high * (high - 1) / 2 + low
}

/// Which of the marks of a pair is for its point `i`.
#[inline]
fn mark_of(i: usize, j: usize) -> usize {
    usize::from(i > j)
}

impl<W: Word> Net<W> {
    /// The net of a player's stones, closed; but only until a move is found that connects the sides, if
    /// `until_key`.
    #[must_use]
    pub fn new(
        board: &HexBoard,
        player: Player,
        mine: CellSet,
        theirs: CellSet,
        until_key: bool,
    ) -> Self {
        let (mut net, bodies) = Self::unconnected(board, player, mine, theirs);
        let empty = board.full() & !(mine | theirs);
        for (i, body) in bodies.iter().enumerate() {
            let side = board.sides(player).get(i).copied().unwrap_or(0);
            for cell in each((board.beside(*body) | side) & empty) {
                net.connect(i, net.point_of[usize::from(cell)].into(), W::EMPTY);
            }
        }
        for cell in each(empty) {
            let i = net.point_of[usize::from(cell)].into();
            for other in each(board.beside(1 << cell) & empty & !((2 << cell) - 1)) {
                net.connect(i, net.point_of[usize::from(other)].into(), W::EMPTY);
            }
        }
        net.close(until_key);
        net
    }

    /// The points of a position, and what stones each of them has.
    fn unconnected(
        board: &HexBoard,
        player: Player,
        mine: CellSet,
        theirs: CellSet,
    ) -> (Self, Vec<CellSet>) {
        let mut bodies: Vec<CellSet> = vec![0; SIDES.len()];
        let mut rest = mine;
        for (body, side) in bodies.iter_mut().zip(board.sides(player)) {
            *body = board.reached(side, rest);
            rest &= !*body;
        }
        while rest != 0 {
            let group = board.reached(rest & rest.wrapping_neg(), rest);
            bodies.push(group);
            rest &= !group;
        }
        let mut cells = vec![W::EMPTY; bodies.len()];
        let mut point_of = vec![NOBODY; board.count().into()];
        for (i, body) in bodies.iter().enumerate() {
            each(*body).for_each(|cell| point_of[usize::from(cell)] = i as u8);
        }
        for cell in each(board.full() & !(mine | theirs)) {
            point_of[usize::from(cell)] = cells.len() as u8;
            cells.push(W::one(cell));
        }
        let count = cells.len();
        let net = Net {
            cells,
            full: Carriers::new(count * (count - 1) / 2, FULL_MAX),
            semi: Carriers::new(count * (count - 1) / 2, SEMI_MAX),
            linked: vec![0; count],
            point_of,
            common: None,
            key: None,
            is_connected: board.connects(player, mine),
            waiting: vec![vec![]; usize::from(board.count()) + 1],
            smallest: 0,
        };
        (net, bodies)
    }

    /// The net after more stones of both players: what is known is kept where it still holds, and closed
    /// again.
    #[must_use]
    pub fn after(&self, board: &HexBoard, player: Player, mine: CellSet, theirs: CellSet) -> Self {
        let (mut net, _) = Self::unconnected(board, player, mine, theirs);
        if net.is_connected {
            return net;
        }
        let (mine, theirs) = (W::of(mine), W::of(theirs));
        // The new point of each old one; the new points that were empty cells, and those that were several.
        let mut now = vec![NOBODY; self.cells.len()];
        let (mut settled, mut met, mut merged) = (0u128, 0b11u128, 0u128);
        (now[0], now[1]) = (0, 1);
        for (cell, &old) in self.point_of.iter().enumerate() {
            let new = net.point_of[cell];
            if old == NOBODY || new == NOBODY || now[usize::from(old)] == new {
                continue;
            }
            now[usize::from(old)] = new;
            merged |= met & 1 << new;
            met |= 1 << new;
            if net.cells[usize::from(new)].is_empty() {
                settled |= u128::from(!self.cells[usize::from(old)].is_empty()) << new;
            }
        }
        let mut shrunk = vec![];
        for j in 1..self.cells.len() {
            for i in 0..j {
                let old = index(i, j);
                if self.full.is_empty(old) && self.semi.is_empty(old) {
                    continue;
                }
                let (a, b) = (usize::from(now[i]), usize::from(now[j]));
                if a == b || a == NOBODY.into() || b == NOBODY.into() {
                    continue;
                }
                let is_merged = (merged >> a | merged >> b) & 1 == 1;
                let mut take = |is_full: bool, set: W| {
                    let (is_cut, is_less) = (set.meets(theirs), set.meets(mine));
                    if !is_cut && (is_merged || is_less) {
                        shrunk.push((is_full, a, b, set & !mine));
                    }
                    !is_cut && !is_less && !is_merged
                };
                // The first and the second point of a pair may have changed places; and what was
                // semi-connected through a cell is connected through the stone on it.
                let is_turned = a > b;
                let is_stone = [a.min(b), a.max(b)].map(|point| settled >> point & 1 == 1);
                let marks_now = |marks: [bool; 2]| {
                    let [first, second] = if is_turned {
                        [marks[1], marks[0]]
                    } else {
                        marks
                    };
                    [first && !is_stone[0], second && !is_stone[1]]
                };
                let pair = index(a, b);
                if !self.full.is_empty(old) {
                    let kept = (0..self.full.len(old)).filter_map(|k| {
                        let (set, marks) = self.full.get(old, k);
                        take(true, set).then(|| (set, marks_now(marks)))
                    });
                    if is_merged {
                        kept.for_each(drop);
                    } else {
                        net.full.put(pair, kept);
                        for (middle, end) in [(a, b), (b, a)] {
                            if !net.full.is_empty(pair) {
                                net.linked[middle] |= 1 << end;
                            }
                            if settled >> middle & 1 == 1 {
                                for &set in net.full.all(pair) {
                                    net.waiting[set.len()].push((middle as u8, end as u8, set));
                                }
                            }
                        }
                    }
                }
                if !self.semi.is_empty(old) {
                    let kept = (self.semi.all(old).iter())
                        .filter_map(|&set| take(false, set).then_some((set, [false; 2])));
                    match is_merged {
                        true => kept.for_each(drop),
                        false => net.semi.put(pair, kept),
                    }
                }
            }
        }
        for &set in net.semi.all(index(0, 1)) {
            net.common = Some(net.common.map_or(set, |common| common & set));
        }
        for (is_full, i, j, carrier) in shrunk {
            match is_full {
                true => net.connect(i, j, carrier),
                false => net.semi_connect(i, j, carrier),
            }
        }
        net.close(false);
        net
    }

    /// Whether the sides are connected, whatever the opponent does, even if he moves first.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.is_connected
    }

    /// A cell with which the player connects the sides, whatever the opponent does then, if one is known. It
    /// may be known that there is one before it is known which.
    #[must_use]
    pub fn key(&self) -> Option<u8> {
        self.key
    }

    /// The cells that every known way to connect the sides with the first move needs; `None` if no way is
    /// known.
    #[must_use]
    pub fn common(&self) -> Option<CellSet> {
        self.common.map(Word::cells)
    }

    fn connect(&mut self, i: usize, j: usize, carrier: W) {
        if i + j == 1 {
            self.is_connected = true;
        }
        let pair = index(i, j);
        if self.full.add(pair, carrier) {
            self.semi.keep(pair, |set| !carrier.is_within(set));
            self.linked[i] |= 1 << j;
            self.linked[j] |= 1 << i;
            let size = carrier.len();
            let waiting = &mut self.waiting[size];
            waiting.push((i as u8, j as u8, carrier));
            waiting.push((j as u8, i as u8, carrier));
            self.smallest = self.smallest.min(size);
        }
    }

    /// Adds a semi-connection, and the connections that it makes with others.
    fn semi_connect(&mut self, i: usize, j: usize, carrier: W) {
        if i + j == 1 {
            let common = self.common.map_or(carrier, |common| common & carrier);
            self.common = Some(common);
            self.is_connected |= common.is_empty();
        }
        let pair = index(i, j);
        if self.full.has_within(pair, carrier) || !self.semi.add(pair, carrier) {
            return;
        }
        let semis = Semis::new(self.semi.all(pair), self.full.all(pair));
        let mut found = vec![];
        semis.put_together(0, carrier, carrier, OR_MAX, &mut found);
        for full in found {
            self.connect(i, j, full);
        }
    }

    /// Puts connections together until nothing new is found, or the sides are connected; or until a move is
    /// found that connects them, if `until_key`.
    fn close(&mut self, until_key: bool) {
        while self.smallest < self.waiting.len()
            && !self.is_connected
            && !(until_key && self.key.is_some())
        {
            let Some((middle, end, carrier)) = self.waiting[self.smallest].pop() else {
                self.smallest += 1;
                continue;
            };
            self.extend(middle.into(), end.into(), carrier);
        }
    }

    /// All that a connection from `middle` to `end` makes with those from `middle` that had their turn before.
    fn extend(&mut self, middle: usize, end: usize, carrier: W) {
        // What goes through a side is no help to connect it.
        let is_side = SIDES.contains(&middle);
        let mark = mark_of(middle, end);
        if is_side || !self.full.mark(index(middle, end), mark, carrier) {
            return;
        }
        let (middle_cell, end_cell) = (self.cells[middle], self.cells[end]);
        for other in each(self.linked[middle] & !(1 << end)) {
            let other = usize::from(other);
            if self.cells[other].meets(carrier) {
                continue;
            }
            // What is added is of another pair.
            let (pair, mark) = (index(middle, other), mark_of(middle, other));
            for i in 0..self.full.len(pair) {
                let (second, marks) = self.full.get(pair, i);
                if !marks[mark] {
                    continue;
                }
                if second.meets(carrier | end_cell) {
                    continue;
                }
                let both = carrier | second;
                match middle_cell.is_empty() {
                    true => self.connect(end, other, both),
                    false => {
                        self.semi_connect(end, other, both | middle_cell);
                        if end + other == 1 {
                            self.key = Some(middle_cell.cells().trailing_zeros() as u8);
                        }
                    }
                }
            }
        }
    }
}

/// The semi-connections of a pair, to be put together.
struct Semis<'a, W> {
    sets: &'a [W],
    /// What all from that one on have in common.
    shared: [W; SEMI_MAX as usize + 1],
    /// Connections that are known already.
    known: &'a [W],
}

impl<'a, W: Word> Semis<'a, W> {
    fn new(sets: &'a [W], known: &'a [W]) -> Self {
        let mut shared = [!W::EMPTY; SEMI_MAX as usize + 1];
        for (i, &set) in sets.iter().enumerate().rev() {
            shared[i] = shared[i + 1] & set;
        }
        Semis {
            sets,
            shared,
            known,
        }
    }

    /// Finds connections of semi-connections that have nothing in common, `most` of them at most: `chosen` is
    /// the union of those that are chosen already, `common` what they have in common, and the others are
    /// taken from `first` on.
    fn put_together(&self, first: usize, chosen: W, common: W, most: usize, found: &mut Vec<W>) {
        for (i, &other) in self.sets.iter().enumerate().skip(first) {
            if self.shared[i].meets(common) {
                return;
            }
            let less = common & other;
            if less == common {
                continue;
            }
            let union = chosen | other;
            if self
                .known
                .iter()
                .chain(&*found)
                .any(|set| set.is_within(union))
            {
                continue;
            }
            if less.is_empty() {
                found.push(union);
            } else if most > 2 {
                self.put_together(i + 1, union, less, most - 1, found);
            }
        }
    }
}
