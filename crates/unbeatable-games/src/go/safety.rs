//! What is safe in Go without search: Benson's unconditional life, and what it encloses.
//!
//! One player, the owner, is looked at in terms of chains and regions. Let `S` be some of the owner's
//! chains. A *region* of `S` is a connected component of all other points. It is *vital* to a chain of
//! `S` if it holds no stone of the owner's and each of its empty points is beside that chain; where
//! suicide is allowed, if each of its points is, whatever stands there. The largest `S` in which every
//! chain has two vital regions is *alive* (Benson 1976). It exists: a larger `S` has smaller regions.
//! (Benson's regions are bounded by all chains and dropped with any of these; the result is the same.)
//!
//! # Whatever happened before
//!
//! **Life.** Living chains are never captured while their owner only passes, which is always legal:
//! superko takes moves away from the opponent alone. Proof: while `S` stands, nobody captures anything
//! in a vital region, so its empty points stay beside its chain. A stone on the last of them captures
//! no chain of `S`, which has a liberty in another vital region, too; so it is suicide. Where that is
//! allowed it empties the region, which is why then all points count. (Benson's rules have no suicide.)
//!
//! **Area, if the owner only passes.** His living stones are his. So is an eye of one point: whatever
//! the opponent does there leaves nothing. In a region without stones of his whose empty points are
//! all beside living stones (all points, where suicide is allowed), the opponent leaves a point empty
//! for ever, and that is beside the owner's stone: one point less for the opponent. All else may become
//! the opponent's; nothing removes dead stones before the score is taken.
//!
//! # If the owner has kept
//!
//! Larger territory must be defended by moves, and superko might forbid them. A region is *firm* if
//! every point of it, whatever stands there, is beside one of the chains to which it is vital; and so
//! is the largest `S` in which every chain has two firm vital regions. The owner has *kept* if each of
//! his moves on the whole line left his firm stones firm, as filling his own eyes does not. (The
//! opponent's moves always do: regions stay vital to the same chains, and to more.)
//!
//! **Lemma.** A move after which the owner's new stone is firm is not forbidden by any superko rule, if
//! he has kept. If it were, that board stood before, and the stone was firm there; what is firm was
//! kept since; so the stone would stand now, but its point is empty.
//!
//! **Territory.** Let `S` be firm. A region whose points are all beside `S` (each perhaps beside another
//! chain) becomes the owner's as a whole. He plays inside, on any empty point, as long as an opponent's
//! stone stands in such a region, and passes otherwise:
//!
//! - There is such a point, since the opponent's stones there have a liberty there.
//! - It is beside `S`, so his stone joins chains of `S`, and is neither suicide nor ever captured.
//! - `S` with that stone is firm. The stone is beside all chains to which the region is vital, and
//!   makes them one. If the region is firm, every point of what is left of it, in one piece or more, is
//!   beside that one chain, whatever was captured: firm again. Something is left, since an opponent's
//!   stone stood there. If it is not firm, each chain has two other regions that are.
//! - So the move keeps, and by the lemma it is legal. Every such move makes the regions smaller.
//! - The game ends by two passes, one of them his, when no opponent's stone stands there any more. What
//!   is empty there then reaches his stones only.
//!
//! **Territory with an inside.** A region may have inner points that are not beside `S`: one, or two
//! beside each other, if two or more of its points are beside `S`, and of these an empty one when he is
//! to move, two when the opponent is. It becomes his, too. Wherever an opponent's stone stands in such a
//! region he plays on an empty point beside `S`, in any of them; that grows `S`, as before. Only if no
//! region with such a stone has such a point left, he plays on an inner point of one, on the last empty
//! one if he can:
//!
//! - All liberties of the opponent's stones there are inner points then, and no stone of his is beside
//!   `S` without being part of it. On the last of them his stone captures every one of these stones, so
//!   at least two points beside `S` are empty afterwards. On one of two it is beside the other.
//! - `S` does not need such a region: each of its chains has two others that are firm.
//! - Before this `S` has grown at least once since the claim: there was room to.
//! - So a board on which he captured all has not stood before. If it had, `S` as it is now would have
//!   stood since, so that was after `S` grew last. But since then the opponent has filled all points
//!   beside `S`, two or more, and between the first and the last of them `S` would have grown.
//! - Nor has a board stood on which he played on one of two inner points. If it had, `S` has not grown
//!   since, and that stone has been captured: by a stone on the other point, after which he captures all
//!   on the next, or by one beside `S` after he played on both, which captures all. (Where suicide is
//!   allowed, the opponent's stones that surround an inner point may vanish; then at least two points
//!   beside `S` are empty again.) Each leads to a board on which `S` grows before it can be as it is now.
//!
//! What passing alone is sure of elsewhere remains true: such a region is bounded by firm chains, so he
//! takes no vital region from another living chain. One exception: if he has just passed, the opponent
//! may end the game by another pass now, and the opponent's stones in those regions count. Then he is
//! sure of the smaller of the claim and the present score.
//!
//! Life would do instead of firmness for the lemma, but not for the territory: captures may uncover
//! points that are not beside the chain that needs the region. It would also be harder to keep.
//!
//! Müller (1997) and van der Werf et al. (2004) prove more by letting the owner answer, and assume that
//! no answer is forbidden. Under superko that is not so, and this is what the lemma is for.
//!
//! # The end
//!
//! Who is to move after a pass may end the game, whatever happened before: the present score is sure.

use unbeatable_core::bits::Bits;
use unbeatable_core::notation::listed;
use unbeatable_core::{Analysis, Bounds, Game, Margin, Notation, Player};

use crate::go::{Go, Move, POINTS_MAX, Stones, tactics};

/// Knowledge of stones that cannot be captured, and of what they enclose.
#[derive(Clone, Copy, Debug)]
pub struct Safety;

impl Analysis<Go> for Safety {
    #[inline]
    fn bounds(&self, go: &Go, pos: &Stones) -> Bounds<Margin> {
        bounds(go, pos, |side| side.least_area_by_passing())
    }

    #[inline]
    fn bounds_if_kept(&self, go: &Go, pos: &Stones) -> Bounds<Margin> {
        bounds(go, pos, |side| side.least_area_if_kept(pos))
    }

    #[inline]
    fn keeps(&self, go: &Go, pos: &Stones, next: &Stones) -> bool {
        if go.passes(next) > 0 {
            return true;
        }
        let mover = go.turn(pos);
        let firm = |pos| {
            let side = SafetyView::new(go, pos, mover);
            match side.alive() {
                0 => 0,
                alive => side.firm(alive),
            }
        };
        let before = firm(pos);
        before == 0 || before & !firm(next) == 0
    }

    fn why(&self, go: &Go, pos: &Stones) -> Option<String> {
        let reason = |player| {
            let side = SafetyView::new(go, pos, player);
            let alive = side.alive();
            let points = (alive | side.eyes(alive)).count_ones();
            let names: Vec<String> = Bits(alive.into()).map(|p| go.point_name(p)).collect();
            let (stones, are) = match names.len() {
                0 => return None,
                1 => ("stone", "is"),
                _ => ("stones", "are"),
            };
            let [owner, other] = [player, player.other()].map(|p| go.player_name(p));
            let names = listed(&names, "and");
            Some(format!(
                "{owner}'s {stones} at {names} {are} alive whatever {other} plays (Benson): at \
                 least {points} points"
            ))
        };
        let end = (go.passes(pos) == 1).then(|| {
            let mover = go.turn(pos);
            let [mine, theirs] = match (mover, go.areas(pos).map(u32::count_ones)) {
                (Player::First, [black, white]) => [black, white],
                (Player::Second, [black, white]) => [white, black],
            };
            let player = go.player_name(mover);
            format!("{player} may end the game now, with an area of {mine} against {theirs}")
        });
        let reasons: Vec<String> = (Player::BOTH.into_iter().filter_map(reason))
            .chain(end)
            .collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    /// What the move does to chains, and to the life of the mover's.
    fn remark(&self, go: &Go, pos: &Stones, m: Move) -> Option<String> {
        let mut deeds = tactics::deeds(go, pos, m);
        if let Move::Stone(point) = m {
            deeds.extend(change_of_life(go, pos, point));
        }
        (!deeds.is_empty()).then(|| deeds.join(", "))
    }
}

/// What a legal stone changes in the life of the mover's stones, in words. That a stone joins living ones
/// is not worth a word.
fn change_of_life(go: &Go, pos: &Stones, point: u8) -> Option<String> {
    let (mover, next) = (go.turn(pos), go.play(pos, Move::Stone(point)));
    let side = SafetyView::new(go, &next, mover);
    let (before, after) = (SafetyView::new(go, pos, mover).alive(), side.alive());
    let (lost, gained) = (before & !after, after & !before);
    if lost != 0 {
        let stones = tactics::stones(go, lost);
        return Some(format!("leaves {stones} no longer safe for good"));
    }
    let points = (after | side.eyes(after)).count_ones();
    let safe = format!("safe for good ({points} points of area)");
    let stones = tactics::stones(go, gained);
    match (before, gained & !(1 << point)) {
        (0, _) if gained != 0 => {
            let are = if gained.count_ones() == 1 {
                "is"
            } else {
                "are"
            };
            Some(format!("makes two eyes: {stones} {are} {safe}"))
        }
        (_, 0) => None,
        _ => Some(format!("makes {stones} {safe}")),
    }
}

/// What follows from the least area margin that each player is sure of, if any.
#[inline]
fn bounds(go: &Go, pos: &Stones, least: impl Fn(&SafetyView) -> Option<i16>) -> Bounds<Margin> {
    let sure = |player| {
        let area = least(&SafetyView::new(go, pos, player))?;
        let komi = match player {
            Player::First => -go.komi,
            Player::Second => go.komi,
        };
        Some(Margin::half_points(2 * area + komi))
    };
    let mover = go.turn(pos);
    // Who may end the game by passing gets the present score, or more.
    let now = (go.passes(pos) == 1).then(|| {
        let end = go.outcome(&go.play(pos, Move::Pass));
        end.expect("two passes end the game").value_for(mover)
    });
    match (sure(mover).max(now), sure(mover.other())) {
        (None, None) => Bounds::UNKNOWN,
        // Who is sure of the whole board is sure of the value.
        (mine, theirs) => {
            let range = go.range(mover);
            Bounds {
                lower: mine.unwrap_or(range.lower),
                upper: theirs.map_or(range.upper, |margin| -margin),
            }
        }
    }
}

/// The connected pieces of a set of points.
struct PointGroups {
    pieces: [u32; PIECES_MAX],
    count: usize,
}

/// Pieces that do not touch each other are at most 15 on a board of 30 points.
const PIECES_MAX: usize = 15;
const _: () = assert!(POINTS_MAX as usize <= 2 * PIECES_MAX);

impl PointGroups {
    #[inline]
    fn new(go: &Go, points: u32) -> Self {
        let mut pieces = [0; PIECES_MAX];
        let mut count = 0;
        let mut rest = points;
        while rest != 0 {
            pieces[count] = go.connected(lowest(rest), rest);
            rest &= !pieces[count];
            count += 1;
        }
        PointGroups { pieces, count }
    }

    #[inline]
    fn all(&self) -> &[u32] {
        &self.pieces[..self.count]
    }

    #[inline]
    fn retain(&mut self, mut stays: impl FnMut(u32) -> bool) {
        let mut count = 0;
        for i in 0..self.count {
            if stays(self.pieces[i]) {
                self.pieces[count] = self.pieces[i];
                count += 1;
            }
        }
        self.count = count;
    }
}

/// A position, as one player sees it.
struct SafetyView<'a> {
    go: &'a Go,
    owner: Player,
    mine: u32,
    theirs: u32,
}

impl<'a> SafetyView<'a> {
    #[inline]
    fn new(go: &'a Go, pos: &Stones, owner: Player) -> Self {
        SafetyView {
            go,
            owner,
            mine: go.colour(pos, owner),
            theirs: go.colour(pos, owner.other()),
        }
    }

    /// The points of regions that may be empty one day while the owner only passes: all of them, if
    /// the opponent may remove stones by suicide.
    #[inline]
    fn lasting(&self) -> u32 {
        match self.go.suicide {
            true => self.go.board & !self.mine,
            false => self.go.board & !(self.mine | self.theirs),
        }
    }

    /// Stones that are never captured while their owner only passes: the largest set of chains in which
    /// each has two vital regions.
    #[inline]
    fn alive(&self) -> u32 {
        let go = self.go;
        let watched = self.lasting();
        let outside = go.board & !self.mine;
        // A region with a point beside no chain is vital to none.
        let far = watched & !go.beside(self.mine);
        let rest = outside & !go.connected(far, outside);
        if go.connected(lowest(rest), rest) == rest {
            return 0;
        }
        self.with_two(PointGroups::new(go, self.mine), PointGroups::new(go, rest))
    }

    /// Living stones that stay alive, too, while their owner plays beside them in regions of two points
    /// and more: the largest set of chains in which each has two firm regions.
    #[inline]
    fn firm(&self, alive: u32) -> u32 {
        let watched = self.lasting();
        let regions = self.enclosed(alive, watched);
        match self.go.suicide || regions & self.theirs == 0 {
            true => alive,
            false => self.firm_beside_stones(alive, regions, watched),
        }
    }

    /// Living stones that stay alive, where the opponent's stones in `regions` may have to be captured.
    fn firm_beside_stones(&self, alive: u32, regions: u32, watched: u32) -> u32 {
        let go = self.go;
        let chains = PointGroups::new(go, alive);
        let mut regions = PointGroups::new(go, regions);
        regions.retain(|region| {
            let is_vital = |chain: &&u32| region & watched & !go.beside(**chain) == 0;
            let joined = chains.all().iter().filter(is_vital);
            region & !go.beside(joined.fold(0, |all, chain| all | chain)) == 0
        });
        self.with_two(chains, regions)
    }

    /// The largest set of these chains in which each has two of these regions that are vital to it,
    /// and that no other chain of the owner bounds.
    #[inline]
    fn with_two(&self, mut chains: PointGroups, mut regions: PointGroups) -> u32 {
        let go = self.go;
        let watched = self.lasting();
        loop {
            let mut dropped = 0;
            chains.retain(|chain| {
                let uncovered = watched & !go.beside(chain);
                let is_vital = |region: &&u32| *region & uncovered == 0;
                let stays = regions.all().iter().filter(is_vital).count() >= 2;
                dropped |= if stays { 0 } else { chain };
                stays
            });
            if dropped == 0 {
                return chains.all().iter().fold(0, |all, chain| all | chain);
            }
            // Regions that a dropped chain bounds hold its stones, from now on.
            let reached = go.beside(dropped);
            regions.retain(|region| region & reached == 0);
        }
    }

    /// The regions of `alive` in which every point of `watched` is beside `alive`, and no stone of the
    /// owner's: such stones are not beside `alive`, or they would be part of it.
    #[inline]
    fn enclosed(&self, alive: u32, watched: u32) -> u32 {
        let outside = self.go.board & !alive;
        let far = (watched | self.mine) & outside & !self.go.beside(alive);
        outside & !self.go.connected(far, outside)
    }

    /// The eyes of one point that living stones enclose.
    fn eyes(&self, alive: u32) -> u32 {
        let enclosed = self.enclosed(alive, self.lasting());
        enclosed & !self.go.beside(enclosed)
    }

    /// The owner's area minus the opponent's at the end, at least, if the owner only passes.
    #[inline]
    fn least_area_by_passing(&self) -> Option<i16> {
        match self.alive() {
            0 => None,
            alive => Some(self.least_area(alive, 0)),
        }
    }

    /// The owner's area minus the opponent's at the end, at least, if the owner has kept.
    #[inline]
    fn least_area_if_kept(&self, pos: &Stones) -> Option<i16> {
        let go = self.go;
        let alive = self.alive();
        if alive == 0 {
            return None;
        }
        let territory = match self.firm(alive) {
            0 => 0,
            firm => self.territory(firm, go.turn(pos) == self.owner),
        };
        let least = self.least_area(alive, territory);
        let may_end_now = go.passes(pos) == 1 && go.turn(pos) != self.owner;
        if may_end_now && self.theirs & territory != 0 {
            let now = match self.owner {
                Player::First => go.area(pos),
                Player::Second => -go.area(pos),
            };
            return Some(least.min(now));
        }
        Some(least)
    }

    /// What becomes the owner's around `firm`, if the owner has kept: regions with two inner points at
    /// most, beside each other.
    #[inline]
    fn territory(&self, firm: u32, is_to_move: bool) -> u32 {
        let go = self.go;
        let outside = go.board & !firm;
        let inner = outside & !go.beside(firm);
        if inner == 0 {
            return outside;
        }
        let empty = outside & !(self.mine | self.theirs);
        let needed = if is_to_move { 1 } else { 2 };
        let mut territory = outside & !go.connected(inner, outside);
        let mut rest = outside & !territory;
        while rest != 0 {
            let region = go.connected(lowest(rest), rest);
            rest &= !region;
            let inner = region & inner;
            let near = region & !inner;
            let is_small =
                inner.count_ones() <= 2 && inner & !lowest(inner) & !go.beside(inner) == 0;
            let has_room = near.count_ones() >= 2 && (near & empty).count_ones() >= needed;
            if is_small && has_room {
                territory |= region;
            }
        }
        territory
    }

    /// The owner's area minus the opponent's at the end, at least, if the owner gets `territory`, and
    /// nothing else but by passing.
    #[inline]
    fn least_area(&self, alive: u32, territory: u32) -> i16 {
        let go = self.go;
        let enclosed = self.enclosed(alive, self.lasting());
        let eyes = enclosed & !go.beside(enclosed);
        let sure = alive | territory | eyes;
        // In each of the others the opponent leaves a point empty that is beside the owner's stones.
        let shared = PointGroups::new(go, enclosed & !sure).count as i16;
        2 * sure.count_ones() as i16 - i16::from(go.points()) + shared
    }
}

/// The lowest of some points, if any.
#[inline]
fn lowest(points: u32) -> u32 {
    points & points.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::notation_checks::rules;

    /// Black's living stones, and Black's least margin by passing and if Black has kept, on a board
    /// with Black to move. No stones are no margin.
    #[track_caller]
    fn check(board: &str, alive: &str, margins: Option<[i16; 2]>) {
        let rows = board.split('/').count();
        let columns = board.len() / rows;
        check_rules(&format!("go:{columns}x{rows}"), board, alive, margins);
    }

    #[track_caller]
    fn check_rules(spec: &str, board: &str, alive: &str, margins: Option<[i16; 2]>) {
        let go: Go = rules(spec);
        let pos = go
            .parse_position(&format!("{board};B"))
            .expect("a position");
        let side = SafetyView::new(&go, &pos, Player::First);
        let names: Vec<String> = Bits(side.alive().into())
            .map(|p| go.point_name(p))
            .collect();
        assert_eq!(names.join(" "), alive);
        let margins = margins.map(|margins| margins.map(Some)).unwrap_or_default();
        assert_eq!(side.least_area_by_passing(), margins[0]);
        assert_eq!(side.least_area_if_kept(&pos), margins[1]);
    }

    #[test]
    fn two_eyes_live() {
        check(".X.", "B1", Some([3, 3]));
        check("X./.X", "A2 B1", Some([4, 4])); // Two chains share two eyes.
        check(".X../XX../....", "", None); // One eye.
        check(".X../XX../.X..", "B3 A2 B2 B1", Some([0, 0])); // The right side may become White's.
        check(".XO./XXOO/.XO.", "B3 A2 B2 B1", Some([0, 0]));
    }

    #[test]
    fn eyes_of_several_points_live() {
        check("..X./XXXX", "C2 A1 B1 C1 D1", Some([5, 8])); // White may leave A2 or B2 empty.
        check("O.X./XXXX", "C2 A1 B1 C1 D1", Some([5, 8])); // One of them is taken, and captured.
        check("...X./XXXXX", "D2 A1 B1 C1 D1 E1", Some([5, 10]));
        check("..X/X.X/XXX", "", None); // A3 and B2 are beside different stones.
        check(".OX/X.X/XXX", "", None); // As before.
    }

    #[test]
    fn stones_in_eyes_count_where_suicide_is_allowed() {
        check_rules("go:5x1", ".X.OO", "B1", Some([0, 0]));
        check_rules("go:5x1+suicide", ".X.OO", "", None);
        check_rules("go:5x1+suicide", ".X.X.", "B1 D1", Some([5, 5]));
    }

    #[test]
    fn chains_need_living_neighbours() {
        check(".X.X..", "", None); // The second chain has one eye, so the first has one, too.
        check(".X.X.O", "B1 D1", Some([3, 3]));
    }

    #[test]
    fn the_opponent_may_end_the_game_now() {
        let go: Go = rules("go:3x2");
        let margin = |text: &str| {
            let pos = go.parse_position(text).expect("a position");
            Safety.bounds_if_kept(&go, &pos)
        };
        let all = Margin::points(6);
        assert_eq!(margin("OX./.XX;B"), Bounds::exactly(all));
        assert_eq!(margin("OX./.XX;B;pass"), Bounds::exactly(all));
        assert_eq!(margin("OX./.XX;W"), Bounds::exactly(-all));
        // Black just passed, and A2 is White's.
        assert_eq!(margin("OX./.XX;W;pass").upper, Margin::points(-3));
    }

    #[test]
    fn reasons_name_stones_and_points() {
        let go: Go = rules("go:4x3");
        let pos = go.parse_position(".XO./XXOO/.XO.;B").expect("a position");
        assert_eq!(
            Safety.why(&go, &pos).expect("a reason"),
            "Black's stones at B3, A2, B2 and B1 are alive whatever White plays (Benson): at least \
             6 points; White's stones at C3, C2, D2 and C1 are alive whatever Black plays (Benson): \
             at least 6 points"
        );
    }
}
