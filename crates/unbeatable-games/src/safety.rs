//! What is safe in Go without search: Benson's unconditional life, and what it encloses.
//!
//! One player, the owner, is looked at in terms of chains and regions. Let `S` be some of the owner's
//! chains. A *region* of `S` is a connected component of all other points. It is *vital* to a chain
//! `c` of `S` if it holds no stone of the owner's and each of its empty points is beside `c`; it is
//! *strongly vital* if each of its points is, whatever stands there. The largest `S` in which every
//! chain has two vital regions is *alive* (Benson 1976), the largest one with two strongly vital
//! regions each is *strongly alive*. Both exist: a larger `S` has smaller regions. (Benson's regions
//! are bounded by all chains and dropped if a bounding chain is; the fixpoint is the same one.)
//!
//! # Whatever happened before
//!
//! **Life.** Where suicide is forbidden, living chains are never captured while their owner only
//! passes, which is always legal: superko takes moves away from the opponent alone. Proof: while they
//! stand, the opponent's stones in a vital region never leave it, so its empty points stay beside its
//! chain; and a stone on the last of them would need to capture a chain of `S`, which has a liberty in
//! its other vital region. Where suicide is allowed the opponent can empty a region in this way and
//! begin again, so there every point counts: only strong life is life. (Benson's rules had no suicide.)
//!
//! **Area, if the owner only passes.** His living stones are his. So is an eye of one point: whatever
//! the opponent may do there leaves nothing. In a region whose empty points are all beside living
//! stones (all points, where suicide is allowed), and which holds no stone of his, the opponent leaves
//! a point empty for ever, and that is beside the owner's stone: one point less for the opponent. All
//! else may become the opponent's; nothing removes dead stones before the score is taken.
//!
//! # If the owner has kept
//!
//! Territory of two points and more must be defended by moves, and superko might forbid them. It does
//! not if the owner has *kept* on the whole line: none of his moves left one of his strongly living
//! stones not strongly alive, as filling his own eyes does ([`Safety::keeps`]). The opponent's moves
//! never do: what makes a region strongly vital is not the opponent's to change.
//!
//! **Lemma.** A move after which the owner's new stone is strongly alive is not forbidden by any
//! superko rule. If it were, that board stood before, with that stone, strongly alive; it was kept
//! since; so it would stand now, and its point would not be empty.
//!
//! **Territory.** Let `S` be strongly alive. A region of `S` whose points are all beside `S` (each
//! perhaps beside another chain) becomes the owner's as a whole. He answers inside, on any empty
//! point, as long as an opponent's stone stands in such a region, and passes otherwise:
//!
//! - There is such a point, since the opponent's stones there have a liberty there.
//! - It is beside `S`, so his stone joins chains of `S`, and is neither suicide nor ever captured.
//! - `S` with that stone is strongly alive. The regions that were strongly vital to the joined chains
//!   still are, but for the one played in. If that was strongly vital to a chain, every point of it is
//!   beside that chain; it had two points at least; so what is left of it, in one piece or more, is
//!   strongly vital to the joined chain too.
//! - So the move keeps, and by the lemma it is legal. Every such move makes the regions smaller.
//! - The game ends by two passes, one of them his, when no opponent's stone stands there any more.
//!   What is empty there then reaches his stones only.
//!
//! While he plays there the rest of what the unconditional rules claim stays true: a region that is
//! vital to a chain that is alive, but not strongly so, is not bounded by `S` alone, and he does not
//! play in it. The one exception: if he has just passed, the opponent may end the game by another
//! pass now, and stones that stand in those regions count. Then the present score bounds the claim.
//!
//! Ordinary life would not do for the lemma's owner: capturing stones inside an eye may uncover points
//! that are not beside its chain, and the chain is no longer alive by Benson's rule.
//!
//! Müller (1997) and van der Werf et al. (2004) prove more by letting the owner answer, but assume that
//! history forbids no answer. Here that is not assumed; hence the lemma, which seems to be new.

use unbeatable_core::bits::Bits;
use unbeatable_core::notation::listed;
use unbeatable_core::{Analysis, Bounds, Game, Margin, Notation, Player, Value};

use crate::go::{Go, Stones};

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
        let before = Side::new(go, pos, mover).strongly_alive();
        before == 0 || before & !Side::new(go, next, mover).strongly_alive() == 0
    }

    fn why(&self, go: &Go, pos: &Stones) -> Option<String> {
        let reason = |player| {
            let side = Side::new(go, pos, player);
            let alive = side.alive();
            let points = (alive | side.eyes(alive)).count_ones();
            let names: Vec<String> = Bits(alive.into()).map(|p| go.point_name(p)).collect();
            let stones = match names.len() {
                0 => return None,
                1 => "stone at",
                _ => "stones at",
            };
            let (owner, names) = (go.player_name(player), listed(&names, "and"));
            Some(format!(
                "{owner}'s {stones} {names} cannot be captured (Benson): at least {points} points"
            ))
        };
        let reasons: Vec<String> = Player::BOTH.into_iter().filter_map(reason).collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}

/// What follows from the least area margin that each player is sure of, if any.
#[inline]
fn bounds(go: &Go, pos: &Stones, least: impl Fn(&Side) -> Option<i16>) -> Bounds<Margin> {
    let sure = |player| {
        let area = least(&Side::new(go, pos, player))?;
        let komi = match player {
            Player::First => -go.komi,
            Player::Second => go.komi,
        };
        Some(Margin::half_points(2 * area + komi))
    };
    let mover = go.turn(pos);
    Bounds {
        lower: sure(mover).unwrap_or(Margin::WORST),
        upper: sure(mover.other()).map_or(Margin::BEST, |margin| -margin),
    }
}

/// Non-adjacent pieces of a board of 30 points are at most 15.
const PIECES_MAX: usize = 16;

/// A position, as one player sees it.
struct Side<'a> {
    go: &'a Go,
    owner: Player,
    mine: u32,
    theirs: u32,
}

impl<'a> Side<'a> {
    #[inline]
    fn new(go: &'a Go, pos: &Stones, owner: Player) -> Self {
        Side {
            go,
            owner,
            mine: go.colour(pos, owner),
            theirs: go.colour(pos, owner.other()),
        }
    }

    /// Stones that are never captured while their owner only passes.
    #[inline]
    fn alive(&self) -> u32 {
        self.fixpoint(self.lasting())
    }

    /// Living stones that stay so, too, while their owner plays beside them in regions of two points
    /// and more.
    #[inline]
    fn strongly_alive(&self) -> u32 {
        self.fixpoint(self.go.board & !self.mine)
    }

    /// The points in a region that may be empty one day while the owner only passes: all, if the
    /// opponent may remove stones by suicide.
    #[inline]
    fn lasting(&self) -> u32 {
        match self.go.suicide {
            true => self.go.board & !self.mine,
            false => self.go.board & !(self.mine | self.theirs),
        }
    }

    /// The largest set of chains in which each has two regions whose points in `watched` are all
    /// beside it.
    #[inline]
    fn fixpoint(&self, watched: u32) -> u32 {
        let go = self.go;
        let outside = go.board & !self.mine;
        // A region with a point beside no chain is vital to none.
        let far = watched & !go.beside(self.mine);
        let mut rest = outside & !go.connected(far, outside);
        let first = go.connected(lowest(rest), rest);
        if first == rest {
            return 0;
        }
        let mut regions = [0; PIECES_MAX];
        let mut count = 0;
        while rest != 0 {
            let region = go.connected(lowest(rest), rest);
            rest &= !region;
            regions[count] = region;
            count += 1;
        }
        let mut stones = self.mine;
        loop {
            let regions = &mut regions[..count];
            let mut alive = 0;
            let mut rest = stones;
            while rest != 0 {
                let chain = go.connected(lowest(rest), rest);
                rest &= !chain;
                let uncovered = watched & !go.beside(chain);
                let vital = regions.iter().filter(|&region| region & uncovered == 0);
                if vital.count() >= 2 {
                    alive |= chain;
                }
            }
            if alive == stones || alive == 0 {
                return alive;
            }
            // Regions that a dropped chain bounds hold its stones, from now on.
            let reached = go.beside(stones & !alive);
            let mut left = 0;
            for i in 0..count {
                if regions[i] & reached == 0 {
                    regions[left] = regions[i];
                    left += 1;
                }
            }
            count = left;
            stones = alive;
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
        let territory = match self.strongly_alive() {
            0 => 0,
            strong => self.enclosed(strong, go.board),
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

    /// The same, if the owner gets `territory`, and nothing else but by passing.
    #[inline]
    fn least_area(&self, alive: u32, territory: u32) -> i16 {
        let go = self.go;
        let enclosed = self.enclosed(alive, self.lasting());
        let eyes = enclosed & !go.beside(enclosed);
        let sure = alive | territory | eyes;
        // In each of the others the opponent leaves a point empty that is beside the owner's stones.
        let mut rest = enclosed & !sure;
        let mut shared = 0;
        while rest != 0 {
            rest &= !go.connected(lowest(rest), rest);
            shared += 1;
        }
        2 * sure.count_ones() as i16 - i16::from(go.points()) + shared
    }
}

/// The lowest of some points, if any.
#[inline]
fn lowest(points: u32) -> u32 {
    points & points.wrapping_neg()
}
