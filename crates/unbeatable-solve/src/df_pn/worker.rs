//! One thread's part of the search: the recursion.

use unbeatable_core::{
    Analysis, Decided, Game, Guide, Player, Stopped, Value, restricted_prospects,
};

use super::DfPn;
use super::children::{Child, YesNoQuestion, arrange, named, sum_up};
use super::peers::{Halt, Peers};
use super::zone_view::ZoneView;
use crate::meter::{DEPTH_MAX, Meter};
use crate::proof_table::{Distance, Name, ProofTable, work_code};
use crate::search::Search;

/// What is searched for, the same for all threads.
#[derive(Clone, Copy)]
pub(super) struct SearchTask<V> {
    pub(super) question: YesNoQuestion<V>,
    /// An earlier question, answers to which may answer this one.
    pub(super) earlier: Option<YesNoQuestion<V>>,
    /// Whether positions are remembered in their canonical form.
    pub(super) symmetry: bool,
}

/// A position is left when another one is nearer by a half.
const ONE_OVER_EPSILON: u64 = 2;

/// One thread that answers a question.
pub(super) struct Worker<'r, 'g, 'w, G: Game, A, D, C> {
    pub(super) search: &'r Search<'g, G, A, D, DfPn>,
    table: &'r ProofTable,
    order: SearchTask<G::Value>,
    pub(super) meter: &'r mut Meter<'w, G::Value>,
    /// The children of all positions on the way that are open, those of the last one last.
    children: Vec<Child<G::Move>>,
    /// The move that decided the position just left, if its player reached the aim.
    pub(super) winner: Option<G::Move>,
    /// The winner's zone in the position just left, if that was decided and a zone is known.
    zone: Option<u128>,
    zones: Option<ZoneView<'r, G>>,
    peers: C,
}

impl<'r, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>, C: Peers> Worker<'r, 'g, 'w, G, A, D, C> {
    pub(super) fn new(
        search: &'r Search<'g, G, A, D, DfPn>,
        table: &'r ProofTable,
        order: SearchTask<G::Value>,
        meter: &'r mut Meter<'w, G::Value>,
        peers: C,
    ) -> Self {
        Worker {
            search,
            table,
            order,
            meter,
            children: vec![],
            winner: None,
            zone: None,
            zones: search.zones(),
            peers,
        }
    }

    /// Answers the question about an unfinished position: the move that reaches the aim of the player
    /// to move, or that there is none.
    pub(super) fn answer(mut self, pos: &G::Position) -> Result<Option<G::Move>, Halt> {
        match self.search(pos, Distance::UNLIMITED, 0)? {
            Distance::WON => Ok(Some(self.winner.expect("a win has a move"))),
            Distance::LOST => Ok(None),
            open => panic!("a search without limits ended undecided: {open:?}"),
        }
    }

    /// Searches until an unfinished position is decided or farther away than `limits`, but at least
    /// `nodes_min` nodes: how far it is then, or why the search stopped.
    pub(super) fn approach(
        mut self,
        pos: &G::Position,
        mut limits: Distance,
        nodes_min: u64,
    ) -> (Option<Distance>, Option<Stopped>) {
        loop {
            let found = match self.search(pos, limits, 0) {
                Ok(found) => found,
                Err(Halt::Stopped(stopped)) => return (None, Some(stopped)),
                Err(halt) => panic!("nobody ends this search, but it was told {halt:?}"),
            };
            if found.is_decided() || self.meter.effort.nodes >= nodes_min {
                return (Some(found), None);
            }
            let farther = |limit: u32, number: u32| match number >= limit {
                true => (number.saturating_add(number / 2 + 1)).min(Distance::INFINITY),
                false => limit,
            };
            limits = Distance {
                win: farther(limits.win, found.win),
                lose: farther(limits.lose, found.lose),
            };
        }
    }

    /// Searches until the position's numbers reach one of the limits, or it is decided: how far it is
    /// then. A limit of infinity is never reached by an open position.
    pub(super) fn search(
        &mut self,
        pos: &G::Position,
        limits: Distance,
        depth: u32,
    ) -> Result<Distance, Halt> {
        self.meter.node()?;
        if depth > DEPTH_MAX {
            return Err(Stopped::Depth.into());
        }
        self.meter.unfinished(depth);
        self.peers
            .look_around(self.meter.effort.nodes, self.table)?;
        let first = self.children.len();
        let decided = self.open(pos)?;
        if decided.is_some() {
            self.zone = self.zones.as_ref().and_then(|zones| zones.at_sight(pos));
        }
        let distance = match decided {
            Some(Decided::Reached(m)) => {
                self.winner = Some(m);
                Distance::WON
            }
            Some(Decided::Missed) => Distance::LOST,
            None => self.search_children(pos, first, limits, depth)?,
        };
        self.children.truncate(first);
        Ok(distance)
    }

    /// Searches an opened position, whose children begin at `first`, until its numbers reach one of the limits,
    /// or it is decided: how far it is then.
    fn search_children(
        &mut self,
        pos: &G::Position,
        first: usize,
        limits: Distance,
        depth: u32,
    ) -> Result<Distance, Halt> {
        let (game, options) = (self.search.game, &self.search.options);
        let end = self.children.len();
        loop {
            if let Some(zones) = &self.zones {
                zones.prune(pos, &mut self.children[first..]);
            }
            let children = &self.children[first..];
            let summary = sum_up(children, options);
            let distance = summary.distance;
            if distance.is_decided() {
                self.winner = Some(children[summary.nearest].m);
                if let Some(zones) = &self.zones {
                    self.zone = zones.of_children(pos, distance, children, summary.nearest);
                }
                return Ok(distance);
            }
            if distance.win >= limits.win || distance.lose >= limits.lose {
                return Ok(distance);
            }
            let counted = &children[..summary.count];
            let (chosen, second) = self.peers.choose(counted, depth + 1, limits, &summary);
            let child = children[chosen];
            // The child's own player sees both numbers the other way round. It is left when this
            // position is to be left, or when the second nearest child is nearer by more than a half.
            let second = u64::from(second);
            let nearer = (second + second / ONE_OVER_EPSILON + 1).min(limits.win.into());
            let rest = match options.weak {
                true => summary.others,
                false => u64::from(distance.lose) - u64::from(child.distance.win),
            };
            let child_limits = Distance {
                win: match limits.lose {
                    Distance::INFINITY => Distance::INFINITY,
                    lose => (u64::from(lose) - rest) as u32,
                },
                lose: nearer.min(Distance::INFINITY.into()) as u32,
            };
            let before = self.meter.effort.nodes;
            self.peers.enter(child.name, depth + 1, child.work);
            let next = game.play(pos, child.m);
            let found = self.search(&next, child_limits, depth + 1);
            let nodes = self.meter.effort.nodes - before;
            self.peers.leave(depth + 1);
            match found {
                Ok(found) => {
                    if let Some(zones) = &self.zones {
                        zones.keep(&next, found, self.zone.take());
                    }
                    if self.table.put(child.name, found, nodes) {
                        self.peers.took_slot(self.table);
                    }
                    self.peers.found(child.name, found, nodes);
                    self.meter.table_bytes = self.table.bytes();
                    let child = &mut self.children[first + chosen];
                    child.distance = found;
                    child.work = work_code(nodes);
                }
                // Another thread has settled the child.
                Err(Halt::Back(to)) if to == depth + 1 => self.children.truncate(end),
                Err(halt) => return Err(halt),
            }
            if found.is_err() || self.peers.had_time(nodes) {
                self.recall(game.turn(pos).other(), first);
            }
        }
    }

    /// The children of an unfinished position with what is known of them, unless it is decided without.
    #[expect(clippy::type_complexity, reason = "one use")]
    pub(super) fn opened(
        &mut self,
        pos: &G::Position,
    ) -> Result<(Option<Decided<G::Move>>, Vec<Child<G::Move>>), Stopped> {
        let first = self.children.len();
        let decided = self.open(pos)?;
        Ok((decided, self.children.split_off(first)))
    }

    /// Lists the same behind those on the way.
    #[inline]
    fn open(&mut self, pos: &G::Position) -> Result<Option<Decided<G::Move>>, Stopped> {
        let Search {
            game,
            know,
            guide,
            restriction,
            ..
        } = *self.search;
        let table = self.table;
        let children = &mut self.children;
        let (
            first,
            SearchTask {
                question, symmetry, ..
            },
        ) = (children.len(), self.order);
        let turn = game.turn(pos);
        let (by, at_least) = ((game, know, guide), question.at_least);
        let decided = restricted_prospects(restriction, by, pos, at_least, |seen| {
            let child = named(game, pos, turn, question, symmetry, &seen);
            table.prefetch(child.name.key);
            children.push(child);
        });
        self.meter.work(self.children.len() - first)?;
        if decided.is_none() {
            arrange(&mut self.children[first..], &self.search.options);
            self.recall(turn.other(), first);
        }
        Ok(decided)
    }

    /// Looks up the children from `first` on, whose player to move is `turn`.
    #[inline]
    fn recall(&mut self, turn: Player, first: usize) {
        let SearchTask {
            question, earlier, ..
        } = self.order;
        for child in &mut self.children[first..] {
            if let Some(known) = self.table.get(child.name) {
                (child.distance, child.work) = (known.distance, known.work);
                if known.distance.is_decided() {
                    continue;
                }
            }
            if let Some(earlier) = earlier {
                let salts = [question, earlier].map(|asked| asked.salt(child.is_swapped));
                let name = Name {
                    key: child.name.key ^ salts[0] ^ salts[1],
                    ..child.name
                };
                match self.table.get(name).map(|known| known.distance) {
                    Some(known) if known.is_decided() => {
                        // What it says of the value, to the player to move there.
                        let asked = earlier.at_least.value_for(turn).rank();
                        let (is_won, is_first) = (known.win == 0, turn == Player::First);
                        let bounds = match (is_won, is_first) {
                            (true, true) => (asked, i16::MAX),
                            (false, true) => (i16::MIN, asked - 1),
                            (true, false) => (asked + 1, i16::MAX),
                            (false, false) => (i16::MIN, asked),
                        };
                        let asked = question.at_least.value_for(turn).rank();
                        let wanted = asked + i16::from(!is_first);
                        if bounds.0 >= wanted {
                            child.distance = Distance::WON;
                        } else if bounds.1 < wanted {
                            child.distance = Distance::LOST;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}
