//! The net of a colour: what is connected, whatever the opponent does.

use unbeatable_core::Player;

use super::carriers::Carriers;
use crate::board::{CellSet, HexBoard, each};
use crate::word::Word;

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
    /// By point, those that it touches.
    touching: Vec<u128>,
    /// By cell: its point, or `NOBODY` if the opponent has it.
    point_of: Vec<u8>,
    /// What all ways to connect the sides with the first move have in common.
    common: Option<W>,
    /// The carriers of such ways that have just these cells in common.
    narrowing: Vec<W>,
    /// The first move of a way to connect the sides, and its carrier.
    key: Option<(u8, W)>,
    is_connected: bool,
    waiting: Waiting<W>,
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
                net.connect(i, net.point_of[usize::from(cell)].into(), W::EMPTY, 0);
            }
        }
        for cell in each(empty) {
            let i = net.point_of[usize::from(cell)].into();
            for other in each(board.beside(1 << cell) & empty & !((2 << cell) - 1)) {
                net.connect(i, net.point_of[usize::from(other)].into(), W::EMPTY, 0);
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
            touching: vec![0; count],
            point_of,
            common: None,
            narrowing: vec![],
            key: None,
            is_connected: board.connects(player, mine),
            waiting: Waiting::new(),
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
        // The cells that were empty and are not any more.
        let mut changed = W::EMPTY;
        // The new point of each old one; the new points that were empty cells, and those that were several.
        let mut now = vec![NOBODY; self.cells.len()];
        let (mut settled, mut met, mut merged) = (0u128, 0b11u128, 0u128);
        (now[0], now[1]) = (0, 1);
        for (cell, &old) in self.point_of.iter().enumerate() {
            let new = net.point_of[cell];
            if old == NOBODY {
                continue;
            }
            let was_empty = !self.cells[usize::from(old)].is_empty();
            if was_empty && (new == NOBODY || net.cells[usize::from(new)].is_empty()) {
                changed |= W::one(cell as u8);
            }
            if new == NOBODY || now[usize::from(old)] == new {
                continue;
            }
            now[usize::from(old)] = new;
            merged |= met & 1 << new;
            met |= 1 << new;
            if net.cells[usize::from(new)].is_empty() {
                settled |= u128::from(was_empty) << new;
            }
        }
        let mut shrunk = vec![];
        for j in 1..self.cells.len() {
            let b = usize::from(now[j]);
            if b == NOBODY.into() {
                continue;
            }
            for (i, &a) in now[..j].iter().enumerate() {
                let old = index(i, j);
                if self.full.is_empty(old) && self.semi.is_empty(old) {
                    continue;
                }
                let a = usize::from(a);
                if a == b || a == NOBODY.into() {
                    continue;
                }
                let is_merged = (merged >> a | merged >> b) & 1 == 1;
                let pair = index(a, b);
                for (is_full, from, to) in [
                    (true, &self.full, &mut net.full),
                    (false, &self.semi, &mut net.semi),
                ] {
                    if from.is_empty(old) {
                        continue;
                    }
                    if is_merged || !to.put(pair, from, old, |set| !set.meets(changed)) {
                        for &set in from.all(old) {
                            if (is_merged || set.meets(changed)) && !set.meets(theirs) {
                                shrunk.push((is_full, a, b, set & !mine));
                            }
                        }
                    }
                    if is_merged {
                        continue;
                    }
                    if is_full && !to.is_empty(pair) {
                        // The first and the second point of a pair may have changed places; and what was
                        // semi-connected through a cell is connected through the stone on it.
                        if a > b {
                            to.turn_marks(pair);
                        }
                        for (middle, end) in [(a, b), (b, a)] {
                            net.linked[middle] |= 1 << end;
                            if to.all(pair)[0].is_empty() {
                                net.touching[middle] |= 1 << end;
                            }
                            if settled >> middle & 1 == 1 {
                                to.unmark(pair, mark_of(middle, end));
                                for k in 0..to.len(pair) {
                                    let (set, size) = to.get(pair, k);
                                    net.waiting.push(middle as u8, end as u8, set, size);
                                }
                            }
                        }
                    }
                }
            }
        }
        for i in 0..net.semi.len(index(0, 1)) {
            net.narrow(net.semi.get(index(0, 1), i).0);
        }
        for (is_full, i, j, carrier) in shrunk {
            let size = carrier.len() as u8;
            match is_full {
                true => net.connect(i, j, carrier, size),
                false => net.semi_connect(i, j, carrier, size),
            }
        }
        net.close(false);
        net
    }

    /// What all ways to connect the sides through a stone on an empty cell would have in common, as far as
    /// this net tells.
    #[must_use]
    pub fn common_with(&self, cell: u8) -> Option<CellSet> {
        let point = usize::from(self.point_of[usize::from(cell)]);
        let mut common: Option<W> = None;
        for (near, far) in [(0, 1), (1, 0)] {
            for &full in self.full.all(index(near, point)) {
                for &semi in self.semi.all(index(point, far)) {
                    if !full.meets(semi) {
                        let both = full | semi;
                        common = Some(common.map_or(both, |common| common & both));
                    }
                }
            }
        }
        common.map(Word::cells)
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
        self.key.map(|(cell, _)| cell)
    }

    /// The carrier of a way to connect the sides with that cell; empty where none is known.
    #[must_use]
    pub fn key_carrier(&self) -> CellSet {
        self.key.map_or(0, |(_, carrier)| carrier.cells())
    }

    /// If the sides are connected, the empty cells that this takes. If not, those of ways to connect them with
    /// the first move that have no more in common than [`common`](Self::common).
    #[must_use]
    pub fn carrier(&self) -> CellSet {
        if let Some(carrier) = self.full.all(index(0, 1)).first() {
            return carrier.cells();
        }
        let (mut common, mut carrier) = (!W::EMPTY, W::EMPTY);
        // From the last one on: the last ones have the least in common with all others.
        for &way in self.narrowing.iter().rev() {
            if !common.is_within(way) {
                common &= way;
                carrier |= way;
            }
        }
        carrier.cells()
    }

    /// The cells that every known way to connect the sides with the first move needs; `None` if no way is
    /// known.
    #[must_use]
    pub fn common(&self) -> Option<CellSet> {
        self.common.map(Word::cells)
    }

    fn connect(&mut self, i: usize, j: usize, carrier: W, size: u8) {
        if i + j == 1 {
            self.is_connected = true;
        }
        let pair = index(i, j);
        if self.full.add(pair, carrier, size) {
            if self
                .semi
                .all(pair)
                .iter()
                .any(|set| carrier.is_within(*set))
            {
                self.semi.keep(pair, |set| !carrier.is_within(set));
            }
            self.linked[i] |= 1 << j;
            self.linked[j] |= 1 << i;
            if size == 0 {
                self.touching[i] |= 1 << j;
                self.touching[j] |= 1 << i;
            }
            self.waiting.push(i as u8, j as u8, carrier, size);
            self.waiting.push(j as u8, i as u8, carrier, size);
        }
    }

    /// Notes a way to connect the sides with the first move: what all of them have in common now.
    fn narrow(&mut self, carrier: W) -> W {
        let common = self.common.map_or(carrier, |common| common & carrier);
        if self.common != Some(common) {
            self.common = Some(common);
            self.narrowing.push(carrier);
        }
        common
    }

    /// Adds a semi-connection, and the connections that it makes with others.
    fn semi_connect(&mut self, i: usize, j: usize, carrier: W, size: u8) {
        if i + j == 1 {
            self.is_connected |= self.narrow(carrier).is_empty();
        }
        let pair = index(i, j);
        if self.full.has_within(pair, carrier) || !self.semi.add(pair, carrier, size) {
            return;
        }
        // One whose cells all have stones by now is a connection, and is found as such.
        if self.semi.have_common(pair) || carrier.is_empty() {
            return;
        }
        let semis = Semis::new(self.semi.all(pair), self.full.all(pair), carrier);
        let mut found = vec![];
        semis.put_together(carrier, carrier, u32::MAX, OR_MAX, &mut found);
        for full in found {
            self.connect(i, j, full, full.len() as u8);
        }
    }

    /// Puts connections together until nothing new is found, or the sides are connected; or until a move is
    /// found that connects them, if `until_key`.
    fn close(&mut self, until_key: bool) {
        while !(self.is_connected || until_key && self.key.is_some()) {
            let Some((middle, end, carrier, size)) = self.waiting.pop() else {
                return;
            };
            self.extend(middle.into(), end.into(), carrier, size);
        }
    }

    /// All that a connection from `middle` to `end` makes with those from `middle` that had their turn before.
    fn extend(&mut self, middle: usize, end: usize, carrier: W, size: u8) {
        // What goes through a side is no help to connect it.
        let is_side = SIDES.contains(&middle);
        let mark = mark_of(middle, end);
        if is_side || !self.full.mark(index(middle, end), mark, carrier) {
            return;
        }
        let (middle_cell, end_cell) = (self.cells[middle], self.cells[end]);
        let taken = carrier | end_cell;
        // Points that touch the end need no other connection with it.
        let mut others = self.linked[middle] & !(1 << end | self.touching[end]);
        for cell in carrier.each() {
            others &= !(1 << self.point_of[usize::from(cell)]);
        }
        for other in each(others) {
            let other = usize::from(other);
            // What is added is of another pair.
            let pair = index(middle, other);
            let mut marked = self.full.marked(pair, mark_of(middle, other));
            while marked != 0 {
                let i = marked.trailing_zeros() as usize;
                marked &= marked - 1;
                let (second, second_size) = self.full.get(pair, i);
                if second.meets(taken) {
                    continue;
                }
                let (both, both_size) = (carrier | second, size + second_size);
                match middle_cell.is_empty() {
                    true => self.connect(end, other, both, both_size),
                    false => {
                        self.semi_connect(end, other, both | middle_cell, both_size + 1);
                        if end + other == 1 {
                            self.key = Some((middle_cell.lowest(), both | middle_cell));
                        }
                    }
                }
            }
        }
    }
}

/// Connections that are to be put together with others at a point. The smallest come first, and of one size
/// the last that came.
#[derive(Clone)]
struct Waiting<W> {
    all: Vec<WaitingLink<W>>,
    /// By size: the first that is waiting.
    heads: [u32; SIZES],
    /// The sizes of which some are waiting, bit by bit.
    sizes: u128,
}

/// A connection from `middle`, where it is to be put together with others, to `end`.
#[derive(Clone, Copy)]
struct WaitingLink<W> {
    middle: u8,
    end: u8,
    /// The next one of its size.
    next: u32,
    carrier: W,
}

/// A carrier has at most all cells of a board.
const SIZES: usize = 122;

/// There is no other.
const LAST: u32 = u32::MAX;

impl<W: Word> Waiting<W> {
    fn new() -> Self {
        Waiting {
            all: Vec::with_capacity(1024),
            heads: [LAST; SIZES],
            sizes: 0,
        }
    }

    #[inline]
    fn push(&mut self, middle: u8, end: u8, carrier: W, size: u8) {
        let head = &mut self.heads[usize::from(size)];
        let next = std::mem::replace(head, self.all.len() as u32);
        self.all.push(WaitingLink {
            middle,
            end,
            next,
            carrier,
        });
        self.sizes |= 1 << size;
    }

    #[inline]
    fn pop(&mut self) -> Option<(u8, u8, W, u8)> {
        if self.sizes == 0 {
            return None;
        }
        let size = self.sizes.trailing_zeros();
        let head = &mut self.heads[size as usize];
        let link = self.all[*head as usize];
        *head = link.next;
        if link.next == LAST {
            self.sizes &= !(1 << size);
        }
        Some((link.middle, link.end, link.carrier, size as u8))
    }
}

/// The semi-connections of a pair, to be put together with one of them.
struct Semis<'a, W> {
    sets: &'a [W],
    /// By cell of that one: which sets do without it, bit by bit.
    without: [u32; 121],
    /// Connections that are known already.
    known: &'a [W],
}

impl<'a, W: Word> Semis<'a, W> {
    fn new(sets: &'a [W], known: &'a [W], carrier: W) -> Self {
        let mut without = [0; 121];
        for (i, &set) in sets.iter().enumerate() {
            for cell in (carrier & !set).each() {
                without[usize::from(cell)] |= 1 << i;
            }
        }
        Semis {
            sets,
            without,
            known,
        }
    }

    /// Finds connections of semi-connections that have nothing in common, `most` of them at most: `chosen` is
    /// the union of those that are chosen already, `common` what they have in common, and the others are
    /// taken from `rest`.
    ///
    /// One of the others does without the cell that the fewest of them do without, so only these are tried; and
    /// all that is found with one of them need not be found again with the next.
    fn put_together(&self, chosen: W, common: W, mut rest: u32, most: usize, found: &mut Vec<W>) {
        let without = |cell: u8| self.without[usize::from(cell)] & rest;
        let fewest = (common.each().map(without)).min_by_key(|sets| sets.count_ones());
        let mut next = fewest.expect("those that are chosen have a cell in common");
        while next != 0 {
            let other = self.sets[next.trailing_zeros() as usize];
            rest &= !(next & next.wrapping_neg());
            next &= next - 1;
            let union = chosen | other;
            let mut smaller = self.known.iter().chain(&*found);
            if smaller.any(|set| set.is_within(union)) {
                continue;
            }
            let less = common & other;
            if less.is_empty() {
                found.push(union);
            } else if most > 2 {
                self.put_together(union, less, rest, most - 1, found);
            }
        }
    }
}
