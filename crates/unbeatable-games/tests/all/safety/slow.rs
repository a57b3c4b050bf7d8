//! The rules of `safety.rs` a second time, straight from their definitions, and wrong ones.

use unbeatable_core::{Analysis, Bounds, Game, Margin, Player};
use unbeatable_games::go::{Go, Stones};

/// The rules of `safety.rs`, from their definitions, and what would be left out of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Slow {
    pub(crate) wrong: Option<Wrong>,
}

/// Rules that are wrong, each by a little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    /// A chain with one vital region is alive.
    OneVitalRegion,
    /// Chains that are not alive bound the regions of others.
    DeadWalls,
    /// Regions are vital as if suicide were forbidden.
    SuicideForbidden,
    /// A point is left in regions with a point that is not beside living stones, too.
    SharesAll,
    /// An eye of two points is safe by passing.
    EyesOfTwo,
    /// Territory is safe whatever its owner did before.
    NeverKept,
    /// Territory is safe if its owner's firm stones were never captured.
    StonesKept,
    /// Territory need not be beside firm stones.
    TerritoryAnywhere,
    /// Life is enough for territory.
    NotFirm,
    /// Stones in territory are disregarded when the opponent can end the game.
    NeverEnds,
    /// A territory may have as many inner points as it likes.
    InnerAny,
    /// One empty point beside firm stones is enough when the opponent is to move.
    OneBeside,
    /// No empty point beside firm stones is needed.
    NoneBeside,
}

/// Connected pieces of a set of points.
pub(crate) fn pieces(go: &Go, points: u32) -> Vec<u32> {
    let mut pieces: Vec<u32> = vec![];
    for p in (0..go.points()).filter(|p| points >> p & 1 == 1) {
        let (joined, apart): (Vec<u32>, Vec<u32>) = pieces
            .iter()
            .partition(|piece| beside(go, **piece) >> p & 1 == 1);
        pieces = apart;
        pieces.push(joined.iter().fold(1 << p, |all, piece| all | piece));
    }
    pieces
}

/// All neighbours of a set of points.
pub(crate) fn beside(go: &Go, points: u32) -> u32 {
    let [columns, rows] = go.size().map(i32::from);
    let has = |x: i32, y: i32| {
        let is_there = (0..columns).contains(&x) && (0..rows).contains(&y);
        is_there && points >> (y * columns + x) & 1 == 1
    };
    let near = |x, y| has(x - 1, y) || has(x + 1, y) || has(x, y - 1) || has(x, y + 1);
    (0..columns * rows)
        .filter(|p| near(p % columns, p / columns))
        .fold(0, |all, p| all | 1 << p)
}

impl Slow {
    fn is(&self, wrong: Wrong) -> bool {
        self.wrong == Some(wrong)
    }

    /// The union of all sets of chains in which each chain has enough vital regions.
    pub(crate) fn alive(&self, go: &Go, mine: u32, theirs: u32) -> u32 {
        self.union(go, mine, theirs, false)
    }

    /// The union of all sets of chains in which each chain has enough firm regions.
    fn firm(&self, go: &Go, mine: u32, theirs: u32) -> u32 {
        self.union(go, mine, theirs, !self.is(Wrong::NotFirm))
    }

    fn union(&self, go: &Go, mine: u32, theirs: u32, is_firm: bool) -> u32 {
        let watched = self.watched(go, mine, theirs);
        let vital_min = if self.is(Wrong::OneVitalRegion) { 1 } else { 2 };
        let chains = pieces(go, mine);
        let mut union = 0;
        for chosen in 1u32..1 << chains.len() {
            let picked = chains
                .iter()
                .enumerate()
                .filter(|(i, _)| chosen >> i & 1 == 1);
            let picked: Vec<u32> = picked.map(|(_, chain)| *chain).collect();
            let set = picked.iter().fold(0, |all, chain| all | chain);
            let walls = if self.is(Wrong::DeadWalls) { mine } else { set };
            let is_vital = |region: u32, chain: u32| {
                region & mine == 0 && region & watched & !beside(go, chain) == 0
            };
            let mut regions = pieces(go, board(go) & !walls);
            if is_firm {
                regions.retain(|&region| {
                    let joined = picked.iter().filter(|&&chain| is_vital(region, chain));
                    region & !beside(go, joined.fold(0, |all, chain| all | chain)) == 0
                });
            }
            let vital = |chain| regions.iter().filter(|&&r| is_vital(r, chain)).count();
            if picked.iter().all(|&chain| vital(chain) >= vital_min) {
                union |= set;
            }
        }
        union
    }

    /// What must be beside a chain in a region that is vital to it.
    fn watched(&self, go: &Go, mine: u32, theirs: u32) -> u32 {
        match go.allows_suicide() && !self.is(Wrong::SuicideForbidden) {
            true => board(go) & !mine,
            false => board(go) & !(mine | theirs),
        }
    }

    fn least(&self, go: &Go, pos: &Stones, owner: Player, if_kept: bool) -> Option<Margin> {
        let [mine, theirs] = colours(go, pos, owner);
        let watched = self.watched(go, mine, theirs);
        let alive = self.alive(go, mine, theirs);
        if alive == 0 {
            return None;
        }
        let mut territory = 0;
        if if_kept {
            let firm = self.firm(go, mine, theirs);
            let free = board(go) & !(mine | theirs);
            let is_to_move = go.turn(pos) == owner;
            let regions = pieces(go, board(go) & !firm).into_iter();
            let claimed = regions.filter(|&region| {
                firm != 0 && self.is_territory(go, region, beside(go, firm), free, is_to_move)
                    || self.is(Wrong::TerritoryAnywhere)
            });
            territory = claimed.fold(0, |all, region| all | region);
        }
        let eye_max = if self.is(Wrong::EyesOfTwo) { 2 } else { 1 };
        let mut area = (alive | territory).count_ones() as i16;
        for region in pieces(go, board(go) & !(alive | territory)) {
            let size = region.count_ones() as i16;
            let is_near = region & watched & !beside(go, alive) == 0 || self.is(Wrong::SharesAll);
            let is_shared = region & mine == 0 && is_near;
            area += match is_shared && size <= eye_max {
                true => size,
                false => i16::from(is_shared) - size,
            };
        }
        let pending = territory & theirs != 0;
        let may_end = go.passes(pos) == 1 && go.turn(pos) != owner;
        if may_end && pending && !self.is(Wrong::NeverEnds) {
            area = area.min(if owner == Player::First { 1 } else { -1 } * go.area(pos));
        }
        Some(Margin::half_points(2 * area + komi(go, owner)))
    }

    /// Whether a region becomes the owner's, given the points beside firm stones and the empty ones.
    fn is_territory(&self, go: &Go, region: u32, near: u32, free: u32, is_to_move: bool) -> bool {
        let inner = region & !near;
        let is_small = inner.count_ones() <= 2 && pieces(go, inner).len() == 1;
        let needed = match is_to_move {
            _ if self.is(Wrong::NoneBeside) => 0,
            true => 1,
            false if self.is(Wrong::OneBeside) => 1,
            false => 2,
        };
        inner == 0
            || (is_small || self.is(Wrong::InnerAny))
                && (region & near).count_ones() >= 2
                && (region & near & free).count_ones() >= needed
    }

    fn both(&self, go: &Go, pos: &Stones, if_kept: bool) -> Bounds<Margin> {
        let mover = go.turn(pos);
        let [mine, theirs] = [mover, mover.other()].map(|p| self.least(go, pos, p, if_kept));
        let now = (go.passes(pos) > 0).then(|| {
            let area = if mover == Player::First { 1 } else { -1 } * go.area(pos);
            Margin::half_points(2 * area + komi(go, mover))
        });
        let mine = mine.max(now);
        if mine.is_none() && theirs.is_none() {
            return Bounds::UNKNOWN;
        }
        let range = go.range(mover);
        Bounds {
            lower: mine.unwrap_or(range.lower),
            upper: theirs.map_or(range.upper, |least| -least),
        }
    }
}

/// What komi adds to that player's area, in half points.
fn komi(go: &Go, player: Player) -> i16 {
    match player {
        Player::First => -go.komi(),
        Player::Second => go.komi(),
    }
}

/// All points.
pub(crate) fn board(go: &Go) -> u32 {
    (1 << go.points()) - 1
}

/// The owner's stones, and the opponent's.
pub(crate) fn colours(go: &Go, pos: &Stones, owner: Player) -> [u32; 2] {
    match owner {
        Player::First => [go.black(pos), go.white(pos)],
        Player::Second => [go.white(pos), go.black(pos)],
    }
}

impl Analysis<Go> for Slow {
    fn bounds(&self, go: &Go, pos: &Stones) -> Bounds<Margin> {
        self.both(go, pos, false)
    }

    fn bounds_if_kept(&self, go: &Go, pos: &Stones) -> Bounds<Margin> {
        self.both(go, pos, true)
    }

    fn keeps(&self, go: &Go, pos: &Stones, next: &Stones) -> bool {
        let mover = go.turn(pos);
        let [before, after] = [pos, next].map(|pos| {
            let [mine, theirs] = colours(go, pos, mover);
            self.firm(go, mine, theirs)
        });
        match self.wrong {
            Some(Wrong::NeverKept) => true,
            Some(Wrong::StonesKept) => before & !colours(go, next, mover)[0] == 0,
            _ => before & !after == 0,
        }
    }
}
