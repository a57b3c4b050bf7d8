//! Who plays for the player that wins a question.

use std::sync::Arc;

use unbeatable_core::{
    Analysis, Decided, Game, Guide, Line, Oracle, Player, Promise, Stopped, Value,
};

use super::DfPn;
use super::children::YesNoQuestion;
use super::peers::Halt;
use super::worker::{SearchTask, Worker};
use crate::meter::Meter;
use crate::proof_table::{Distance, ProofTable};
use crate::search::Search;

/// Answers from the table, from the analysis, and by search where both say nothing.
pub(super) struct DfPnOracle<'s, 'g, 'w, G: Game, A, D> {
    search: &'s Search<'g, G, A, D, DfPn>,
    table: Arc<ProofTable>,
    meter: Meter<'w, G::Value>,
    order: SearchTask<G::Value>,
    promise: Promise<G::Value>,
    /// The moves of the position in question that do not end the game, and where they lead.
    nexts: Vec<(G::Move, G::Position)>,
}

impl<'s, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> DfPnOracle<'s, 'g, 'w, G, A, D> {
    pub(super) fn new(
        search: &'s Search<'g, G, A, D, DfPn>,
        table: Arc<ProofTable>,
        meter: Meter<'w, G::Value>,
        promise: Promise<G::Value>,
        symmetry: bool,
    ) -> Self {
        let rank = promise.at_least.rank();
        // As the search asks it: what the first player needs.
        let question = match promise.player {
            Player::First => YesNoQuestion::new(rank),
            Player::Second => YesNoQuestion::new(1 - rank),
        };
        DfPnOracle {
            search,
            table,
            meter,
            order: SearchTask {
                question,
                earlier: None,
                symmetry,
            },
            promise,
            nexts: vec![],
        }
    }
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> DfPnOracle<'_, 'g, '_, G, A, D> {
    /// A move that keeps the promise as the analysis sees at once. Of several the one that leaves the
    /// other player the fewest replies, and of these the most promising: all that is behind it has to be
    /// written down.
    fn at_sight(&self, pos: &G::Position) -> Option<G::Move> {
        let Search {
            game, know, guide, ..
        } = *self.search;
        let promise = |m: G::Move| guide.promise(game, pos, m);
        let mut best: Option<(usize, G::Move)> = None;
        for (m, next) in &self.nexts {
            if (-know.bounds(game, next)).lower < self.promise.at_least {
                continue;
            }
            let replies = game.moves(next).count();
            let is_better = match best {
                None => true,
                Some((fewest, _)) if replies != fewest => replies < fewest,
                Some((_, other)) => promise(*m) > promise(other),
            };
            if is_better {
                best = Some((replies, *m));
            }
        }
        best.map(|(_, m)| m)
    }
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Oracle<'g, G> for DfPnOracle<'_, 'g, '_, G, A, D> {
    fn choose(
        &mut self,
        line: &Line<'g, G>,
        is_known: &dyn Fn(G::Move, &G::Position) -> bool,
    ) -> Result<Option<G::Move>, Stopped> {
        let (game, pos) = (self.search.game, line.position());
        self.meter.node()?;
        self.nexts.clear();
        for m in game.moves(pos) {
            let next = game.play(pos, m);
            match game.outcome(&next) {
                Some(outcome) if self.promise.is_kept_by(outcome) => return Ok(Some(m)),
                Some(_) => {}
                None => self.nexts.push((m, next)),
            }
        }
        let known = self.nexts.iter().find(|(m, next)| is_known(*m, next));
        if let Some((m, _)) = known {
            return Ok(Some(*m));
        }
        if let Some(m) = self.at_sight(pos) {
            return Ok(Some(m));
        }
        let (search, order) = (self.search, self.order);
        let mut worker = Worker::new(search, &self.table, order, &mut self.meter, ());
        let (decided, children) = worker.opened(pos)?;
        match decided {
            Some(Decided::Reached(m)) => return Ok(Some(m)),
            Some(Decided::Missed) => return Ok(None),
            None => {}
        }
        let proven = children
            .iter()
            .filter(|child| child.distance == Distance::LOST);
        if let Some(child) = proven.min_by_key(|child| child.work) {
            return Ok(Some(child.m));
        }
        match worker.search(pos, Distance::UNLIMITED, 0) {
            Ok(Distance::WON) => Ok(worker.winner.take()),
            Ok(_) => Ok(None),
            Err(Halt::Stopped(stopped)) => Err(stopped),
            Err(halt) => panic!("a thread that is alone was told {halt:?}"),
        }
    }

    fn nodes(&self) -> u64 {
        self.meter.effort.nodes
    }
}
