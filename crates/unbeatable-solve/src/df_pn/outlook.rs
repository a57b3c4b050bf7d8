//! How a question stands, as the table remembers it.
//!
//! The table alone is looked at, which others may read while a search writes to it; so a watcher can ask
//! at any time, from any thread, and the search itself keeps no account of it.

use std::sync::Arc;

use unbeatable_core::{
    Analysis, Decided, Game, Guide, Outcome, Player, Restriction, Value, restricted_prospects,
};

use super::DfPn;
use super::children::{Child, ChildrenSummary, YesNoQuestion, arrange, named, sum_up};
use crate::proof_table::{Distance, ProofTable};
use crate::solver::{Observer, Outlook};

/// Lines go no further.
const LINE_MOVES_MAX: usize = 12;

/// Numbers are summed up again from so many moves below: those of a position are only written down when
/// the search leaves it. From fewer, if that takes too long.
const NUMBERS_DEPTH: u32 = 3;

/// Moves looked at to sum up the numbers of a position: whoever searches waits for it.
const NUMBERS_MOVES_MAX: usize = 1 << 14;

/// The part of a proof that is done is summed up from so many moves below, three of either player; from
/// fewer, if that takes too long.
const SHARE_DEPTH: u32 = 6;

/// Moves looked at to find that part.
const SHARE_MOVES_MAX: usize = 1 << 18;

/// What looks at a table: everything that names its entries.
pub(super) struct Viewer<'g, G: Game, A, D> {
    pub(super) game: &'g G,
    pub(super) know: &'g A,
    pub(super) guide: &'g D,
    pub(super) restriction: Option<&'g dyn Restriction<G>>,
    pub(super) table: Arc<ProofTable>,
    pub(super) symmetry: bool,
    pub(super) options: DfPn,
    pub(super) pos: G::Position,
}

/// A position, as its children in the table have it.
struct TableView<M> {
    distance: Distance,
    /// The move that looks nearest to a proof, if one is known.
    nearest: Option<M>,
    share: Share,
}

/// The parts that are done of a proof that the player to move reaches the aim, and of one that he
/// misses it.
#[derive(Clone, Copy)]
struct Share {
    win: f64,
    lose: f64,
}

impl Share {
    const NONE: Self = Share {
        win: 0.0,
        lose: 0.0,
    };

    fn of(distance: Distance) -> Self {
        Share {
            win: f64::from(u8::from(distance.win == 0)),
            lose: f64::from(u8::from(distance.lose == 0)),
        }
    }
}

impl<G: Game, A: Analysis<G>, D: Guide<G>> Observer<G> for Viewer<'_, G, A, D> {
    fn outlook(&self, at_least: Outcome<G::Value>) -> Outlook<G::Move> {
        let mut pos = self.pos;
        let mut view = self.deepest_view(&pos, at_least, NUMBERS_DEPTH, NUMBERS_MOVES_MAX);
        let distance = view.distance;
        let mut line = vec![];
        while let Some(m) = view.nearest
            && line.len() < LINE_MOVES_MAX
        {
            line.push(m);
            pos = self.game.play(&pos, m);
            if self.game.outcome(&pos).is_some() {
                break;
            }
            view = self.deepest_view(&pos, at_least, 1, 0);
        }
        Outlook { distance, line }
    }

    fn moves(&self, at_least: Outcome<G::Value>) -> Vec<(G::Move, Distance)> {
        let children = self.children(&self.pos, at_least).unwrap_or_default();
        let look = |(child, is_known): (Child<G::Move>, bool)| {
            if !is_known || child.distance.is_decided() {
                return (child.m, child.distance);
            }
            let next = self.game.play(&self.pos, child.m);
            let view = self.deepest_view(&next, at_least, NUMBERS_DEPTH, NUMBERS_MOVES_MAX);
            (child.m, view.distance)
        };
        children.into_iter().map(look).collect()
    }

    fn share(&self, at_least: Outcome<G::Value>) -> f64 {
        let view = self.deepest_view(&self.pos, at_least, SHARE_DEPTH, SHARE_MOVES_MAX);
        view.share.win.max(view.share.lose)
    }
}

impl<G: Game, A: Analysis<G>, D: Guide<G>> Viewer<'_, G, A, D> {
    /// What is known of an unfinished position by those at most `depth` moves behind it, or fewer, if that
    /// takes more than so many moves.
    fn deepest_view(
        &self,
        pos: &G::Position,
        at_least: Outcome<G::Value>,
        depth: u32,
        moves_max: usize,
    ) -> TableView<G::Move> {
        let view = |depth, mut moves_left| self.view(pos, at_least, depth, &mut moves_left);
        let mut deepest = view(1, usize::MAX).expect("as many moves as it takes");
        for depth in 2..=depth {
            match view(depth, moves_max) {
                Some(deeper) => deepest = deeper,
                None => break,
            }
        }
        deepest
    }

    /// What is known of an unfinished position by those at most `depth` moves behind it. `None` if that
    /// takes more moves than are left.
    fn view(
        &self,
        pos: &G::Position,
        at_least: Outcome<G::Value>,
        depth: u32,
        moves_left: &mut usize,
    ) -> Option<TableView<G::Move>> {
        let mut children = match self.children(pos, at_least) {
            Ok(children) => children,
            Err(decided) => {
                let (distance, nearest) = match decided {
                    Decided::Reached(m) => (Distance::WON, Some(m)),
                    Decided::Missed => (Distance::LOST, None),
                };
                let share = Share::of(distance);
                return Some(TableView {
                    distance,
                    nearest,
                    share,
                });
            }
        };
        *moves_left = moves_left.checked_sub(children.len())?;
        // One move is enough to win, and to lose all must be answered.
        let mut share = Share::NONE;
        for (child, is_known) in &mut children {
            let mut found = Share::of(child.distance);
            if *is_known && !child.distance.is_decided() && depth > 1 {
                let next = self.game.play(pos, child.m);
                let view = self.view(&next, at_least, depth - 1, moves_left)?;
                (child.distance, found) = (view.distance, view.share);
            }
            share.win = share.win.max(found.lose);
            share.lose += found.win;
        }
        share.lose /= children.len() as f64;
        let is_known = children.iter().any(|(_, is_known)| *is_known);
        let children: Vec<_> = children.into_iter().map(|(child, _)| child).collect();
        let ChildrenSummary {
            distance, nearest, ..
        } = sum_up(&children, &self.options);
        Some(TableView {
            distance,
            nearest: is_known.then(|| children[nearest].m),
            share,
        })
    }

    /// The moves of an unfinished position, each with whether the table knows what is behind it, unless
    /// it is decided without.
    #[expect(clippy::type_complexity, reason = "one use")]
    fn children(
        &self,
        pos: &G::Position,
        at_least: Outcome<G::Value>,
    ) -> Result<Vec<(Child<G::Move>, bool)>, Decided<G::Move>> {
        let (game, turn) = (self.game, self.game.turn(pos));
        let question = YesNoQuestion::<G::Value>::new(at_least.value_for(Player::First).rank());
        let mut children = vec![];
        let by = (game, self.know, self.guide);
        let decided = restricted_prospects(self.restriction, by, pos, at_least, |seen| {
            children.push(named(game, pos, turn, question, self.symmetry, &seen));
        });
        if let Some(decided) = decided {
            return Err(decided);
        }
        arrange(&mut children, &self.options);
        let look_up = |mut child: Child<G::Move>| {
            let known = self.table.get(child.name);
            if let Some(known) = known {
                child.distance = known.distance;
            }
            (child, known.is_some())
        };
        Ok(children.into_iter().map(look_up).collect())
    }
}
